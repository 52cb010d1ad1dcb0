package mcx4_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A slowBoard plays MCX4 as plainly as it can be written: a grid of men, every
// move tried out. It knows nothing of the package it checks.
type slowBoard struct {
	files, ranks int
	men          [12][12]slowMan // by file and rank; an empty square has no kind
	slot         int             // 0 wq, 1 bq, 2 wk, 3 bk
	castling     [2]bool
	passed       place // behind a pawn that has just made a double step
	hasPassed    bool
}

type place struct{ file, rank int }

type slowMan struct {
	kind   byte // P N B R Q K
	camp   int  // 0 White, 1 Black
	queens bool
}

type slowMove struct {
	from, to place
	promotes bool
}

func (p place) String() string { return string(rune('a'+p.file)) + fmt.Sprint(p.rank+1) }

func (m slowMove) String() string {
	if m.promotes {
		return m.from.String() + m.to.String() + "r"
	}
	return m.from.String() + m.to.String()
}

// newSlowBoard reads a text that is known to be right.
func newSlowBoard(text string) *slowBoard {
	f := strings.Fields(text)
	b := &slowBoard{slot: slices.Index([]string{"wq", "bq", "wk", "bk"}, f[1])}
	rows := strings.Split(f[0], "/")
	b.ranks = len(rows)
	for i, row := range rows {
		at := place{0, b.ranks - 1 - i}
		run := 0
		for _, c := range row {
			switch {
			case c == '~':
				b.men[at.file-1][at.rank].queens = true
			case c >= '0' && c <= '9':
				run = run*10 + int(c-'0')
			default:
				at.file += run
				run = 0
				camp := 0
				if c >= 'a' {
					camp = 1
				}
				b.men[at.file][at.rank] = slowMan{kind: strings.ToUpper(string(c))[0], camp: camp}
				at.file++
			}
		}
		b.files = at.file + run
	}
	b.castling = [2]bool{strings.Contains(f[2], "K"), strings.Contains(f[2], "k")}
	if f[3] != "-" {
		rank := 0
		fmt.Sscan(f[3][1:], &rank)
		b.passed, b.hasPassed = place{int(f[3][0] - 'a'), rank - 1}, true
	}
	return b
}

func (b *slowBoard) at(p place) slowMan { return b.men[p.file][p.rank] }

// army runs over the men of a camp.
func (b *slowBoard) army(camp int) iter.Seq2[place, slowMan] {
	return func(visit func(place, slowMan) bool) {
		for file := range b.files {
			for rank := range b.ranks {
				if man := b.men[file][rank]; man.kind != 0 && man.camp == camp && !visit(place{file, rank}, man) {
					return
				}
			}
		}
	}
}

func (b *slowBoard) on(p place) bool {
	return p.file >= 0 && p.file < b.files && p.rank >= 0 && p.rank < b.ranks
}

func (b *slowBoard) find(man slowMan) (place, bool) {
	for at, m := range b.army(man.camp) {
		if m == man {
			return at, true
		}
	}
	return place{}, false
}

func (b *slowBoard) hasKing(camp int) bool {
	_, ok := b.find(slowMan{'K', camp, false})
	return ok
}

func (b *slowBoard) hasQueen(camp int) bool {
	_, ok := b.find(slowMan{'Q', camp, true})
	return ok
}

// attacks reports whether a man of the camp could go to the square if an enemy stood there.
func (b *slowBoard) attacks(camp int, target place) bool {
	for at, man := range b.army(camp) {
		if slices.Contains(b.reach(at, man), target) {
			return true
		}
	}
	return false
}

// reach lists the squares a man strikes, up to and including the first man on each line.
func (b *slowBoard) reach(at place, man slowMan) []place {
	up := 1 - 2*man.camp
	var steps [][2]int
	long := false
	switch man.kind {
	case 'P':
		steps = [][2]int{{-1, up}, {1, up}}
	case 'N':
		steps = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	default:
		long = man.kind != 'K'
		if man.kind != 'B' {
			steps = append(steps, [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}...)
		}
		if man.kind != 'R' {
			steps = append(steps, [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}...)
		}
	}
	var list []place
	for _, s := range steps {
		for to := (place{at.file + s[0], at.rank + s[1]}); b.on(to); to = (place{to.file + s[0], to.rank + s[1]}) {
			list = append(list, to)
			if b.at(to).kind != 0 || !long {
				break
			}
		}
	}
	return list
}

func (b *slowBoard) inCheck(camp int) bool {
	king, ok := b.find(slowMan{'K', camp, false})
	return ok && b.attacks(1-camp, king)
}

// pseudo lists the moves of the men of a clan, or of all men, that obey how men move.
func (b *slowBoard) pseudo(camp int, belongs func(slowMan) bool) []slowMove {
	var list []slowMove
	up := 1 - 2*camp
	last, second := b.ranks-1, 1
	if camp == 1 {
		last, second = 0, b.ranks-2
	}
	add := func(from, to place, man slowMan) {
		list = append(list, slowMove{from, to, man.kind == 'P' && to.rank == last})
	}
	for at, man := range b.army(camp) {
		if !belongs(man) {
			continue
		}
		for _, to := range b.reach(at, man) {
			target := b.at(to)
			taken := target.kind != 0
			switch {
			case taken && (target.camp == camp || target.kind == 'K'):
			case taken, man.kind != 'P', b.hasPassed && to == b.passed:
				add(at, to, man)
			}
		}
		if man.kind == 'P' {
			one, two := place{at.file, at.rank + up}, place{at.file, at.rank + 2*up}
			if b.on(one) && b.at(one).kind == 0 {
				add(at, one, man)
				if at.rank == second && b.on(two) && b.at(two).kind == 0 {
					add(at, two, man)
				}
			}
		}
		if man.kind == 'K' && b.castling[camp] && b.mayCastle(camp, at) {
			add(at, place{at.file + 2, at.rank}, man)
		}
	}
	return list
}

func (b *slowBoard) mayCastle(camp int, king place) bool {
	for file := king.file + 1; file < b.files-1; file++ {
		if b.men[file][king.rank].kind != 0 {
			return false
		}
	}
	for step := range 3 {
		c := *b
		c.men[king.file][king.rank] = slowMan{}
		if c.attacks(1-camp, place{king.file + step, king.rank}) {
			return false
		}
	}
	return true
}

// legal keeps the moves that leave the king of the camp safe.
func (b *slowBoard) legal(camp int, belongs func(slowMan) bool) []slowMove {
	return slices.DeleteFunc(b.pseudo(camp, belongs), func(m slowMove) bool {
		c := *b
		c.shift(m)
		return c.inCheck(camp)
	})
}

// turn returns the seat that plays and its moves; "choice", "mate" or "stalemate" instead of a seat.
func (b *slowBoard) turn() (string, []slowMove) {
	camp := b.slot % 2
	names := [2][2]string{{"wq", "wk"}, {"bq", "bk"}}[camp]
	all := func(slowMan) bool { return true }
	queens := func(m slowMan) bool { return m.queens }
	kings := func(m slowMan) bool { return !m.queens }
	check := b.inCheck(camp)
	end := "stalemate"
	if check {
		end = "mate"
	}
	if !b.hasKing(camp) || !b.hasQueen(camp) {
		name := names[1]
		if !b.hasKing(camp) {
			name = names[0]
		}
		moves := b.legal(camp, all)
		if len(moves) == 0 {
			return end, nil
		}
		return name, moves
	}
	if check && b.hasKing(1-camp) {
		end = "choice"
	}
	own, ally := b.legal(camp, queens), b.legal(camp, kings)
	switch {
	case b.slot < 2 && check && len(ally) > 0:
		return names[1], ally
	case b.slot < 2 && check && len(own) > 0 && b.hasKing(1-camp):
		return names[0], b.pseudo(camp, queens)
	case b.slot < 2 && len(own) > 0:
		return names[0], own
	case b.slot < 2 && !check && len(ally) > 0:
		return names[1], ally
	case b.slot >= 2 && len(ally) > 0:
		return names[1], ally
	case b.slot >= 2 && !check && len(own) > 0:
		return names[0], own
	}
	return end, nil
}

// shift carries a move out on the board alone.
func (b *slowBoard) shift(m slowMove) {
	man := b.at(m.from)
	b.men[m.from.file][m.from.rank] = slowMan{}
	if man.kind == 'P' && b.hasPassed && m.to == b.passed && m.from.file != m.to.file {
		b.men[m.to.file][m.from.rank] = slowMan{}
	}
	if man.kind == 'K' && m.to.file-m.from.file == 2 {
		b.men[m.from.file+1][m.from.rank] = b.men[b.files-1][m.from.rank]
		b.men[b.files-1][m.from.rank] = slowMan{}
	}
	if m.promotes {
		man = slowMan{'R', man.camp, true}
	}
	b.men[m.to.file][m.to.rank] = man
}

// play carries a move out, an abandonment included.
func (b *slowBoard) play(m slowMove) {
	camp := b.slot % 2
	man := b.at(m.from)
	b.shift(m)
	double := man.kind == 'P' && (m.to.rank-m.from.rank == 2 || m.from.rank-m.to.rank == 2)
	b.passed, b.hasPassed = place{m.from.file, (m.from.rank + m.to.rank) / 2}, double && !m.promotes
	for c := range 2 {
		corner := place{b.files - 1, c * (b.ranks - 1)}
		if (man.kind == 'K' && c == camp) || m.from == corner || m.to == corner {
			b.castling[c] = false
		}
	}
	if b.inCheck(camp) {
		b.survive()
	}
	b.slot = (b.slot + 1) % 4
}

// survive takes the king and his men but for his pawns off the board.
func (b *slowBoard) survive() {
	camp := b.slot % 2
	for at, man := range b.army(camp) {
		if !man.queens && man.kind != 'P' {
			b.men[at.file][at.rank] = slowMan{}
		}
	}
	b.castling[camp] = false
}

// release clears the marks of a Queen who resigns.
func (b *slowBoard) release(camp int) {
	for at := range b.army(camp) {
		b.men[at.file][at.rank].queens = false
	}
}

func texts(moves []slowMove) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = m.String()
	}
	slices.Sort(list)
	return list
}
