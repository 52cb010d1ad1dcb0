package notation

import (
	_ "embed"
	"encoding/json"
	"strconv"

	"melee/rules"
)

// RecordSchema is the JSON Schema of a record (draft 2020-12).
//
//go:embed record.schema.json
var RecordSchema []byte

// jsonSeat is a player in JSON.
type jsonSeat struct {
	Seat   string `json:"seat"`
	Name   string `json:"name,omitempty"`
	Rating string `json:"rating,omitempty"`
}

// jsonTag is a tag in JSON.
type jsonTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// jsonResult is a result in JSON.
type jsonResult struct {
	Reason  string     `json:"reason"`
	Ranking [][]string `json:"ranking"`
	Draw    bool       `json:"draw"`
	Points  []int      `json:"points,omitempty"`
}

// appendJSON writes a record as one line.
func appendJSON(dst []byte, r *Record) ([]byte, error) {
	g, err := r.Game()
	if err != nil {
		return dst, err
	}
	w := jsonWriter{text: dst, variant: r.Variant, geometry: g.Geometry()}
	w.open('{')
	w.key("variant")
	w.string(r.Variant.Name)
	w.key("options")
	w.text = append(w.text, OptionsJSON(r.Variant, r.Options)...)
	w.key("start")
	if r.Start == "" {
		w.text = append(w.text, "null"...)
	} else {
		w.string(r.Start)
	}
	w.key("seats")
	w.seats(r)
	if len(r.Tags) > 0 {
		w.key("tags")
		w.open('[')
		for _, t := range r.Tags {
			w.value(jsonTag(t))
		}
		w.close(']')
	}
	w.strings("comments", r.Comments)
	w.key("moves")
	w.line(r.Plies)
	w.key("result")
	w.result(r)
	w.close('}')
	return append(w.text, '\n'), nil
}

// jsonWriter appends JSON.
type jsonWriter struct {
	text     []byte
	variant  *rules.Variant
	geometry rules.Geometry
}

func (w *jsonWriter) open(bracket byte) { w.text = append(w.text, bracket) }

func (w *jsonWriter) close(bracket byte) { w.text = append(w.text, bracket) }

// comma separates a value from the one before it.
func (w *jsonWriter) comma() {
	switch w.text[len(w.text)-1] {
	case '{', '[', ':':
	default:
		w.text = append(w.text, ',')
	}
}

func (w *jsonWriter) key(name string) {
	w.comma()
	w.text = append(strconv.AppendQuote(w.text, name), ':')
}

// value writes an element of a list.
func (w *jsonWriter) value(v any) {
	w.comma()
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // no type of this package can fail
	}
	w.text = append(w.text, text...)
}

func (w *jsonWriter) string(text string) {
	if isPlainASCII(text) {
		w.text = append(append(append(w.text, '"'), text...), '"')
		return
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	w.text = append(w.text, quoted...)
}

func isPlainASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// strings writes a key with a list of texts, nothing if there are none.
func (w *jsonWriter) strings(key string, texts []string) {
	if len(texts) == 0 {
		return
	}
	w.key(key)
	w.open('[')
	for _, text := range texts {
		w.comma()
		w.string(text)
	}
	w.close(']')
}

func (w *jsonWriter) seats(r *Record) {
	w.open('[')
	for seat, p := range r.Players {
		w.value(jsonSeat{r.Variant.SeatName(rules.Seat(seat)), p.Name, p.Rating})
	}
	w.close(']')
}

// line writes a line of play: a ply with nothing to say is a text, another an object.
func (w *jsonWriter) line(plies []Ply) {
	w.open('[')
	for i := range plies {
		w.comma()
		p := &plies[i]
		if p.Notes.isBlank() {
			w.string(p.Action.Text(w.variant, w.geometry))
			continue
		}
		w.open('{')
		w.key("move")
		w.string(p.Action.Text(w.variant, w.geometry))
		w.notes(p.Notes)
		w.close('}')
	}
	w.close(']')
}

func (w *jsonWriter) notes(n *Notes) {
	w.strings("before", n.Before)
	w.strings("comments", n.Comments)
	if len(n.NAGs) > 0 {
		w.key("nags")
		w.open('[')
		for _, nag := range n.NAGs {
			w.comma()
			w.text = strconv.AppendUint(w.text, uint64(nag), 10)
		}
		w.close(']')
	}
	if n.Timed {
		w.key("clock")
		w.text = strconv.AppendInt(w.text, n.Clock, 10)
	}
	if len(n.Variations) > 0 {
		w.key("variations")
		w.open('[')
		for _, plies := range n.Variations {
			w.comma()
			w.line(plies)
		}
		w.close(']')
	}
}

func (w *jsonWriter) result(r *Record) {
	if r.Result == nil {
		w.text = append(w.text, "null"...)
		return
	}
	result := jsonResult{Reason: string(r.Result.Reason), Draw: r.Result.Draw, Points: r.Result.Points}
	for _, place := range r.Result.Ranking {
		names := make([]string, len(place))
		for i, seat := range place {
			names[i] = r.Variant.SeatName(seat)
		}
		result.Ranking = append(result.Ranking, names)
	}
	w.value(result)
}
