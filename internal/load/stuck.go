package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// A stuckReader has connected to a table and reads nothing.
type stuckReader struct{ conn *net.TCPConn }

// connectStuck connects, with as little room in the system's buffers as it gives.
func connectStuck(ctx context.Context, address, table string) (*stuckReader, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", base.Host)
	if err != nil {
		return nil, err
	}
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return nil, errors.Join(errors.New("not a TCP connection"), conn.Close())
	}
	if err := tcp.SetReadBuffer(4 << 10); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_, err = fmt.Fprintf(conn, "GET /api/tables/%s/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", url.PathEscape(table), base.Host)
	if err == nil {
		var resp *http.Response
		resp, err = http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
		if err == nil && resp.StatusCode != http.StatusSwitchingProtocols {
			err = errors.New(resp.Status)
		}
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &stuckReader{tcp}, nil
}

// cut reports whether the server has ended the connection; it reads what had been sent before.
func (s *stuckReader) cut() bool {
	_ = s.conn.SetReadDeadline(time.Now().Add(time.Second))
	_, err := io.Copy(io.Discard, s.conn)
	var timeout net.Error
	return !errors.As(err, &timeout) || !timeout.Timeout()
}

func (s *stuckReader) close() { s.conn.Close() }
