package bench

import (
	"bytes"
	"encoding/json"

	"melee/internal/referee"
	"melee/rules/catalog"
)

// request is a line for the referee.
type request struct {
	ID      int      `json:"id"`
	Variant string   `json:"variant"`
	Start   *string  `json:"start"`
	Moves   []string `json:"moves"`
}

// refereeCases answer a fixed mix of requests: of every variant the start,
// games of 5, 20 and 60 plies, a position with one move, and a move that is refused.
func refereeCases() []Case {
	return []Case{{
		Name: "referee/mix", Unit: "requests", Second: "B",
		prepare: func() (op, error) {
			lines, err := requests()
			if err != nil {
				return nil, err
			}
			r := referee.New(catalog.Find)
			var out bytes.Buffer
			return func() (work, error) {
				out.Reset()
				if err := r.Serve(bytes.NewReader(lines), &out); err != nil {
					return work{}, err
				}
				answers := bytes.Count(out.Bytes(), []byte{'\n'})
				return work{uint64(answers), uint64(len(lines) + out.Len())}, nil
			}, nil
		},
	}}
}

// requests returns the mix, one request a line.
func requests() ([]byte, error) {
	var lines []byte
	id := 0
	for _, v := range catalog.All() {
		records, err := games(v, 4)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			g, err := r.Game()
			if err != nil {
				return nil, err
			}
			var moves []string
			add := func(q request) error {
				id++
				q.ID, q.Variant = id, v.Name
				line, err := json.Marshal(q)
				lines = append(append(lines, line...), '\n')
				return err
			}
			for n, p := range r.Plies[:min(len(r.Plies), 61)] {
				text := p.Action.Text(v, g.Geometry())
				switch n {
				case 0, 5, 20:
					err = add(request{Moves: moves})
				case 30:
					err = add(request{Moves: append(moves[:n:n], "a1a1")})
				case 60:
					position := g.Text()
					if err = add(request{Moves: moves}); err == nil {
						err = add(request{Start: &position, Moves: []string{text}})
					}
				}
				if err == nil {
					_, err = g.Do(p.Action)
				}
				if err != nil {
					return nil, err
				}
				moves = append(moves, text)
			}
		}
	}
	return lines, nil
}
