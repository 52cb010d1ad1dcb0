package api

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// A wish is a game that somebody asks for.
type wish struct {
	Variant   string        `json:"variant"`
	Options   rules.Options `json:"options"`
	Start     string        `json:"start"`
	Rated     bool          `json:"rated"`
	Clock     table.Clock   `json:"clock"`
	Color     string        `json:"color"` // name of the own seat, or random
	TakeBacks bool          `json:"takeBacks"`
	Seats     []wishedSeat  `json:"seats"` // by seat; without it as Color says
}

type wishedSeat struct {
	Player string `json:"player"` // me, account, cpu, grey, and for a seek open
	Name   string `json:"name"`   // of an account
	Level  int    `json:"level"`  // of the CPU
}

// form reads a wish as programs for Lichess send it.
func (a *wish) form(q url.Values) error {
	a.Variant, a.Start, a.Color = q.Get("variant"), q.Get("fen"), q.Get("color")
	a.Rated, a.TakeBacks = q.Get("rated") == "true", q.Get("takeBacks") == "true"
	var numbers [3]int64
	for i, name := range []string{"clock.limit", "clock.increment", "days"} {
		n, err := wholeNumber(q, name)
		if err != nil {
			return err
		}
		numbers[i] = n
	}
	switch {
	case q.Has("clock.limit") || q.Has("clock.increment"):
		a.Clock = table.Clock{Kind: table.Increment, Base: numbers[0] * 1000, Add: numbers[1] * 1000}
	case q.Has("days"):
		a.Clock = table.Clock{Kind: table.Days, Add: numbers[2] * 24 * 3600 * 1000}
	}
	for name, values := range q {
		if option, is := strings.CutPrefix(name, "options."); is && len(values) > 0 {
			if a.Options == nil {
				a.Options = rules.Options{}
			}
			a.Options[option] = values[0]
		}
	}
	return nil
}

// find returns the variant that is wished for.
func (a *wish) find(find table.Finder) (*rules.Variant, error) {
	v, err := find(a.Variant)
	if err != nil {
		return nil, invalid("variant", err.Error())
	}
	if len(a.Options) == 0 {
		a.Options = rules.Options{}
	}
	return v, nil
}

// table returns the table that is wished for, without chairs.
func (a *wish) table(v account.Visitor) table.Open {
	return table.Open{
		Variant: a.Variant, Options: a.Options, Start: a.Start, Host: v.Owner, RotateFirst: true, TakeBacks: a.TakeBacks && !a.Rated,
		AutoStart: true, Bots: true, Rated: a.Rated, Clock: a.Clock,
	}
}

// own returns the seats that the visitor is to have: that of Color, or one by chance, with its ally.
func (a *wish) own(v *rules.Variant) ([]rules.Seat, error) {
	seat := v.SeatNamed(a.Color)
	switch {
	case a.Color == "" || a.Color == "random":
		seat = rules.Seat(rand.IntN(len(v.Seats)))
	case seat == rules.NoSeat:
		return nil, invalid("color", fmt.Sprintf("the seats of %s are %s; or random", v.Name, strings.Join(v.Seats, ", ")))
	}
	return withAlly(v, seat), nil
}

func withAlly(v *rules.Variant, seat rules.Seat) []rules.Seat {
	seats := []rules.Seat{seat}
	if ally := table.Partner(v, seat); ally != rules.NoSeat {
		seats = append(seats, ally)
	}
	return seats
}

// arrange fills Seats where they are not given: the visitor's, the opponent's behind them, the CPU's.
func (a *wish) arrange(v *rules.Variant, opponent string) error {
	if len(a.Seats) > 0 {
		if len(a.Seats) != len(v.Seats) {
			return invalid("seats", fmt.Sprintf("%s has %d seats, not %d", v.Name, len(v.Seats), len(a.Seats)))
		}
		return nil
	}
	mine, err := a.own(v)
	if err != nil {
		return err
	}
	theirs := withAlly(v, rules.Seat((int(mine[0])+1)%len(v.Seats)))
	for i := range v.Seats {
		seat := wishedSeat{Player: string(table.CPU)}
		switch {
		case slices.Contains(mine, rules.Seat(i)):
			seat.Player = "me"
		case slices.Contains(theirs, rules.Seat(i)):
			seat = wishedSeat{Player: "account", Name: opponent}
		}
		a.Seats = append(a.Seats, seat)
	}
	return nil
}

// challenge asks an account, and those whom the seats name, for a game.
func (s *Server) challenge(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	var a wish
	err := readBody(w, r, &a, a.form)
	if err == nil {
		err = v.MayPlay(time.Now())
	}
	var c *challenge
	if err == nil {
		c, err = s.challengeOf(r.Context(), &a, r.PathValue("name"), v)
	}
	if err == nil && !s.Limits.MayOpen(r) {
		err = errTooFast
	}
	if err == nil {
		err = s.issue(r.Context(), c)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, c.info(v.Account))
}

// challengeOf makes the challenge that is wished for, without its table.
func (s *Server) challengeOf(ctx context.Context, a *wish, name string, v account.Visitor) (*challenge, error) {
	variant, err := a.find(s.Find)
	if err != nil {
		return nil, err
	}
	if err := a.arrange(variant, name); err != nil {
		return nil, err
	}
	c := &challenge{variant: variant, open: a.table(v), from: v}
	found := false
	people := map[string]invited{}
	for i, seat := range a.Seats {
		chair, who := table.Chair{Player: table.Player(seat.Player), Level: seat.Level}, invited{}
		switch seat.Player {
		case "me":
			chair = table.Chair{Player: table.Person, Owner: v.Owner, Name: v.Name, Bot: v.Bot}
		case "account":
			if who, err = s.invite(ctx, people, seat.Name, v); err != nil {
				return nil, err
			}
			found = found || strings.EqualFold(seat.Name, name)
			chair = table.Chair{Player: table.Vacant}
		case string(table.CPU), string(table.Grey):
		default:
			return nil, invalid("seats", fmt.Sprintf("seat %d: a seat is me, account, cpu or grey, not '%.20s'", i, seat.Player))
		}
		c.open.Chairs, c.seats = append(c.open.Chairs, chair), append(c.seats, who)
	}
	if !found {
		return nil, invalid("seats", "there is no seat for the one you challenge")
	}
	return c, nil
}

// invite finds an account that a seat is for.
func (s *Server) invite(ctx context.Context, known map[string]invited, name string, v account.Visitor) (invited, error) {
	if who, ok := known[name]; ok {
		return who, nil
	}
	a, err := s.People.ByName(ctx, name)
	if err != nil {
		return invited{}, err
	}
	if a.ID == v.Account {
		return invited{}, invalid("seats", "you cannot challenge yourself")
	}
	who := invited{a.ID, a.Name, userFor(a).Title}
	known[name] = who
	return who, nil
}

// listChallenges lists the open challenges of an account.
func (s *Server) listChallenges(w http.ResponseWriter, _ *http.Request, v account.Visitor) {
	list := map[string][]challengeInfo{"in": {}, "out": {}}
	for _, c := range s.challenges.of(v.Account) {
		key := "in"
		if c.from.Account == v.Account {
			key = "out"
		}
		list[key] = append(list[key], c.info(v.Account))
	}
	stream.Answer(w, http.StatusOK, list)
}

// open finds the open challenge a request is about.
func (s *Server) openChallenge(r *http.Request, v account.Visitor) (*challenge, error) {
	at, n, err := splitID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if c := s.challenges.find(at); c != nil && n <= 1 && c.concerns(v.Account) {
		return c, nil
	}
	return nil, table.Refused{Code: table.NotFound, Text: "there is no such challenge, or it has been answered"}
}

func (s *Server) showChallenge(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	c, err := s.openChallenge(r, v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, c.info(v.Account))
}

// accept takes the seats one is asked for, or agrees to a rematch.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	if err := v.MayPlay(time.Now()); err != nil {
		s.fail(w, r, err)
		return
	}
	c, err := s.openChallenge(r, v)
	if err != nil {
		s.rematch(w, r, v, true)
		return
	}
	if err = s.take(r.Context(), c, v); err != nil {
		s.fail(w, r, err)
		return
	}
	done(w, 0)
}

// maxReason bounds why a challenge is declined, in characters.
const maxReason = 60

func (s *Server) decline(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	var why struct {
		Reason string `json:"reason"`
	}
	err := readBody(w, r, &why, func(q url.Values) error { why.Reason = q.Get("reason"); return nil })
	if err != nil {
		s.fail(w, r, err)
		return
	}
	c, err := s.openChallenge(r, v)
	switch {
	case err != nil:
		s.rematch(w, r, v, false)
		return
	case c.from.Account == v.Account:
		s.fail(w, r, table.Refused{Code: table.Conflict, Text: "this is your own challenge; cancel it"})
		return
	}
	reason := []rune(strings.ToValidUTF8(why.Reason, ""))
	s.refused(c, v.Account, string(reason[:min(len(reason), maxReason)]))
	done(w, 0)
}

// rematch answers an offer of the next game.
func (s *Server) rematch(w http.ResponseWriter, r *http.Request, v account.Visitor, yes bool) {
	missing := table.Refused{Code: table.NotFound, Text: "there is no such challenge, or it has been answered"}
	at, n, err := splitID(r.PathValue("id"))
	if err != nil {
		s.fail(w, r, missing)
		return
	}
	f, err := s.at(r.Context(), at, v)
	if err != nil || n != f.number+1 || !slices.Contains(f.asked, table.Rematch) {
		s.fail(w, r, missing)
		return
	}
	s.do(w, r, f, nil, table.Reply{Owner: v.Owner, Seat: rules.NoSeat, What: table.Rematch, Yes: yes})
}

func (s *Server) withdraw(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	c, err := s.openChallenge(r, v)
	if err == nil && c.from.Account != v.Account {
		err = table.Refused{Code: table.NotYours, Text: "only who has challenged can cancel it; decline it"}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.withdrawn(c, "")
	done(w, 0)
}
