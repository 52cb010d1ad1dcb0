package live

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// listed is a table in the lobby as it is sent.
type listed struct {
	Table   string        `json:"table"`
	Variant string        `json:"variant"`
	Options rules.Options `json:"options"`
	Status  table.Phase   `json:"status"`
	Clock   table.Clock   `json:"clock"`
	Seats   []listedSeat  `json:"seats"`
	Turn    *rules.Seat   `json:"turn"`
	Plies   int           `json:"plies"`
	Host    string        `json:"host"`
	Draw    bool          `json:"draw"`
	Rated   bool          `json:"rated,omitempty"`
	Since   int64         `json:"since"` // milliseconds since 1970
}

type listedSeat struct {
	Name   string       `json:"name"`
	Player table.Player `json:"player"` // you, guest, cpu, grey or open
	Who    string       `json:"who,omitempty"`
	Member bool         `json:"member,omitempty"` // has an account
	Level  int          `json:"level,omitempty"`
}

// lobby lists the public tables as one device sees them.
func (s *Server) lobby(ctx context.Context, owner string) ([]byte, error) {
	tables, err := s.Hub.Lobby(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]listed, 0, len(tables))
	for _, t := range tables {
		if l, ok := listedFor(t, owner); ok {
			list = append(list, l)
		}
	}
	return json.Marshal(map[string]any{"tables": list})
}

func listedFor(t hub.Listed, owner string) (listed, bool) {
	v, err := catalog.Find(t.Variant)
	if err != nil || len(t.Chairs) != len(v.Seats) {
		return listed{}, false
	}
	l := listed{
		Table: t.ID, Variant: t.Variant, Options: t.Options, Status: t.Phase, Clock: t.Clock, Plies: t.Plies,
		Host: t.Host, Draw: t.Draw, Rated: t.Rated, Since: t.Since.UnixMilli(),
	}
	if l.Options == nil {
		l.Options = rules.Options{}
	}
	if t.Turn != rules.NoSeat {
		l.Turn = &t.Turn
	}
	for i, c := range t.Chairs {
		seat := listedSeat{Name: v.Seats[i], Player: c.Player, Who: c.Name, Level: c.Level, Member: table.IsAccount(c.Owner)}
		if c.Player == table.Person {
			if seat.Player = "guest"; owner != "" && c.Owner == owner {
				seat.Player = "you"
			}
		}
		l.Seats = append(l.Seats, seat)
	}
	return l, true
}

func (s *Server) lobbyOnce(w http.ResponseWriter, r *http.Request) {
	text, err := s.lobby(r.Context(), account.VisitorOf(r.Context()).Owner)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	// A reader who has gone is no failure of ours.
	_, _ = w.Write(append(text, '\n'))
}

// lobbyEvents streams the lobby: at once, and after each change. Nothing is sent
// for a change that this device does not see.
func (s *Server) lobbyEvents(w http.ResponseWriter, r *http.Request) {
	if !s.connects.allow(s.address(r), time.Now()) {
		s.busy(w, "too many connections from this address")
		return
	}
	changes, stop, err := s.Hub.LobbyChanges()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer stop()
	owner, to := account.VisitorOf(r.Context()).Owner, stream.NewWriter(w)
	ping := time.NewTicker(stream.AliveEvery)
	defer ping.Stop()
	var last []byte
	for {
		text, err := s.lobby(r.Context(), owner)
		if err != nil {
			return
		}
		if !bytes.Equal(text, last) {
			last = text
			if to.Event("lobby", text) != nil {
				return
			}
		}
		select {
		case <-changes:
		case <-ping.C:
			if to.Event("ping", []byte("{}")) != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
	}
}
