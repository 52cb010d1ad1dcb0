package hub

import (
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A Task is what an engine is asked for.
type Task struct {
	// Level is the strength of play, 1 to [table.MaxLevel].
	Level int
	// Seed decides between moves that are nearly equal; equal seeds give equal play.
	Seed uint64
}

// An Engine plays CPU seats.
type Engine interface {
	// Choose returns what the seat on turn should do: a legal move, or the
	// answer to an open choice. It returns soon after ctx ends with the best
	// found so far. It may change g, which is its own.
	Choose(ctx context.Context, g rules.Game, task Task) rules.Action
}

// A search is under way for the move of a turn.
type search struct {
	turn   int64 // State.TurnSeq of the turn
	level  int
	due    bool // because the turn's time has run out
	cancel context.CancelFunc
}

// think sees to it that a search is under way if, and only if, the CPU is to play.
func (r *room) think() {
	seat := r.state.CPUTurn()
	switch {
	case r.stale, len(r.guests) == 0 && !peopled(r.state):
		r.stopSearch() // where the CPU plays itself it waits for somebody to look on
	case seat != rules.NoSeat:
		r.startSearch(seat, false)
	case r.search != nil && !(r.search.due && r.search.turn == r.state.TurnSeq()):
		r.stopSearch()
	}
}

// startSearch looks for the seat's move in the background and hands it to the room.
func (r *room) startSearch(seat rules.Seat, due bool) {
	level := table.DefaultLevel
	if c := &r.state.Chairs[seat]; c.Player == table.CPU && c.Level > 0 {
		level = c.Level
	}
	turn := r.state.TurnSeq()
	if r.search != nil && r.search.turn == turn && r.search.level == level {
		r.search.due = r.search.due || due
		return
	}
	r.stopSearch()
	ctx, cancel := context.WithCancel(r.hub.ctx)
	r.search = &search{turn: turn, level: level, due: due, cancel: cancel}
	game, since := r.state.Game.Clone(), r.state.Since
	task := Task{Level: level, Seed: mathrand.Uint64()}
	choose, host := r.hub.choose, r.state.Opened.Host
	if !peopled(r.state) {
		choose = r.hub.chooseForShow
	}
	started := r.hub.start(func() {
		action, err := choose(ctx, host, game.Clone(), task)
		if err != nil {
			return // the table has moved on or the program stops
		}
		if !pause(ctx, time.Until(since.Add(r.hub.Comfort))) {
			return
		}
		token := action.Text(game.Variant(), game.Geometry())
		r.push(func() { r.play(ctx, seat, turn, token) })
	})
	if !started {
		cancel()
	}
}

func (r *room) stopSearch() {
	if r.search != nil {
		r.search.cancel()
		r.search = nil
	}
}

// play makes the CPU's move. An engine's mistake must not hold up the game: the first legal move is played then.
func (r *room) play(ctx context.Context, seat rules.Seat, turn int64, token string) {
	if ctx.Err() != nil {
		return
	}
	act := table.Act{Seat: seat, Token: token, Seq: turn}
	_, err := r.do(act)
	var refused table.Refused
	if errors.As(err, &refused) && refused.Code == table.IllegalMove {
		r.hub.Log.Error("the engine played an illegal move", "table", r.id, "seq", turn, "move", token, "position", r.state.Game.Text())
		first := firstAction(r.state.Game)
		act.Token = first.Text(r.state.Variant, r.state.Game.Geometry())
		_, err = r.do(act)
	}
	if err == nil {
		return
	}
	// What was searched for is no longer wanted, or could not be stored.
	r.stopSearch()
	if !errors.As(err, &refused) {
		r.hub.Log.Error("the CPU's move could not be stored; it is tried again", "table", r.id, "seq", turn, "error", err)
		r.retryAt = time.Now().Add(retryAfter)
	}
	r.plan()
}

// overtime is how long an engine may go on after its time is up before it is given up.
const overtime = time.Second

// choose waits for a place in the pool, in the turn of the table's host, and searches, at most for Think. An
// engine that fails or hangs does not keep anybody waiting: the first legal move is taken then.
func (h *Hub) choose(ctx context.Context, host string, game rules.Game, task Task) (rules.Action, error) {
	if err := h.pool.enter(ctx, urgent, host); err != nil {
		return rules.Action{}, err
	}
	defer h.pool.leave()
	fallback, text := firstAction(game), game.Text()
	thinking, cancel := context.WithTimeout(ctx, h.Think)
	defer cancel()
	found := make(chan rules.Action, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				h.Log.Error("the engine failed", "position", text, "level", task.Level, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				found <- fallback
			}
		}()
		found <- h.Engine.Choose(thinking, game, task)
	}()
	patience := time.NewTimer(h.Think + overtime)
	defer patience.Stop()
	select {
	case action := <-found:
		return action, ctx.Err()
	case <-patience.C:
		h.Log.Error("the engine hangs and is given up", "position", text, "level", task.Level)
		return fallback, ctx.Err()
	case <-ctx.Done():
		return rules.Action{}, ctx.Err()
	}
}

// chooseForShow is choose for a table at which nobody plays: those of them all
// take one place in the pool, so that who plays hardly has to wait for them.
func (h *Hub) chooseForShow(ctx context.Context, host string, game rules.Game, task Task) (rules.Action, error) {
	select {
	case h.shows <- struct{}{}:
		defer func() { <-h.shows }()
	case <-ctx.Done():
		return rules.Action{}, ctx.Err()
	}
	return h.choose(ctx, host, game, task)
}

// peopled reports whether a person has a seat.
func peopled(s *table.State) bool {
	return slices.ContainsFunc(s.Chairs, func(c table.Chair) bool { return c.Player == table.Person })
}

func firstAction(g rules.Game) rules.Action {
	if g.Status() == rules.Choosing {
		return rules.Action{Act: rules.Survive}
	}
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return rules.Action{}
	}
	return rules.Action{Act: rules.MakeMove, Move: moves[0]}
}

// pause waits for d, or returns false when ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
