package table_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// A sitting is a table under test with its log.
type sitting struct {
	*testing.T
	state *table.State
	log   []table.Event
	now   time.Time
	seed  uint64
}

func sit(t *testing.T, c table.Open) *sitting {
	t.Helper()
	s := &sitting{T: t, state: table.New(), now: noon}
	if err := s.try(c); err != nil {
		t.Fatalf("open: %v", err)
	}
	return s
}

func (s *sitting) try(c table.Command) error {
	events, err := table.Decide(s.state, c, s.now, s.seed, catalog.Find)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := s.state.Apply(e, catalog.Find); err != nil {
			s.Fatalf("a decided event cannot be applied: %v", err)
		}
		s.log = append(s.log, e)
	}
	return nil
}

func (s *sitting) must(c table.Command) {
	s.Helper()
	if err := s.try(c); err != nil {
		s.Fatalf("%+v: %v", c, err)
	}
}

func (s *sitting) refuses(code table.Code, c table.Command) {
	s.Helper()
	before := len(s.log)
	err := s.try(c)
	var refused table.Refused
	if !errors.As(err, &refused) || refused.Code != code {
		s.Errorf("%+v: got %v, want a refusal %q", c, err, code)
	}
	if len(s.log) != before {
		s.Errorf("%+v was refused and left %d events", c, len(s.log)-before)
	}
}

var (
	anne = table.Chair{Player: table.Person, Owner: "anne"}
	bert = table.Chair{Player: table.Person, Owner: "bert"}
	cpu  = table.Chair{Player: table.CPU}
	grey = table.Chair{Player: table.Grey}
)

func move(owner string, seat rules.Seat, token string) table.Act {
	return table.Act{Owner: owner, Seat: seat, Token: token}
}

func TestOnlyTheSeatOnTurnMovesAndOnlyByItsOwner(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}, Host: "anne"})
	s.refuses(table.NotYourTurn, move("bert", 1, "e7e5"))
	s.refuses(table.NotYourTurn, move("bert", 0, "e7e5"))
	s.refuses(table.NotYourTurn, move("", 0, "e7e5"))
	s.refuses(table.IllegalMove, move("anne", 0, "e2e5"))
	s.refuses(table.IllegalMove, move("anne", 0, "survive"))
	s.refuses(table.Invalid, move("anne", 7, "e7e5"))
	s.must(move("anne", 0, "e7e5"))
	s.refuses(table.NotYourTurn, move("anne", rules.NoSeat, "e2e4"))
	s.must(move("bert", rules.NoSeat, "d2d4"))
	if got := s.state.Ply(1); got.SAN != "d4" || got.Seat != 1 || got.By != table.Person {
		t.Errorf("second ply: got %+v", got)
	}
}

func TestACommandSentAgainIsCarriedOutOnce(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, anne}, Host: "anne"})
	first := table.Act{Owner: "anne", Seat: rules.NoSeat, Token: "g1f3", ID: "c1"}
	s.must(first)
	s.must(first)
	if s.state.PlyCount() != 1 {
		t.Fatalf("%d plies after one command sent twice", s.state.PlyCount())
	}
	if seq, ok := s.state.Answered("anne", "c1"); !ok || seq != 3 {
		t.Errorf("the command's answer: got %d, %v, want 3", seq, ok)
	}
	if _, ok := s.state.Answered("bert", "c1"); ok {
		t.Error("one person's command id answers for another")
	}
}

func TestAnAnswerToAPastPositionIsRefused(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, cpu}})
	stale := table.Act{Seat: 0, Token: "e2e4", Seq: s.state.Seq - 1}
	s.refuses(table.Conflict, stale)
	stale.Seq = s.state.Seq
	s.must(stale)
}

func TestFoldOfTheLogIsTheState(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, cpu, cpu, bert}, Host: "anne", RotateFirst: true})
	s.must(move("anne", 0, "d2d4"))
	s.must(move("", 1, "b6d6"))
	s.must(table.Leave{Owner: "anne"})
	s.must(move("", 2, "g13g11"))
	s.must(table.Return{Owner: "anne"})
	s.must(move("anne", 0, "resign"))

	var stored []table.Event
	for _, e := range s.log {
		body, err := e.Body()
		if err != nil {
			t.Fatal(err)
		}
		fact, err := table.ParseFact(e.Kind(), body)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(fact, e.Fact) {
			t.Errorf("event %d came back as %+v, was %+v", e.Seq, fact, e.Fact)
		}
		stored = append(stored, table.Event{Seq: e.Seq, At: e.At, Fact: fact, Command: e.Command})
	}
	again, err := table.Fold(stored, catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Game.Text(), s.state.Game.Text(); got != want {
		t.Errorf("position: got %s, want %s", got, want)
	}
	if diff := cmp.Diff(pliesOf(s.state), pliesOf(again)); diff != "" {
		t.Errorf("plies (-live +folded):\n%s", diff)
	}
	if diff := cmp.Diff(s.state.Outs, again.Outs); diff != "" {
		t.Errorf("who is out (-live +folded):\n%s", diff)
	}
}

func pliesOf(s *table.State) (plies []table.Ply) {
	for i := range s.PlyCount() {
		plies = append(plies, s.Ply(i))
	}
	return plies
}

func TestALogWithAGapIsRefused(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}})
	if _, err := table.Fold(append(s.log[:1:1], table.Event{Seq: 3, Fact: s.log[1].Fact}), catalog.Find); err == nil {
		t.Error("a log without event 2 was folded")
	}
}

func TestOpenNamesEveryFault(t *testing.T) {
	four := []table.Chair{anne, anne, anne, anne}
	for _, c := range []struct {
		name string
		open table.Open
	}{
		{"no such variant", table.Open{Variant: "xiangqi", Chairs: four}},
		{"wrong number of chairs", table.Open{Variant: "all-in", Chairs: four}},
		{"option of another game", table.Open{Variant: "mcx4", Chairs: four, Options: rules.Options{"setup": "classic"}}},
		{"option out of range", table.Open{Variant: "four-player", Chairs: four, Options: rules.Options{"move_limit": "-1"}}},
		{"turn limit too short", table.Open{Variant: "mcx4", Chairs: four, Clock: table.Clock{Kind: table.PerTurn, Add: 1000}}},
		{"impossible position", table.Open{Variant: "mcx4", Chairs: four, Start: "9/9/9/9/9/9/9/9 wq - - 0 1 -"}},
	} {
		if events, err := table.Decide(table.New(), c.open, noon, 0, catalog.Find); err == nil {
			t.Errorf("%s: opened with %d events", c.name, len(events))
		}
	}
}

func TestF21FirstSeatMovesOn(t *testing.T) {
	open := table.Open{Variant: "four-player", Chairs: []table.Chair{anne, cpu, grey, cpu}, Host: "anne", RotateFirst: true}
	s := sit(t, open)
	for game, first := range []rules.Seat{0, 1, 3, 0} { // yellow is grey
		if got := s.state.Game.Turn(); got != first || s.state.Number != game+1 {
			t.Fatalf("game %d begins with seat %d, want %d", s.state.Number, got, first)
		}
		s.must(table.NewGame{Owner: "anne"})
	}
	open.RotateFirst = false
	s = sit(t, open)
	s.must(table.NewGame{Owner: "anne"})
	if got := s.state.Game.Turn(); got != 0 {
		t.Errorf("rotate_first false: the second game begins with seat %d", got)
	}
}

func TestTwoPlayersChangeColours(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, cpu}, Host: "anne", RotateFirst: true})
	s.must(table.NewGame{Owner: "anne"})
	if s.state.Chairs[1].Owner != "anne" || s.state.CPUTurn() != 0 {
		t.Errorf("chairs in the second game: %+v", s.state.Chairs)
	}
	s.refuses(table.NotYours, table.NewGame{Owner: "bert"})
}

func TestF22WhenTheTurnsTimeHasRunOutTheCPUPlaysIt(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, cpu}, Clock: table.Clock{Kind: table.PerTurn, Add: 30000}})
	deadline, ok := s.state.Deadline()
	if want := noon.Add(30 * time.Second); !ok || deadline.What != table.TurnDue || !deadline.At.Equal(want) {
		t.Fatalf("deadline: got %v, %v, want %v", deadline, ok, want)
	}
	s.now = deadline.At.Add(-time.Millisecond)
	s.refuses(table.NotYourTurn, move("", 0, "d2d4"))
	s.now = deadline.At
	s.must(move("", 0, "d2d4"))
	if got := s.state.Ply(0); got.By != table.CPU || got.Seat != 0 {
		t.Errorf("the ply: got %+v", got)
	}
	if next, _ := s.state.Deadline(); !next.At.Equal(deadline.At.Add(30 * time.Second)) {
		t.Errorf("blue's deadline: got %v", next.At)
	}
}

func TestF22NoLimitIsTheDefault(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, cpu}})
	if deadline, ok := s.state.Deadline(); ok {
		t.Errorf("a deadline at %v", deadline)
	}
}

func TestF23TheCPUPlaysForWhoIsAway(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, grey}})
	if got := s.state.CPUTurn(); got != rules.NoSeat {
		t.Fatalf("the CPU is to play seat %d while anne is there", got)
	}
	s.must(table.Leave{Owner: "anne"})
	if got := s.state.CPUTurn(); got != 0 {
		t.Fatalf("the CPU is to play seat %d, want anne's", got)
	}
	s.must(move("", 0, "d2d4"))
	s.must(move("bert", 1, "b6d6"))
	s.must(move("", 2, "g13g11"))
	s.must(table.Return{Owner: "anne"})
	s.refuses(table.NotYourTurn, move("", 0, "e2e4"))
	s.must(move("anne", 0, "e2e4"))
	s.must(table.Return{Owner: "anne"})
	s.must(table.Leave{Owner: "a stranger"})
	if last := s.log[len(s.log)-1]; last.Kind() != "acted" {
		t.Errorf("coming back twice, or a stranger leaving, made an event %s", last.Kind())
	}
}

func TestF23AGreySeatIsOutFromTheStart(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, cpu, cpu, anne}, Options: rules.Options{"grey": "yellow"}})
	if s.state.Chairs[2] != grey || !s.state.Outs[2].Gone || s.state.Outs[2].Rule != "F23" {
		t.Errorf("yellow: chair %+v, out %+v", s.state.Chairs[2], s.state.Outs[2])
	}
}

func TestOnlyWhoPlaysASeatResignsIt(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}})
	s.refuses(table.NotYours, move("anne", 1, "resign"))
	s.refuses(table.NotYours, move("anne", 0, "resign:black"))
	s.refuses(table.NotYours, move("anne", 0, "time"))
	s.must(move("bert", 1, "resign")) // out of turn
	if o := s.state.Game.Outcome(); o == nil || o.Reason != rules.Resignation || o.Ranking[0][0] != 0 {
		t.Errorf("outcome: %+v", o)
	}
	s.refuses(table.Conflict, move("anne", 0, "e2e4"))
}

func TestADrawNeedsEverybody(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}})
	s.refuses(table.NotYours, move("anne", 0, "draw"))
	s = sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, cpu}})
	s.refuses(table.NotYours, move("anne", 0, "draw"))
	s = sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, anne}})
	s.must(move("anne", 0, "draw"))
	if o := s.state.Game.Outcome(); o == nil || o.Reason != rules.Agreement {
		t.Errorf("outcome: %+v", o)
	}
}

func TestPastIsTheGameAsItStood(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, anne}})
	start := s.state.Game.Text()
	s.must(move("anne", 0, "g1f3"))
	after := s.state.Game.Text()
	s.must(move("anne", 1, "b8c6"))
	for n, want := range []string{start, after, s.state.Game.Text()} {
		if g, err := s.state.Past(n); err != nil || g.Text() != want {
			t.Errorf("after %d plies: got %v, %v, want %s", n, g, err, want)
		}
	}
	for _, n := range []int{-1, 3} {
		if _, err := s.state.Past(n); err == nil {
			t.Errorf("there is a past after %d plies of 2", n)
		}
	}
}

// Watchers may have to see a game later: what they try must not tell them how it stands.
func TestWhoHasNoSeatLearnsNothingFromWhatHeTries(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	s.must(move("anne", 0, "e2e4"))
	for _, c := range []table.Act{
		{Token: "e7e5", Seat: rules.NoSeat}, {Token: "e2e4", Seat: rules.NoSeat}, {Token: "e7e5", Seat: 1},
		{Token: "e7e5", Seat: rules.NoSeat, Seq: 1}, {Token: "resign", Seat: 0}, {Token: "draw", Seat: rules.NoSeat},
	} {
		c.Owner = "wim"
		s.refuses(table.NotYours, c)
	}
}
