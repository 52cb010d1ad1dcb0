package notation

import (
	"fmt"
	"strconv"
	"strings"
)

// maxClock bounds a clock, in milliseconds: a year.
const maxClock = 366 * 24 * 3600 * 1000

const clockPrefix = "[%clk "

// cutClock takes a clock as PGN writes it, [%clk h:mm:ss.fff], out of a comment.
func cutClock(comment string) (rest string, milliseconds int64, found bool) {
	start := strings.Index(comment, clockPrefix)
	if start < 0 {
		return comment, 0, false
	}
	length := strings.IndexByte(comment[start:], ']')
	if length < 0 {
		return comment, 0, false
	}
	milliseconds, ok := parseClock(strings.TrimSpace(comment[start+len(clockPrefix) : start+length]))
	if !ok {
		return comment, 0, false
	}
	before, after := strings.TrimSpace(comment[:start]), strings.TrimSpace(comment[start+length+1:])
	if before != "" && after != "" {
		before += " "
	}
	return before + after, milliseconds, true
}

// parseClock reads h:mm:ss with up to three digits of a fraction.
func parseClock(text string) (int64, bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0, false
	}
	seconds, fraction, _ := strings.Cut(parts[2], ".")
	if len(fraction) > 3 {
		fraction = fraction[:3]
	}
	total := int64(0)
	for i, part := range [...]string{parts[0], parts[1], seconds, fraction + "000"[len(fraction):]} {
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || (i == 1 || i == 2) && n > 59 {
			return 0, false
		}
		total = total*[...]int64{1, 60, 60, 1000}[i] + int64(n)
	}
	return total, total <= maxClock
}

// clockText writes a clock as PGN does.
func clockText(milliseconds int64) string {
	seconds := milliseconds / 1000
	text := fmt.Sprintf("%s%d:%02d:%02d", clockPrefix, seconds/3600, seconds/60%60, seconds%60)
	if fraction := milliseconds % 1000; fraction != 0 {
		text += fmt.Sprintf(".%03d", fraction)
	}
	return text + "]"
}
