package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"melee/rules"
	"melee/rules/catalog"
)

// jsonRecord is the part of a record that is read before its moves.
type jsonRecord struct {
	variant  string
	options  json.RawMessage
	start    *string
	seats    []jsonSeat
	tags     []jsonTag
	comments []string
	moves    json.RawMessage
	movesAt  int // offset of moves
	result   *jsonResult
	resultAt int
}

// Limits of parts of a record, in bytes of JSON, which keep what is made of them small.
const (
	maxSeatsText  = 16 << 10
	maxTagsText   = 256 << 10
	maxResultText = 8 << 10
	maxListText   = 256 << 10 // of comments, and of glyphs
)

// decodeShort decodes a value that has at most so many bytes.
func decodeShort(d *json.Decoder, most int, target any) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	if len(raw) > most {
		return fmt.Errorf("%d bytes are more than the %d allowed", len(raw), most)
	}
	return json.Unmarshal(raw, target)
}

// parseJSON reads one record. Its moves are played, so a record that has been read is a legal game.
func parseJSON(c chunk) (*Record, error) {
	var j jsonRecord
	if err := j.read(c.text); err != nil {
		return nil, err
	}
	v, err := catalog.Find(j.variant)
	if err != nil {
		return nil, errorAt(0, "variant: %w", err)
	}
	r := &Record{Variant: v, Players: make([]Player, len(v.Seats)), Comments: j.comments}
	if r.Options, err = OptionsFromJSON(v, j.options); err != nil {
		return nil, errorAt(0, "%w", err)
	}
	if j.start != nil {
		r.Start = *j.start
	}
	for _, t := range j.tags {
		r.Tags = append(r.Tags, Tag(t))
	}
	if err := r.takeSeats(j.seats); err != nil {
		return nil, errorAt(0, "seats: %w", err)
	}
	b, err := newBuilder(r)
	if err != nil {
		return nil, errorAt(0, "start: %w", err)
	}
	m := movesReader{decoder: json.NewDecoder(bytes.NewReader(j.moves)), builder: b, text: j.moves, at: j.movesAt}
	if err := m.line(); err != nil {
		return nil, err
	}
	if r, err = b.finish(); err != nil {
		return nil, errorAt(j.movesAt, "%w", err)
	}
	return r, r.checkResult(j.result, j.resultAt)
}

func (r *Record) takeSeats(seats []jsonSeat) error {
	named := map[rules.Seat]bool{}
	for _, s := range seats {
		seat := r.Variant.SeatNamed(s.Seat)
		if seat == rules.NoSeat || named[seat] {
			return fmt.Errorf("'%s' must be one of %v, each once", short(s.Seat), r.Variant.Seats)
		}
		named[seat] = true
		r.Players[seat] = Player{s.Name, s.Rating}
	}
	return nil
}

// checkResult reports a result that is not the one the moves lead to.
func (r *Record) checkResult(told *jsonResult, at int) error {
	if told == nil {
		return nil
	}
	if r.Result == nil {
		return errorAt(at, "result: told to be %s, but the moves do not end the game", short(told.Reason))
	}
	if told.Reason != string(r.Result.Reason) {
		return errorAt(at, "result: told to be %s, but the moves end the game by %s", short(told.Reason), r.Result.Reason)
	}
	if told.Points != nil && !slices.Equal(told.Points, r.Result.Points) {
		return errorAt(at, "result: points told to be %v, but the moves give %v", told.Points, r.Result.Points)
	}
	return nil
}

// read takes the object apart. Keys nobody knows are refused rather than lost.
func (j *jsonRecord) read(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return jsonError(err, 0)
	}
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return jsonError(err, 0)
		}
		at := int(d.InputOffset())
		name, _ := key.(string)
		if seen[name] {
			return errorAt(at, "'%s' is there twice", short(name))
		}
		seen[name] = true
		if err := j.value(d, name, at); err != nil {
			return jsonError(err, at)
		}
		if name == "moves" {
			j.movesAt = int(d.InputOffset()) - len(j.moves)
		}
	}
	if _, err := d.Token(); err != nil {
		return jsonError(err, 0)
	}
	if j.moves == nil {
		return errorAt(0, "'moves' is missing")
	}
	if len(j.tags) > MaxTags {
		return errorAt(0, "%d tags are more than the %d allowed", len(j.tags), MaxTags)
	}
	return nil
}

// value reads the value of a key, which stands at an offset.
func (j *jsonRecord) value(d *json.Decoder, name string, at int) error {
	switch name {
	case "variant":
		return d.Decode(&j.variant)
	case "options":
		return d.Decode(&j.options)
	case "start":
		return d.Decode(&j.start)
	case "seats":
		return decodeShort(d, maxSeatsText, &j.seats)
	case "tags":
		return decodeShort(d, maxTagsText, &j.tags)
	case "comments":
		return decodeShort(d, maxListText, &j.comments)
	case "moves":
		return d.Decode(&j.moves)
	case "result":
		j.resultAt = at
		return decodeShort(d, maxResultText, &j.result)
	}
	return errorAt(at, "'%s' is unknown; a record has variant, options, start, seats, tags, comments, moves, result", short(name))
}

// jsonError places an error of the JSON decoder, which begins at an offset.
func jsonError(err error, at int) error {
	if isTextError(err) {
		return err
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return errorAt(max(int(syntax.Offset)-1, 0), "not JSON: %w", err)
	}
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return errorAt(at, "must not be a JSON %s", wrongType.Value)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errorAt(at, "not JSON: %w", err)
	}
	return &textError{at, err}
}

// movesReader reads lines of play one token after the other, so that an absurd
// one takes no memory.
type movesReader struct {
	decoder *json.Decoder
	builder *builder
	text    []byte
	at      int // offset of the text in the record
	start   int // of the last token in the text
}

func (m *movesReader) fault(format string, args ...any) error {
	return errorAt(m.at+m.start, format, args...)
}

func (m *movesReader) token() (json.Token, error) {
	m.start = int(m.decoder.InputOffset())
	for m.start < len(m.text) && strings.IndexByte(" \t\r\n,:", m.text[m.start]) >= 0 {
		m.start++
	}
	t, err := m.decoder.Token()
	if err != nil {
		return nil, m.fault("not JSON: %w", err)
	}
	return t, nil
}

// line reads a list of plies.
func (m *movesReader) line() error {
	t, err := m.token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return m.fault("a line of play must be a list, such as [\"e2e4\"]")
	}
	for {
		t, err := m.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case string:
			err = m.play(t)
		case json.Delim:
			if t == ']' {
				return nil
			}
			if t != '{' {
				return m.fault("a ply must be a text or an object, not a list")
			}
			err = m.ply()
		default:
			err = m.fault("a ply must be a text such as \"e2e4\" or an object with \"move\"")
		}
		if err != nil {
			return err
		}
	}
}

func (m *movesReader) play(text string) error {
	a, err := rules.ParseAction(m.builder.game(), text)
	if err == nil {
		err = m.builder.do(a)
	}
	if err != nil {
		return m.fault("%w", err)
	}
	return nil
}

// ply reads a ply with notes; its move must come first, so that variations can be played.
func (m *movesReader) ply() error {
	moved := false
	for m.decoder.More() {
		t, err := m.token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if (key == "move") == moved {
			return m.fault("'%s': the move of a ply must stand first, and once", short(key))
		}
		moved = true
		if err := m.note(key); err != nil {
			return err
		}
	}
	if !moved {
		return m.fault("a ply needs its \"move\"")
	}
	if last := m.builder.last(); last.Notes.isBlank() {
		last.Notes = nil
	}
	_, err := m.token()
	return err
}

func (m *movesReader) note(key string) error {
	var err error
	var move string
	switch key {
	case "move":
		if err = m.decoder.Decode(&move); err == nil {
			return m.play(move)
		}
	case "before":
		err = m.comments(&m.builder.last().note().Before)
	case "comments":
		err = m.comments(&m.builder.last().note().Comments)
	case "nags":
		err = m.nags()
	case "clock":
		notes := m.builder.last().note()
		notes.Timed = true
		if err = m.decoder.Decode(&notes.Clock); err == nil && (notes.Clock < 0 || notes.Clock > maxClock) {
			return m.fault("a clock must show from 0 to %d milliseconds", int64(maxClock))
		}
	case "variations":
		return m.variations()
	default:
		return m.fault("'%s' is unknown; a ply has move, before, comments, nags, clock, variations", short(key))
	}
	if err != nil && !isTextError(err) {
		return m.fault("%s: %w", key, err)
	}
	return err
}

func (m *movesReader) comments(dst *[]string) error {
	if err := decodeShort(m.decoder, maxListText, dst); err != nil {
		return err
	}
	for range *dst {
		if err := m.builder.remark(); err != nil {
			return err
		}
	}
	return nil
}

func (m *movesReader) nags() error {
	var nags []int
	if err := decodeShort(m.decoder, maxListText, &nags); err != nil {
		return err
	}
	for _, n := range nags {
		if err := m.builder.glyph(strconv.Itoa(n)); err != nil {
			return err
		}
	}
	return nil
}

func (m *movesReader) variations() error {
	t, err := m.token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return m.fault("variations must be a list of lines of play")
	}
	for m.decoder.More() {
		if err := m.builder.open(); err != nil {
			return m.fault("%w", err)
		}
		if err := m.line(); err != nil {
			return err
		}
		if err := m.builder.close(); err != nil {
			return m.fault("%w", err)
		}
	}
	_, err = m.token()
	return err
}
