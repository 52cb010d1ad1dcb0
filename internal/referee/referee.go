// Package referee answers requests of bots and tests, one JSON object a line:
// what stands on the board after these moves, who plays, what is legal, and
// how the game ended. Values are those of testdata/vectors/README.md.
package referee

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"melee/notation"
	"melee/rules"
)

// A Finder returns the variant of that name; its error names the possible ones.
type Finder func(name string) (*rules.Variant, error)

// A Referee answers requests, each for itself.
type Referee struct{ find Finder }

// New returns a referee for the variants that find knows.
func New(find Finder) Referee { return Referee{find} }

// request is a line that was read. Keys it does not know are passed over.
type request struct {
	ID      json.RawMessage `json:"id"`
	Variant string          `json:"variant"`
	Options json.RawMessage `json:"options"`
	Start   string          `json:"start"` // "" for the starting array
	Moves   []string        `json:"moves"`
}

// A refusal is an error with the ply at which it arose: 0 for the start and all
// that comes before it, n for the n-th move.
type refusal struct {
	ply int
	err error
}

// Answer appends to dst the answer to one line, without a line break at its
// end. Whatever the line holds, the answer is a JSON object; what cannot be
// played is answered {"id":…,"error":…,"ply":n}.
func (r Referee) Answer(dst, line []byte) []byte {
	var q request
	if err := json.Unmarshal(line, &q); err != nil {
		if q.ID == nil {
			q.ID = findID(line)
		}
		return appendRefusal(dst, q.ID, refusal{0, explain(err)})
	}
	game, refused := r.play(q)
	if refused.err != nil {
		return appendRefusal(dst, q.ID, refused)
	}
	return appendGame(appendID(dst, q.ID), game)
}

// play sets up the game of a request and plays its moves.
func (r Referee) play(q request) (rules.Game, refusal) {
	v, err := r.find(q.Variant)
	if err != nil {
		return nil, refusal{0, err}
	}
	options, err := notation.OptionsFromJSON(v, q.Options)
	if err != nil {
		return nil, refusal{0, err}
	}
	game, err := v.New(v, options, q.Start)
	if err != nil {
		return nil, refusal{0, err}
	}
	for i, token := range q.Moves {
		action, err := rules.ParseAction(game, token)
		if err == nil {
			_, err = game.Do(action)
		}
		if err != nil {
			return nil, refusal{i + 1, err}
		}
	}
	return game, refusal{}
}

// appendGame appends all that is seen of a game after the id.
func appendGame(dst []byte, game rules.Game) []byte {
	v := game.Variant()
	dst = append(dst, `,"position":`...)
	dst = appendText(dst, game.Text())
	dst = append(dst, `,"turn":`...)
	if turn := game.Turn(); turn == rules.NoSeat {
		dst = append(dst, "null"...)
	} else {
		dst = appendText(dst, v.SeatName(turn))
	}
	if slotted, ok := game.(rules.Slotted); ok {
		dst = append(dst, `,"slot":`...)
		dst = appendText(dst, v.SeatName(slotted.Slot()))
	}
	dst = append(dst, `,"legal":`...)
	dst = appendTexts(dst, Legal(game))
	dst = append(dst, `,"check":`...)
	dst = appendTexts(dst, checked(game))
	if scored, ok := game.(rules.Scored); ok {
		dst = appendPoints(dst, v, scored)
	}
	dst = append(dst, `,"status":`...)
	dst = appendText(dst, game.Status().String())
	if outcome := game.Outcome(); outcome != nil {
		dst = appendOutcome(dst, v, outcome)
	}
	return append(dst, '}')
}

// Legal returns the texts of what may be played, sorted: the legal moves, in a
// choice "decline" and "survive", nothing when the game has ended.
func Legal(game rules.Game) []string {
	if game.Status() == rules.Choosing {
		return []string{"decline", "survive"}
	}
	g := game.Geometry()
	moves := game.Moves(make([]rules.Move, 0, 128))
	texts := make([]string, len(moves))
	var text []byte // of all moves one after the other, so that they are one string
	ends := make([]int, len(moves))
	for i, m := range moves {
		text = m.AppendText(text, g)
		ends[i] = len(text)
	}
	all, begin := string(text), 0
	for i, end := range ends {
		texts[i] = all[begin:end]
		begin = end
	}
	slices.Sort(texts)
	return texts
}

// checked returns the sides whose king stands attacked.
func checked(game rules.Game) []string {
	var sides []string
	for side, name := range game.Variant().Sides {
		if game.Checked(rules.Side(side)) {
			sides = append(sides, name)
		}
	}
	return sides
}

func appendPoints(dst []byte, v *rules.Variant, scored rules.Scored) []byte {
	dst = append(dst, `,"points":{`...)
	for seat, name := range v.Seats {
		if seat > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		dst = strconv.AppendInt(dst, int64(scored.Points(rules.Seat(seat))), 10)
	}
	return append(dst, '}')
}

func appendOutcome(dst []byte, v *rules.Variant, outcome *rules.Outcome) []byte {
	dst = append(dst, `,"result":{"reason":`...)
	dst = appendText(dst, string(outcome.Reason))
	dst = append(dst, `,"ranking":[`...)
	for i, place := range outcome.Ranking {
		if i > 0 {
			dst = append(dst, ',')
		}
		names := make([]string, len(place))
		for j, seat := range place {
			names[j] = v.SeatName(seat)
		}
		dst = appendTexts(dst, names)
	}
	dst = append(dst, `],"draw":`...)
	return append(strconv.AppendBool(dst, outcome.Draw), '}')
}

func appendRefusal(dst []byte, id json.RawMessage, refused refusal) []byte {
	dst = append(appendID(dst, id), `,"error":`...)
	dst = appendText(dst, refused.err.Error())
	return append(strconv.AppendInt(append(dst, `,"ply":`...), int64(refused.ply), 10), '}')
}

// appendID begins an answer: with the id as it came, null if there was none.
func appendID(dst []byte, id json.RawMessage) []byte {
	dst = append(dst, `{"id":`...)
	if id == nil {
		return append(dst, "null"...)
	}
	return append(dst, id...)
}

func appendTexts(dst []byte, texts []string) []byte {
	dst = append(dst, '[')
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, text)
	}
	return append(dst, ']')
}

// appendText appends a JSON string.
func appendText(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(text)
			if err != nil {
				panic("referee: a string cannot be written as JSON: " + err.Error())
			}
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}

// findID returns the id of a line that is no request as far as it can be read, or nil.
func findID(line []byte) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(line))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil
		}
		if key == "id" {
			return value
		}
	}
	return nil
}

// explain says in the words of the protocol why a line is no request.
func explain(err error) error {
	var wrongType *json.UnmarshalTypeError
	if !errors.As(err, &wrongType) {
		return fmt.Errorf("not a line of JSON: %w", err)
	}
	if wrongType.Field == "" {
		return fmt.Errorf("a request is a JSON object, not a JSON %s", wrongType.Value)
	}
	field, _, _ := strings.Cut(wrongType.Field, ".")
	want := "text"
	if field == "moves" {
		want = "a list of texts"
	}
	return fmt.Errorf("%s must be %s, not a JSON %s", field, want, wrongType.Value)
}
