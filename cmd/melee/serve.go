package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"melee/engine"
	"melee/internal/account"
	"melee/internal/analysis"
	"melee/internal/api"
	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/live"
	"melee/internal/pages"
	"melee/internal/store/sqlite"
	"melee/internal/workbench"
	"melee/rules"
	"melee/rules/catalog"
	"melee/web"
)

type serveCommand struct {
	Addr       string        `default:":8080" env:"MELEE_ADDR" help:"Address to listen on (host:port)."`
	Data       string        `default:"melee.db" env:"MELEE_DATA" type:"path" help:"File that keeps the games; it is created if it is not there."`
	Comfort    time.Duration `default:"450ms" env:"MELEE_COMFORT" help:"How long a person sees a position at least before the CPU moves."`
	Durability string        `enum:"full,os" default:"full" env:"MELEE_DURABILITY" help:"What an acknowledged move survives: full, a power cut; os, a crash of this program only (${default})."`
	Rate       float64       `default:"20" env:"MELEE_RATE" placeholder:"N" help:"Commands a device may send in a second, and tables and connections an address may open; 0 is no limit (${default})."`
	Debug      string        `env:"MELEE_DEBUG" placeholder:"ADDR" help:"Address for profiles and memory figures (net/http/pprof, expvar); keep it from strangers."`
	Origin     string        `env:"MELEE_ORIGIN" placeholder:"URL" help:"The site's own address where a proxy stands before it (https://melee.example)."`
}

// How the server plays and how long it waits; measured for people, not for benchmarks.
const (
	thinkFor     = 700 * time.Millisecond
	tableIdle    = 5 * time.Minute
	headerWithin = 10 * time.Second
	bodyWithin   = 30 * time.Second
	idleFor      = 2 * time.Minute
	stopWithin   = 4 * time.Second // for requests under way; in all it is to be 5 s
	maxHeaders   = 32 << 10
)

// solving bounds what a visitor's problem may take.
var solving = workbench.Limits{Time: 2 * time.Minute, Hash: 128 << 20, Threads: 1, Solvers: 1, Found: 5000, Kept: 64}

// analysing bounds what visitors may ask the engine about positions and games.
var analysing = analysis.Limits{
	Nodes: 20_000_000, GameNodes: 100_000, Time: 20 * time.Second, GameTime: 2 * time.Minute, Wall: 10 * time.Minute, Alone: 20 * time.Second,
	Lines: 5, Plies: 2000, HashMB: 32, Running: 32, Kept: 128,
}

// Run serves the site until the process is told to stop.
func (c *serveCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(s.err, nil))

	if c.Data == "" {
		return misuse("serve: --data names no file; without it the games go to melee.db\n'melee help serve' tells more")
	}
	store, err := sqlite.Open(ctx, c.Data, sqlite.WithDurability(sqlite.Durability(c.Durability)))
	if err != nil {
		return err
	}
	defer store.Close()
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s (is another program there? try --addr :8081): %w", c.Addr, err)
	}
	stopDebug, err := serveDebug(c.Debug, log)
	if err != nil {
		return fmt.Errorf("--debug: %w", err)
	}
	defer stopDebug()
	tables := hub.New(hub.Config{
		Store: store, Find: catalog.Find, Engine: cpu{}, Log: log,
		Searches: runtime.NumCPU() - 1, Think: thinkFor, Comfort: c.Comfort, Idle: tableIdle,
	})
	defer tables.Close()
	sockets := live.New(live.Config{Hub: tables, Log: log, Origin: c.Origin, Proxy: c.Origin != "", Limits: live.Limits{Commands: c.Rate, Sockets: c.Rate, Tables: c.Rate / 20}})
	defer sockets.Close()
	played := annals{archiveIn(store), tables, sockets}
	accounts, err := accountsIn(store, played, log)
	if err != nil {
		return err
	}
	bench := workbench.New(workbench.Config{Owner: owner, Allow: sockets.MayCommand, Log: log, Limits: solving})
	defer bench.Close()
	desk := analysis.New(analysis.Config{Owner: owner, Allow: sockets.MayCommand, Enter: spare(tables), Log: log, Limits: analysing})
	defer desk.Close()
	bots := api.New(api.Config{Hub: tables, People: accounts, Find: catalog.Find, Limits: sockets, Log: log})
	defer bots.Close()
	// A problem is searched for minutes: with a processor more for it, commands need not wait for its time slice to end.
	runtime.GOMAXPROCS(runtime.NumCPU() + solving.Solvers)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // little lives long: collecting half as often costs a few megabytes
	}
	server := &http.Server{
		Handler: c.handler(tables, sockets, bots, bench, desk, accounts, played.Archive, log), ReadHeaderTimeout: headerWithin, ReadTimeout: bodyWithin,
		IdleTimeout: idleFor, MaxHeaderBytes: maxHeaders, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		// Streams end with the program's context, so that stopping need not wait for them.
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	// Players are told at once, not when the last slow request has ended.
	server.RegisterOnShutdown(sockets.Close)
	server.RegisterOnShutdown(bots.Close)
	go settle(ctx, accounts, store, log)
	go func() {
		if err := tables.Run(ctx); err != nil && !errors.Is(err, hub.ErrClosed) {
			log.Error("games that wait for the CPU or a deadline are not taken up", "error", err)
		}
	}()
	fmt.Fprintf(s.out, "Mêlée is at http://%s\n", reachable(listener.Addr()))

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	stop() // a second signal ends the process at once
	graceful, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	if err := server.Shutdown(graceful); err != nil {
		log.Warn("some visitors were cut off", "error", err)
		return server.Close()
	}
	return nil
}

// cpu plays the CPU's seats with the engine of each variant.
type cpu struct{}

// Choose implements hub.Engine.
func (cpu) Choose(ctx context.Context, g rules.Game, task hub.Task) rules.Action {
	return engine.CPU{Level: task.Level}.Choose(ctx, g, task.Seed)
}

func owner(ctx context.Context) string { return account.VisitorOf(ctx).Owner }

func (c *serveCommand) handler(tables *hub.Hub, sockets *live.Server, bots *api.Server, bench *workbench.Bench, desk *analysis.Desk, accounts *account.Service, played *archive.Archive, log *slog.Logger) http.Handler {
	visited := func(h http.Handler) http.Handler { return sockets.LimitReads(account.Recognise(accounts, h)) }
	asked := func(h http.Handler) http.Handler { return inert(visited(http.NewCrossOriginProtection().Handler(h))) }
	mux := http.NewServeMux()
	mux.Handle("/static/", web.Handler())
	mux.Handle("/api/", asked(sockets))
	for _, root := range api.Roots {
		mux.Handle(root, asked(bots))
	}
	mux.Handle("/api/problems/", asked(bench.Handler()))
	mux.Handle("/api/analysis", asked(desk.Handler()))
	mux.Handle("/api/analysis/", asked(desk.Handler()))
	mux.Handle("/", visited(pages.Handler(pages.Deps{
		Tables: tables, Archive: played, Accounts: accounts, Problems: bench, Limits: sockets, Owner: owner, Origin: c.Origin, Log: log,
	})))
	return encrypted(c.Origin, mux)
}

// encrypted marks every request of a site whose own address begins with https,
// so that its cookies are for TLS only even where the proxy does not say that it ends TLS.
func encrypted(origin string, next http.Handler) http.Handler {
	if !strings.HasPrefix(origin, "https://") {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("X-Forwarded-Proto", "https")
		next.ServeHTTP(w, r)
	})
}

// inert keeps browsers from running what the API answers with: names and texts of strangers among it.
func inert(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

// spare lends analyses the places in the pool that no table wants.
func spare(tables *hub.Hub) func(context.Context) (analysis.Place, error) {
	return func(ctx context.Context) (analysis.Place, error) { return tables.Spare(ctx) }
}

// reachable turns a listening address into one that a browser on this machine can open.
func reachable(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
