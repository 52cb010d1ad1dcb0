package notation

import (
	"errors"
	"fmt"
	"strconv"

	"melee/rules"
)

// A line is a line of play while it is read: the main line or a variation.
type line struct {
	game rules.Game // after its last ply
	// behind stands before plies[reached], so that a variation of any later ply
	// starts from it without playing the line anew.
	behind  rules.Game
	reached int
	plies   []Ply
	before  []string // comments for the next ply
	effects []rules.Effect
}

// A builder makes a record of what a reader finds in a file, in its order.
type builder struct {
	record  *Record
	lines   []line
	plies   int
	remarks int
}

// newBuilder begins a record, whose variant, options and start are set.
func newBuilder(r *Record) (*builder, error) {
	g, err := r.Game()
	if err != nil {
		return nil, err
	}
	b := &builder{record: r}
	b.push(g)
	return b, nil
}

func (b *builder) push(g rules.Game) {
	b.lines = append(b.lines, line{game: g, behind: g.Clone()})
}

func (b *builder) top() *line { return &b.lines[len(b.lines)-1] }

// game returns the game after the last ply of the line that is read.
func (b *builder) game() rules.Game { return b.top().game }

// depth returns in how many variations the builder is.
func (b *builder) depth() int { return len(b.lines) - 1 }

// do plays an action.
func (b *builder) do(a rules.Action) error {
	if b.plies++; b.plies > MaxPlies {
		return fmt.Errorf("the game has more than %d plies, variations included", MaxPlies)
	}
	l := b.top()
	effects, err := l.game.Do(a)
	if err != nil {
		return err
	}
	l.effects = effects
	l.add(Ply{Action: a})
	return nil
}

func (l *line) add(p Ply) {
	if len(l.before) > 0 {
		p.note().Before = l.before
		l.before = nil
	}
	l.plies = append(l.plies, p)
}

// open begins a variation that replaces the last ply.
func (b *builder) open() error {
	l := b.top()
	if len(l.plies) == 0 {
		return errors.New("a variation needs a move before it that it replaces")
	}
	if b.depth() >= MaxDepth {
		return fmt.Errorf("variations stand more than %d deep in one another", MaxDepth)
	}
	for ; l.reached < len(l.plies)-1; l.reached++ {
		if _, err := l.behind.Do(l.plies[l.reached].Action); err != nil {
			return err
		}
	}
	b.push(l.behind.Clone())
	return nil
}

// close ends a variation. An empty one is dropped.
func (b *builder) close() error {
	if b.depth() == 0 {
		return errors.New("')' closes no variation")
	}
	l := b.top()
	l.closeComments()
	plies := l.plies
	b.lines = b.lines[:len(b.lines)-1]
	if len(plies) > 0 {
		parent := b.top()
		notes := parent.plies[len(parent.plies)-1].note()
		notes.Variations = append(notes.Variations, plies)
	}
	return nil
}

// commentOrClock adds a comment without the clock that cut finds in it, and the
// clock to the ply, where one may stand.
func (b *builder) commentOrClock(text string, cut func(string) (rest string, milliseconds int64, found bool)) error {
	if b.mayTime() {
		if rest, clock, found := cut(text); found {
			b.time(clock)
			text = rest
		}
	}
	if text == "" {
		return nil
	}
	return b.comment(text)
}

// comment adds a comment where the builder stands: to the last ply, or before
// the next one at the beginning of a line and after a variation.
func (b *builder) comment(text string) error {
	if err := b.remark(); err != nil {
		return err
	}
	l := b.top()
	if len(l.plies) == 0 || len(l.plies[len(l.plies)-1].variations()) > 0 {
		l.before = append(l.before, text)
		return nil
	}
	notes := l.plies[len(l.plies)-1].note()
	notes.Comments = append(notes.Comments, text)
	return nil
}

// glyph adds a numeric annotation glyph to the last ply; it is given as the text of a number.
func (b *builder) glyph(digits string) error {
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil {
		return fmt.Errorf("'$%s' must be $ and a number from 0 to %d", short(digits), maxNAG)
	}
	last := b.last()
	if last == nil {
		return fmt.Errorf("$%d stands before any move", n)
	}
	notes := last.note()
	notes.NAGs = append(notes.NAGs, uint8(n))
	return b.remark()
}

func (b *builder) remark() error {
	if b.remarks++; b.remarks > MaxRemarks {
		return fmt.Errorf("the game has more than %d comments and glyphs", MaxRemarks)
	}
	return nil
}

// mayTime reports whether a clock that is read now belongs to the last ply.
func (b *builder) mayTime() bool {
	last := b.last()
	return last != nil && len(last.variations()) == 0 && (last.Notes == nil || !last.Notes.Timed)
}

// time tells the clock after the last ply.
func (b *builder) time(milliseconds int64) {
	notes := b.last().note()
	notes.Timed, notes.Clock = true, milliseconds
}

func (p *Ply) variations() [][]Ply {
	if p.Notes == nil {
		return nil
	}
	return p.Notes.Variations
}

// last returns the last ply, nil at the beginning of a line.
func (b *builder) last() *Ply {
	l := b.top()
	if len(l.plies) == 0 {
		return nil
	}
	return &l.plies[len(l.plies)-1]
}

// closeComments gives comments that no ply follows to the last ply.
func (l *line) closeComments() {
	if n := len(l.plies); n > 0 && len(l.before) > 0 {
		notes := l.plies[n-1].note()
		notes.Comments = append(notes.Comments, l.before...)
		l.before = nil
	}
}

// finish ends the main line and returns the record.
func (b *builder) finish() (*Record, error) {
	if b.depth() > 0 {
		return nil, errors.New("a variation is not closed: ')' is missing")
	}
	l := b.top()
	l.closeComments()
	r := b.record
	r.Plies = l.plies
	if len(r.Plies) == 0 {
		r.Comments = append(r.Comments, l.before...)
	} else if first := r.Plies[0].Notes; first != nil && len(first.Before) > 0 {
		r.Comments, first.Before = append(r.Comments, first.Before...), nil
		if first.isBlank() {
			r.Plies[0].Notes = nil
		}
	}
	r.Result = ResultOf(l.game)
	return r, nil
}
