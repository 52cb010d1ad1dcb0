package diagram

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"melee/rules"
	"melee/rules/catalog"
)

func newGame(t testing.TB, variant, start string) rules.Game {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.New(v, nil, start)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// actions reads tokens played one after another.
func actions(t testing.TB, g rules.Game, tokens string) []rules.Action {
	t.Helper()
	g = g.Clone()
	var list []rules.Action
	for _, token := range strings.Fields(tokens) {
		a, err := rules.ParseAction(g, token)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Do(a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func TestFromGame(t *testing.T) {
	for variant, want := range map[string]Board{"all-in": startAllIn(), "mcx4": startMCX4(), "four-player": startFourPlayer()} {
		if diff := cmp.Diff(want, FromGame(newGame(t, variant, ""))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", variant, diff)
		}
	}
}

func TestFromGameRingsKingsInCheck(t *testing.T) {
	g := newGame(t, "all-in", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1 -")
	if got := FromGame(g).Checks; !slices.Equal(got, []rules.Square{square8.Square("e1")}) {
		t.Errorf("checks %v, want that of e1", got)
	}
}

func TestReplay(t *testing.T) {
	g := newGame(t, "four-player", "")
	before := g.Text()
	list := actions(t, g, "h2h4 b7d7 g13g12 m8k8 e1f3 resign:green")
	boards, err := Replay(g, list)
	if err != nil {
		t.Fatal(err)
	}
	if g.Text() != before {
		t.Error("the game has been changed")
	}
	if len(boards) != 7 {
		t.Fatalf("%d boards, want one before and one after each of 6 actions", len(boards))
	}
	sq := cross14.Square
	want := []Trace{{0, sq("e1"), sq("f3")}, {3, sq("m8"), sq("k8")}, {2, sq("g13"), sq("g12")}}
	if diff := cmp.Diff(want, boards[5].Traces); diff != "" {
		t.Errorf("traces (-want +got)\n%s", diff)
	}
	if !boards[6].Men[sq("n8")].IsGrey() {
		t.Error("green's king is not grey after he has resigned")
	}
}

func TestReplayNamesTheActionThatFails(t *testing.T) {
	g := newGame(t, "all-in", "")
	list := actions(t, g, "e2e4 e7e5")
	_, err := Replay(g, append(list, list[0]))
	var refusal rules.Refusal
	if err == nil || !strings.HasPrefix(err.Error(), "action 3 'e2e4': ") || !errors.As(err, &refusal) {
		t.Errorf("error %v, want action 3", err)
	}
}

const someGame = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4 e5d4"

// TestGIF plays the animation back: every frame must look like the PNG of its position.
func TestGIF(t *testing.T) {
	g := newGame(t, "all-in", "")
	boards, err := Replay(g, actions(t, g, someGame))
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Size: 320, Coordinates: true}
	var out bytes.Buffer
	if err := WriteGIF(&out, boards, o, Animation{Delay: 50, Hold: 300}); err != nil {
		t.Fatal(err)
	}
	movie, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != len(boards) || movie.LoopCount != 0 {
		t.Fatalf("%d frames, %d loops; want %d frames for ever", len(movie.Image), movie.LoopCount, len(boards))
	}
	if movie.Delay[0] != 50 || movie.Delay[len(boards)-1] != 300 {
		t.Errorf("delays %v, want 50 and at last 300", movie.Delay)
	}
	const lastColour = 255
	screen := image.NewRGBA(image.Rect(0, 0, movie.Config.Width, movie.Config.Height))
	for i, frame := range movie.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		want, err := render(boards[i], o)
		if err != nil {
			t.Fatal(err)
		}
		if mean, far := compare(screen, want); mean > 2 || far > 0.001 {
			t.Errorf("frame %d: mean difference %.2f, %.3f %% far off", i, mean, 100*far)
		}
		if i > 0 && frame.Rect.Dx()*frame.Rect.Dy() >= screen.Rect.Dx()*screen.Rect.Dy() {
			t.Errorf("frame %d is drawn whole", i)
		}
		// Only the colour that is transparent differs from the common palette.
		shared := movie.Config.ColorModel.(color.Palette)
		if len(frame.Palette) != len(shared) || !slices.Equal(frame.Palette[:lastColour], shared[:lastColour]) {
			t.Errorf("frame %d has a palette of its own", i)
		}
	}
}

func TestGIFIsSmall(t *testing.T) {
	g := newGame(t, "all-in", "")
	boards, err := Replay(g, actions(t, g, someGame))
	if err != nil {
		t.Fatal(err)
	}
	size := func(boards []Board) int {
		var out bytes.Buffer
		if err := WriteGIF(&out, boards, Options{Size: 320}, Animation{}); err != nil {
			t.Fatal(err)
		}
		return out.Len()
	}
	one, all := size(boards[:1]), size(boards)
	if perMove := (all - one) / (len(boards) - 1); perMove > one/6 {
		t.Errorf("the first frame takes %d bytes, each move %d more; want at most a sixth", one, perMove)
	}
}

func TestGIFStandsStill(t *testing.T) {
	var out bytes.Buffer
	if err := WriteGIF(&out, []Board{startAllIn(), startAllIn()}, Options{Size: 100}, Animation{}); err != nil {
		t.Fatal(err)
	}
	movie, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if got := movie.Image[1].Rect; got != image.Rect(0, 0, 1, 1) {
		t.Errorf("a position that does not change is drawn in %v, want one pixel", got)
	}
}

func TestGIFFaults(t *testing.T) {
	b := startAllIn()
	turned, wide := startAllIn(), startMCX4()
	turned.Bottom = 1
	for _, c := range []struct {
		name   string
		boards []Board
		o      Options
		a      Animation
		field  string
	}{
		{"no position", nil, Options{}, Animation{}, "game"},
		{"too many positions", make([]Board, MaxFrames+1), Options{}, Animation{}, "game"},
		{"another board", []Board{b, wide}, Options{}, Animation{}, "game"},
		{"turned", []Board{b, turned}, Options{}, Animation{}, "game"},
		{"too wide", []Board{b}, Options{Size: MaxGIFSize + 1}, Animation{}, "size"},
		{"negative delay", []Board{b}, Options{}, Animation{Delay: -1}, "delay"},
		{"endless delay", []Board{b}, Options{}, Animation{Hold: maxDelay + 1}, "delay"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := WriteGIF(&bytes.Buffer{}, c.boards, c.o, c.a); !hasFault(err, c.field) {
				t.Errorf("error %v, want a fault of %s", err, c.field)
			}
		})
	}
}

func BenchmarkGIF(b *testing.B) {
	g := newGame(b, "all-in", "")
	boards, err := Replay(g, actions(b, g, someGame))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := WriteGIF(&out, boards, Options{Size: 480}, Animation{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len()), "bytes")
	}
}
