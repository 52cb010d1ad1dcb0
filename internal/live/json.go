package live

import (
	"strconv"
	"unicode/utf8"
)

// Patches are written by appending: there are many, they are small, and each
// is made once for all who read it. What is written here is what encoding/json
// would write of the same values, but for HTML's signs, which are no danger in a frame.

func appendInt[N ~int | ~int64 | ~uint8](dst []byte, n N) []byte {
	return strconv.AppendInt(dst, int64(n), 10)
}

const hexDigits = "0123456789abcdef"

// plain are the bytes that stand for themselves in a JSON string.
var plain = func() (table [256]bool) {
	for b := range utf8.RuneSelf {
		table[b] = b >= ' ' && b != '"' && b != '\\'
	}
	return table
}()

// appendText appends a JSON string.
func appendText(dst []byte, s string) []byte {
	i := 0
	for i < len(s) && plain[s[i]] {
		i++
	}
	dst = append(dst, '"')
	dst = append(dst, s[:i]...)
	if i < len(s) {
		dst = appendEscaped(dst, s[i:])
	}
	return append(dst, '"')
}

// appendEscaped appends what may have bytes that do not stand for themselves.
func appendEscaped(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); {
		b := s[i]
		if b >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				dst = append(append(dst, s[from:i]...), `\ufffd`...)
				from = i + 1
			}
			i += size
			continue
		}
		if !plain[b] {
			dst = append(dst, s[from:i]...)
			switch b {
			case '"', '\\':
				dst = append(dst, '\\', b)
			default:
				dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
			}
			from = i + 1
		}
		i++
	}
	return append(dst, s[from:]...)
}
