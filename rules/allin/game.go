package allin

import "melee/rules"

// A Game is a game of the family in progress.
type Game struct {
	variant *rules.Variant
	options rules.Options
	p       Position
	history rules.History // keys of all positions, that of p last
	outcome *rules.Outcome
}

var (
	_ rules.Game      = (*Game)(nil)
	_ rules.Returning = (*Game)(nil)
)

// Position returns a copy of the position.
func (g *Game) Position() Position { return g.p }

// History returns a copy of the keys of all positions so far, the present one last.
func (g *Game) History() rules.History { return g.history.Clone() }

// Variant returns the rules the game is played by.
func (g *Game) Variant() *rules.Variant { return g.variant }

// Options returns the options that differ from their defaults.
func (g *Game) Options() rules.Options { return g.options }

// Geometry returns [Board].
func (g *Game) Geometry() rules.Geometry { return Board }

// Clone returns an independent copy.
func (g *Game) Clone() rules.Game {
	c := *g
	c.history = g.history.Clone()
	return &c
}

// Text returns the position's text.
func (g *Game) Text() string { return g.p.Text() }

// Key returns the position's key (A10).
func (g *Game) Key() uint64 { return g.p.key }

// At returns the man on a square.
func (g *Game) At(s rules.Square) rules.Man { return g.p.At(s) }

// Status tells whether the game goes on.
func (g *Game) Status() rules.Status {
	if g.outcome != nil {
		return rules.Ended
	}
	return rules.Playing
}

// Turn returns the seat to move, NoSeat when the game has ended.
func (g *Game) Turn() rules.Seat {
	if g.outcome != nil {
		return rules.NoSeat
	}
	return g.p.turn
}

// Checked reports whether a colour's king stands attacked.
func (g *Game) Checked(side rules.Side) bool { return g.p.Checked(rules.Seat(side)) }

// Moves appends the legal moves of a game that goes on.
func (g *Game) Moves(dst []rules.Move) []rules.Move {
	if g.outcome != nil {
		return dst
	}
	return g.p.Moves(dst)
}

// Forbidden returns the move that A6 forbids, also when the game has ended.
func (g *Game) Forbidden() (rules.Move, bool) { return g.p.Forbidden() }

// Barred returns the square of the man that A15 forbids to move.
func (g *Game) Barred() rules.Square { return g.p.barred }

// Outcome returns how the game ended, nil while it goes on.
func (g *Game) Outcome() *rules.Outcome { return g.outcome }

// Perft counts the legal sequences of exactly depth moves.
func (g *Game) Perft(depth int) uint64 {
	if g.outcome != nil && depth > 0 {
		return 0
	}
	earlier := g.history.Clone()
	earlier.Truncate(earlier.Len() - 1)
	return perft(&g.p, &earlier, depth)
}

// Do carries out a move, a resignation, the end of a player's time or an agreed draw (A13).
func (g *Game) Do(a rules.Action) ([]rules.Effect, error) {
	if g.outcome != nil {
		return nil, rules.Refusal("the game has ended (" + string(g.outcome.Reason) + ")")
	}
	switch a.Act {
	case rules.MakeMove:
		if err := g.p.Play(a.Move); err != nil {
			return nil, err
		}
		g.judge()
		return nil, nil
	case rules.Resign, rules.FlagFall:
		if a.Seat > Black {
			return nil, rules.Refusal("only white or black can lose")
		}
		reason := rules.Resignation
		if a.Act == rules.FlagFall {
			reason = rules.TimeOut
		}
		g.lose(a.Seat, reason)
		return nil, nil
	case rules.AgreeDraw:
		g.draw(rules.Agreement)
		return nil, nil
	case rules.Survive, rules.Decline:
		return nil, rules.Refusal("there is no choice to answer in " + g.variant.Name)
	}
	return nil, rules.Refusal("no such action")
}

// judge ends the game if the position that has just arisen does so, in the
// order of A9: mate, stalemate, A10, A11, A12.
func (g *Game) judge() {
	if g.p.Count() == 0 {
		if g.p.InCheck() {
			g.lose(g.p.turn, rules.Checkmate)
		} else {
			g.draw(rules.Stalemate)
		}
	} else if reason := g.p.drawn(&g.history); reason != "" {
		g.draw(reason)
	}
	g.history.Push(g.p.key)
}

func (g *Game) lose(loser rules.Seat, reason rules.Reason) {
	g.outcome = &rules.Outcome{Reason: reason, Ranking: [][]rules.Seat{{loser ^ 1}, {loser}}}
}

func (g *Game) draw(reason rules.Reason) {
	g.outcome = &rules.Outcome{Reason: reason, Ranking: [][]rules.Seat{{White, Black}}, Draw: true}
}
