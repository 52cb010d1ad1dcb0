package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
	"melee/rules/catalog"
)

// Limits of a line of play that is asked about.
const (
	maxLine  = 256 << 10 // bytes of the request
	maxPlies = 4000
	// pliesAtOnce is how many plies count as one command where requests are limited.
	pliesAtOnce = 200
)

// A line is play from a position, as clients ask about it: no table has it.
type line struct {
	Variant string            `json:"variant"`
	Options map[string]string `json:"options"`
	Start   string            `json:"start"` // a position, "" for the starting array
	Moves   []string          `json:"moves"` // in any form that notation.ParseAction reads
	From    int               `json:"from"`  // plies before it are known to the client
}

// positions answers with what a line of play leads to.
func (s *Server) positions(w http.ResponseWriter, r *http.Request) {
	var l line
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLine))
	if err == nil {
		err = strictly(text, &l)
	}
	switch {
	case err != nil:
		err = table.Refused{Code: table.Invalid, Text: "the line of play cannot be read: " + err.Error()}
	case !s.mayReplay(r, len(l.Moves)):
		err = errTooFast
	}
	var v view
	if err == nil {
		err = v.line(&l)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(append(v.b, '\n'))
}

// mayReplay reports whether a device may have so many plies played now, and counts them.
func (s *Server) mayReplay(r *http.Request, plies int) bool {
	n, now := 1+min(plies, maxPlies)/pliesAtOnce, time.Now()
	return s.commands.allowN(account.VisitorOf(r.Context()).Owner, now, n) && s.addresses.allowN(s.address(r), now, n)
}

// line writes where a line of play leads, with all that is seen of it on the way. The
// error is rules.Faults or table.Refused.
func (v *view) line(l *line) error {
	if len(l.Moves) > maxPlies {
		return table.Refused{Code: table.Invalid, Text: fmt.Sprintf("%d plies are too many; at most %d are played", len(l.Moves), maxPlies)}
	}
	if l.From < 0 || l.From > len(l.Moves) {
		return table.Refused{Code: table.Invalid, Text: fmt.Sprintf("from is a number of plies from 0 to %d", len(l.Moves))}
	}
	of, err := catalog.Find(l.Variant)
	if err != nil {
		return table.Refused{Code: table.Invalid, Text: err.Error()}
	}
	g, err := of.New(of, l.Options, l.Start)
	if err != nil {
		return err
	}
	v.open()
	v.text("variant", of.Name)
	v.options(of, g.Options())
	v.geometry(g.Geometry())
	v.list("seats", len(of.Seats), func(i int) { v.b = appendText(v.b, of.Seats[i]) })
	v.text("start", g.Text())
	v.number("from", int64(l.From))
	for n, text := range l.Moves[:l.From] {
		if err := v.skip(g, n+1, text); err != nil {
			return err
		}
	}
	men := make([]rules.Man, g.Geometry().Squares())
	v.key("scene")
	v.scene(g, men)
	v.key("plies")
	v.b = append(v.b, '[')
	for i, text := range l.Moves[l.From:] {
		v.comma('[')
		if err := v.step(g, l.From+i+1, text, men); err != nil {
			return err
		}
	}
	v.b = append(v.b, ']')
	v.last(g)
	v.shut()
	return nil
}

// skip plays the nth ply without a word.
func (v *view) skip(g rules.Game, n int, text string) error {
	a, err := notation.ParseAction(g, text)
	if err == nil {
		_, err = g.Do(a)
	}
	return illegal(n, text, err)
}

// step plays the nth ply and writes it with the scene after it.
func (v *view) step(g rules.Game, n int, text string, men []rules.Man) error {
	a, err := notation.ParseAction(g, text)
	if err != nil {
		return illegal(n, text, err)
	}
	p, err := table.Play(g, a)
	if err != nil {
		return illegal(n, text, err)
	}
	v.open()
	v.played(n, &p, g.Geometry())
	v.key("scene")
	v.scene(g, men)
	v.shut()
	return nil
}

// illegal tells which ply cannot be played; nil for no error.
func illegal(n int, text string, err error) error {
	if err == nil {
		return nil
	}
	var wrong *notation.MoveError
	if errors.As(err, &wrong) && len(wrong.Candidates) > 0 {
		return table.Refused{Code: table.IllegalMove, Text: fmt.Sprintf("ply %d: %v; possible are %s", n, err, strings.Join(wrong.Candidates, ", "))}
	}
	return table.Refused{Code: table.IllegalMove, Text: fmt.Sprintf("ply %d, '%.20s': %v", n, text, err)}
}

// scene writes how the board stands, of the men only those that have changed, and notes how they stand now.
func (v *view) scene(g rules.Game, men []rules.Man) {
	v.open()
	v.text("status", g.Status().String())
	v.seat("turn", g.Turn())
	v.changes(g, men)
	v.stand(g, men)
	if scored, ok := g.(rules.Scored); ok {
		v.list("points", len(g.Variant().Seats), func(i int) { v.b = appendInt(v.b, scored.Points(rules.Seat(i))) })
	}
	v.shut()
}

// last writes what the last position allows.
func (v *view) last(g rules.Game) {
	v.text("position", g.Text())
	list := g.Moves(make([]rules.Move, 0, 128))
	v.moves(g, "legal", list, nil)
	slotted, _ := g.(rules.Slotted)
	if slotted == nil {
		list = nil
	}
	v.moves(g, "abandons", list, func(m rules.Move) bool { return slotted.Abandons(m) })
	choices := []string{}
	if g.Status() == rules.Choosing {
		choices = []string{"survive", "decline"}
	}
	v.list("choices", len(choices), func(i int) { v.b = appendText(v.b, choices[i]) })
	v.key("claims")
	v.b = append(v.b, '[')
	if claims := claimable(g); claims != nil {
		for i := range g.Variant().Seats {
			if claims.MayClaim(rules.Seat(i)) {
				v.comma('[')
				v.b = appendInt(v.b, i)
			}
		}
	}
	v.b = append(v.b, ']')
	v.result(g.Outcome())
}

// maxRecord bounds a game that is read or written, in bytes.
const maxRecord = 512 << 10

// A pasted text is a game or a position in any form that people have it in.
type pasted struct {
	Text    string `json:"text"`
	Variant string `json:"variant"` // of a position; "" for what it fits
}

// readGame answers with a pasted game, or position, as a record in JSON.
func (s *Server) readGame(w http.ResponseWriter, r *http.Request) {
	var p pasted
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRecord))
	if err == nil {
		err = strictly(text, &p)
	}
	switch {
	case err != nil:
		err = table.Refused{Code: table.Invalid, Text: "the game cannot be read: " + err.Error()}
	case !s.mayReplay(r, len(p.Text)/bytesPerPly):
		err = errTooFast
	}
	var record *notation.Record
	if err == nil {
		record, err = p.read()
	}
	s.answerGame(w, r, record, err, notation.JSON, "application/json")
}

// bytesPerPly is how short a ply in a file is.
const bytesPerPly = 6

// formats are the forms in which a game can be had, with their media types.
var formats = map[notation.Format]string{
	notation.JSON: "application/json", notation.PGN: "application/x-chess-pgn", notation.PGN4: "text/plain; charset=utf-8",
}

// writeGame answers with a posted record in the format that is asked for.
func (s *Server) writeGame(w http.ResponseWriter, r *http.Request) {
	format := notation.Format(r.URL.Query().Get("format"))
	kind, known := formats[format]
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRecord))
	switch {
	case !known:
		err = table.Refused{Code: table.Invalid, Text: fmt.Sprintf("no format is called '%.20s'; there are json, pgn and pgn4", format)}
	case err != nil:
		err = table.Refused{Code: table.Invalid, Text: "the game cannot be read: " + err.Error()}
	case !s.mayReplay(r, len(text)/bytesPerPly):
		err = errTooFast
	}
	var record *notation.Record
	if err == nil {
		record, err = readOne(notation.JSON, string(text))
	}
	if err == nil {
		w.Header().Set("Content-Disposition", `attachment; filename="game.`+string(format)+`"`)
	}
	s.answerGame(w, r, record, err, format, kind)
}

func (s *Server) answerGame(w http.ResponseWriter, r *http.Request, record *notation.Record, err error, f notation.Format, kind string) {
	var text []byte
	if err == nil {
		text, err = notation.Append(nil, f, record)
		var unfit *notation.FormatError
		if errors.As(err, &unfit) {
			err = table.Refused{Code: table.Invalid, Text: err.Error()}
		}
	}
	if err != nil {
		w.Header().Del("Content-Disposition")
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(text)
}

// read finds out what a pasted text is. The error is table.Refused and tells of the likeliest form.
func (p *pasted) read() (*notation.Record, error) {
	text := strings.TrimSpace(strings.TrimPrefix(p.Text, "\ufeff"))
	switch {
	case text == "":
		return nil, table.Refused{Code: table.Invalid, Text: "the text is empty; it may be a position (FEN, FEN4) or a game (PGN, PGN4, JSON)"}
	case strings.HasPrefix(text, "{"):
		return readOne(notation.JSON, text)
	case isPosition(text):
		return p.readPosition(text)
	case strings.Contains(text, "StartFen4") || strings.Contains(text, " .. "):
		return readOne(notation.PGN4, text)
	}
	record, err := readOne(notation.PGN, text)
	if err != nil {
		if other, second := readOne(notation.PGN4, text); second == nil {
			return other, nil
		}
	}
	return record, err
}

// isPosition reports whether a text looks like a position: rows between slashes before any blank or tag.
func isPosition(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return strings.Count(first, "/") >= 7 && !strings.HasPrefix(text, "[")
}

// readPosition reads a position of the variant, or of the first it is one of.
func (p *pasted) readPosition(text string) (*notation.Record, error) {
	variants := catalog.All()
	if p.Variant != "" {
		of, err := catalog.Find(p.Variant)
		if err != nil {
			return nil, table.Refused{Code: table.Invalid, Text: err.Error()}
		}
		variants = append([]*rules.Variant{of}, variants...)
	}
	var first error
	for _, of := range variants {
		record, err := notation.NewRecord(of, nil, text)
		if err == nil {
			return record, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// readOne reads the first game of a file.
func readOne(f notation.Format, text string) (*notation.Record, error) {
	reader, err := notation.NewReader(f, bytes.NewBufferString(text))
	if err != nil {
		return nil, err
	}
	record, err := reader.Next()
	if err == io.EOF {
		err = errors.New("there is no game in the text")
	}
	if err != nil {
		return nil, table.Refused{Code: table.Invalid, Text: err.Error()}
	}
	return record, nil
}
