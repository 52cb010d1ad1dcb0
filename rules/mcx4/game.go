package mcx4

import (
	"slices"

	"melee/rules"
)

// A Game is a game of MCX4: a [Position], its past and its end. It implements
// [rules.Game] and [rules.Slotted].
type Game struct {
	variant  *rules.Variant
	options  rules.Options
	position Position
	past     rules.History
	turn     Turn
	moves    []rules.Move
	outcome  *rules.Outcome
	gaveUp   [2]rules.Reason // by camp: how its King gave up, "" if he did not (M21)
}

var (
	_ rules.Game    = (*Game)(nil)
	_ rules.Slotted = (*Game)(nil)
)

// Variant returns the rules of MCX4.
func (g *Game) Variant() *rules.Variant { return g.variant }

// Options returns the options that differ from their defaults; the caller must not change them.
func (g *Game) Options() rules.Options { return g.options }

// Geometry returns the shape of the board, which the start position gives (M2).
func (g *Game) Geometry() rules.Geometry { return g.position.Geometry() }

// Clone returns an independent copy.
func (g *Game) Clone() rules.Game {
	c := *g
	c.past = g.past.Clone()
	c.moves = slices.Clone(g.moves)
	return &c
}

// Position returns the position, to be searched without the game.
func (g *Game) Position() Position { return g.position }

// History returns a copy of the keys of all positions so far, the present one last.
func (g *Game) History() rules.History { return g.past.Clone() }

// Text returns the position in its text form.
func (g *Game) Text() string {
	if g.outcome == nil {
		return g.position.Text()
	}
	enPassant := rules.NoSquare
	if g.position.Turn().State == Open {
		enPassant = g.position.EnPassant()
	}
	return string(g.position.appendText(make([]byte, 0, 128), enPassant, "-"))
}

// Key returns the position's Zobrist key.
func (g *Game) Key() uint64 { return g.position.Key() }

// At returns the man on a square, 0 if it is empty.
func (g *Game) At(s rules.Square) rules.Man { return g.position.At(s) }

// Status says what the game waits for.
func (g *Game) Status() rules.Status {
	switch {
	case g.outcome != nil:
		return rules.Ended
	case g.turn.State == Choice:
		return rules.Choosing
	}
	return rules.Playing
}

// Turn returns the seat that must act now: the clan that plays the slot (M6–M12)
// or the Queen who is asked (M14); NoSeat when the game has ended.
func (g *Game) Turn() rules.Seat {
	if g.outcome != nil {
		return rules.NoSeat
	}
	return g.turn.Seat
}

// Slot returns the slot of M5, also when the game has ended.
func (g *Game) Slot() rules.Seat { return g.position.slot }

// SlotRule returns the rule by which another clan than the slot's plays: "M6", "M8", "M12"; "" if none.
func (g *Game) SlotRule() string {
	if g.outcome != nil || g.turn.Rule == 0 {
		return ""
	}
	return "M" + rules.CountText(int(g.turn.Rule))
}

// Abandons reports whether a legal move leaves the own king in check (M9).
func (g *Game) Abandons(m rules.Move) bool {
	return g.outcome == nil && g.turn.Forsaking && slices.Contains(g.moves, m) && g.position.Abandons(m)
}

// Checked reports whether the king of the camp stands attacked.
func (g *Game) Checked(camp rules.Side) bool { return g.position.Checked(camp) }

// Moves appends the legal moves to dst; none unless Status is Playing.
func (g *Game) Moves(dst []rules.Move) []rules.Move {
	if g.outcome != nil {
		return dst
	}
	return append(dst, g.moves...)
}

// Outcome returns how the game ended, nil while it goes on.
func (g *Game) Outcome() *rules.Outcome { return g.outcome }

// Perft counts the legal sequences of exactly depth moves; an open choice is answered "survive".
func (g *Game) Perft(depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case g.outcome != nil:
		return 0
	}
	past := g.past.Clone()
	return g.position.perft(depth, &past)
}

// Do checks an action and carries it out. On an error nothing has changed.
func (g *Game) Do(a rules.Action) ([]rules.Effect, error) {
	if g.outcome != nil {
		return nil, rules.Refusal("the game has ended (" + string(g.outcome.Reason) + ")")
	}
	switch a.Act {
	case rules.MakeMove:
		return g.move(a.Move)
	case rules.Survive, rules.Decline:
		if g.turn.State != Choice {
			return nil, rules.Refusal("no choice is open: a Queen is asked only when her king is mated (M14)")
		}
		if a.Act == rules.Decline {
			return g.decline(), nil
		}
		return g.survive(), nil
	case rules.Resign:
		return g.resign(a.Seat, rules.Resignation)
	case rules.FlagFall:
		return g.resign(a.Seat, rules.TimeOut)
	case rules.AgreeDraw:
		g.draw(rules.Agreement)
		return nil, nil
	}
	return nil, rules.Refusal("no such action in MCX4")
}

func (g *Game) move(m rules.Move) ([]rules.Effect, error) {
	if g.turn.State == Choice {
		return nil, rules.Refusal("the Queen must first say whether she survives: survive or decline (M14)")
	}
	if m == rules.NoMove || !slices.Contains(g.moves, m) {
		return nil, rules.Refusal("'" + m.Text(g.Geometry()) + "' is not a legal move in this position")
	}
	before := g.position
	g.position.Apply(m)
	g.arrive()
	return g.moveEffects(&before, m), nil
}

// moveEffects tells what the move before which the position was as given has done to the clans.
func (g *Game) moveEffects(before *Position, m rules.Move) []rules.Effect {
	var effects []rules.Effect
	camp := campOf(before.slot)
	by := g.position.last[camp]
	enemy := queenOf(camp ^ 1)
	if before.Lives(enemy) && !g.position.Lives(enemy) && before.kings[camp^1] != rules.NoSquare {
		effects = append(effects, rules.Effect{Kind: rules.ClanGone, Seat: enemy, By: by, Square: m.To(), Rule: "M7"})
	}
	if king := before.kings[camp]; king != rules.NoSquare && g.position.kings[camp] == rules.NoSquare {
		effects = append(effects, rules.Effect{Kind: rules.Abandonment, Seat: by, By: rules.NoSeat, Square: king, Rule: "M9"})
		effects = appendSurvival(effects, before, camp)
	}
	return effects
}

func appendSurvival(effects []rules.Effect, before *Position, camp int) []rules.Effect {
	king := before.kings[camp]
	if before.forsaken>>camp&1 == 0 {
		by := before.Credit(rules.Side(camp ^ 1))
		effects = append(effects, rules.Effect{Kind: rules.ClanGone, Seat: kingOf(camp), By: by, Square: king, Rule: "M14"})
	}
	return append(effects,
		rules.Effect{Kind: rules.Survival, Seat: queenOf(camp), By: rules.NoSeat, Square: king, Rule: "M14"})
}

func (g *Game) survive() []rules.Effect {
	before := g.position
	g.position.Survive()
	g.arrive()
	return appendSurvival(nil, &before, campOf(before.slot))
}

// decline ends the game by the mate that is not survived; the reason is the mate even if the King resigned.
func (g *Game) decline() []rules.Effect {
	g.lose(campOf(g.position.slot), rules.Mate)
	return nil
}

// resign takes a seat out of the game (M21).
func (g *Game) resign(seat rules.Seat, reason rules.Reason) ([]rules.Effect, error) {
	if seat > BlackKing {
		return nil, rules.Refusal("there is no such seat")
	}
	if g.turn.State == Choice {
		if seat != g.turn.Seat {
			return nil, rules.Refusal("while a choice is open only " + seatNames[g.turn.Seat] + " can resign (M21)")
		}
		return g.decline(), nil
	}
	camp := campOf(seat)
	gone := []rules.Effect{{Kind: rules.ClanGone, Seat: seat, By: rules.NoSeat, Square: rules.NoSquare, Rule: "M21"}}
	p := &g.position
	if g.last(seat) {
		g.loseBy(camp, seat, reason)
		return gone, nil
	}
	switch {
	case !p.Lives(seat) || (seat == kingOf(camp) && g.gaveUp[camp] != ""):
		return nil, rules.Refusal("the clan of " + seatNames[seat] + " has already disappeared")
	case seat == queenOf(camp):
		p.ResignQueen(rules.Side(camp))
		g.arrive()
	default:
		g.gaveUp[camp] = reason
		p.ResignKing(rules.Side(camp))
		g.judge() // the position is the same, so it does not occur once more
	}
	return gone, nil
}

// last reports whether the seat is the last of its camp still playing (M21).
func (g *Game) last(seat rules.Seat) bool {
	camp := campOf(seat)
	if !g.position.divided(camp) {
		return seat == g.position.soleSeat(camp)
	}
	return seat == queenOf(camp) && g.gaveUp[camp] != ""
}

// arrive takes note of the position that has just arisen and judges it.
func (g *Game) arrive() {
	g.past.Push(g.position.Key())
	g.judge()
}

// judge finds who must act and tests for the end, in the order of M18.
func (g *Game) judge() {
	g.moves, g.turn = g.position.Generate(g.moves[:0])
	p := &g.position
	switch g.turn.State {
	case Choice:
	case Material:
		g.loseLone(rules.Material)
	case LoneQueen:
		g.loseLone(rules.LoneQueen)
	case Mate:
		camp := campOf(p.slot)
		reason := rules.Mate
		if p.forsaken>>camp&1 != 0 {
			reason = g.gaveUp[camp]
		}
		g.lose(camp, reason)
	case Stalemate:
		g.draw(rules.Stalemate)
	case Open, NoProgress, BareKings:
		g.testDraws()
	default:
		panic("mcx4: no such state")
	}
}

// testDraws tests for the draws that come after stalemate, in their order (M18).
func (g *Game) testDraws() {
	switch {
	case repeated(&g.past, &g.position, g.position.Key()):
		g.draw(rules.Repetition)
	case g.turn.State == NoProgress:
		g.draw(rules.NoProgress)
	case g.turn.State == BareKings:
		g.draw(rules.BareKings)
	}
}
