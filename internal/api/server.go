// Package api serves programs that play: accounts of kind bot. Its requests and
// streams have the shape of the Lichess Bot API (lichess.org/api), extended by
// seats; openapi.yaml describes them together with the rest of the site's API.
//
// Nothing is decided here. A game is a table of the hub, its id the table's
// with the number of the game at it; a challenge is a table at which seats wait for
// those who are asked.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
)

// A Hub is what the server needs of the live tables; internal/hub has them.
type Hub interface {
	Open(ctx context.Context, c table.Open) (id string, err error)
	Do(ctx context.Context, id string, c table.Command) (int64, error)
	Look(ctx context.Context, id string, tell hub.Tell) error
	Attach(ctx context.Context, id, owner string, tell hub.Tell) (*hub.Attachment, error)
	Lobby(ctx context.Context) ([]hub.Listed, error)
	Unfinished(ctx context.Context, owner string, limit int) ([]string, error)
}

// People finds accounts; account.Service does.
type People interface {
	ByName(ctx context.Context, name string) (account.Account, error)
	ByID(ctx context.Context, id string) (account.Account, error)
}

// Limits say whether a visitor may ask for something now, and count it; live.Server does.
type Limits interface {
	MayCommand(*http.Request) bool
	MayConnect(*http.Request) bool
	MayOpen(*http.Request) bool
}

// Config is what a Server works with.
type Config struct {
	Hub    Hub
	People People
	Find   table.Finder
	Limits Limits
	Log    *slog.Logger
	// ChallengeFor is how long a challenge waits for its answers; 0 is five minutes.
	ChallengeFor time.Duration
}

// challengeFor is how long challenges wait where nothing else is said.
const challengeFor = 5 * time.Minute

// A Server answers the requests under Roots, which must have gone through account.Recognise.
type Server struct {
	Config
	mux    *http.ServeMux
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	challenges challenges

	mu      sync.Mutex
	closed  bool
	players map[string]*player // who listens, by account
	streams map[string]int     // of games, by account
}

// Roots are the patterns of net/http.ServeMux under which a Server answers.
var Roots = []string{
	"/api/openapi.json", "/api/account", "/api/account/", "/api/stream/", "/api/bot/", "/api/challenge", "/api/challenge/", "/api/seek", "/api/seek/",
}

// New returns a server; Close ends it.
func New(c Config) *Server {
	if c.ChallengeFor == 0 {
		c.ChallengeFor = challengeFor
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Server{
		Config: c, mux: http.NewServeMux(), ctx: ctx, cancel: cancel, challenges: challenges{open: map[string]*challenge{}},
		players: map[string]*player{}, streams: map[string]int{},
	}
	for _, r := range s.routes() {
		s.mux.HandleFunc(r.pattern, r.answer)
	}
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, table.Refused{Code: table.NotFound, Text: "there is nothing at " + r.URL.Path})
	})
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close ends all streams, and the challenges that nobody has answered.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.challenges.forget()
	s.work.Wait()
}

// start runs f in a goroutine that Close waits for; it does nothing when the server is closed.
func (s *Server) start(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.work.Go(f)
	}
}

type route struct {
	pattern string
	answer  http.HandlerFunc
}

func (s *Server) routes() []route {
	return []route{
		{"GET /api/openapi.json", s.document},
		{"GET /api/account", s.account(s.me)},
		{"GET /api/account/playing", s.account(s.playing)},
		{"GET /api/stream/event", s.account(s.events)},
		{"GET /api/bot/online", s.online},
		// Both of "stream/{id}" and "{id}/chat": the patterns of ServeMux would meet.
		{"GET /api/bot/game/{a}/{b}", s.bot(s.streamOrChat)},
		{"POST /api/bot/game/{id}/move/{move}", s.bot(s.move)},
		{"POST /api/bot/game/{id}/chat", s.bot(s.say)},
		{"POST /api/bot/game/{id}/abort", s.bot(s.abort)},
		{"POST /api/bot/game/{id}/resign", s.bot(s.resign)},
		{"POST /api/bot/game/{id}/draw/{answer}", s.bot(s.offer(table.Draw))},
		{"POST /api/bot/game/{id}/takeback/{answer}", s.bot(s.offer(table.TakeBack))},
		{"POST /api/bot/game/{id}/claim-victory", s.bot(s.claim)},
		{"GET /api/challenge", s.account(s.listChallenges)},
		{"POST /api/challenge/{name}", s.account(s.challenge)},
		{"GET /api/challenge/{id}/show", s.account(s.showChallenge)},
		{"POST /api/challenge/{id}/accept", s.account(s.accept)},
		{"POST /api/challenge/{id}/decline", s.account(s.decline)},
		{"POST /api/challenge/{id}/cancel", s.account(s.withdraw)},
		{"POST /api/seek", s.account(s.seek)},
		{"DELETE /api/seek/{id}", s.account(s.endSeek)},
	}
}

// A guarded handler answers visitors who have an account.
type guarded func(w http.ResponseWriter, r *http.Request, v account.Visitor)

// account lets visitors with an account in.
func (s *Server) account(h guarded) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := account.VisitorOf(r.Context())
		if v.Account == "" {
			w.Header().Set("WWW-Authenticate", `Bearer realm="melee"`)
			stream.Answer(w, http.StatusUnauthorized, problem{Code: string(table.NotYours), Text: "this needs an account: send its token as 'Authorization: Bearer …'"})
			return
		}
		if r.Method != http.MethodGet && !s.Limits.MayCommand(r) {
			s.fail(w, r, errTooFast)
			return
		}
		h(w, r, v)
	}
}

// bot lets bots in: people play where people play.
func (s *Server) bot(h guarded) http.HandlerFunc {
	return s.account(func(w http.ResponseWriter, r *http.Request, v account.Visitor) {
		if !v.Bot {
			s.fail(w, r, table.Refused{Code: table.NotYours, Text: "only accounts of kind bot play by this API; make one in your account's settings"})
			return
		}
		h(w, r, v)
	})
}
