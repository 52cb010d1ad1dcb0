package notation

import "melee/rules"

// threats are the attacks on kings before a move, as far as writing it needs them.
type threats struct {
	mover rules.Side
	seat  rules.Seat // whose turn it is
	// kings and attackers hold, in Four-player chess, where the kings stand that
	// can be checked, and from where those of the mover's opponents are attacked.
	kings     [4]rules.Square
	attackers [4]squares
}

// squares is a short list of squares. No more than 16 men can attack a king:
// eight from afar or beside him, eight knights.
type squares struct {
	list [16]rules.Square
	n    uint8
}

func (l *squares) add(s rules.Square) {
	l.list[l.n&15] = s
	l.n++
}

func (l *squares) has(s rules.Square) bool {
	for _, other := range l.list[:l.n] {
		if other == s {
			return true
		}
	}
	return false
}

// threatsIn looks at a game before a move.
func threatsIn(g rules.Game) threats {
	var t threats
	v := g.Variant()
	turn := g.Turn()
	if turn == rules.NoSeat {
		return t
	}
	t.mover = sideOf(v, turn)
	if f := familyOf(v); f != fourPlayerFamily && f != teamsFamily {
		return t
	}
	t.seat = turn
	t.kings = livingKings(g)
	for seat, king := range t.kings {
		if king != rules.NoSquare && rules.Seat(seat) != turn {
			t.attackers[seat] = attackersOf(g, rules.Seat(seat), king)
		}
	}
	return t
}

// newlyChecked returns the number of kings that a move, carried out already, has
// brought at least one new attacker, whoever owns him; mated kings count.
func (t *threats) newlyChecked(g rules.Game, m rules.Move) int {
	n := 0
	for seat, king := range t.kings {
		if king == rules.NoSquare || king == m.To() || rules.Seat(seat) == t.seat {
			continue
		}
		now := attackersOf(g, rules.Seat(seat), king)
		for _, from := range now.list[:now.n] {
			if from == m.To() || !t.attackers[seat].has(from) {
				n++
				break
			}
		}
	}
	return n
}

// mates returns how many kings a move, carried out already, has mated or captured (F12, F8a, F14, F27).
func (t *threats) mates(g rules.Game, m rules.Move, effects []rules.Effect) int {
	n := 0
	for seat, king := range t.kings {
		if king != rules.NoSquare && rules.Seat(seat) != t.seat && (king == m.To() || isMated(rules.Seat(seat), king, effects)) {
			n++
		}
	}
	return n
}

// isMated reports whether the effects of a move tell of the mate of a king. That of a king
// without a player (F14) shows by its points alone.
func isMated(seat rules.Seat, king rules.Square, effects []rules.Effect) bool {
	for _, e := range effects {
		switch {
		case e.Kind == rules.Elimination && e.Seat == seat && e.By != rules.NoSeat:
			return true
		case e.Kind == rules.Gain && e.Rule == "F10" && e.Square == king:
			return true
		}
	}
	return false
}

// livingKings returns the squares of the kings that can be checked and mated, by
// seat: those of active players and, where they walk, of players who have left (F14).
func livingKings(g rules.Game) [4]rules.Square {
	kings := [4]rules.Square{rules.NoSquare, rules.NoSquare, rules.NoSquare, rules.NoSquare}
	scored, _ := g.(rules.Scored)
	walking := g.Options()["resigned_king"] == "walking"
	for s := range rules.Square(g.Geometry().Squares()) {
		if man := g.At(s); man.Kind() == rules.King && !man.IsGrey() && (walking || scored == nil || scored.Active(man.Seat())) {
			kings[man.Seat()&3] = s
		}
	}
	return kings
}

var knightSteps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// forward is the way pawns go, by seat.
var forward = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// attackersOf returns from where men that are not grey attack the king of a seat.
func attackersOf(g rules.Game, seat rules.Seat, king rules.Square) squares {
	var found squares
	geometry := g.Geometry()
	teams := familyOf(g.Variant()) == teamsFamily
	foe := func(man rules.Man) bool {
		return man != 0 && !man.IsGrey() && man.Seat() != seat && !(teams && (man.Seat()^seat)&1 == 0)
	}
	file, rank := geometry.File(king), geometry.Rank(king)
	for df := -1; df <= 1; df++ {
		for dr := -1; dr <= 1; dr++ {
			if df == 0 && dr == 0 {
				continue
			}
			if at, ok := firstAttacker(g, file, rank, df, dr, foe); ok {
				found.add(at)
			}
		}
	}
	for _, step := range knightSteps {
		s := geometry.At(file+step[0], rank+step[1])
		if s == rules.NoSquare {
			continue
		}
		if man := g.At(s); man.Kind() == rules.Knight && foe(man) {
			found.add(s)
		}
	}
	return found
}

// firstAttacker looks from a king in one direction for a man who attacks him.
func firstAttacker(g rules.Game, file, rank, df, dr int, foe func(rules.Man) bool) (rules.Square, bool) {
	geometry := g.Geometry()
	for distance := 1; ; distance++ {
		s := geometry.At(file+df*distance, rank+dr*distance)
		if s == rules.NoSquare {
			return s, false
		}
		man := g.At(s)
		if man == 0 {
			continue
		}
		if !foe(man) {
			return s, false
		}
		switch man.Kind() {
		case rules.Queen:
			return s, true
		case rules.Rook:
			return s, df == 0 || dr == 0
		case rules.Bishop:
			return s, df != 0 && dr != 0
		case rules.King:
			return s, distance == 1
		case rules.Pawn:
			way := forward[man.Seat()&3]
			// The pawn looks towards the king, against the direction we came.
			return s, distance == 1 && df != 0 && dr != 0 && (way[0] == -df || way[1] == -dr)
		}
		return s, false
	}
}
