package uci

import (
	"context"
	"fmt"
	"strings"

	"melee/engine"
	"melee/rules"
)

// A search is a "go" that has been begun.
type search struct {
	stop    context.CancelFunc
	ended   chan struct{}
	release chan struct{} // closed when an answer that has to wait may be given
	hit     chan struct{} // closed by ponderhit; nil if nothing is pondered
}

// start carries out "go".
func (s *session) start(words []string) {
	if s.game == nil {
		s.say("bestmove 0000")
		return
	}
	o := parseGo(s.game, words)
	if o.perft < 0 && !s.ready() {
		s.say("bestmove 0000")
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	run := &search{stop: cancel, ended: make(chan struct{}), release: make(chan struct{})}
	if o.ponder {
		run.hit = make(chan struct{})
		o.limits.Ponder = run.hit
	}
	if !o.infinite && !o.ponder {
		close(run.release)
	}
	s.search = run
	game, searcher, limits := s.game.Clone(), s.searcher, s.limits(o.limits)
	go func() {
		defer close(run.ended)
		defer cancel()
		if o.perft >= 0 {
			s.perft(ctx, game, o.perft)
			return
		}
		result := searcher.Search(ctx, game, limits, func(i engine.Info) { s.say(infoText(game, &i)) })
		select {
		case <-run.release:
		case <-ctx.Done():
		}
		s.say(bestText(game, &result))
	}()
}

// ready reports whether there is something to search for, and with.
func (s *session) ready() bool {
	if s.game.Status() == rules.Ended {
		s.complain(rules.Refusal("the game has ended (" + string(s.game.Outcome().Reason) + ")"))
		return false
	}
	if s.searcher == nil {
		s.searcher = s.New(s.settings.variant, engine.Options{HashMB: s.settings.hash, Threads: s.settings.threads, Now: s.Now})
	}
	if s.searcher == nil {
		s.complain(rules.Refusal("there is no search for " + s.settings.variant.Name))
		return false
	}
	return true
}

// limits are those of "go" and of the level, whichever are narrower. Slips
// are drawn anew for every position.
func (s *session) limits(asked engine.Limits) engine.Limits {
	asked.MultiPV = s.settings.lines
	if s.settings.level == 0 {
		return asked
	}
	level := s.LevelOf(s.settings.variant, s.settings.level).Limits(uint64(s.settings.seed) ^ s.game.Key())
	asked.Slips = level.Slips
	if asked.Nodes == 0 || level.Nodes > 0 && level.Nodes < asked.Nodes {
		asked.Nodes = level.Nodes
	}
	if asked.Depth == 0 || level.Depth > 0 && level.Depth < asked.Depth {
		asked.Depth = level.Depth
	}
	return asked
}

// stop ends the search; its answer comes from the search itself.
func (s *session) stop() {
	if s.search != nil {
		s.search.stop()
	}
}

// halt ends the search and waits for its answer.
func (s *session) halt() {
	if s.search != nil {
		s.search.stop()
		<-s.search.ended
		s.search = nil
	}
}

// ponderHit lets the time count: the expected reply has been played.
func (s *session) ponderHit() {
	if run := s.search; run != nil && run.hit != nil {
		close(run.hit)
		close(run.release)
		run.hit = nil
	}
}

// perft answers "go perft N" move by move, as long as it is not stopped.
func (s *session) perft(ctx context.Context, g rules.Game, depth int) {
	if g.Status() == rules.Choosing {
		if _, err := g.Do(rules.Action{Act: rules.Survive}); err != nil {
			s.complain(err)
			return
		}
	}
	total := uint64(0)
	if depth == 0 {
		total = 1
	} else {
		for _, m := range g.Moves(nil) {
			next := g.Clone()
			if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil || ctx.Err() != nil {
				break
			}
			n := next.Perft(depth - 1)
			total += n
			s.say(fmt.Sprintf("%s: %d", m.Text(g.Geometry()), n))
		}
	}
	s.say(fmt.Sprintf("Nodes searched: %d", total))
}

// infoText writes a line of an iteration.
func infoText(g rules.Game, i *engine.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score ", i.Depth, i.SelDepth, i.MultiPV)
	if moves, mate := i.Score.MateIn(); mate {
		fmt.Fprintf(&b, "mate %d", moves)
	} else {
		fmt.Fprintf(&b, "cp %d", i.Score)
	}
	switch i.Bound {
	case engine.Lower:
		b.WriteString(" lowerbound")
	case engine.Upper:
		b.WriteString(" upperbound")
	}
	if len(i.Values) > 0 {
		b.WriteString(" points")
		for _, v := range i.Values {
			fmt.Fprintf(&b, " %.2f", float64(v)/100)
		}
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d", i.Nodes, i.NPS(), i.Hashfull, i.Time.Milliseconds())
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, a := range i.PV {
			b.WriteString(" " + a.Text(g.Variant(), g.Geometry()))
		}
	}
	return b.String()
}

// bestText writes the answer, with the reply that is expected.
func bestText(g rules.Game, r *engine.Result) string {
	text := "bestmove " + r.Action.Text(g.Variant(), g.Geometry())
	if reply, ok := r.Ponder(); ok {
		text += " ponder " + reply.Text(g.Variant(), g.Geometry())
	}
	return text
}
