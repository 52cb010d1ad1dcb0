package e2e

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// TestACameraReadsTheInvitation reads the QR codes off the pages as they are
// shown: the table's with and without script, and a seat's own picture.
func TestACameraReadsTheInvitation(t *testing.T) {
	t.Parallel()
	s := serve(t)
	setup := map[string]any{"variant": "mcx4", "seats": []map[string]any{{"player": "me"}, {"player": "open"}, {"player": "open"}, {"player": "open"}}}
	for language, on := range map[string]screen{"fr": phone, "en": {width: 1280, height: 800, dark: true}} {
		g := s.gather(t, on, language, setup)
		host := g.tabs[0]
		host.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".invitation details summary").click()`))
		host.until(`document.querySelector("img.qr")?.complete && document.querySelector("img.qr").naturalWidth > 0`)
		if got := host.scan("img.qr"); got != s.url+g.path {
			t.Errorf("the table's code says %q, want %q", got, s.url+g.path)
		}
		host.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll(".invitation summary")].at(-1).click()`))
		link := eval[string](host, `document.querySelector(".seat-links input").value`)
		picture := eval[string](host, `document.querySelector(".seat-links a").href`)
		if !strings.HasPrefix(link, s.url+g.path+"?seat=") {
			t.Errorf("the first seat's link is %q", link)
		}
		host.do(chromedp.Navigate(picture))
		if got := host.scan("svg"); got != link {
			t.Errorf("the seat's code says %q, want %q", got, link)
		}
		host.scripts(false)
		host.do(chromedp.Navigate(s.url+g.path), chromedp.WaitVisible(chromedp.CSS("svg.qr")))
		if got := host.scan("svg.qr"); got != s.url+g.path {
			t.Errorf("without script the table's code says %q, want %q", got, s.url+g.path)
		}
	}
}

// scan reads the QR code that an element shows, from a picture of the screen.
func (p *tab) scan(selector string) string {
	p.Helper()
	type box struct{ X, Y, W, H float64 }
	at := eval[box](p, `(() => {
		const element = document.querySelector(%q);
		element.scrollIntoView({ block: "center", behavior: "instant" });
		const { x, y, width, height } = element.getBoundingClientRect();
		return { X: x * devicePixelRatio, Y: y * devicePixelRatio, W: width * devicePixelRatio, H: height * devicePixelRatio };
	})()`, selector)
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	screen, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		p.Fatal(err)
	}
	cut := image.NewRGBA(image.Rect(0, 0, int(at.W), int(at.H)))
	draw.Draw(cut, cut.Bounds(), screen, image.Pt(int(at.X), int(at.Y)), draw.Src)
	pixels, err := gozxing.NewBinaryBitmapFromImage(cut)
	if err != nil {
		p.Fatal(err)
	}
	text, err := qrcode.NewQRCodeReader().Decode(pixels, nil)
	if err != nil {
		p.Fatalf("no reader reads the code at %s: %v", selector, err)
	}
	return text.GetText()
}
