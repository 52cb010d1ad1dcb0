package live

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// A socket is one device's connection to one table.
type socket struct {
	visitor account.Visitor
	*conn
	server    *Server
	feed      *feed
	id, owner string
	address   string

	told      atomic.Int64 // the last event the client has heard of
	roundTrip atomic.Int64 // ms, smoothed; 0 if it was never measured
	frames    atomic.Int32 // received since the last sweep
	quiet     atomic.Int32 // ticks since something was received

	// late tells that the client sees the table as it was some time ago. While
	// it does the delayed feed's mutex guards what follows, else the table's goroutine alone uses it.
	late      atomic.Bool
	game, ply int // what the client has already, until it has seen a view
	round     int // the feed's last round of presence that the client was told of

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
		ReadBufferSize: 256, ReadMaxPayloadSize: maxCommand + 64, NewSession: newSession, CheckUtf8Enabled: true,
	})
}

// connect opens a socket to a table.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !s.ours(r) {
		writeJSON(w, http.StatusForbidden, problem{"forbidden", "a page of another site may not connect to a table"})
		return
	}
	if !s.connects.allow(s.address(r), time.Now()) {
		s.busy(w, "too many connections from this address")
		return
	}
	// Who asks for a table that is not there gets an answer, not a socket.
	if err := s.Hub.Look(r.Context(), id, func(*table.State, []table.Event, hub.Presence) {}); err != nil {
		s.fail(w, r, err)
		return
	}
	ws, err := s.upgrader.Upgrade(w, r)
	if err != nil {
		return // gws has answered
	}
	k := &socket{conn: newConn(ws), server: s, id: id, visitor: account.VisitorOf(r.Context()), address: s.address(r)}
	k.owner = k.visitor.Owner
	k.game, _ = rules.ParseCount(r.FormValue("game"), 1<<20)
	k.ply, _ = rules.ParseCount(r.FormValue("ply"), 1<<20)
	ws.Session().(*session).socket = k
	// The handler must end, so that its buffers are freed: the socket gets a goroutine of its own.
	go k.run()
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

// run follows the table until the connection ends.
func (k *socket) run() {
	defer k.end()
	if !k.server.enter(k) {
		k.close(closeGoingAway, "restart")
		return
	}
	defer k.server.leave(k)
	attachment, err := k.server.Hub.Attach(k.server.ctx, k.id, k.owner, k.changed)
	if err != nil {
		k.close(closeBusy, "busy")
		return
	}
	k.ws.ReadLoop()
	k.end()
	attachment.Close()
	if k.late.Load() {
		k.feed.delayed().part(k)
	}
}

// changed hears what has happened. It runs in the table's goroutine: at
// first, after each commit, and when only presence has changed.
func (k *socket) changed(s *table.State, happened []table.Event, who hub.Presence) {
	late := hub.Late(s, k.owner)
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
		frame = f.patch(s, happened, who, k.owner)
	}
	if frame == nil {
		frame = k.whole(f, s, who)
	}
	k.told.Store(s.Seq)
	k.answer(happened, s.Seq, frame)
}

// whole writes everything, but for plies that the client has.
func (k *socket) whole(f *feed, s *table.State, who Presence) []byte {
	from := 0
	if k.game == s.Number {
		from = k.ply
	}
	k.game, k.ply = -1, 0
	k.round = f.arrive(s)
	v := view{id: k.id, s: s, owner: k.owner, now: time.Now(), here: who, b: make([]byte, frameHead, 4096)}
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
		if owner == k.owner && k.settled(id) {
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

// beat is the frame that shows the connection lives and what the last event is.
// echo is what the client asked with, nil if it did not ask.
func beat(now time.Time, seq int64, echo []byte) []byte {
	body := appendInt([]byte(`["h",`), now.UnixMilli())
	body = appendInt(append(body, ','), seq)
	if echo != nil {
		body = append(append(body, ','), echo...)
	}
	return appendFrame(nil, opText, append(body, ']'))
}

// events is where gws hands over what it reads.
type events struct{ gws.BuiltinEventHandler }

func (events) OnMessage(ws *gws.Conn, m *gws.Message) {
	k := ws.Session().(*session).socket
	defer m.Close()
	if k.over() {
		return
	}
	k.quiet.Store(0)
	if k.frames.Add(1) > maxFrames && k.server.Limits.Commands > 0 {
		k.close(closePolicy, "too many frames")
		return
	}
	k.receive(m.Bytes())
}

func (events) OnPing(ws *gws.Conn, payload []byte) {
	k := ws.Session().(*session).socket
	k.quiet.Store(0)
	if k.frames.Add(1) <= maxFrames {
		k.send(appendFrame(nil, opPong, payload))
	}
}

// OnPong measures the way there and back: the payload is when the ping was sent.
func (events) OnPong(ws *gws.Conn, payload []byte) {
	k := ws.Session().(*session).socket
	k.quiet.Store(0)
	if len(payload) != 8 {
		return
	}
	took := time.Since(k.server.began) - time.Duration(binary.BigEndian.Uint64(payload))
	if took < 0 || took > time.Minute {
		return // not one of our pings
	}
	ms := took.Milliseconds()
	if old := k.roundTrip.Load(); old > 0 {
		ms = (3*old + ms) / 4
	}
	k.roundTrip.Store(max(1, ms))
}

// ping is the frame that a client's WebSocket answers of itself.
func (s *Server) ping() []byte {
	return appendFrame(nil, opPing, binary.BigEndian.AppendUint64(nil, uint64(time.Since(s.began))))
}

// receive carries out what the client sent: ["do",COMMAND], ["s"] or ["h",TIME].
func (k *socket) receive(text []byte) {
	switch word, body := parseFrame(text); word {
	case "do":
		k.do(body)
	case "s":
		k.resync()
	case "h":
		k.beat(body)
	default:
		k.send(refused("", problem{"invalid", `a frame is ["do",COMMAND], ["s"] or ["h",TIME]`}, k.told.Load()))
	}
}

// parseFrame returns what a frame says and with what; "" if it is none.
func parseFrame(text []byte) (word string, body []byte) {
	// The frame of every move is not read twice: what is no command inside is found out there.
	if command, ok := bytes.CutPrefix(text, []byte(`["do",`)); ok {
		if command, ok = bytes.CutSuffix(command, []byte(`]`)); ok {
			return "do", command
		}
	}
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil || len(list) == 0 {
		return "", nil
	}
	if err := json.Unmarshal(list[0], &word); err != nil {
		return "", nil
	}
	switch {
	case word == "do" && len(list) == 2, word == "h" && len(list) == 2 && isNumber(list[1]):
		return word, list[1]
	case word == "s" && len(list) == 1:
		return word, nil
	}
	return "", nil
}

func isNumber(text []byte) bool {
	var n json.Number
	return len(text) <= 24 && len(text) > 0 && text[0] != '"' && json.Unmarshal(text, &n) == nil && n != ""
}

// do carries out a command. It does not wait for it: the table answers.
func (k *socket) do(text []byte) {
	c, id, err := readCommand(text, k.visitor, time.Now(), k.roundTrip.Load())
	if len(id) > table.MaxID {
		id = id[:0]
	}
	if err == nil && !k.server.mayCommand(k.owner, k.address) {
		err = errTooFast
	}
	if err == nil {
		k.mu.Lock()
		k.pending = append(k.pending, id)
		k.mu.Unlock()
		err = k.server.Hub.Submit(k.server.ctx, k.id, c, func(seq int64, err error) { k.done(id, seq, err) })
	}
	if err != nil {
		k.done(id, k.told.Load(), err)
	}
}

// done answers a command that has no answer yet.
func (k *socket) done(id string, seq int64, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	waiting := k.settled(id)
	switch {
	case err != nil:
		k.put(refused(id, k.server.problemOf(err), k.told.Load()))
	case waiting:
		k.put(appendAnswered(nil, id, seq))
	}
}

var errTooFast = table.Refused{Code: table.TooMany, Text: "too many commands; wait a little"}

// resync sends a whole view.
func (k *socket) resync() {
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

func (k *socket) beat(echo []byte) { k.send(beat(time.Now(), k.told.Load(), echo)) }
