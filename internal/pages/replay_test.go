package pages

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"melee/rules"
	"melee/web"
)

// games of the archive of tests, each played to its end.
var finished = map[string]struct{ variant, moves string }{
	"allin-1": {"all-in", "e7e6 f8c5 c5b6 h2h4 d8h4 b6f2"},
	"camps-1": {"mcx4", "a2a4 b7b5 e1d3 i7i6 a1a3 b5a4 d3e5 h7h5 b2b3 a4b3 e5d7 survive b3c2 a3a7 c2d1r"},
	"four-1":  {"four-player", "i2i4 b4c4 j13j11 m11l11 g2g4 b7c7 g13g12 m6k6 a8h1 f14m7 n7m7 h1g1 i14l11 m7f14"},
}

func read(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAFinishedGameIsReadPlyByPly(t *testing.T) {
	h, _ := newSite()
	for _, c := range []struct{ path, want string }{
		{"/fr/g/allin-1", "Victoire des Noirs"},
		{"/en/g/allin-1?ply=0", "Starting position"},
		{"/en/g/allin-1?ply=1", "White e6"},
		{"/fr/g/allin-1?ply=6", "Bxf2#"[1:]},
		{"/en/g/camps-1?ply=12", "survives and plays on alone"},
		{"/fr/g/four-1?ply=9", "Bleu Dxh1"},
		{"/en/g/four-1?ply=9", "0:52"},
		{"/en/g/four-1?ply=999", "Yellow is mated by Green"},
	} {
		r := ask(h, "GET", c.path, "")
		if text := read(t, r); r.StatusCode != 200 || !strings.Contains(text, c.want) {
			t.Errorf("%s: status %d without «%s»", c.path, r.StatusCode, c.want)
		}
	}
	if r := ask(h, "GET", "/en/g/nowhere-1", ""); r.StatusCode != 404 {
		t.Errorf("a game that is not there: status %d", r.StatusCode)
	}
}

// TestEveryPlyIsALink walks the whole game as who has no script does.
func TestEveryPlyIsALink(t *testing.T) {
	h, _ := newSite()
	for _, lang := range web.Languages {
		path, steps := replayPath(lang, "four-1")+"?ply=0", 0
		for path != "" {
			doc := parse(t, ask(h, "GET", path, ""))
			path = ""
			for _, a := range find(doc, "a") {
				if attribute(a, "title") == web.Speak(lang).Say("moves.next") {
					path = attribute(a, "href")
				}
			}
			if steps++; steps > 100 {
				t.Fatal("the game does not end")
			}
		}
		if steps != 15 {
			t.Errorf("%d pages, want the start and 14 plies", steps)
		}
	}
}

// TestTheReelLeadsToTheEnd adds up what each ply changes, as the script does.
func TestTheReelLeadsToTheEnd(t *testing.T) {
	h, _ := newSite()
	for id := range finished {
		record, err := newArchive().Record(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r := ask(h, "GET", gameFilePath(id, "replay.json"), "")
		var got reel
		if err := json.Unmarshal([]byte(read(t, r)), &got); err != nil {
			t.Fatal(err)
		}
		men := got.Start.Men
		for _, ply := range got.Plies {
			for square, man := range ply.Scene.Men {
				if man == "" {
					delete(men, square)
				} else {
					men[square] = man
				}
			}
		}
		end, err := record.Replay(nil)
		if err != nil {
			t.Fatal(err)
		}
		geo, stand := end.Geometry(), 0
		for i := range geo.Squares() {
			square := rules.Square(i)
			if man := end.At(square); man != 0 {
				stand++
				if men[geo.Name(square)] != manText(man) {
					t.Errorf("%s: %s on %s, want %s", id, men[geo.Name(square)], geo.Name(square), manText(man))
				}
			}
		}
		last := got.Plies[len(got.Plies)-1]
		if stand != len(men) || last.Scene.Position != end.Text() || len(got.Plies) != len(record.Plies) || got.Result == nil && record.Result != nil {
			t.Errorf("%s ends at %s, want %s", id, last.Scene.Position, end.Text())
		}
	}
}

func TestAGameIsSharedAsFiles(t *testing.T) {
	h, _ := newSite()
	for _, c := range []struct{ file, kind, begins string }{
		{"board.svg?ply=3", "image/svg+xml", "<svg"},
		{"board.pdf?ply=3&theme=print", "application/pdf", "%PDF-"},
		{"board.png?ply=2&bottom=black", "image/png", "\x89PNG"},
		{"game.gif", "image/gif", "GIF89a"},
		{"game.pgn", "application/x-chess-pgn", "["},
		{"game.json", "application/json", "{"},
	} {
		r := ask(h, "GET", gameFilePath("allin-1", c.file), "")
		if text := read(t, r); r.StatusCode != 200 || r.Header.Get("Content-Type") != c.kind || !strings.HasPrefix(text, c.begins) {
			t.Errorf("%s: status %d, %s, %.20q", c.file, r.StatusCode, r.Header.Get("Content-Type"), text)
		}
	}
	animation, err := gif.DecodeAll(strings.NewReader(read(t, ask(h, "GET", gameFilePath("allin-1", "game.gif"), ""))))
	if err != nil || len(animation.Image) != 7 {
		t.Errorf("an animation of %d pictures, want 7: %v", len(animation.Image), err)
	}
	white := read(t, ask(h, "GET", gameFilePath("allin-1", "board.png?ply=1"), ""))
	black := read(t, ask(h, "GET", gameFilePath("allin-1", "board.png?ply=1&bottom=black"), ""))
	if _, err := png.Decode(strings.NewReader(white)); err != nil || bytes.Equal([]byte(white), []byte(black)) {
		t.Errorf("the board is not turned: %v", err)
	}
	for _, file := range []string{"game.pgn4", "game.exe", "board.bmp", "game."} { // PGN4 does not hold All-in chess
		if r := ask(h, "GET", gameFilePath("allin-1", file), ""); r.StatusCode != 404 {
			t.Errorf("%s: status %d", file, r.StatusCode)
		}
	}
	if r := ask(h, "GET", gameFilePath("four-1", "game.pgn4"), ""); r.StatusCode != 200 || !strings.Contains(r.Header.Get("Content-Disposition"), "melee-four-1.pgn4") {
		t.Errorf("PGN4: status %d, %v", r.StatusCode, r.Header)
	}
}

func TestOtherSitesMayShowAGameAlone(t *testing.T) {
	h, _ := newSite()
	frame, page := ask(h, "GET", "/en/g/four-1/embed?ply=3", ""), ask(h, "GET", "/en/g/four-1", "")
	if policy := frame.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors *") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy of the frame: %s", policy)
	}
	if text := read(t, frame); strings.Contains(text, "<form") || !strings.Contains(text, "data-replay") {
		t.Error("the frame has forms, or no player")
	}
	if policy := page.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("policy of the page: %s", policy)
	}
	if text := read(t, page); !strings.Contains(text, "&lt;iframe src=&#34;http://example.com/en/g/four-1/embed&#34;") {
		t.Error("the page does not say how the game is embedded")
	}
}
