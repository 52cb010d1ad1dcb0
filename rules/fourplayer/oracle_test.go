package fourplayer

import (
	"slices"
	"strings"

	"melee/rules"
)

// An oracle plays the game slowly and plainly, straight from the rule page: one
// square at a time, no tables, nothing kept that can be found out. It shares
// with the package only Setup, Terms and the array of F3.
type oracle struct {
	Setup
	terms  Terms
	reason rules.Reason
	loser  rules.Seat
}

type point struct{ file, rank int }

func (a point) plus(b point) point { return point{a.file + b.file, a.rank + b.rank} }

func (a point) square() rules.Square { return Board.At(a.file, a.rank) }

func pointOf(s rules.Square) point { return point{Board.File(s), Board.Rank(s)} }

// ahead is a seat's way forward.
func ahead(seat rules.Seat) point { return [4]point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}[seat] }

// lineOf counts a seat's lines from 1.
func lineOf(seat rules.Seat, at point) int {
	return [4]int{at.rank + 1, at.file + 1, 14 - at.rank, 14 - at.file}[seat]
}

func (o *oracle) man(at point) rules.Man { return o.Men[at.square()] }

func (o *oracle) alive(man rules.Man) bool { return man != 0 && !man.IsGrey() }

func (o *oracle) sameSide(a, b rules.Seat) bool { return a == b || o.terms.Teams && (a+b)%2 == 0 }

func (o *oracle) takes(seat rules.Seat, man rules.Man) bool {
	return man.IsGrey() || man != 0 && !o.sameSide(seat, man.Seat())
}

var (
	crossWays   = []point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	saltireWays = []point{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	kingWays    = append(slices.Clone(crossWays), saltireWays...)
	knightWays  = []point{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// ways returns in which directions a man goes, and whether as far as it can.
func ways(kind rules.Kind) ([]point, bool) {
	switch kind {
	case rules.Knight:
		return knightWays, false
	case rules.Bishop:
		return saltireWays, true
	case rules.Rook:
		return crossWays, true
	case rules.Queen:
		return kingWays, true
	case rules.King:
		return kingWays, false
	}
	return nil, false
}

// attacks returns the squares a man attacks.
func (o *oracle) attacks(from point) (to []point) {
	man := o.man(from)
	if man.Kind() == rules.Pawn {
		f := ahead(man.Seat())
		for _, side := range []point{{f.rank, f.file}, {-f.rank, -f.file}} {
			if at := from.plus(f).plus(side); at.square() != rules.NoSquare {
				to = append(to, at)
			}
		}
		return to
	}
	if o.terms.Resigned == StillKing && man.Kind() == rules.King && o.Out[man.Seat()] {
		return nil
	}
	directions, far := ways(man.Kind())
	for _, d := range directions {
		for at := from.plus(d); at.square() != rules.NoSquare; at = at.plus(d) {
			to = append(to, at)
			if !far || o.man(at) != 0 {
				break
			}
		}
	}
	return to
}

// attackers returns the seats that attack a square, as bits.
func (o *oracle) attackers(target point, against rules.Seat) (seats uint8) {
	for s, man := range o.Men {
		if o.alive(man) && !o.sameSide(man.Seat(), against) && slices.Contains(o.attacks(pointOf(rules.Square(s))), target) {
			seats |= 1 << man.Seat()
		}
	}
	return seats
}

// king returns where a seat's king stands that is neither grey nor still.
func (o *oracle) king(seat rules.Seat) (point, bool) {
	for s, man := range o.Men {
		if man == rules.NewMan(seat, rules.King) && !(o.Out[seat] && o.terms.Resigned == StillKing) {
			return pointOf(rules.Square(s)), true
		}
	}
	return point{}, false
}

func (o *oracle) checkers(seat rules.Seat) uint8 {
	k, ok := o.king(seat)
	if !ok {
		return 0
	}
	return o.attackers(k, seat)
}

// moves returns what would be a seat's legal moves if it were its turn.
func (o *oracle) moves(seat rules.Seat) (legal []string) {
	for s, man := range o.Men {
		from := pointOf(rules.Square(s))
		if !o.alive(man) || man.Seat() != seat {
			continue
		}
		for _, to := range o.targets(seat, from) {
			legal = append(legal, o.named(seat, from, to)...)
		}
	}
	legal = append(legal, o.castlings(seat)...)
	slices.Sort(legal)
	return legal
}

func (o *oracle) named(seat rules.Seat, from, to point) []string {
	after := *o
	victim := after.displace(seat, from, to)
	if victim != rules.NoSeat {
		after.greyAll(victim)
	}
	if after.checkers(seat) != 0 {
		return nil
	}
	text := Board.Name(from.square()) + Board.Name(to.square())
	if o.man(from).Kind() != rules.Pawn || lineOf(seat, to) != o.terms.promotionLine() {
		return []string{text}
	}
	if o.terms.Teams {
		return []string{text + "n", text + "b", text + "r", text + "q"}
	}
	return []string{text + "q"}
}

// targets returns where a man may go but for the safety of his king.
func (o *oracle) targets(seat rules.Seat, from point) (to []point) {
	for _, at := range o.attacks(from) {
		man := o.man(at)
		switch {
		case o.takes(seat, man), man == 0 && o.man(from).Kind() != rules.Pawn:
			to = append(to, at)
		case man == 0 && o.passedBy(at, seat) != rules.NoSeat:
			to = append(to, at)
		}
	}
	if o.man(from).Kind() == rules.Pawn {
		one := from.plus(ahead(seat))
		if one.square() != rules.NoSquare && o.man(one) == 0 {
			to = append(to, one)
			if two := one.plus(ahead(seat)); lineOf(seat, from) == 2 && o.man(two) == 0 {
				to = append(to, two)
			}
		}
	}
	return to
}

// passedBy returns whose pawn has passed over a square and may be captured there by the seat.
func (o *oracle) passedBy(at point, seat rules.Seat) rules.Seat {
	for owner := range rules.Seat(4) {
		if o.Passed[owner] == at.square() && !o.sameSide(owner, seat) {
			return owner
		}
	}
	return rules.NoSeat
}

// displace moves the men of one move and returns whose king it captures; a still king is nobody's.
func (o *oracle) displace(seat rules.Seat, from, to point) rules.Seat {
	victim := rules.NoSeat
	man, taken := o.man(from), o.man(to)
	if o.alive(taken) && taken.Kind() == rules.King {
		victim = taken.Seat()
	}
	if taken == 0 && man.Kind() == rules.Pawn && from.file != to.file && from.rank != to.rank {
		owner := o.passedBy(to, seat)
		o.Men[to.plus(ahead(owner)).square()] = 0
	}
	o.Men[from.square()], o.Men[to.square()] = 0, man
	return victim
}

func (o *oracle) greyAll(seat rules.Seat) {
	for s, man := range o.Men {
		if man != 0 && man.Seat() == seat {
			o.Men[s] |= rules.Grey
		}
	}
	o.Castles[seat], o.Passed[seat] = [2]bool{}, rules.NoSquare
}

// castlingRooks are the homes of the rooks in the modern array, by seat and side.
var castlingRooks = [4][2]string{{"k1", "d1"}, {"a4", "a11"}, {"d14", "k14"}, {"n11", "n4"}}

func (o *oracle) castlings(seat rules.Seat) (legal []string) {
	k, ok := o.king(seat)
	if !ok || o.checkers(seat) != 0 {
		return nil
	}
	for side := range 2 {
		if !o.Castles[seat][side] {
			continue
		}
		rook := o.castlingRook(seat, side)
		d := point{sign(rook.file - k.file), sign(rook.rank - k.rank)}
		free := true
		for at := k.plus(d); at != rook; at = at.plus(d) {
			free = free && o.man(at) == 0
		}
		one := k.plus(d)
		two := one.plus(d)
		if free && o.attackers(one, seat)|o.attackers(two, seat) == 0 {
			legal = append(legal, Board.Name(k.square())+Board.Name(two.square()))
		}
	}
	return legal
}

func (o *oracle) castlingRook(seat rules.Seat, side int) point {
	if o.terms.Classic && seat%2 == 1 {
		side = 1 - side
	}
	return pointOf(Board.Square(castlingRooks[seat][side]))
}

func sign(n int) int { return max(-1, min(1, n)) }

// play plays a legal move and carries out F26.
func (o *oracle) play(move string) {
	seat := o.Turn
	before := o.checksBy(seat)
	from, to, promotion := cutMove(move)
	man, taken := o.man(from), o.man(to)
	passant := man.Kind() == rules.Pawn && from.file != to.file && from.rank != to.rank && taken == 0
	castled := man.Kind() == rules.King && max(from.file-to.file, to.file-from.file, from.rank-to.rank, to.rank-from.rank) == 2
	o.score(seat, taken, passant)
	victim := o.displace(seat, from, to)
	if castled {
		for side := range 2 {
			if rook := o.castlingRook(seat, side); o.Castles[seat][side] && sign(rook.file-to.file) == sign(to.file-from.file) && sign(rook.rank-to.rank) == sign(to.rank-from.rank) {
				o.displace(seat, rook, point{(from.file + to.file) / 2, (from.rank + to.rank) / 2})
			}
		}
	}
	if promotion != rules.NoKind {
		man = rules.NewMan(seat, promotion)
		if !o.terms.Teams {
			man |= rules.Promoted
		}
		o.Men[to.square()] = man
	}
	o.loseCastling(from, to)
	o.losePassed(to)
	if man.Kind() == rules.Pawn && (to == from.plus(ahead(seat)).plus(ahead(seat))) && !o.terms.NoEnPassant {
		o.Passed[seat] = from.plus(ahead(seat)).square()
	}
	o.Ply++
	o.Clock++
	o.Quiet[seat]++
	if taken != 0 || passant || man.Kind() == rules.Pawn || promotion != rules.NoKind {
		o.Clock, o.Quiet = 0, [4]int{}
	}
	if victim != rules.NoSeat && o.terms.Teams {
		o.reason, o.loser = rules.Mate, victim
	} else if victim != rules.NoSeat {
		o.Out[victim] = true
		o.greyAll(victim)
	}
	if !o.terms.Teams {
		o.rewardChecks(seat, before, man.Kind() == rules.Queen)
		o.findMates(seat)
	}
	o.nextTurn()
	o.judge()
}

func cutMove(move string) (from, to point, promotion rules.Kind) {
	n := 2
	if move[2] >= '0' && move[2] <= '9' {
		n = 3
	}
	rest := move[n:]
	if last := rest[len(rest)-1]; last > '9' {
		promotion, rest = rules.KindOf(last), rest[:len(rest)-1]
	}
	return pointOf(Board.Square(move[:n])), pointOf(Board.Square(rest)), promotion
}

func (o *oracle) pay(seat rules.Seat, points int) {
	if !o.terms.Teams && !o.Out[seat] {
		o.Points[seat] += points
	}
}

func (o *oracle) score(seat rules.Seat, taken rules.Man, passant bool) {
	switch {
	case passant:
		o.pay(seat, 1)
	case !o.alive(taken):
	case taken.IsPromoted():
		o.pay(seat, 1)
	default:
		o.pay(seat, map[rules.Kind]int{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 5, rules.Rook: 5, rules.Queen: 9, rules.King: 20}[taken.Kind()])
	}
}

func (o *oracle) loseCastling(from, to point) {
	for seat := range rules.Seat(4) {
		for side := range 2 {
			rook := o.castlingRook(seat, side)
			king, alive := o.king(seat)
			homeless := !alive || o.Castles[seat][side] && (from == king || to == king)
			if homeless || o.man(rook) != rules.NewMan(seat, rules.Rook) {
				o.Castles[seat][side] = false
			}
		}
	}
}

func (o *oracle) losePassed(to point) {
	for owner := range rules.Seat(4) {
		if o.Passed[owner] == rules.NoSquare {
			continue
		}
		at := pointOf(o.Passed[owner])
		if o.man(at) != 0 || o.man(at.plus(ahead(owner))) != rules.NewMan(owner, rules.Pawn) {
			o.Passed[owner] = rules.NoSquare
		}
	}
}

// checksBy returns the active seats whose kings a seat's men attack.
func (o *oracle) checksBy(seat rules.Seat) (kings []rules.Seat) {
	for other := range rules.Seat(4) {
		if other != seat && !o.Out[other] && o.checkers(other)>>seat&1 != 0 {
			kings = append(kings, other)
		}
	}
	return kings
}

func (o *oracle) rewardChecks(seat rules.Seat, before []rules.Seat, queen bool) {
	fresh := 0
	for _, king := range o.checksBy(seat) {
		if !slices.Contains(before, king) {
			fresh++
		}
	}
	points := [4]int{0, 0, 5, 20}
	if queen {
		points = [4]int{0, 0, 1, 5}
	}
	o.pay(seat, points[fresh])
}

func (o *oracle) findMates(mover rules.Seat) {
	for i := range rules.Seat(3) {
		seat := (mover + 1 + i) % 4
		if o.checkers(seat) != 0 && len(o.moves(seat)) == 0 {
			o.pay(mover, 20)
			o.Out[seat] = true
			o.greyAll(seat)
		}
	}
}

// hasTurns reports whether a seat is active or a walking king.
func (o *oracle) hasTurns(seat rules.Seat) bool {
	_, king := o.king(seat)
	return !o.Out[seat] || king && o.terms.Resigned == WalkingKing
}

func (o *oracle) nextTurn() {
	for i := range rules.Seat(4) {
		if next := (o.Turn + 1 + i) % 4; o.hasTurns(next) {
			o.Turn = next
			return
		}
	}
}

func (o *oracle) active() (seats []rules.Seat) {
	for seat, out := range o.Out {
		if !out {
			seats = append(seats, rules.Seat(seat))
		}
	}
	return seats
}

// standing counts the kings of eliminated players that are not grey.
func (o *oracle) standing() (n int) {
	for _, man := range o.Men {
		if man.Kind() == rules.King && o.alive(man) && o.Out[man.Seat()] {
			n++
		}
	}
	return n
}

func (o *oracle) judge() {
	for o.reason == "" {
		o.findEnd()
		if o.reason != "" {
			for o.Out[o.Turn] {
				o.nextTurn()
			}
			return
		}
		seat := o.Turn
		o.Passed[seat] = rules.NoSquare
		if len(o.moves(seat)) > 0 {
			return
		}
		checked := o.checkers(seat) != 0
		if o.terms.Teams {
			o.reason = rules.Stalemate
			if checked {
				o.reason, o.loser = rules.Mate, seat
			}
			return
		}
		if !checked && !o.terms.NoStalemate {
			if o.Out[seat] {
				for _, other := range o.active() {
					o.pay(other, 10)
				}
			}
			o.pay(seat, 20)
		}
		o.Out[seat] = true
		o.greyAll(seat)
		o.nextTurn()
	}
}

// findEnd looks for the ends of F17–F20 but for repetition.
func (o *oracle) findEnd() {
	active := o.active()
	quiet, bare := true, true
	for _, seat := range active {
		quiet = quiet && o.Quiet[seat] >= 50
	}
	for _, man := range o.Men {
		bare = bare && (!o.alive(man) || man.Kind() == rules.King)
	}
	draw := 10 + 10*o.standing()
	switch {
	case len(active) == 1:
		o.reason = rules.Eliminations
		o.pay(active[0], 20*o.standing())
	case len(active) == 2 && !o.terms.Claim && max(o.Points[active[0]]-o.Points[active[1]], o.Points[active[1]]-o.Points[active[0]]) >= 21:
		o.reason = rules.Lead
	case o.terms.MoveLimit > 0 && o.Ply >= int(o.terms.MoveLimit):
		o.reason = rules.MoveLimit
	case quiet || bare:
		o.reason = rules.BareKings
		if quiet {
			o.reason = rules.NoProgress
		}
		for _, seat := range active {
			o.pay(seat, draw)
		}
	}
}

// leave carries out a resignation (F14).
func (o *oracle) leave(seat rules.Seat) {
	if o.terms.Teams {
		o.reason, o.loser = rules.Resignation, seat
		return
	}
	king := slices.Index(o.Men[:], rules.NewMan(seat, rules.King))
	o.Out[seat] = true
	o.greyAll(seat)
	if o.terms.Resigned != GreyKing {
		o.Men[king] = rules.NewMan(seat, rules.King)
	}
	if !o.hasTurns(o.Turn) {
		o.nextTurn()
	}
	o.judge()
}

func sortedTexts(moves []rules.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.Text(Board)
	}
	slices.Sort(texts)
	return texts
}

func joinedTexts(texts []string) string { return strings.Join(texts, " ") }
