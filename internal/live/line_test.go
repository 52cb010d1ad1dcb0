package live_test

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lxzan/gws"
)

// A line is a bare WebSocket, for what a client of ours does not do.
type line struct {
	gws.BuiltinEventHandler
	*testing.T
	conn   *gws.Conn
	texts  chan string
	closed chan error
	deaf   atomic.Bool // pings are not answered
}

func (l *line) OnMessage(_ *gws.Conn, m *gws.Message) { l.texts <- string(m.Bytes()) }
func (l *line) OnClose(_ *gws.Conn, err error)        { l.closed <- err }

func (l *line) OnPing(conn *gws.Conn, payload []byte) {
	if !l.deaf.Load() {
		conn.WritePong(payload)
	}
}

// dial opens a bare socket.
func (d *device) dial(id string, header http.Header) *line {
	d.Helper()
	l := &line{T: d.T, texts: make(chan string, 4096), closed: make(chan error, 1)}
	if header == nil {
		header = http.Header{}
	}
	header.Set("Cookie", "melee_device="+d.Device())
	conn, _, err := gws.NewClient(l, &gws.ClientOption{Addr: strings.Replace(d.url, "http", "ws", 1) + "/api/tables/" + id + "/socket", RequestHeader: header})
	if err != nil {
		d.Fatal(err)
	}
	l.conn = conn
	go conn.ReadLoop()
	d.Cleanup(func() { conn.NetConn().Close() })
	return l
}

func (l *line) say(text string) {
	l.Helper()
	if err := l.conn.WriteMessage(gws.OpcodeText, []byte(text)); err != nil {
		l.Fatal(err)
	}
}

// hear waits for a frame that begins so.
func (l *line) hear(start string) string {
	l.Helper()
	timeout := time.After(patience)
	for {
		select {
		case text := <-l.texts:
			if strings.HasPrefix(text, start) {
				return text
			}
		case err := <-l.closed:
			l.closed <- err
			for len(l.texts) > 0 {
				if text := <-l.texts; strings.HasPrefix(text, start) {
					return text
				}
			}
			l.Fatalf("closed instead of %s: %v", start, err)
		case <-timeout:
			l.Fatalf("no frame begins with %s", start)
		}
	}
}

// ends waits until the server has closed the connection, and returns the code.
func (l *line) ends() uint16 {
	l.Helper()
	select {
	case err := <-l.closed:
		var closed *gws.CloseError
		if errors.As(err, &closed) {
			return closed.Code
		}
		return 0
	case <-time.After(patience):
		l.Fatal("the connection stays open")
		return 0
	}
}
