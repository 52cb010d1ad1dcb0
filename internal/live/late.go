package live

import (
	"slices"
	"sync"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules/catalog"
)

// delayed returns the feed for those who see the table late.
func (f *feed) delayed() *delayed {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.late == nil {
		f.late = &delayed{feed: &feed{id: f.id}}
		f.lively.Store(true)
	}
	return f.late
}

// A delayed feed tells watchers of a table some time after it has happened. It
// folds the table's events once more, each when its time has come.
type delayed struct {
	feed *feed // of the past that is shown

	mu      sync.Mutex
	joining int           // how many are about to join
	state   *table.State  // nil until the first has joined
	queue   []table.Event // not shown yet
	sockets []*socket
	who     present
}

// present is who was at a table when the feed last heard of it.
type present struct {
	here     map[string]bool
	watchers int
}

// Here implements Presence.
func (p present) Here(owner string) bool { return p.here[owner] }

// Watchers implements Presence.
func (p present) Watchers() int { return p.watchers }

// expect keeps what happens from now on for a watcher who is about to join.
func (d *delayed) expect() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.joining++
}

// wanted reports whether somebody has joined or is about to. d.mu is held.
func (d *delayed) wanted() bool { return d.joining > 0 || len(d.sockets) > 0 }

// forget drops the past unless somebody needs it. d.mu is held.
func (d *delayed) forget() {
	if !d.wanted() {
		d.state, d.queue = nil, nil
	}
}

// join shows the past to a watcher who was expected; all are the table's events
// from the first, none if they could not be read.
func (d *delayed) join(k *socket, all []table.Event, now time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.joining--
	defer d.forget()
	if len(all) == 0 || k.over() || !k.late.Load() {
		return nil // he has gone or sat down meanwhile
	}
	if d.state == nil {
		kept := d.queue
		state := table.New()
		later, err := hub.FoldLate(state, all, now, catalog.Find)
		if err != nil {
			return err
		}
		d.state, d.queue = state, slices.Clone(later)
		d.keep(kept)
	}
	if slices.Contains(d.sockets, k) {
		return nil // he sat down and stood up again while this was on its way
	}
	d.sockets = append(d.sockets, k)
	k.told.Store(0)
	k.show(d.feed, d.state, nil, d.who)
	return nil
}

// keep puts the events that follow what is known at the end of the queue.
func (d *delayed) keep(events []table.Event) {
	for _, e := range events {
		n := len(d.queue)
		if n > 0 && e.Seq == d.queue[n-1].Seq+1 || n == 0 && (d.state == nil || e.Seq == d.state.Seq+1) {
			d.queue = append(d.queue, e)
		}
	}
}

// again shows a watcher everything anew.
func (d *delayed) again(k *socket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k.late.Load() && d.state != nil {
		k.told.Store(0)
		k.show(d.feed, d.state, nil, d.who)
	}
}

// part forgets a watcher, and the past with the last of them.
func (d *delayed) part(k *socket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sockets = slices.DeleteFunc(d.sockets, func(x *socket) bool { return x == k })
	d.forget()
}

// happen notes events that watchers will hear of later, and who is there now.
func (d *delayed) happen(s *table.State, happened []table.Event, who Presence) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.wanted() {
		return
	}
	d.keep(happened)
	d.who = present{here: map[string]bool{}, watchers: who.Watchers()}
	for i := range s.Chairs {
		if owner := s.Chairs[i].Owner; owner != "" {
			d.who.here[owner] = who.Here(owner)
		}
	}
}

// tick shows what has become old enough.
func (d *delayed) tick(now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.queue) > 0 {
		later, err := hub.FoldLate(d.state, d.queue[:1], now, catalog.Find)
		if err != nil || len(later) > 0 {
			return
		}
		happened := d.queue[:1:1]
		d.queue = d.queue[1:]
		for _, k := range d.sockets {
			k.show(d.feed, d.state, happened, d.who)
		}
	}
}
