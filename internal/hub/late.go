package hub

import (
	"context"
	"time"

	"melee/internal/table"
)

// Late reports whether a person sees a table later than those who play: he has
// no seat, a game has begun, and the table was set up so.
func Late(s *table.State, owner string) bool {
	return s.Opened.WatchDelay > 0 && s.Number > 0 && !s.Sits(owner)
}

// LateBy is by how much.
func LateBy(s *table.State) time.Duration {
	return time.Duration(s.Opened.WatchDelay) * time.Second
}

// Events returns a table's events from the first.
func (h *Hub) Events(ctx context.Context, id string) ([]table.Event, error) {
	return h.Store.Events(ctx, id)
}

// LookAs is Look for a person: one who sees the table later is shown it as it
// was then, with those who are there now.
func (h *Hub) LookAs(ctx context.Context, id, owner string, tell Tell) error {
	late := false
	err := h.Look(ctx, id, func(s *table.State, events []table.Event, who Presence) {
		if late = Late(s, owner); !late {
			tell(s, events, who)
		}
	})
	if err != nil || !late {
		return err
	}
	all, err := h.Events(ctx, id)
	if err != nil {
		return err
	}
	past := table.New()
	if _, err := FoldLate(past, all, time.Now(), h.Find); err != nil {
		return err
	}
	return h.Look(ctx, id, func(_ *table.State, _ []table.Event, who Presence) { tell(past, nil, who) })
}

// FoldLate folds the events that may be seen by now into a state and returns
// those that may not yet. What happens before the first game begins is seen at once.
func FoldLate(s *table.State, events []table.Event, now time.Time, find table.Finder) (later []table.Event, err error) {
	for i, e := range events {
		if s.Number > 0 && now.Before(e.At.Add(LateBy(s))) {
			return events[i:], nil
		}
		if err := s.Apply(e, find); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
