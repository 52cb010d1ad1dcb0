package table_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

func TestRow17TheTableAloneLetsTheFlagFall(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: 8 * second})
	s.after(8 * second).must(table.Tick{})
	if s.state.Phase() != table.Playing {
		t.Fatal("the flag fell without the grace for a move under way")
	}
	due, ok := s.state.Next()
	if !ok || due.What != table.FlagDue || due.At.Sub(noon) > 8500*time.Millisecond {
		t.Fatalf("due: %+v, %v", due, ok)
	}
	s.now = due.At
	s.must(table.Tick{})
	if o := s.state.Game.Outcome(); o == nil || o.Reason != rules.TimeOut || o.Ranking[0][0] != 1 {
		t.Errorf("outcome: %+v", o)
	}
	s.clocks(0, 8*second)
	if _, ok := s.state.Next(); ok {
		t.Error("something is due after the end")
	}
}

func TestRow20AFlagIsNotForPlayersToClaim(t *testing.T) {
	s := timed(t, "all-in", table.Clock{Kind: table.Increment, Base: 5 * minute})
	for _, owner := range []string{"anne", "bert", ""} {
		for _, token := range []string{"time", "time:white", "time:black"} {
			s.refuses(table.NotYours, move(owner, 0, token))
		}
	}
	s.must(table.Tick{})
	if s.state.Phase() != table.Playing {
		t.Error("the game has ended")
	}
}

func TestRow22ResultAndScoreAgreeOnWhoseTimeRanOut(t *testing.T) {
	for _, c := range []struct {
		variant string
		first   string // who has lost already
		loser   rules.Seat
	}{
		{"all-in", "", 0}, {"all-in", "", 1},
		{"four-player", "", 0}, {"four-player", "", 1}, {"four-player", "", 2}, {"four-player", "", 3},
		{"four-player", "anne", 2}, {"four-player-teams", "", 1}, {"mcx4", "", 0}, {"mcx4", "", 3},
	} {
		t.Run(fmt.Sprint(c.variant, c.first, c.loser), func(t *testing.T) {
			s := timed(t, c.variant, table.Clock{Kind: table.Increment, Base: minute})
			if c.first != "" {
				s.must(move(c.first, 0, "resign"))
			}
			for s.state.Game.Turn() != c.loser {
				s.must(move(s.state.Chairs[s.state.Game.Turn()].Owner, rules.NoSeat, s.first()))
			}
			due, _ := s.state.Next()
			s.now = due.At
			s.must(table.Tick{})
			acted, ok := s.log[len(s.log)-1].Fact.(table.Acted)
			if !ok || acted.Seat != c.loser || acted.Token != "time:"+s.state.Variant.SeatName(c.loser) {
				t.Fatalf("the flag's event: %+v", s.log[len(s.log)-1].Fact)
			}
			o := s.state.Game.Outcome()
			if c.variant == "four-player" || c.variant == "mcx4" {
				if !s.state.Outs[c.loser].Gone || o != nil {
					t.Errorf("out: %+v, outcome %+v", s.state.Outs[c.loser], o)
				}
				return
			}
			if o == nil || slices.Contains(o.Ranking[0], c.loser) {
				t.Errorf("outcome: %+v", o)
			}
			for _, e := range s.state.Series {
				lost := e.Owner == s.state.Chairs[c.loser].Owner
				if lost && e.Halves != 0 || !lost && c.variant == "all-in" && e.Halves != 2 {
					t.Errorf("score: %+v", e)
				}
			}
		})
	}
}

// first returns the token of a legal move.
func (s *sitting) first() string { return s.some(0) }

// some returns the token of a legal move, for different numbers different ones.
func (s *sitting) some(n int) string {
	s.Helper()
	moves := s.state.Game.Moves(nil)
	if len(moves) == 0 {
		s.Fatalf("nobody can move in %s", s.state.Game.Text())
	}
	return moves[n*7%len(moves)].Text(s.state.Game.Geometry())
}

func TestRow23AMoveUnderWayIsNotJudgedLate(t *testing.T) {
	for _, clock := range []table.Clock{
		{Kind: table.Increment, Base: 3 * second, Add: 2 * second}, {Kind: table.Delay, Base: 3 * second, Add: 2 * second},
	} {
		for lag := int64(0); lag < 500; lag += 50 {
			s := timed(t, "all-in", clock)
			due, _ := s.state.Deadline()
			shown := due.At.Sub(noon).Milliseconds() // the client plays as its clock shows next to nothing
			s.after(shown + lag)
			s.must(table.Tick{})
			act := move("anne", 0, "e2e4")
			act.Think, act.RoundTrip = shown, 2*lag
			s.must(act)
		}
	}
}

func TestFourPlayerRow23FlagsFallOneAfterAnother(t *testing.T) {
	s := timed(t, "four-player", table.Clock{Kind: table.Increment, Base: 10 * second})
	for s.state.Phase() == table.Playing {
		due, ok := s.state.Next()
		if !ok {
			t.Fatal("nothing is due while a clock runs")
		}
		s.now = due.At
		s.must(table.Tick{})
		for seat, ms := range s.state.Clocks() {
			if ms < 0 {
				t.Errorf("the clock of seat %d shows %d ms", seat, ms)
			}
		}
	}
	if o := s.state.Game.Outcome(); o.Reason != rules.Eliminations || s.state.PlyCount() != 3 || s.state.Outs[3].Gone {
		t.Errorf("outcome %+v after %d plies, outs %+v", o, s.state.PlyCount(), s.state.Outs)
	}
	s.clocks(0, 0, 0, 10*second)
}
