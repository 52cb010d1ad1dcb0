package api

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

const (
	// tablesEach is at how many tables a listening account is present at most.
	tablesEach = 128
	// afterGame is how long it stays at a table whose game is over, for a rematch.
	afterGame = 2 * time.Minute
)

// A player is an account that listens to the event stream. While it does, it is
// present at all its tables: its seats are kept, and the CPU plays for nobody.
type player struct {
	server  *Server
	visitor account.Visitor
	queue   *queue

	mu     sync.Mutex
	tables map[string]*seated
	closed bool
}

// A seated is a table of a player. What stands below its attachment is of the table's goroutine.
type seated struct {
	player *player
	table  string
	at     *hub.Attachment
	over   atomic.Int64 // when there was nothing more to wait for, ms since 1970; 0 while there is

	began   bool
	game    int // number of the game that was told to have begun
	ended   int // of the one that was told to have ended
	rematch int // of the one that others have offered to play
}

// events streams what concerns an account. The newest stream of an account ends the others.
func (s *Server) events(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	if !s.Limits.MayConnect(r) {
		s.fail(w, r, errTooFast)
		return
	}
	p := &player{server: s, visitor: v, queue: newQueue(), tables: map[string]*seated{}}
	if err := s.enter(p); err != nil {
		s.fail(w, r, err)
		return
	}
	defer s.leave(p)
	if err := p.refresh(r.Context()); err != nil {
		s.fail(w, r, err)
		return
	}
	for _, c := range s.challenges.of(v.Account) {
		p.queue.put(challengeEvent{"challenge", c.info(v.Account)})
	}
	s.serve(w, r, p.queue, func() {
		if err := p.refresh(r.Context()); err != nil && r.Context().Err() == nil {
			s.Log.Warn("the tables of a bot could not be looked for", "account", v.Account, "error", err)
		}
	})
}

func (s *Server) enter(p *player) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return hub.ErrClosed
	}
	if before := s.players[p.visitor.Account]; before != nil {
		before.queue.end()
	}
	s.players[p.visitor.Account] = p
	return nil
}

func (s *Server) leave(p *player) {
	s.mu.Lock()
	if s.players[p.visitor.Account] == p {
		delete(s.players, p.visitor.Account)
	}
	s.mu.Unlock()
	p.mu.Lock()
	p.closed = true
	tables := p.tables
	p.tables = nil
	p.mu.Unlock()
	for _, t := range tables {
		if t.at != nil {
			t.at.Close()
		}
	}
}

// listening returns the account's event stream, nil if it has none.
func (s *Server) listening(account string) *player {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.players[account]
}

// tell puts an event into the stream of an account, if it listens.
func (s *Server) tell(account string, event any) {
	if p := s.listening(account); p != nil {
		p.queue.put(event)
	}
}

// sat makes a listening account present at a table at which it has sat down.
func (s *Server) sat(ctx context.Context, account, id string) {
	if p := s.listening(account); p != nil {
		p.visit(ctx, id)
	}
}

// refresh visits tables at which the account has sat down by other ways, and leaves those that are over.
func (p *player) refresh(ctx context.Context) error {
	ids, err := p.server.Hub.Unfinished(ctx, p.visitor.Owner, tablesEach)
	if err != nil {
		return err
	}
	for _, id := range ids {
		p.visit(ctx, id)
	}
	limit := time.Now().Add(-afterGame).UnixMilli()
	var left []*seated
	p.mu.Lock()
	for id, t := range p.tables {
		if over := t.over.Load(); over != 0 && over < limit && t.at != nil {
			left = append(left, t)
			delete(p.tables, id)
		}
	}
	p.mu.Unlock()
	for _, t := range left {
		t.at.Close()
	}
	return nil
}

// visit makes the player present at a table.
func (p *player) visit(ctx context.Context, id string) {
	t := &seated{player: p, table: id}
	p.mu.Lock()
	_, known := p.tables[id]
	if known || p.closed || len(p.tables) >= tablesEach {
		p.mu.Unlock()
		return
	}
	p.tables[id] = t
	p.mu.Unlock()
	at, err := p.server.Hub.Attach(ctx, id, p.visitor.Owner, t.tell)
	p.mu.Lock()
	closed := p.closed
	if t.at = at; err != nil {
		delete(p.tables, id) // it is tried again at the next refresh
	}
	p.mu.Unlock()
	if err == nil && closed {
		at.Close()
	}
}

// tell implements hub.Tell.
func (t *seated) tell(s *table.State, _ []table.Event, _ hub.Presence) {
	owner, phase := t.player.visitor.Owner, s.Phase()
	sits := s.Sits(owner)
	playing := phase == table.Playing || phase == table.Choosing
	if !t.began && !playing {
		t.ended = s.Number // it was over before this stream began
	}
	t.began = true
	if playing && sits && t.game != s.Number {
		t.game = s.Number
		t.put("gameStart", s)
	}
	if !playing && s.Number != 0 && t.game == s.Number && t.ended != s.Number {
		t.ended = s.Number
		t.put("gameFinish", s)
	}
	t.offered(s)
	waits := sits && (playing || phase == table.Gathering)
	if waits {
		t.over.Store(0)
	} else if t.over.Load() == 0 {
		t.over.Store(time.Now().UnixMilli())
	}
}

func (t *seated) put(kind string, s *table.State) {
	t.player.queue.put(gameEvent{kind, eventOf(s, t.table, t.player.visitor.Owner)})
}

// offered tells of an offer to play the next game as of a challenge.
func (t *seated) offered(s *table.State) {
	next := 0
	var author rules.Seat
	for i := range s.Offers {
		if o := &s.Offers[i]; o.What == table.Rematch && t.asked(s, o) {
			next, author = s.Number+1, o.Seat
		}
	}
	if next == t.rematch {
		return
	}
	before := t.rematch
	t.rematch = next
	switch {
	case next != 0:
		t.player.queue.put(challengeEvent{"challenge", rematchOf(s, t.table, t.player.visitor.Owner, author, "created")})
	case s.Number < before: // nobody has begun it, so it is off
		t.player.queue.put(challengeEvent{"challengeCanceled", rematchOf(s, t.table, t.player.visitor.Owner, rules.NoSeat, "canceled")})
	}
}

func (t *seated) asked(s *table.State, o *table.Offer) bool {
	for i := range s.Chairs {
		if seat := rules.Seat(i); s.Owns(t.player.visitor.Owner, seat) && s.Asked(o, seat) {
			return true
		}
	}
	return false
}

// rematchOf describes the offer of the next game as a challenge, whose id is that game's.
func rematchOf(s *table.State, id, owner string, author rules.Seat, status string) challengeInfo {
	c := challengeInfo{
		ID: gameID(id, s.Number+1), Status: status, Variant: variantName{s.Variant.Name, s.Variant.Name}, Options: given(s.Options),
		InitialFEN: startText(s.Opened.Start), Rated: s.Opened.Rated, Speed: speed(s.Opened.Clock), TimeControl: controlOf(s.Opened.Clock),
		You: seatsOf(s, owner), RematchOf: gameID(id, s.Number),
	}
	for i := range s.Chairs {
		c.Seats = append(c.Seats, sitter(s, i, owner))
	}
	if author != rules.NoSeat {
		c.Challenger = *c.Seats[author].user()
		c.Color = c.Seats[author].Name
	}
	return c
}

// playing lists the games that an account plays now.
func (s *Server) playing(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	ids, err := s.Hub.Unfinished(r.Context(), v.Owner, tablesEach)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	games := []eventGame{}
	for _, id := range ids {
		// A table that cannot be read now is missing from the list, not the list.
		_ = s.Hub.Look(r.Context(), id, func(t *table.State, _ []table.Event, _ hub.Presence) {
			if p := t.Phase(); p == table.Playing || p == table.Choosing {
				games = append(games, eventOf(t, id, v.Owner))
			}
		})
	}
	stream.Answer(w, http.StatusOK, map[string]any{"nowPlaying": games})
}

// me tells who the token is for.
func (s *Server) me(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	a, err := s.People.ByID(r.Context(), v.Account)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	told := struct {
		user
		Username  string `json:"username"`
		Kind      string `json:"kind"`
		CreatedAt int64  `json:"createdAt"`
		Listening bool   `json:"listening"`
	}{userFor(a), a.Name, string(a.Kind), a.Created.UnixMilli(), s.listening(v.Account) != nil}
	stream.Answer(w, http.StatusOK, told)
}

func userFor(a account.Account) user {
	u := user{ID: a.ID, Name: a.Name}
	if a.Kind == account.Bot {
		u.Title = "BOT"
	}
	return u
}

// online lists the bots that listen.
func (s *Server) online(w http.ResponseWriter, _ *http.Request) {
	list := []user{}
	s.mu.Lock()
	for _, p := range s.players {
		if p.visitor.Bot {
			list = append(list, userOfVisitor(p.visitor))
		}
	}
	s.mu.Unlock()
	sortUsers(list)
	stream.Answer(w, http.StatusOK, map[string]any{"bots": list})
}
