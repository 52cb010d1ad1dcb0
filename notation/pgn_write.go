package notation

import (
	"slices"
	"strconv"
	"strings"

	"melee/rules"
)

// appendPGN writes a record in PGN's export format: the seven tags first, then
// the others, then the moves in lines of at most 80 columns. What PGN has no form for is written
// as the words of [rules.Action.Text]; line ends in comments become spaces.
func appendPGN(dst []byte, r *Record) ([]byte, error) {
	name := pgnNames[r.Variant.Name]
	if name == "" {
		return dst, &FormatError{PGN, "is for All-in and its relatives and for MCX4; write Four-player games as PGN4 or JSON"}
	}
	g, err := r.Game()
	if err != nil {
		return dst, err
	}
	// Whatever fails leaves dst as it was.
	w := pgnWriter{text: dst, room: rooms.Get().(*room)}
	defer rooms.Put(w.room)
	w.tags(r, name)
	w.text = append(w.text, '\n')
	w.lineAt = len(w.text)
	for _, c := range r.Comments {
		w.comment(c)
	}
	numbered := newNumbering(g)
	plies := r.Plies
	if impliedEnd(r) {
		plies = plies[:len(plies)-1]
	}
	if err := w.line(g, plies, numbered); err != nil {
		return dst, err
	}
	w.word(resultText(r.Variant, r.Result))
	return append(w.text, "\n\n"...), nil
}

// impliedEnd reports whether the last ply is told by the result alone: giving up
// and running out of time in All-in, an agreed draw.
func impliedEnd(r *Record) bool {
	if len(r.Plies) == 0 || r.Result == nil {
		return false
	}
	last := &r.Plies[len(r.Plies)-1]
	if !last.Notes.isBlank() {
		return false
	}
	switch last.Action.Act {
	case rules.AgreeDraw:
		return true
	case rules.Resign, rules.FlagFall:
		return familyOf(r.Variant) == allInFamily
	}
	return false
}

type pgnWriter struct {
	text   []byte
	room   *room
	lineAt int    // where the present line begins
	opened string // brackets that stick to the next word
}

func (w *pgnWriter) tag(name, value string) {
	w.text = append(append(append(w.text, '['), name...), ` "`...)
	value = oneLine(value)
	for i := range len(value) {
		if c := value[i]; c == '"' || c == '\\' {
			w.text = append(w.text, '\\')
		}
		w.text = append(w.text, value[i])
	}
	w.text = append(w.text, "\"]\n"...)
}

func (w *pgnWriter) tags(r *Record, name string) {
	for _, t := range pgnRoster {
		value := t.Value
		if known := r.Tag(t.Name); known != "" {
			value = known
		}
		w.tag(t.Name, value)
	}
	f := familyOf(r.Variant)
	for camp, name := range pgnSeats[allInFamily] {
		if f == mcx4Family {
			w.tag(name, unknown(r.Players[camp].Name)+campSeparator+unknown(r.Players[camp+2].Name))
		} else {
			w.tag(name, unknown(r.Players[camp].Name))
		}
	}
	w.tag("Result", resultText(r.Variant, r.Result))
	w.tag("Variant", name)
	if options := optionsText(r.Variant, r.Options); options != "" {
		w.tag("Options", options)
	}
	if r.Start != "" {
		w.tag("SetUp", "1")
		w.tag("FEN", r.Start)
	}
	for seat, name := range pgnSeats[f] {
		if f == mcx4Family {
			w.tag(name, unknown(r.Players[seat].Name))
		}
		if rating := r.Players[seat].Rating; rating != "" {
			w.tag(name+"Elo", rating)
		}
	}
	w.otherTags(r)
}

// otherTags writes the tags that no other field tells.
func (w *pgnWriter) otherTags(r *Record) {
	onTime := impliedEnd(r) && r.Plies[len(r.Plies)-1].Action.Act == rules.FlagFall
	if onTime {
		w.tag("Termination", timeForfeit)
	}
	written := map[string]bool{"Result": true, "Variant": true, "SetUp": true, "FEN": true, "Options": true, "Termination": onTime}
	for _, t := range pgnRoster {
		written[t.Name] = true
	}
	for _, t := range r.Tags {
		if isTagName(t.Name) && !written[t.Name] {
			w.tag(t.Name, t.Value)
		}
	}
}

func isTagName(name string) bool {
	return name != "" && len(name) <= maxTagName && !slices.ContainsFunc([]byte(name), func(b byte) bool { return !isNameByte(b) })
}

func unknown(value string) string {
	if value == "" {
		return "?"
	}
	return value
}

// word appends a word after a space or, where the line is full, on a new line.
func (w *pgnWriter) word(text string) {
	text = w.opened + text
	w.opened = ""
	width := len(w.text) - w.lineAt
	switch {
	case width == 0:
	case width+1+len(text) > maxFormatted && text[0] != '%':
		w.text = append(w.text, '\n')
		w.lineAt = len(w.text)
	default:
		w.text = append(w.text, ' ')
	}
	w.text = append(w.text, text...)
}

// glued appends a text to the last word.
func (w *pgnWriter) glued(text string) { w.text = append(w.text, text...) }

// comment writes { … }, or "; …" where the text holds a "}". Spaces are kept:
// a line is broken in place of exactly one.
func (w *pgnWriter) comment(text string) {
	text = strings.TrimSpace(oneLine(text))
	if text == "" {
		return
	}
	if strings.ContainsRune(text, '}') {
		w.word("; ")
		w.glued(text)
		w.text = append(w.text, '\n')
		w.lineAt = len(w.text)
		return
	}
	words := strings.Split(text, " ")
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	for i, word := range words {
		if word == "" {
			// A second space: no line break may stand beside it.
			w.text = append(w.text, ' ')
			continue
		}
		if i > 0 && words[i-1] == "" {
			w.text = append(append(w.text, ' '), word...)
			continue
		}
		w.word(word)
	}
}

// line writes a line of play that begins where g stands; g moves along.
func (w *pgnWriter) line(g rules.Game, plies []Ply, n numbering) error {
	told := false // whether the reader knows whose ply is next
	branches := hasVariations(plies)
	for i := range plies {
		p := &plies[i]
		for _, c := range p.before() {
			w.comment(c)
			told = false
		}
		var before rules.Game
		if branches && len(p.variations()) > 0 {
			before = g.Clone()
		}
		beforeNumber := n
		if err := w.ply(g, p.Action, &n, told); err != nil {
			return err
		}
		told = true
		if p.Notes == nil {
			continue
		}
		told = w.notes(p.Notes)
		for _, v := range p.Notes.Variations {
			told = false
			if err := w.variation(before.Clone(), v, beforeNumber); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *pgnWriter) variation(g rules.Game, plies []Ply, n numbering) error {
	w.opened += "("
	if err := w.line(g, plies, n); err != nil {
		return err
	}
	if len(w.text)-w.lineAt < maxFormatted {
		w.glued(")")
	} else {
		w.word(")")
	}
	return nil
}

func hasVariations(plies []Ply) bool {
	return slices.ContainsFunc(plies, func(p Ply) bool { return len(p.variations()) > 0 })
}

func (p *Ply) before() []string {
	if p.Notes == nil {
		return nil
	}
	return p.Notes.Before
}

// notes writes glyphs, clock and comments; it reports whether it was glyphs at most.
func (w *pgnWriter) notes(n *Notes) bool {
	for _, nag := range n.NAGs {
		w.word("$" + strconv.Itoa(int(nag)))
	}
	comments := n.Comments
	if n.Timed {
		text := clockText(n.Clock)
		if len(comments) > 0 {
			text += " " + comments[0]
			comments = comments[1:]
		}
		w.comment(text)
	}
	for _, c := range comments {
		w.comment(c)
	}
	return len(n.Comments) == 0 && !n.Timed
}

// ply writes one action and carries it out.
func (w *pgnWriter) ply(g rules.Game, a rules.Action, n *numbering, told bool) error {
	if a.Act != rules.MakeMove {
		if _, err := g.Do(a); err != nil {
			return err
		}
		w.word(a.Text(g.Variant(), g.Geometry()))
		n.follow(g)
		return nil
	}
	number := n.text(told)
	text, _, err := w.room.play(w.room.text[:0], g, a.Move, StyleSAN)
	if err != nil {
		return err
	}
	w.room.text = text
	if number != "" {
		w.word(number)
	}
	w.word(string(text))
	n.follow(g)
	return nil
}
