package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"
)

// A match is a game that a runner plays.
type match struct {
	*Runner
	id  string
	log *slog.Logger

	full     Message // the last gameFull
	engine   *engine // nil until it is needed, and after it has failed
	failures int

	thinking *thought // nil while nothing is searched
	done     string   // the moves of the position that has been answered; see key
	answered map[string]bool
}

// A thought is a search under way.
type thought struct {
	key    string
	state  State
	seat   int
	began  time.Time
	cancel context.CancelFunc
	result chan found
}

type found struct {
	move string
	err  error
}

// started is the status of a game that is played.
const started = "started"

// run plays the game to its end, through every loss of the connection.
func (m *match) run(ctx context.Context) {
	defer m.closeEngine()
	m.answered = map[string]bool{}
	for again := (backOff{}); ; {
		over, err := m.follow(ctx, &again)
		switch {
		case over || ctx.Err() != nil:
			return
		case gone(err):
			m.log.Warn("the game is gone", "error", err)
			return
		}
		if again.wait(ctx, err) != nil {
			return
		}
	}
}

// follow plays as long as the game's stream runs, and reports whether the game is over.
func (m *match) follow(ctx context.Context, again *backOff) (over bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	messages, ended := make(chan Message), make(chan error, 1)
	go func() {
		ended <- m.Client.Follow(ctx, m.id, func(msg Message) {
			select {
			case messages <- msg:
			case <-ctx.Done():
			}
		})
	}()
	defer m.forget()
	for {
		var result chan found
		if m.thinking != nil {
			result = m.thinking.result
		}
		select {
		case msg := <-messages:
			*again = backOff{}
			if m.message(ctx, msg) {
				return true, nil
			}
		case f := <-result:
			if m.moved(ctx, f) {
				return true, nil
			}
		case err := <-ended:
			return false, err
		}
	}
}

// message takes a message in and reports whether the game is over.
func (m *match) message(ctx context.Context, msg Message) (over bool) {
	switch msg.Type {
	case "gameFull":
		if msg.Full == nil {
			return false
		}
		m.full = msg
		return m.state(ctx, *msg.Full)
	case "gameState":
		return m.state(ctx, msg.State)
	}
	return false
}

// state thinks where it is the own turn.
func (m *match) state(ctx context.Context, s State) (over bool) {
	if s.Status != started {
		m.forget()
		m.log.Info("over", "status", s.Status, "winner", s.Winner)
		return true
	}
	m.offers(ctx, s.Offers)
	key := fmt.Sprint(s.Choice, " ", s.Moves)
	mine := s.Turn != nil && slices.Contains(m.full.You, *s.Turn)
	if m.thinking != nil {
		if mine && m.thinking.key == key {
			return false
		}
		m.forget()
	}
	if mine && m.done != key {
		m.think(ctx, key, s)
	}
	return false
}

// think begins to search for a move.
func (m *match) think(ctx context.Context, key string, s State) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.patience(s), errors.New("the engine takes too long"))
	t := &thought{key: key, state: s, seat: *s.Turn, began: time.Now(), cancel: cancel, result: make(chan found, 1)}
	m.thinking = t
	go func() {
		move, err := m.find(ctx, s)
		t.result <- found{move, err}
	}()
}

// forget gives up the search under way; the engine is ready for another afterwards, or closed.
func (m *match) forget() {
	if m.thinking != nil {
		m.thinking.cancel()
		<-m.thinking.result
		m.thinking = nil
	}
}

// find asks the engine for a move. An engine that does not work is closed.
func (m *match) find(ctx context.Context, s State) (string, error) {
	if m.engine == nil {
		e, err := openEngine(ctx, m.Start)
		if err != nil {
			return "", err
		}
		m.engine = e
		if err := e.prepare(ctx, m.full.Variant.Key, m.full.Options, m.Settings); err != nil {
			m.closeEngine()
			return "", err
		}
	}
	move, alive, err := m.engine.search(ctx, m.position(s), m.ask(s))
	if !alive {
		m.closeEngine()
	}
	return move, err
}

func (m *match) closeEngine() {
	if m.engine != nil {
		m.engine.Close()
		m.engine = nil
	}
}

// position is UCI's command for where the game stands.
func (m *match) position(s State) string {
	text := "position startpos"
	if m.full.InitialFEN != "startpos" {
		text = "position fen " + m.full.InitialFEN
	}
	if s.Moves != "" {
		text += " moves " + s.Moves
	}
	return text
}

// overhead is what of a clock is kept back for the way to the server.
const overhead = 100 * time.Millisecond

// ask is UCI's command that asks for a move. A seat's clock is told under the seat's name, in
// games of two seats under those that UCI has for them.
func (m *match) ask(s State) string {
	if m.Go != "" {
		return m.Go
	}
	switch {
	case s.Clocks != nil && m.full.Clock != nil:
		increment := m.full.Clock.Increment
		if m.full.Clock.Kind == "days" {
			break // nobody waits for hours
		}
		ask := "go"
		for i, left := range s.Clocks {
			if i >= len(m.full.Seats) {
				break
			}
			name := m.full.Seats[i].Name
			if len(s.Clocks) == 2 {
				name = [...]string{"w", "b"}[i]
			}
			ask += fmt.Sprintf(" %stime %d %sinc %d", name, max(left-overhead.Milliseconds(), 1), name, increment)
		}
		return ask
	case s.Limit != nil:
		ms := min(m.MoveTime.Milliseconds(), (*s.Limit-overhead.Milliseconds())/2)
		return fmt.Sprint("go movetime ", max(ms, 1))
	}
	return fmt.Sprint("go movetime ", max(m.MoveTime.Milliseconds(), 1))
}

// How much longer than its time an engine may take, and how long without any.
const (
	slack   = 10 * time.Second
	endless = 15 * time.Minute
)

// patience is after how long an engine that says nothing counts as failed.
func (m *match) patience(s State) time.Duration {
	switch {
	case s.Clocks != nil && s.Turn != nil && *s.Turn < len(s.Clocks) && m.full.Clock != nil && m.full.Clock.Kind != "days":
		return time.Duration(s.Clocks[*s.Turn])*time.Millisecond + slack
	case s.Limit != nil && m.full.Clock != nil && m.full.Clock.Kind == "turn":
		return time.Duration(*s.Limit)*time.Millisecond + slack
	}
	return endless
}

// moved plays what was found and reports whether the game is over.
func (m *match) moved(ctx context.Context, f found) (over bool) {
	t := m.thinking
	m.thinking = nil
	t.cancel()
	if f.err == nil {
		m.log.Debug("plays", "move", f.move)
		err := persist(ctx, func() error { return m.Client.Move(ctx, m.id, f.move, t.seat, t.state.Seq, time.Since(t.began)) })
		var refused *Refused
		switch {
		case err == nil:
			m.done = t.key
			return false
		case ctx.Err() != nil:
			return false
		case gone(err):
			m.log.Warn("the game is gone", "error", err)
			return true
		case errors.As(err, &refused) && refused.Status == http.StatusConflict:
			m.done = t.key // the position has passed; what follows comes with the stream
			return false
		}
		f.err = fmt.Errorf("the move %s: %w", f.move, err)
	}
	if ctx.Err() != nil {
		return false
	}
	m.failures++
	m.log.Error("the engine fails", "times", m.failures, "error", f.err)
	m.closeEngine()
	if m.failures < m.Failures {
		m.retry(ctx, t)
		return false
	}
	m.log.Error("the game is resigned")
	if err := persist(ctx, func() error { return m.Client.Resign(ctx, m.id) }); err != nil {
		m.log.Error("the game could not be resigned", "error", err)
	}
	m.done = t.key
	return false
}

// retry begins the same search anew, with an engine that is started again.
func (m *match) retry(ctx context.Context, t *thought) {
	s := t.state
	if s.Clocks = slices.Clone(s.Clocks); t.seat < len(s.Clocks) {
		s.Clocks[t.seat] = max(s.Clocks[t.seat]-time.Since(t.began).Milliseconds(), 1)
	}
	m.think(ctx, t.key, s)
}

// offers answers what others offer: a draw is declined, a move may be taken back.
func (m *match) offers(ctx context.Context, open []Offer) {
	asked := map[string]bool{}
	for _, o := range open {
		if o.What != "draw" && o.What != "takeback" || !slices.ContainsFunc(o.Asked, func(seat int) bool { return slices.Contains(m.full.You, seat) }) {
			continue
		}
		asked[o.What] = true
		if !m.answered[o.What] {
			what := o.What
			m.games.Go(func() {
				if err := persist(ctx, func() error { return m.Client.Answer(ctx, m.id, what, what == "takeback") }); err != nil && ctx.Err() == nil {
					m.log.Warn("an offer could not be answered", "offer", what, "error", err)
				}
			})
		}
	}
	m.answered = asked
}
