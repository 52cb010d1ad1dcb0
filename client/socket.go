package client

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/lxzan/gws"
)

// A line is what a link goes over: a WebSocket, or events with requests beside them.
type line interface {
	run()                          // reads until the line ends, and hands every frame to its link
	do(w *waiting)                 // sends a command; if that fails the line ends and it is sent again over the next
	whole()                        // asks for the whole table
	heardBy(t time.Time)           // ends the line if nothing has been read by then
	close(code uint16, why string) // ends the line from here
}

// A socket is the line that most take.
type socket struct {
	gws.BuiltinEventHandler
	link *link
	conn *gws.Conn
}

// dial opens a WebSocket.
func (t *Table) dial() (*link, error) {
	s := &socket{link: &link{table: t}}
	s.link.line = s
	address := t.address("/socket")
	address.Scheme = map[string]string{"http": "ws", "https": "wss"}[address.Scheme]
	conn, resp, err := gws.NewClient(s, &gws.ClientOption{
		Addr: address.String(), RequestHeader: http.Header{"Cookie": {t.client.cookie()}}, TlsConfig: t.client.tls,
		HandshakeTimeout: dialWithin, ReadMaxPayloadSize: maxAnswer, ReadBufferSize: 2048,
		NewDialer: func() (gws.Dialer, error) { return &net.Dialer{Timeout: dialWithin}, nil },
	})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, refusalOf(resp)
		}
		return nil, fmt.Errorf("connect to %s: %w", address.Host, err)
	}
	s.conn = conn
	return s.link, nil
}

// unreachable reports whether an error says that nobody listens, whichever way one takes.
func unreachable(err error) bool {
	var failed *net.OpError
	return errors.As(err, &failed) && failed.Op == "dial"
}

// refusalOf reads why a connection was refused.
func refusalOf(resp *http.Response) Refusal {
	r := Refusal{Code: "internal", Text: "the server answered " + resp.Status}
	switch resp.StatusCode {
	case http.StatusNotFound:
		r.Code, r.Text = "not_found", "no such table"
	case http.StatusForbidden:
		r.Code = "forbidden"
	case http.StatusTooManyRequests:
		r.Code = "too_many"
	}
	return r
}

func (s *socket) run()                          { s.conn.ReadLoop() }
func (s *socket) do(w *waiting)                 { s.write(w.frame) }
func (s *socket) whole()                        { s.write([]byte(`["s"]`)) }
func (s *socket) heardBy(t time.Time)           { _ = s.conn.SetReadDeadline(t) }
func (s *socket) close(code uint16, why string) { _ = s.conn.WriteClose(code, []byte(why)) }
func (s *socket) write(text []byte)             { _ = s.conn.WriteMessage(gws.OpcodeText, text) }

// OnPing implements gws.Event: the server measures the way there and back.
func (s *socket) OnPing(conn *gws.Conn, payload []byte) {
	s.link.alive()
	_ = conn.WritePong(payload)
}

// OnMessage implements gws.Event.
func (s *socket) OnMessage(_ *gws.Conn, m *gws.Message) {
	defer m.Close()
	s.link.take(m.Bytes())
}
