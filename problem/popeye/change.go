package popeye

import (
	"slices"
	"strconv"
	"strings"

	"melee/rules"
	"melee/rules/allin"
)

// A Change is one thing that a twin does to the position before it.
type Change struct {
	kind     change
	from, to rules.Square
	man      rules.Man // that is moved, added or removed, or stands on from
	other    rules.Man // that stands on to
	replaces bool      // the man added takes the place of another
	degrees  int
	text     string // a condition or stipulation, or the squares of a mirror
}

// Text writes the change as solutions show it above a twin: "wKf5-->g6", "+bPa7".
func (c Change) Text(l Language) string {
	name := allin.Board.Name
	switch c.kind {
	case chMove:
		return l.man(c.man) + name(c.from) + "-->" + name(c.to)
	case chExchange:
		return l.man(c.man) + name(c.from) + "<-->" + l.man(c.other) + name(c.to)
	case chAdd:
		sign := "+"
		if c.replaces {
			sign = ""
		}
		return sign + l.man(c.man) + name(c.from)
	case chRemove:
		return "-" + l.man(c.man) + name(c.from)
	case chRotate:
		return changes.name(l, chRotate) + " " + strconv.Itoa(c.degrees)
	case chMirror:
		return changes.name(l, chMirror) + " " + c.text
	case chShift:
		return changes.name(l, chShift) + " " + name(c.from) + " ==> " + name(c.to)
	case chPolish:
		return changes.name(l, chPolish)
	case chSubstitute:
		return string(l.Letter(c.man.Kind())) + " ==> " + string(l.Letter(c.other.Kind()))
	case chCondition, chStipulation:
		return c.text
	}
	panic("popeye: no text for change " + strconv.Itoa(int(c.kind)))
}

// texts writes a twin's changes; a man that takes the place of one removed before is one change.
func texts(l Language, list []Change) []string {
	var all []string
	for i, c := range list {
		on := func(kind change) func(Change) bool {
			return func(o Change) bool { return o.kind == kind && o.from == c.from }
		}
		switch c.kind {
		case chRemove:
			if slices.ContainsFunc(list[i+1:], on(chAdd)) {
				continue
			}
		case chAdd:
			c.replaces = c.replaces || slices.ContainsFunc(list[:i], on(chRemove))
		}
		all = append(all, c.Text(l))
	}
	return all
}

// man writes a man with the small letter of his colour: wK, bS.
func (l Language) man(m rules.Man) string {
	c := white
	if m.Seat() == allin.Black {
		c = black
	}
	return strings.ToLower(colours.name(l, c)[:1]) + string(l.Letter(m.Kind()))
}

// A board is a placement that twins change.
type board [64]rules.Man

// turned moves every man to the square that to gives for his own.
func (b *board) turned(to turn) {
	var after board
	for i, m := range b {
		s := rules.Square(i)
		file, rank := to(allin.Board.File(s), allin.Board.Rank(s))
		after[allin.Board.At(file, rank)] = m
	}
	*b = after
}

// A turn moves the men of a file and rank, both from 0, to others.
type turn func(file, rank int) (int, int)

// turns are the quarter turns against the clock: a1 goes to h1, to h8, to a8.
var turns = map[string]struct {
	degrees int
	to      turn
}{
	"90":  {90, func(f, r int) (int, int) { return 7 - r, f }},
	"180": {180, func(f, r int) (int, int) { return 7 - f, 7 - r }},
	"270": {270, func(f, r int) (int, int) { return r, 7 - f }},
}

// mirrors are named by two squares that change places.
var mirrors = map[string]turn{
	"a1<-->h1": func(f, r int) (int, int) { return 7 - f, r },
	"a1<-->a8": func(f, r int) (int, int) { return f, 7 - r },
	"a1<-->h8": func(f, r int) (int, int) { return 7 - r, 7 - f },
	"a8<-->h1": func(f, r int) (int, int) { return r, f },
}

// shifted moves every man by files and ranks; it reports the first man that would leave the board.
func (b *board) shifted(files, ranks int) (rules.Square, bool) {
	var after board
	for i, m := range b {
		if m == 0 {
			continue
		}
		s := rules.Square(i)
		file, rank := allin.Board.File(s)+files, allin.Board.Rank(s)+ranks
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return s, false
		}
		after[allin.Board.At(file, rank)] = m
	}
	*b = after
	return rules.NoSquare, true
}

// substituted makes men of one kind another, of both colours.
func (b *board) substituted(old, other rules.Kind) {
	for i, m := range b {
		if m.Kind() == old {
			b[i] = rules.NewMan(m.Seat(), other)
		}
	}
}

// polished changes the colour of every man.
func (b *board) polished() {
	for i, m := range b {
		if m != 0 {
			b[i] = rules.NewMan(m.Seat()^1, m.Kind())
		}
	}
}
