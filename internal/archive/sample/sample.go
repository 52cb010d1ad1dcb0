// Package sample makes up finished games for measurements: many, by few lines
// that are really played, between players of whom some play much and most little.
package sample

import (
	"fmt"
	"math/rand/v2"
	"time"

	"melee/internal/archive"
	"melee/internal/table"
	"melee/rules"
)

// A Maker makes up games. Equal seeds make equal games.
type Maker struct {
	random *rand.Rand
	lines  []line
	people *rand.Zipf
	from   time.Time
	span   time.Duration
	n      int
}

// A line is a game that was played, without players.
type line struct {
	variant *rules.Variant
	options rules.Options
	plies   []table.FinishedPly
	result  rules.Outcome
	points  []int
	opening []archive.Step
}

const (
	people   = 20_000 // accounts
	linesOf  = 120    // of each variant
	longest  = 260    // plies
	openEach = 10     // every so many games count for the opening statistics
)

// notCounted is a start that keeps a game from being played again for the opening
// statistics, which a line needs once only.
const notCounted = "-"

// Busiest is the owner who has most games.
const Busiest = "@player0"

// New returns a maker of games of these variants that ended within span before until.
func New(seed uint64, variants []*rules.Variant, until time.Time, span time.Duration) (*Maker, error) {
	random := rand.New(rand.NewPCG(seed, 24))
	m := &Maker{random: random, people: rand.NewZipf(random, 1.2, 8, people-1), from: until.Add(-span), span: span}
	for _, v := range variants {
		for range linesOf {
			l, err := m.play(v)
			if err != nil {
				return nil, err
			}
			m.lines = append(m.lines, l)
		}
	}
	return m, nil
}

// play plays a game by chance; somebody resigns if it grows too long.
func (m *Maker) play(v *rules.Variant) (line, error) {
	l := line{variant: v}
	g, err := v.New(v, nil, "")
	if err != nil {
		return l, err
	}
	last := 10 + m.random.IntN(longest)
	for g.Outcome() == nil {
		action := rules.Action{Act: rules.Survive}
		switch {
		case g.Status() == rules.Choosing:
		case len(l.plies) >= last:
			action = rules.Action{Act: rules.Resign, Seat: g.Turn()}
		default:
			moves := g.Moves(nil)
			action = rules.Action{Act: rules.MakeMove, Move: moves[m.random.IntN(len(moves))]}
		}
		l.plies = append(l.plies, table.FinishedPly{Token: action.Text(v, g.Geometry()), Left: int64(1000 * (600 - len(l.plies)))})
		if _, err := g.Do(action); err != nil {
			return l, fmt.Errorf("make up a game of %s: %w", v.Name, err)
		}
	}
	l.result = *g.Outcome()
	if scored, ok := g.(rules.Scored); ok {
		for i := range v.Seats {
			l.points = append(l.points, scored.Points(rules.Seat(i)))
		}
	}
	return l, nil
}

// Player returns an account by chance: some come often, most seldom.
func (m *Maker) Player() string { return fmt.Sprintf("@player%d", m.people.Uint64()) }

// Next makes up a game.
func (m *Maker) Next() (*archive.Row, error) {
	m.n++
	l := &m.lines[m.random.IntN(len(m.lines))]
	ended := m.from.Add(time.Duration(m.random.Int64N(int64(m.span))))
	f := &table.Finished{
		Number: 1, Variant: l.variant, Options: l.options, Began: ended.Add(-10 * time.Minute), Ended: ended, Public: m.random.IntN(4) > 0,
		Clock: table.Clock{Kind: table.Increment, Base: 600_000, Add: 5000}, Plies: l.plies, Result: l.result, Points: l.points,
		Fled:  make([]bool, len(l.variant.Seats)),
		Start: notCounted,
	}
	taken := map[string]bool{}
	for range l.variant.Seats {
		owner := m.Player()
		for taken[owner] {
			owner = m.Player()
		}
		taken[owner] = true
		chair := table.Chair{Player: table.Person, Owner: owner}
		if m.random.IntN(5) == 0 {
			chair = table.Chair{Player: table.CPU, Level: 1 + m.random.IntN(10)}
		}
		f.Chairs = append(f.Chairs, chair)
	}
	r, err := archive.RowOf(fmt.Sprintf("sample%d", m.n), f)
	if err != nil {
		return nil, err
	}
	r.Start = ""
	r.Rated = r.Form != "" && m.random.IntN(2) == 0
	if m.n%openEach == 0 {
		if l.opening == nil {
			if l.opening, err = archive.Steps(l.variant, l.options, r.Moves); err != nil {
				return nil, err
			}
		}
		r.Opening, r.Setup = l.opening, archive.SetupOf(l.variant, l.options)
	}
	return r, nil
}
