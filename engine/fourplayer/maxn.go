package fourplayer

import (
	"cmp"
	"context"
	"slices"

	"melee/engine/search"
	"melee/rules"
	"melee/rules/fourplayer"
)

// maxN searches by max^n: at each node the mover takes what is best for itself.
// Bounds of one seat say little about another's, so that hardly anything can be cut;
// it is here to be measured against, and knows depth, nodes and time as limits only.
type maxN struct {
	options search.Options
	meter   *search.Meter
	budget  *search.Budget
	known   *prospectTable
	games   [4]game // by the seat whose gains order the moves
	root    []ranked
}

// A ranked is a first move with its value for the mover.
type ranked struct {
	move  rules.Move
	value int32
}

func newMaxN(o search.Options) *maxN { return &maxN{options: o, known: new(prospectTable)} }

// Forget does nothing: no search leaves anything behind.
func (s *maxN) Forget() {}

// Search implements [search.Searcher].
func (s *maxN) Search(ctx context.Context, g rules.Game, limits search.Limits, tell func(search.Info)) search.Result {
	played := g.(*fourplayer.Game)
	at := played.Position()
	for seat := range s.games {
		s.games[seat] = *newGame(&at, MaxN, s.known)
		s.games[seat].root = rules.Seat(seat)
		s.games[seat].worth = s.games[seat].exchangeWorths()
	}
	p := newPosition(&at, s.games[0].weights)
	s.root = s.root[:0]
	for _, m := range s.ordered(&p, nil) {
		s.root = append(s.root, ranked{move: m})
	}
	if len(s.root) == 0 {
		return search.Result{}
	}
	budget, release := search.NewBudget(ctx, s.options, limits)
	defer release()
	s.budget, s.meter = budget, budget.Meter()
	var lines []search.Info
	for depth := 1; (limits.Depth == 0 || depth <= limits.Depth) && depth < search.MaxPly && !s.budget.Enough(1); depth++ {
		best, ok := s.iterate(&p, depth)
		s.meter.HandIn()
		if !ok {
			break
		}
		lines = []search.Info{{
			Depth: depth, SelDepth: depth, MultiPV: 1, Score: bounded(best[p.Turn()&3]), Bound: search.Exact, Nodes: budget.Nodes(), Time: budget.Time(),
			PV: []rules.Action{{Act: rules.MakeMove, Move: s.root[0].move}},
		}}
		if tell != nil {
			tell(lines[0])
		}
	}
	return search.Result{Action: rules.Action{Act: rules.MakeMove, Move: s.root[0].move}, Lines: lines, Nodes: budget.Nodes()}
}

// iterate searches all first moves and puts the best first; ok is false when there was no time.
func (s *maxN) iterate(p *position, depth int) (best [4]int32, ok bool) {
	seat := p.Turn() & 3
	for i := range s.root {
		next := *p
		next.apply(s.root[i].move, s.games[0].weights)
		v := s.value(&next, depth-1)
		if s.budget.Stopped() {
			return best, false
		}
		s.root[i].value = v[seat]
		if i == 0 || v[seat] > best[seat] {
			best = v
		}
	}
	slices.SortStableFunc(s.root, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	return best, true
}

// value returns what a position is worth to each seat.
func (s *maxN) value(p *position, depth int) [4]int32 {
	if s.meter.Tick() {
		return [4]int32{}
	}
	seat := p.Turn() & 3
	over := p.Position.Over()
	if over || depth <= 0 {
		return s.settle(p, over)
	}
	var room [128]rules.Move
	var best [4]int32
	for i, m := range s.ordered(p, room[:0]) {
		next := *p
		next.apply(m, s.games[0].weights)
		v := s.value(&next, depth-1)
		if s.budget.Stopped() {
			return best
		}
		if i == 0 || v[seat] > best[seat] {
			best = v
		}
	}
	return best
}

// settle values a position where the search ends: whoever is to move may make the capture that wins most.
func (s *maxN) settle(p *position, over bool) [4]int32 {
	g := &s.games[p.Turn()&3]
	if !over {
		var room [64]rules.Move
		best, most := rules.NoMove, search.Score(0)
		for _, m := range p.Captures(room[:0]) {
			if gain, _ := g.Gain(p, m); gain > most {
				best, most = m, gain
			}
		}
		if best != rules.NoMove {
			next := *p
			next.apply(best, g.weights)
			if !next.Position.Over() {
				p = &next
			}
		}
	}
	var v, standing [4]int32
	if over {
		for seat := range rules.Seat(4) {
			standing[seat] = g.weights.point * int32(p.Points(seat))
		}
	} else {
		prospects := g.prospects(p)
		standing = g.standing(p, &prospects)
	}
	for seat := range rules.Seat(4) {
		if v[seat] = s.games[seat].utility(standing); over {
			v[seat] = s.games[seat].placed(standing)
		}
	}
	return v
}

// ordered returns the legal moves, captures that win most first.
func (s *maxN) ordered(p *position, dst []rules.Move) []rules.Move {
	g := &s.games[p.Turn()&3]
	moves := p.Position.Moves(dst)
	slices.SortStableFunc(moves, func(a, b rules.Move) int {
		x, _ := g.Gain(p, a)
		y, _ := g.Gain(p, b)
		return cmp.Compare(y, x)
	})
	return moves
}
