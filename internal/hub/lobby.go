package hub

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A Listed is a table as lists show it.
type Listed struct {
	ID      string
	Variant string
	Options rules.Options
	Clock   table.Clock
	Phase   table.Phase
	Chairs  []table.Chair // by seat
	Turn    rules.Seat    // NoSeat where nobody has it
	Plies   int
	Host    string // what the host is called, "" if he is not known by name
	Public  bool
	Draw    bool // seats are drawn by lot
	Rated   bool
	Since   time.Time
}

const (
	// lobbyEvery is how often changes of the lobby are told at most.
	lobbyEvery = 250 * time.Millisecond
	// mostListed bounds a list.
	mostListed = 200
	// mostMine bounds the list of a person's own tables.
	mostMine = 12
)

// lobby is the list of public tables that are alive here.
type lobby struct {
	mu      sync.Mutex
	tables  map[string]Listed
	readers map[chan struct{}]bool
	timer   *time.Timer // runs while a change is to be told
	closed  bool
}

func (l *lobby) init() {
	l.tables, l.readers = map[string]Listed{}, map[chan struct{}]bool{}
}

// Lobby returns the public tables at which a seat is free and somebody is
// there, then those at which a game is played, the newest first.
func (h *Hub) Lobby(context.Context) ([]Listed, error) {
	if h.isClosed() {
		return nil, ErrClosed
	}
	h.lobby.mu.Lock()
	list := make([]Listed, 0, len(h.lobby.tables))
	for _, t := range h.lobby.tables {
		list = append(list, t)
	}
	h.lobby.mu.Unlock()
	slices.SortFunc(list, func(a, b Listed) int {
		if a, b := a.Phase == table.Gathering, b.Phase == table.Gathering; a != b {
			if a {
				return -1
			}
			return 1
		}
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), mostListed)], nil
}

// LobbyChanges returns a channel that has a value after Lobby has changed,
// until stop is called. Changes that follow one another closely are told once.
func (h *Hub) LobbyChanges() (changes <-chan struct{}, stop func(), err error) {
	l := &h.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, nil, ErrClosed
	}
	c := make(chan struct{}, 1)
	l.readers[c] = true
	return c, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.readers, c)
	}, nil
}

func (l *lobby) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.timer != nil {
		l.timer.Stop()
	}
}

// update lists a room's table as it is now, or takes it off the list. It runs in the room's goroutine.
func (l *lobby) update(r *room) {
	if !r.state.Opened.Public {
		return
	}
	now, shown := r.listed(), r.inLobby()
	if Late(r.state, "") { // who reads the lobby sees the game later
		now.Turn, now.Plies = rules.NoSeat, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	before, was := l.tables[r.id]
	if !shown {
		if was {
			delete(l.tables, r.id)
			l.changed()
		}
		return
	}
	l.tables[r.id] = now
	// Every move changes a list a little; who waits for a seat need not hear of it.
	if !was || before.Phase != now.Phase || before.Host != now.Host || !slices.Equal(before.Chairs, now.Chairs) || now.Plies/16 != before.Plies/16 {
		l.changed()
	}
}

func (l *lobby) drop(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, was := l.tables[id]; was {
		delete(l.tables, id)
		l.changed()
	}
}

// changed tells the readers soon. The lobby is locked.
func (l *lobby) changed() {
	if l.timer != nil || l.closed || len(l.readers) == 0 {
		return
	}
	l.timer = time.AfterFunc(lobbyEvery, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.timer = nil
		for c := range l.readers {
			select {
			case c <- struct{}{}:
			default: // it has one waiting
			}
		}
	})
}

// inLobby reports whether strangers are to see the table: a game that is
// played, or a free seat at a table where somebody is waiting.
func (r *room) inLobby() bool {
	switch s := r.state; s.Phase() {
	case table.Playing, table.Choosing:
		return true
	case table.Gathering:
		free, waiting := false, false
		for i := range s.Chairs {
			c := &s.Chairs[i]
			free = free || c.Player == table.Vacant
			waiting = waiting || c.Player == table.Person && r.here[c.Owner] > 0
		}
		return free && (waiting || r.here[s.Opened.Host] > 0)
	}
	return false
}

func (r *room) listed() Listed {
	s := r.state
	t := Listed{
		ID: r.id, Variant: s.Variant.Name, Options: s.Options, Clock: s.Opened.Clock, Phase: s.Phase(),
		Chairs: slices.Clone(s.Chairs), Turn: rules.NoSeat, Plies: s.PlyCount(), Public: s.Opened.Public,
		Draw: s.Opened.Draw, Rated: s.Opened.Rated, Since: s.Since,
	}
	if s.Number > 0 {
		t.Turn = s.Game.Turn()
	}
	for i := range s.Chairs {
		if s.Owns(s.Opened.Host, rules.Seat(i)) {
			t.Host = s.Shown(s.Opened.Host, s.Chairs[i].Name, "")
		}
	}
	for i := range t.Chairs {
		c := &t.Chairs[i]
		c.Name = s.Shown(c.Owner, c.Name, "")
	}
	return t
}

// Mine returns the tables at which a person has a seat and which are not over, the last opened first.
func (h *Hub) Mine(ctx context.Context, owner string) ([]Listed, error) {
	if owner == "" {
		return nil, nil
	}
	ids, err := h.Store.Owned(ctx, owner, mostMine)
	if err != nil {
		return nil, err
	}
	list := make([]Listed, 0, len(ids))
	for _, id := range ids {
		err := h.call(ctx, id, func(r *room) {
			if r.refresh() == nil && !over(r.state) && r.state.Sits(owner) {
				list = append(list, r.listed())
			}
		})
		if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrBusy) {
			return nil, err
		}
	}
	return list, nil
}

// Quick sits the person down at the first public table of the variant with
// room, or opens one with the CPU, and returns its id. Who waits at such a
// table already is led back to it.
func (h *Hub) Quick(ctx context.Context, variant, owner, name string) (string, error) {
	open, err := h.Lobby(ctx)
	if err != nil {
		return "", err
	}
	open = slices.DeleteFunc(open, func(t Listed) bool { return t.Phase != table.Gathering || t.Variant != variant || t.Rated })
	for _, t := range open {
		if slices.ContainsFunc(t.Chairs, func(c table.Chair) bool { return c.Player == table.Person && c.Owner == owner }) {
			return t.ID, nil
		}
	}
	slices.Reverse(open) // who has waited longest comes first
	for _, t := range open {
		_, err := h.Do(ctx, t.ID, table.Sit{Owner: owner, Name: name, Seat: rules.NoSeat})
		if err == nil {
			return t.ID, nil
		}
		if ignoreRefusal(err) != nil && !errors.Is(err, ErrBusy) {
			return "", err
		}
	}
	return h.openQuick(ctx, variant, owner, name)
}

// openQuick opens a table against the CPU: the person has the first seat, in MCX4 with its ally.
func (h *Hub) openQuick(ctx context.Context, variant, owner, name string) (string, error) {
	v, err := h.Find(variant)
	if err != nil {
		return "", table.Refused{Code: table.Invalid, Text: err.Error()}
	}
	chairs := make([]table.Chair, len(v.Seats))
	for i := range chairs {
		chairs[i] = table.Chair{Player: table.CPU, Level: table.DefaultLevel}
		if i == 0 || len(v.Sides) < len(v.Seats) && i == len(v.Sides) {
			chairs[i] = table.Chair{Player: table.Person, Owner: owner, Name: name}
		}
	}
	return h.Open(ctx, table.Open{Variant: variant, Chairs: chairs, Host: owner, RotateFirst: true, Public: true, TakeBacks: true})
}
