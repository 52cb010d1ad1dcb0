package live

import (
	"melee/internal/table"
	"melee/rules"
)

// mayMove reports whether the visitor acts now.
func (v *view) mayMove() bool { return v.s.Phase() != table.Gathering && v.s.Owns(v.owner, v.turn()) }

// turn returns the seat that must act, NoSeat while nobody plays.
func (v *view) turn() rules.Seat {
	if p := v.s.Phase(); p == table.Gathering || p == table.Shut {
		return rules.NoSeat
	}
	return v.s.Game.Turn()
}

// board writes what a position shows but its men; legal adds what only who may move is told.
func (v *view) board(g rules.Game, legal bool) {
	men := make([]rules.Man, g.Geometry().Squares())
	for i := range men {
		men[i] = g.At(rules.Square(i))
	}
	v.position(g, men)
	v.private(g, legal)
}

// position writes what everybody sees of a position; men are those of g by square.
func (v *view) position(g rules.Game, men []rules.Man) {
	status, turn := string(v.s.Phase()), v.turn()
	if g != v.s.Game {
		status, turn = g.Status().String(), g.Turn()
	}
	v.text("status", status)
	v.seat("turn", turn)
	v.text("position", g.Text())
	v.stand(g, men)
}

// stand writes what follows from a position and its past: marks of the board, but not the men.
func (v *view) stand(g rules.Game, men []rules.Man) {
	v.key("hash")
	v.b = appendHash(append(v.b, '"'), g.Key())
	v.b = append(v.b, '"')
	if slotted, ok := g.(rules.Slotted); ok {
		v.seat("slot", slotted.Slot())
		v.text("slotRule", slotted.SlotRule())
	}
	if returning, ok := g.(rules.Returning); ok {
		v.returns(g, returning)
	}
	v.key("check")
	v.b = append(v.b, '[')
	geo := g.Geometry()
	for i, man := range men {
		if man.Kind() == rules.King && !man.IsGrey() && g.Checked(sideOf(g, man.Seat())) {
			v.comma('[')
			v.square(geo, rules.Square(i))
		}
	}
	v.b = append(v.b, ']')
}

// returns writes what A6 and A15 forbid.
func (v *view) returns(g rules.Game, r rules.Returning) {
	forbidden, barred := "", ""
	if m, ok := r.Forbidden(); ok {
		forbidden = m.Text(g.Geometry())
	}
	if sq := r.Barred(); sq != rules.NoSquare {
		barred = g.Geometry().Name(sq)
	}
	v.text("forbidden", forbidden)
	v.text("barred", barred)
}

// appendHash appends the upper half of a position's key, which tells positions apart (A10, M18, F18).
func appendHash(dst []byte, key uint64) []byte {
	for shift := 60; shift >= 32; shift -= 4 {
		dst = append(dst, hexDigits[key>>shift&15])
	}
	return dst
}

// private writes what only the visitor's own device is told: his legal moves, if he may move, and his claims.
func (v *view) private(g rules.Game, legal bool) {
	var list []rules.Move
	if legal {
		list = g.Moves(make([]rules.Move, 0, 128))
	}
	v.moves(g, "legal", list, nil)
	slotted, _ := g.(rules.Slotted)
	if slotted == nil {
		list = nil
	}
	v.moves(g, "abandons", list, func(m rules.Move) bool { return slotted.Abandons(m) })
	if claims := claimable(g); claims != nil {
		v.seats("claims", func(s rules.Seat) bool { return v.s.Owns(v.owner, s) && claims.MayClaim(s) })
	}
}

func (v *view) moves(g rules.Game, name string, list []rules.Move, which func(rules.Move) bool) {
	geo := g.Geometry()
	v.key(name)
	v.b = append(v.b, '[')
	for _, m := range list {
		if which == nil || which(m) {
			v.comma('[')
			v.b = m.AppendText(append(v.b, '"'), geo)
			v.b = append(v.b, '"')
		}
	}
	v.b = append(v.b, ']')
}

// A claimer is a game that its leader may end (F17).
type claimer interface{ MayClaim(rules.Seat) bool }

// claimable returns the game if claims are possible in it, else nil.
func claimable(g rules.Game) claimer {
	c, ok := g.(claimer)
	if !ok || g.Variant().Get(g.Options(), "lead") != "claim" {
		return nil
	}
	return c
}

// men writes the men by square.
func (v *view) men(g rules.Game) {
	v.key("men")
	v.open()
	geo := g.Geometry()
	for i := range geo.Squares() {
		if man := g.At(rules.Square(i)); man != 0 {
			v.man(geo, rules.Square(i), man)
		}
	}
	v.shut()
}

// changes writes the men that stand elsewhere than before, "" for a square that has
// become empty, and notes how they stand now.
func (v *view) changes(g rules.Game, before []rules.Man) {
	v.key("men")
	v.open()
	geo := g.Geometry()
	for i := range before {
		man := g.At(rules.Square(i))
		if man != before[i] {
			v.man(geo, rules.Square(i), man)
			before[i] = man
		}
	}
	v.shut()
}

func (v *view) man(geo rules.Geometry, sq rules.Square, man rules.Man) {
	v.comma('{')
	v.square(geo, sq)
	v.b = append(v.b, ':', '"')
	v.b = append(appendMan(v.b, man), '"')
}

func (v *view) square(geo rules.Geometry, sq rules.Square) {
	v.b = geo.AppendName(append(v.b, '"'), sq)
	v.b = append(v.b, '"')
}

// appendMan writes a man as seat digit, kind letter, "+" if promoted, "x" if grey; nothing for an empty square.
func appendMan(dst []byte, m rules.Man) []byte {
	if m == 0 {
		return dst
	}
	dst = append(dst, '0'+byte(m.Seat()), m.Kind().Letter())
	if m.IsPromoted() {
		dst = append(dst, '+')
	}
	if m.IsGrey() {
		dst = append(dst, 'x')
	}
	return dst
}

// sideOf returns the side a seat's king belongs to: MCX4's four seats make two camps.
func sideOf(g rules.Game, seat rules.Seat) rules.Side {
	return rules.Side(int(seat) % len(g.Variant().Sides))
}

// record writes the plies from the given one on.
func (v *view) record(from int) {
	v.number("from", int64(from))
	v.list("plies", v.s.PlyCount()-from, func(i int) { v.ply(from + i) })
}

var effectNames = [...]string{
	rules.Gain: "gain", rules.Elimination: "elimination", rules.ClanGone: "clan-gone",
	rules.Survival: "survival", rules.Abandonment: "abandonment",
}

func (v *view) ply(n int) {
	p := v.s.Ply(n)
	v.open()
	v.played(n+1, &p, v.s.Game.Geometry())
	if v.s.Opened.Clock.Kind != table.NoClock {
		v.number("left", p.Left)
	}
	v.affected = v.affected || len(p.Effects) > 0
	v.shut()
}

// played writes what everybody sees of the nth ply.
func (v *view) played(n int, p *table.Ply, geo rules.Geometry) {
	v.number("n", int64(n))
	v.seat("seat", p.Seat)
	if p.By == table.CPU {
		v.truth("cpu", true)
	}
	v.text("token", p.Token)
	v.text("san", p.SAN)
	v.text("long", p.Long)
	if p.Move != rules.NoMove {
		v.key("from")
		v.square(geo, p.Move.From())
		v.key("to")
		v.square(geo, p.Move.To())
		if p.Taken != 0 {
			v.key("taken")
			v.b = append(appendMan(append(v.b, '"'), p.Taken), '"')
		}
	}
	v.list("effects", len(p.Effects), func(i int) {
		x := &p.Effects[i]
		v.open()
		v.text("kind", effectNames[x.Kind])
		v.seat("seat", x.Seat)
		v.seat("by", x.By)
		v.number("points", int64(x.Points))
		if x.Square != rules.NoSquare {
			v.key("square")
			v.square(geo, x.Square)
		}
		v.text("rule", x.Rule)
		v.shut()
	})
}

// result writes how the game ended, null while it goes on.
func (v *view) result(o *rules.Outcome) {
	v.key("result")
	if o == nil {
		v.b = append(v.b, "null"...)
		return
	}
	v.open()
	v.text("reason", string(o.Reason))
	v.list("ranking", len(o.Ranking), func(i int) {
		v.b = append(v.b, '[')
		for _, seat := range o.Ranking[i] {
			v.comma('[')
			v.b = appendInt(v.b, seat)
		}
		v.b = append(v.b, ']')
	})
	v.truth("draw", o.Draw)
	v.shut()
}
