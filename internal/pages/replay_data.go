package pages

import (
	"encoding/json"
	"net/http"

	"melee/internal/table"
	"melee/rules"
)

// The reel of a game is what the page's script goes through it with: the
// parts of a table's view (docs/protocol.md), once whole, then what each ply changes.
type reel struct {
	Variant  string        `json:"variant"`
	Options  rules.Options `json:"options"`
	Geometry reelGeometry  `json:"geometry"`
	Seats    []reelSeat    `json:"seats"`
	Clock    reelClock     `json:"clock"`
	Start    reelScene     `json:"start"`
	Plies    []reelPly     `json:"plies"`
	Result   *reelResult   `json:"result"`
}

type reelGeometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"`
}

type reelClock struct {
	Kind table.ClockKind `json:"kind"`
	Base int64           `json:"base"`
	Add  int64           `json:"add"`
}

type reelSeat struct {
	Name   string `json:"name"`
	Player string `json:"player"` // "guest", "cpu" or "grey"
	Who    string `json:"who,omitempty"`
	Bot    bool   `json:"bot,omitempty"`
	Level  int    `json:"level,omitempty"`
}

// A reelScene is the game at one moment. Men are all of them at the start and,
// after a ply, those that changed, "" for a square that became empty.
type reelScene struct {
	Status    string            `json:"status"`
	Turn      *int              `json:"turn"`
	Position  string            `json:"position"`
	Men       map[string]string `json:"men"`
	Check     []string          `json:"check"`
	Slot      *int              `json:"slot,omitempty"`
	SlotRule  string            `json:"slotRule,omitempty"`
	Forbidden string            `json:"forbidden,omitempty"`
	Barred    string            `json:"barred,omitempty"`
	Points    []int             `json:"points,omitempty"`
	Clocks    []int64           `json:"clocks,omitempty"`
	Outs      []*reelOut        `json:"outs"`
}

type reelOut struct {
	Rule string `json:"rule"`
	By   *int   `json:"by"`
	Ply  int    `json:"ply"`
}

type reelPly struct {
	N       int          `json:"n"`
	Seat    int          `json:"seat"`
	Token   string       `json:"token"`
	SAN     string       `json:"san"`
	Long    string       `json:"long"`
	From    string       `json:"from,omitempty"`
	To      string       `json:"to,omitempty"`
	Taken   string       `json:"taken,omitempty"`
	Effects []reelEffect `json:"effects"`
	Scene   reelScene    `json:"scene"`
}

type reelEffect struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	By     *int   `json:"by"`
	Points int    `json:"points"`
	Square string `json:"square,omitempty"`
	Rule   string `json:"rule"`
}

type reelResult struct {
	Reason  rules.Reason `json:"reason"`
	Ranking [][]int      `json:"ranking"`
	Draw    bool         `json:"draw"`
}

// reelOf plays a kept game through.
func reelOf(k *kept) (*reel, error) {
	out := &reel{Variant: k.record.Variant.Name, Options: k.record.Options, Plies: []reelPly{}}
	if out.Options == nil {
		out.Options = rules.Options{}
	}
	for _, p := range k.players {
		out.Seats = append(out.Seats, reelSeat{Name: p.seat, Player: p.kind, Who: p.name, Bot: p.bot, Level: p.level})
	}
	out.Clock = reelClock{k.clock.Kind, k.clock.Base, k.clock.Add}
	var before []rules.Man
	err := replayOf(k.record, k.clock, func(n int, ply *table.Ply, m *moment) error {
		geo := m.game.Geometry()
		if ply == nil {
			before = make([]rules.Man, geo.Squares())
			out.Geometry = reelGeometry{geo.Files, geo.Ranks, geo.Corner}
			out.Start = sceneOf(m, before)
			return nil
		}
		out.Plies = append(out.Plies, reelPlyOf(n, ply, m, before))
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r := k.record.Result; r != nil {
		result := reelResult{Reason: r.Reason, Draw: r.Draw, Ranking: [][]int{}}
		for _, place := range r.Ranking {
			seats := []int{}
			for _, seat := range place {
				seats = append(seats, int(seat))
			}
			result.Ranking = append(result.Ranking, seats)
		}
		out.Result = &result
	}
	return out, nil
}

// sceneOf tells of a moment; before are the men by square as they stood, and are brought up to date.
func sceneOf(m *moment, before []rules.Man) reelScene {
	g := m.game
	geo := g.Geometry()
	s := reelScene{
		Status: g.Status().String(), Turn: seatNumber(g.Turn()), Position: g.Text(),
		Men: map[string]string{}, Check: []string{}, Clocks: append([]int64(nil), m.clocks...),
	}
	for i := range before {
		man := g.At(rules.Square(i))
		if man != before[i] {
			s.Men[geo.Name(rules.Square(i))] = manText(man)
			before[i] = man
		}
		if man.Kind() == rules.King && !man.IsGrey() && g.Checked(rules.Side(int(man.Seat())%len(g.Variant().Sides))) {
			s.Check = append(s.Check, geo.Name(rules.Square(i)))
		}
	}
	if slotted, ok := g.(rules.Slotted); ok {
		s.Slot, s.SlotRule = seatNumber(slotted.Slot()), slotted.SlotRule()
	}
	if returning, ok := g.(rules.Returning); ok && g.Outcome() == nil {
		if move, ok := returning.Forbidden(); ok {
			s.Forbidden = move.Text(geo)
		}
		if sq := returning.Barred(); sq != rules.NoSquare {
			s.Barred = geo.Name(sq)
		}
	}
	scored, _ := g.(rules.Scored)
	for seat, out := range m.outs {
		if scored != nil {
			s.Points = append(s.Points, scored.Points(rules.Seat(seat)))
		}
		var told *reelOut
		if out.Gone {
			told = &reelOut{Rule: out.Rule, By: seatNumber(out.By), Ply: out.Ply}
		}
		s.Outs = append(s.Outs, told)
	}
	return s
}

var effectNames = [...]string{
	rules.Gain: "gain", rules.Elimination: "elimination", rules.ClanGone: "clan-gone",
	rules.Survival: "survival", rules.Abandonment: "abandonment",
}

func reelPlyOf(n int, p *table.Ply, m *moment, before []rules.Man) reelPly {
	geo := m.game.Geometry()
	out := reelPly{N: n, Seat: int(p.Seat), Token: p.Token, SAN: p.SAN, Long: p.Long, Taken: manText(p.Taken), Effects: []reelEffect{}}
	if p.Move != rules.NoMove {
		out.From, out.To = geo.Name(p.Move.From()), geo.Name(p.Move.To())
	}
	for _, x := range p.Effects {
		effect := reelEffect{Kind: effectNames[x.Kind], Seat: int(x.Seat), By: seatNumber(x.By), Points: x.Points, Rule: x.Rule}
		if x.Square != rules.NoSquare {
			effect.Square = geo.Name(x.Square)
		}
		out.Effects = append(out.Effects, effect)
	}
	out.Scene = sceneOf(m, before)
	return out
}

// seatNumber is a seat as JSON has it: nil for nobody's.
func seatNumber(s rules.Seat) *int {
	if s == rules.NoSeat {
		return nil
	}
	n := int(s)
	return &n
}

// manText is a man as clients read it: seat digit, kind letter, "+" if promoted, "x" if grey; "" for none.
func manText(m rules.Man) string {
	if m == 0 {
		return ""
	}
	text := string('0'+rune(m.Seat())) + string(rune(m.Kind().Letter()))
	if m.IsPromoted() {
		text += "+"
	}
	if m.IsGrey() {
		text += "x"
	}
	return text
}

// replayData answers with a game's reel.
func (s *site) replayData(w http.ResponseWriter, r *http.Request, k *kept) {
	out, err := reelOf(k)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	body, err := json.Marshal(out)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	s.send(w, r, http.StatusOK, body)
}
