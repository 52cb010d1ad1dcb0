package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"melee/rules"
)

// pgn4Parser reads one game of PGN4.
type pgn4Parser struct {
	lexer   lexer
	builder *builder
	rounds  []int // the last round number, by depth of variations
}

// parsePGN4 reads a game of Four-player chess, of this program or of a server's archive of any age.
func parsePGN4(c chunk) (*Record, error) {
	h := headers{lexer: lexer{text: c.text}}
	if _, err := h.read(); err != nil {
		return nil, err
	}
	settings, err := h.settings()
	if err != nil {
		return nil, err
	}
	var first error
	for _, s := range settings {
		p := pgn4Parser{lexer: lexer{text: c.text, at: h.lexer.tagEnd}, rounds: []int{0}}
		r, err := p.parse(s)
		if err == nil {
			h.describe(r)
			return r, nil
		}
		if first == nil {
			first = err
		}
		if errors.Is(err, errNoStart) {
			break
		}
	}
	return nil, at(h.tagAt("StartFen4"), first)
}

// errNoStart marks a start that is impossible under every setting.
var errNoStart = errors.New("StartFen4")

func (p *pgn4Parser) parse(s setting) (*Record, error) {
	r := &Record{Variant: s.variant, Options: s.options, Start: s.start, Players: make([]Player, 4)}
	var err error
	if p.builder, err = newBuilder(r); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoStart, err)
	}
	for {
		t, err := p.lexer.next()
		if err != nil {
			return nil, err
		}
		if t.kind == endToken {
			break
		}
		if err := p.token(t); err != nil {
			return nil, at(t.at, err)
		}
	}
	if r, err = p.builder.finish(); err != nil {
		return nil, at(len(p.lexer.text), err)
	}
	return r, nil
}

// describe takes players and tags over into a record. What the moves tell by
// themselves is left out; a result that they do not lead to stays as it was told.
func (h *headers) describe(r *Record) {
	for seat, name := range pgn4Seats {
		r.Players[seat] = Player{h.take(name), h.take(name + "Elo")}
	}
	for _, name := range [...]string{"Variant", "StartFen4", "Options"} {
		h.take(name)
	}
	for _, implied := range [...]Tag{{"RuleVariants", archivedWords(r.Variant, r.Options)}, {"Result", pgn4Result(r)}} {
		if h.value(implied.Name) == implied.Value {
			h.take(implied.Name)
		}
	}
	for _, t := range h.list {
		r.Tags = append(r.Tags, Tag{t.text, t.value})
	}
}

func (p *pgn4Parser) token(t token) error {
	switch t.kind {
	case tagToken:
		return fmt.Errorf("the tag %s stands among the moves", t.text)
	case commentToken:
		return p.builder.commentOrClock(t.text, cutClockWord) // { date=… clock=178312 }
	case openToken:
		p.rounds = append(p.rounds, 0)
		return p.builder.open()
	case closeToken:
		p.rounds = p.rounds[:max(len(p.rounds)-1, 1)]
		return p.builder.close()
	}
	return p.word(t.text)
}

const clockWord = "clock="

// cutClockWord takes the last word out of a comment if it is clock=MILLISECONDS.
func cutClockWord(text string) (rest string, milliseconds int64, found bool) {
	start := strings.LastIndex(text, clockWord)
	if start < 0 || start > 0 && text[start-1] != ' ' {
		return text, 0, false
	}
	n, err := strconv.ParseInt(text[start+len(clockWord):], 10, 64)
	if err != nil || n < 0 || n > maxClock {
		return text, 0, false
	}
	return strings.TrimSpace(text[:start]), n, true
}

// word takes a round number, a separator, a glyph or an entry.
func (p *pgn4Parser) word(word string) error {
	if word == ".." || isResult(word) {
		return nil
	}
	entry := afterNumber(word)
	if number := strings.TrimRight(word[:len(word)-len(entry)], "."); number != "" {
		if err := p.round(number); err != nil {
			return err
		}
	}
	if entry == "" {
		return nil
	}
	if digits, ok := strings.CutPrefix(entry, "$"); ok {
		return p.builder.glyph(digits)
	}
	return p.entry(entry)
}

// round refuses a number that does not go up: some collections hold a game twice over.
func (p *pgn4Parser) round(number string) error {
	n, err := strconv.Atoi(number)
	if err != nil || n > MaxPlies {
		return fmt.Errorf("'%s' is no number of a round", short(number))
	}
	last := &p.rounds[len(p.rounds)-1]
	if n < *last {
		return fmt.Errorf("round %d comes after round %d: the moves seem to be there twice", n, *last)
	}
	*last = n
	return nil
}

// entry plays what stands in a seat's slot: a move, how the seat left the game, or both.
func (p *pgn4Parser) entry(entry string) error {
	body := strings.TrimRight(entry, "+#")
	mated := strings.HasSuffix(entry, "#")
	stalemated := false
	if cut, ok := strings.CutSuffix(body, "S"); ok && (cut == "" || cut == "R" || cut == "T" || isDigit(cut[len(cut)-1])) {
		body, stalemated = cut, true
	}
	act := rules.MakeMove
	if n := len(body); n > 0 && (body[n-1] == 'R' || body[n-1] == 'T') && (n == 1 || isDigit(body[n-2])) {
		act = rules.Resign
		if body[n-1] == 'T' {
			act = rules.FlagFall
		}
		body = body[:n-1]
	}
	if act != rules.MakeMove {
		if err := p.leave(act, body == ""); err != nil {
			return err
		}
	}
	if body != "" {
		a, err := ParseAction(p.builder.game(), body)
		if err != nil {
			return err
		}
		return p.builder.do(a)
	}
	if act == rules.MakeMove {
		return p.stranded(stalemated, mated)
	}
	return nil
}

// leave carries out R or T of the seat on turn. A leader who may claim the win
// and resigns has claimed it, as archives write it (F17).
func (p *pgn4Parser) leave(act rules.Act, alone bool) error {
	g := p.builder.game()
	seat := g.Turn()
	if seat == rules.NoSeat {
		return errors.New("nobody can resign: the game has ended")
	}
	if claimer, ok := g.(interface{ MayClaim(rules.Seat) bool }); ok && alone && act == rules.Resign && claimer.MayClaim(seat) {
		act = rules.Claim
	}
	if err := p.builder.do(rules.Action{Act: act, Seat: seat}); err != nil {
		return err
	}
	if !alone && g.Turn() != seat {
		return errors.New("the king of a player who leaves moves on only where kings walk (RuleVariants DeadKingWalking)")
	}
	return nil
}

// stranded checks an entry S or #: the rules have eliminated a seat as its turn came.
func (p *pgn4Parser) stranded(stalemated, mated bool) error {
	l := p.builder.top()
	if outcome := l.game.Outcome(); outcome != nil && stalemated == (outcome.Reason == rules.Stalemate) && mated == (outcome.Reason == rules.Mate) {
		return nil
	}
	for _, e := range l.effects {
		if stalemated && (e.Rule == "F15" || e.Rule == "F14") || mated && e.Rule == "F16" {
			return nil
		}
	}
	if stalemated {
		return errors.New("'S': nobody is stalemated here")
	}
	return errors.New("'#': nobody is mated here")
}
