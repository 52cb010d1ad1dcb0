package referee_test

import (
	"encoding/json"
	"strings"
	"testing"

	"melee/internal/referee"
	"melee/rules/catalog"
)

func answer(line string) string {
	return string(referee.New(catalog.Find).Answer(nil, []byte(line)))
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{
			"A9 a mate",
			`{"id":1,"variant":"all-in","start":"6bk/8/6PK/8/8/8/8/8 w - - 0 1","moves":["g6g7"]}`,
			`{"id":1,"position":"6bk/6P1/7K/8/8/8/8/8 b - - 0 1 -","turn":null,"legal":[],"check":["black"],"status":"ended",` +
				`"result":{"reason":"checkmate","ranking":[["white"],["black"]],"draw":false}}`,
		},
		{
			"A13 an id of another type",
			`{"id":{"game":["x",2]},"variant":"all-in","moves":["draw"]}`,
			`{"id":{"game":["x",2]},"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -","turn":null,"legal":[],"check":[],"status":"ended",` +
				`"result":{"reason":"agreement","ranking":[["white","black"]],"draw":true}}`,
		},
		{
			"M14 a choice",
			`{"id":"m","variant":"mcx4","options":{},"start":"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 -","moves":[]}`,
			`{"id":"m","position":"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 choice","turn":"wq","slot":"wk","legal":["decline","survive"],"check":["white"],"status":"choice"}`,
		},
		{
			"F14 points and no id",
			`{"variant":"four-player","options":{"move_limit":1},"start":null,"moves":["resign:red","resign:green","resign:blue"]}`,
			`{"id":null,"position":"Y-1,1,0,1-0,0,1,0-0,0,1,0-0,0,0,0-0-` +
				`x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/` +
				`dbR,dbP,10,dgP,dgR/dbN,dbP,10,dgP,dgN/dbB,dbP,10,dgP,dgB/dbQ,dbP,10,dgP,dgK/dbK,dbP,10,dgP,dgQ/dbB,dbP,10,dgP,dgB/dbN,dbP,10,dgP,dgN/dbR,dbP,10,dgP,dgR/` +
				`x,x,x,8,x,x,x/x,x,x,drP,drP,drP,drP,drP,drP,drP,drP,x,x,x/x,x,x,drR,drN,drB,drQ,drK,drB,drN,drR,x,x,x",` +
				`"turn":null,"legal":[],"check":[],"points":{"red":0,"blue":0,"yellow":0,"green":0},"status":"ended",` +
				`"result":{"reason":"eliminations","ranking":[["red","blue","yellow","green"]],"draw":false}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := answer(c.line); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, line string
		id         string // as JSON
		ply        int
		want       string // in the error
	}{
		{"text that is no JSON", `hello`, "null", 0, "not a line of JSON"},
		{"a list", `[1]`, "null", 0, "a request is a JSON object, not a JSON array"},
		{"null", `null`, "null", 0, "no variant is named"},
		{"an unfinished object whose id can be read", `{"id":"x7","variant":"all-in","moves":["e2e4"`, `"x7"`, 0, "not a line of JSON"},
		{"two objects", `{"id":1} {"id":2}`, "1", 0, "not a line of JSON"},
		{"moves of the wrong type", `{"moves":"e2e4","id":3}`, "3", 0, "moves must be a list of texts, not a JSON string"},
		{"a move of the wrong type", `{"moves":["e2e4",5],"id":3}`, "3", 0, "moves must be a list of texts, not a JSON number"},
		{"a start of the wrong type", `{"id":3,"start":5}`, "3", 0, "start must be text, not a JSON number"},
		{"no variant", `{"id":3}`, "3", 0, "no variant is named; there are all-in,"},
		{"an unknown variant", `{"id":3,"variant":"chess"}`, "3", 0, "no variant is called 'chess'; there are all-in,"},
		{"an unknown option", `{"id":3,"variant":"mcx4","options":{"play":"triple"}}`, "3", 0, "must be one of single, double"},
		{"a refused start", `{"id":3,"variant":"all-in","start":"8/8/8/8/8/8/8/K7 w - - 0 1"}`, "3", 0, "king"},
		{"an illegal move", `{"id":3,"variant":"all-in","moves":["e2e4","e7e5","e4e5"]}`, "3", 3, "'e4e5' is not a legal move"},
		{"a move that is none", `{"id":3,"variant":"all-in","moves":["castle"]}`, "3", 1, "'castle' is not a legal move"},
		{"a move that is too long", `{"id":3,"variant":"all-in","moves":["` + strings.Repeat("e", 33) + `"]}`, "3", 1, "at most 32 characters"},
		{"a choice nobody asked for", `{"id":3,"variant":"mcx4","moves":["survive"]}`, "3", 1, ""},
		{"a draw in Four-player (F26a)", `{"id":3,"variant":"four-player","moves":["draw"]}`, "3", 1, ""},
		{"a seat of another game", `{"id":3,"variant":"all-in","moves":["resign:red"]}`, "3", 1, "no seat is called 'red' in all-in"},
		{"a move after the end", `{"id":3,"variant":"all-in","moves":["draw","e2e4"]}`, "3", 2, "the game has ended"},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := answer(c.line)
			var got struct {
				ID    json.RawMessage
				Error string
				Ply   *int
			}
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if got.Error == "" || !strings.Contains(got.Error, c.want) {
				t.Errorf("error %q does not say %q", got.Error, c.want)
			}
			if got.Ply == nil || *got.Ply != c.ply {
				t.Errorf("the answer %s does not name ply %d", line, c.ply)
			}
			if string(got.ID) != c.id && !(got.ID == nil && c.id == "null") {
				t.Errorf("id %s, want %s", got.ID, c.id)
			}
		})
	}
}

func FuzzAnswer(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"variant":"all-in","moves":["e2e4","e7e5"]}`,
		`{"id":"x","variant":"mcx4","options":{"play":"double"},"start":"1k7/9/9/3Q~5/9/9/7PP/r7K wk - - 0 1 -","moves":["survive"]}`,
		`{"variant":"four-player","options":{"grey":["blue"],"setup":"classic"},"moves":["h2h4","resign:green"]}`,
		`{"variant":"mainly-in","start":"6bk/8/6PK/8/8/8/8/8 w - - 0 1","moves":["draw"]}`,
		`{"variant":"half-in","start":null,"moves":["time:white"]}`,
		`{"variant":"four-player","options":{"lead":"claim","resigned_king":"walking"},"moves":["resign:red","claim:blue"]}`,
		`{"variant":"four-player-teams","options":{"promotion_rank":8},"moves":["h2h4","time:green"]}`,
		`{"id":7,"variant":`, `[]`, `null`, `"`,
	} {
		f.Add([]byte(line))
	}
	r := referee.New(catalog.Find)
	f.Fuzz(func(t *testing.T, line []byte) {
		got := r.Answer(nil, line)
		var parts struct{ Position, Error *string }
		if err := json.Unmarshal(got, &parts); err != nil {
			t.Fatalf("%v in the answer %s", err, got)
		}
		if (parts.Position == nil) == (parts.Error == nil) {
			t.Errorf("the answer holds not exactly one of position and error: %s", got)
		}
	})
}

func BenchmarkAnswer(b *testing.B) {
	r := referee.New(catalog.Find)
	for _, variant := range []string{"all-in", "mcx4", "four-player"} {
		line := []byte(`{"id":12345,"variant":"` + variant + `","options":{},"start":null,"moves":[]}`)
		b.Run(variant, func(b *testing.B) {
			b.ReportAllocs()
			var answer []byte
			for b.Loop() {
				answer = r.Answer(answer[:0], line)
			}
		})
	}
}
