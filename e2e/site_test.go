package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// program builds melee once, for all tests that run it as a second process.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "melee-e2e-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "melee")
	build := exec.Command("go", "build", "-o", path, "melee/cmd/melee")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	return path, build.Run()
})

// A site is a running melee serve.
type site struct {
	*testing.T
	data, addr, url string
	process         *exec.Cmd
}

// serve starts a server over an empty file.
func serve(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, data: filepath.Join(t.TempDir(), "melee.db"), addr: "127.0.0.1:0"}
	t.Cleanup(func() { s.kill() })
	s.start()
	return s
}

var whereItIs = regexp.MustCompile(`http://(\S+)`)

// start starts the server and waits until it says where it is.
func (s *site) start() {
	s.Helper()
	path, err := program()
	if err != nil {
		s.Fatalf("melee does not build: %v", err)
	}
	s.process = exec.Command(path, "serve", "--addr", s.addr, "--data", s.data, "--comfort", "0s")
	s.process.Stderr = os.Stderr
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		s.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	found := whereItIs.FindStringSubmatch(line)
	if err != nil || found == nil {
		s.Fatalf("the server said %q, %v", line, err)
	}
	s.addr, s.url = found[1], "http://"+found[1]
}

// kill ends the server as a power cut would.
func (s *site) kill() {
	if s.process != nil {
		s.process.Process.Kill()
		s.process.Wait()
		s.process = nil
	}
}

// visit shows a page of the site; what goes wrong in it is noted from its first moment on.
func (s *site) visit(t *testing.T, on screen, path string, options ...chromedp.ContextOption) *tab {
	t.Helper()
	p := open(t, on, "about:blank", options...)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.faults=[];
			window.sockets=[];
			window.WebSocket=class extends WebSocket{constructor(...a){super(...a);sockets.push(this)}};
			addEventListener("error",e=>faults.push(String(e.message)));
			addEventListener("unhandledrejection",e=>faults.push(String(e.reason)));
			document.addEventListener("securitypolicyviolation",e=>faults.push("policy: "+e.violatedDirective+" "+e.blockedURI));`})
		return err
	}), chromedp.Navigate(s.url+path))
	return p
}

// begin presses a card's button on the front page and waits for the table.
func (p *tab) begin(game, mode string) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll("form[action$='/tables']")].find(f => f.querySelector("[name=variant]").value === %q).querySelector("button[value=%s]").click()`, game, mode)))
	p.do(chromedp.WaitVisible(chromedp.CSS("main[data-table] .table-board"))) // a selector survives the change of page
	p.until(`document.querySelectorAll(".table-board .man").length > 20`)
}

// plies is how many plies the page shows.
const plies = `document.querySelectorAll(".moves button.move").length`

// play makes moves by clicks; "survive" answers the dialog. Each is awaited in the move list.
func (p *tab) play(tokens string) {
	p.Helper()
	for _, token := range strings.Fields(tokens) {
		n := eval[int](p, plies)
		if token == "survive" {
			p.until(`document.querySelector("dialog.dialog-survival[open]")`)
			p.do(chromedp.Click(chromedp.CSS("dialog .future:first-of-type button")))
		} else {
			from, to := squares(token)
			p.click(from, to)
		}
		p.until(plies+` >= %d && !document.querySelector(".man.pending")`, n+1) // a premove may have followed at once
	}
}

var squareName = regexp.MustCompile(`[a-n][0-9]+`)

func squares(token string) (from, to string) {
	names := squareName.FindAllString(token, 2)
	return names[0], names[1]
}

// The shortest games there are with what the tests want to see.
const (
	allInMate      = "e7e6 f8c5 c5b6 h2h4 d8h4 b6f2"
	mcx4Survival   = "a2a4 b7b5 e1d3 i7i6 a1a3 b5a4 d3e5 h7h5 b2b3 a4b3 e5d7"
	mcx4AfterMate  = "b3c2 a3a7 c2d1r"
	fourPlayerGrey = "i2i4 b4c4 j13j11 m11l11 g2g4 b7c7 g13g12 m6k6 a8h1"
	fourPlayerRest = "f14m7 n7m7 h1g1 i14l11 m7f14"
)

func TestAWholeGameOfAllInChess(t *testing.T) {
	s := serve(t)
	for language, on := range map[string]screen{"fr": desktop, "en": phone} {
		t.Run(language, func(t *testing.T) {
			p := s.visit(t, on, "/"+language+"/")
			p.begin("all-in", "same")
			p.shoot("site-all-in-start-" + language)

			// A6: White has moved a knight of Black's; Black may not move it back.
			p.play("g8f6")
			p.until(`document.querySelector(".forbidden line")`)
			p.click("f6", "g8")
			p.until(`document.querySelector(".board-note").textContent.includes("(A6)")`)
			p.shoot("site-all-in-return-" + language)
			if n := eval[int](p, plies); n != 1 {
				t.Errorf("%d plies after a forbidden return, want 1", n)
			}
			p.play("b1c3 f6g8") // after another ply it may go back

			if on.touch {
				p.do(chromedp.Click(chromedp.CSS(".sheet-handle")))
				p.shoot("site-all-in-sheet-" + language)
			}
			p.do(chromedp.Click(chromedp.CSS(".deeds button:first-child")), chromedp.Click(chromedp.CSS("dialog .strong")))
			if on.touch {
				p.press(kb.Escape)
			}
			p.until(`document.querySelector(".result")`)
			p.do(chromedp.Click(chromedp.CSS(".result .strong")))
			p.until(`!document.querySelector(".result") && ` + plies + ` === 0`)
			p.play(allInMate)
			p.until(`document.querySelector(".result .ranking")`)
			p.shoot("site-all-in-mate-" + language)
			p.healthy()
		})
	}
}

func TestAWholeGameOfMCX4(t *testing.T) {
	s := serve(t)
	for language, on := range map[string]screen{"fr": phone, "en": desktop} {
		t.Run(language, func(t *testing.T) {
			p := s.visit(t, on, "/"+language+"/")
			p.begin("mcx4", "same")
			p.play(mcx4Survival)
			p.until(`document.querySelector("dialog.dialog-survival[open]")`)
			p.shoot("site-mcx4-choice-" + language)
			p.play("survive")
			p.until(`document.querySelector(".banner")`)
			if kings := eval[int](p, `document.querySelectorAll("melee-board.table-board .man").length`); kings >= 30 {
				t.Errorf("%d men are left after the survival: the King's have not gone", kings)
			}
			p.shoot("site-mcx4-alone-" + language)
			p.play(mcx4AfterMate)
			p.until(`document.querySelector(".result .ranking")`)
			p.shoot("site-mcx4-end-" + language)
			p.healthy()
		})
	}
}

func TestAWholeGameOfFourPlayerChess(t *testing.T) {
	s := serve(t)
	for language, on := range map[string]screen{"fr": desktop, "en": phone} {
		t.Run(language, func(t *testing.T) {
			p := s.visit(t, on, "/"+language+"/")
			p.begin("four-player", "same")
			p.shoot("site-four-player-start-" + language)
			p.play(fourPlayerGrey)
			p.until(`document.querySelectorAll(".man.grey").length >= 10 && document.querySelector(".banner")`)
			p.shoot("site-four-player-grey-" + language)
			p.play(fourPlayerRest)
			p.until(`document.querySelectorAll(".result .ranking li").length >= 3`)
			p.shoot("site-four-player-end-" + language)
			p.healthy()
		})
	}
}

// TestPlayAgainstTheComputer plays each game from its front-page button with
// one legal move or another, until it ends or has gone on for a while.
func TestPlayAgainstTheComputer(t *testing.T) {
	s := serve(t)
	for game, limit := range map[string]int{"all-in": 16, "mcx4": 24, "four-player": 32} {
		t.Run(game, func(t *testing.T) {
			p := s.visit(t, desktop, "/en/")
			p.begin(game, "cpu")
			for eval[int](p, plies) < limit {
				p.until(`document.querySelector(".seat.own.on-turn") || document.querySelector(".result") || document.querySelector("dialog[open]")`)
				if eval[bool](p, `!!document.querySelector(".result")`) {
					return
				}
				if eval[bool](p, `!!document.querySelector("dialog.dialog-survival[open]")`) {
					p.do(chromedp.Click(chromedp.CSS("dialog .future:first-of-type button")))
					p.until(`!document.querySelector("dialog[open]")`)
					continue
				}
				n := eval[int](p, plies)
				from, to := squares(p.firstLegal())
				p.click(from, to)
				p.until(`document.querySelector(".promotion, dialog[open]") || `+plies+` > %d`, n)
				if eval[bool](p, `!!document.querySelector(".promotion")`) {
					p.press(kb.Enter)
				}
				if eval[bool](p, `!!document.querySelector("dialog.dialog-abandon[open]")`) {
					p.do(chromedp.Click(chromedp.CSS("dialog .strong")))
				}
				p.until(plies+` > %d`, n)
			}
			p.shoot("site-cpu-" + game)
			p.healthy()
		})
	}
}

// firstLegal asks the server which moves this browser has, and returns one.
func (p *tab) firstLegal() string {
	p.Helper()
	token, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`fetch("/api/tables/" + document.querySelector("main").dataset.table).then(a => a.json()).then(v => v.legal[v.seq % v.legal.length])`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	return token
}

// TestAGameOutlivesItsServer kills the server in the middle of a game, with two
// tabs open, and finds the game again, exactly, in both and after a reload.
func TestAGameOutlivesItsServer(t *testing.T) {
	s := serve(t)
	first := s.visit(t, desktop, "/fr/")
	first.begin("four-player", "same")
	first.play(fourPlayerGrey)
	path := eval[string](first, `location.pathname`)
	second := s.visit(t, phone, path)
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
	case <-time.After(10 * time.Second):
		t.Error("the server is still there 10 seconds after SIGTERM")
	}
}

func TestWithoutScriptTheTableCanBeRead(t *testing.T) {
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
