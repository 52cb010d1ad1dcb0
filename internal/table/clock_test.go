package table_test

import (
	"slices"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
)

// timed opens a table with a clock for anne, bert and as many more persons as the variant has seats.
func timed(t *testing.T, variant string, clock table.Clock) *sitting {
	t.Helper()
	open := table.Open{Variant: variant, Clock: clock, Host: "anne"}
	for _, name := range []string{"anne", "bert", "carl", "dora"}[:seats(variant)] {
		open.Chairs = append(open.Chairs, table.Chair{Player: table.Person, Owner: name})
	}
	return sit(t, open)
}

func seats(variant string) int {
	if variant == "mcx4" || variant == "four-player" || variant == "four-player-teams" {
		return 4
	}
	return 2
}

// after lets time pass.
func (s *sitting) after(ms int64) *sitting {
	s.now = s.now.Add(time.Duration(ms) * time.Millisecond)
	return s
}

func (s *sitting) clocks(want ...int64) {
	s.Helper()
	if got := s.state.Clocks(); !slices.Equal(got, want) {
		s.Errorf("clocks: got %v, want %v", got, want)
	}
}

func TestClocks(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock table.Clock
		// moves are played alternately, each after so many ms of which the client says it needed think.
		moves []move2
		want  []int64
	}{
		{"increment", table.Clock{Kind: table.Increment, Base: 5 * minute, Add: 3 * second},
			[]move2{{2000, 2000}, {10000, 10000}}, []int64{5*minute + second, 5*minute - 7*second}},
		{"increment without a base", table.Clock{Kind: table.Increment, Add: 10 * second},
			[]move2{{4000, 4000}}, []int64{16 * second, 10 * second}},
		{"delay is not used up", table.Clock{Kind: table.Delay, Base: minute, Add: 15 * second},
			[]move2{{14000, 14000}, {15000, 15000}}, []int64{minute, minute}},
		{"delay first", table.Clock{Kind: table.Delay, Base: minute, Add: 15 * second},
			[]move2{{20000, 20000}, {1000, 1000}}, []int64{55 * second, minute}},
		{"row 29: days go back to the full allowance", table.Clock{Kind: table.Days, Add: 24 * hour},
			[]move2{{20 * hour, 0}, {23 * hour, 0}}, []int64{24 * hour, 24 * hour}},
		{"lag is given back", table.Clock{Kind: table.Increment, Base: 5 * minute},
			[]move2{{2200, 2000}}, []int64{5*minute - 2000, 5 * minute}},
		{"the delay absorbs lag first", table.Clock{Kind: table.Delay, Base: minute, Add: second},
			[]move2{{2200, 2000}}, []int64{minute - 1200, minute}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := timed(t, "all-in", c.clock)
			for i, m := range c.moves {
				act := move([]string{"anne", "bert"}[i%2], rules.NoSeat, []string{"e2e4", "e7e5", "g1f3", "b8c6"}[i])
				act.Think, act.RoundTrip = m.think, 300
				s.after(m.elapsed).must(act)
			}
			s.clocks(c.want...)
		})
	}
}

type move2 struct{ elapsed, think int64 }

func TestRow19RefundsAreBoundedWhateverAClientSays(t *testing.T) {
	clock := table.Clock{Kind: table.Increment, Base: minute}
	for _, c := range []struct {
		name                       string
		elapsed, think, roundTrip  int64
		moves                      int
		leastCharged, mostRefunded int64
	}{
		{"no more than the round trip makes likely", 5000, 0, 100, 1, 0, 50 + 140},
		{"no more than the client's own time leaves", 5000, 4990, 2000, 1, 0, 10},
		{"a negative time to think is none", 5000, -1 << 40, 100, 1, 0, 190},
		{"a negative round trip is none", 5000, 0, -1 << 40, 1, 0, 140},
		// 150 ms a turn and 0.4 % of the expected game's length are gained each turn, three of them at first.
		{"no more than the quota, in the long run", 1000, 0, 1 << 40, 20, 0, (20 + 3) * (150 + 6)},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := timed(t, "all-in", clock)
			lag := int64(0)
			for i := range c.moves {
				act := move("anne", rules.NoSeat, s.some(i))
				act.Think, act.RoundTrip = c.think, c.roundTrip
				s.after(c.elapsed).must(act)
				lag += s.log[len(s.log)-1].Fact.(table.Acted).Lag
				s.must(move("bert", rules.NoSeat, s.some(i)))
			}
			if lag > c.mostRefunded {
				t.Errorf("%d ms were refunded, want at most %d", lag, c.mostRefunded)
			}
		})
	}
}

func TestADeadSeatsClockStandsStill(t *testing.T) {
	s := timed(t, "four-player", table.Clock{Kind: table.Increment, Base: minute, Add: second})
	s.after(4000).must(table.Act{Owner: "anne", Seat: 0, Token: "d2d4", Think: 4000})
	s.after(3000).must(move("carl", 2, "resign")) // while bert thinks
	s.clocks(57*second, minute, minute, minute)
	if got := s.state.Running(); got != 1 {
		t.Errorf("the clock of seat %d runs, want bert's", got)
	}
	act := move("bert", 1, "b6d6")
	act.Think = 8000
	s.after(5000).must(act)
	s.clocks(57*second, 53*second, minute, minute)
	s.after(2000).must(move("dora", 3, "resign")) // on turn
	s.clocks(57*second, 53*second, minute, 58*second)
	if got := s.state.Running(); got != 0 {
		t.Errorf("the clock of seat %d runs, want anne's", got)
	}
}

func TestFourPlayerRow26TheTableStampsAMoveWhenItArrives(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: minute})
	act := move("anne", 0, "e2e4")
	act.Think = 100 // the truth is 15 s, most of them lost on the way
	s.after(15 * second).must(act)
	if got := s.state.Clocks()[0]; got < 45*second || got > 45*second+140 {
		t.Errorf("anne's clock: %d ms", got)
	}
}

func TestAClockSetBackDoesNotTurnTimeBack(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: minute})
	s.after(-hour).must(move("anne", 0, "e2e4"))
	s.clocks(minute, minute)
	if s.log[2].At.Before(s.log[1].At) {
		t.Errorf("event 3 at %v, before event 2", s.log[2].At)
	}
}

func TestM14AChoiceHasALimitOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit int
		clock table.Clock
		ms    int64  // when it is due, 0 for never
		token string // played by the flag then
	}{
		{"60 seconds by default", 0, table.Clock{}, minute, ""},
		{"as set", 20, table.Clock{Kind: table.PerTurn, Add: 90 * second}, 20 * second, ""},
		{"none", -1, table.Clock{}, 0, ""},
		{"M21 with a clock, who does not choose declines", 20, table.Clock{Kind: table.Increment, Base: minute}, 20 * second, "time:bq"},
	} {
		t.Run(c.name, func(t *testing.T) {
			open := table.Open{Variant: "mcx4", Clock: c.clock, ChoiceLimit: c.limit, Host: "anne", Start: nearlyMated}
			for _, name := range []string{"anne", "bert", "carl", "dora"} {
				open.Chairs = append(open.Chairs, table.Chair{Player: table.Person, Owner: name})
			}
			s := sit(t, open)
			s.must(move("carl", rules.NoSeat, "a6a8"))
			if s.state.Phase() != table.Choosing {
				t.Fatalf("phase %s in %s", s.state.Phase(), s.state.Game.Text())
			}
			clocks := s.state.Clocks()
			due, ok := s.state.Next()
			if ok != (c.ms > 0) || ok && (due.What != table.ChoiceDue || due.At.Sub(s.now).Milliseconds() != c.ms) {
				t.Fatalf("due: %+v, %v", due, ok)
			}
			if !ok {
				return
			}
			s.now = due.At
			s.must(table.Tick{})
			if c.token == "" { // the CPU answers
				s.must(move("", rules.NoSeat, "survive"))
				return
			}
			if acted, ok := s.log[len(s.log)-1].Fact.(table.Acted); !ok || acted.Token != c.token || s.state.Phase() != table.Ended {
				t.Errorf("the last event is %+v", s.log[len(s.log)-1].Fact)
			}
			if !slices.Equal(clocks, s.state.Clocks()) {
				t.Errorf("clocks ran during the choice: %v, then %v", clocks, s.state.Clocks())
			}
		})
	}
}

// nearlyMated is a position in which Ra6-a8 mates the black king, whose Queen then must choose.
const nearlyMated = "4k4/1R~7/R~8/9/9/4q~4/9/8K wq - - 0 1 -"

func TestF22TheLimitOfATurnCanBeAny(t *testing.T) {
	s := timed(t, "four-player", table.Clock{Kind: table.PerTurn, Add: 45 * second})
	if s.state.Clocks() != nil || s.state.Running() != rules.NoSeat {
		t.Error("a limit of the turn has clocks that run down")
	}
	s.after(44 * second).must(table.Say{Owner: "anne", Text: "wait"})
	if due, _ := s.state.Deadline(); !due.At.Equal(noon.Add(45 * time.Second)) {
		t.Errorf("talk moved the deadline to %v", due.At)
	}
	s.after(2 * second).must(move("anne", 0, "d2d4")) // the CPU has not played yet
}

func TestClocksThatCannotBe(t *testing.T) {
	for _, clock := range []table.Clock{
		{Base: 1}, {Kind: "hourglass"}, {Kind: table.PerTurn, Add: 4999}, {Kind: table.PerTurn, Add: hour + 1},
		{Kind: table.PerTurn, Base: minute, Add: minute}, {Kind: table.Increment}, {Kind: table.Increment, Base: -1, Add: minute},
		{Kind: table.Delay, Base: minute, Add: 181 * second}, {Kind: table.Increment, Base: 3*hour + 1}, {Kind: table.Days, Add: minute},
		{Kind: table.Days, Add: 15 * 24 * hour},
	} {
		open := table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}, Clock: clock}
		if err := (&sitting{T: t, state: table.New(), now: noon}).try(open); err == nil {
			t.Errorf("opened with %+v", clock)
		}
	}
}

func TestGifts(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: minute})
	s.must(table.Give{Owner: "bert", Seat: 0})
	s.clocks(75*second, minute)
	s.refuses(table.NotYours, table.Give{Owner: "anne", Seat: 0})
	s.refuses(table.NotYours, table.Give{Owner: "a stranger", Seat: 0})
	s.refuses(table.Invalid, table.Give{Owner: "anne", Seat: 4})
	for range 3*3600/15 - 60/15 {
		s.must(table.Give{Owner: "anne", Seat: 1})
	}
	s.refuses(table.Conflict, table.Give{Owner: "anne", Seat: 1})
	s = timed(t, "all-in", table.Clock{})
	s.refuses(table.Conflict, table.Give{Owner: "bert", Seat: 0})
	s = timed(t, "four-player", table.Clock{Kind: table.PerTurn, Add: 30 * second})
	s.must(table.Give{Seat: 0, Ms: 40 * second})
	if due, _ := s.state.Deadline(); due.At.Sub(noon) != 70*time.Second {
		t.Errorf("after an outage the turn ends at %v", due.At)
	}
	s.must(move("anne", 0, "d2d4"))
	if due, _ := s.state.Deadline(); due.At.Sub(noon) != 30*time.Second {
		t.Errorf("the next turn ends at %v", due.At)
	}
}

func TestTheEndStopsTheClockThatRuns(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: minute})
	s.after(7 * second).must(move("bert", 1, "resign"))
	s.clocks(53*second, minute)
	s = timed(t, "all-in", table.Clock{Kind: table.Increment, Base: minute})
	s.must(offer("anne", table.Draw))
	s.after(7 * second).must(answer("bert", table.Draw, true))
	s.clocks(53*second, minute)
}
