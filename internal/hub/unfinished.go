package hub

import "context"

// Unfinished returns the ids of at most limit tables at which a person has a
// seat and that are not over, the last opened first.
func (h *Hub) Unfinished(ctx context.Context, owner string, limit int) ([]string, error) {
	if h.isClosed() {
		return nil, ErrClosed
	}
	return h.Store.Owned(ctx, owner, limit)
}
