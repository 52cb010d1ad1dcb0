package hub

import (
	"errors"
	"time"

	"melee/internal/table"
)

// plan starts the search for a CPU's move and sets the alarm for the next deadline.
func (r *room) plan() {
	r.think()
	r.answerDraw()
	r.countTime()
	at := r.used.Add(r.hub.Idle)
	earlier := func(t time.Time) {
		if !t.IsZero() && t.Before(at) {
			at = t
		}
	}
	earlier(r.retryAt)
	earlier(r.tellAt)
	earlier(r.nextLeave())
	if due, ok := r.due(); ok {
		earlier(due.At)
	}
	r.hub.alarms.set(r, at)
}

// due returns the state's next deadline as this process sees it: no flag falls
// soon after a start, when players have hardly had time to come back.
func (r *room) due() (table.Deadline, bool) {
	due, ok := r.state.Next()
	if ok && due.What == table.FlagDue {
		if soonest := r.hub.started.Add(flagAfterStart); due.At.Before(soonest) {
			due.At = soonest
		}
	}
	if ok && r.search != nil && r.search.due && (due.What == table.TurnDue || due.What == table.ChoiceDue) {
		return table.Deadline{}, false // it is being taken care of
	}
	return due, ok
}

// wake does what is due.
func (r *room) wake() {
	now := time.Now()
	if !r.retryAt.IsZero() && !now.Before(r.retryAt) {
		r.retryAt = time.Time{}
	}
	err := r.refresh()
	if err == nil {
		r.tellPresence(now)
		err = r.sendAway(now)
	}
	if due, ok := r.due(); err == nil && ok && !now.Before(due.At) {
		err = r.fall(due)
	}
	if err != nil {
		r.hub.Log.Error("a table cannot go on; it is tried again", "table", r.id, "error", err)
		r.retryAt = now.Add(retryAfter)
	}
	if !r.retire(now) {
		r.plan()
	}
}

// fall carries out a deadline that has passed.
func (r *room) fall(due table.Deadline) error {
	if due.What == table.TurnDue || due.What == table.ChoiceDue && !r.state.Flags() {
		r.startSearch(r.state.Game.Turn(), true)
		return nil
	}
	_, err := r.do(table.Tick{})
	return ignoreRefusal(err)
}

// ignoreRefusal drops the error of a command that had become unnecessary.
func ignoreRefusal(err error) error {
	var refused table.Refused
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// retire takes the room down if nobody and nothing needs it.
func (r *room) retire(now time.Time) bool {
	if now.Before(r.used.Add(r.hub.Idle)) {
		return false
	}
	r.used = now // asked again after the same time
	if r.stale || r.search != nil || len(r.guests) > 0 || !r.retryAt.IsZero() || !r.nextLeave().IsZero() {
		return false
	}
	if due, ok := r.due(); ok && due.At.Before(now.Add(2*lookEvery)) {
		return false
	}
	if err := r.note(); err != nil {
		r.hub.Log.Error("a table's deadline could not be noted; it stays in memory", "table", r.id, "error", err)
		return false
	}
	if !r.hub.retire(r) {
		return false
	}
	r.hub.alarms.drop(r)
	if r.timed {
		r.hub.timed.Add(-1)
	}
	r.hub.lobby.drop(r.id)
	r.hub.unpledge(r)
	return true
}

// note stores when the table is due as exactly as it is known.
func (r *room) note() error {
	mark := Mark{Due: whenDue(r.state), Over: over(r.state)}
	if r.marked && mark.Due.Equal(r.stored.Due) && mark.Over == r.stored.Over {
		return nil
	}
	if err := r.hub.Store.Mark(r.hub.background(), r.id, mark); err != nil {
		return err
	}
	r.stored, r.marked = mark, true
	return nil
}
