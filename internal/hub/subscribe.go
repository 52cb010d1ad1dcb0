package hub

import (
	"context"

	"melee/internal/table"
)

// A Subscription tells of changes of one table.
type Subscription struct {
	// C has a value whenever something may have happened since it was last read.
	C    <-chan struct{}
	stop func()
}

// Close ends the subscription.
func (s *Subscription) Close() { s.stop() }

// Subscribe tells of every change of the table from now on, until Close.
func (h *Hub) Subscribe(ctx context.Context, id string) (*Subscription, error) {
	c := make(chan struct{}, 1)
	a, err := h.Attach(ctx, id, "", func(*table.State, []table.Event, Presence) {
		select {
		case c <- struct{}{}:
		default: // it has one waiting
		}
	})
	if err != nil {
		return nil, err
	}
	return &Subscription{C: c, stop: a.Close}, nil
}
