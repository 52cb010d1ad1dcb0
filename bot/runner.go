package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// A Config is what a Runner works with.
type Config struct {
	Client *Client
	// Start starts an engine; one is started for each game.
	Start func() (Pipe, error)
	// Settings are set in each engine, "Name=Value".
	Settings []string
	// Go is the whole command that asks for a move, such as "go nodes 10000"; without it the
	// clocks are told, or MoveTime where there are none.
	Go       string
	MoveTime time.Duration
	Policy   Policy
	// Seek are games to look for, one after the other, while fewer than Policy.Games are played.
	Seek []Wish
	// Count is after how many games the runner ends; 0 is never.
	Count int
	// Failures is how often an engine may fail in a game before that is resigned.
	Failures int
	Log      *slog.Logger
}

// A Runner plays for an account.
type Runner struct {
	Config
	probe *engine // tells what the engine knows; it plays no game
	me    User

	ctx   context.Context
	games sync.WaitGroup

	mu       sync.Mutex
	playing  map[string]bool      // games that have begun, by id: whether they are still played
	expected map[string]time.Time // games that were agreed to and have not begun, since when
	sought   string               // the game of the seek that is open
	askedAt  time.Time            // when it was asked for
	nextSeek int
	begun    int
	draining bool
	idle     chan struct{} // closed when draining and nothing is left
}

// expectFor is how long an accepted challenge counts as a game to come.
const expectFor = time.Minute

// Run plays until ctx ends, or the games are over that run when drain is closed or Count games have begun.
// It returns an error where it cannot go on: an engine that does not start, a token that is none.
func Run(ctx context.Context, c Config, drain <-chan struct{}) error {
	if err := c.Policy.Check(); err != nil {
		return err
	}
	probe, err := openEngine(ctx, c.Start)
	if err != nil {
		return err
	}
	defer probe.Close()
	if len(c.Policy.Variants) == 0 && len(probe.variants()) == 0 {
		return errors.New("the engine has no option UCI_Variant, so that it is not known which games it plays; name them")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &Runner{Config: c, probe: probe, ctx: ctx, playing: map[string]bool{}, expected: map[string]time.Time{}, idle: make(chan struct{})}
	if err := persist(ctx, func() (err error) { r.me, err = c.Client.Account(ctx); return err }); err != nil {
		return err
	}
	if r.me.Title != "BOT" {
		return fmt.Errorf("'%s' is no bot's account", r.me.Name)
	}
	c.Log.Info("at the server", "account", r.me.Name, "engine", probe.name, "variants", r.variants())
	go func() {
		select {
		case <-drain:
			r.drain()
		case <-ctx.Done():
		}
	}()
	failed := make(chan error, 1)
	go func() { failed <- r.listen() }()
	select {
	case <-r.idle:
		cancel()
		<-failed
	case err = <-failed:
		cancel()
	}
	r.games.Wait()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (r *Runner) variants() []string {
	if len(r.Policy.Variants) > 0 {
		return r.Policy.Variants
	}
	return r.probe.variants()
}

// listen follows the events through every loss of the connection. It ends with ctx, or with an error that does not pass.
func (r *Runner) listen() error {
	for again := (backOff{}); ; {
		began := time.Now()
		seekings, stop := context.WithCancel(r.ctx)
		go r.seekOn(seekings)
		err := r.Client.Events(r.ctx, r.event)
		stop()
		switch {
		case r.ctx.Err() != nil:
			return r.ctx.Err()
		case err != nil && !Passing(err):
			return err
		}
		r.Log.Warn("the server is not there; coming back", "error", err)
		if time.Since(began) > lastPause {
			again = backOff{} // it was a good connection
		}
		if err := again.wait(r.ctx, err); err != nil {
			return r.ctx.Err()
		}
	}
}

// event takes an event in; it does not wait for anything.
func (r *Runner) event(e Event) {
	switch {
	case e.Type == "gameStart" && e.Game != nil:
		r.begin(e.Game)
	case e.Type == "challenge" && e.Challenge != nil && e.Challenge.Challenger.ID != r.me.ID:
		c := *e.Challenge
		r.games.Go(func() { r.answer(&c) })
	case e.Type == "challengeCanceled" && e.Challenge != nil:
		r.mu.Lock()
		delete(r.expected, e.Challenge.ID)
		r.mu.Unlock()
	}
}

// answer accepts or declines a challenge.
func (r *Runner) answer(c *Challenge) {
	reason := r.Policy.refuses(c, r.probe)
	if reason == "" && !r.reserve(c.ID) {
		reason = declineLater
	}
	var err error
	if reason == "" {
		err = persist(r.ctx, func() error { return r.Client.Accept(r.ctx, c.ID) })
	} else {
		err = persist(r.ctx, func() error { return r.Client.Decline(r.ctx, c.ID, reason) })
	}
	if err != nil && reason == "" {
		r.mu.Lock()
		delete(r.expected, c.ID)
		r.mu.Unlock()
	}
	r.Log.Info("challenged", "by", c.Challenger.Name, "variant", c.Variant.Key, "challenge", c.ID, "declined", reason, "error", err)
}

// reserve keeps a place for a game to come, if there is one.
func (r *Runner) reserve(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full() {
		return false
	}
	r.expected[id] = time.Now()
	return true
}

// busy counts the games that are played or to come. The runner is locked.
func (r *Runner) busy() int {
	for id, since := range r.expected {
		if time.Since(since) > expectFor {
			delete(r.expected, id)
		}
	}
	n := len(r.expected)
	for _, playing := range r.playing {
		if playing {
			n++
		}
	}
	if r.sought != "" {
		n++
	}
	return n
}

// full reports whether no further game may be agreed to. The runner is locked.
func (r *Runner) full() bool {
	busy := r.busy()
	return r.draining || busy >= r.Policy.Games || r.Count > 0 && r.begun+len(r.expected) >= r.Count
}

// begin plays a game that has begun, unless it is played already.
func (r *Runner) begin(g *Game) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.expected, g.ID)
	if r.sought == g.ID { // else it was challenged for, or has been counted
		r.sought = ""
		r.nextSeek++
	}
	if r.playing[g.ID] {
		return
	}
	if _, again := r.playing[g.ID]; !again {
		r.begun++
	}
	r.playing[g.ID] = true
	if r.Count > 0 && r.begun >= r.Count {
		r.games.Go(r.drain)
	}
	id := g.ID
	r.games.Go(func() {
		defer r.ended(id)
		m := &match{Runner: r, id: id, log: r.Log.With("game", id)}
		m.run(r.ctx)
	})
}

func (r *Runner) ended(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.playing[id] = false
	r.rest()
}

// drain plays on what has begun and begins nothing more.
func (r *Runner) drain() {
	r.mu.Lock()
	r.draining = true
	sought := r.sought
	r.sought = ""
	r.rest()
	r.mu.Unlock()
	if sought != "" {
		// If its game has begun meanwhile, that is played.
		_ = r.Client.EndSeek(r.ctx, sought)
	}
}

// rest tells that everything is over, if it is. The runner is locked.
func (r *Runner) rest() {
	if !r.draining {
		return
	}
	for _, playing := range r.playing {
		if playing {
			return
		}
	}
	select {
	case <-r.idle:
	default:
		close(r.idle)
	}
}

const (
	// seekEvery is how often it is looked whether a game is to be sought.
	seekEvery = 2 * time.Second
	// seekAgain is how long a seek waits until it looks around again: two may have opened a table at once.
	seekAgain = 6 * time.Second
)

// seekOn looks for games as long as the events are followed, by which the seat is kept.
func (r *Runner) seekOn(ctx context.Context) {
	if len(r.Seek) == 0 {
		return
	}
	r.mu.Lock()
	r.sought = "" // the server may have freed the seat meanwhile; a seek leads back to it where it has not
	r.mu.Unlock()
	ticker := time.NewTicker(seekEvery)
	defer ticker.Stop()
	for {
		r.seekOne(ctx)
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// seekOne looks for the next game, if there is room for one.
func (r *Runner) seekOne(ctx context.Context) {
	r.mu.Lock()
	before := r.sought
	waits := before != ""
	ready := !r.draining && (waits && time.Since(r.askedAt) > seekAgain || !waits && !r.full())
	wish := r.Seek[r.nextSeek%len(r.Seek)]
	r.mu.Unlock()
	if !ready {
		return
	}
	found, err := r.Client.Seek(ctx, wish)
	if err != nil {
		if ctx.Err() == nil {
			r.Log.Warn("no game was found", "variant", wish.Variant, "error", err)
		}
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, begun := r.playing[found.ID]; begun {
		if before != found.ID { // else its beginning was counted
			r.nextSeek++
		}
		return
	}
	if found.Status != "gathering" { // the event is on its way
		r.sought, r.expected[found.ID] = "", time.Now()
		r.nextSeek++
		return
	}
	r.sought, r.askedAt = found.ID, time.Now()
}

// gone reports whether an error says that a game cannot be played any more.
func gone(err error) bool {
	var refused *Refused
	return errors.As(err, &refused) && slices.Contains([]int{http.StatusNotFound, http.StatusForbidden, http.StatusUnauthorized}, refused.Status)
}
