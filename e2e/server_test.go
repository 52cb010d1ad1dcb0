package e2e

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// program builds melee once, for all tests that run it as a second process.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "melee-e2e-")
	if err != nil {
		return "", err
	}
	closings = append(closings, func() { os.RemoveAll(folder) })
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
	s := &site{T: t, data: filepath.Join(t.TempDir(), "melee.db"), addr: freeAddress(t)}
	t.Cleanup(func() { s.kill() })
	s.start()
	return s
}

// freeAddress returns one that nobody listens at. Its port is below those that
// systems give to connections, so that it is still free when a server comes back.
func freeAddress(t *testing.T) string {
	t.Helper()
	var err error
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))); err == nil {
			l.Close()
			return l.Addr().String()
		}
	}
	t.Fatal(err)
	return ""
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
func (s *site) visit(t *testing.T, on screen, path string) *tab {
	t.Helper()
	p := open(t, on, "about:blank")
	p.noteFaults()
	p.do(chromedp.Navigate(s.url + path))
	return p
}

// noteFaults keeps what goes wrong in the pages to come, and their sockets.
func (p *tab) noteFaults() {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.faults=[];
			window.sockets=[];
			window.WebSocket=class extends WebSocket{constructor(...a){super(...a);sockets.push(this)}};
			addEventListener("error",e=>faults.push(String(e.message)));
			addEventListener("unhandledrejection",e=>faults.push(String(e.reason)));
			document.addEventListener("securitypolicyviolation",e=>faults.push("policy: "+e.violatedDirective+" "+e.blockedURI));`})
		return err
	}))
}
