package table_test

import (
	"testing"

	"melee/internal/table"
	"melee/rules"
)

func TestBotsSitDownWhereTheHostHasLetThemIn(t *testing.T) {
	bot := table.Sit{Owner: "@bot", Name: "Bot", Seat: rules.NoSeat, Bot: true}
	s := gather(t, table.Open{Variant: "all-in"})
	s.refuses(table.NotYours, bot)
	s.sits("anne open")

	s = gather(t, table.Open{Variant: "all-in", Bots: true, AutoStart: true})
	s.must(bot)
	s.sits("anne @bot")
	if s.state.Chairs[0].Bot || !s.state.Chairs[1].Bot || s.state.Phase() != table.Playing {
		t.Errorf("chairs %+v, phase %s", s.state.Chairs, s.state.Phase())
	}
}

func TestABotTakesNoSeatOverWherePeopleAreToPlay(t *testing.T) {
	s := sit(t, table.Open{Variant: "all-in", Host: "anne", Chairs: []table.Chair{anne, cpu}})
	s.refuses(table.NotYours, table.TakeOver{Owner: "@bot", Seat: 1, Bot: true})
	s.must(table.TakeOver{Owner: "bert", Seat: 1})
}
