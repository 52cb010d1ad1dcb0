package hub

import (
	"context"
	"errors"
	"math"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// mailbox is how much may wait for one table.
const mailbox = 64

// A room is a live table. What is posted to it runs one after the other in a
// goroutine of its own, which there is only while there is something to do:
// thousands of idle tables cost no stacks. That goroutine alone touches what stands below state.
type room struct {
	hub *Hub
	id  string

	loading  sync.Once
	failed   error
	visitors int   // guarded by hub.mu
	alarm    alarm // guarded by hub.alarms.mu

	mu      sync.Mutex
	queue   []func()
	running bool

	state   *table.State
	stale   bool  // state holds events that may not be stored
	shown   int64 // Seq of the last event the attachments have been told of
	stored  Mark  // as the store has it, as far as is known
	marked  bool  // whether it is known
	timed   bool  // counted in hub.timed
	search  *search
	guests  []*Attachment
	here    map[string]int       // attachments by owner
	gone    map[string]time.Time // persons with seats who are not here, since when
	read    map[string]time.Time // persons with seats who have read the table and not followed it since, and when
	used    time.Time
	retryAt time.Time // after a failure of the store
	tellAt  time.Time // when the guests are told who is here, zero if they know
}

func newRoom(h *Hub, id string) *room { return &room{hub: h, id: id} }

// load reads the table once. Whoever comes first pays for it, without the
// caller's own time limit: the others wait for the same result.
func (r *room) load(ctx context.Context) error {
	r.loading.Do(func() {
		if r.failed = r.hub.live(ctx); r.failed != nil {
			return
		}
		var events []table.Event
		if r.state, events, r.failed = r.hub.fold(context.WithoutCancel(ctx), r.id); r.failed != nil {
			return
		}
		r.shown = events[len(events)-1].Seq
		r.used = time.Now()
		r.arrived()
		r.queue = append(r.queue, func() { r.compensate(); r.plan() })
		r.running = true
		if !r.hub.start(r.run) {
			r.failed = ErrClosed
		}
	})
	return r.failed
}

// post has f run in the room's goroutine. It is run for certain if there is no error.
func (r *room) post(f func()) error { return r.put(f, mailbox) }

// push is post for the hub's own affairs, which are never too many.
func (r *room) push(f func()) error { return r.put(f, math.MaxInt) }

func (r *room) put(f func(), room int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) >= room {
		return ErrBusy
	}
	if !r.running && !r.hub.start(r.run) {
		return ErrClosed
	}
	r.running = true
	r.queue = append(r.queue, f)
	return nil
}

// run carries out what has been posted until there is nothing left.
func (r *room) run() {
	for {
		r.mu.Lock()
		if len(r.queue) == 0 {
			r.running = false
			r.queue = nil
			r.mu.Unlock()
			return
		}
		f := r.queue[0]
		r.queue[0] = nil
		r.queue = r.queue[1:]
		r.mu.Unlock()
		f()
	}
}

// ask carries out the command of a visitor, which shows that he is there.
func (r *room) ask(c table.Command) (int64, error) {
	if err := r.refresh(); err != nil {
		return 0, err
	}
	if err := r.welcome(table.Sender(c)); err != nil {
		return 0, err
	}
	return r.do(c)
}

// do decides a command, applies its events and stores them. Nothing is shown
// before it is stored: the goroutine is busy until then.
func (r *room) do(c table.Command) (int64, error) {
	r.used = time.Now()
	for {
		if err := r.refresh(); err != nil {
			return 0, err
		}
		events, err := table.Decide(r.state, c, time.Now(), mathrand.Uint64(), r.hub.Find)
		if err != nil {
			if r.behind() {
				continue
			}
			return 0, err
		}
		if len(events) == 0 {
			if seq, ok := r.state.AnswerTo(c); ok {
				return seq, nil
			}
			return r.state.Seq, nil
		}
		err = r.take(events)
		if errors.Is(err, ErrConflict) {
			continue
		}
		if err != nil {
			return 0, err
		}
		r.show(events)
		return r.state.Seq, nil
	}
}

// behind reports whether another program has gone on with the table, so that a
// refusal may be wrong; the state is stale then.
func (r *room) behind() bool {
	last, err := r.hub.Store.Last(r.hub.background(), r.id)
	r.stale = r.stale || err == nil && last > r.state.Seq
	return r.stale
}

// take applies the events and stores them. After an error the state is stale.
func (r *room) take(events []table.Event) error {
	r.stale = true
	for _, e := range events {
		if err := r.state.Apply(e, r.hub.Find); err != nil {
			return err
		}
	}
	mark := r.mark(events)
	if err := r.hub.Store.Append(r.hub.background(), r.id, events, mark); err != nil {
		return err
	}
	r.stale, r.stored, r.marked = false, Mark{Due: mark.Due, Over: mark.Over}, true
	return nil
}

// mark is what the store is to know after the events. Due may be earlier than
// is true, so that a move need not change it: what is due is looked at after a start.
func (r *room) mark(events []table.Event) Mark {
	mark := Mark{Due: whenDue(r.state), Over: over(r.state)}
	if r.marked && !r.stored.Due.IsZero() && !mark.Over && (mark.Due.IsZero() || mark.Due.After(r.stored.Due)) {
		mark.Due = r.stored.Due
	}
	for _, e := range events {
		switch e.Fact.(type) {
		case table.Seated, table.Drawn, table.Started, table.Adopted:
			mark.Owners = owners(r.state)
		case table.Acted:
			mark.Finished = r.state.Finished()
		}
	}
	return mark
}

// refresh reads a stale state anew from the store and shows what others have done.
func (r *room) refresh() error {
	if !r.stale {
		return nil
	}
	state, events, err := r.hub.fold(r.hub.background(), r.id)
	if err != nil {
		return err
	}
	r.state, r.stale, r.marked = state, false, false
	first := int(min(r.shown, int64(len(events))))
	r.show(events[first:])
	return nil
}

// show tells the guests what has happened and plans what comes next.
func (r *room) show(events []table.Event) {
	r.shown = r.state.Seq
	if len(events) > 0 {
		r.settle(events)
		r.tell(events)
		r.hub.lobby.update(r)
		r.hub.pledge(r)
		r.hub.settlesAt(r, events)
	}
	r.plan()
}

// whenDue is when something happens of itself at a table; zero for never.
func whenDue(s *table.State) time.Time {
	if s.CPUTurn() != rules.NoSeat && peopled(s) {
		return s.At
	}
	if due, ok := s.Next(); ok {
		return due.At
	}
	return time.Time{}
}

func over(s *table.State) bool {
	p := s.Phase()
	return p == table.Ended || p == table.Shut
}

// owners are the persons who have seats, and the host, each once.
func owners(s *table.State) []string {
	list := []string{}
	if host := s.Opened.Host; host != "" && !s.Sits(host) {
		list = append(list, host)
	}
	for i := range s.Chairs {
		if c := &s.Chairs[i]; c.Player == table.Person && s.Owns(c.Owner, firstOf(s, c.Owner)) && firstOf(s, c.Owner) == rules.Seat(i) {
			list = append(list, c.Owner)
		}
	}
	return list
}

func firstOf(s *table.State, owner string) rules.Seat {
	for i := range s.Chairs {
		if s.Owns(owner, rules.Seat(i)) {
			return rules.Seat(i)
		}
	}
	return rules.NoSeat
}
