package table_test

import (
	"slices"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

func offer(owner string, what table.What) table.Propose {
	return table.Propose{Owner: owner, Seat: rules.NoSeat, What: what}
}

func answer(owner string, what table.What, yes bool) table.Reply {
	return table.Reply{Owner: owner, Seat: rules.NoSeat, What: what, Yes: yes}
}

func (s *sitting) offers(want ...table.What) {
	s.Helper()
	var got []table.What
	for _, o := range s.state.Offers {
		got = append(got, o.What)
	}
	if !slices.Equal(got, want) {
		s.Errorf("open offers: %v, want %v", got, want)
	}
}

// round plays a legal move for every seat.
func (s *sitting) round() {
	s.Helper()
	for range s.state.Chairs {
		turn := s.state.Game.Turn()
		s.must(table.Act{Owner: s.state.Chairs[turn].Owner, Seat: turn, Token: s.some(s.state.PlyCount())})
	}
}

func TestM18ADrawNeedsEverySeatThatStillPlays(t *testing.T) {
	s := timed(t, "mcx4", table.Clock{})
	s.must(offer("bert", table.Draw))
	s.refuses(table.NotYours, answer("bert", table.Draw, true))
	s.refuses(table.NotYours, answer("a stranger", table.Draw, true))
	s.must(answer("carl", table.Draw, true))
	s.must(offer("anne", table.Draw)) // to offer the same is to agree
	s.offers(table.Draw)
	s.must(answer("dora", table.Draw, true))
	if o := s.state.Game.Outcome(); o == nil || o.Reason != rules.Agreement || !o.Draw {
		t.Errorf("outcome: %+v", o)
	}
	s.offers()
}

func TestADrawIsDeclinedByAMoveOrAWord(t *testing.T) {
	s := timed(t, "mcx4", table.Clock{})
	s.must(offer("dora", table.Draw))
	s.must(offer("dora", table.Draw)) // it stands already
	s.offers(table.Draw)
	s.must(answer("carl", table.Draw, false))
	s.offers()
	s.refuses(table.TooMany, offer("dora", table.Draw))
	s.must(offer("bert", table.Draw))
	s.must(move("anne", rules.NoSeat, s.first())) // anne, who was asked, plays on
	s.offers()
	s.refuses(table.Conflict, answer("carl", table.Draw, true))
	s.round()
	s.round()
	s.must(offer("dora", table.Draw))
	s.must(table.Withdraw{Owner: "dora", What: table.Draw})
	s.refuses(table.Conflict, table.Withdraw{Owner: "dora", What: table.Draw})
}

func TestTheAuthorsOwnMoveLeavesHisOfferOpen(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	s.must(offer("anne", table.Draw))
	s.must(move("anne", 0, "e2e4"))
	s.offers(table.Draw)
	s.must(answer("bert", table.Draw, true))
	if s.state.Phase() != table.Ended {
		t.Error("the game goes on")
	}
}

func TestF26aNoDrawIsAgreedInFourPlayer(t *testing.T) {
	for _, variant := range []string{"four-player", "four-player-teams"} {
		timed(t, variant, table.Clock{}).refuses(table.Conflict, offer("anne", table.Draw))
	}
}

func TestTheCPUIsAskedForADraw(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, cpu}})
	s.must(offer("anne", table.Draw))
	s.must(table.Reply{Seat: 1, What: table.Draw, Yes: true})
	if s.state.Phase() != table.Ended {
		t.Error("the game goes on")
	}
}

// friends are four at a table where moves may be taken back.
func friends(t *testing.T, variant string) *sitting {
	t.Helper()
	open := table.Open{Variant: variant, TakeBacks: true, Host: "anne"}
	for _, name := range []string{"anne", "bert", "carl", "dora"}[:seats(variant)] {
		open.Chairs = append(open.Chairs, table.Chair{Player: table.Person, Owner: name})
	}
	return sit(t, open)
}

func TestRow40TakingBack(t *testing.T) {
	s := friends(t, "four-player")
	s.refuses(table.Conflict, offer("anne", table.TakeBack)) // nothing to take back
	s.must(move("anne", 0, "d2d4"))
	s.must(offer("anne", table.TakeBack))
	s.must(offer("anne", table.TakeBack)) // one open per seat
	s.offers(table.TakeBack)
	s.must(answer("bert", table.TakeBack, true))
	s.must(answer("carl", table.TakeBack, true))
	if s.state.PlyCount() != 1 {
		t.Fatal("taken back without dora")
	}
	s.must(move("bert", 1, "b6d6")) // an opponent moves
	s.offers()
	s.refuses(table.TooMany, offer("anne", table.TakeBack))
	s.must(move("carl", 2, "g13g11"))
	s.must(move("dora", 3, "m8k8"))
	s.must(offer("dora", table.TakeBack))
	for _, name := range []string{"bert", "carl", "anne"} {
		s.must(answer(name, table.TakeBack, true))
	}
	if s.state.PlyCount() != 3 || s.state.Game.Turn() != 3 {
		t.Errorf("%d plies, seat %d on turn", s.state.PlyCount(), s.state.Game.Turn())
	}
	s.offers()
}

func TestRow40AskersOwnMoveKeepsHisRequest(t *testing.T) {
	s := friends(t, "all-in")
	s.must(move("anne", 0, "e2e4"))
	s.must(move("bert", 1, "e7e5"))
	s.must(offer("anne", table.TakeBack))
	s.must(move("anne", 0, "g1f3"))
	s.offers(table.TakeBack)
	s.must(answer("bert", table.TakeBack, true))
	if s.state.PlyCount() != 0 {
		t.Errorf("%d plies: what she asked for was her first move", s.state.PlyCount())
	}
}

func TestRow41OnOnesOwnTurnOnesLastMoveIsTakenBack(t *testing.T) {
	s := friends(t, "all-in")
	start := s.state.Game.Text()
	s.must(move("anne", 0, "e2e4"))
	s.must(move("bert", 1, "e7e5"))
	s.must(offer("anne", table.TakeBack))
	if o := s.state.Offers[0]; o.To != 0 || !s.state.Asked(&o, 1) || s.state.Asked(&o, 0) {
		t.Errorf("the offer: %+v", o)
	}
	s.must(answer("bert", table.TakeBack, true))
	if got := s.state.Game.Text(); got != start || s.state.PlyCount() != 0 {
		t.Errorf("after %d plies: %s", s.state.PlyCount(), got)
	}
	s.must(move("anne", 0, "d2d4"))
	if got := s.state.Ply(0).SAN; got != "d4" {
		t.Errorf("the ply after it: %s", got)
	}
}

func TestTakingBackBringsTheEliminatedBack(t *testing.T) {
	s := friends(t, "four-player")
	s.must(move("anne", 0, "d2d4"))
	s.must(move("bert", 1, "resign"))
	s.must(offer("anne", table.TakeBack))
	s.must(answer("carl", table.TakeBack, true))
	s.must(answer("dora", table.TakeBack, true))
	if s.state.Outs[1].Gone || s.state.PlyCount() != 0 {
		t.Errorf("outs %+v, %d plies", s.state.Outs, s.state.PlyCount())
	}
}

func TestAgainstTheCPUOneTakesBackAtOnce(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, cpu}, TakeBacks: true, Clock: table.Clock{Kind: table.Increment, Base: minute}})
	s.must(table.Act{Owner: "anne", Seat: 0, Token: "e2e4"})
	s.after(1000).must(move("", 1, "e7e5"))
	s.after(5000).must(offer("anne", table.TakeBack))
	if s.state.PlyCount() != 0 || s.state.Game.Turn() != 0 {
		t.Errorf("%d plies", s.state.PlyCount())
	}
	s.clocks(55*second, 59*second) // time is not taken back
	s = sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, cpu}})
	s.must(move("anne", 0, "e2e4"))
	s.refuses(table.Conflict, offer("anne", table.TakeBack)) // the table does not say so
}

func TestARefusedRequestIsNotRepeatedForEver(t *testing.T) {
	s := friends(t, "all-in")
	s.round()
	s.round()
	for n := 0; ; n++ {
		err := s.try(offer("anne", table.TakeBack))
		if err != nil {
			if n != 5 {
				t.Errorf("after %d requests: %v", n, err)
			}
			break
		}
		s.must(answer("bert", table.TakeBack, false))
		s.refuses(table.TooMany, offer("anne", table.TakeBack))
		s.round()
		s.round()
	}
}

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
