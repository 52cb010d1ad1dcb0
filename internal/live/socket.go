package live

import (
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
)

// A socket is one device's connection to one table.
type socket struct {
	*conn
	server  *Server
	feed    *feed
	visitor account.Visitor
	id      string
	address string

	told      atomic.Int64 // the last event the client has heard of
	roundTrip atomic.Int64 // ms, smoothed; 0 if it was never measured
	frames    atomic.Int32 // received in the last ticks
	heard     atomic.Int32 // the tick in which something was received last
	pace      atomic.Int32 // after how many ticks of silence a heartbeat is due
	asked     atomic.Int32 // the tick behind that in which a whole view was sent because it was asked for
	owed      atomic.Bool  // another was asked for too soon

	// late tells that the client sees the table as it was some time ago. While
	// it does the delayed feed's mutex guards what follows, else the table's goroutine alone uses it.
	late      atomic.Bool
	deaf      bool  // the client cannot speak over this connection
	game, ply int32 // what the client has already, until it has seen a view
	round     int   // the feed's last round of presence that the client was told of

	// pending are the ids of commands that wait for their answer, guarded by conn.mu.
	pending []string
}

// A session ties gws's connection to the socket.
type session struct {
	gws.SessionStorage
	socket *socket
}

// newSession returns what gws keeps of a connection; its own storage is never used.
func newSession() gws.SessionStorage { return &session{} }

func (s *Server) newUpgrader() *gws.Upgrader {
	return gws.NewUpgrader(events{}, &gws.ServerOption{
		// A command fits; a reader's buffer is what a socket at rest costs most.
		ReadBufferSize: 192, ReadMaxPayloadSize: maxCommand + 64, NewSession: newSession, CheckUtf8Enabled: true,
	})
}

// connect opens a socket to a table.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	if !s.admit(w, r) {
		return
	}
	ws, err := s.upgrader.Upgrade(w, r)
	if err != nil {
		return // gws has answered
	}
	k := s.newSocket(r, newConn(ws, &s.ticks))
	ws.Session().(*session).socket = k
	// The handler must end, so that its buffers are freed: the socket gets a goroutine of its own.
	go k.run(ws.ReadLoop)
}

// admit reports whether a request may follow its table, or answers why not.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	if !s.ours(r) {
		stream.Answer(w, http.StatusForbidden, problem{"forbidden", "a page of another site may not connect to a table"})
		return false
	}
	if !s.connects.allow(s.address(r), time.Now()) {
		s.busy(w, "too many connections from this address")
		return false
	}
	// Who asks for a table that is not there gets an answer, not a connection.
	if err := s.Hub.Look(r.Context(), r.PathValue("id"), func(*table.State, []table.Event, hub.Presence) {}); err != nil {
		s.fail(w, r, err)
		return false
	}
	return true
}

// newSocket makes a request's connection a socket of its table.
func (s *Server) newSocket(r *http.Request, c *conn) *socket {
	// The id is copied, since it is a part of the whole request line.
	k := &socket{conn: c, server: s, id: strings.Clone(r.PathValue("id")), visitor: account.VisitorOf(r.Context()), address: s.address(r)}
	k.game, k.ply = countOf(r, "game"), countOf(r, "ply")
	k.heard.Store(s.ticks.Load())
	k.pace.Store(quickBeat)
	return k
}

// countOf returns a number from a request's query, 0 if there is none.
func countOf(r *http.Request, name string) int32 {
	n, _ := rules.ParseCount(r.FormValue(name), 1<<20)
	return int32(n)
}

// ours reports whether a request comes from a page of this site, or from no page at all.
func (s *Server) ours(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || origin == s.Origin && origin != "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}

// run follows the table until the connection ends, which read waits for.
func (k *socket) run(read func()) {
	defer k.end()
	if code, reason := k.server.enter(k); code != 0 {
		k.close(code, reason)
		return
	}
	defer k.server.leave(k)
	attachment, err := k.server.Hub.Attach(k.server.ctx, k.id, k.visitor.Owner, k.changed)
	if err != nil {
		k.close(closeBusy, "busy")
		return
	}
	k.hear(read)
	k.end()
	attachment.Close()
	if k.late.Load() {
		k.feed.delayed().part(k)
	}
}

// hear reads until the connection ends. What gws cannot take, such as a frame
// whose length has 64 bits (v1.8.9), ends this connection and not the server.
func (k *socket) hear(read func()) {
	defer func() {
		if cause := recover(); cause != nil {
			k.server.Log.Error("what came over a socket cannot be read", "table", k.id, "cause", cause, "stack", string(debug.Stack()))
			k.close(closeProtocol, "protocol")
		}
	}()
	read()
}

// changed hears what has happened. It runs in the table's goroutine: at
// first, after each commit, and when only presence has changed.
func (k *socket) changed(s *table.State, happened []table.Event, who hub.Presence) {
	late := hub.Late(s, k.visitor.Owner)
	was := k.late.Swap(late)
	if late && !was {
		k.feed.delayed().expect()
	}
	if s.Opened.WatchDelay > 0 {
		k.feed.delayed().happen(s, happened, who)
	}
	switch {
	case late && !was:
		k.told.Store(0)
		go k.joinLate()
	case was && !late:
		k.feed.delayed().part(k)
		k.told.Store(0)
	}
	if !late {
		k.show(k.feed, s, happened, who)
	}
}

// joinLate begins to follow the table's past. It reads the store, which must not hold up the table.
func (k *socket) joinLate() {
	all, err := k.server.Hub.Events(k.server.ctx, k.id)
	if failed := k.feed.delayed().join(k, all, time.Now()); err != nil || failed != nil {
		k.close(closeBusy, "busy")
	}
}

// show tells the client what has happened to the state that it sees.
func (k *socket) show(f *feed, s *table.State, happened []table.Event, who Presence) {
	told := k.told.Load()
	var frame []byte
	switch {
	case told > 0 && told == s.Seq && len(happened) == 0:
		frame = f.presence(s, who, k)
	case told > 0 && len(happened) > 0 && happened[0].Seq == told+1:
		frame = f.patch(s, happened, who, k.visitor.Owner)
	}
	if frame == nil {
		frame = k.whole(f, s, who)
	}
	k.told.Store(s.Seq)
	k.pace.Store(paceOf(s))
	k.answer(happened, s.Seq, frame)
}

// whole writes everything, but for plies that the client has.
func (k *socket) whole(f *feed, s *table.State, who Presence) []byte {
	from := 0
	if int(k.game) == s.Number {
		from = int(k.ply)
	}
	k.game, k.ply = -1, 0
	k.round = f.arrive(s)
	v := view{id: k.id, s: s, owner: k.visitor.Owner, now: time.Now(), here: who, b: make([]byte, frameHead, 4096)}
	v.b = append(v.b, `["view",`...)
	v.whole(from)
	v.b = append(v.b, ']')
	return framed(v.b)
}

// answer sends a frame, and with it the answers to those of this socket's commands that led to the events.
func (k *socket) answer(happened []table.Event, seq int64, frame []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.pending) == 0 {
		k.put(frame)
		return
	}
	joined := joins.Get().(*[]byte)
	defer joins.Put(joined)
	*joined = append((*joined)[:0], frame...)
	for i := range happened {
		owner, id, _ := strings.Cut(happened[i].Command, "/")
		if owner == k.visitor.Owner && k.settled(id) {
			*joined = appendAnswered(*joined, id, seq)
		}
	}
	k.put(*joined)
}

// joins are buffers for a patch and the answer behind it: one write instead of two.
var joins = sync.Pool{New: func() any { return new([]byte) }}

// settled takes a command off the list of those that wait; false if it is not on it. conn.mu is held.
func (k *socket) settled(id string) bool {
	i := slices.Index(k.pending, id)
	if i < 0 {
		return false
	}
	k.pending = slices.Delete(k.pending, i, i+1)
	return true
}

// appendAnswered appends the frame that says a command was carried out.
func appendAnswered(dst []byte, id string, seq int64) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, frameHead)...)
	dst = appendText(append(dst, `["a",`...), id)
	dst = append(appendInt(append(dst, ','), seq), ']')
	return append(dst[:start], framed(dst[start:])...)
}

// refused is the frame that says it was not, and why.
func refused(id string, p problem, seq int64) []byte {
	body := appendText([]byte(`["x",`), id)
	body = appendText(append(body, ','), p.Code)
	body = appendText(append(body, ','), p.Text)
	body = append(appendInt(append(body, ','), seq), ']')
	return appendFrame(nil, opText, body)
}

// appendBeat appends the frame that shows the connection lives and what the last event is.
// echo is what the client asked with, nil if it did not ask.
func appendBeat(dst []byte, now time.Time, seq int64, echo []byte) []byte {
	body := appendInt([]byte(`["h",`), now.UnixMilli())
	body = appendInt(append(body, ','), seq)
	if echo != nil {
		body = append(append(body, ','), echo...)
	}
	return appendFrame(dst, opText, append(body, ']'))
}

// ask sends a whole view; at most one in a tick, so the next tick sends what was asked for too soon.
func (k *socket) ask() {
	if k.server.ticks.Load() < k.asked.Load() {
		k.owed.Store(true)
		k.feed.lively.Store(true)
		return
	}
	k.resync()
}

// resync sends a whole view.
func (k *socket) resync() {
	k.asked.Store(k.server.ticks.Load() + 1)
	if k.late.Load() {
		k.feed.delayed().again(k)
		return
	}
	err := k.server.Hub.Look(k.server.ctx, k.id, func(s *table.State, _ []table.Event, who hub.Presence) {
		if !k.late.Load() {
			k.told.Store(0)
			k.show(k.feed, s, nil, who)
		}
	})
	if err != nil {
		k.close(closeBusy, "busy")
	}
}

func (k *socket) beat(echo []byte) { k.send(appendBeat(nil, time.Now(), k.told.Load(), echo)) }
