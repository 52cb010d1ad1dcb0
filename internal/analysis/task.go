package analysis

import (
	"context"
	"time"

	"melee/engine"
	"melee/notation"
	"melee/review"
	"melee/rules"
)

// A positionTask asks for the best lines of a position.
type positionTask struct {
	game   rules.Game
	limits engine.Limits
	time   time.Duration
}

// The data of a position's events.
type (
	positionStart struct {
		Variant  string      `json:"variant"`
		Position string      `json:"position"`
		Turn     *rules.Seat `json:"turn"` // null when the game has ended
		Seats    []string    `json:"seats"`
		Unit     review.Unit `json:"unit"`
		Result   *result     `json:"result,omitempty"`
	}
	result struct {
		Reason  rules.Reason `json:"reason"`
		Draw    bool         `json:"draw"`
		Ranking [][]string   `json:"ranking"` // places from first to last
	}
	positionLines struct {
		Depth    int           `json:"depth"`
		SelDepth int           `json:"seldepth"`
		Nodes    uint64        `json:"nodes"`
		NPS      uint64        `json:"nps"`
		Seconds  float64       `json:"seconds"`
		Lines    []review.Line `json:"lines"`
	}
)

func (t *positionTask) kind() string            { return "position" }
func (t *positionTask) variant() *rules.Variant { return t.game.Variant() }
func (t *positionTask) limit() time.Duration    { return t.time }
func (t *positionTask) text() string            { return t.game.Variant().Name + " " + t.game.Text() }
func (t *positionTask) sum() any                { return nil }

func (t *positionTask) work(ctx context.Context, s engine.Searcher, breathe func(), j *job) error {
	v := t.game.Variant()
	start := positionStart{Variant: v.Name, Position: t.game.Text(), Seats: v.Seats, Unit: review.UnitOf(v), Result: resultOf(t.game)}
	if turn := t.game.Turn(); turn != rules.NoSeat {
		start.Turn = &turn
	}
	j.events.Tell("start", start, false)
	if start.Result != nil {
		return nil
	}
	limits := t.limits
	limits.Breathe = breathe
	wanted := max(1, min(limits.MultiPV, len(t.game.Moves(nil))))
	var lines []engine.Info
	final := s.Search(ctx, t.game, limits, func(i engine.Info) {
		if i.MultiPV == 1 {
			lines = lines[:0]
		}
		if lines = append(lines, i); len(lines) == wanted {
			j.events.Tell("lines", t.lines(lines, i.Nodes), true)
		}
	})
	if len(final.Lines) > 0 {
		j.events.Tell("lines", t.lines(final.Lines, final.Nodes), false)
	}
	return nil
}

// lines makes the event of an iteration's lines.
func (t *positionTask) lines(infos []engine.Info, nodes uint64) positionLines {
	last := &infos[len(infos)-1]
	data := positionLines{Nodes: nodes, NPS: last.NPS(), Seconds: last.Time.Seconds(), Lines: make([]review.Line, len(infos))}
	for n := range infos {
		data.Depth, data.SelDepth = max(data.Depth, infos[n].Depth), max(data.SelDepth, infos[n].SelDepth)
		data.Lines[n] = review.LineOf(t.game, &infos[n])
	}
	return data
}

func resultOf(g rules.Game) *result {
	outcome := g.Outcome()
	if outcome == nil {
		return nil
	}
	r := &result{Reason: outcome.Reason, Draw: outcome.Draw, Ranking: make([][]string, len(outcome.Ranking))}
	for i, place := range outcome.Ranking {
		for _, seat := range place {
			r.Ranking[i] = append(r.Ranking[i], g.Variant().SeatName(seat))
		}
	}
	return r
}

// A gameTask asks how good the moves of a game were.
type gameTask struct {
	record *notation.Record
	nodes  uint64
	time   time.Duration
	plies  []review.Ply
}

// gameStart begins a game's events; the others are plies as the package review has them.
type gameStart struct {
	Variant string      `json:"variant"`
	Seats   []string    `json:"seats"`
	Unit    review.Unit `json:"unit"`
	Plies   int         `json:"plies"`
}

func (t *gameTask) kind() string            { return "game" }
func (t *gameTask) variant() *rules.Variant { return t.record.Variant }
func (t *gameTask) limit() time.Duration    { return t.time }
func (t *gameTask) text() string            { return "a game of " + t.record.Variant.Name }
func (t *gameTask) sum() any                { return review.Tallies(t.record.Variant, t.plies) }

func (t *gameTask) work(ctx context.Context, s engine.Searcher, breathe func(), j *job) error {
	v := t.record.Variant
	j.events.Tell("start", gameStart{Variant: v.Name, Seats: v.Seats, Unit: review.UnitOf(v), Plies: len(t.record.Plies)}, false)
	err := review.Game(ctx, s, engine.Limits{Nodes: t.nodes, Breathe: breathe}, t.record, func(p review.Ply) {
		t.plies = append(t.plies, p)
		j.events.Tell("ply", p, false)
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}
