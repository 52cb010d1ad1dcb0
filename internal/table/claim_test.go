package table_test

import (
	"strings"
	"testing"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// ahead is a position in which two are left and Red leads by 40 points.
const ahead = "R-0,1,0,1-0,0,0,0-0,0,0,0-40,0,0,0-0-x,x,x,3,yK,4,x,x,x/x,x,x,7,yP,x,x,x/x,x,x,8,x,x,x/14/14/14/14/14/14/14/14/x,x,x,8,x,x,x/x,x,x,rP,7,x,x,x/x,x,x,4,rK,3,x,x,x"

func TestF17OnlyWhoPlaysASeatClaimsForIt(t *testing.T) {
	open := table.Open{
		Variant: "four-player", Start: ahead, Options: rules.Options{"lead": "claim"},
		Chairs: []table.Chair{anne, cpu, bert, cpu},
	}
	s := sit(t, open)
	s.refuses(table.NotYours, move("bert", 0, "claim"))
	s.refuses(table.NotYours, move("bert", 2, "claim:red"))
	s.refuses(table.NotYours, move("", 0, "claim"))
	s.refuses(table.IllegalMove, move("bert", 2, "claim")) // he does not lead
	s.must(move("anne", 0, "claim"))
	if o := s.state.Game.Outcome(); o == nil || o.Reason != rules.Lead || o.Ranking[0][0] != 0 {
		t.Errorf("outcome: %+v", o)
	}
}

func TestF14ATableHasNoWalkingKings(t *testing.T) {
	open := table.Open{Variant: "four-player", Options: rules.Options{"resigned_king": "walking"}, Chairs: []table.Chair{anne, cpu, cpu, cpu}}
	if _, err := table.Decide(table.New(), open, noon, 0, catalog.Find); err == nil {
		t.Error("a table with walking kings was opened")
	}
}

func TestACommandIDHasALimit(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, anne}, Host: "anne"})
	long := strings.Repeat("x", 65)
	s.refuses(table.Invalid, table.Act{Owner: "anne", Seat: rules.NoSeat, Token: "no move", ID: long})
	s.refuses(table.Invalid, table.NewGame{Owner: "anne", ID: long})
	s.must(table.Act{Owner: "anne", Seat: rules.NoSeat, Token: "g1f3", ID: long[:64]})
}
