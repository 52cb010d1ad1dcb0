package live

import (
	"slices"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A View is a table as one visitor may see it; docs/protocol.md describes its fields.
type View struct {
	Table     string            `json:"table"`
	Seq       int64             `json:"seq"`
	Game      int               `json:"game"`
	Variant   string            `json:"variant"`
	Options   map[string]string `json:"options"`
	Geometry  Geometry          `json:"geometry"`
	Seats     []Seat            `json:"seats"`
	You       []int             `json:"you"`
	Bottom    int               `json:"bottom"`
	ShowLegal bool              `json:"showLegal"`
	Board
	From     int     `json:"from"`
	Plies    []Ply   `json:"plies"`
	Result   *Result `json:"result,omitempty"`
	Deadline int64   `json:"deadline,omitempty"` // milliseconds since 1970
	Now      int64   `json:"now"`                // milliseconds since 1970
}

// A Geometry is the shape of the board.
type Geometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"`
}

// A Board is what a position shows.
type Board struct {
	Status    string            `json:"status"`
	Turn      *int              `json:"turn"`
	Slot      *int              `json:"slot,omitempty"`
	SlotRule  string            `json:"slotRule,omitempty"`
	Position  string            `json:"position"`
	Men       map[string]string `json:"men"`
	Legal     []string          `json:"legal"`
	Abandons  []string          `json:"abandons"`
	Forbidden string            `json:"forbidden,omitempty"`
	Barred    string            `json:"barred,omitempty"`
	Check     []string          `json:"check"`
}

// A Seat is a seat and who plays it.
type Seat struct {
	Name   string `json:"name"`
	Player string `json:"player"` // you, guest, cpu or grey
	Points *int   `json:"points,omitempty"`
	Active bool   `json:"active"`
	Out    *Out   `json:"out,omitempty"`
}

// An Out tells how a seat left the game.
type Out struct {
	Rule string `json:"rule"`
	By   *int   `json:"by"`
	Ply  int    `json:"ply"`
}

// A Ply is one entry of the record.
type Ply struct {
	N       int      `json:"n"`
	Seat    int      `json:"seat"`
	Token   string   `json:"token"`
	SAN     string   `json:"san"`
	Long    string   `json:"long"`
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Taken   string   `json:"taken,omitempty"` // as in Board.Men
	Effects []Effect `json:"effects"`
}

// An Effect is one consequence of a ply.
type Effect struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	By     *int   `json:"by"`
	Points int    `json:"points"`
	Square string `json:"square,omitempty"`
	Rule   string `json:"rule"`
}

// A Result is how the game ended.
type Result struct {
	Reason  string  `json:"reason"`
	Ranking [][]int `json:"ranking"`
	Draw    bool    `json:"draw"`
}

// NewView returns the table as the visitor sees it, with the plies from the
// given one on; from the first where there are fewer.
func NewView(id string, s *table.State, v Visitor, from int, now time.Time) View {
	if from < 0 || from > s.PlyCount() {
		from = 0
	}
	view := header(id, s, v, now)
	view.Board = boardOf(s.Game, mayMove(s, v))
	view.From, view.Plies = from, []Ply{}
	for i := from; i < s.PlyCount(); i++ {
		view.Plies = append(view.Plies, plyOf(i+1, s.Ply(i), s.Game.Geometry()))
	}
	if deadline, ok := s.Deadline(); ok {
		view.Deadline = deadline.At.UnixMilli()
	}
	if o := s.Game.Outcome(); o != nil {
		view.Result = &Result{Reason: string(o.Reason), Ranking: rankingOf(o), Draw: o.Draw}
	}
	return view
}

// NewPastView returns the table as it stood after n plies of the present game.
func NewPastView(id string, s *table.State, v Visitor, n int, now time.Time) (View, error) {
	game, err := s.Past(n)
	if err != nil {
		return View{}, err
	}
	view := header(id, s, v, now)
	view.Board = boardOf(game, false)
	view.From, view.Plies = n, []Ply{}
	for i := range view.Seats {
		seat := &view.Seats[i]
		if seat.Out != nil && seat.Out.Ply > n {
			seat.Out, seat.Active = nil, true
		}
		if scored, ok := game.(rules.Scored); ok {
			points := scored.Points(rules.Seat(i))
			seat.Points = &points
		}
	}
	return view, nil
}

func header(id string, s *table.State, v Visitor, now time.Time) View {
	g := s.Game.Geometry()
	view := View{
		Table: id, Seq: s.Seq, Game: s.Number, Variant: s.Variant.Name, Options: s.Options,
		Geometry: Geometry{g.Files, g.Ranks, g.Corner}, You: []int{}, Now: now.UnixMilli(),
		ShowLegal: s.Variant.Get(s.Options, "show_legal_moves") != "false",
	}
	if view.Options == nil {
		view.Options = map[string]string{}
	}
	for i := range s.Chairs {
		seat := rules.Seat(i)
		if s.Owns(v.Owner, seat) {
			view.You = append(view.You, i)
		}
		view.Seats = append(view.Seats, seatOf(s, v, seat))
	}
	if len(view.You) > 0 {
		view.Bottom = view.You[0]
	}
	return view
}

func seatOf(s *table.State, v Visitor, seat rules.Seat) Seat {
	player := string(s.Chairs[seat].Player)
	switch {
	case s.Owns(v.Owner, seat):
		player = "you"
	case s.Chairs[seat].Player == table.Person:
		player = "guest"
	}
	view := Seat{Name: s.Variant.SeatName(seat), Player: player, Active: !s.Outs[seat].Gone}
	if scored, ok := s.Game.(rules.Scored); ok {
		points := scored.Points(seat)
		view.Points = &points
	}
	if out := s.Outs[seat]; out.Gone {
		view.Out = &Out{Rule: out.Rule, By: seatNumber(out.By), Ply: out.Ply}
	}
	return view
}

// mayMove reports whether the visitor acts now.
func mayMove(s *table.State, v Visitor) bool {
	turn := s.Game.Turn()
	return turn != rules.NoSeat && s.Owns(v.Owner, turn)
}

func boardOf(g rules.Game, legal bool) Board {
	geo := g.Geometry()
	b := Board{
		Status: g.Status().String(), Turn: seatNumber(g.Turn()), Position: g.Text(),
		Men: map[string]string{}, Legal: []string{}, Abandons: []string{}, Check: []string{},
	}
	for i := range geo.Squares() {
		sq := rules.Square(i)
		man := g.At(sq)
		if man == 0 {
			continue
		}
		b.Men[geo.Name(sq)] = manText(man)
		if man.Kind() == rules.King && !man.IsGrey() && g.Checked(sideOf(g, man.Seat())) {
			b.Check = append(b.Check, geo.Name(sq))
		}
	}
	slotted, _ := g.(rules.Slotted)
	if slotted != nil {
		b.Slot, b.SlotRule = seatNumber(slotted.Slot()), slotted.SlotRule()
	}
	if returning, ok := g.(rules.Returning); ok {
		if m, ok := returning.Forbidden(); ok {
			b.Forbidden = m.Text(geo)
		}
		if sq := returning.Barred(); sq != rules.NoSquare {
			b.Barred = geo.Name(sq)
		}
	}
	if legal {
		for _, m := range g.Moves(nil) {
			b.Legal = append(b.Legal, m.Text(geo))
			if slotted != nil && slotted.Abandons(m) {
				b.Abandons = append(b.Abandons, m.Text(geo))
			}
		}
		slices.Sort(b.Legal)
	}
	return b
}

// sideOf returns the side a seat's king belongs to: MCX4's four seats make two camps.
func sideOf(g rules.Game, seat rules.Seat) rules.Side {
	return rules.Side(int(seat) % len(g.Variant().Sides))
}

// manText writes a man as seat digit, kind letter, "+" if promoted, "x" if grey.
func manText(m rules.Man) string {
	text := []byte{'0' + byte(m.Seat()), m.Kind().Letter()}
	if m.IsPromoted() {
		text = append(text, '+')
	}
	if m.IsGrey() {
		text = append(text, 'x')
	}
	return string(text)
}

var effectNames = [...]string{
	rules.Gain: "gain", rules.Elimination: "elimination", rules.ClanGone: "clan-gone",
	rules.Survival: "survival", rules.Abandonment: "abandonment",
}

func plyOf(n int, p table.Ply, g rules.Geometry) Ply {
	view := Ply{N: n, Seat: int(p.Seat), Token: p.Token, SAN: p.SAN, Long: p.Long, Effects: []Effect{}}
	if p.Move != rules.NoMove {
		view.From, view.To = g.Name(p.Move.From()), g.Name(p.Move.To())
		if p.Taken != 0 {
			view.Taken = manText(p.Taken)
		}
	}
	for _, x := range p.Effects {
		effect := Effect{Kind: effectNames[x.Kind], Seat: int(x.Seat), By: seatNumber(x.By), Points: x.Points, Rule: x.Rule}
		if x.Square != rules.NoSquare {
			effect.Square = g.Name(x.Square)
		}
		view.Effects = append(view.Effects, effect)
	}
	return view
}

func rankingOf(o *rules.Outcome) [][]int {
	places := make([][]int, len(o.Ranking))
	for i, place := range o.Ranking {
		for _, seat := range place {
			places[i] = append(places[i], int(seat))
		}
	}
	return places
}

func seatNumber(s rules.Seat) *int {
	if s == rules.NoSeat {
		return nil
	}
	n := int(s)
	return &n
}
