package hub

import (
	"melee/internal/table"
	"melee/rules"
)

const (
	// drawTurns is how many turns each seat has had before the CPU thinks of a draw.
	drawTurns = 20
	// drawMargin is by how many pawns the CPU may be ahead and still agree.
	drawMargin = 1
)

// worth is what a man counts where the CPU considers a draw, in pawns.
var worth = [...]int{rules.Pawn: 1, rules.Knight: 3, rules.Bishop: 3, rules.Rook: 5, rules.Queen: 9, rules.King: 0}

// answerDraw answers an offered draw for the CPU's seats: it agrees once the
// opening is over, where its side is not ahead.
func (r *room) answerDraw() {
	for i := range r.state.Offers {
		o := &r.state.Offers[i]
		if o.What != table.Draw {
			continue
		}
		asked, yes := false, true
		for seat := range r.state.Chairs {
			if at := rules.Seat(seat); r.state.Chairs[seat].Player == table.CPU && r.state.Asked(o, at) {
				asked, yes = true, yes && r.wantsDraw(at)
			}
		}
		if !asked {
			return
		}
		if _, err := r.do(table.Reply{Seat: rules.NoSeat, What: table.Draw, Yes: yes}); ignoreRefusal(err) != nil {
			r.hub.Log.Error("the CPU's answer to a draw could not be stored", "table", r.id, "error", err)
		}
		return
	}
}

func (r *room) wantsDraw(seat rules.Seat) bool {
	s := r.state
	if s.PlyCount() < drawTurns*len(s.Chairs) {
		return false
	}
	sides := len(s.Variant.Sides)
	own, best := 0, 0
	men := make([]int, sides)
	for i := range s.Game.Geometry().Squares() {
		if man := s.Game.At(rules.Square(i)); man != 0 && !man.IsGrey() {
			men[int(man.Seat())%sides] += worth[man.Kind()]
		}
	}
	for side, sum := range men {
		if side == int(seat)%sides {
			own = sum
		} else {
			best = max(best, sum)
		}
	}
	return own <= best+drawMargin
}
