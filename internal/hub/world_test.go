package hub_test

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"melee/internal/hub"
	"melee/internal/store/storetest"
	"melee/internal/table"
	"melee/rules/catalog"
)

// A world is a hub in time that passes as the test wants.
type world struct {
	*testing.T
	*hub.Hub
	store  hub.Store
	engine hub.Engine // first{} where it is nil
}

// inTime runs a test in a bubble, with a hub over a store in memory that is closed in the end.
func inTime(t *testing.T, test func(w *world)) { inTimeWith(t, nil, test) }

// inTimeWith is inTime with another engine.
func inTimeWith(t *testing.T, engine hub.Engine, test func(w *world)) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{T: t, store: storetest.NewMemory(), engine: engine}
		w.start()
		defer func() { w.Close() }()
		test(w)
	})
}

// start gives a hub over the store as the program does.
func (w *world) start() {
	if w.engine == nil {
		w.engine = first{}
	}
	w.Hub = hub.New(hub.Config{
		Store: w.store, Find: catalog.Find, Engine: w.engine, Log: slog.New(slog.DiscardHandler),
		Searches: 1, Think: time.Second, Idle: 5 * time.Minute,
	})
	h := w.Hub
	go h.Run(w.Context())
	synctest.Wait()
}

// restart stops the program and starts it after some time.
func (w *world) restart(after time.Duration) {
	w.Close()
	time.Sleep(after)
	w.start()
}

// pass lets time go by.
func (w *world) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (w *world) open(c table.Open) string {
	w.Helper()
	c.Host = "anne"
	id, err := w.Hub.Open(w.Context(), c)
	if err != nil {
		w.Fatal(err)
	}
	return id
}

func (w *world) must(id string, c table.Command) {
	w.Helper()
	if _, err := w.Do(w.Context(), id, c); err != nil {
		w.Fatalf("%+v: %v", c, err)
	}
}

// a visitor is somebody who looks at a table.
type visitor struct {
	*hub.Attachment
	mu     sync.Mutex
	events []table.Event
	calls  int
	here   map[string]bool
	others int // watchers
}

func (w *world) visit(id, owner string) *visitor {
	w.Helper()
	v := &visitor{here: map[string]bool{}}
	a, err := w.Attach(w.Context(), id, owner, func(s *table.State, events []table.Event, who hub.Presence) {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.calls++
		v.events = append(v.events, events...)
		for _, name := range []string{"anne", "bert", "carl", "dora"} {
			v.here[name] = who.Here(name)
		}
		v.others = who.Watchers()
	})
	if err != nil {
		w.Fatal(err)
	}
	v.Attachment = a
	return v
}

// seats tells who sits where, in one word a seat.
func (w *world) seats(id string) (list string) {
	w.Helper()
	w.look(id, func(s *table.State) {
		var words []string
		for _, c := range s.Chairs {
			if c.Player == table.Person {
				words = append(words, c.Owner)
			} else {
				words = append(words, string(c.Player))
			}
		}
		list = strings.Join(words, " ")
	})
	return list
}

// some returns the token of a legal move.
func (w *world) some(id string) (token string) {
	w.Helper()
	w.look(id, func(s *table.State) {
		token = s.Game.Moves(nil)[0].Text(s.Game.Geometry())
	})
	return token
}

func (w *world) look(id string, f func(*table.State)) {
	w.Helper()
	if err := w.Read(w.Context(), id, f); err != nil {
		w.Fatal(err)
	}
}

func (w *world) sits(id, want string) {
	w.Helper()
	if got := w.seats(id); got != want {
		w.Errorf("seats: %s, want %s", got, want)
	}
}

var vacant = table.Chair{Player: table.Vacant}

func person(name string) table.Chair { return table.Chair{Player: table.Person, Owner: name} }
