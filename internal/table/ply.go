package table

import (
	"fmt"
	"strings"
	"time"

	"melee/notation"
	"melee/rules"
)

// A Ply is one entry of the game's record with everything people see of it.
type Ply struct {
	Seat    rules.Seat
	By      Player
	Token   string
	SAN     string
	Long    string
	Move    rules.Move // NoMove for a choice
	Taken   rules.Man  // the man captured, 0 if none
	Effects []rules.Effect
	At      time.Time
	Left    int64 // ms on the clock of the seat that had the turn, where one runs down
}

// A record is the plies of a game in little room: tables are many, and most of
// what a Ply tells can be told from less.
type record struct {
	list    []ply
	text    []byte // SAN of all moves, one after the other
	effects []effect
}

type ply struct {
	at    int64 // ms since 1970
	left  int64
	move  rules.Move
	until uint32 // end of its SAN in text
	seat  rules.Seat
	act   rules.Act
	of    rules.Seat // of the action
	taken rules.Man
	cpu   bool
}

type effect struct {
	ply int32 // index
	rules.Effect
}

func (r *record) add(p ply, san string, effects []rules.Effect) {
	r.text = append(r.text, san...)
	p.until = uint32(len(r.text))
	for _, x := range effects {
		r.effects = append(r.effects, effect{int32(len(r.list)), x})
	}
	r.list = append(r.list, p)
}

func (r *record) clear() { *r = record{list: r.list[:0], text: r.text[:0], effects: r.effects[:0]} }

// cut forgets all plies from the nth on.
func (r *record) cut(n int) {
	r.list = r.list[:n]
	r.text = r.text[:r.start(n)]
	for len(r.effects) > 0 && int(r.effects[len(r.effects)-1].ply) >= n {
		r.effects = r.effects[:len(r.effects)-1]
	}
}

// start is where the SAN of a ply begins in text.
func (r *record) start(n int) uint32 {
	if n == 0 {
		return 0
	}
	return r.list[n-1].until
}

// effectsOf returns the effects of a ply.
func (r *record) effectsOf(n int) (found []rules.Effect) {
	for i := len(r.effects) - 1; i >= 0 && int(r.effects[i].ply) >= n; i-- {
		if int(r.effects[i].ply) == n {
			found = append(found, r.effects[i].Effect)
		}
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found
}

func (p *ply) action() rules.Action { return rules.Action{Act: p.act, Move: p.move, Seat: p.of} }

// PlyCount returns how many plies of the present game have been played.
func (s *State) PlyCount() int { return len(s.plies.list) }

// Ply returns a ply of the present game; n counts from 0 to PlyCount()-1.
func (s *State) Ply(n int) Ply {
	p := &s.plies.list[n]
	g := s.Game.Geometry()
	full := Ply{
		Seat: p.seat, By: Person, Token: p.action().Text(s.Variant, g), Move: p.move, Taken: p.taken,
		Effects: s.plies.effectsOf(n), At: time.UnixMilli(p.at).UTC(), Left: p.left,
	}
	if p.cpu {
		full.By = CPU
	}
	if p.act == rules.MakeMove {
		full.SAN = string(s.plies.text[s.plies.start(n):p.until])
		full.Long = long(p.move, full.SAN, g)
	}
	return full
}

// Play carries out an action in a game and returns what people see of it, but
// neither who played it nor when. On an error nothing has changed.
func Play(g rules.Game, a rules.Action) (Ply, error) {
	p := Ply{Seat: g.Turn(), Token: a.Text(g.Variant(), g.Geometry()), Move: a.Move}
	var err error
	switch a.Act {
	case rules.MakeMove:
		p.Taken = taken(g, a.Move)
		p.SAN, p.Effects, err = notation.Play(g, a.Move, notation.StyleSAN)
		p.Long = long(a.Move, p.SAN, g.Geometry())
		return p, err
	case rules.Resign, rules.FlagFall, rules.Claim:
		p.Seat = a.Seat
	}
	p.Effects, err = g.Do(a)
	return p, err
}

// long returns a move in long algebraic notation: its SAN with the whole origin
// and a hyphen. Castling that is written O-O stays so.
func long(m rules.Move, san string, g rules.Geometry) string {
	if strings.HasPrefix(san, "O-O") {
		return san
	}
	var b strings.Builder
	if m.Kind() != rules.Pawn {
		b.WriteByte(m.Kind().Letter())
	}
	b.WriteString(g.Name(m.From()))
	if m.Taken() != rules.NoKind {
		b.WriteByte('x')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(g.Name(m.To()))
	if p := m.Promotion(); p != rules.NoKind {
		b.WriteByte('=')
		b.WriteByte(p.Letter())
	}
	b.WriteString(san[len(strings.TrimRight(san, "+#")):])
	return b.String()
}

// Past returns the game as it stood after n plies of the present game.
func (s *State) Past(n int) (rules.Game, error) {
	if n < 0 || n > s.PlyCount() {
		return nil, Refused{NotFound, fmt.Sprintf("the game has plies 0 to %d", s.PlyCount())}
	}
	game, err := s.Variant.New(s.Variant, s.Options, s.Opened.Start)
	if err != nil {
		return nil, err
	}
	for i := range s.plies.list[:n] {
		if _, err := game.Do(s.plies.list[i].action()); err != nil {
			return nil, err
		}
	}
	return game, nil
}
