package mcx4

import "melee/rules"

// A State says what a position waits for, or why it has ended; repetition (M18)
// is for the [Game] or the search to see.
type State uint8

// The states, in the order in which the rules test for them (M18).
const (
	Open       State = iota // a move is to be made
	Material                // M16: a lone Queen's camp has fewer than two men
	LoneQueen               // M17, option royal: a lone queen has been captured
	Choice                  // M14: the Queen must say whether she survives
	Mate                    // M13: the camp to play is mated
	Stalemate               // M12
	NoProgress              // M18: 100 plies
	BareKings               // M18
)

// Draws reports whether the state is a drawn end.
func (s State) Draws() bool { return s >= Stalemate }

// A Turn tells who plays a position's slot, and why.
type Turn struct {
	State State
	// Seat must act: the clan that plays, in a choice the Queen asked; NoSeat when the game has ended.
	Seat rules.Seat
	// Rule is 6, 8 or 12 if another clan than the slot's plays by M6, M8 or M12, otherwise 0.
	Rule uint8
	// Forsaking tells that some of the moves may abandon the king (M9b); see [Position.Abandons].
	Forsaking bool
}

const noProgressPlies = 100

// Moves appends the legal moves to dst, in no promised order, and returns the
// extended slice. There are none unless the [Turn] is Open.
func (p *Position) Moves(dst []rules.Move) []rules.Move {
	dst, _ = p.Generate(dst)
	return dst
}

// Generate is Moves and [Position.Turn] in one: the two need the same work.
func (p *Position) Generate(dst []rules.Move) ([]rules.Move, Turn) {
	y := yield{position: p, listing: true}
	kept := len(dst)
	dst, turn := y.run(dst)
	if turn.State != Open {
		dst = dst[:kept]
	}
	return dst, turn
}

// Turn tells who must act, or how the game has ended. It is a fresh look at all
// moves; Generate gives the same for free.
func (p *Position) Turn() Turn {
	_, turn := p.Count()
	return turn
}

// Count returns the number of legal moves without listing them, and the [Turn].
func (p *Position) Count() (int, Turn) {
	y := yield{position: p}
	_, turn := y.run(nil)
	if turn.State != Open {
		return 0, turn
	}
	return y.count, turn
}

// run decides who plays the slot and collects the moves (M6–M13, M16–M18).
func (y *yield) run(dst []rules.Move) ([]rules.Move, Turn) {
	p := y.position
	if p.kings[white] == rules.NoSquare || p.kings[black] == rules.NoSquare {
		if state := p.loneEnd(); state != Open {
			return dst, Turn{State: state, Seat: rules.NoSeat}
		}
	}
	camp := campOf(p.slot)
	if p.forsaken>>camp&1 != 0 {
		return dst, p.mated(camp)
	}
	y.start()
	var turn Turn
	switch {
	case !p.divided(camp):
		turn.Seat = p.soleSeat(camp)
		if turn.Seat != p.slot {
			turn.Rule = 6
		}
		dst = y.collect(dst, y.us)
	case p.slot == queenOf(camp):
		dst, turn = y.queenSlot(dst, camp)
	default:
		dst, turn = y.kingSlot(dst, camp)
	}
	switch {
	case y.count == 0 && y.check:
		return dst, p.mated(camp)
	case y.count == 0:
		return dst, Turn{State: Stalemate, Seat: rules.NoSeat}
	case p.quiet >= noProgressPlies:
		return dst, Turn{State: NoProgress, Seat: rules.NoSeat}
	case p.men[white]+p.men[black] == 2 && p.kings[white] != rules.NoSquare && p.kings[black] != rules.NoSquare:
		return dst, Turn{State: BareKings, Seat: rules.NoSeat}
	}
	return dst, turn
}

// queenSlot collects the moves of a Queen's slot while both clans live.
func (y *yield) queenSlot(dst []rules.Move, camp int) ([]rules.Move, Turn) {
	p := y.position
	queens := y.us.And(p.clan.Trio())
	kings := y.us.Without(queens)
	if !y.check {
		dst = y.collect(dst, queens)
		if y.count > 0 {
			return dst, Turn{Seat: queenOf(camp)}
		}
		return y.collect(dst, kings), Turn{Seat: kingOf(camp), Rule: 12}
	}
	dst = y.collect(dst, kings)
	if y.count > 0 {
		return dst, Turn{Seat: kingOf(camp), Rule: 8}
	}
	kept := len(dst)
	dst = y.collect(dst, queens)
	if y.count == 0 || !p.maySurvive(camp) {
		return dst, Turn{Seat: queenOf(camp)}
	}
	y.forgetKing()
	return y.collect(dst[:kept], queens), Turn{Seat: queenOf(camp), Forsaking: true}
}

// kingSlot collects the moves of a King's slot while both clans live (M10, M12).
func (y *yield) kingSlot(dst []rules.Move, camp int) ([]rules.Move, Turn) {
	queens := y.us.And(y.position.clan.Trio())
	dst = y.collect(dst, y.us.Without(queens))
	if y.count > 0 || y.check {
		return dst, Turn{Seat: kingOf(camp)}
	}
	return y.collect(dst, queens), Turn{Seat: queenOf(camp), Rule: 12}
}

// mated is the turn of a camp whose king is mated or has resigned in its slot (M13, M14).
func (p *Position) mated(camp int) Turn {
	if p.maySurvive(camp) {
		return Turn{State: Choice, Seat: queenOf(camp)}
	}
	return Turn{State: Mate, Seat: rules.NoSeat}
}

// maySurvive reports whether a mate of the camp would leave its Queen the choice: the first of the game (M14).
func (p *Position) maySurvive(camp int) bool {
	return p.divided(camp) && p.kings[camp^1] != rules.NoSquare
}

// loneEnd tests the camp without a king (M16, M17).
func (p *Position) loneEnd() State {
	camp := white
	if p.kings[white] != rules.NoSquare {
		camp = black
	}
	switch {
	case p.royal && !p.Lives(queenOf(camp)):
		return LoneQueen
	case p.men[camp] < 2:
		return Material
	}
	return Open
}

// EnPassant returns the square on which a legal en-passant capture exists,
// NoSquare if there is none. In a choice it is the right the Queen will have if she survives.
func (p *Position) EnPassant() rules.Square {
	if p.enPassant == rules.NoSquare {
		return rules.NoSquare
	}
	var room [128]rules.Move
	moves, turn := p.Generate(room[:0])
	if turn.State == Choice {
		next := *p
		next.Survive()
		moves = next.Moves(moves)
	}
	for _, m := range moves {
		if m.Special() == rules.EnPassant {
			return p.enPassant
		}
	}
	return rules.NoSquare
}

// Abandons reports whether m, one of the position's legal moves, leaves the own king in check (M9b).
func (p *Position) Abandons(m rules.Move) bool {
	if !p.InCheck() || !p.clan.Has(uint8(m.From())) || !p.divided(campOf(p.slot)) {
		return false
	}
	next := *p
	next.Apply(m)
	return next.Alone(rules.Side(campOf(p.slot)))
}

// checkLine returns the squares on which another man than the king ends the check.
func (p *Position) checkLine(king rules.Square) set {
	checkers := p.checkers.Trio()
	if !checkers.Rest().Empty() {
		return set{}
	}
	return p.board().between(king, rules.Square(checkers.First())).Or(checkers)
}
