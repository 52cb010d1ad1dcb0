package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// seekTries is at how many tables a seek tries to sit down.
const seekTries = 20

// A sought is a wish for a game with whoever comes.
type sought struct {
	wish
	// Fill gives the CPU the seats that would be open where no table waits: the game begins at once.
	Fill bool `json:"fill"`
}

// seek sits the visitor down at a public table of that game which lets bots in, or opens one.
func (s *Server) seek(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	var a sought
	err := readBody(w, r, &a, a.wish.form)
	if err == nil {
		err = v.MayPlay(time.Now())
	}
	var variant *rules.Variant
	if err == nil {
		variant, err = a.find(s.Find)
	}
	id := ""
	if err == nil {
		id, err = s.join(r.Context(), &a, variant, v)
	}
	if err == nil && id == "" {
		if !s.Limits.MayOpen(r) {
			err = errTooFast
		} else {
			id, err = s.openSought(r.Context(), &a, variant, v)
		}
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.sat(r.Context(), v.Account, id)
	var told struct {
		ID     string      `json:"id"`
		Table  string      `json:"table"`
		Status table.Phase `json:"status"`
		Seats  []gameSeat  `json:"seats"`
		You    []int       `json:"you"`
	}
	err = s.Hub.Look(r.Context(), id, func(t *table.State, _ []table.Event, _ hub.Presence) {
		told.ID, told.Table, told.Status, told.You = gameID(id, max(t.Number, 1)), id, t.Phase(), seatsOf(t, v.Owner)
		for i := range t.Chairs {
			told.Seats = append(told.Seats, sitter(t, i, v.Owner))
		}
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, told)
}

// join sits the visitor down where people wait for such a game, "" where nobody does.
func (s *Server) join(ctx context.Context, a *sought, variant *rules.Variant, v account.Visitor) (string, error) {
	if a.Start != "" || len(a.Seats) > 0 {
		return "", nil
	}
	open, err := s.Hub.Lobby(ctx)
	if err != nil {
		return "", err
	}
	options, err := variant.CheckOptions(a.Options)
	if err != nil {
		return "", err
	}
	open = slices.DeleteFunc(open, func(t hub.Listed) bool {
		return t.Phase != table.Gathering || t.Variant != variant.Name || t.Clock != a.Clock || !maps.Equal(t.Options, options)
	})
	slices.Reverse(open) // who has waited longest comes first
	waits := slices.IndexFunc(open, func(t hub.Listed) bool { return has(t, v.Owner) })
	for i, t := range open[:min(len(open), seekTries)] {
		if i == waits {
			return t.ID, nil // he keeps his place before those who came later
		}
		ok, err := s.sitAt(ctx, t, a, variant, v)
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		if waits >= 0 {
			s.giveUp(ctx, open[waits].ID, v)
		}
		return t.ID, nil
	}
	return "", nil
}

func has(t hub.Listed, owner string) bool {
	return slices.ContainsFunc(t.Chairs, func(c table.Chair) bool { return c.Player == table.Person && c.Owner == owner })
}

// giveUp leaves a table at which the visitor waits no more, and closes it if it is his.
func (s *Server) giveUp(ctx context.Context, id string, v account.Visitor) {
	if _, err := s.Hub.Do(ctx, id, table.Close{Owner: v.Owner}); err == nil {
		return
	}
	if _, err := s.Hub.Do(ctx, id, table.Stand{Owner: v.Owner, Seat: rules.NoSeat}); err != nil {
		s.Log.Debug("a seat is kept that is not needed", "table", id, "error", err)
	}
}

// sitAt sits the visitor down at a listed table, with the ally's seat if that is free; false if the table does not fit.
func (s *Server) sitAt(ctx context.Context, t hub.Listed, a *sought, variant *rules.Variant, v account.Visitor) (bool, error) {
	seat := rules.NoSeat
	err := s.Hub.Look(ctx, t.ID, func(t *table.State, _ []table.Event, _ hub.Presence) {
		free := slices.IndexFunc(t.Chairs, func(c table.Chair) bool { return c.Player == table.Vacant })
		if free >= 0 && t.Opened.Rated == a.Rated && t.Opened.Start == "" {
			seat = rules.Seat(free)
		}
	})
	if err == nil && seat == rules.NoSeat {
		return false, nil
	}
	if err == nil {
		_, err = s.Hub.Do(ctx, t.ID, table.Sit{Owner: v.Owner, Name: v.Name, Seat: seat, Bot: v.Bot})
	}
	var refused table.Refused
	switch {
	case errors.As(err, &refused), errors.Is(err, hub.ErrBusy), errors.Is(err, hub.ErrNotFound):
		return false, nil // it is for others, or has gone; the next may do
	case err != nil:
		return false, err
	}
	if ally := table.Partner(variant, seat); ally != rules.NoSeat && t.Chairs[ally].Player == table.Vacant {
		// Somebody may have been faster; the own seat stands.
		_, err = s.Hub.Do(ctx, t.ID, table.Sit{Owner: v.Owner, Name: v.Name, Seat: ally, Bot: v.Bot})
		if errors.As(err, &refused) {
			err = nil
		}
	}
	return err == nil, err
}

// openSought opens the table that was not found.
func (s *Server) openSought(ctx context.Context, a *sought, variant *rules.Variant, v account.Visitor) (string, error) {
	open := a.table(v)
	open.Public = !a.Fill
	other := table.Chair{Player: table.Vacant}
	if a.Fill {
		other = table.Chair{Player: table.CPU}
	}
	me := table.Chair{Player: table.Person, Owner: v.Owner, Name: v.Name, Bot: v.Bot}
	if len(a.Seats) == 0 {
		mine, err := a.own(variant)
		if err != nil {
			return "", err
		}
		for i := range variant.Seats {
			chair := other
			if slices.Contains(mine, rules.Seat(i)) {
				chair = me
			}
			open.Chairs = append(open.Chairs, chair)
		}
		return s.Hub.Open(ctx, open)
	}
	for i, seat := range a.Seats {
		switch chair := (table.Chair{Player: table.Player(seat.Player), Level: seat.Level}); seat.Player {
		case "me":
			open.Chairs = append(open.Chairs, me)
		case string(table.Vacant):
			open.Chairs = append(open.Chairs, other)
		case string(table.CPU), string(table.Grey):
			open.Chairs = append(open.Chairs, chair)
		default:
			return "", invalid("seats", fmt.Sprintf("seat %d: a seat is me, open, cpu or grey, not '%.20s'", i, seat.Player))
		}
	}
	return s.Hub.Open(ctx, open)
}

// endSeek gives up a table at which no game has begun.
func (s *Server) endSeek(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	f, err := s.at(r.Context(), r.PathValue("id"), v)
	var c table.Command = table.Stand{Owner: v.Owner, Seat: rules.NoSeat}
	switch {
	case err == nil && f.phase != table.Gathering:
		err = table.Refused{Code: table.Conflict, Text: "the game has begun"}
	case f.host && f.alone:
		c = table.Close{Owner: v.Owner}
	}
	s.do(w, r, f, err, c)
}
