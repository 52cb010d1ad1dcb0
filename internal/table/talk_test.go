package table_test

import (
	"fmt"
	"strings"
	"testing"

	"melee/internal/table"
	"melee/rules"
)

func say(owner, text string) table.Say { return table.Say{Owner: owner, Text: text} }

func TestWhatIsSaidWhereAndWhoReadsIt(t *testing.T) {
	s := timed(t, "four-player-teams", table.Clock{})
	s.must(table.Sit{Owner: "anne", Name: "Anne", Seat: rules.NoSeat})
	s.must(say("anne", " hello\n\u202eall "))
	s.must(table.Say{Owner: "wim", Name: "Wim", Text: "go red"})
	s.must(table.Say{Owner: "anne", Room: table.InTeam, Text: "take his queen"})
	for _, c := range []table.Say{
		{Owner: "wim", Room: table.AtTable, Text: "x"}, {Owner: "anne", Room: table.Watching, Text: "x"},
		{Owner: "wim", Room: table.InTeam, Text: "x"},
	} {
		s.refuses(table.NotYours, c)
	}
	for _, c := range []table.Say{{Owner: "anne"}, {Owner: "anne", Text: " \t"}, {Owner: "anne", Text: "x", Phrase: "hello"},
		{Owner: "anne", Phrase: "curse"}, {Text: "x"}, {Owner: "anne", Room: "cellar", Text: "x"}} {
		s.refuses(table.Invalid, c)
	}
	reads := func(owner string) (all string) {
		for i := range s.state.Talk {
			if s.state.MayRead(owner, &s.state.Talk[i]) {
				all += fmt.Sprint(s.state.Talk[i].N)
			}
		}
		return all
	}
	for owner, want := range map[string]string{"anne": "13", "carl": "13", "bert": "1", "wim": "12", "": "12"} {
		if got := reads(owner); got != want {
			t.Errorf("%q reads lines %s, want %s", owner, got, want)
		}
	}
	s.must(move("anne", 0, "resign"))
	if got := reads("bert"); got != "12" {
		t.Errorf("after the game bert reads lines %s", got)
	}
	if l := s.state.Talk[0]; l.Text != "hello all" || l.Name != "Anne" || l.Seat != 0 {
		t.Errorf("the first line: %+v", l)
	}
	if l := s.state.Talk[1]; l.Name != "Wim" || l.Seat != rules.NoSeat || l.Room != table.Watching {
		t.Errorf("the second line: %+v", l)
	}
}

func TestFourPlayerRow47StrangersWhoPlayForThemselvesSayPhrasesOnly(t *testing.T) {
	s := sit(t, table.Open{Variant: "four-player", Public: true, Chairs: []table.Chair{anne, bert, cpu, cpu}})
	s.refuses(table.Conflict, say("anne", "let us both attack green"))
	s.must(table.Say{Owner: "anne", Phrase: "good-luck"})
	s = sit(t, table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, cpu}})
	s.must(say("anne", "friends talk"))
	s = sit(t, table.Open{Variant: "all-in", Talk: table.TalkOff, Chairs: []table.Chair{anne, bert}})
	s.refuses(table.Conflict, table.Say{Owner: "anne", Phrase: "hello"})
}

func TestRow86LinksAndRepetitionsAreLimitedAmongStrangers(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Public: true, Chairs: []table.Chair{anne, bert}})
	s.must(say("anne", "Buy now!"))
	s.refuses(table.TooMany, say("anne", "BUY   NOW"))
	s.must(say("bert", "buy now")) // he has not said it yet
	s.must(say("anne", "see https://melee.example"))
	s.after(20 * second)
	s.refuses(table.TooMany, say("anne", "or www.melee.example"))
	s.must(say("anne", "no link"))
	s.after(minute).must(say("anne", "https://melee.example again"))

	s = sit(t, table.Open{Variant: "all-in", Chairs: []table.Chair{anne, bert}}) // two who know each other
	for range 3 {
		s.must(say("anne", "https://melee.example"))
	}
	s.must(say("anne", "x"))
	s.must(say("anne", "x"))
	s.refuses(table.TooMany, say("anne", "x")) // five lines in ten seconds
	s.must(say("bert", "x"))
	s.after(10 * second).must(say("anne", "x"))
}

func TestRow85TheHostSilencesSomebody(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	s.must(say("bert", "rude"))
	s.must(table.Say{Owner: "wim", Text: "ruder"})
	s.refuses(table.NotYours, table.Hush{Owner: "bert", Seat: 0})
	s.refuses(table.Conflict, table.Hush{Owner: "anne", Seat: 0})
	s.refuses(table.NotFound, table.Hush{Owner: "anne", Seat: rules.NoSeat, Line: 7})
	s.refuses(table.Invalid, table.Hush{Owner: "anne", Seat: 5})
	s.must(table.Hush{Owner: "anne", Seat: 1})
	s.must(table.Hush{Owner: "anne", Seat: 1}) // he is silent already
	s.must(table.Hush{Owner: "anne", Seat: rules.NoSeat, Line: 2})
	for i, owner := range []string{"bert", "wim"} {
		s.refuses(table.NotYours, say(owner, "still here"))
		if l := &s.state.Talk[i]; !l.Hidden || s.state.MayRead("anne", l) || !s.state.MayRead(owner, l) || !s.state.Hushed(owner) {
			t.Errorf("%s's earlier line: %+v", owner, l)
		}
	}
	s.must(table.Hush{Owner: "anne", Seat: 1, Off: true})
	s.must(say("bert", "sorry"))
	if s.state.Talk[0].Hidden {
		t.Error("what he said before stays hidden")
	}
}

func TestOnlyTheLastLinesAreKept(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	for i := range 230 {
		s.after(5 * second).must(say("anne", strings.Repeat("é", 300)+fmt.Sprint(i)))
	}
	if n := len(s.state.Talk); n != 200 || s.state.Talk[199].N != 230 || s.state.Talk[0].N != 31 {
		t.Errorf("%d lines, the last is %d", n, s.state.Talk[n-1].N)
	}
	if got := len([]rune(s.state.Talk[0].Text)); got != 200 {
		t.Errorf("a line has %d characters", got)
	}
}

// Chairs change hands between games (F21) and by take-over; what partners said stays theirs.
func TestWhatPartnersSaidIsNotReadByWhoSitsThereLater(t *testing.T) {
	s := sit(t, table.Open{Variant: "mcx4", Options: rules.Options{"play": "double"}, Host: "anne", RotateFirst: true, Chairs: []table.Chair{
		anne, bert, {Player: table.Person, Owner: "carl"}, {Player: table.Person, Owner: "dora"},
	}})
	s.must(table.Say{Owner: "anne", Room: table.InTeam, Text: "trust nobody"})
	s.must(move("anne", 0, "resign"))
	s.must(move("carl", 2, "resign"))
	for _, owner := range []string{"anne", "bert", "carl", "dora"} {
		s.must(table.NewGame{Owner: owner})
	}
	if s.state.Number != 2 || s.state.Owns("anne", 0) {
		t.Fatalf("game %d, chairs %+v", s.state.Number, s.state.Chairs)
	}
	for owner, want := range map[string]bool{"anne": true, "carl": true, "bert": false, "dora": false, "wim": false, "": false} {
		if got := s.state.MayRead(owner, &s.state.Talk[0]); got != want {
			t.Errorf("%q reads it: %v", owner, got)
		}
	}
}

func TestNobodyIsCalledNothing(t *testing.T) {
	for _, name := range []string{"\u3164", "\u2800\u2800", "\u115f\u1160 \uffa0", "\u200b", "\u202e"} {
		if got := table.CleanName(name); got != "" {
			t.Errorf("%+q is a name that nobody sees: %+q", name, got)
		}
	}
}

func TestSignsAloneRepeatNoPhrase(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Public: true, Chairs: []table.Chair{anne, bert}})
	s.must(table.Say{Owner: "anne", Phrase: "hello"})
	s.must(say("anne", "?"))
}

func TestManyDevicesDoNotFloodTheWatchersRoom(t *testing.T) {
	s := timed(t, "all-in", table.Clock{})
	for i := range 20 {
		s.must(say(fmt.Sprintf("wim%d", i), "x"))
	}
	s.refuses(table.TooMany, say("wim20", "x"))
	s.must(say("anne", "players are not held up"))
	s.after(10 * second).must(say("wim20", "x"))
}
