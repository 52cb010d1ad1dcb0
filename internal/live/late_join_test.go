package live

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// lateTable is a table whose watchers see it a minute later, with its events.
type lateTable struct {
	*testing.T
	state *table.State
	all   []table.Event
	now   time.Time
	past  *delayed
}

func newLateTable(t *testing.T) *lateTable {
	l := &lateTable{T: t, state: table.New(), now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), past: &delayed{feed: &feed{id: "t"}}}
	l.do(table.Open{Variant: "all-in", WatchDelay: 60, Host: "anne", Chairs: []table.Chair{
		{Player: table.Person, Owner: "anne"}, {Player: table.Person, Owner: "bert"},
	}})
	return l
}

// do carries out a command and tells the delayed feed of it.
func (l *lateTable) do(c table.Command) {
	l.Helper()
	events, err := table.Decide(l.state, c, l.now, 1, catalog.Find)
	if err != nil {
		l.Fatal(err)
	}
	for _, e := range events {
		if err := l.state.Apply(e, catalog.Find); err != nil {
			l.Fatal(err)
		}
	}
	l.all = append(l.all, events...)
	l.past.happen(l.state, events, present{})
}

func (l *lateTable) move(owner, token string) {
	l.Helper()
	l.do(table.Act{Owner: owner, Seat: rules.NoSeat, Token: token})
}

// watcher is a socket whose client reads everything.
func (l *lateTable) watcher() *socket {
	here, there := net.Pipe()
	l.Cleanup(func() { here.Close() })
	go io.Copy(io.Discard, there)
	k := &socket{conn: &conn{ticks: new(atomic.Int32), net: here}, visitor: account.Visitor{Owner: "wim"}}
	k.late.Store(true)
	l.past.expect()
	return k
}

func (l *lateTable) join(k *socket, all []table.Event) {
	l.Helper()
	if err := l.past.join(k, all, l.now); err != nil {
		l.Fatal(err)
	}
}

// What happens while a watcher's past is read is kept for him though the last of the others goes meanwhile.
func TestAWatcherWhoJoinsWhileAnotherGoesMissesNothing(t *testing.T) {
	l := newLateTable(t)
	first := l.watcher()
	l.join(first, l.all)
	second := l.watcher()
	read := l.all
	l.move("anne", "e2e4")
	l.past.part(first)
	l.move("bert", "e7e5")
	l.join(second, read)
	l.move("anne", "d2d4")
	l.past.tick(l.now.Add(time.Minute))
	if got := second.told.Load(); got != l.state.Seq || l.past.state.PlyCount() != 3 {
		t.Errorf("a minute later he has been told of event %d of %d", got, l.state.Seq)
	}
}

func TestAWatcherWhoHasGoneBeforeHisPastWasReadIsForgotten(t *testing.T) {
	l := newLateTable(t)
	gone, unread := l.watcher(), l.watcher()
	gone.end()
	l.past.part(gone)
	l.join(gone, l.all)
	l.join(unread, nil) // the store failed
	l.move("anne", "e2e4")
	if p := l.past; len(p.sockets) != 0 || p.state != nil || len(p.queue) != 0 {
		t.Errorf("%d sockets and %d events are kept for nobody", len(p.sockets), len(p.queue))
	}
}
