package rules

// Reach appends to dst the moves that a man could make from a square if every
// other man stood as his way asks for: what a move that is entered before its
// turn may turn out to be. Start is a game of the variant before its first
// move; the king castles from where he stands in it, whatever has happened since.
func Reach(dst []Move, start Game, m Man, from Square) []Move {
	r := reach{start, start.Geometry(), m, from, dst}
	switch m.Kind() {
	case Pawn:
		r.pawn()
	case Knight:
		r.leap(knightSteps[:])
	case Bishop:
		r.slide(diagonals[:])
	case Rook:
		r.slide(straights[:])
	case Queen:
		r.slide(straights[:])
		r.slide(diagonals[:])
	case King:
		r.leap(straights[:])
		r.leap(diagonals[:])
		r.castle()
	}
	return r.moves
}

// reach is what Reach looks for.
type reach struct {
	start Game
	board Geometry
	man   Man
	from  Square
	moves []Move
}

// A step leads so many files and ranks on.
type step struct{ files, ranks int }

var (
	straights   = [4]step{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonals   = [4]step{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	knightSteps = [8]step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// to returns the square n steps on, NoSquare where there is none.
func (r *reach) to(s step, n int) Square {
	return r.board.At(r.board.File(r.from)+n*s.files, r.board.Rank(r.from)+n*s.ranks)
}

func (r *reach) add(to Square, promotion Kind, special Special) {
	r.moves = append(r.moves, NewMove(r.from, to, r.man.Kind(), NoKind, promotion, special))
}

func (r *reach) leap(steps []step) {
	for _, s := range steps {
		if to := r.to(s, 1); to != NoSquare {
			r.add(to, NoKind, Plain)
		}
	}
}

func (r *reach) slide(steps []step) {
	for _, s := range steps {
		for n := 1; r.to(s, n) != NoSquare; n++ {
			r.add(r.to(s, n), NoKind, Plain)
		}
	}
}

// ahead is the way a seat's pawns march: where there are two sides, up and
// down the board (A3, M22), else each away from its own edge (F5).
func (r *reach) ahead() step {
	sides := len(r.start.Variant().Sides)
	quarter := int(r.man.Seat()) % sides * (4 / sides)
	return straights[quarter]
}

// pawn adds single and double step and both captures.
func (r *reach) pawn() {
	forward := r.ahead()
	for _, s := range []step{forward, {forward.files + forward.ranks, forward.ranks + forward.files}, {forward.files - forward.ranks, forward.ranks - forward.files}} {
		if to := r.to(s, 1); to != NoSquare {
			r.arrive(to, forward)
		}
	}
	behind, beyond := r.to(forward, -1), r.to(forward, -2)
	if to := r.to(forward, 2); behind != NoSquare && beyond == NoSquare && to != NoSquare {
		r.add(to, NoKind, Double)
	}
}

// arrive adds a pawn's step, with each kind he may become where that is chosen
// (not in M22 and F5, and told there by the square alone).
func (r *reach) arrive(to Square, forward step) {
	last := r.board.At(r.board.File(to)+forward.files, r.board.Rank(to)+forward.ranks) == NoSquare
	if !last || len(r.start.Variant().Seats) > 2 {
		r.add(to, NoKind, Plain)
		return
	}
	for _, kind := range []Kind{Queen, Rook, Bishop, Knight} {
		r.add(to, kind, Plain)
	}
}

// castle adds two squares to either side along the king's own edge.
func (r *reach) castle() {
	if r.start.At(r.from) != r.man {
		return
	}
	forward := r.ahead()
	for _, side := range []step{{forward.ranks, forward.files}, {-forward.ranks, -forward.files}} {
		if to := r.to(side, 2); to != NoSquare {
			r.add(to, NoKind, Castle)
		}
	}
}
