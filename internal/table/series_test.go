package table_test

import (
	"slices"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

func TestF21ARematchNeedsEveryPersonWithinAMinute(t *testing.T) {
	s := timed(t, "four-player", table.Clock{})
	s.refuses(table.Conflict, offer("anne", table.Rematch))
	s.state, s.log = nil, nil
	s = sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, grey}, Host: "anne", RotateFirst: true})
	s.must(move("anne", 0, "resign"))
	s.must(move("bert", 1, "resign"))
	s.must(table.NewGame{Owner: "anne"}) // is an offer where others must agree
	s.offers(table.Rematch)
	due, ok := s.state.Next()
	if !ok || due.What != table.OfferDue || due.At.Sub(s.now) != time.Minute {
		t.Fatalf("due: %+v, %v", due, ok)
	}
	s.now = due.At
	s.must(table.Tick{})
	s.offers()
	s.refuses(table.Conflict, answer("bert", table.Rematch, true))
	s.must(offer("anne", table.Rematch))
	s.must(answer("bert", table.Rematch, true))
	if s.state.Number != 2 || s.state.Game.Turn() != 1 || s.state.PlyCount() != 0 {
		t.Errorf("game %d, seat %d on turn", s.state.Number, s.state.Game.Turn())
	}
	s.offers()
}

func TestRow49ARematchDiesWithItsAuthor(t *testing.T) {
	for name, go_ := range map[string]table.Command{
		"he leaves":        table.Leave{Owner: "anne"},
		"he stands up":     table.Stand{Owner: "anne", Seat: rules.NoSeat},
		"he takes it back": table.Withdraw{Owner: "anne", What: table.Rematch},
	} {
		t.Run(name, func(t *testing.T) {
			s := timed(t, "all-in", table.Clock{})
			s.must(move("anne", 0, "resign"))
			s.must(offer("anne", table.Rematch))
			s.must(go_)
			s.offers()
			s.refuses(table.Conflict, answer("bert", table.Rematch, true))
			if s.state.Number != 1 {
				t.Error("the next game has begun")
			}
		})
	}
}

func TestRow50SeatsMoveOnUnlessTheyAreFixed(t *testing.T) {
	again := func(s *sitting) {
		t.Helper()
		s.must(table.Act{Owner: "anne", Seat: s.seatOf("anne"), Token: "resign"})
		for _, name := range []string{"bert", "carl", "dora"}[:len(s.state.Chairs)-1] {
			if s.state.Phase() == table.Playing {
				s.must(table.Act{Owner: name, Seat: s.seatOf(name), Token: "resign"})
			}
		}
		s.must(offer("anne", table.Rematch))
		for _, name := range []string{"bert", "carl", "dora"}[:len(s.state.Chairs)-1] {
			s.must(answer(name, table.Rematch, true))
		}
		s.after(minute)
	}
	for _, c := range []struct {
		name, variant, start string
		fixed                bool
		want                 string // seats in the second game
		turn                 rules.Seat
	}{
		{"two swap", "all-in", "", false, "bert anne", 0},
		{"seats of clans move on by one", "mcx4", "", false, "bert carl dora anne", 0},
		{"in four-player the first move does", "four-player", "", false, "anne bert carl dora", 1},
		{"fixed", "all-in", "", true, "anne bert", 0},
		{"from a start of one's own the position says who moves", "all-in", "4k3/8/8/8/8/8/8/4K2R b K - 0 1 -", false, "anne bert", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			open := table.Open{Variant: c.variant, Start: c.start, RotateFirst: !c.fixed, Host: "anne"}
			for _, name := range []string{"anne", "bert", "carl", "dora"}[:seats(c.variant)] {
				open.Chairs = append(open.Chairs, table.Chair{Player: table.Person, Owner: name})
			}
			s := sit(t, open)
			again(s)
			s.sits(c.want)
			if got := s.state.Game.Turn(); got != c.turn {
				t.Errorf("seat %d on turn, want %d", got, c.turn)
			}
		})
	}
}

func TestARematchDoesNotWaitForWhoHasLeft(t *testing.T) {
	s := timed(t, "four-player", table.Clock{})
	for seat, name := range []string{"anne", "bert", "carl"} {
		s.must(move(name, rules.Seat(seat), "resign"))
	}
	s.must(table.Leave{Owner: "dora"})
	s.must(offer("anne", table.Rematch))
	s.must(answer("bert", table.Rematch, true))
	s.offers(table.Rematch)
	s.must(answer("carl", table.Rematch, true))
	s.sits("anne bert carl dora")
	if s.state.Number != 2 || !s.state.Away("dora") {
		t.Errorf("game %d", s.state.Number)
	}
	s.must(table.Return{Owner: "dora"}) // her seat waits for her (F23)
}

func (s *sitting) seatOf(owner string) rules.Seat {
	for i := range s.state.Chairs {
		if s.state.Owns(owner, rules.Seat(i)) {
			return rules.Seat(i)
		}
	}
	return rules.NoSeat
}

func TestTheSeriesIsScored(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{{Player: table.Person, Owner: "anne", Name: "Anne"}, cpu}, RotateFirst: true, Host: "anne"})
	s.must(move("anne", 0, "resign"))
	s.must(table.NewGame{Owner: "anne"})
	s.must(move("", 0, "e2e4"))
	s.must(offer("anne", table.Draw))
	s.must(table.Reply{Seat: 0, What: table.Draw, Yes: true})
	want := []table.Score{{Owner: "anne", Name: "Anne", Games: 2, Halves: 1}, {CPU: 1, Games: 2, Halves: 3}}
	if !slices.Equal(s.state.Series, want) {
		t.Errorf("series: %+v, want %+v", s.state.Series, want)
	}

	s = timed(t, "four-player", table.Clock{})
	for seat, name := range []string{"anne", "bert", "carl"} {
		s.must(move(name, rules.Seat(seat), "resign"))
	}
	// All have no points: all share the first place (F17), each pairing is half a point (F24).
	for _, e := range s.state.Series {
		if e.Games != 1 || e.Halves != 3 {
			t.Errorf("series: %+v", e)
		}
	}

	s = timed(t, "four-player-teams", table.Clock{})
	s.must(move("bert", 1, "resign"))
	for _, e := range s.state.Series {
		if won := e.Owner == "anne" || e.Owner == "carl"; won != (e.Halves == 4) || !won && e.Halves != 0 {
			t.Errorf("teams: %+v", e)
		}
	}
}

func TestWhoHasLeftIsReplacedInTheNextGame(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	s.must(move("bert", 1, "resign"))
	s.must(table.Stand{Owner: "bert", Seat: rules.NoSeat})
	s.sits("anne open")
	s.must(table.NewGame{Owner: "anne"})
	s.sits("anne cpu")
	s.must(move("anne", 0, "resign"))
	s.must(table.Put{Owner: "anne", Seat: 1, Chair: vacant})
	s.must(sitDown("carl", 1))
	s.must(offer("carl", table.Rematch))
	s.must(answer("anne", table.Rematch, true))
	s.sits("anne carl")
}
