package archive

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"melee/rules"
)

// A Filter says which games are looked for; a zero field lets all through.
type Filter struct {
	// Owner is who played, as account.Owner gives it.
	Owner   string
	Variant string
	Form    string
	Result  string
	Ending  rules.Reason
	// Ended from From on and before To.
	From, To time.Time
	// At least MinPlies and at most MaxPlies long.
	MinPlies, MaxPlies int
	Rated              *bool
	// Unlisted lets games through that are not public; for their own players only.
	Unlisted bool
	// Before is where the last page ended.
	Before Cursor
	Limit  int // 1 to MaxPage; 0 is MaxPage/2
}

// MaxPage is how many games a page has at most.
const MaxPage = 100

// A Cursor says where a page of games ends.
type Cursor string

// CursorAt is the cursor behind a game.
func CursorAt(ended time.Time, n int64) Cursor {
	return Cursor(strconv.FormatInt(ended.UnixMilli(), 36) + "." + strconv.FormatInt(n, 36))
}

// Parse returns what the cursor holds.
func (c Cursor) Parse() (ended, n int64, err error) {
	a, b, _ := strings.Cut(string(c), ".")
	if ended, err = strconv.ParseInt(a, 36, 64); err == nil {
		n, err = strconv.ParseInt(b, 36, 64)
	}
	if err != nil || len(c) > 32 {
		return 0, 0, Refused{"before", "the place in the list cannot be read; begin at its top"}
	}
	return ended, n, nil
}

// Refused is the error of a request that cannot be carried out; Field names what is to be changed.
type Refused struct{ Field, Text string }

func (r Refused) Error() string { return r.Text }

func (f *Filter) check() error {
	switch {
	case f.Limit < 0 || f.Limit > MaxPage:
		return Refused{"limit", fmt.Sprintf("a page has 1 to %d games, not %d", MaxPage, f.Limit)}
	case f.MinPlies < 0 || f.MaxPlies < 0 || f.MaxPlies > 0 && f.MaxPlies < f.MinPlies:
		return Refused{"plies", "the least length must not be above the greatest"}
	case !f.From.IsZero() && !f.To.IsZero() && !f.From.Before(f.To):
		return Refused{"from", "the first day must be before the last"}
	}
	if f.Limit == 0 {
		f.Limit = MaxPage / 2
	}
	if f.Before != "" {
		_, _, err := f.Before.Parse()
		return err
	}
	return nil
}

// spans are the lengths at which a new class of games begins, in plies: stores
// find games by class first.
var spans = []int{0, 10, 20, 30, 40, 60, 80, 100, 130, 160, 200, 300, 500}

// SpanOf returns the class of games of a length.
func SpanOf(plies int) int {
	for i := len(spans) - 1; i > 0; i-- {
		if plies >= spans[i] {
			return i
		}
	}
	return 0
}
