package fourplayer

import (
	"maps"

	"melee/rules"
)

// A Game is a game of Four-player chess in progress: a [rules.Game] that is [rules.Scored].
type Game struct {
	variant  *rules.Variant
	options  rules.Options
	extra    string // unknown keys of the start's text
	position Position
	past     rules.History

	// legal are the moves of position, if known: whoever plays one has listed
	// them before, to choose, to check or to write it.
	legal []rules.Move
	known bool
}

var (
	_ rules.Game   = (*Game)(nil)
	_ rules.Scored = (*Game)(nil)
)

// Variant returns the rules the game is played by.
func (g *Game) Variant() *rules.Variant { return g.variant }

// Options returns the options that differ from their defaults.
func (g *Game) Options() rules.Options { return g.options }

// Geometry returns the shape of the board (F1).
func (g *Game) Geometry() rules.Geometry { return Board }

// Position returns a copy of the position for engines, which work without the Game.
func (g *Game) Position() Position { return g.position }

// Past returns a copy of the keys of all positions, the current one last.
func (g *Game) Past() rules.History { return g.past.Clone() }

// Clone returns an independent copy.
func (g *Game) Clone() rules.Game {
	c := *g
	c.options = maps.Clone(g.options)
	c.past = g.past.Clone()
	c.legal, c.known = nil, false
	return &c
}

// Text returns the position as FEN4 with the unknown keys the start had.
func (g *Game) Text() string {
	s := g.position.Setup()
	s.Extra = g.extra
	return s.Text()
}

// Key returns the position's key (F18).
func (g *Game) Key() uint64 { return g.position.Key() }

// At returns the man on a square.
func (g *Game) At(s rules.Square) rules.Man { return g.position.At(s) }

// Status says whether a move is awaited or the game has ended.
func (g *Game) Status() rules.Status {
	if g.position.Over() {
		return rules.Ended
	}
	return rules.Playing
}

// Turn returns the seat on turn, NoSeat when the game has ended.
func (g *Game) Turn() rules.Seat {
	if g.position.Over() {
		return rules.NoSeat
	}
	return g.position.Turn()
}

// Checked reports whether the king of an active seat is attacked by an active opponent.
func (g *Game) Checked(side rules.Side) bool { return g.position.Checked(rules.Seat(side)) }

// Moves appends the legal moves.
func (g *Game) Moves(dst []rules.Move) []rules.Move { return append(dst, g.moves()...) }

func (g *Game) moves() []rules.Move {
	if !g.known {
		g.legal, g.known = g.position.Moves(g.legal[:0]), true
	}
	return g.legal
}

// Points returns a seat's points (F9).
func (g *Game) Points(seat rules.Seat) int { return g.position.Points(seat) }

// Active reports whether a seat is still in the game.
func (g *Game) Active(seat rules.Seat) bool { return g.position.Active(seat) }

// Walking reports whether it is the turn of a resigned player's walking king
// (F14): one of its moves is to be picked at random and played as any other.
func (g *Game) Walking() bool { return g.position.Walking() }

// MayClaim reports whether a seat may claim the win (F17, option lead).
func (g *Game) MayClaim(seat rules.Seat) bool { return g.position.MayClaim(seat) }

// Perft counts the legal sequences of exactly depth moves.
func (g *Game) Perft(depth int) uint64 { return g.position.Perft(depth, &g.past) }

// Outcome returns how the game ended, nil while it goes on.
func (g *Game) Outcome() *rules.Outcome {
	return g.position.Outcome()
}

// Do checks an action and carries it out.
func (g *Game) Do(a rules.Action) ([]rules.Effect, error) {
	if g.position.Over() {
		return nil, rules.Refusal("the game has ended (" + string(g.position.Reason()) + ")")
	}
	var l log
	switch a.Act {
	case rules.MakeMove:
		if !contains(g.moves(), a.Move) {
			return nil, rules.Refusal("'" + a.Move.Text(Board) + "' is not a legal move in this position")
		}
		g.known = false
		g.position.play(a.Move, &l)
		g.position.advance()
		g.position.judge(&g.past, &l)
	case rules.Resign, rules.FlagFall:
		if g.variant.SeatName(a.Seat) == "" {
			return nil, rules.Refusal("there is no such seat")
		}
		if !g.position.Active(a.Seat) {
			return nil, rules.Refusal(g.variant.SeatName(a.Seat) + " is eliminated already")
		}
		g.known = false
		g.position.leave(a.Seat, a.Act == rules.FlagFall, &g.past, &l)
	case rules.Claim:
		if !g.position.MayClaim(a.Seat) {
			return nil, rules.Refusal(g.variant.SeatName(a.Seat) + " cannot claim the win: with the option lead=claim, the leader of the last two players may, at 21 points or more ahead")
		}
		g.known = false
		g.position.claim(a.Seat, &l)
	default:
		return nil, rules.Refusal("'" + a.Text(g.variant, Board) + "' does not exist in " + g.variant.Name)
	}
	return l.effects, nil
}

func contains(moves []rules.Move, m rules.Move) bool {
	for _, move := range moves {
		if move == m {
			return true
		}
	}
	return false
}
