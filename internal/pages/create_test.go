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
	mine   = table.Chair{Player: table.Person, Owner: me}
	cpu    = table.Chair{Player: table.CPU}
	nobody = table.Chair{Player: table.Grey}
)

func TestFormsOpenTables(t *testing.T) {
	for _, c := range []struct {
		name string
		form []string
		want table.Open
	}{
		{"all-in against the CPU at once", []string{"variant", "all-in", "mode", "cpu"},
			table.Open{Variant: "all-in", Chairs: []table.Chair{mine, cpu}, RotateFirst: true}},
		{"black", []string{"variant", "all-in", "mode", "cpu", "seat", "black"},
			table.Open{Variant: "all-in", Chairs: []table.Chair{cpu, mine}, RotateFirst: true}},
		{"same screen", []string{"variant", "all-in", "mode", "same", "seat", "black"},
			table.Open{Variant: "all-in", Chairs: []table.Chair{mine, mine}, RotateFirst: true}},
		{"A6 identity", []string{"variant", "all-in", "mode", "same", "option.ep_identity", "nominal"},
			table.Open{Variant: "all-in", Options: rules.Options{"ep_identity": "nominal"}, Chairs: []table.Chair{mine, mine}, RotateFirst: true}},
		{"A15 mainly-in ignores a default of another form", []string{"variant", "mainly-in", "mode", "same", "option.ep_identity", "legal"},
			table.Open{Variant: "mainly-in", Chairs: []table.Chair{mine, mine}, RotateFirst: true}},
		{"M3 a camp unless a clan is chosen", []string{"variant", "mcx4", "mode", "cpu"},
			table.Open{Variant: "mcx4", Chairs: []table.Chair{mine, cpu, mine, cpu}, RotateFirst: true}},
		{"M3 a clan", []string{"variant", "mcx4", "mode", "cpu", "seat", "bq", "option.play", "double"},
			table.Open{Variant: "mcx4", Options: rules.Options{"play": "double"}, Chairs: []table.Chair{cpu, mine, cpu, cpu}, RotateFirst: true}},
		{"M3 a camp as a list", []string{"variant", "mcx4", "mode", "cpu", "seat", "bq,bk"},
			table.Open{Variant: "mcx4", Chairs: []table.Chair{cpu, mine, cpu, mine}, RotateFirst: true}},
		{"M3 seats one by one", []string{"variant", "mcx4", "mode", "cpu", "seat", "wq", "seat", "wk"},
			table.Open{Variant: "mcx4", Chairs: []table.Chair{mine, cpu, mine, cpu}, RotateFirst: true}},
		{"M20 by lot", []string{"variant", "mcx4", "mode", "cpu", "seat", "lot"},
			table.Open{Variant: "mcx4", Chairs: []table.Chair{cpu, cpu, cpu, mine}, RotateFirst: true, ByLot: true}},
		{"F15 F20 F21 F22", []string{"variant", "four-player", "mode", "cpu", "seat", "green", "option.stalemate", "0", "option.move_limit", " 200 ",
			"option.first_seat", "blue", "turn_limit", "30", "rotate_first", "false"},
			table.Open{Variant: "four-player", Options: rules.Options{"stalemate": "0", "move_limit": "200", "first_seat": "blue"},
				Chairs: []table.Chair{cpu, cpu, cpu, mine}, TurnLimit: 30}},
		{"F21 F25 toggles that are on", []string{"variant", "four-player", "mode", "cpu", "rotate_first", "false", "rotate_first", "true",
			"option.show_legal_moves", "false", "option.show_legal_moves", "true", "option.move_limit", ""},
			table.Open{Variant: "four-player", Chairs: []table.Chair{mine, cpu, cpu, cpu}, RotateFirst: true}},
		{"F23 empty seats", []string{"variant", "four-player", "mode", "same", "option.grey", "blue", "option.grey", "green"},
			table.Open{Variant: "four-player", Options: rules.Options{"grey": "blue,green"}, Chairs: []table.Chair{mine, nobody, mine, nobody}, RotateFirst: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, live := newSite()
			r := post(h, "/fr/tables", c.form...)
			if r.StatusCode != 303 || r.Header.Get("Location") != "/fr/t/abc" {
				t.Fatalf("status %d to %q", r.StatusCode, r.Header.Get("Location"))
			}
			got := live.opened[0]
			if got.Variant != c.want.Variant || !maps.Equal(got.Options, c.want.Options) || !slices.Equal(got.Chairs, c.want.Chairs) ||
				got.TurnLimit != c.want.TurnLimit || got.RotateFirst != c.want.RotateFirst || got.ByLot != c.want.ByLot || got.Host != me {
				t.Errorf("opened %+v\nwant   %+v", got, c.want)
			}
		})
	}
}

func TestFormsSayWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name string
		form []string
		id   string // of the element that tells, "" for the form's own
		text string
	}{
		{"no such option value", []string{"variant", "mcx4", "mode", "cpu", "option.play", "triple"}, "mcx4-option-play-fault", "Choisissez l’une"},
		{"F20 a word", []string{"variant", "four-player", "mode", "cpu", "option.move_limit", "cent"}, "four-player-option-move-limit-fault", "Écrivez un nombre entier de 1 à"},
		{"F20 zero", []string{"variant", "four-player", "mode", "cpu", "option.move_limit", "0"}, "four-player-option-move-limit-fault", "Écrivez un nombre"},
		{"F22 seven seconds", []string{"variant", "four-player", "mode", "cpu", "turn_limit", "7"}, "four-player-turn-limit-fault", "Choisissez l’une"},
		{"F23 one's own seat is empty", []string{"variant", "four-player", "mode", "cpu", "seat", "red", "option.grey", "red"}, "four-player-option-grey-fault", "ne peut pas rester vide"},
		{"F23 nobody is left", []string{"variant", "four-player", "mode", "same", "option.grey", "blue", "option.grey", "yellow", "option.grey", "green"}, "four-player-option-grey-fault", "au moins deux places"},
		{"A6 an option of another form", []string{"variant", "half-in", "mode", "cpu", "option.ep_identity", "nominal"}, "all-in-option-ep-identity-fault", "Échecs omnipotents"},
		{"no such seat", []string{"variant", "all-in", "mode", "cpu", "seat", "red"}, "all-in-seat-fault", "Choisissez l’une"},
		{"no such variant", []string{"variant", "chess", "mode", "cpu"}, "all-in-variant-fault", "Choisissez l’une"},
		{"no mode", []string{"variant", "mcx4"}, "", "Choisissez « Jouer »"},
		{"an option nobody has", []string{"variant", "mcx4", "mode", "cpu", "option.size", "9"}, "", "pas pu être ouverte"},
		{"F17 an option that the form does not show", []string{"variant", "four-player", "mode", "cpu", "option.lead", "maybe"}, "", "pas pu être ouverte"},
		{"a form too long", []string{"variant", "mcx4", "mode", "cpu", "x", strings.Repeat("x", maxForm)}, "", "pas pu être ouverte"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, live := newSite()
			r := post(h, "/fr/tables", c.form...)
			if r.StatusCode != 422 || len(live.opened) != 0 {
				t.Fatalf("status %d with %d tables opened", r.StatusCode, len(live.opened))
			}
			doc := parse(t, r)
			want := strings.NewReplacer("« ", "«\u00a0", " »", "\u00a0»").Replace(c.text)
			told := faultTexts(doc)
			if !strings.Contains(told[c.id], want) {
				t.Errorf("told %v, want «%s» at %q", told, want, c.id)
			}
			links := find(find(doc, "main")[0], "a")
			if to := attribute(links[0], "href"); !strings.HasPrefix(to, "#") || c.id != "" && to+"-fault" != "#"+c.id {
				t.Errorf("the summary leads to %s", to)
			}
			open := 0
			for _, d := range find(doc, "details") {
				for _, a := range d.Attr {
					if a.Key == "open" && attribute(d, "class") == "options" {
						open++
					}
				}
			}
			if open != 1 {
				t.Errorf("%d forms stand open", open)
			}
		})
	}
}

func faultTexts(doc *html.Node) map[string]string {
	told := map[string]string{}
	for _, p := range find(doc, "p") {
		if attribute(p, "class") == "fault" {
			told[attribute(p, "id")] = text(p)
		}
	}
	return told
}

func TestAWrongFormKeepsWhatWasChosen(t *testing.T) {
	h, _ := newSite()
	doc := parse(t, post(h, "/en/tables", "variant", "four-player", "mode", "cpu", "seat", "yellow", "option.stalemate", "0", "option.move_limit", "many",
		"option.grey", "blue", "option.show_legal_moves", "false", "rotate_first", "false"))
	state := map[string]string{}
	for _, n := range find(doc, "input") {
		value := "off"
		for _, a := range n.Attr {
			if a.Key == "checked" {
				value = "on"
			}
		}
		if attribute(n, "type") == "number" {
			value = attribute(n, "value")
		}
		state[attribute(n, "id")] = value
	}
	for id, want := range map[string]string{
		"four-player-seat-yellow": "on", "four-player-seat-red": "off", "four-player-option-stalemate-0": "on", "four-player-option-move-limit": "many",
		"four-player-option-grey-blue": "on", "four-player-option-grey-green": "off", "four-player-option-show-legal-moves": "off", "four-player-rotate-first": "off",
		"all-in-seat-white": "on", "mcx4-seat-wq-wk": "on",
	} {
		if state[id] != want {
			t.Errorf("%s is %q, want %q", id, state[id], want)
		}
	}
}

func FuzzForm(f *testing.F) {
	f.Add("variant=four-player&mode=cpu&option.grey=red&option.grey=&seat=lot&turn_limit=30")
	f.Add("variant=all-in&mode=same&option.ep_identity=nominal&seat=white%2Cblack")
	f.Add("variant=four-player&mode=same&option.move_limit=9999999999&option.lead=claim")
	f.Add("option.=&variant=&mode=x")
	f.Fuzz(func(t *testing.T, body string) {
		values, err := url.ParseQuery(body)
		if err != nil {
			return
		}
		words := web.Speak("en")
		q := request{Words: words, values: values, owner: me, draw: func(n int) int { return n / 2 }, faults: faults{}}
		open := q.open()
		if len(q.faults) == 0 {
			if _, err := table.Decide(table.New(), open, time.Unix(0, 0), catalog.Find); err != nil && !q.blame(err) {
				t.Fatalf("the table refuses what the form let pass: %v", err)
			}
		}
		if len(q.faults) == 0 {
			return
		}
		g := gameOf(values.Get("variant"))
		if g == nil {
			g = &games[0]
		}
		p := &page{Words: words}
		if list := faultsOf([]card{{form: p.formOf(*g, values, q.faults)}}); len(list) == 0 {
			t.Errorf("the form is refused without a reason; faults %v", q.faults)
		}
	})
}
