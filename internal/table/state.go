package table

import (
	"fmt"
	"slices"
	"time"

	"melee/notation"
	"melee/rules"
)

// A State is a table as its events left it.
type State struct {
	Seq     int64
	Opened  Opened
	Variant *rules.Variant
	Game    rules.Game    // the game being played or played last
	Number  int           // of that game, from 1
	Options rules.Options // it is played with
	Chairs  []Chair
	Plies   []Ply
	Outs    []Out // by seat
	// Since is when the present turn began.
	Since time.Time

	start    rules.Game
	away     map[string]bool
	answered map[string]int64
	order    []string // of answered, oldest first
}

// A Ply is one entry of the game's record with everything people see of it.
type Ply struct {
	Seat    rules.Seat
	By      Player
	Token   string
	SAN     string
	Long    string
	Move    rules.Move // NoMove for a choice
	Taken   rules.Man  // the man captured, 0 if none
	Effects []rules.Effect
	At      time.Time
}

// An Out tells how a seat left the game.
type Out struct {
	Gone bool
	Rule string
	By   rules.Seat
	Ply  int // the number of plies played then
}

// Finder returns the variant of that name; rules/catalog has the real one.
type Finder func(name string) (*rules.Variant, error)

// New returns the state of a table that has no events yet.
func New() *State {
	return &State{away: map[string]bool{}, answered: map[string]int64{}}
}

// Apply folds the next event into the state. An error means that the log is
// damaged or of a newer program; the state is then not to be used.
func (s *State) Apply(e Event, find Finder) error {
	if e.Seq != s.Seq+1 {
		return fmt.Errorf("table: event %d follows event %d", e.Seq, s.Seq)
	}
	var err error
	switch f := e.Fact.(type) {
	case Opened:
		s.Opened = f
		s.Variant, err = find(f.Variant)
	case Started:
		err = s.begin(f)
	case Acted:
		err = s.act(f, e.At)
	case Left:
		s.away[f.Owner] = true
	case Returned:
		delete(s.away, f.Owner)
	}
	if err != nil {
		return fmt.Errorf("table: event %d (%s): %w", e.Seq, e.Kind(), err)
	}
	s.Seq = e.Seq
	if _, left := e.Fact.(Left); !left {
		s.Since = e.At
	}
	s.remember(e)
	return nil
}

func (s *State) begin(f Started) error {
	game, err := s.Variant.New(s.Variant, f.Options, s.Opened.Start)
	if err != nil {
		return err
	}
	s.Game, s.start = game, game.Clone()
	s.Number, s.Options, s.Chairs = f.Game, f.Options, f.Chairs
	s.Plies = nil
	s.Outs = make([]Out, len(s.Variant.Seats))
	for i, c := range s.Chairs {
		if c.Player == Grey {
			s.Outs[i] = Out{Gone: true, Rule: "F23", By: rules.NoSeat}
		}
	}
	return nil
}

func (s *State) act(f Acted, at time.Time) error {
	action, err := rules.ParseAction(s.Game, f.Token)
	if err != nil {
		return err
	}
	ply := Ply{Seat: f.Seat, By: f.By, Token: f.Token, At: at}
	if m := action.Move; action.Act == rules.MakeMove {
		ply.Move, ply.Taken, ply.Long = m, taken(s.Game, m), notation.Long(s.Game, m)
		ply.SAN, ply.Effects, err = notation.Play(s.Game, m, notation.StyleSAN)
	} else {
		ply.Effects, err = s.Game.Do(action)
	}
	if err != nil {
		return err
	}
	s.Plies = append(s.Plies, ply)
	for _, x := range ply.Effects {
		if x.Kind == rules.Elimination || x.Kind == rules.ClanGone {
			s.Outs[x.Seat] = Out{Gone: true, Rule: x.Rule, By: x.By, Ply: len(s.Plies)}
		}
	}
	return nil
}

// taken returns the man that a legal move captures, 0 if none. In en passant
// he is not where the pawn arrives, but where it then is empty.
func taken(g rules.Game, m rules.Move) rules.Man {
	if m.Special() != rules.EnPassant {
		return g.At(m.To())
	}
	next := g.Clone()
	if _, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m}); err != nil {
		return 0
	}
	for i := range g.Geometry().Squares() {
		sq := rules.Square(i)
		if sq != m.From() && g.At(sq) != 0 && next.At(sq) == 0 {
			return g.At(sq)
		}
	}
	return 0
}

// rememberedCommands is how many command ids a table can still answer again.
const rememberedCommands = 128

func (s *State) remember(e Event) {
	if e.Command == "" {
		return
	}
	s.answered[e.Command] = e.Seq
	s.order = append(s.order, e.Command)
	if len(s.order) > rememberedCommands {
		delete(s.answered, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
}

// Fold returns the state that the events lead to.
func Fold(events []Event, find Finder) (*State, error) {
	s := New()
	for _, e := range events {
		if err := s.Apply(e, find); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Past returns the game as it stood after n plies of the present game.
func (s *State) Past(n int) (rules.Game, error) {
	if n < 0 || n > len(s.Plies) {
		return nil, Refused{NotFound, fmt.Sprintf("the game has plies 0 to %d", len(s.Plies))}
	}
	game := s.start.Clone()
	for _, p := range s.Plies[:n] {
		action, err := rules.ParseAction(game, p.Token)
		if err != nil {
			return nil, err
		}
		if _, err := game.Do(action); err != nil {
			return nil, err
		}
	}
	return game, nil
}

// Deadline returns when the CPU may play the present turn for a person (F22).
func (s *State) Deadline() (time.Time, bool) {
	turn := s.turn()
	if s.Opened.TurnLimit == 0 || turn == rules.NoSeat || s.Chairs[turn].Player != Person || s.away[s.Chairs[turn].Owner] {
		return time.Time{}, false
	}
	return s.Since.Add(time.Duration(s.Opened.TurnLimit) * time.Second), true
}

// CPUTurn returns the seat that the CPU must play now: its own, or that of a
// person who is away (F23); NoSeat if a person must act or nobody.
func (s *State) CPUTurn() rules.Seat {
	turn := s.turn()
	if turn == rules.NoSeat {
		return rules.NoSeat
	}
	if c := s.Chairs[turn]; c.Player == CPU || c.Player == Person && s.away[c.Owner] {
		return turn
	}
	return rules.NoSeat
}

func (s *State) turn() rules.Seat {
	if s.Game == nil {
		return rules.NoSeat
	}
	return s.Game.Turn()
}

// Owns reports whether the seat is the person's.
func (s *State) Owns(owner string, seat rules.Seat) bool {
	if int(seat) >= len(s.Chairs) {
		return false
	}
	c := s.Chairs[seat]
	return owner != "" && c.Player == Person && c.Owner == owner
}

// Away reports whether the CPU stands in for the person (F23).
func (s *State) Away(owner string) bool { return s.away[owner] }

// onlyOwner reports whether every seat that a person plays is the owner's.
func (s *State) onlyOwner(owner string) bool {
	for _, c := range s.Chairs {
		if c.Player == Person && c.Owner != owner {
			return false
		}
	}
	return true
}
