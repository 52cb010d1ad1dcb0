package pages

import (
	"net/http"

	"melee/diagram"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// A seat is a seat of a table as the page tells of it.
type seat struct {
	name, player, sign string
	points             int
	scored             bool
	onTurn, out        bool
}

// A tableView is a table as it can be read without script.
type tableView struct {
	id      string
	variant string
	board   figure
	turn    string
	seats   []seat
	rounds  [][]string // moves, a round each
}

// table shows a table; the page's script takes it over.
func (s *site) table(w http.ResponseWriter, r *http.Request, words *web.Words) {
	id := r.PathValue("id")
	p := s.newPage(r, words, func(lang string) string { return tablePath(lang, id) })
	p.class, p.picture, p.scripts = "page-table", tablePicturePath(id), []string{"table.js"}
	view := tableView{id: id}
	var drawErr error
	err := s.Tables.Read(r.Context(), id, func(t *table.State) {
		drawErr = view.read(p, t, s.Owner(r.Context()))
	})
	if err == nil {
		err = drawErr
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p.title = view.turn + " · " + view.variant
	s.show(w, r, http.StatusOK, tableContent(p, view))
}

// read takes what the page tells from the table's state.
func (v *tableView) read(p *page, t *table.State, owner string) error {
	v.variant = p.Say("variant." + t.Variant.Name)
	bottom := rules.Seat(0)
	for i := len(t.Chairs) - 1; i >= 0; i-- {
		if t.Owns(owner, rules.Seat(i)) {
			bottom = rules.Seat(i)
		}
	}
	var err error
	v.board, err = p.figureOf(boardOf(t, bottom), p.Say("board.label", "variant", v.variant), diagram.Options{Coordinates: true})
	if err != nil {
		return err
	}
	v.turn = turnLine(p, t)
	for i, name := range t.Variant.Seats {
		v.seats = append(v.seats, seatOf(p, t, rules.Seat(i), name, owner))
	}
	v.rounds = roundsOf(p, t)
	return nil
}

// lastShown is how many moves are shown on the board.
const lastShown = 4

// boardOf returns the table's board with the last moves, as seen from a seat.
func boardOf(t *table.State, bottom rules.Seat) diagram.Board {
	b := diagram.FromGame(t.Game)
	b.Bottom = bottom
	for i := t.PlyCount() - 1; i >= 0 && len(b.Traces) < min(lastShown, len(t.Variant.Seats)); i-- {
		ply := t.Ply(i)
		if ply.Move != rules.NoMove {
			b.Traces = append(b.Traces, diagram.Trace{Seat: ply.Seat, From: ply.Move.From(), To: ply.Move.To()})
		}
	}
	return b
}

// turnLine says what the table waits for.
func turnLine(p *page, t *table.State) string {
	turn := t.Game.Turn()
	if turn == rules.NoSeat {
		return p.Say("pages.table.ended")
	}
	name := t.Variant.SeatName(turn)
	if t.Game.Status() == rules.Choosing {
		return p.Say("pages.table.choice", "the", p.Say("seat."+name+".the"))
	}
	return p.Say("pages.table.turn", "to", p.Say("seat."+name+".to"), "the", p.Say("seat."+name+".the"))
}

func seatOf(p *page, t *table.State, at rules.Seat, name, owner string) seat {
	s := seat{name: p.Say("seat." + name), sign: signs[name], onTurn: t.Game.Turn() == at, out: t.Outs[at].Gone}
	switch chair := t.Chairs[at]; {
	case t.Owns(owner, at):
		s.player = p.Say("player.you")
	case chair.Player == table.Person:
		s.player = p.Say("player.guest")
	case chair.Player == table.Grey:
		s.player = p.Say("player.grey")
	default:
		s.player = p.Say("player.cpu")
	}
	if scored, ok := t.Game.(rules.Scored); ok {
		s.points, s.scored = scored.Points(at), true
	}
	return s
}

// roundsOf writes the game's moves as people read them, a round of all seats a line.
func roundsOf(p *page, t *table.State) [][]string {
	var rounds [][]string
	for i := range t.PlyCount() {
		ply := t.Ply(i)
		if i%len(t.Variant.Seats) == 0 {
			rounds = append(rounds, nil)
		}
		text := ply.SAN
		if ply.Move == rules.NoMove {
			text = ply.Token
		} else {
			text = p.localised(text)
		}
		rounds[len(rounds)-1] = append(rounds[len(rounds)-1], text)
	}
	return rounds
}
