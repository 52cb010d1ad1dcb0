package api

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// A stand is where the game of a request stands.
type stand struct {
	table  string
	number int
	seq    int64
	phase  table.Phase
	names  []string     // of the seats
	mine   []rules.Seat // that still play
	sits   bool
	host   bool
	alone  bool // nobody else plays who is a person
	asked  []table.What
}

// at looks at the game a request names, in which the visitor must have a seat.
func (s *Server) at(ctx context.Context, id string, v account.Visitor) (stand, error) {
	at, n, err := splitID(id)
	if err != nil {
		return stand{}, err
	}
	found := stand{table: at, number: n}
	err = s.Hub.Look(ctx, at, func(t *table.State, _ []table.Event, _ hub.Presence) { found.read(t, v.Owner) })
	switch {
	case err != nil:
		return found, err
	case n != 0 && n != max(found.number, 1):
		return found, errNoGame
	case !found.sits && !found.host:
		return found, table.Refused{Code: table.NotYours, Text: "you have no seat in this game"}
	}
	return found, nil
}

func (f *stand) read(t *table.State, owner string) {
	f.number, f.seq, f.phase, f.names = t.Number, t.Seq, t.Phase(), t.Variant.Seats
	f.sits, f.host, f.alone = t.Sits(owner), t.Opened.Host == owner, t.OnlyOwner(owner)
	for i := range t.Chairs {
		if seat := rules.Seat(i); t.Owns(owner, seat) && !t.Outs[i].Gone {
			f.mine = append(f.mine, seat)
		}
	}
	for i := range t.Offers {
		if slices.ContainsFunc(f.mine, func(seat rules.Seat) bool { return t.Asked(&t.Offers[i], seat) }) {
			f.asked = append(f.asked, t.Offers[i].What)
		}
	}
}

// seat reads the seat a request names by number or name; NoSeat where it names none.
func (f *stand) seat(q url.Values) (rules.Seat, error) {
	text := q.Get("seat")
	if text == "" {
		return rules.NoSeat, nil
	}
	if n, ok := rules.ParseCount(text, len(f.names)-1); ok {
		return rules.Seat(n), nil
	}
	if i := slices.Index(f.names, text); i >= 0 {
		return rules.Seat(i), nil
	}
	return 0, invalid("seat", "a seat is a number from 0 or one of "+strings.Join(f.names, ", "))
}

// wholeNumber reads a number of a request, 0 where there is none.
func wholeNumber(q url.Values, name string) (int64, error) {
	if !q.Has(name) {
		return 0, nil
	}
	n, ok := rules.ParseCount(q.Get(name), math.MaxInt32)
	if !ok {
		return 0, invalid(name, name+" is a whole number from 0")
	}
	return int64(n), nil
}

// maxMove bounds a move as it is sent, in bytes.
const maxMove = 16

// move plays a move or answers a choice. With seq it is refused where the position has
// passed, and is not carried out twice.
func (s *Server) move(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	f, err := s.at(r.Context(), r.PathValue("id"), v)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	act, err := moveOf(&f, r.PathValue("move"), r.URL.Query(), v.Owner)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seq, err := s.Hub.Do(r.Context(), f.table, act)
	if err != nil {
		s.fail(w, r, outdated{err, f.seq})
		return
	}
	if r.URL.Query().Get("offeringDraw") == "true" {
		// The move stands, whether a draw can be offered or not.
		if offered, err := s.Hub.Do(r.Context(), f.table, table.Propose{Owner: v.Owner, Seat: act.Seat, What: table.Draw}); err == nil {
			seq = offered
		}
	}
	done(w, seq)
}

func moveOf(f *stand, token string, q url.Values, owner string) (table.Act, error) {
	var act table.Act
	seat, err := f.seat(q)
	if err != nil {
		return act, err
	}
	seq, err := wholeNumber(q, "seq")
	if err != nil {
		return act, err
	}
	think, err := wholeNumber(q, "think")
	if err != nil {
		return act, err
	}
	switch {
	case len(token) > maxMove || strings.Contains(token, ":"), token == "resign", token == "claim", token == "draw", token == "time":
		return act, invalid("move", "a move is written as e2e4, a7a8q, survive or decline")
	}
	act = table.Act{Owner: owner, Seat: seat, Token: token, Seq: seq, Think: think}
	if seq == 0 {
		act.Seq = f.seq // the game was looked at just now: the move is for it
	} else {
		act.ID = fmt.Sprintf("move %d %d %d %s", f.number, seat, seq, token)
	}
	return act, nil
}

// resign gives up the visitor's seats, or the one that is named.
func (s *Server) resign(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	f, err := s.at(r.Context(), r.PathValue("id"), v)
	seat := rules.NoSeat
	if err == nil {
		seat, err = f.seat(r.URL.Query())
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seats := f.mine
	if seat != rules.NoSeat {
		seats = []rules.Seat{seat}
	}
	if len(seats) == 0 {
		s.fail(w, r, table.Refused{Code: table.Conflict, Text: "no seat of yours plays any more"})
		return
	}
	var last int64
	for i, seat := range seats {
		seq, err := s.Hub.Do(r.Context(), f.table, table.Act{Owner: v.Owner, Seat: seat, Token: "resign"})
		if err != nil && i == 0 {
			s.fail(w, r, outdated{err, f.seq})
			return
		}
		if err != nil {
			break // the first has ended the game, or taken the ally along
		}
		last = seq
	}
	done(w, last)
}

// claim ends a game that the leader may end (F17).
func (s *Server) claim(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	f, err := s.at(r.Context(), r.PathValue("id"), v)
	seat := rules.NoSeat
	if err == nil {
		seat, err = f.seat(r.URL.Query())
	}
	if err == nil && seat == rules.NoSeat && len(f.mine) > 0 {
		seat = f.mine[0]
	}
	s.do(w, r, f, err, table.Act{Owner: v.Owner, Seat: seat, Token: "claim"})
}

// do carries out a command unless there is an error, and answers.
func (s *Server) do(w http.ResponseWriter, r *http.Request, f stand, err error, c table.Command) {
	var seq int64
	if err == nil {
		seq, err = s.Hub.Do(r.Context(), f.table, c)
	}
	if err != nil {
		s.fail(w, r, outdated{err, f.seq})
		return
	}
	done(w, seq)
}

// abort leaves a game that has not begun, or that the visitor plays with the CPU only.
func (s *Server) abort(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	f, err := s.at(r.Context(), r.PathValue("id"), v)
	var c table.Command = table.Stand{Owner: v.Owner, Seat: rules.NoSeat}
	switch {
	case f.host && f.alone:
		c = table.Close{Owner: v.Owner}
	case err == nil && (f.phase == table.Playing || f.phase == table.Choosing):
		err = table.Refused{Code: table.Conflict, Text: "a game that others play is not broken off; resign, or offer a draw"}
	}
	s.do(w, r, f, err, c)
}

// offer answers an open offer, or makes one: yes or no.
func (s *Server) offer(what table.What) guarded {
	return func(w http.ResponseWriter, r *http.Request, v account.Visitor) {
		f, err := s.at(r.Context(), r.PathValue("id"), v)
		asked := slices.Contains(f.asked, what)
		var c table.Command
		switch answer := r.PathValue("answer"); {
		case answer != "yes" && answer != "no":
			err = invalid("answer", "the answer is yes or no")
		case asked:
			c = table.Reply{Owner: v.Owner, Seat: rules.NoSeat, What: what, Yes: answer == "yes"}
		case answer == "yes":
			c = table.Propose{Owner: v.Owner, Seat: rules.NoSeat, What: what}
		default:
			c = table.Withdraw{Owner: v.Owner, What: what}
		}
		s.do(w, r, f, err, c)
	}
}

// A said is a line that a program says.
type said struct {
	Room   string `json:"room"` // player or spectator, as Lichess calls them, or table, watchers, team
	Text   string `json:"text"`
	Phrase string `json:"phrase"`
}

func (s *Server) say(w http.ResponseWriter, r *http.Request, v account.Visitor) {
	var line said
	err := readBody(w, r, &line, func(form url.Values) error {
		line = said{form.Get("room"), form.Get("text"), form.Get("phrase")}
		return nil
	})
	if err == nil {
		err = v.MayTalk(time.Now())
	}
	var f stand
	if err == nil {
		f, err = s.at(r.Context(), r.PathValue("id"), v)
	}
	room := table.Room(line.Room)
	switch line.Room {
	case "player":
		room = table.AtTable
	case "spectator":
		room = table.Watching
	}
	s.do(w, r, f, err, table.Say{Owner: v.Owner, Name: v.Name, Room: room, Text: line.Text, Phrase: line.Phrase})
}

// readChat lists the lines of talk that the visitor may read.
func (s *Server) readChat(w http.ResponseWriter, r *http.Request, v account.Visitor, id string) {
	f, err := s.at(r.Context(), id, v)
	lines := []chatLine{}
	if err == nil {
		err = s.Hub.Look(r.Context(), f.table, func(t *table.State, _ []table.Event, _ hub.Presence) {
			for i := range t.Talk {
				if t.MayRead(v.Owner, &t.Talk[i]) {
					lines = append(lines, lineOf(t, &t.Talk[i], v.Owner))
				}
			}
		})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, lines)
}
