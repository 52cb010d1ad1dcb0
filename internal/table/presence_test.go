package table_test

import (
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
)

func TestF23ATableThatEverybodyHasLeftRests(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, cpu, bert, cpu}, Clock: table.Clock{Kind: table.PerTurn, Add: 30 * second}})
	s.must(table.Leave{Owner: "bert"})
	s.must(move("anne", 0, "d2d4"))
	if s.state.CPUTurn() != 1 {
		t.Error("the CPU does not play on for anne")
	}
	s.must(table.Leave{Owner: "anne"})
	if s.state.CPUTurn() != rules.NoSeat {
		t.Error("the CPU plays on for nobody")
	}
	s.after(hour).must(table.Return{Owner: "bert"})
	if s.state.CPUTurn() != 1 {
		t.Error("the CPU does not go on when bert is back")
	}
	s.must(move("", 1, "b6d6"))
	s.must(table.Leave{Owner: "bert"})
	s.after(hour).must(table.Return{Owner: "bert"}) // on turn
	if due, ok := s.state.Deadline(); !ok || due.At.Sub(s.now) != 30*time.Second {
		t.Errorf("bert has until %v, want 30 s from now", due.At)
	}
	s.after(10 * second).must(table.Return{Owner: "anne"})
	if due, _ := s.state.Deadline(); due.At.Sub(s.now) != 20*time.Second {
		t.Errorf("anne's return moved bert's deadline to %v", due.At)
	}
}

func TestASeatIsHandedToTheCPU(t *testing.T) {
	s := timed(t, "four-player", table.Clock{})
	s.refuses(table.NotYours, table.Hand{Owner: "anne", Seat: 1}) // bert is there
	s.refuses(table.NotYours, table.Hand{Owner: "bert", Seat: 0})
	s.refuses(table.Invalid, table.Hand{Owner: "bert", Seat: 9})
	s.must(table.Leave{Owner: "bert"})
	s.refuses(table.NotYours, table.Hand{Owner: "carl", Seat: 1}) // he is not the host
	s.must(table.Hand{Owner: "anne", Seat: 1})
	s.sits("anne cpu carl dora")
	s.must(table.Return{Owner: "bert"}) // who was away has his seat again
	s.sits("anne bert carl dora")
	s.must(table.Hand{Owner: "bert", Seat: rules.NoSeat}) // his own, for good
	s.must(table.Return{Owner: "bert"})
	s.sits("anne cpu carl dora")
	s.must(move("anne", 0, "d2d4"))
	if s.state.CPUTurn() != 1 {
		t.Error("the CPU does not play the seat it was handed")
	}
	s.refuses(table.Conflict, table.Hand{Owner: "anne", Seat: 1})
}

func TestACPUSeatIsTakenOver(t *testing.T) {
	open := table.Open{Variant: "four-player", Chairs: []table.Chair{anne, cpu, cpu, cpu}, Host: "anne"}
	s := sit(t, open)
	s.refuses(table.Conflict, table.TakeOver{Owner: "anne", Seat: 1}) // she has a seat
	s.refuses(table.Conflict, table.TakeOver{Owner: "bert", Seat: 0})
	s.must(table.TakeOver{Owner: "bert", Name: "Bert", Seat: 1}) // by the link
	s.sits("anne bert cpu cpu")
	if len(s.state.Series) == 0 || s.state.Chairs[1].Name != "Bert" {
		t.Errorf("chair: %+v", s.state.Chairs[1])
	}
	open.Public = true
	s = sit(t, open)
	s.refuses(table.NotYours, table.TakeOver{Owner: "a stranger", Seat: 1})
	s.must(table.Hand{Owner: "anne", Seat: 0})
	s.must(table.TakeOver{Owner: "anne", Seat: 0})
	s.sits("anne cpu cpu cpu")
	s.must(move("anne", 0, "resign"))
	s.refuses(table.Conflict, table.TakeOver{Owner: "anne", Seat: 0})
}

func TestFourPlayerRow16APartnerPlaysBothUntilTheOtherIsBack(t *testing.T) {
	s := timed(t, "four-player-teams", table.Clock{})
	s.refuses(table.Conflict, table.TakeOver{Owner: "dora", Seat: 1}) // bert is there
	s.must(table.Leave{Owner: "bert"})
	s.refuses(table.Conflict, table.TakeOver{Owner: "anne", Seat: 1}) // no partner of his
	s.must(table.TakeOver{Owner: "dora", Seat: 1})
	s.must(move("anne", 0, "d2d4"))
	s.must(move("dora", 1, "b6d6"))
	s.must(table.Return{Owner: "bert"})
	s.sits("anne bert carl dora")
}

func TestAwayAfter(t *testing.T) {
	for _, c := range []struct {
		away  int
		clock table.Clock
		want  time.Duration
		ok    bool
	}{
		{0, table.Clock{}, time.Minute, true}, {30, table.Clock{}, 30 * time.Second, true}, {-1, table.Clock{}, 0, false},
		{30, table.Clock{Kind: table.Days, Add: 24 * hour}, 0, false},
	} {
		s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}, Away: c.away, Clock: c.clock})
		if got, ok := s.state.AwayAfter(); got != c.want || ok != c.ok {
			t.Errorf("%+v: got %v, %v", c, got, ok)
		}
	}
}

func TestWhatOldProgramsStoredStillFolds(t *testing.T) {
	s := table.New()
	for i, f := range []struct{ kind, body string }{
		{"opened", `{"variant":"four-player","options":{"grey":"green"},"chairs":[{"player":"person","owner":"anne"},{"player":"cpu"},{"player":"cpu"},{"player":"grey"}],"host":"anne","turnLimit":30,"rotateFirst":true,"byLot":true}`},
		{"started", `{"game":1,"options":{"grey":"green"},"chairs":[{"player":"person","owner":"anne"},{"player":"cpu"},{"player":"cpu"},{"player":"grey"}]}`},
		{"acted", `{"seat":0,"token":"d2d4","by":"person"}`},
		{"left", `{"owner":"anne"}`},
		{"returned", `{"owner":"anne"}`},
		{"acted", `{"seat":1,"token":"b6d6","by":"cpu"}`},
		{"acted", `{"seat":2,"token":"g13g11","by":"cpu"}`},
	} {
		fact, err := table.ParseFact(f.kind, []byte(f.body))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(table.Event{Seq: int64(i) + 1, At: noon, Fact: fact}, find); err != nil {
			t.Fatal(err)
		}
	}
	if due, ok := s.Deadline(); !ok || due.What != table.TurnDue || due.At.Sub(noon) != 30*time.Second {
		t.Errorf("deadline: %+v, %v", due, ok)
	}
	if away, ok := s.AwayAfter(); away != time.Minute || !ok || s.TalkMode() != table.TalkAll || s.PlyCount() != 3 {
		t.Errorf("away %v, talk %s, %d plies", away, s.TalkMode(), s.PlyCount())
	}
}
