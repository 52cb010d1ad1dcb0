package hub

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"melee/internal/table"
	"melee/rules"
)

const (
	// seatKept is how long a chair is kept for who has gone while people gather.
	seatKept = 30 * time.Second
	// readerKept is how long it is kept, while people gather, for who has last
	// read the table as a page and follows it by no connection: his browser runs no script.
	readerKept = 10 * time.Minute
	// playerKept is how long the next game waits for who has gone after the last one.
	playerKept = time.Minute
	// offerKept is how long an offer of a rematch outlives its author's going.
	offerKept = 10 * time.Second
	// tellWithin is how long comings and goings are gathered before they are told.
	tellWithin = 250 * time.Millisecond
)

// An Attachment is one visitor's look at a table, such as a socket. While a
// person has one, he is there: his seat is his, and the CPU plays for nobody.
type Attachment struct {
	room  *room
	owner string
	tell  Tell
}

// A Tell is shown a table's state after a commit with its events, or with none
// when only who is there has changed. It is called in the table's goroutine: it must
// not block, nor keep or change what it is given.
type Tell func(s *table.State, events []table.Event, who Presence)

// Presence is who looks at a table.
type Presence struct{ room *room }

// Here reports whether a person looks at the table.
func (p Presence) Here(owner string) bool { return p.room.here[owner] > 0 }

// Watchers returns how many look on who have no seat.
func (p Presence) Watchers() int {
	n, state := len(p.room.guests), p.room.state
	for i := range state.Chairs {
		if owner := state.Chairs[i].Owner; owner != "" && state.FirstSeat(owner) == rules.Seat(i) {
			n -= p.room.here[owner]
		}
	}
	return n
}

// Look shows a table once, without events, to somebody who does not stay.
func (h *Hub) Look(ctx context.Context, id string, tell Tell) error {
	var err error
	callErr := h.call(ctx, id, func(r *room) {
		if err = r.refresh(); err == nil {
			tell(r.state, nil, Presence{r})
		}
	})
	return errors.Join(callErr, err)
}

// ReadAs is Read for a person who is shown the table as a page. While people
// gather this keeps his seat for some minutes, until he follows the table.
func (h *Hub) ReadAs(ctx context.Context, id, owner string, f func(*table.State)) error {
	return h.Look(ctx, id, func(s *table.State, _ []table.Event, who Presence) {
		who.room.reads(owner)
		f(s)
	})
}

// Attach shows a table to a visitor until Close; tell is called for the first
// time before Attach returns, without events. Owner "" is nobody in particular.
func (h *Hub) Attach(ctx context.Context, id, owner string, tell Tell) (*Attachment, error) {
	r, err := h.enter(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &Attachment{r, owner, tell}
	done := make(chan error, 1)
	err = r.post(func() { done <- r.join(a) })
	if err == nil {
		err = <-done
	}
	if err != nil {
		h.leave(r)
		return nil, err
	}
	return a, nil
}

// Close ends the attachment; tell is not called after it has returned. It must not be called from tell.
func (a *Attachment) Close() {
	r := a.room
	left := make(chan struct{})
	if r.push(func() { r.part(a); close(left) }) == nil {
		<-left
	}
	r.hub.leave(r)
}

// join adds a guest; a person who was away is back.
func (r *room) join(a *Attachment) error {
	if err := r.refresh(); err != nil {
		return err
	}
	if r.here == nil {
		r.here = map[string]int{}
	}
	r.used = time.Now()
	r.here[a.owner]++
	delete(r.read, a.owner)
	if err := r.welcome(a.owner); err != nil {
		r.unhere(a.owner)
		return err
	}
	r.guests = append(r.guests, a)
	a.tell(r.state, nil, Presence{r})
	r.presenceChanged()
	r.plan()
	return nil
}

// part takes a guest out; a person whose last attachment it was may be going away.
func (r *room) part(a *Attachment) {
	i := slices.Index(r.guests, a)
	if i < 0 {
		return
	}
	r.guests = slices.Delete(r.guests, i, i+1)
	r.used = time.Now()
	r.unhere(a.owner)
	r.presenceChanged()
	r.plan()
}

// unhere counts one attachment of a person less.
func (r *room) unhere(owner string) {
	if r.here[owner]--; r.here[owner] == 0 {
		delete(r.here, owner)
		if r.state.Sits(owner) {
			r.misses(owner)
		}
	}
}

// misses notes that a person with a seat is not here from now on.
func (r *room) misses(owner string) {
	if r.gone == nil {
		r.gone = map[string]time.Time{}
	}
	r.gone[owner] = time.Now()
}

// reads notes that a person who is not here has read the table.
func (r *room) reads(owner string) {
	if r.state.Phase() != table.Gathering || !r.state.Sits(owner) || r.here[owner] > 0 {
		return
	}
	if r.read == nil {
		r.read = map[string]time.Time{}
	}
	r.read[owner] = time.Now()
	r.plan()
}

// welcome notes that a person has shown himself.
func (r *room) welcome(owner string) error {
	if owner == "" {
		return nil
	}
	if _, missed := r.gone[owner]; missed {
		if delete(r.gone, owner); r.here[owner] == 0 {
			r.misses(owner)
		} else if len(r.gone) == 0 {
			r.gone = nil // a table at which all are there keeps no list
		}
	}
	if !r.state.Away(owner) {
		return nil
	}
	_, err := r.do(table.Return{Owner: owner})
	return ignoreRefusal(err)
}

// arrived notes, of a table that has just been read, who is not here yet.
func (r *room) arrived() { r.settle(nil) }

// settle keeps the list of who is missed in step with who sits.
func (r *room) settle(events []table.Event) {
	changed := events == nil
	for _, e := range events {
		switch e.Fact.(type) {
		case table.Opened, table.Seated, table.Drawn, table.Started, table.Returned, table.Adopted:
			changed = true
		}
	}
	if !changed {
		return
	}
	maps.DeleteFunc(r.gone, func(owner string, _ time.Time) bool { return !r.state.Sits(owner) })
	maps.DeleteFunc(r.read, func(owner string, _ time.Time) bool { return !r.state.Sits(owner) })
	for i := range r.state.Chairs {
		c := &r.state.Chairs[i]
		if _, missed := r.gone[c.Owner]; c.Player == table.Person && !missed && r.here[c.Owner] == 0 {
			r.misses(c.Owner)
		}
	}
}

// patience is how long a person may be missing before he counts as away; false for ever.
func (r *room) patience(owner string) (time.Duration, bool) {
	switch r.state.Phase() {
	case table.Gathering:
		return seatKept, true
	case table.Playing, table.Choosing:
		if r.state.Away(owner) {
			return 0, false
		}
		return r.state.AwayAfter()
	case table.Ended:
		if r.state.Away(owner) {
			return 0, false
		}
		if slices.ContainsFunc(r.state.Offers, func(o table.Offer) bool { return r.state.Owns(owner, o.Seat) }) {
			return offerKept, true
		}
		return playerKept, len(r.guests) > 0 // where nobody waits there is no hurry
	}
	return 0, false
}

// leavesAt returns when a person who has been missing since then counts as away; zero for never.
func (r *room) leavesAt(owner string, since time.Time) time.Time {
	wait, ok := r.patience(owner)
	if !ok {
		return time.Time{}
	}
	at := since.Add(wait)
	if read, ok := r.read[owner]; ok && r.state.Phase() == table.Gathering && at.Before(read.Add(readerKept)) {
		return read.Add(readerKept)
	}
	return at
}

// nextLeave returns when the first of the missing counts as away, zero if none does.
func (r *room) nextLeave() (first time.Time) {
	for owner, since := range r.gone {
		if at := r.leavesAt(owner, since); !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// sendAway lets those leave who have been missing too long.
func (r *room) sendAway(now time.Time) error {
	for _, owner := range slices.Sorted(maps.Keys(r.gone)) {
		since, missed := r.gone[owner]
		if !missed {
			continue
		}
		if at := r.leavesAt(owner, since); at.IsZero() || now.Before(at) {
			continue
		}
		if _, err := r.do(table.Leave{Owner: owner}); ignoreRefusal(err) != nil {
			return err
		}
	}
	return nil
}

// presenceChanged sees to it that the guests learn who is here.
func (r *room) presenceChanged() {
	if r.tellAt.IsZero() {
		r.tellAt = time.Now().Add(tellWithin)
	}
	r.hub.lobby.update(r)
}

func (r *room) tellPresence(now time.Time) {
	if !r.tellAt.IsZero() && !now.Before(r.tellAt) {
		r.tellAt = time.Time{}
		r.tell(nil)
	}
}

// tell shows the state to all guests.
func (r *room) tell(events []table.Event) {
	for _, a := range r.guests {
		a.tell(r.state, events, Presence{r})
	}
}
