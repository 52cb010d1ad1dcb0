package notation

import (
	"fmt"
	"slices"
	"strings"

	"melee/rules"
	"melee/rules/catalog"
)

// pgnNames are the variants as the tag Variant of PGN names them.
var pgnNames = map[string]string{
	"all-in": "All-in", "half-in": "Half-in", "mainly-in": "Mainly-in", "free-for-all": "Free-for-all", "mcx4": "MCX4",
}

// pgnSeats are the tags of the players' names, by family.
var pgnSeats = map[family][]string{
	allInFamily: {"White", "Black"},
	mcx4Family:  {"WhiteQueen", "BlackQueen", "WhiteKing", "BlackKing"},
}

// pgnRoster are the tags that every game has, with what they hold if nothing is known.
var pgnRoster = []Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}}

// timeForfeit is what the tag Termination says of a player whose time has run out.
const timeForfeit = "time forfeit"

// suffixNAGs are the glyphs that may follow a move.
var suffixNAGs = map[string]string{"!": "1", "?": "2", "!!": "3", "??": "4", "!?": "5", "?!": "6"}

// pgnParser reads one game of PGN.
type pgnParser struct {
	headers
	builder *builder
	result  string
	at      int  // of the result
	ended   bool // whether it stood among the moves
}

// parsePGN reads a game of the All-in family or of MCX4. The move numbers are not
// looked at. A game that its result ends and the moves do not is taken as given up, lost on
// time (tag Termination) or agreed to be a draw.
func parsePGN(c chunk) (*Record, error) {
	p := pgnParser{headers: headers{lexer: lexer{text: c.text, escapes: true}}}
	t, err := p.read()
	if err != nil {
		return nil, err
	}
	r, err := p.record()
	if err != nil {
		return nil, err
	}
	if p.builder, err = newBuilder(r); err != nil {
		return nil, errorAt(p.tagAt("FEN"), "FEN: %w", err)
	}
	for ; t.kind != endToken; t, err = p.lexer.next() {
		if err != nil {
			return nil, err
		}
		if err := p.token(t); err != nil {
			return nil, at(t.at, err)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := p.conclude(r); err != nil {
		return nil, at(p.at, err)
	}
	r, err = p.builder.finish()
	if err != nil {
		return nil, at(len(c.text), err)
	}
	return r, nil
}

// record makes a record of the tags.
func (p *pgnParser) record() (*Record, error) {
	variantAt, optionsAt := p.tagAt("Variant"), p.tagAt("Options")
	v, err := pgnVariant(p.take("Variant"))
	if err != nil {
		return nil, at(variantAt, err)
	}
	r := &Record{Variant: v, Players: make([]Player, len(v.Seats))}
	if r.Options, err = parseOptionsText(v, p.take("Options")); err != nil {
		return nil, at(optionsAt, err)
	}
	r.Start = p.value("FEN") // it is taken later, so that an error can tell where it stands
	p.players(r)
	p.result, p.at = p.take("Result"), 0
	for _, known := range pgnRoster {
		if value := p.take(known.Name); value != "" && value != known.Value {
			r.Tags = append(r.Tags, Tag{known.Name, value})
		}
	}
	for _, h := range p.list {
		if h.text != "FEN" && h.text != "SetUp" {
			r.Tags = append(r.Tags, Tag{h.text, h.value})
		}
	}
	return r, nil
}

// pgnVariant finds the variant that a tag names, written in any case, with
// hyphens, spaces or neither.
func pgnVariant(name string) (*rules.Variant, error) {
	if name == "" {
		return nil, fmt.Errorf("the tag Variant is missing: want All-in, Half-in, Mainly-in, Free-for-all or MCX4")
	}
	plain := strings.NewReplacer("-", "", " ", "", "_", "").Replace(strings.ToLower(name))
	plain = strings.TrimSuffix(plain, "chess")
	for _, v := range catalog.All() {
		if strings.ReplaceAll(v.Name, "-", "") == plain && pgnNames[v.Name] != "" {
			return v, nil
		}
	}
	return nil, fmt.Errorf("PGN knows no variant '%s': want All-in, Half-in, Mainly-in, Free-for-all or MCX4", short(name))
}

func (p *pgnParser) players(r *Record) {
	f := familyOf(r.Variant)
	for seat, name := range pgnSeats[f] {
		r.Players[seat] = Player{known(p.take(name)), known(p.take(name + "Elo"))}
	}
	if f != mcx4Family {
		return
	}
	// A file that knows only camps names the player of both their clans.
	for camp, name := range pgnSeats[allInFamily] {
		player := Player{known(p.take(name)), known(p.take(name + "Elo"))}
		queen, king := &r.Players[camp], &r.Players[camp+2]
		if *queen == (Player{}) && *king == (Player{}) && !strings.Contains(player.Name, campSeparator) {
			*queen, *king = player, player
		}
	}
}

// campSeparator stands between the players of a camp in the tags White and Black.
const campSeparator = " / "

func known(value string) string {
	if value == "?" {
		return ""
	}
	return value
}

// token takes one token of the moves.
func (p *pgnParser) token(t token) error {
	switch t.kind {
	case tagToken:
		return errorAt(t.at, "the tag %s stands among the moves", t.text)
	case commentToken:
		return p.builder.commentOrClock(t.text, cutClock)
	case openToken:
		return p.builder.open()
	case closeToken:
		return p.builder.close()
	}
	return p.word(t.text)
}

// word takes a move number, a move, a glyph or a result.
func (p *pgnParser) word(word string) error {
	if isResult(word) {
		if p.builder.depth() == 0 {
			p.result, p.ended = word, true
		}
		return nil
	}
	word = afterNumber(word)
	if word == "" {
		return nil
	}
	if digits, ok := strings.CutPrefix(word, "$"); ok {
		return p.builder.glyph(digits)
	}
	move := strings.TrimRight(word, "!?")
	if move != "" && !isEnPassantMark(move) {
		if p.ended {
			return fmt.Errorf("'%s' stands behind the result %s, which ends the game", short(move), p.result)
		}
		a, err := ParseAction(p.builder.game(), move)
		if err != nil {
			return err
		}
		if err := p.builder.do(a); err != nil {
			return err
		}
	}
	if glyph := word[len(move):]; glyph != "" {
		n, ok := suffixNAGs[glyph]
		if !ok {
			return fmt.Errorf("'%s' is none of the glyphs ! ? !! ?? !? ?! that may follow a move", short(glyph))
		}
		return p.builder.glyph(n)
	}
	return nil
}

// isEnPassantMark reports whether a word only says that the move before it took in passing.
func isEnPassantMark(word string) bool {
	switch strings.TrimRight(word, "+#") {
	case "e.p.", "e.p", "ep":
		return true
	}
	return false
}

// afterNumber returns what follows a move number such as "12." or "12...".
func afterNumber(word string) string {
	i := 0
	for i < len(word) && isDigit(word[i]) {
		i++
	}
	if i == len(word) {
		return ""
	}
	if i > 0 && word[i] != '.' {
		return word
	}
	return strings.TrimLeft(word[i:], ".")
}

// conclude carries out what the result tells and the moves do not, and refuses a result that cannot be.
func (p *pgnParser) conclude(r *Record) error {
	if p.builder.depth() > 0 {
		return nil // finish tells it
	}
	g := p.builder.game()
	if g.Outcome() == nil {
		if err := p.giveUp(r, g); err != nil {
			return err
		}
	}
	if want := resultText(r.Variant, ResultOf(g)); isResult(p.result) && p.result != "*" && p.result != want {
		return fmt.Errorf("the result is told to be %s, but the moves lead to %s (%s)", p.result, want, ResultOf(g).Reason)
	}
	return nil
}

// giveUp ends a game that goes on as its result tells.
func (p *pgnParser) giveUp(r *Record, g rules.Game) error {
	var loser rules.Side
	switch p.result {
	case "1-0":
		loser = 1
	case "0-1":
	case "1/2-1/2":
		return p.builder.do(rules.Action{Act: rules.AgreeDraw})
	default:
		return nil
	}
	act := rules.Resign
	if strings.EqualFold(r.Tag("Termination"), timeForfeit) {
		act = rules.FlagFall
		r.Tags = slices.DeleteFunc(r.Tags, func(t Tag) bool { return t.Name == "Termination" })
	}
	for seat := range r.Variant.Seats {
		if sideOf(r.Variant, rules.Seat(seat)) != loser || g.Outcome() != nil {
			continue
		}
		// A clan that has disappeared cannot resign; its ally then does.
		_ = p.builder.do(rules.Action{Act: act, Seat: rules.Seat(seat)})
	}
	if g.Outcome() == nil {
		return fmt.Errorf("the result is told to be %s, but the game cannot end so", p.result)
	}
	return nil
}

// resultText returns a result as PGN writes it.
func resultText(v *rules.Variant, r *Result) string {
	switch {
	case r == nil:
		return "*"
	case r.Draw:
		return "1/2-1/2"
	case r.isLoss(v, 0):
		return "0-1"
	}
	return "1-0"
}
