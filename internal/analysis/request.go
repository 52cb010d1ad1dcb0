package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"melee/engine"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// Bounds of requests, in bytes.
const (
	maxPositionBody = 64 << 10
	maxGameBody     = 2 * notation.MaxGameText // a game's text, as a string of JSON
)

// A played tells a game by its moves.
type played struct {
	Variant  string          `json:"variant"`
	Options  json.RawMessage `json:"options"`
	Position string          `json:"position"` // "" for the starting array
	Moves    []string        `json:"moves"`    // what is played from there
}

// A positionRequest asks for the lines of a position. Limits that are missing are the largest allowed.
type positionRequest struct {
	played
	Lines   *int     `json:"lines"`
	Depth   *int     `json:"depth"`
	Nodes   *uint64  `json:"nodes"`
	Seconds *float64 `json:"seconds"`
}

// A gameRequest asks for a game's review: told by its moves, or as a file has it.
type gameRequest struct {
	played
	Format string  `json:"format"`
	Text   string  `json:"text"`
	Nodes  *uint64 `json:"nodes"` // for each ply
}

// An unclear request is answered with what is wrong with it.
type unclear struct{ text string }

func (e unclear) Error() string { return e.text }

func unclearf(format string, args ...any) error { return unclear{fmt.Sprintf(format, args...)} }

// decode reads a whole body into a request; fields nobody knows are refused.
func decode(body io.Reader, to any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("the request cannot be read: %w", err)
	}
	if d.More() {
		return errors.New("the request cannot be read: there is more after its end")
	}
	return nil
}

// record plays the moves of a request.
func (p *played) record(plies int) (*notation.Record, rules.Game, error) {
	v, err := catalog.Find(p.Variant)
	if err != nil {
		return nil, nil, unclear{err.Error()}
	}
	options, err := notation.OptionsFromJSON(v, p.Options)
	if err != nil {
		return nil, nil, unclear{err.Error()}
	}
	if len(p.Moves) > plies {
		return nil, nil, unclearf("%d moves are more than the %d allowed", len(p.Moves), plies)
	}
	record, err := notation.NewRecord(v, options, p.Position)
	if err != nil {
		return nil, nil, unclear{err.Error()}
	}
	game, err := record.Game()
	if err != nil {
		return nil, nil, unclear{err.Error()}
	}
	for i, token := range p.Moves {
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = record.Add(game, action)
		}
		if err != nil {
			return nil, nil, unclearf("move %d: %v", i+1, err)
		}
	}
	return record, game, nil
}

// readPosition reads a request for a position.
func (l *Limits) readPosition(body io.Reader) (*positionTask, error) {
	var r positionRequest
	if err := decode(body, &r); err != nil {
		return nil, err
	}
	_, game, err := r.record(l.Plies)
	if err != nil {
		return nil, err
	}
	t := &positionTask{game: game, time: l.Time, limits: engine.Limits{Nodes: l.Nodes, MultiPV: min(3, l.Lines)}}
	if n := r.Lines; n != nil {
		if *n < 1 || *n > l.Lines {
			return nil, unclearf("lines is %d, must be from 1 to %d", *n, l.Lines)
		}
		t.limits.MultiPV = *n
	}
	if n := r.Depth; n != nil {
		if *n < 1 {
			return nil, unclearf("depth is %d, must be 1 or more", *n)
		}
		t.limits.Depth = *n
	}
	if n := r.Nodes; n != nil {
		if *n < 1 || *n > l.Nodes {
			return nil, unclearf("nodes is %d, must be from 1 to %d", *n, l.Nodes)
		}
		t.limits.Nodes = *n
	}
	if s := r.Seconds; s != nil {
		if !(*s > 0 && *s <= l.Time.Seconds()) {
			return nil, unclearf("seconds is %v, must be more than 0 and at most %v", *s, l.Time.Seconds())
		}
		t.time = time.Duration(*s * float64(time.Second))
	}
	return t, nil
}

// readGame reads a request for a game.
func (l *Limits) readGame(body io.Reader) (*gameTask, error) {
	var r gameRequest
	if err := decode(body, &r); err != nil {
		return nil, err
	}
	t := &gameTask{nodes: l.GameNodes, time: l.GameTime}
	if n := r.Nodes; n != nil {
		if *n < 1 || *n > l.Nodes {
			return nil, unclearf("nodes is %d, must be from 1 to %d", *n, l.Nodes)
		}
		t.nodes = *n
	}
	var err error
	if r.Text == "" {
		t.record, _, err = r.record(l.Plies)
	} else {
		t.record, err = r.file()
	}
	switch {
	case err != nil:
		return nil, err
	case len(t.record.Plies) == 0:
		return nil, unclear{"the game has no moves"}
	case len(t.record.Plies) > l.Plies:
		return nil, unclearf("%d plies are more than the %d allowed", len(t.record.Plies), l.Plies)
	}
	return t, nil
}

// file reads the one game of a request's text.
func (r *gameRequest) file() (*notation.Record, error) {
	if r.Variant != "" || len(r.Options) > 0 || r.Position != "" || len(r.Moves) > 0 {
		return nil, unclear{"text tells the whole game: leave out variant, options, position and moves"}
	}
	reader, err := notation.NewReader(notation.Format(r.Format), strings.NewReader(r.Text))
	if err != nil {
		return nil, unclear{"format: " + err.Error()}
	}
	record, err := reader.Next()
	if errors.Is(err, io.EOF) {
		return nil, unclear{"there is no game in the text"}
	}
	if err != nil {
		return nil, unclear{err.Error()}
	}
	if _, err := reader.Next(); !errors.Is(err, io.EOF) {
		return nil, unclear{"the text has more than one game: one is analysed at a time"}
	}
	return record, nil
}
