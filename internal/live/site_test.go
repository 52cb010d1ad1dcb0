package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"melee/client"
	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/live"
	"melee/internal/store/sqlite"
	"melee/rules"
	"melee/rules/catalog"
)

// first plays the first legal move.
type first struct{}

func (first) Choose(_ context.Context, g rules.Game, _ hub.Task) rules.Action {
	if g.Status() == rules.Choosing {
		return rules.Action{Act: rules.Survive}
	}
	return rules.Action{Act: rules.MakeMove, Move: g.Moves(nil)[0]}
}

// A site is the whole server below the pages.
type site struct {
	*testing.T
	live *live.Server
	url  string
}

func newSite(t *testing.T) *site { return newSiteWith(t, live.Config{}) }

func newSiteWith(t *testing.T, c live.Config) *site {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "m.db"), sqlite.WithDurability(sqlite.OS))
	if err != nil {
		t.Fatal(err)
	}
	tables := hub.New(hub.Config{
		Store: store, Find: catalog.Find, Engine: first{}, Log: slog.New(slog.DiscardHandler),
		Searches: 1, Think: time.Second, Idle: time.Minute,
	})
	c.Hub, c.Log = tables, slog.New(slog.DiscardHandler)
	s := &site{T: t, live: live.New(c)}
	server := httptest.NewServer(account.Recognise(nil, s.live))
	s.url = server.URL
	t.Cleanup(func() {
		s.live.Close()
		server.CloseClientConnections()
		tables.Close()
		server.Close()
		store.Close()
	})
	return s
}

// A device is a browser with its cookie.
type device struct {
	*site
	*client.Client
}

func (s *site) device() *device {
	s.Helper()
	c, err := client.New(s.url)
	if err != nil {
		s.Fatal(err)
	}
	return &device{s, c}
}

// setup is a table of a variant where the device has the seats named in mine and others are as given.
func setup(variant, mine, others string) client.Setup {
	v, err := catalog.Find(variant)
	if err != nil {
		panic(err)
	}
	s := client.Setup{Variant: variant, AutoStart: true, RotateFirst: true}
	for _, seat := range v.Seats {
		player := others
		if strings.Contains(" "+mine+" ", " "+seat+" ") {
			player = "me"
		}
		s.Seats = append(s.Seats, client.SetupSeat{Player: player})
	}
	return s
}

func (d *device) open(s client.Setup) string {
	d.Helper()
	id, err := d.Open(d.Context(), s)
	if err != nil {
		d.Fatal(err)
	}
	return id
}

func (d *device) view(id string) *client.View {
	d.Helper()
	v, err := d.View(d.Context(), id)
	if err != nil {
		d.Fatal(err)
	}
	return v
}

func (d *device) follow(id string) *client.Table {
	d.Helper()
	t, err := d.Follow(d.Context(), id, nil)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(t.Close)
	return t
}

// patience is how long anything may take on a machine that has much else to do.
const patience = 90 * time.Second

// await waits until the followed table is as wanted.
func await(t *testing.T, table *client.Table, want func(*client.View) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := table.Wait(ctx, want); err != nil {
		table.Look(func(v *client.View) { t.Fatalf("what was awaited did not happen: %+v", v) })
	}
}

// answer is what a posted command gets.
type answer struct {
	Seq  int64
	Code string
	Text string
}

// post sends a body and returns the status and the answer.
func (d *device) post(path, body string) (int, answer) {
	d.Helper()
	req, err := http.NewRequestWithContext(d.Context(), "POST", d.url+path, bytes.NewBufferString(body))
	if err != nil {
		d.Fatal(err)
	}
	req.Header.Set("Cookie", "melee_device="+d.Device())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		d.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		d.Fatalf("POST %s: %v: %s", body, err, text)
	}
	return resp.StatusCode, a
}

func (d *device) send(id, body string) (int, answer) {
	d.Helper()
	return d.post("/api/tables/"+id+"/commands", body)
}

func (d *device) play(id, move string) {
	d.Helper()
	if status, a := d.send(id, `{"do":"move","move":"`+move+`"}`); status != 200 {
		d.Fatalf("%s: %d %+v", move, status, a)
	}
}
