package hub

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// An Engine plays CPU seats.
type Engine interface {
	// Choose returns what the seat on turn should do: a legal move, or the
	// answer to an open choice. It returns soon after ctx ends with the best
	// found so far. It may change g, which is its own. Equal seeds give equal play.
	Choose(ctx context.Context, g rules.Game, seed uint64) rules.Action
}

// startSearch looks for the seat's move in the background and hands it to the room.
func (r *room) startSearch(seat rules.Seat) {
	r.stopSearch()
	ctx, cancel := context.WithCancel(r.hub.ctx)
	r.search = cancel
	game, seq, since := r.state.Game.Clone(), r.state.Seq, r.state.Since
	r.hub.work.Go(func() {
		action, err := r.hub.choose(ctx, game.Clone(), uint64(seq))
		if err != nil {
			return // the table has moved on or the program stops
		}
		if !pause(ctx, time.Until(since.Add(r.hub.Comfort))) {
			return
		}
		token := action.Text(game.Variant(), game.Geometry())
		select {
		case r.inbox <- func() { r.play(ctx, seat, seq, token) }:
		case <-ctx.Done():
		}
	})
}

func (r *room) stopSearch() {
	if r.search != nil {
		r.search()
		r.search = nil
	}
}

// play makes the CPU's move. An engine's mistake must not hold up the game: the first legal move is played then.
func (r *room) play(ctx context.Context, seat rules.Seat, seq int64, token string) {
	if ctx.Err() != nil {
		return
	}
	act := table.Act{Seat: seat, Token: token, Seq: seq}
	_, err := r.do(act)
	var refused table.Refused
	if errors.As(err, &refused) && refused.Code == table.IllegalMove {
		r.hub.Log.Error("the engine played an illegal move", "table", r.id, "seq", seq, "move", token, "position", r.state.Game.Text())
		first := firstAction(r.state.Game)
		act.Token = first.Text(r.state.Variant, r.state.Game.Geometry())
		_, err = r.do(act)
	}
	if err != nil && !errors.As(err, &refused) && r.hub.ctx.Err() == nil {
		r.hub.Log.Error("the CPU's move could not be stored; it is tried again", "table", r.id, "seq", seq, "error", err)
		r.stopSearch()
		r.alarm.Reset(retryAfter)
	}
}

// retryAfter is how long a table waits after a failure of the store.
const retryAfter = 2 * time.Second

// choose waits for a place in the pool and searches, at most for Think.
func (h *Hub) choose(ctx context.Context, game rules.Game, seed uint64) (action rules.Action, err error) {
	select {
	case h.pool <- struct{}{}:
		defer func() { <-h.pool }()
	case <-ctx.Done():
		return rules.Action{}, ctx.Err()
	}
	fallback := firstAction(game)
	text := game.Text()
	defer func() {
		if p := recover(); p != nil {
			h.Log.Error("the engine failed", "position", text, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			action = fallback
		}
	}()
	thinking, cancel := context.WithTimeout(ctx, h.Think)
	defer cancel()
	action = h.Engine.Choose(thinking, game, seed)
	return action, ctx.Err()
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
