package table_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"melee/internal/table"
	"melee/rules"
)

func FuzzParseFact(f *testing.F) {
	f.Add("opened", []byte(`{"variant":"all-in","chairs":[{"player":"cpu"}],"host":"x","rotateFirst":true,"clock":{"kind":"delay","base":1,"add":2}}`))
	f.Add("seated", []byte(`{"seat":1,"chair":{"player":"person","owner":"x","name":"é"},"cause":"kicked"}`))
	f.Add("drawn", []byte(`{"chairs":[{"player":"open"}],"order":[1,0]}`))
	f.Add("acted", []byte(`{"seat":1,"token":"e2e4","by":"person","left":5,"lag":1}`))
	f.Add("offered", []byte(`{"seat":1,"what":"takeback","to":4}`))
	f.Add("said", []byte(`{"owner":"x","seat":255,"room":"table","text":"\u0000"}`))
	f.Add("given", []byte(`{"seat":1,"ms":9223372036854775807,"cause":"gift"}`))
	f.Add("took-back", []byte(`{"to":-1}`))
	f.Fuzz(func(t *testing.T, kind string, body []byte) {
		fact, err := table.ParseFact(kind, body)
		if err != nil {
			return
		}
		written, err := table.Event{Fact: fact}.Body()
		if err != nil {
			t.Fatal(err)
		}
		again, err := table.ParseFact(kind, written)
		if err != nil || !cmp.Equal(fact, again, equalNil) {
			t.Errorf("%s %s came back as %v, %v", kind, body, again, err)
		}
		// A log that anybody may have written is refused, never a panic.
		s := table.New()
		for seq, e := range []table.Fact{
			table.Opened{Variant: "all-in", Chairs: []table.Chair{anne, vacant}, Clock: table.Clock{Kind: table.Increment, Base: minute}},
			fact,
			table.Started{Game: 1, Chairs: []table.Chair{anne, bert}}, table.Acted{Token: "e2e4", By: table.Person}, fact, fact,
		} {
			if s.Apply(table.Event{Seq: int64(seq) + 1, At: noon, Fact: e}, find) != nil {
				return
			}
			show(s)
			table.Decide(s, table.Tick{}, noon, 0, find)
		}
	})
}

// equalNil takes an empty list for none.
var equalNil = cmp.FilterValues(func(a, b rules.Options) bool { return len(a)+len(b) == 0 }, cmp.Ignore())

// FuzzDecide asks commands with any content of a table in play.
func FuzzDecide(f *testing.F) {
	f.Add([]byte(`{"Owner":"anne","Token":"d2d4","Seat":0,"Seq":2,"Think":9,"RoundTrip":9}`))
	f.Add([]byte(`{"Owner":"bert","What":"takeback","Seat":255,"Yes":true,"ID":"1"}`))
	f.Add([]byte(`{"Owner":"carl","Name":"x","Room":"team","Text":"y","Phrase":"","Line":3}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s := table.New()
		open := table.Open{Variant: "four-player", Chairs: []table.Chair{anne, bert, cpu, {Player: table.Person, Owner: "carl"}}, Host: "anne", TakeBacks: true}
		commands := []table.Command{open}
		commands = append(commands, decoded(body)...)
		for _, c := range commands {
			events, err := table.Decide(s, c, noon, 1, find)
			if err != nil {
				continue
			}
			for _, e := range events {
				if err := s.Apply(e, find); err != nil {
					t.Fatalf("%s: %v", fmt.Sprintf("%#v", c), err)
				}
			}
		}
		show(s)
	})
}

// decoded is every kind of command with the same content.
func decoded(body []byte) (commands []table.Command) {
	add := func(c any, get func() table.Command) {
		if json.Unmarshal(body, c) == nil {
			commands = append(commands, get())
		}
	}
	var (
		sit      table.Sit
		put      table.Put
		act      table.Act
		propose  table.Propose
		reply    table.Reply
		withdraw table.Withdraw
		say      table.Say
		hush     table.Hush
		hand     table.Hand
		take     table.TakeOver
		give     table.Give
		leave    table.Leave
		again    table.NewGame
	)
	add(&sit, func() table.Command { return sit })
	add(&put, func() table.Command { return put })
	add(&act, func() table.Command { return act })
	add(&propose, func() table.Command { return propose })
	add(&reply, func() table.Command { return reply })
	add(&withdraw, func() table.Command { return withdraw })
	add(&say, func() table.Command { return say })
	add(&hush, func() table.Command { return hush })
	add(&leave, func() table.Command { return leave })
	add(&hand, func() table.Command { return hand })
	add(&take, func() table.Command { return take })
	add(&give, func() table.Command { return give })
	add(&again, func() table.Command { return again })
	return commands
}
