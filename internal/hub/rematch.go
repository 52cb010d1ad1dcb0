package hub

import (
	"maps"
	"sync"

	"melee/internal/table"
	"melee/rules"
)

// pledges are the open offers of a rematch in this process by their authors,
// who take them back when they sit down elsewhere.
type pledges struct {
	mu    sync.Mutex
	rooms map[string]*room
}

// pledge notes who has offered a rematch at the room's table.
func (h *Hub) pledge(r *room) {
	for i := range r.state.Offers {
		if o := &r.state.Offers[i]; o.What == table.Rematch {
			h.pledges.mu.Lock()
			if h.pledges.rooms == nil {
				h.pledges.rooms = map[string]*room{}
			}
			h.pledges.rooms[r.state.Chairs[o.Seat].Owner] = r
			h.pledges.mu.Unlock()
		}
	}
}

// unpledge forgets a room that is taken down: no offer stands there any more.
func (h *Hub) unpledge(r *room) {
	h.pledges.mu.Lock()
	defer h.pledges.mu.Unlock()
	maps.DeleteFunc(h.pledges.rooms, func(_ string, at *room) bool { return at == r })
}

// settlesAt takes back what persons have offered at other tables than the one they now sit at.
func (h *Hub) settlesAt(r *room, events []table.Event) {
	for _, e := range events {
		switch f := e.Fact.(type) {
		case table.Seated:
			h.release(f.Chair.Owner, r)
		case table.Started:
			for _, c := range f.Chairs {
				h.release(c.Owner, r)
			}
		}
	}
}

func (h *Hub) release(owner string, now *room) {
	if owner == "" {
		return
	}
	h.pledges.mu.Lock()
	r := h.pledges.rooms[owner]
	delete(h.pledges.rooms, owner)
	h.pledges.mu.Unlock()
	if r == nil || r == now {
		return
	}
	r.push(func() {
		if r.state.Owns(owner, authorOf(r.state, table.Rematch)) {
			_, err := r.do(table.Withdraw{Owner: owner, What: table.Rematch})
			if ignoreRefusal(err) != nil {
				h.Log.Error("an offer could not be taken back", "table", r.id, "error", err)
			}
		}
	})
}

// authorOf returns the seat of who has made an open offer, NoSeat if there is none.
func authorOf(s *table.State, what table.What) rules.Seat {
	for i := range s.Offers {
		if s.Offers[i].What == what {
			return s.Offers[i].Seat
		}
	}
	return rules.NoSeat
}
