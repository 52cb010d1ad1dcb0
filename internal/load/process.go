package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// startWithin is how long a server may take to listen.
const startWithin = 2 * time.Minute

// A process is a server that was started here.
type process struct {
	target      Target
	dir         string
	addr, debug string
	url         string
	cmd         *exec.Cmd
	ended       chan struct{}
}

// launch starts a server over an empty file.
func launch(ctx context.Context, t Target) (*process, error) {
	dir, err := os.MkdirTemp(t.Data, "melee-bench-")
	if err != nil {
		return nil, err
	}
	p := &process{target: t, dir: dir}
	for _, addr := range []*string{&p.addr, &p.debug} {
		if *addr, err = freeAddr(); err != nil {
			return nil, err
		}
	}
	p.url = "http://" + p.addr
	if err := p.start(ctx); err != nil {
		p.remove()
		return nil, err
	}
	return p, nil
}

// freeAddr returns an address that nobody listens on now.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// start runs the program until it listens.
func (p *process) start(ctx context.Context) error {
	// Limits are for people; a benchmark asks for more than any of them.
	p.cmd = exec.CommandContext(ctx, p.target.Program, "serve", "--addr", p.addr, "--debug", p.debug, "--rate", "0",
		"--data", filepath.Join(p.dir, "melee.db"), "--durability", p.target.Durability)
	p.cmd.Stderr = p.target.Log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("the server cannot be started: %w", err)
	}
	listens := make(chan bool, 1)
	p.ended = make(chan struct{})
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if strings.Contains(lines.Text(), "http://") {
				listens <- true
				break
			}
		}
		// The rest is read so that the program never waits for a reader.
		_, _ = io.Copy(io.Discard, out)
		// How it ended is told by what it said.
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	select {
	case <-listens:
		return nil
	case <-p.ended:
		return errors.New("the server ended before it listened")
	case <-time.After(startWithin):
		return errors.New("the server does not listen")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// kill ends the server at once, as a crash would.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended already
	<-p.ended
}

// remove ends the server and takes its file away.
func (p *process) remove() {
	if p.ended != nil {
		p.kill()
	}
	_ = os.RemoveAll(p.dir) // a file left behind in a temporary folder is no reason to fail
}

// memory is what the runtime says of itself after collecting its garbage.
type memory struct {
	Heap, Stacks int64 // bytes
	Goroutines   int
	Resident     int64 // bytes, as the system counts them; 0 if it does not tell
}

// memory asks the server, which collects its garbage first.
func (p *process) memory(ctx context.Context) (memory, error) {
	for range 2 { // finalizers free at the first what the second then counts
		if _, err := p.get(ctx, "/debug/pprof/heap?gc=1"); err != nil {
			return memory{}, err
		}
	}
	text, err := p.get(ctx, "/debug/vars")
	if err != nil {
		return memory{}, err
	}
	var vars struct {
		Memstats struct{ HeapAlloc, StackInuse int64 }
	}
	if err := json.Unmarshal(text, &vars); err != nil {
		return memory{}, err
	}
	m := memory{Heap: vars.Memstats.HeapAlloc, Stacks: vars.Memstats.StackInuse, Resident: resident(p.cmd.Process.Pid)}
	text, err = p.get(ctx, "/debug/pprof/goroutine?debug=1")
	if err == nil {
		_, err = fmt.Sscanf(string(text), "goroutine profile: total %d", &m.Goroutines)
	}
	return m, err
}

func (p *process) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.debug+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// cpu returns the processor time the server has used; 0 for one that runs elsewhere.
func (b *bench) cpu() time.Duration {
	if b.server == nil {
		return 0
	}
	return processorTime(b.server.cmd.Process.Pid)
}

// waited returns how long the server's threads have waited for a processor.
func (b *bench) waited() time.Duration {
	if b.server == nil {
		return 0
	}
	return queueTime(b.server.cmd.Process.Pid)
}
