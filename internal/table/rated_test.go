package table_test

import (
	"slices"
	"testing"
	"time"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

var (
	carl = table.Chair{Player: table.Person, Owner: "@carl", Name: "Carl"}
	dora = table.Chair{Player: table.Person, Owner: "@dora", Name: "Dora"}
	free = table.Chair{Player: table.Vacant}
	fast = table.Clock{Kind: table.Increment, Base: 60_000, Add: 1000}
)

func rated(variant string, chairs ...table.Chair) table.Open {
	return table.Open{Variant: variant, Chairs: chairs, Host: "@carl", Rated: true, Clock: fast}
}

func TestF24RatedTablesAreForAccountsByTheStandardRules(t *testing.T) {
	for name, change := range map[string]func(*table.Open){
		"a guest":        func(o *table.Open) { o.Chairs[1] = anne },
		"a guest's":      func(o *table.Open) { o.Host = "anne" },
		"a CPU":          func(o *table.Open) { o.Chairs[1] = cpu },
		"no clock":       func(o *table.Open) { o.Clock = table.Clock{} },
		"a turn's clock": func(o *table.Open) { o.Clock = table.Clock{Kind: table.PerTurn, Add: 30_000} },
		"take-backs":     func(o *table.Open) { o.TakeBacks = true },
		"an option":      func(o *table.Open) { o.Options = rules.Options{"return": "allowed"} },
		"half-in":        func(o *table.Open) { o.Variant = "half-in" },
		"a start":        func(o *table.Open) { o.Start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" },
		"one for both":   func(o *table.Open) { o.Chairs[1] = carl },
	} {
		c := rated("all-in", carl, dora)
		change(&c)
		if _, err := table.Decide(table.New(), c, noon, 0, catalog.Find); err == nil {
			t.Errorf("a rated table with %s was opened", name)
		}
	}
	s := sit(t, rated("all-in", carl, free))
	s.refuses(table.NotYours, table.Sit{Owner: "anne", Seat: 1})
	s.refuses(table.Conflict, table.Put{Owner: "@carl", Seat: 1, Chair: cpu})
	s.refuses(table.Conflict, table.Begin{Owner: "@carl"})
	s.must(table.Sit{Owner: "@dora", Name: "Dora", Seat: 1})
	s.must(table.Begin{Owner: "@carl"})
	s.refuses(table.Conflict, table.Hand{Owner: "@carl", Seat: rules.NoSeat})
}

func TestF24WhoLeavesARatedGameHasResigned(t *testing.T) {
	s := sit(t, rated("all-in", carl, dora))
	s.must(move("@carl", 0, "e2e4"))
	s.must(table.Leave{Owner: "@dora"})
	if s.state.CPUTurn() != rules.NoSeat {
		t.Error("the CPU is to play a rated game")
	}
	f := s.state.Finished()
	if f == nil || f.Result.Reason != rules.Resignation || !slices.Equal(f.Fled, []bool{false, true}) {
		t.Fatalf("finished: %+v", f)
	}
	s.must(table.Return{Owner: "@dora"})
	if f := s.state.Finished(); !f.Fled[1] {
		t.Error("who is back has not left")
	}
}

func TestF24WhoLeavesAFourPlayerGameIsOut(t *testing.T) {
	emil := table.Chair{Player: table.Person, Owner: "@emil"}
	fred := table.Chair{Player: table.Person, Owner: "@fred"}
	s := sit(t, rated("four-player", carl, dora, emil, fred))
	s.must(table.Leave{Owner: "@emil"})
	if !s.state.Outs[2].Gone || s.state.Finished() != nil {
		t.Fatalf("outs %+v", s.state.Outs)
	}
	s.must(table.Leave{Owner: "@fred"})
	s.must(table.Leave{Owner: "@dora"})
	f := s.state.Finished()
	if f == nil || !slices.Equal(f.Fled, []bool{false, true, true, true}) {
		t.Fatalf("finished: %+v", f)
	}
}

func TestM19DoubleIsRatedBetweenTwo(t *testing.T) {
	c := rated("mcx4", carl, dora, free, free)
	c.Options = rules.Options{"play": "double"}
	s := sit(t, c)
	s.must(table.Begin{Owner: "@carl"})
	if s.state.Chairs[2].Owner != "@carl" || s.state.Chairs[3].Owner != "@dora" {
		t.Errorf("chairs %+v", s.state.Chairs)
	}
	s.must(table.Leave{Owner: "@carl"})
	if f := s.state.Finished(); f == nil || !f.Fled[0] || !f.Fled[2] {
		t.Errorf("who left with two clans: %+v", f)
	}
}

func TestNamesAreHiddenUntilTheEnd(t *testing.T) {
	c := rated("all-in", carl, dora)
	c.HideNames = true
	s := sit(t, c)
	if got := s.state.Shown("@dora", "Dora", "@carl"); got != "" {
		t.Errorf("during the game the opponent is called %q", got)
	}
	if got := s.state.Shown("@carl", "Carl", "@carl"); got != "Carl" {
		t.Errorf("one's own name is %q", got)
	}
	s.must(move("@carl", 0, "resign"))
	if got := s.state.Shown("@dora", "Dora", "@carl"); got != "Dora" {
		t.Errorf("after the game the opponent is called %q", got)
	}
}

func TestAFinishedGameHasItsMovesAndTimes(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}, Host: "anne", Clock: fast, Public: true})
	if s.state.Finished() != nil {
		t.Fatal("finished before its end")
	}
	s.now = noon.Add(2 * time.Second)
	s.must(move("anne", 0, "e2e4"))
	s.now = noon.Add(5 * time.Second)
	s.must(move("bert", 1, "resign"))
	s.now = noon.Add(time.Hour)
	s.must(table.Stand{Owner: "bert", Seat: rules.NoSeat})
	f := s.state.Finished()
	if f == nil || !f.Began.Equal(noon) || !f.Ended.Equal(noon.Add(5*time.Second)) || !f.Public || len(f.Plies) != 2 ||
		f.Plies[0].Token != "e2e4" || f.Plies[0].Left == 0 || f.Plies[1].Token != "resign:black" {
		t.Errorf("finished: %+v", f)
	}
}

func TestADevicesSeatsBecomeAnAccounts(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{{Player: table.Person, Owner: "anne", Name: "A"}, bert}, Host: "anne", Public: true})
	s.must(move("anne", 0, "e2e4"))
	s.must(table.Say{Owner: "anne", Text: "hello"})
	s.must(table.Leave{Owner: "anne"})
	s.must(table.Adopt{From: "anne", To: "@carl", Name: "Carl"})
	if !s.state.Owns("@carl", 0) || s.state.Sits("anne") || !s.state.IsHost("@carl") || !s.state.Away("@carl") ||
		s.state.Chairs[0].Name != "Carl" || s.state.Talk[0].Owner != "@carl" || s.state.Series[0].Owner != "@carl" {
		t.Errorf("state: %+v %+v %+v", s.state.Chairs, s.state.Talk, s.state.Series)
	}
	before := len(s.log)
	s.must(table.Adopt{From: "anne", To: "@carl", Name: "Carl"})
	if len(s.log) != before {
		t.Error("an adoption that was done is done again")
	}
	s.must(table.Return{Owner: "@carl"})
	s.must(move("bert", 1, "e7e5"))
	s.must(move("@carl", 0, "resign"))
	if s.state.Series[0].Games != 1 {
		t.Errorf("series: %+v", s.state.Series)
	}
}

func TestNamesCanBeTakenOutOfFactsAndPutBack(t *testing.T) {
	s := sit(t, rated("all-in", carl, free))
	s.must(table.Sit{Owner: "@dora", Name: "Dora", Seat: 1})
	s.must(table.Say{Owner: "@dora", Text: "hello"})
	s.must(table.Begin{Owner: "@carl"})
	names := map[string]string{"@carl": "Carl", "@dora": "Dora"}
	for _, e := range s.log {
		bare := table.Named(e.Fact, func(_, _ string) string { return "" })
		again := table.Named(bare, func(owner, name string) string {
			if name != "" {
				t.Errorf("%s keeps the name %s", e.Kind(), name)
			}
			return names[owner]
		})
		want, _ := e.Body()
		got, err := table.Event{Fact: again}.Body()
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: got %s, %v, want %s", e.Kind(), got, err, want)
		}
	}
}
