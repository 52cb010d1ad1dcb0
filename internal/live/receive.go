package live

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"time"

	"github.com/lxzan/gws"

	"melee/internal/table"
)

// events is where gws hands over what it reads.
type events struct{ gws.BuiltinEventHandler }

func (events) OnMessage(ws *gws.Conn, m *gws.Message) {
	k := ws.Session().(*session).socket
	defer m.Close()
	if k.over() {
		return
	}
	k.heard.Store(k.server.ticks.Load())
	if k.frames.Add(1) > maxFrames && k.server.Limits.Commands > 0 {
		k.close(closePolicy, "too many frames")
		return
	}
	k.receive(m.Bytes())
}

func (events) OnPing(ws *gws.Conn, payload []byte) {
	k := ws.Session().(*session).socket
	k.heard.Store(k.server.ticks.Load())
	if k.frames.Add(1) <= maxFrames {
		k.send(appendFrame(nil, opPong, payload))
	}
}

// OnPong measures the way there and back: the payload is when the ping was sent.
func (events) OnPong(ws *gws.Conn, payload []byte) {
	k := ws.Session().(*session).socket
	k.heard.Store(k.server.ticks.Load())
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

// pingText is what a client's WebSocket sends back of itself: when it was sent.
func (s *Server) pingText() []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(time.Since(s.began)))
}

// receive carries out what the client sent: ["do",COMMAND], ["s"] or ["h",TIME].
func (k *socket) receive(text []byte) {
	switch word, body := parseFrame(text); word {
	case "do":
		k.do(body)
	case "s":
		k.ask()
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
	if err == nil && !k.server.mayCommand(k.visitor.Owner, k.address) {
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
