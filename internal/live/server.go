package live

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"

	"melee/internal/hub"
	"melee/internal/table"
)

// A Hub is what the server needs of the live tables; internal/hub has them.
type Hub interface {
	Open(ctx context.Context, c table.Open) (id string, err error)
	Do(ctx context.Context, id string, c table.Command) (int64, error)
	Submit(ctx context.Context, id string, c table.Command, done func(seq int64, err error)) error
	Look(ctx context.Context, id string, tell hub.Tell) error
	LookAs(ctx context.Context, id, owner string, tell hub.Tell) error
	Events(ctx context.Context, id string) ([]table.Event, error)
	Attach(ctx context.Context, id, owner string, tell hub.Tell) (*hub.Attachment, error)
	Lobby(ctx context.Context) ([]hub.Listed, error)
	LobbyChanges() (changes <-chan struct{}, stop func(), err error)
}

// Config is what a Server works with.
type Config struct {
	Hub Hub
	Log *slog.Logger
	// Origin is the site's own address ("https://melee.example"), "" if it is that of each request.
	Origin string
	// Proxy says that every request comes through a proxy that adds to X-Forwarded-For.
	Proxy  bool
	Limits Limits
}

// A Server serves /api/tables/…, /api/positions/… and /api/lobby/… . Requests must have gone through Recognise.
type Server struct {
	Config
	mux      *http.ServeMux
	upgrader *gws.Upgrader
	began    time.Time
	ctx      context.Context
	cancel   context.CancelFunc
	ticking  sync.WaitGroup

	commands, addresses, connects, opens, reads *limiter

	ticks     atomic.Int32 // that have passed
	mu        sync.Mutex
	feeds     map[string]*feed
	connected map[string]int // sockets and streams by address
	closed    bool
}

const writeWithin = 10 * time.Second

// New returns a server; Close ends it.
func New(c Config) *Server {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{
		Config: c, mux: http.NewServeMux(), began: time.Now(), ctx: ctx, cancel: cancel, feeds: map[string]*feed{}, connected: map[string]int{},
		commands: newLimiter(c.Limits.Commands, 3), addresses: newLimiter(devicesPerAddress*c.Limits.Commands, 3),
		connects: newLimiter(c.Limits.Sockets, 30), opens: newLimiter(c.Limits.Tables, 60),
		reads: newLimiter(readsPerCommand*c.Limits.Commands, 3),
	}
	s.upgrader = s.newUpgrader()
	s.mux.HandleFunc("POST /api/tables", s.open)
	s.mux.HandleFunc("GET /api/tables/{id}", s.view)
	s.mux.HandleFunc("GET /api/tables/{id}/plies/{n}", s.past)
	s.mux.HandleFunc("GET /api/tables/{id}/socket", s.connect)
	s.mux.HandleFunc("GET /api/tables/{id}/events", s.follow)
	s.mux.HandleFunc("POST /api/tables/{id}/commands", s.command)
	s.mux.HandleFunc("POST /api/positions", s.positions)
	s.mux.HandleFunc("GET /api/variants/{variant}/reach", s.reach)
	s.mux.HandleFunc("POST /api/positions/read", s.readGame)
	s.mux.HandleFunc("POST /api/positions/write", s.writeGame)
	s.mux.HandleFunc("GET /api/lobby", s.lobbyOnce)
	s.mux.HandleFunc("GET /api/lobby/events", s.lobbyEvents)
	s.mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, table.Refused{Code: table.NotFound, Text: "there is nothing at " + r.URL.Path})
	})
	s.ticking.Go(s.tick)
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close says goodbye to every socket.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	var all []*socket
	for _, f := range s.feeds {
		for k := range f.sockets {
			all = append(all, k)
		}
	}
	s.mu.Unlock()
	bye := appendFrame(nil, opText, []byte(`["bye","restart"]`))
	for _, k := range all {
		k.send(bye)
		k.close(closeGoingAway, "restart")
	}
	s.cancel()
	s.ticking.Wait()
}

// enter gives a socket its table's feed, or returns with which code and reason it is to be closed.
func (s *Server) enter(k *socket) (code uint16, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return closeGoingAway, "restart"
	case s.Limits.Sockets > 0 && s.connected[k.address] >= openPerAddress:
		return closeBusy, "busy"
	}
	s.connected[k.address]++
	f, ok := s.feeds[k.id]
	if !ok {
		f = &feed{id: k.id, sockets: map[*socket]bool{}}
		s.feeds[k.id] = f
	}
	f.sockets[k] = true
	k.feed = f
	return 0, ""
}

func (s *Server) leave(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connected[k.address]--; s.connected[k.address] == 0 {
		delete(s.connected, k.address)
	}
	delete(k.feed.sockets, k)
	if len(k.feed.sockets) == 0 {
		delete(s.feeds, k.id)
	}
}
