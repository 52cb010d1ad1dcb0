package pages

import (
	"errors"
	"net/http"
	"slices"

	"melee/internal/account"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// A gathering is a table at which people sit down, as it can be read and used without script.
type gathering struct {
	host, seated bool  // the visitor is
	invited      *seat // the free seat that the visitor was given a link to
	link         string
	links        []seatLink
	qr           code
}

// A seatLink invites somebody to one seat.
type seatLink struct{ seat, link string }

// gather tells what a visitor can do at a table that waits for people. invited
// is the seat his link names, "" for none.
func gather(p *page, t *table.State, id, owner, invited string) (*gathering, error) {
	g := &gathering{host: t.IsHost(owner), seated: t.Sits(owner), link: p.invitation(id, "")}
	for i, name := range t.Variant.Seats {
		if t.Chairs[i].Player != table.Vacant {
			continue
		}
		s := seatOf(p, t, rules.Seat(i), name, owner)
		g.links = append(g.links, seatLink{s.name, p.invitation(id, name)})
		if name == invited && !g.seated {
			g.invited = &s
		}
	}
	var err error
	g.qr, err = codeOf(g.link)
	return g, err
}

// hasSeat reports whether the table has a seat of that name; "" stands for the table.
func (s *site) hasSeat(r *http.Request, id, seat string) (known bool, err error) {
	err = s.Tables.Read(r.Context(), id, func(t *table.State) {
		known = seat == "" || t.Variant.SeatNamed(seat) != rules.NoSeat
	})
	return known, err
}

// arrange carries out what a form of a table's page asks for, for those who have no script.
func (s *site) arrange(w http.ResponseWriter, r *http.Request, words *web.Words) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	id, owner := r.PathValue("id"), s.Owner(r.Context())
	seat := rules.NoSeat
	if name := r.PostFormValue("seat"); name != "" {
		err := s.Tables.Read(r.Context(), id, func(t *table.State) { seat = t.Variant.SeatNamed(name) })
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		if seat == rules.NoSeat {
			s.missing(w, r)
			return
		}
	}
	var c table.Command
	switch r.PostFormValue("do") {
	case "sit":
		if s.stopped(w, r, words) {
			return
		}
		c = table.Sit{Owner: owner, Name: s.called(w, r, words), Seat: seat, Bot: account.VisitorOf(r.Context()).Bot}
	case "stand":
		c = table.Stand{Owner: owner, Seat: seat}
	case "shuffle":
		c = table.Shuffle{Owner: owner}
	case "begin":
		c = table.Begin{Owner: owner}
	case "close":
		c = table.Close{Owner: owner}
	default:
		s.fail(w, r, http.StatusBadRequest)
		return
	}
	_, err := s.Tables.Do(r.Context(), id, c)
	var refused table.Refused
	switch {
	case err == nil:
		http.Redirect(w, r, tablePath(words.Lang(), id), http.StatusSeeOther)
	case errors.As(err, &refused) && slices.Contains(explained, refused.Code):
		s.showTable(w, r, words, http.StatusConflict, words.Say("pages.table.refused."+string(refused.Code)))
	default:
		s.refuse(w, r, err)
	}
}

// explained are the refusals that the table's page has words for.
var explained = []table.Code{table.Conflict, table.NotYours}
