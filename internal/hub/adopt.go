package hub

import (
	"context"
	"time"

	"melee/internal/table"
)

// Adopt puts one owner in the place of another at every table at which the
// first has a seat or is the host: what is a device's becomes an account's. Doing it again is no error.
func (h *Hub) Adopt(ctx context.Context, from, to, name string) error {
	ids, err := h.Store.Seated(ctx, from)
	if err != nil {
		return err
	}
	for _, id := range ids {
		var err error
		called := h.call(ctx, id, func(r *room) {
			r.rename(from, to)
			_, err = r.do(table.Adopt{From: from, To: to, Name: name})
		})
		if called != nil {
			return called
		}
		if ignoreRefusal(err) != nil {
			return err
		}
	}
	return nil
}

// rename counts the attachments of one owner as another's.
func (r *room) rename(from, to string) {
	for _, a := range r.guests {
		if a.owner == from {
			a.owner = to
			r.here[to]++
		}
	}
	delete(r.here, from)
	if read, ok := r.read[from]; ok {
		delete(r.read, from)
		r.read[to] = read
	}
	if since, missed := r.gone[from]; missed {
		delete(r.gone, from)
		if r.here[to] == 0 {
			r.gone[to] = since
		}
	}
}

// Reread lets the live tables at which a person has a seat read anew what the
// store tells of him, such as his name, and returns their ids.
func (h *Hub) Reread(ctx context.Context, owner string) ([]string, error) {
	ids, err := h.Store.Seated(ctx, owner)
	if err != nil {
		return nil, err
	}
	var live []string
	for _, id := range ids {
		if !h.loaded(id) {
			continue
		}
		var err error
		if called := h.call(ctx, id, func(r *room) {
			r.stale, r.used = true, time.Now()
			err = r.refresh()
		}); called != nil {
			return live, called
		}
		if err != nil {
			return live, err
		}
		live = append(live, id)
	}
	return live, nil
}
