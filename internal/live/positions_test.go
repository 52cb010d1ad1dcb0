package live_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"melee/internal/live"
	"melee/rules"
	"melee/rules/catalog"
)

// A shown line is what POST /api/positions answers, as far as tests look at it.
type shown struct {
	Code, Text string
	Variant    string
	Start      string
	Seats      []string
	Position   string
	Scene      scene
	Plies      []struct {
		N               int
		Seat            int
		Token, SAN      string
		Taken, From, To string
		Effects         []struct{ Kind, Rule string }
		Scene           scene
	}
	Legal, Abandons, Choices []string
	Claims                   []int
	Result                   *struct{ Reason string }
}

type scene struct {
	Status  string
	Turn    *int
	Men     map[string]string
	Check   []string
	Points  []int
	Barred  string
	Slot    *int
	Hash    string
	Forbids string `json:"forbidden"`
}

// ask posts to an address below /api/positions.
func (d *device) ask(path, body string) (int, string) {
	d.Helper()
	req, err := http.NewRequestWithContext(d.Context(), "POST", d.url+"/api/positions"+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Cookie", "melee_device="+d.Device())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		d.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		d.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func (d *device) line(body string) (int, shown) {
	d.Helper()
	status, text := d.ask("", body)
	var s shown
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		d.Fatalf("%s: %v: %s", body, err, text)
	}
	return status, s
}

func TestPositions(t *testing.T) {
	d := newSite(t).device()

	t.Run("what a line leads to, in whatever form its moves are", func(t *testing.T) {
		status, s := d.line(`{"variant":"all-in","moves":["e4","e7e5","Ng1-f3"]}`)
		if status != 200 || len(s.Plies) != 3 || s.Plies[0].Token != "e2e4" || s.Plies[2].SAN != "Nf3" {
			t.Fatalf("%d %+v", status, s)
		}
		if m := s.Plies[0].Scene.Men; len(m) != 2 || m["e2"] != "" || m["e4"] != "0P" {
			t.Errorf("A ply tells the men that changed, not %v", m)
		}
		if len(s.Scene.Men) != 32 || *s.Plies[2].Scene.Turn != 1 {
			t.Errorf("start %v, turn %v", s.Scene.Men, s.Plies[2].Scene.Turn)
		}
		if f := s.Plies[2].Scene.Forbids; f != "f3g1" {
			t.Errorf("A6 forbids f3g1, not '%s'", f)
		}
		if len(s.Legal) < 20 || slices.Contains(s.Legal, "f3g1") {
			t.Errorf("legal moves: %v", s.Legal)
		}
	})
	t.Run("from where the client knows it", func(t *testing.T) {
		_, whole := d.line(`{"variant":"four-player","moves":["h2h3","b7c7","g13g12","m8l8"]}`)
		_, part := d.line(`{"variant":"four-player","moves":["h2h3","b7c7","g13g12","m8l8"],"from":3}`)
		if len(part.Plies) != 1 || part.Plies[0].N != 4 || part.Position != whole.Position || len(part.Scene.Men) != 64 {
			t.Errorf("%+v", part)
		}
	})
	t.Run("a choice that is open (M14)", func(t *testing.T) {
		_, s := d.line(`{"variant":"mcx4","options":{"play":"double"},"start":"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 -"}`)
		if !slices.Equal(s.Choices, []string{"survive", "decline"}) || len(s.Legal) != 0 || s.Scene.Status != "choice" {
			t.Errorf("%+v", s)
		}
	})
	t.Run("effects, a result and no moves after it", func(t *testing.T) {
		status, s := d.line(`{"variant":"four-player","moves":["resign:red","resign:blue","resign:yellow"]}`)
		if status != 200 {
			t.Fatal(s.Text)
		}
		if s.Result == nil || len(s.Legal) != 0 || s.Plies[0].Effects[0].Kind != "elimination" || s.Plies[2].Scene.Status != "ended" || s.Plies[2].Scene.Turn != nil {
			t.Errorf("%+v", s)
		}
	})
	for name, c := range map[string]struct {
		body   string
		status int
		tells  string
	}{
		"an illegal ply is named": {`{"variant":"all-in","moves":["e2e4","e2e4"]}`, 422, "ply 2"},
		"unknown variant":         {`{"variant":"ludo"}`, 400, "all-in"},
		"a wrong position":        {`{"variant":"all-in","start":"8/8/8/8/8/8/8/8 w - - 0 1"}`, 400, "king"},
		"from beyond the end":     {`{"variant":"all-in","moves":["e4"],"from":2}`, 400, "from"},
		"what is no field":        {`{"variant":"all-in","move":"e4"}`, 400, "move"},
		"too many plies":          {`{"variant":"all-in","moves":[` + strings.Repeat(`"e4",`, 4000) + `"e4"]}`, 400, "4000"},
		"too long":                {`{"variant":"all-in","start":"` + strings.Repeat("8", 300<<10) + `"}`, 400, "large"},
	} {
		t.Run(name, func(t *testing.T) {
			if status, s := d.line(c.body); status != c.status || !strings.Contains(s.Text, c.tells) {
				t.Errorf("%d %s %s; want %d and '%s'", status, s.Code, s.Text, c.status, c.tells)
			}
		})
	}
}

// The scenes of a game, put one upon the other, are the positions of the game.
func TestScenesAddUp(t *testing.T) {
	d := newSite(t).device()
	rapid.Check(t, func(r *rapid.T) {
		of := rapid.SampledFrom(catalog.All()).Draw(r, "variant")
		g, err := of.New(of, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for n := rapid.IntRange(0, 60).Draw(r, "plies"); n > 0 && g.Outcome() == nil; n-- {
			a := rules.Action{Act: rules.Survive}
			if g.Status() == rules.Playing {
				a = rules.Action{Act: rules.MakeMove, Move: rapid.SampledFrom(g.Moves(nil)).Draw(r, "move")}
			}
			moves = append(moves, a.Text(of, g.Geometry()))
			if _, err := g.Do(a); err != nil {
				t.Fatal(err)
			}
		}
		body, _ := json.Marshal(map[string]any{"variant": of.Name, "moves": moves})
		status, s := d.line(string(body))
		if status != 200 {
			r.Fatalf("%s: %d %s", body, status, s.Text)
		}
		men := s.Scene.Men
		for _, p := range s.Plies {
			for sq, man := range p.Scene.Men {
				if men[sq] = man; man == "" {
					delete(men, sq)
				}
			}
		}
		count := 0
		for i := range g.Geometry().Squares() {
			if man := g.At(rules.Square(i)); man != 0 {
				count++
				if got := men[g.Geometry().Name(rules.Square(i))]; got != live.ManText(man) {
					r.Fatalf("%s: '%s' instead of '%s'", g.Geometry().Name(rules.Square(i)), got, live.ManText(man))
				}
			}
		}
		if count != len(men) || s.Position != g.Text() || len(s.Legal) != len(g.Moves(nil)) {
			r.Fatalf("%d men for %d, position %s for %s, %d moves", len(men), count, s.Position, g.Text(), len(s.Legal))
		}
	})
}

func TestReadAndWriteGames(t *testing.T) {
	d := newSite(t).device()
	read := func(text, variant string) (int, string) {
		body, err := json.Marshal(map[string]string{"text": text, "variant": variant})
		if err != nil {
			t.Fatal(err)
		}
		return d.ask("/read", string(body))
	}
	const pgn = "[Variant \"All-in\"]\n\n1. e4 (1. d4 Nf6) 1... Nf6 2. Nc3! {good} *\n"
	for name, c := range map[string]struct {
		text, variant string
		status        int
		tells         []string
	}{
		"a position":            {"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "", 200, []string{`"variant":"all-in"`, `"start":"8/8`}},
		"a position of":         {"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "half-in", 200, []string{`"variant":"half-in"`}},
		"PGN with variations":   {pgn, "", 200, []string{`"variations":[["d2d4","g8f6"]]`, `"nags":[1]`, `"good"`}},
		"nothing":               {"  ", "", 400, []string{"empty"}},
		"what nobody can read":  {"hello", "", 400, nil},
		"a record":              {`{"variant":"mcx4","moves":["a2a3"]}`, "", 200, []string{`"mcx4"`, "a2a3"}},
		"an illegal PGN":        {"[Variant \"All-in\"]\n\n1. Qh5 *\n", "", 400, []string{"line 3"}},
		"a position of nothing": {"8/8/8/8/8/8/8/8 w - - 0 1", "", 400, []string{"king"}},
	} {
		t.Run(name, func(t *testing.T) {
			status, text := read(c.text, c.variant)
			if status != c.status {
				t.Fatalf("%d %s", status, text)
			}
			for _, tell := range c.tells {
				if !strings.Contains(text, tell) {
					t.Errorf("%s does not say %s", text, tell)
				}
			}
		})
	}
	t.Run("written and read again", func(t *testing.T) {
		_, record := read(pgn, "")
		status, text := d.ask("/write?format=pgn", record)
		if status != 200 || !strings.Contains(text, "(1. d4 Nf6)") {
			t.Fatalf("%d %s", status, text)
		}
		if _, again := read(text, ""); again != record {
			t.Errorf("%s\nis not\n%s", again, record)
		}
		if status, text := d.ask("/write?format=pgn4", record); status != 400 || !strings.Contains(text, "PGN4") {
			t.Errorf("PGN4 of all-in: %d %s", status, text)
		}
		if status, text := d.ask("/write?format=doc", record); status != 400 || !strings.Contains(text, "pgn4") {
			t.Errorf("no such format: %d %s", status, text)
		}
	})
}

// One device cannot have games replayed without end.
func TestReplayIsLimited(t *testing.T) {
	d := newSiteWith(t, live.Config{Limits: live.Limits{Commands: 1}}).device()
	var moves []string
	for range 200 {
		moves = append(moves, "g1f3", "g8f6", "b1c3", "b8c6", "a2a3")
	}
	body := fmt.Sprintf(`{"variant":"all-in","moves":["%s"]}`, strings.Join(moves, `","`))
	refused := false
	for range 4 {
		status, _ := d.line(body)
		refused = refused || status == http.StatusTooManyRequests
	}
	if !refused {
		t.Error("four replays of a thousand plies were played for a device that may do one thing a second")
	}
}
