package pages

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// A lobby is what a visitor sees of the tables there are.
type lobby struct {
	mine    []listed // those he plays at, where it is his turn first
	open    []listed // those with room
	playing []listed // those to be watched
	failed  bool     // they cannot be told at present
}

// A listed is a table as a list shows it.
type listed struct {
	id, game, variant string
	chips             []chip
	facts             []string // clock, options
	host              string
	free              int
	mine, yourTurn    bool
	rated             bool
	moves             int
}

// A chip is a seat in a list.
type chip struct {
	seat, sign, name string
	free, onTurn     bool
	bot              bool
}

// pieces are the marks of seats that have no sign of a colour.
var pieces = map[string]string{"white": "○", "black": "●", "wq": "♛", "wk": "♚", "bq": "♛", "bk": "♚"}

// lobbyOf reads the tables for a visitor. A failure is logged and shown; the
// rest of the page does not need them.
func (s *site) lobbyOf(r *http.Request, p *page) lobby {
	var l lobby
	owner := s.Owner(r.Context())
	public, err := s.Tables.Lobby(r.Context())
	if err == nil {
		var mine []hub.Listed
		mine, err = s.Tables.Mine(r.Context(), owner)
		for _, t := range mine {
			l.mine = append(l.mine, p.listed(t, owner))
		}
	}
	if err != nil {
		if r.Context().Err() == nil && !errors.Is(err, hub.ErrClosed) {
			s.Log.Error("the lobby cannot be read", "error", err)
		}
		return lobby{failed: true}
	}
	for _, t := range public {
		switch row := p.listed(t, owner); {
		case slices.ContainsFunc(l.mine, func(m listed) bool { return m.id == row.id }):
		case t.Phase == table.Gathering && row.free > 0:
			l.open = append(l.open, row)
		case t.Phase == table.Playing || t.Phase == table.Choosing:
			l.playing = append(l.playing, row)
		}
	}
	slices.SortStableFunc(l.mine, func(a, b listed) int {
		switch {
		case a.yourTurn == b.yourTurn:
			return 0
		case a.yourTurn:
			return -1
		}
		return 1
	})
	return l
}

// listed tells of a table in the page's language.
func (p *page) listed(t hub.Listed, owner string) listed {
	l := listed{
		id: t.ID, variant: t.Variant, host: t.Host, moves: t.Plies, rated: t.Rated,
	}
	if g := gameOf(t.Variant); g != nil {
		l.game = g.name
	}
	v := gameNamed(l.game).variant()
	for i, chair := range t.Chairs {
		c := chip{seat: v.Seats[i], sign: signOf(v.Seats[i]), onTurn: t.Turn == rules.Seat(i)}
		switch chair.Player {
		case table.Vacant:
			c.name, c.free = p.Say("pages.lobby.free"), true
			l.free++
		case table.CPU:
			c.name = p.Say("player.cpu.short", "level", strconv.Itoa(max(chair.Level, 1)))
		case table.Grey:
			c.name = p.Say("player.grey")
		default:
			c.name, c.bot = chair.Name, chair.Bot
			if chair.Owner == owner {
				c.name, l.mine = p.Say("player.you"), true
				l.yourTurn = l.yourTurn || c.onTurn
			} else if c.name == "" {
				c.name = p.Say("player.guest")
			}
		}
		l.chips = append(l.chips, c)
	}
	l.facts = append([]string{p.clockText(t.Clock)}, p.optionTexts(t.Options)...)
	if t.Draw {
		l.facts = append(l.facts, p.Say("pages.lobby.draw"))
	}
	return l
}

// signOf is the mark of a seat in running text.
func signOf(seat string) string {
	if sign := signs[seat]; sign != "" {
		return sign
	}
	return pieces[seat]
}

// optionTexts names the options that differ from the defaults.
func (p *page) optionTexts(options rules.Options) []string {
	var list []string
	for name, value := range options {
		switch name {
		case "grey", "rotate_first": // the seats show the one, the series the other
		case "move_limit":
			n, _ := strconv.Atoi(value) // the rules have checked it
			list = append(list, p.Say("option.move_limit", "n", p.Number(n)))
		case "first_seat":
			list = append(list, p.Say("option.first_seat", "seat", p.Say("seat."+value)))
		default:
			list = append(list, p.Say("option."+name+"."+value))
		}
	}
	slices.Sort(list)
	return list
}

// summary is a table in one sentence, for those who hear the page.
func (p *page) summary(l listed) string {
	return p.Say("pages.lobby.new", "game", p.Say("variant."+l.variant), "seats", p.Count("pages.lobby.seats", l.free), "clock", l.facts[0])
}

// lobbyPause is how long a change of the lobby waits after the one before.
const lobbyPause = time.Second

// follow streams the lobby to a page: its HTML as a JSON string whenever it has changed.
func (s *site) follow(w http.ResponseWriter, r *http.Request, words *web.Words) {
	changes, stop, err := s.Tables.LobbyChanges()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer stop()
	p := s.newPage(r, words, nil)
	to := stream.NewWriter(w)
	last := ""
	tell := func() bool {
		var body bytes.Buffer
		l := s.lobbyOf(r, p)
		for _, part := range []templ.Component{mineList(p, l), tableLists(p, l)} {
			if err := part.Render(r.Context(), &body); err != nil {
				return false
			}
		}
		if body.String() == last {
			return true
		}
		last = body.String()
		data, err := json.Marshal(last)
		return err == nil && to.Event("", data) == nil
	}
	ping := time.NewTicker(stream.AliveEvery)
	defer ping.Stop()
	for ok := tell(); ok; {
		select {
		case <-changes:
			ok = tell() && pause(r, lobbyPause)
		case <-ping.C:
			ok = tell() && to.Event("ping", []byte("{}")) == nil // a turn at a private table changes no public list
		case <-r.Context().Done():
			return
		}
	}
}

// pause waits; false if the visitor has gone meanwhile.
func pause(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// quick sits the visitor down at the first table of a game that fits.
func (s *site) quick(w http.ResponseWriter, r *http.Request, words *web.Words) {
	if s.stopped(w, r, words) {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	variant := r.PostFormValue("variant")
	if gameOf(variant) == nil {
		s.missing(w, r)
		return
	}
	id, err := s.Tables.Quick(r.Context(), variant, s.Owner(r.Context()), s.called(w, r, words))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, tablePath(words.Lang(), id), http.StatusSeeOther)
}

// listKey is what a table is found again by when a list changes.
func listKey(l listed) string { return "t-" + strings.ToLower(l.id) }
