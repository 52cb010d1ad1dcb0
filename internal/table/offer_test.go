package table_test

import (
	"slices"
	"testing"

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
