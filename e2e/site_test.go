package e2e

import (
	"bufio"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAGameOutlivesItsServer kills the server in the middle of a game, with two
// tabs open, and finds the game again, exactly, in both and after a reload.
func TestAGameOutlivesItsServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	first := s.visit(t, desktop, "/fr/")
	first.begin("four-player", "same")
	first.play(fourPlayerGrey)
	path := eval[string](first, `location.pathname`)
	second := first.beside(phone, "about:blank")
	second.noteFaults()
	second.do(chromedp.Navigate(s.url + path))
	second.until(plies + ` === 9`)
	position := `document.querySelector(".position-text code").textContent`
	before := eval[string](first, "%s", position)

	s.kill()
	first.until(`document.querySelector(".connection").textContent !== ""`)
	s.start()
	for name, p := range map[string]*tab{"first": first, "second": second} {
		p.until(`document.querySelector(".connection").textContent === ""`)
		if got := eval[string](p, "%s", position); got != before {
			t.Errorf("%s tab after the restart: %s, want %s", name, got, before)
		}
	}
	first.do(chromedp.Reload())
	first.until(plies + ` === 9`)
	if got := eval[string](first, "%s", position); got != before {
		t.Errorf("after a reload: %s, want %s", got, before)
	}
	first.play(fourPlayerRest)
	second.until(`document.querySelector(".result")`)
	second.healthy()
}

// TestTheServerStopsWhenAsked holds that streams do not keep it from ending.
func TestTheServerStopsWhenAsked(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := s.visit(t, desktop, "/en/")
	p.begin("all-in", "cpu")
	s.process.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- s.process.Wait() }()
	select {
	case err := <-ended:
		s.process = nil
		if err != nil {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(patience):
		t.Error("the server is still there after SIGTERM")
	}
}

func TestWithoutScriptTheTableCanBeRead(t *testing.T) {
	t.Parallel()
	s := serve(t)
	client := &http.Client{}
	resp, err := client.PostForm(s.url+"/fr/tables", map[string][]string{"variant": {"mcx4"}, "mode": {"same"}})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var body strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&body); err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 || !strings.Contains(resp.Request.URL.Path, "/fr/t/") || !strings.Contains(body.String(), "<svg") {
		t.Errorf("%s answers %d without a board", resp.Request.URL, resp.StatusCode)
	}
}
