package api

import (
	"net/http"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// streamsEach is how many streams of games an account may have at once.
const streamsEach = 64

// streamOrChat answers "stream/{id}" and "{id}/chat".
func (s *Server) streamOrChat(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	a, b := r.PathValue("a"), r.PathValue("b")
	switch {
	case a == "stream":
		s.follow(w, r, v, b)
	case b == "chat":
		s.readChat(w, r, v, a)
	default:
		s.fail(w, r, table.Refused{Code: table.NotFound, Text: "there is nothing at " + r.URL.Path})
	}
}

// follow streams a game: gameFull, then whatever happens, until it is over.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, v account.Visitor, id string) {
	at, n, err := splitID(id)
	if err == nil && !s.Limits.MayConnect(r) {
		err = errTooFast
	}
	if err == nil {
		err = s.takeStream(v.Account)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer s.freeStream(v.Account)
	f := &follower{queue: newQueue(), owner: v.Owner, table: at, number: n, legal: r.URL.Query().Has("legal"), gone: map[rules.Seat]bool{}}
	attached, err := s.Hub.Attach(r.Context(), at, v.Owner, f.tell)
	if err == nil {
		defer attached.Close()
		err = f.err
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.serve(w, r, f.queue, func() {})
}

func (s *Server) takeStream(account string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.streams[account] >= streamsEach {
		return table.Refused{Code: table.TooMany, Text: "too many games are followed at once; close a stream first"}
	}
	s.streams[account]++
	return nil
}

func (s *Server) freeStream(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.streams[account]--; s.streams[account] == 0 {
		delete(s.streams, account)
	}
}

// A follower is one stream of a game. It is told in the table's goroutine.
type follower struct {
	queue  *queue
	owner  string
	table  string
	number int // of the game, 0 until the present one is known
	legal  bool
	err    error // why nothing can be told

	began bool
	over  bool
	moves string
	plies int // in moves
	lines int // number of the last line of talk that was told
	gone  map[rules.Seat]bool
}

// tell implements hub.Tell.
func (f *follower) tell(t *table.State, events []table.Event, who hub.Presence) {
	if !f.began {
		f.begin(t, who)
		return
	}
	if f.over {
		return
	}
	if t.Number != f.number || !t.Sits(f.owner) {
		f.end()
		return
	}
	if f.changed(t, events) {
		f.queue.put(f.state(t))
	}
	f.talk(t)
	f.presence(t, who)
	if t.Game.Outcome() != nil || t.Phase() == table.Shut {
		f.end()
	}
}

func (f *follower) end() {
	f.over = true
	f.queue.end()
}

// begin tells the whole game.
func (f *follower) begin(t *table.State, who hub.Presence) {
	f.began = true
	if f.number == 0 {
		f.number = t.Number
	}
	switch {
	case !t.Sits(f.owner):
		f.err = table.Refused{Code: table.NotYours, Text: "you have no seat in this game"}
	case t.Number == 0:
		f.err = table.Refused{Code: table.Conflict, Text: "no game has begun"}
	case t.Number != f.number:
		f.err = errNoGame
	}
	if f.over = f.err != nil; f.over {
		return
	}
	f.moves, f.plies = tokens(t, 0), t.PlyCount()
	full := gameFull{Type: "gameFull", game: describe(t, f.table, f.owner), InitialFEN: t.Opened.Start, State: f.state(t)}
	if full.InitialFEN == "" {
		full.InitialFEN = "startpos"
	}
	if len(full.Seats) == 2 {
		full.White, full.Black = full.Seats[0].user(), full.Seats[1].user()
	}
	f.queue.put(full)
	if len(t.Talk) > 0 {
		f.lines = t.Talk[len(t.Talk)-1].N
	}
	f.presence(t, who)
	if t.Game.Outcome() != nil || t.Phase() == table.Shut {
		f.end()
	}
}

func (f *follower) state(t *table.State) gameState {
	return stateOf(t, f.moves, f.owner, f.legal, time.Now())
}

// changed takes in the moves and reports whether the game stands differently after events.
func (f *follower) changed(t *table.State, events []table.Event) (changed bool) {
	for _, e := range events {
		switch e.Fact.(type) {
		case table.Said, table.Hushed, table.Left, table.Returned:
			continue
		case table.TookBack:
			f.moves, f.plies = "", 0
		}
		changed = true
	}
	if t.PlyCount() < f.plies {
		f.moves, f.plies = "", 0
	}
	f.moves += tokens(t, f.plies)
	f.plies = t.PlyCount()
	return changed
}

// talk tells what was said since and may be read.
func (f *follower) talk(t *table.State) {
	for i := range t.Talk {
		line := &t.Talk[i]
		if line.N <= f.lines {
			continue
		}
		f.lines = line.N
		if t.MayRead(f.owner, line) {
			told := lineOf(t, line, f.owner)
			told.Type = "chatLine"
			f.queue.put(told)
		}
	}
}

// presence tells who of the others has gone or is back.
func (f *follower) presence(t *table.State, who hub.Presence) {
	for i := range t.Chairs {
		seat, c := rules.Seat(i), &t.Chairs[i]
		if c.Player != table.Person || c.Owner == f.owner || t.Outs[i].Gone {
			continue
		}
		gone := !who.Here(c.Owner)
		if gone == f.gone[seat] {
			continue
		}
		f.gone[seat] = gone
		told := opponentGone{Type: "opponentGone", Seat: i, Gone: gone, StandIn: t.Away(c.Owner)}
		if after, ok := t.AwayAfter(); ok && gone && !told.StandIn {
			seconds := int(after / time.Second)
			told.Seconds = &seconds
		}
		f.queue.put(told)
	}
}
