package diagram

import (
	"bytes"
	"image"
	"image/png"
	"os/exec"
	"testing"
)

// TestPNGAgainstRsvg compares our pixels with those that another program
// makes of our SVG. Letters are left out: the typefaces differ.
func TestPNGAgainstRsvg(t *testing.T) {
	program, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Fatal("rsvg-convert is needed to check the pictures; the Debian package is librsvg2-bin")
	}
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			b, o := g.board(), g.options
			b.Caption, o.Coordinates = "", false
			ours, err := render(b, o)
			if err != nil {
				t.Fatal(err)
			}
			var out, complaint bytes.Buffer
			cmd := exec.Command(program, "--format=png")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader([]byte(svg(t, b, o))), &out, &complaint
			if err := cmd.Run(); err != nil {
				t.Fatalf("rsvg-convert: %v: %s", err, complaint.String())
			}
			theirs, err := png.Decode(&out)
			if err != nil {
				t.Fatal(err)
			}
			if ours.Bounds() != theirs.Bounds() {
				t.Fatalf("size %v, rsvg-convert has %v", ours.Bounds(), theirs.Bounds())
			}
			mean, far := compare(ours, theirs)
			t.Logf("mean difference %.2f of 255, %.3f %% of the pixels differ by more than 64", mean, 100*far)
			if mean > 1 || far > 0.002 {
				t.Errorf("mean difference %.2f of 255 (at most 1), %.3f %% of the pixels differ by more than 64 (at most 0.2)", mean, 100*far)
			}
		})
	}
}

// compare returns the mean difference of all channels and the share of pixels that are far off.
func compare(a, b image.Image) (mean, far float64) {
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			worst := 0
			for _, d := range [...]int{int(r1>>8) - int(r2>>8), int(g1>>8) - int(g2>>8), int(b1>>8) - int(b2>>8)} {
				d = max(d, -d)
				mean += float64(d)
				worst = max(worst, d)
			}
			if worst > 64 {
				far++
			}
		}
	}
	n := float64(r.Dx() * r.Dy())
	return mean / (3 * n), far / n
}

func TestPNG(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := WritePNG(&out, g.board(), g.options); err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(&out)
			if err != nil {
				t.Fatal(err)
			}
			if img.Bounds().Dx() != g.options.Size {
				t.Errorf("%d pixels wide, want %d", img.Bounds().Dx(), g.options.Size)
			}
			if !img.(interface{ Opaque() bool }).Opaque() {
				t.Error("is transparent in places")
			}
		})
	}
}

// TestLettersAreSet holds that coordinates and caption leave ink on the paper.
func TestLettersAreSet(t *testing.T) {
	b := startAllIn()
	b.Caption = "White to move"
	o := Options{Size: 400, Coordinates: true}
	with, err := render(b, o)
	if err != nil {
		t.Fatal(err)
	}
	paper, ink := rgb(o.theme().Paper), rgb(o.theme().Ink)
	darkest := 255
	for y := 400; y < with.Bounds().Dy(); y++ {
		for x := range 400 {
			if c := with.RGBAAt(x, y); c != paper {
				darkest = min(darkest, int(c.R))
			}
		}
	}
	if darkest > int(ink.R)+20 {
		t.Errorf("the darkest pixel of the caption has %d, want about %d", darkest, ink.R)
	}
}

// TestSignsInCaptions holds that all four signs are drawn, each differently.
func TestSignsInCaptions(t *testing.T) {
	pictures := map[string]string{}
	for _, sign := range []string{"●", "▲", "■", "◆", "\U0010fffd"} {
		b := startAllIn()
		b.Caption = sign
		img, err := render(b, Options{Size: 400})
		if err != nil {
			t.Fatal(err)
		}
		pixels := string(img.Pix[img.PixOffset(0, 400):])
		if other, ok := pictures[pixels]; ok {
			t.Errorf("%q looks like %q", sign, other)
		}
		pictures[pixels] = sign
	}
}

func BenchmarkPNG(b *testing.B) {
	for _, c := range []struct {
		name  string
		board Board
		size  int
	}{{"all-in 400", startAllIn(), 400}, {"four-player 1200", busyFourPlayer(), 1200}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var out bytes.Buffer
				if err := WritePNG(&out, c.board, Options{Size: c.size, Coordinates: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSVG(b *testing.B) {
	b.ReportAllocs()
	board := busyFourPlayer()
	for b.Loop() {
		var out bytes.Buffer
		if err := WriteSVG(&out, board, Options{Coordinates: true}); err != nil {
			b.Fatal(err)
		}
	}
}
