package bench

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// archives are the games whose texts are read and written, each with its format beside JSON.
var archives = []struct {
	variant string
	format  notation.Format
}{{"all-in", notation.PGN}, {"mcx4", notation.PGN}, {"four-player", notation.PGN4}}

// A moment is a position of a random game and what was played there.
type moment struct {
	game rules.Game
	text string // of the position
	move rules.Move
	san  string
}

// moments returns every fifth position of random games where a piece moved.
func moments(variant string) (*rules.Variant, []moment, error) {
	v, err := catalog.Find(variant)
	if err != nil {
		return nil, nil, err
	}
	records, err := games(v, 4)
	if err != nil {
		return nil, nil, err
	}
	var list []moment
	for _, r := range records {
		g, err := r.Game()
		if err != nil {
			return nil, nil, err
		}
		for n, p := range r.Plies {
			if n%5 == 0 && p.Action.Act == rules.MakeMove {
				list = append(list, moment{g.Clone(), g.Text(), p.Action.Move, notation.SAN(g, p.Action.Move)})
			}
			if _, err := g.Do(p.Action); err != nil {
				return nil, nil, err
			}
		}
	}
	return v, list, nil
}

// momentCase is a case that goes through the moments of a variant's games; do
// returns the length of the text it has read or written.
func momentCase(name, variant, unit string, do func(*rules.Variant, *moment) (int, error)) Case {
	return Case{
		Name: name + "/" + variant, Unit: unit, Second: "B",
		prepare: func() (op, error) {
			v, list, err := moments(variant)
			if err != nil {
				return nil, err
			}
			return func() (work, error) {
				var w work
				for i := range list {
					length, err := do(v, &list[i])
					if err != nil {
						return w, err
					}
					w.units++
					w.second += uint64(length)
				}
				return w, nil
			}, nil
		},
	}
}

// textCases read and write the texts of positions.
func textCases() []Case {
	var cases []Case
	for _, a := range archives {
		cases = append(cases,
			momentCase("read/position", a.variant, "positions", func(v *rules.Variant, m *moment) (int, error) {
				_, err := v.New(v, nil, m.text)
				return len(m.text), err
			}),
			momentCase("write/position", a.variant, "positions", func(_ *rules.Variant, m *moment) (int, error) {
				if text := m.game.Text(); text != m.text {
					return 0, fmt.Errorf("the position is written '%s', must be '%s'", text, m.text)
				}
				return len(m.text), nil
			}))
	}
	return cases
}

// sanCases read and write single moves as people read them.
func sanCases() []Case {
	var cases []Case
	for _, a := range archives {
		cases = append(cases,
			momentCase("read/san", a.variant, "moves", func(_ *rules.Variant, m *moment) (int, error) {
				move, err := notation.Parse(m.game, m.san)
				if err == nil && move != m.move {
					err = fmt.Errorf("'%s' is read as %s", m.san, move.Text(m.game.Geometry()))
				}
				return len(m.san), err
			}),
			momentCase("write/san", a.variant, "moves", func(_ *rules.Variant, m *moment) (int, error) {
				if san := notation.SAN(m.game, m.move); san != m.san {
					return 0, fmt.Errorf("%s is written '%s', must be '%s'", m.move.Text(m.game.Geometry()), san, m.san)
				}
				return len(m.san), nil
			}))
	}
	return cases
}

// archived are the games of a file.
const archived = 20

// archive returns random games with players, a tag, and comments and clocks on some plies.
func archive(variant string) ([]*notation.Record, error) {
	v, err := catalog.Find(variant)
	if err != nil {
		return nil, err
	}
	records, err := games(v, archived)
	if err != nil {
		return nil, err
	}
	for i, r := range records {
		for seat := range r.Players {
			r.Players[seat] = notation.Player{Name: "Player " + v.Seats[seat], Rating: "1500"}
		}
		r.Tags = []notation.Tag{{Name: "Event", Value: fmt.Sprintf("Game %d", i+1)}, {Name: "Date", Value: "2026.11.30"}}
		for n := 7; n < len(r.Plies); n += 8 {
			r.Plies[n].Notes = &notation.Notes{Comments: []string{"much can still happen"}, Timed: true, Clock: int64(n) * 1000}
		}
	}
	return records, nil
}

// fileCases read and write files of games.
func fileCases() []Case {
	var cases []Case
	for _, a := range archives {
		for _, format := range []notation.Format{a.format, notation.JSON} {
			end := string(format) + "/" + a.variant
			cases = append(cases,
				Case{Name: "read/" + end, Unit: "games", Second: "B", Want: archived, prepare: func() (op, error) {
					return reading(a.variant, format)
				}},
				Case{Name: "write/" + end, Unit: "games", Second: "B", Want: archived, prepare: func() (op, error) {
					return writing(a.variant, format)
				}})
		}
	}
	return cases
}

// reading returns the work of reading a file from memory.
func reading(variant string, format notation.Format) (op, error) {
	records, err := archive(variant)
	if err != nil {
		return nil, err
	}
	var file []byte
	for _, r := range records {
		if file, err = notation.Append(file, format, r); err != nil {
			return nil, err
		}
	}
	return func() (work, error) {
		w := work{second: uint64(len(file))}
		in, err := notation.NewReader(format, bytes.NewReader(file))
		if err != nil {
			return w, err
		}
		for {
			if _, err := in.Next(); errors.Is(err, io.EOF) {
				return w, nil
			} else if err != nil {
				return w, err
			}
			w.units++
		}
	}, nil
}

// counter counts what is written to it.
type counter uint64

func (c *counter) Write(text []byte) (int, error) {
	*c += counter(len(text))
	return len(text), nil
}

// writing returns the work of writing a file.
func writing(variant string, format notation.Format) (op, error) {
	records, err := archive(variant)
	if err != nil {
		return nil, err
	}
	return func() (work, error) {
		var written counter
		out, err := notation.NewWriter(format, &written)
		if err != nil {
			return work{}, err
		}
		for _, r := range records {
			if err := out.Write(r); err != nil {
				return work{}, err
			}
		}
		return work{uint64(len(records)), uint64(written)}, nil
	}, nil
}
