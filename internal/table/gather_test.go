package table_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

var vacant = table.Chair{Player: table.Vacant}

// gather opens a table at which anne, the host, has the first seat and the others are free.
func gather(t *testing.T, open table.Open) *sitting {
	t.Helper()
	open.Host = "anne"
	for len(open.Chairs) < seats(open.Variant) {
		open.Chairs = append(open.Chairs, vacant)
	}
	if open.Chairs[0] == vacant {
		open.Chairs[0] = anne
	}
	return sit(t, open)
}

// at tells who sits where, in one word a seat.
func (s *sitting) at() string {
	var list []string
	for _, c := range s.state.Chairs {
		switch c.Player {
		case table.Person:
			list = append(list, c.Owner)
		default:
			list = append(list, string(c.Player))
		}
	}
	return strings.Join(list, " ")
}

func (s *sitting) sits(want string) {
	s.Helper()
	if got := s.at(); got != want {
		s.Errorf("seats: got %s, want %s", got, want)
	}
}

func sitDown(owner string, seat rules.Seat) table.Sit { return table.Sit{Owner: owner, Seat: seat} }

func TestPeopleGather(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player"})
	if s.state.Phase() != table.Gathering || s.state.Number != 0 || s.state.Game == nil {
		t.Fatalf("phase %s, game %d", s.state.Phase(), s.state.Number)
	}
	s.refuses(table.Conflict, move("anne", 0, "d2d4"))
	s.must(table.Sit{Owner: "bert", Name: "  Bert\u202e\tthe  2nd ", Seat: 2})
	if got := s.state.Chairs[2].Name; got != "Bert the 2nd" {
		t.Errorf("bert is called %q", got)
	}
	s.refuses(table.Conflict, sitDown("carl", 2))
	s.refuses(table.Invalid, sitDown("carl", 9))
	s.refuses(table.Invalid, sitDown("", 1))
	s.must(sitDown("carl", rules.NoSeat))
	s.sits("anne carl bert open")
	s.must(sitDown("bert", 3)) // he moves
	s.sits("anne carl open bert")
	s.must(table.Stand{Owner: "carl", Seat: rules.NoSeat})
	s.refuses(table.NotYours, table.Stand{Owner: "carl", Seat: 3})
	s.refuses(table.NotYours, table.Begin{Owner: "bert"})
	s.must(table.Begin{Owner: "anne"})
	s.sits("anne cpu cpu bert") // F23
	s.refuses(table.Conflict, table.Begin{Owner: "anne"})
	s.refuses(table.Conflict, sitDown("carl", 1))
	s.refuses(table.Conflict, table.Stand{Owner: "anne", Seat: 0})
	s.must(move("anne", 0, "d2d4"))
}

func TestRow46TheOwnSeatStaysTheOwnSeat(t *testing.T) {
	s := gather(t, table.Open{Variant: "all-in", AutoStart: true, Public: true})
	s.must(sitDown("anne", rules.NoSeat)) // from another tab, after a reload
	s.must(sitDown("anne", 0))
	s.sits("anne open")
	s.must(sitDown("anne", 1)) // moves; nobody is his own opponent
	s.sits("open anne")
	s.must(sitDown("bert", rules.NoSeat))
	s.sits("bert anne")
	if s.state.Phase() != table.Playing {
		t.Error("with every chair taken the game has not begun")
	}
}

func TestANameCanBeChanged(t *testing.T) {
	s := gather(t, table.Open{Variant: "all-in"})
	s.must(table.Begin{Owner: "anne"})
	s.must(table.Sit{Owner: "anne", Name: strings.Repeat("é", 40), Seat: rules.NoSeat})
	if got := s.state.Chairs[0].Name; got != strings.Repeat("é", 24) {
		t.Errorf("anne is called %q", got)
	}
}

func TestTheHostArranges(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player"})
	put := func(owner string, seat rules.Seat, chair table.Chair) table.Put {
		return table.Put{Owner: owner, Seat: seat, Chair: chair}
	}
	s.must(sitDown("bert", 1))
	s.refuses(table.NotYours, put("bert", 2, cpu))
	s.refuses(table.Invalid, put("anne", 7, cpu))
	s.refuses(table.Invalid, put("anne", 2, table.Chair{Player: table.CPU, Level: 11}))
	s.refuses(table.Invalid, put("anne", 2, table.Chair{Player: "king"}))
	s.must(put("anne", 2, table.Chair{Player: table.CPU, Level: 8}))
	s.must(put("anne", 3, grey))
	if s.state.Chairs[2].Level != 8 || !s.state.Outs[3].Gone || s.state.Options["grey"] != "green" {
		t.Errorf("chairs %+v, outs %+v, options %v", s.state.Chairs, s.state.Outs, s.state.Options)
	}
	s.must(put("anne", 2, grey))
	s.refuses(table.Conflict, put("anne", 1, grey)) // two armies at least
	s.must(put("anne", 2, vacant))
	s.must(put("anne", 1, vacant)) // bert is asked to leave
	s.refuses(table.NotYours, sitDown("bert", 2))
	s.must(put("anne", 2, table.Chair{Player: table.Person, Owner: "nobody is put there by another"}))
	s.sits("anne open anne grey") // four-player report 50: one person with two colours
	s.must(table.Begin{Owner: "anne"})
	s.sits("anne cpu anne grey")
	s.must(put("anne", 1, table.Chair{Player: table.CPU, Level: 2}))
	s.refuses(table.Conflict, put("anne", 1, vacant))
	if s.state.Chairs[1].Level != 2 {
		t.Errorf("the CPU's level during play: %+v", s.state.Chairs[1])
	}
	s = gather(t, table.Open{Variant: "all-in"})
	s.refuses(table.Invalid, put("anne", 1, grey))
}

func TestSomebodyArrangesWhileTheHostHasNoSeat(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player"})
	s.must(sitDown("bert", 1))
	s.must(sitDown("carl", 2))
	s.must(table.Leave{Owner: "anne"})
	s.sits("open bert carl open")
	if !s.state.IsHost("anne") || !s.state.IsHost("bert") || s.state.IsHost("carl") || s.state.IsHost("") {
		t.Error("anne, who opened the table, and bert, who sits first, are to arrange")
	}
	s.must(table.Begin{Owner: "bert"})
}

func TestRow47AFreedChairIsWithdrawnFromNobodyElse(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player"})
	s.must(sitDown("bert", 1))
	s.must(table.Leave{Owner: "bert"})
	s.must(table.Leave{Owner: "a stranger"})
	s.sits("anne open open open")
	if got := s.log[len(s.log)-1].Fact; got != (table.Seated{Seat: 1, Chair: vacant, Cause: table.Absent}) {
		t.Errorf("the last event is %+v", got)
	}
	s.must(sitDown("bert", 1)) // he may come back
}

func TestAutoStart(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player", AutoStart: true})
	s.must(sitDown("bert", rules.NoSeat))
	s.must(table.Put{Owner: "anne", Seat: 3, Chair: cpu})
	if s.state.Phase() != table.Gathering {
		t.Fatal("the game has begun with a chair free")
	}
	s.must(table.Sit{Owner: "carl", ID: "c", Seat: rules.NoSeat})
	s.sits("anne bert carl cpu")
	if s.state.Phase() != table.Playing || s.state.Number != 1 {
		t.Errorf("phase %s, game %d", s.state.Phase(), s.state.Number)
	}
	if seq, ok := s.state.Answered("carl", "c"); !ok || seq != s.state.Seq {
		t.Errorf("carl's command was answered by event %d, %v, want the last", seq, ok)
	}
}

func TestM20SeatsOfMCX4(t *testing.T) {
	for _, c := range []struct {
		name   string
		open   table.Open
		people []string          // beside anne, who has wq
		want   map[string]bool   // seatings that can come out, for all seeds
		fix    func(s *sitting)  // before it begins
		also   func(string) bool // what holds of every seating
		n      int               // of different ones; 0: as many as want
	}{
		{name: "two without lots: each has his camp", people: []string{"bert"}, want: map[string]bool{"anne bert anne bert": true}},
		{name: "three without lots: the partner has both", people: []string{"bert", "carl"}, want: map[string]bool{"anne bert carl bert": true}},
		{name: "one alone: the CPU has the rest", want: map[string]bool{"anne cpu cpu cpu": true}},
		{name: "two by lot have a camp each", open: table.Open{Draw: true}, people: []string{"bert"},
			want: map[string]bool{"anne bert anne bert": true, "bert anne bert anne": true}},
		{name: "three by lot: one has a camp", open: table.Open{Draw: true}, people: []string{"bert", "carl"}, n: 12,
			also: func(at string) bool {
				w := strings.Fields(at)
				return (w[0] == w[2]) != (w[1] == w[3])
			}},
		{name: "four by lot draw a pawn each", open: table.Open{Draw: true}, people: []string{"bert", "carl", "dora"}, n: 24,
			also: func(at string) bool {
				w := strings.Fields(at)
				slices.Sort(w)
				return slices.Equal(w, []string{"anne", "bert", "carl", "dora"})
			}},
		{name: "in double partners stay together", open: table.Open{Draw: true, Options: rules.Options{"play": "double"}}, people: []string{"bert", "carl", "dora"},
			want: map[string]bool{"anne bert carl dora": true, "bert anne dora carl": true}},
		{name: "a person and three CPUs by lot", open: table.Open{Draw: true}, n: 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := map[string]bool{}
			for seed := range uint64(400) {
				c.open.Variant = "mcx4"
				s := gather(t, c.open)
				for _, name := range c.people {
					s.must(sitDown(name, rules.NoSeat))
				}
				s.seed = seed
				s.must(table.Begin{Owner: "anne"})
				at := s.at()
				seen[at] = true
				if c.want != nil && !c.want[at] || c.also != nil && !c.also(at) {
					t.Fatalf("seed %d: %s", seed, at)
				}
				if c.open.Draw && (s.state.Drawn == nil || len(s.state.Drawn.Order) != 4 || s.state.DrawnAt == 0) {
					t.Fatalf("the lots: %+v", s.state.Drawn)
				}
			}
			if n := max(c.n, len(c.want)); len(seen) != n {
				t.Errorf("%d seatings came out, want %d: %v", len(seen), n, seen)
			}
		})
	}
}

func TestTwoWhoSatOnOneCampAreParted(t *testing.T) {
	s := gather(t, table.Open{Variant: "mcx4", Draw: true})
	s.must(sitDown("bert", 2))
	s.must(table.Begin{Owner: "anne"})
	if at := s.at(); at != "anne bert anne bert" && at != "bert anne bert anne" {
		t.Errorf("seats: %s", at)
	}
}

func TestShuffle(t *testing.T) {
	s := gather(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, vacant, grey, vacant}})
	s.must(sitDown("bert", 1))
	s.refuses(table.NotYours, table.Shuffle{Owner: "bert"})
	seen := map[string]bool{}
	for seed := range uint64(100) {
		s.seed = seed
		s.must(table.Shuffle{Owner: "anne"})
		seen[s.at()] = true
		if s.state.Chairs[2].Player != table.Grey {
			t.Fatalf("the grey army moved: %s", s.at())
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d seatings, want 6: %v", len(seen), seen)
	}
	s.must(table.Begin{Owner: "anne"})
	s.refuses(table.Conflict, table.Shuffle{Owner: "anne"})
}

func TestATableNobodyComesToIsClosed(t *testing.T) {
	s := gather(t, table.Open{Variant: "all-in"})
	due, ok := s.state.Next()
	if !ok || due.What != table.CloseDue || due.At.Sub(noon) != 24*time.Hour {
		t.Fatalf("due: %+v, %v", due, ok)
	}
	s.now = due.At
	s.must(table.Tick{})
	if s.state.Phase() != table.Shut {
		t.Errorf("phase %s", s.state.Phase())
	}
	s.refuses(table.Conflict, sitDown("bert", 1))
	if _, ok := s.state.Next(); ok {
		t.Error("something is due at a closed table")
	}
}

func TestTheHostCloses(t *testing.T) {
	s := gather(t, table.Open{Variant: "all-in"})
	s.must(sitDown("bert", 1))
	s.refuses(table.NotYours, table.Close{Owner: "bert"})
	s.must(table.Begin{Owner: "anne"})
	s.refuses(table.Conflict, table.Close{Owner: "anne"})
	s.must(move("bert", 1, "resign"))
	s.must(table.Close{Owner: "anne"})
	s.refuses(table.Conflict, table.NewGame{Owner: "anne"})
}

func TestWhoIsReplacedBecauseHeIsAwayIsNotTurnedAway(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	s.must(move("bert", 1, "resign"))
	s.must(table.Leave{Owner: "bert"})
	s.must(table.Put{Owner: "anne", Seat: 1, Chair: vacant})
	s.must(table.Return{Owner: "bert"})
	s.must(sitDown("bert", 1))
}

func TestSettingsThatCannotBe(t *testing.T) {
	base := table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}}
	for name, change := range map[string]func(*table.Open){
		"away":                 func(o *table.Open) { o.Away = -2 },
		"choice":               func(o *table.Open) { o.ChoiceLimit = 1 << 30 },
		"delay":                func(o *table.Open) { o.WatchDelay = 601 },
		"talk":                 func(o *table.Open) { o.Talk = "shout" },
		"level":                func(o *table.Open) { o.Chairs = []table.Chair{anne, {Player: table.CPU, Level: -1}} },
		"a person unknown":     func(o *table.Open) { o.Chairs = []table.Chair{anne, {Player: table.Person}} },
		"an owner without end": func(o *table.Open) { o.Host = strings.Repeat("x", 65) },
	} {
		open := base
		change(&open)
		if err := (&sitting{T: t, state: table.New(), now: noon}).try(open); err == nil {
			t.Errorf("%s: opened %+v", name, open)
		}
	}
}
