// Package live serves tables to browsers: views as JSON, changes as server-sent
// events, commands as posted JSON. docs/protocol.md describes it for client writers.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// A Hub is what the handlers need of the live tables.
type Hub interface {
	Do(ctx context.Context, id string, c table.Command) (int64, error)
	Read(ctx context.Context, id string, f func(*table.State)) error
	Subscribe(ctx context.Context, id string) (*hub.Subscription, error)
}

// maxBody bounds a posted command, in bytes.
const maxBody = 4 << 10

// pingEvery is how often a silent stream shows that it is alive.
const pingEvery = 15 * time.Second

// writeWithin is how long a reader may take to receive one message before he is cut off.
const writeWithin = 10 * time.Second

type handlers struct {
	hub Hub
	log *slog.Logger
}

// Handler serves /api/tables/… . Requests must have gone through Recognise.
func Handler(h Hub, log *slog.Logger) http.Handler {
	s := handlers{h, log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/tables/{id}", s.view)
	mux.HandleFunc("GET /api/tables/{id}/plies/{n}", s.past)
	mux.HandleFunc("GET /api/tables/{id}/events", s.events)
	mux.HandleFunc("POST /api/tables/{id}/commands", s.command)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, table.Refused{Code: table.NotFound, Text: "there is nothing at " + r.URL.Path})
	})
	return mux
}

func (s handlers) view(w http.ResponseWriter, r *http.Request) {
	id, visitor := r.PathValue("id"), VisitorOf(r.Context())
	var view View
	err := s.hub.Read(r.Context(), id, func(t *table.State) { view = NewView(id, t, visitor, 0, time.Now()) })
	s.answer(w, r, view, err)
}

func (s handlers) past(w http.ResponseWriter, r *http.Request) {
	id, visitor := r.PathValue("id"), VisitorOf(r.Context())
	n, ok := rules.ParseCount(r.PathValue("n"), 1<<20)
	if !ok {
		s.fail(w, r, table.Refused{Code: table.Invalid, Text: "a ply is a whole number"})
		return
	}
	var view View
	var pastErr error
	err := s.hub.Read(r.Context(), id, func(t *table.State) { view, pastErr = NewPastView(id, t, visitor, n, time.Now()) })
	s.answer(w, r, view, errors.Join(err, pastErr))
}

// A posted command: what to do, for which seat, under the client's own id.
type posted struct {
	ID   string `json:"id"`
	Do   string `json:"do"`
	Seat *int   `json:"seat"`
}

func (s handlers) command(w http.ResponseWriter, r *http.Request) {
	var p posted
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&p)
	if err == nil {
		if _, more := decoder.Token(); more != io.EOF {
			err = errors.New("something follows its JSON object")
		}
	}
	if err != nil {
		s.fail(w, r, table.Refused{Code: table.Invalid, Text: "the command cannot be read: " + err.Error()})
		return
	}
	c, err := p.command(VisitorOf(r.Context()))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	seq, err := s.hub.Do(r.Context(), r.PathValue("id"), c)
	s.answer(w, r, map[string]int64{"seq": seq}, err)
}

func (p posted) command(v Visitor) (table.Command, error) {
	if p.Do == "new" {
		return table.NewGame{Owner: v.Owner, ID: p.ID}, nil
	}
	seat := rules.NoSeat
	if p.Seat != nil {
		if *p.Seat < 0 || *p.Seat > 3 {
			return nil, table.Refused{Code: table.Invalid, Text: fmt.Sprintf("seat %d: seats are numbered from 0 to 3", *p.Seat)}
		}
		seat = rules.Seat(*p.Seat)
	}
	return table.Act{Owner: v.Owner, Seat: seat, Token: p.Do, ID: p.ID}, nil
}

// events streams views: the whole at first (or from the ply the client has),
// then after each change what is new.
func (s handlers) events(w http.ResponseWriter, r *http.Request) {
	id, visitor := r.PathValue("id"), VisitorOf(r.Context())
	sub, err := s.hub.Subscribe(r.Context(), id)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer sub.Close()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // proxies must not hold events back
	stream := stream{w: w, control: http.NewResponseController(w), seq: -1}
	stream.resume(r)
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-sub.C:
			var view View
			if err := s.hub.Read(r.Context(), id, func(t *table.State) { view = stream.next(id, t, visitor) }); err != nil {
				return
			}
			if err := stream.send(view); err != nil {
				return
			}
		case <-ping.C:
			if err := stream.write("event: ping\ndata: {}\n\n"); err != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

// A stream is one client's place in a table.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	game    int
	plies   int
	seq     int64
}

// resume takes up where the client says it was: game and ply in the query, or
// the id of the last event it saw ("game.ply").
func (st *stream) resume(r *http.Request) {
	game, ply := r.URL.Query().Get("game"), r.URL.Query().Get("ply")
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if n, err := fmt.Sscanf(last, "%d.%d", &st.game, &st.plies); n == 2 && err == nil {
			return
		}
	}
	st.game, _ = rules.ParseCount(game, 1<<20)
	st.plies, _ = rules.ParseCount(ply, 1<<20)
}

func (st *stream) next(id string, t *table.State, v Visitor) View {
	if st.game != t.Number {
		st.plies = 0
	}
	view := NewView(id, t, v, st.plies, time.Now())
	st.game, st.plies = t.Number, t.PlyCount()
	return view
}

func (st *stream) send(view View) error {
	if view.Seq == st.seq {
		return nil
	}
	st.seq = view.Seq
	data, err := json.Marshal(view)
	if err != nil {
		return err
	}
	return st.write("event: view\nid: " + strconv.Itoa(st.game) + "." + strconv.Itoa(st.plies) + "\ndata: " + string(data) + "\n\n")
}

func (st *stream) write(text string) error {
	if err := st.control.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := st.w.Write([]byte(text)); err != nil {
		return err
	}
	return st.control.Flush()
}

func (s handlers) answer(w http.ResponseWriter, r *http.Request, body any, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, body)
}

var statuses = map[table.Code]int{
	table.Invalid: http.StatusBadRequest, table.IllegalMove: http.StatusUnprocessableEntity,
	table.NotYourTurn: http.StatusConflict, table.Conflict: http.StatusConflict,
	table.NotYours: http.StatusForbidden, table.NotFound: http.StatusNotFound,
}

// fail answers with the error's code and text; what is not the client's affair goes to the log alone.
func (s handlers) fail(w http.ResponseWriter, r *http.Request, err error) {
	var refused table.Refused
	switch {
	case errors.As(err, &refused):
	case errors.Is(err, hub.ErrNotFound):
		refused = table.Refused{Code: table.NotFound, Text: err.Error()}
	case errors.Is(err, hub.ErrClosed):
		w.Header().Set("Retry-After", "2")
		writeJSON(w, http.StatusServiceUnavailable, problem{"busy", err.Error()})
		return
	case r.Context().Err() != nil:
		return // nobody is there to read it
	default:
		s.log.Error("a request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		writeJSON(w, http.StatusInternalServerError, problem{"internal", "something went wrong on the server; please try again"})
		return
	}
	writeJSON(w, statuses[refused.Code], problem{string(refused.Code), refused.Text})
}

type problem struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A reader who has gone is no failure of ours.
	_ = json.NewEncoder(w).Encode(body)
}
