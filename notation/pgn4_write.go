package notation

import (
	"slices"
	"strconv"
	"strings"

	"melee/rules"
)

// appendPGN4 writes a record as archives of Four-player games do. What they
// have no form for is written as the words of [rules.Action.Text] and as "$" and a number.
func appendPGN4(dst []byte, r *Record) ([]byte, error) {
	if familyOf(r.Variant) < fourPlayerFamily {
		return dst, &FormatError{PGN4, "is for Four-player games; write others as PGN or JSON"}
	}
	tags, err := pgn4Tags(r)
	if err != nil {
		return dst, err
	}
	g, err := r.Game()
	if err != nil {
		return dst, err
	}
	w := pgn4Writer{text: dst, room: rooms.Get().(*room)}
	defer rooms.Put(w.room)
	for _, t := range tags {
		w.tag(t)
	}
	w.text = append(w.text, '\n')
	for _, c := range r.Comments {
		w.comment(c)
		w.text = append(w.text, '\n')
	}
	if err := w.line(g, r.Plies, slots{}); err != nil {
		return dst, err
	}
	if w.text[len(w.text)-1] != '\n' {
		w.text = append(w.text, '\n')
	}
	return append(w.text, '\n'), nil
}

type pgn4Writer struct {
	text []byte
	room *room
}

// slots count the rounds of a line.
type slots struct {
	round int
	last  int // the seat of the last entry, -1 if there is none in the round
	// variation tells that the next entry is the first of a variation.
	variation bool
}

func (w *pgn4Writer) tag(t Tag) {
	w.text = append(append(append(w.text, '['), t.Name...), ` "`...)
	w.text = append(w.text, strings.ReplaceAll(oneLine(t.Value), `"`, "'")...)
	w.text = append(w.text, "\"]\n"...)
}

// begin writes what stands before an entry of a seat: the number of a new
// round, or the mark between the entries of one.
func (w *pgn4Writer) begin(s *slots, seat rules.Seat) {
	opened := s.variation
	s.variation = false
	if s.round > 0 && int(seat) > s.last {
		w.separate()
		s.last = int(seat)
		return
	}
	s.round++
	s.last = int(seat)
	switch {
	case opened:
		w.text = append(w.text, ' ')
	case w.text[len(w.text)-1] != '\n':
		w.text = append(w.text, '\n')
	}
	w.text = append(strconv.AppendInt(w.text, int64(s.round), 10), ". "...)
}

func (w *pgn4Writer) separate() {
	w.space()
	w.text = append(w.text, ".. "...)
}

// beginWord writes what stands before an entry that is in nobody's slot.
func (w *pgn4Writer) beginWord(s *slots) {
	if s.round == 0 {
		s.round, s.last = 1, -1
		w.text = append(w.text, "1. "...)
		return
	}
	w.separate()
	s.variation = false
}

func (w *pgn4Writer) line(g rules.Game, plies []Ply, s slots) error {
	branches := hasVariations(plies)
	for i := 0; i < len(plies); i++ {
		p := &plies[i]
		for _, c := range p.before() {
			w.space()
			w.comment(c)
		}
		var before rules.Game
		if branches && len(p.variations()) > 0 {
			before = g.Clone()
		}
		slotsBefore := s
		merged := i+1 < len(plies) && leavesWalking(g, p, &plies[i+1])
		if merged {
			if _, err := g.Do(p.Action); err != nil {
				return err
			}
			i++
			if err := w.move(g, plies[i].Action.Move, &s, leavingLetter(p.Action.Act)); err != nil {
				return err
			}
			p = &plies[i]
		} else if err := w.ply(g, p.Action, &s); err != nil {
			return err
		}
		if p.Notes == nil {
			continue
		}
		w.notes(p.Notes)
		for _, v := range p.Notes.Variations {
			w.text = append(w.text, " ("...)
			inner := slotsBefore
			inner.variation = true
			if err := w.line(before.Clone(), v, inner); err != nil {
				return err
			}
			w.text = append(w.text, " )"...)
		}
	}
	return nil
}

// leavesWalking reports whether a ply and the next are a player's leaving and
// the first step of his walking king (F14), which archives write in one.
func leavesWalking(g rules.Game, p, next *Ply) bool {
	a := p.Action
	return (a.Act == rules.Resign || a.Act == rules.FlagFall) && a.Seat == g.Turn() && p.Notes.isBlank() &&
		next.Action.Act == rules.MakeMove && g.At(next.Action.Move.From()).Seat() == a.Seat && len(next.variations()) == 0 && len(next.before()) == 0
}

func leavingLetter(act rules.Act) string {
	if act == rules.FlagFall {
		return "T"
	}
	return "R"
}

// ply writes an action and carries it out.
func (w *pgn4Writer) ply(g rules.Game, a rules.Action, s *slots) error {
	if a.Act == rules.MakeMove {
		return w.move(g, a.Move, s, "")
	}
	turn := g.Turn()
	claimer, ok := g.(interface{ MayClaim(rules.Seat) bool })
	mayClaim := ok && claimer.MayClaim(turn)
	switch {
	case a.Seat == turn && (a.Act == rules.FlagFall || (a.Act == rules.Claim) == mayClaim):
		w.begin(s, turn)
		w.text = append(w.text, leavingLetter(a.Act)...)
	default:
		w.beginWord(s)
		w.text = append(w.text, a.Text(g.Variant(), g.Geometry())...)
	}
	kings := livingKings(g)
	effects, err := g.Do(a)
	if err != nil {
		return err
	}
	w.stranded(g, kings, effects, s, a.Seat, rules.NoMove)
	return nil
}

// move writes a move, with the letter of a player who leaves, and carries it out.
func (w *pgn4Writer) move(g rules.Game, m rules.Move, s *slots, leaving string) error {
	turn := g.Turn()
	w.begin(s, turn)
	w.room.moves = g.Moves(w.room.moves[:0])
	w.text = appendMove(w.text, g, m, StylePGN4, w.room.moves)
	w.text = append(w.text, leaving...)
	threats := threatsIn(g)
	effects, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m})
	if err != nil {
		return err
	}
	w.text = appendMarks(w.text, &threats, g, m, effects, StylePGN4)
	w.stranded(g, threats.kings, effects, s, turn, m)
	return nil
}

// stranded writes the entries of seats that the rules have eliminated as their
// turn came: S of the stalemated, # of the mated (F15, F16, F27).
func (w *pgn4Writer) stranded(g rules.Game, kings [4]rules.Square, effects []rules.Effect, s *slots, after rules.Seat, m rules.Move) {
	if outcome := g.Outcome(); outcome != nil && familyOf(g.Variant()) == teamsFamily {
		w.teamsEnd(outcome.Reason, kings, s, after, m)
		return
	}
	for i := range rules.Seat(3) {
		seat := (after + 1 + i) & 3
		king := kings[seat]
		if king == rules.NoSquare || !g.At(king).IsGrey() || isMated(seat, king, effects) {
			continue
		}
		switch rule := strandingRule(seat, king, effects); rule {
		case "F15", "F14":
			w.begin(s, seat)
			w.text = append(w.text, 'S')
		case "F16":
			w.begin(s, seat)
			w.text = append(w.text, '#')
		}
	}
}

// strandingRule returns the rule by which a seat, or its walking king, had no move when its turn came.
func strandingRule(seat rules.Seat, king rules.Square, effects []rules.Effect) string {
	for _, e := range effects {
		if e.Kind == rules.Elimination && e.Seat == seat {
			return e.Rule
		}
		if e.Kind == rules.Gain && e.Rule == "F14" && e.Square == king && e.Seat != seat && e.Points == 10 {
			return e.Rule
		}
	}
	return ""
}

// teamsEnd writes the mate or stalemate that ends a game of teams in its victim's slot.
func (w *pgn4Writer) teamsEnd(reason rules.Reason, kings [4]rules.Square, s *slots, after rules.Seat, m rules.Move) {
	victim := (after + 1) & 3
	switch {
	case reason == rules.Stalemate:
		w.begin(s, victim)
		w.text = append(w.text, 'S')
	case reason == rules.Mate && !slices.Contains(kings[:], m.To()):
		w.begin(s, victim)
		w.text = append(w.text, '#')
	}
}

// notes writes glyphs, clock and comments after an entry.
func (w *pgn4Writer) notes(n *Notes) {
	for _, nag := range n.NAGs {
		w.text = strconv.AppendInt(append(w.text, " $"...), int64(nag), 10)
	}
	comments := n.Comments
	if n.Timed {
		text := clockWord + strconv.FormatInt(n.Clock, 10)
		if len(comments) > 0 && strings.HasPrefix(comments[0], "date=") {
			text = comments[0] + " " + text
			comments = comments[1:]
		}
		w.space()
		w.comment(text)
	}
	for _, c := range comments {
		w.space()
		w.comment(c)
	}
}

func (w *pgn4Writer) space() {
	if last := w.text[len(w.text)-1]; last != '\n' {
		w.text = append(w.text, ' ')
	}
}

// comment writes { … }, or "; …" where the text holds a "}".
func (w *pgn4Writer) comment(text string) {
	text = strings.TrimSpace(oneLine(text))
	switch {
	case text == "":
	case strings.ContainsRune(text, '}'):
		w.text = append(append(append(w.text, "; "...), text...), '\n')
	default:
		w.text = append(append(append(w.text, "{ "...), text...), " }"...)
	}
}
