package allin

import (
	"melee/internal/bitboard"
	"melee/rules"
)

// A Calm is a proof that the side to move, "we", cannot mate the opponent's king, and will not be
// able to after most other single moves either.
//
// The proof is that of MayMate: whoever gave check could walk away. It names the men that
// must stay for it, the squares that must stay empty, and what else a man of ours must not attack.
type Calm struct {
	from, to Set    // the men that must not move, the squares where nobody may arrive
	open     Set    // the squares that no other man of ours may come to attack
	ours     Set    // the men of our colour
	occ      Set    // what is occupied
	through  Set    // the same, but for our sliders
	openers  Set    // the men who can open a line to the king
	lines    [8]Set // by kind: from where one of ours would stand in line with the king
	near     [8]Set // by kind: from where one of ours would give check
	king     uint8  // the opponent's
	strays   bool   // the opponent may move the man who has just checked
}

// Calm returns the proof; it reports false if there is none.
func (p *Position) Calm() (c Calm, calm bool) {
	game := p.code.game()
	if p.rights != 0 || p.takeable || game == OwnMen {
		return c, false
	}
	var a aim
	a.atMates(p)
	occ := p.Occupied()
	pawns := a.ours & p.Men(rules.Pawn)
	if game != OpponentsMen && a.mayCheckByPawn(p, pawns, occ) {
		return c, false
	}
	for rest := a.openers; rest != 0; rest &= rest - 1 {
		if !c.opensCalmly(p, &a, rest.First(), occ) {
			return c, false
		}
	}
	for steps := a.exposures(p); steps != 0; steps &= steps - 1 {
		if !c.stepsCalmly(p, &a, steps.First(), occ) {
			return c, false
		}
	}
	men := a.ours &^ (pawns | bitboard.One64(uint8(p.kings[p.turn&1])))
	if game != OpponentsMen && !c.checksCalmly(p, &a, men&^a.openers, occ) {
		return c, false
	}
	c.ours, c.occ, c.openers, c.near = a.ours, occ, a.openers, a.from
	c.king, c.strays = uint8(a.king)&63, a.strays
	c.mindLines(p, &a, occ)
	c.mindPawns(p, &a, pawns, occ)
	c.mindMen(p, &a, men, occ)
	return c, true
}

// Keeps reports whether the proof holds after m too, a legal move of whoever is to move.
func (c *Calm) Keeps(m rules.Move) bool {
	from, to, kind := uint8(m.From()), uint8(m.To()), m.Kind()
	if m.Taken() != rules.NoKind || m.Special() != rules.Plain || m.Promotion() != rules.NoKind || c.from.Has(from) || c.to.Has(to) {
		return false
	}
	switch {
	case kind == rules.King:
		return c.ours.Has(from) && (bitboard.King64[from]|bitboard.King64[to])&c.open == 0
	case !c.ours.Has(from):
		return true
	case kind == rules.Pawn || c.lines[kind].Has(to):
		return false
	}
	one := bitboard.One64(from)
	if attacks(kind, rules.Square(to), c.through&^one)&c.open != 0 {
		return false
	}
	for hits := attacks(kind, rules.Square(to), c.occ&^one) & c.near[kind] &^ (c.ours &^ one); hits != 0; hits &= hits - 1 {
		if c.stepsAfter(kind, to, hits.First(), one) == 0 {
			return false
		}
	}
	return true
}

// stepsAfter returns the first steps by which one of our men, gone from a square to s to give check, could be made to walk away; gone
// are the men who have moved before.
func (c *Calm) stepsAfter(kind rules.Kind, from, s uint8, gone Set) Set {
	if !c.strays || c.openers.Has(s) || c.occ.Has(s) && bitboard.Line64(c.king, s).Has(from) {
		return 0
	}
	one := bitboard.One64(from)
	steps := attacks(kind, rules.Square(s), c.occ&^(gone|one)) &^ (c.ours&^gone | one | bitboard.One64(c.king) | inLine(kind, c.king))
	if kind != rules.Knight {
		steps &= bitboard.King64[s&63]
	}
	return steps
}

// Hold makes Keeps answer for moves that are made before r, the move that led to the position: after such a move r is legal too.
func (c *Calm) Hold(r *Reply) {
	c.from |= r.ends
	c.to |= r.ends | r.way
}

// A Reply is a move that stands ready as the answer to several moves of the opponent.
type Reply struct {
	After     Position // the position after it, as if the opponent had passed before
	Move      rules.Move
	ends, way Set
}

// Reply makes a reply of a move from one square to another, if it is legal after a pass. Moves
// that change rights are none.
func (p *Position) Reply(from, to rules.Square, promotion rules.Kind) (r Reply, ok bool) {
	passed := *p
	passed.Pass()
	if r.After, r.Move, ok = passed.Try(from, to, promotion); !ok {
		return r, false
	}
	r.ends = bitboard.One64(uint8(from)) | bitboard.One64(uint8(to))
	r.way = bitboard.Between64(uint8(from), uint8(to))
	return r, r.Move.Special() == rules.Plain && promotion == rules.NoKind && p.rights == 0 && p.passed == rules.NoSquare
}

// LetsMate reports whether there may be a mate after m, a legal move that the reply then answers. It
// says yes where the reply would not be legal or that is not seen at a glance.
func (r *Reply) LetsMate(m rules.Move) bool {
	to := bitboard.One64(uint8(m.To()))
	if m.Special() != rules.Plain || (bitboard.One64(uint8(m.From()))|to)&r.ends != 0 || to&r.way != 0 {
		return true
	}
	after := r.After
	after.apply(m, after.turn)
	return after.Checked(after.turn^1) || after.MayMate()
}

// flee notes a flight that must stay open.
func (c *Calm) flee(flights Set) {
	f := flights & -flights
	c.to |= f
	c.open |= f
}

// opensCalmly reports whether the man on o may open a line to the king without mating, though another move has been made before.
func (c *Calm) opensCalmly(p *Position, a *aim, o uint8, occ Set) bool {
	one := bitboard.One64(o)
	checkers := p.attackers(a.king, p.turn, a.ours&^one, occ&^one)
	if checkers.Many() || checkers == 0 {
		return false
	}
	z := checkers.First()
	c.open |= one // a second line through him would matter
	if flights := a.flightsBehind(p, o, z, occ); flights.Many() {
		c.flee(flights)
		c.flee(flights & (flights - 1))
		return true
	}
	return !a.mayCheckToo(p, o, occ) && a.stepsOff(p, z, occ&^one).Count() > 2 &&
		p.attackers(a.king, p.turn, a.ours&^(one|checkers), occ&^(one|checkers)) == 0
}

// stepsCalmly reports whether the opponent's king, moved to s, is not mated there.
func (c *Calm) stepsCalmly(p *Position, a *aim, s uint8, occ Set) bool {
	one := bitboard.One64(s)
	ours := a.ours &^ one
	occ = occ&^bitboard.One64(uint8(a.king)) | one
	checkers := p.attackers(rules.Square(s), p.turn, ours, occ)
	if checkers == 0 {
		return true
	}
	if a.flees {
		if flights := a.flightsFrom(s, checkers); flights != 0 {
			c.flee(flights)
			return true
		}
	}
	z := checkers.First()
	kind := p.kind(rules.Square(z))
	if checkers.Many() || kind == rules.Pawn || kind == rules.King {
		return false
	}
	return c.walks(kind, z, ours|one|inLine(kind, s), occ) && p.attackers(rules.Square(s), p.turn, ours&^checkers, occ&^checkers) == 0
}

// checksCalmly reports whether none of our men mates where he gives check himself.
func (c *Calm) checksCalmly(p *Position, a *aim, men, occ Set) bool {
	k := uint8(a.king) & 63
	for ; men != 0; men &= men - 1 {
		from := men.First()
		kind := p.kind(rules.Square(from))
		to := attacks(kind, rules.Square(from), occ) & a.from[kind] &^ a.ours
		if to == 0 {
			continue
		}
		one := bitboard.One64(from)
		left := occ &^ one
		stay, flights := a.staysOn(from, kind, k), a.flights(from)
		for ; to != 0; to &= to - 1 {
			s := to.First()
			if a.strays && !a.screened(from, s, left) && c.walks(kind, s, stay, left) {
				continue
			}
			free := flights &^ (bitboard.One64(s) | attacks(kind, rules.Square(s), left&^bitboard.One64(k)))
			if free == 0 {
				return false
			}
			c.flee(free)
			c.open |= one // a line through where he stood would matter
		}
	}
	return true
}

// walks reports whether a man on s has a first step to where he may not only stay, and keeps it open if it is the only one.
func (c *Calm) walks(kind rules.Kind, s uint8, stay, occ Set) bool {
	steps := attacks(kind, rules.Square(s), occ) &^ stay
	if kind != rules.Knight {
		steps &= bitboard.King64[s&63]
	}
	if !steps.Many() {
		c.to |= steps
	}
	return steps != 0
}

// mindLines notes what matters in any case: the lines to the king and the squares beside him.
func (c *Calm) mindLines(p *Position, a *aim, occ Set) {
	k := uint8(a.king) & 63
	diagonals, straights := bitboard.Diagonals64(k), bitboard.Straights64(k)
	c.through = occ &^ (a.ours & (p.diagonals() | p.straights()))
	c.lines[rules.Bishop], c.lines[rules.Rook], c.lines[rules.Queen] = diagonals, straights, diagonals|straights
	c.open |= bitboard.King64[k] | bitboard.One64(k)
	// The first men on the lines, those that stand between one of our sliders and the king, and those beside him.
	c.from = a.from[rules.Queen]&occ | bitboard.King64[k]&a.theirs
	snipers := a.ours & (diagonals&p.diagonals() | straights&p.straights())
	for ; snipers != 0; snipers &= snipers - 1 {
		c.from |= bitboard.Between64(k, snipers.First()) & occ
	}
	c.to |= bitboard.King64[k]
}

// mindPawns notes what keeps our pawns from giving check.
func (c *Calm) mindPawns(p *Position, a *aim, pawns, occ Set) {
	check := a.from[rules.Pawn]
	var one, two Set
	if p.turn == White {
		one = pawns << 8
		two = one << 8 & (bitboard.Rank164 << 24)
	} else {
		one = pawns >> 8
		two = one >> 8 & (bitboard.Rank164 << 32)
	}
	c.from |= one & occ & (check | lastRanks)
	if two&check != 0 {
		c.from |= (one | two) & occ
	}
	c.to |= pawnReach(p.turn&1, pawns) & (check | lastRanks)
}

// mindMen notes what keeps our other men from checks and from the squares that matter.
func (c *Calm) mindMen(p *Position, a *aim, men, occ Set) {
	// Our sliders in front of the king's squares: what opens behind them may attack these.
	var front Set
	for rest := men & (p.diagonals() | p.straights()); rest != 0; rest &= rest - 1 {
		s := rest.First()
		kind := p.kind(rules.Square(s))
		if attacks(kind, rules.Square(s), occ)&(c.near[kind]|c.open) != 0 {
			front |= bitboard.One64(s)
		}
	}
	for rest := men; rest != 0; rest &= rest - 1 {
		s := rest.First()
		kind := p.kind(rules.Square(s))
		if kind == rules.Knight {
			c.from |= bitboard.Knight64[s&63] & a.ours & a.from[kind]
			continue
		}
		to := attacks(kind, rules.Square(s), occ)
		for blockers := to & occ &^ c.from; blockers != 0; blockers &= blockers - 1 {
			b := bitboard.One64(blockers.First())
			gained := attacks(kind, rules.Square(s), occ&^b)&^to | b
			if gained&(c.open|front) != 0 {
				c.from |= b
				continue
			}
			for hits := gained & c.near[kind] &^ (c.ours &^ b); hits != 0; hits &= hits - 1 {
				if !c.stepsAfter(kind, s, hits.First(), b).Many() {
					c.from |= b
					break
				}
			}
		}
	}
}
