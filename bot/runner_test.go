package bot_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"melee/bot"
)

// A desk is a server that tells what a test wants and notes what is asked of it.
type desk struct {
	*testing.T
	url    string
	asked  chan string // "POST /api/…", without what is only asked for by GET
	events chan string // lines of the event stream; "" ends it
	games  chan string // lines of the game stream; "" ends it

	mu      sync.Mutex
	refuses []int // statuses with which the next posts are refused
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, asked: make(chan string, 64), events: make(chan string, 64), games: make(chan string, 64)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/account", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"id":"me","name":"Anne","title":"BOT"}`)
	})
	mux.HandleFunc("GET /api/stream/event", func(w http.ResponseWriter, r *http.Request) { stream(w, r, d.events) })
	mux.HandleFunc("GET /api/bot/game/stream/{id}", func(w http.ResponseWriter, r *http.Request) { stream(w, r, d.games) })
	mux.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		d.mu.Lock()
		status := http.StatusOK
		if len(d.refuses) > 0 {
			status, d.refuses = d.refuses[0], d.refuses[1:]
		}
		d.mu.Unlock()
		d.asked <- strings.TrimSpace(r.URL.Path + " " + string(body))
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"ok":true,"code":"%d","text":"as the test wants"}`, status)
	})
	server := httptest.NewServer(mux)
	d.url = server.URL
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return d
}

// stream sends the lines of a channel until one is "" or the reader goes.
func stream(w http.ResponseWriter, r *http.Request, lines <-chan string) {
	w.WriteHeader(http.StatusOK)
	for {
		http.NewResponseController(w).Flush()
		select {
		case line := <-lines:
			if line == "" {
				return
			}
			fmt.Fprintln(w, line)
		case <-r.Context().Done():
			return
		}
	}
}

// expects waits for a post.
func (d *desk) expects(want string) {
	d.Helper()
	select {
	case got := <-d.asked:
		if !strings.HasPrefix(got, want) {
			d.Fatalf("asked for %s, want %s", got, want)
		}
	case <-time.After(time.Minute):
		d.Fatalf("nobody asks for %s", want)
	}
}

// A scripted engine answers each "go" with the next of its moves; at "crash" it ends, at "hang" it says nothing but when it is stopped.
type scripted struct {
	io.Reader
	io.WriteCloser
}

func (s scripted) Close() error { return s.WriteCloser.Close() }

// engines returns what starts engines, which share the moves and tell what they are asked.
func engines(moves ...string) (start func() (bot.Pipe, error), heard func() []string, hung <-chan bool) {
	var mu sync.Mutex
	var all []string
	hangs := make(chan bool, 1)
	start = func() (bot.Pipe, error) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		go func() {
			defer outW.Close()
			for lines := bufio.NewScanner(inR); lines.Scan(); {
				line := lines.Text()
				mu.Lock()
				all = append(all, line)
				mu.Unlock()
				switch word, _, _ := strings.Cut(line, " "); word {
				case "uci":
					io.WriteString(outW, "id name Script 1\noption name UCI_Variant type combo default all-in var all-in var mcx4\noption name play type combo default single var single var double\nuciok\n")
				case "isready":
					io.WriteString(outW, "readyok\n")
				case "go":
					mu.Lock()
					move := moves[0]
					moves = moves[1:]
					mu.Unlock()
					if move == "crash" {
						inR.Close()
						return
					}
					if move == "hang" {
						hangs <- true
						continue
					}
					io.WriteString(outW, "bestmove "+move+"\n")
				case "stop":
					io.WriteString(outW, "bestmove a1a1\n")
				}
			}
		}()
		return scripted{outR, inW}, nil
	}
	return start, func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(all) }, hangs
}

func config(d *desk, start func() (bot.Pipe, error)) bot.Config {
	client, err := bot.NewClient(d.url, "melee_token")
	if err != nil {
		d.Fatal(err)
	}
	return bot.Config{
		Client: client, Start: start, MoveTime: time.Second, Failures: 3, Log: slog.New(slog.DiscardHandler), Count: 1,
		Policy: bot.Policy{Games: 1, From: "all", Rated: "casual", Untimed: true},
	}
}

// run runs a bot; the channel has what it ended with.
func (d *desk) run(c bot.Config, drain <-chan struct{}) <-chan error {
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(d.Context())
	d.Cleanup(cancel)
	go func() { ended <- bot.Run(ctx, c, drain) }()
	return ended
}

func (d *desk) ends(ended <-chan error) {
	d.Helper()
	select {
	case err := <-ended:
		if err != nil {
			d.Errorf("the bot ended with %v", err)
		}
	case <-time.After(time.Minute):
		d.Fatal("the bot does not end")
	}
}

const begun = `{"type":"gameStart","game":{"id":"t-1"}}`

func full(moves string, turn, seq int) string {
	return `{"type":"gameFull","id":"t-1","variant":{"key":"mcx4"},"options":{"play":"double"},"initialFen":"startpos","seats":[{"name":"wq"},{"name":"bq"},{"name":"wk"},{"name":"bk"}],"you":[0,2],` +
		`"clock":{"kind":"increment","initial":60000,"increment":2000},"state":` + state(moves, turn, seq) + `}`
}

func state(moves string, turn, seq int) string {
	text, _ := json.Marshal(map[string]any{"type": "gameState", "seq": seq, "moves": moves, "status": "started", "turn": turn, "clocks": []int{60000, 50000, 40000, 30000}})
	return string(text)
}

const over = `{"type":"gameState","seq":99,"moves":"","status":"mate","turn":null}`

// The engine is told the game, its rules, the moves and everybody's clocks; what it plays goes to the server for the seat on turn.
func TestWhatTheEngineIsTold(t *testing.T) {
	d := newDesk(t)
	start, heard, _ := engines("c2-c4", "survive")
	ended := d.run(config(d, start), nil)
	d.events <- begun
	d.games <- full("", 0, 5)
	d.expects("/api/bot/game/t-1/move/c2c4")
	d.games <- state("c2c4 c7c5", 2, 9)
	d.expects("/api/bot/game/t-1/move/survive")
	d.games <- over
	d.ends(ended)
	for _, want := range []string{
		"setoption name UCI_Variant value mcx4", "setoption name play value double", "position startpos",
		"go wqtime 59900 wqinc 2000 bqtime 49900 bqinc 2000 wktime 39900 wkinc 2000 bktime 29900 bkinc 2000", "position startpos moves c2c4 c7c5",
	} {
		if !slices.Contains(heard(), want) {
			t.Errorf("the engine was not told '%s': %q", want, heard())
		}
	}
}

// An engine that ends is started again; after three failures the game is resigned.
func TestEnginesThatFail(t *testing.T) {
	d := newDesk(t)
	start, _, _ := engines("crash", "crash", "e2e4", "crash")
	ended := d.run(config(d, start), nil)
	d.events <- begun
	d.games <- full("", 0, 5)
	d.expects("/api/bot/game/t-1/move/e2e4")
	d.games <- state("e2e4 e7e5", 2, 9)
	d.expects("/api/bot/game/t-1/resign")
	d.games <- over
	d.ends(ended)
}

// A search for a position that has passed is given up, such as after a move was taken back.
func TestAPositionThatPasses(t *testing.T) {
	d := newDesk(t)
	start, heard, hung := engines("hang", "d2d4")
	ended := d.run(config(d, start), nil)
	d.events <- begun
	d.games <- full("e2e4", 0, 5)
	<-hung
	d.games <- state("", 0, 6)
	d.expects("/api/bot/game/t-1/move/d2d4")
	d.games <- over
	d.ends(ended)
	if list := heard(); !slices.Contains(list, "position startpos") {
		t.Errorf("the engine was told %q", list)
	}
}

// Streams that end are opened again, and a move whose answer was lost is sent again; a position that was answered is not searched again.
func TestLostConnections(t *testing.T) {
	d := newDesk(t)
	d.refuses = []int{http.StatusServiceUnavailable}
	start, _, _ := engines("e2e4", "d2d4")
	ended := d.run(config(d, start), nil)
	d.events <- ""
	d.events <- begun
	d.games <- ""
	d.games <- full("", 0, 5)
	d.expects("/api/bot/game/t-1/move/e2e4")
	d.expects("/api/bot/game/t-1/move/e2e4")
	d.games <- ""
	d.games <- full("", 0, 5)
	d.games <- state("e2e4 e7e5", 2, 9)
	d.expects("/api/bot/game/t-1/move/d2d4")
	d.games <- over
	d.ends(ended)
}

// Challenges are accepted by what the engine knows, the policy and the room there is.
func TestChallenges(t *testing.T) {
	d := newDesk(t)
	start, _, _ := engines()
	c := config(d, start)
	c.Count = 0
	drain := make(chan struct{})
	ended := d.run(c, drain)
	ask := func(id, fields string) {
		d.events <- `{"type":"challenge","challenge":{"id":"` + id + `","challenger":{"id":"b","name":"Bert"},"timeControl":{"type":"unlimited"},` + fields + `}}`
	}
	for _, c := range []struct{ fields, reason string }{
		{`"variant":{"key":"four-player"}`, "variant"},
		{`"variant":{"key":"mcx4"},"options":{"lone_queen":"royal"}`, "standard"},
		{`"variant":{"key":"mcx4"},"rated":true`, "casual"},
		{`"variant":{"key":"mcx4"},"timeControl":{"type":"correspondence"}`, "timeControl"},
	} {
		ask("x-1", c.fields)
		d.expects(`/api/challenge/x-1/decline {"reason":"` + c.reason + `"}`)
	}
	ask("y-1", `"variant":{"key":"mcx4"},"options":{"play":"double"}`)
	d.expects("/api/challenge/y-1/accept")
	ask("z-1", `"variant":{"key":"mcx4"}`)
	d.expects(`/api/challenge/z-1/decline {"reason":"later"}`)
	close(drain)
	d.ends(ended)
}

// A token that is none, and an engine that does not say what it plays, are told at once.
func TestWhatCannotGoOn(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"code":"forbidden","text":"the token is none"}`)
	}))
	defer server.Close()
	d := &desk{T: t, url: server.URL}
	start, _, _ := engines()
	if err := bot.Run(t.Context(), config(d, start), nil); err == nil || !strings.Contains(err.Error(), "the token is none") {
		t.Errorf("a token that is none: %v", err)
	}
	none := func() (bot.Pipe, error) { return nil, io.ErrUnexpectedEOF }
	if err := bot.Run(t.Context(), config(d, none), nil); err == nil {
		t.Error("an engine that does not start is no error")
	}
}
