package pages

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

var (
	mine   = table.Chair{Player: table.Person, Owner: me, Name: guest(web.Speak("fr"), me)}
	vacant = table.Chair{Player: table.Vacant}
	nobody = table.Chair{Player: table.Grey}
)

func cpu(level int) table.Chair { return table.Chair{Player: table.CPU, Level: level} }

// asked is what a form without changes asks for.
func asked(variant string, chairs ...table.Chair) table.Open {
	o := table.Open{
		Variant: variant, Host: me, Chairs: chairs, RotateFirst: true, Public: true, TakeBacks: true, AutoStart: true, Away: 60, Talk: table.TalkAll,
	}
	switch variant {
	case "mcx4":
		o.ChoiceLimit = 60
	case "four-player", "four-player-teams":
		o.Talk = table.TalkPhrases
	}
	return o
}

// with returns a table changed.
func with(o table.Open, change func(*table.Open)) table.Open {
	change(&o)
	return o
}

func private(o *table.Open) { o.Public = false }

func TestFormsOpenTables(t *testing.T) {
	options := func(pairs ...string) func(*table.Open) {
		return func(o *table.Open) {
			o.Options = rules.Options{}
			for i := 0; i < len(pairs); i += 2 {
				o.Options[pairs[i]] = pairs[i+1]
			}
		}
	}
	clock := func(kind table.ClockKind, base, add int64) func(*table.Open) {
		return func(o *table.Open) { o.Clock = table.Clock{Kind: kind, Base: base, Add: add} }
	}
	for _, c := range []struct {
		name string
		form []string
		want table.Open
	}{
		{"all-in against the CPU at once", []string{"variant", "all-in", "mode", "cpu", "level", "7"}, with(asked("all-in", mine, cpu(7)), private)},
		{"same screen", []string{"variant", "all-in", "mode", "same"}, with(asked("all-in", mine, mine), private)},
		{"M3 a camp against the CPU", []string{"variant", "mcx4", "mode", "cpu"}, with(asked("mcx4", mine, cpu(5), mine, cpu(5)), private)},
		{"F27 a team against the CPU", []string{"variant", "four-player-teams", "mode", "cpu"}, with(asked("four-player-teams", mine, cpu(5), mine, cpu(5)), private)},
		{"F23 alone among CPUs", []string{"variant", "four-player", "mode", "cpu", "level", "10"}, with(asked("four-player", mine, cpu(10), cpu(10), cpu(10)), private)},
		{"the form as it is", []string{"variant", "all-in"}, asked("all-in", mine, vacant)},
		{"black, with a name", []string{"variant", "half-in", "seat.white", "open", "seat.black", "me", "name", "  Anne  Marie "},
			asked("half-in", vacant, table.Chair{Player: table.Person, Owner: me, Name: "Anne Marie"})},
		{"A6 options", []string{"variant", "all-in", "option.return", "allowed", "option.ep_identity", "nominal"},
			with(asked("all-in", mine, vacant), options("return", "allowed", "ep_identity", "nominal"))},
		{"A15 mainly-in ignores a default of another form", []string{"variant", "mainly-in", "option.ep_identity", "legal"}, asked("mainly-in", mine, vacant)},
		{"M19 M20 doubles drawn by lot", []string{"variant", "mcx4", "option.play", "double", "draw", "false", "draw", "true"},
			with(asked("mcx4", mine, vacant, vacant, vacant), func(o *table.Open) { o.Options, o.Draw = rules.Options{"play": "double"}, true })},
		{"M20 two people with a camp each", []string{"variant", "mcx4", "seat.wk", "me", "choice_limit", "-1"},
			with(asked("mcx4", mine, vacant, mine, vacant), func(o *table.Open) { o.ChoiceLimit = -1 })},
		{"F15 F20 F21 F22", []string{"variant", "four-player", "option.stalemate", "0", "option.move_limit", " 200 ", "option.first_seat", "blue", "clock", "turn:0:30",
			"rotate_first", "false"}, with(with(with(asked("four-player", mine, vacant, vacant, vacant), clock(table.PerTurn, 0, 30000)),
			options("stalemate", "0", "move_limit", "200", "first_seat", "blue")), func(o *table.Open) { o.RotateFirst = false })},
		{"F7 F14 F17 F25", []string{"variant", "four-player", "option.en_passant", "false", "option.resigned_king", "still", "option.lead", "claim",
			"option.show_legal_moves", "false"}, with(asked("four-player", mine, vacant, vacant, vacant),
			options("en_passant", "false", "resigned_king", "still", "lead", "claim", "show_legal_moves", "false"))},
		{"F27 promotion on the 8th rank", []string{"variant", "four-player-teams", "option.promotion_rank", "8"},
			with(asked("four-player-teams", mine, vacant, vacant, vacant), options("promotion_rank", "8"))},
		{"F23 one, two and three people", []string{"variant", "four-player", "seat.blue", "cpu:3", "seat.green", "grey"},
			with(asked("four-player", mine, cpu(3), vacant, nobody), func(*table.Open) {})},
		{"manners", []string{"variant", "all-in", "public", "false", "auto_start", "false", "confirm", "true", "take_backs", "false", "talk", "off", "away", "-1", "watch_delay", "120"},
			with(asked("all-in", mine, vacant), func(o *table.Open) {
				o.Public, o.AutoStart, o.Confirm, o.TakeBacks, o.Talk, o.Away, o.WatchDelay = false, false, true, false, table.TalkOff, -1, 120
			})},
		{"a clock with increment", []string{"variant", "all-in", "clock", "increment:300:5"}, with(asked("all-in", mine, vacant), clock(table.Increment, 300000, 5000))},
		{"a clock of days", []string{"variant", "all-in", "clock", "days:0:259200"}, with(asked("all-in", mine, vacant), clock(table.Days, 0, 3*86400000))},
		{"another increment", []string{"variant", "all-in", "clock", "other", "clock.kind", "increment", "clock.minutes", "0", "clock.seconds", "20"},
			with(asked("all-in", mine, vacant), clock(table.Increment, 0, 20000))},
		{"another delay", []string{"variant", "all-in", "clock", "other", "clock.kind", "delay", "clock.minutes", "90", "clock.seconds", "30"},
			with(asked("all-in", mine, vacant), clock(table.Delay, 90*60000, 30000))},
		{"F22 another time for a turn", []string{"variant", "all-in", "clock", "other", "clock.kind", "turn", "clock.seconds", "45"},
			with(asked("all-in", mine, vacant), clock(table.PerTurn, 0, 45000))},
		{"other days", []string{"variant", "all-in", "clock", "other", "clock.kind", "days", "clock.days", "7"},
			with(asked("all-in", mine, vacant), clock(table.Days, 0, 7*86400000))},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, live := newSite()
			r := post(h, "/fr/tables", c.form...)
			if r.StatusCode != 303 || r.Header.Get("Location") != "/fr/t/abc" {
				t.Fatalf("status %d to %q: %v", r.StatusCode, r.Header.Get("Location"), faultsTold(parse(t, r)))
			}
			got, want := live.opened[0], c.want
			if !maps.Equal(got.Options, want.Options) || !slices.Equal(got.Chairs, want.Chairs) {
				t.Errorf("opened %+v with %v\nwant   %+v with %v", got.Chairs, got.Options, want.Chairs, want.Options)
			}
			got.Options, got.Chairs, want.Options, want.Chairs = nil, nil, nil, nil
			if strings.TrimSpace(describe(got)) != strings.TrimSpace(describe(want)) {
				t.Errorf("opened %s\nwant   %s", describe(got), describe(want))
			}
		})
	}
}

func describe(o table.Open) string {
	event := table.Opened{
		Variant: o.Variant, Host: o.Host, RotateFirst: o.RotateFirst, Public: o.Public, Clock: o.Clock, Away: o.Away, Confirm: o.Confirm,
		TakeBacks: o.TakeBacks, Talk: o.Talk, ChoiceLimit: o.ChoiceLimit, WatchDelay: o.WatchDelay, Draw: o.Draw, AutoStart: o.AutoStart,
	}
	body, err := table.Event{Fact: event}.Body()
	if err != nil {
		return err.Error()
	}
	return string(body)
}

func TestFormsSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		form []string
		id   string // of the element that tells, "" for the form's own
		text string
	}{
		{"no such option value", []string{"variant", "mcx4", "option.play", "triple"}, "option-play", "Choisissez l’une"},
		{"F20 a word", []string{"variant", "four-player", "option.move_limit", "cent"}, "option-move-limit", "Écrivez un nombre entier de 1 à"},
		{"F20 zero", []string{"variant", "four-player", "option.move_limit", "0"}, "option-move-limit", "Écrivez un nombre"},
		{"F22 seven seconds", []string{"variant", "four-player", "clock", "turn:0:7"}, "clock", "Choisissez l’une"},
		{"F22 three seconds", []string{"variant", "four-player", "clock", "other", "clock.kind", "turn", "clock.seconds", "3"}, "clock-seconds", "de 5 à"},
		{"no time at all", []string{"variant", "all-in", "clock", "other", "clock.kind", "delay", "clock.minutes", "0", "clock.seconds", "4"}, "clock-seconds", "de 5 à 180"},
		{"four hours", []string{"variant", "all-in", "clock", "other", "clock.minutes", "240"}, "clock-minutes", "de 0 à 180"},
		{"fifteen days", []string{"variant", "all-in", "clock", "other", "clock.kind", "days", "clock.days", "15"}, "clock-days", "de 1 à 14"},
		{"a clock nobody knows", []string{"variant", "all-in", "clock", "other", "clock.kind", "sand"}, "clock-kind", "Choisissez l’une"},
		{"F23 nobody is left", []string{"variant", "four-player", "seat.blue", "grey", "seat.yellow", "grey", "seat.green", "grey"}, "seat-red", "au moins deux places"},
		{"nobody plays", []string{"variant", "all-in", "seat.white", "cpu:1", "seat.black", "cpu:9"}, "seat-white", "au moins une place pour une personne"},
		{"F27 a grey seat in a team", []string{"variant", "four-player-teams", "seat.green", "grey"}, "seat-green", "En équipes"},
		{"an eleventh level", []string{"variant", "all-in", "seat.black", "cpu:11"}, "seat-black", "Choisissez l’une"},
		{"A6 an option of another form", []string{"variant", "half-in", "option.ep_identity", "nominal"}, "option-ep-identity", "Échecs omnipotents"},
		{"F27 an option of another form", []string{"variant", "four-player", "option.promotion_rank", "8"}, "option-promotion-rank", "Échecs à quatre"},
		{"no such variant", []string{"variant", "chess"}, "variant", "Choisissez l’une"},
		{"half an hour's absence", []string{"variant", "mcx4", "away", "1800"}, "away", "Choisissez l’une"},
		{"a toggle that is neither on nor off", []string{"variant", "mcx4", "confirm", "maybe"}, "confirm", "Choisissez l’une"},
		{"no such mode", []string{"variant", "mcx4", "mode", "post"}, "", "pas pu être ouverte"},
		{"a level of the card", []string{"variant", "mcx4", "mode", "cpu", "level", "0"}, "seat-bq", "Choisissez l’une"},
		{"an option nobody has", []string{"variant", "mcx4", "option.size", "9"}, "", "pas pu être ouverte"},
		{"F14 a walking king", []string{"variant", "four-player", "option.resigned_king", "walking"}, "option-resigned-king", "Choisissez l’une"},
		{"a form too long", []string{"variant", "mcx4", "x", strings.Repeat("x", maxForm)}, "", "pas pu être ouverte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, live := newSite()
			r := post(h, "/fr/tables", c.form...)
			if r.StatusCode != 422 || len(live.opened) != 0 {
				t.Fatalf("status %d with %d tables opened", r.StatusCode, len(live.opened))
			}
			doc := parse(t, r)
			told, id := faultsTold(doc), c.id
			if id != "" {
				id += "-fault"
			}
			if !strings.Contains(told[id], c.text) {
				t.Errorf("told %v, want «%s» at %q", told, c.text, id)
			}
			if c.id == "" {
				return
			}
			links := map[string]bool{}
			for _, a := range find(find(doc, "main")[0], "a") {
				links[attribute(a, "href")] = true
			}
			if !links["#"+c.id] {
				t.Errorf("the summary does not lead to #%s", c.id)
			}
			for _, d := range find(doc, "details") {
				if inside(d, c.id) && !hasAttribute(d, "open") {
					t.Errorf("#%s is folded away", c.id)
				}
			}
		})
	}
}

func inside(n *html.Node, id string) bool {
	for d := range n.Descendants() {
		if attribute(d, "id") == id {
			return true
		}
	}
	return false
}

func hasAttribute(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// faultsTold are what a page says is wrong, by the id of the element; "" is the form's own.
func faultsTold(doc *html.Node) map[string]string {
	told := map[string]string{}
	for _, p := range find(doc, "p") {
		if attribute(p, "class") == "fault" {
			told[attribute(p, "id")] = text(p)
		}
	}
	for _, d := range find(doc, "div") {
		if attribute(d, "class") == "fault-summary" {
			told[""] += text(d)
		}
	}
	return told
}

func TestAWrongFormKeepsWhatWasChosen(t *testing.T) {
	h, _ := newSite()
	doc := parse(t, post(h, "/en/tables", "variant", "four-player", "seat.yellow", "cpu:8", "option.stalemate", "0", "option.move_limit", "many",
		"seat.blue", "grey", "option.show_legal_moves", "false", "rotate_first", "false", "name", "Anne", "clock", "other", "clock.minutes", "7"))
	state := map[string]string{}
	for _, n := range append(find(doc, "input"), find(doc, "option")...) {
		value := "off"
		switch {
		case attribute(n, "type") == "number" || attribute(n, "type") == "text":
			value = attribute(n, "value")
		case hasAttribute(n, "checked") || hasAttribute(n, "selected"):
			value = "on"
		}
		id := attribute(n, "id")
		if n.Data == "option" {
			id = attribute(n.Parent, "id") + "=" + attribute(n, "value")
		}
		state[id] = value
	}
	for id, want := range map[string]string{
		"seat-red=me": "on", "seat-yellow=cpu:8": "on", "seat-yellow=open": "off", "seat-blue=grey": "on", "option-stalemate-0": "on", "option-move-limit": "many",
		"option-show-legal-moves": "off", "rotate-first": "off", "name": "Anne", "clock-other": "on", "clock-minutes": "7", "variant-four-player": "on",
	} {
		if state[id] != want {
			t.Errorf("%s is %q, want %q", id, state[id], want)
		}
	}
}

func TestSeatsAreFilledForANumberOfPeople(t *testing.T) {
	h, _ := newSite()
	for query, want := range map[string]string{
		"all-in": "me open", "all-in?people=1": "me cpu:5", "all-in?people=2": "me open", "all-in?people=9": "me open",
		"mcx4?people=1": "me cpu:5 me cpu:5", "mcx4?people=2": "me open me open", "mcx4?people=3": "me open me open", "mcx4?people=4": "me open open open",
		"four-player?people=1": "me cpu:5 cpu:5 cpu:5", "four-player?people=2": "me cpu:5 open cpu:5", "four-player?people=3": "me open open cpu:5",
		"four-player?people=2&variant=four-player-teams": "me open me open",
	} {
		doc := parse(t, ask(h, "GET", "/en/new/"+query, ""))
		var got []string
		for _, o := range find(doc, "option") {
			if strings.HasPrefix(attribute(o.Parent, "name"), "seat.") && hasAttribute(o, "selected") {
				got = append(got, attribute(o, "value"))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add("variant=four-player&seat.red=grey&seat.blue=cpu:3&clock=turn:0:30")
	f.Add("variant=all-in&mode=same&option.ep_identity=nominal&level=4")
	f.Add("variant=four-player-teams&mode=cpu&option.move_limit=9999999999&option.lead=claim")
	f.Add("variant=mcx4&clock=other&clock.kind=delay&clock.minutes=0&clock.seconds=-1&away=x")
	f.Add("option.=&variant=&mode=x")
	f.Fuzz(func(t *testing.T, body string) {
		values, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		g := gameOf(values.Get("variant"))
		if g == nil {
			g = &games[0]
		}
		p := &page{Words: web.Speak("en"), visitor: "Anne"}
		form := p.formOf(*g)
		open := p.open(&form, values, me)
		if form.faulty() {
			if form.fault == "" && len(p.faults(form)) == 0 {
				t.Error("the form is refused without a reason")
			}
			return
		}
		if _, err := table.Decide(table.New(), open, time.Unix(0, 0), 1, catalog.Find); err != nil {
			t.Errorf("the table refuses what the form let pass: %v", err)
		}
	})
}
