package bench

import (
	"fmt"

	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// A chance is a fixed sequence of choices.
type chance struct{ seed uint64 }

func (c *chance) next() uint64 {
	var key [1]uint64
	rules.Keys(c.seed, key[:])
	c.seed++
	return key[0]
}

// pick returns one of the moves: the same in whatever order they stand, since
// that order is not promised and the games must stay what they are.
func (c *chance) pick(moves []rules.Move) rules.Move {
	salt := c.next()
	var picked rules.Move
	highest := uint64(0)
	for _, m := range moves {
		key := (uint64(m) ^ salt) * 0x9e3779b97f4a7c15
		key ^= key >> 32
		key *= 0xd6e8feb86659fd93
		if key >= highest {
			picked, highest = m, key
		}
	}
	return picked
}

// action returns what is played next in a game that goes on.
func (c *chance) action(g rules.Game, room []rules.Move) rules.Action {
	if g.Status() == rules.Choosing {
		return rules.Action{Act: [...]rules.Act{rules.Survive, rules.Decline}[c.next()&1]}
	}
	return rules.Action{Act: rules.MakeMove, Move: c.pick(g.Moves(room))}
}

// playouts are the games of one op.
const playouts = 16

// playoutCases play random legal games from the start to their end.
func playoutCases() []Case {
	var cases []Case
	for _, v := range catalog.All() {
		cases = append(cases, Case{
			Name: "playout/" + v.Name, Unit: "games", Second: "plies", Want: playouts,
			prepare: func() (op, error) {
				room := make([]rules.Move, 0, 512)
				return func() (work, error) {
					w := work{}
					for seed := range uint64(playouts) {
						plies, err := playOut(v, seed, room)
						if err != nil {
							return w, err
						}
						w.units++
						w.second += plies
					}
					return w, nil
				}, nil
			},
		})
	}
	return cases
}

// playOut plays a game to its end and returns the number of its plies.
func playOut(v *rules.Variant, seed uint64, room []rules.Move) (uint64, error) {
	g, err := v.New(v, nil, "")
	if err != nil {
		return 0, err
	}
	c := chance{seed << 32}
	plies := uint64(0)
	for g.Status() != rules.Ended {
		if _, err := g.Do(c.action(g, room)); err != nil {
			return plies, fmt.Errorf("ply %d of game %d: %w", plies+1, seed, err)
		}
		plies++
	}
	return plies, nil
}

// games returns whole random games as records.
func games(v *rules.Variant, count int) ([]*notation.Record, error) {
	records := make([]*notation.Record, count)
	room := make([]rules.Move, 0, 512)
	for i := range records {
		r, err := notation.NewRecord(v, nil, "")
		if err != nil {
			return nil, err
		}
		g, err := r.Game()
		if err != nil {
			return nil, err
		}
		for c := (chance{uint64(i) << 32}); g.Status() != rules.Ended; {
			if _, err := r.Add(g, c.action(g, room)); err != nil {
				return nil, fmt.Errorf("game %d: %w", i+1, err)
			}
		}
		records[i] = r
	}
	return records, nil
}
