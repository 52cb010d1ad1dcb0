package client

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
)

// events is the line for networks that let no WebSocket through: the same
// frames as server-sent events, with commands posted beside them.
type events struct {
	link  *link
	ctx   context.Context // of the line
	end   context.CancelFunc
	alarm *time.Timer // ends the line
	body  io.ReadCloser
}

// listen opens a stream of events.
func (t *Table) listen() (*link, error) {
	e := &events{link: &link{table: t}}
	e.link.line = e
	e.ctx, e.end = context.WithCancel(t.ctx)
	e.alarm = time.AfterFunc(dialWithin, e.end)
	address := t.address("/events")
	req, err := http.NewRequestWithContext(e.ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		e.end()
		return nil, err
	}
	req.Header.Set("Cookie", t.client.cookie())
	req.Header.Set("Accept", "text/event-stream")
	endless := *t.client.http
	endless.Timeout = 0 // that would be the stream's whole life; the alarm ends it in silence
	resp, err := endless.Do(req)
	if err != nil {
		e.end()
		return nil, fmt.Errorf("connect to %s: %w", address.Host, err)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		e.end()
		resp.Body.Close()
		return nil, refusalOf(resp)
	}
	e.body = resp.Body
	return e.link, nil
}

func (e *events) run() {
	defer e.body.Close()
	defer e.end()
	_ = eachEvent(e.body, e.link.take)
}

// eachEvent hands over the data of every event of a stream until it ends; the text is valid only during the call.
func eachEvent(stream io.Reader, take func(data []byte)) error {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, maxAnswer)
	var data []byte
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		switch {
		case len(lines.Bytes()) == 0 && len(data) > 0:
			take(data)
			data = data[:0]
		case string(field) == "data":
			if len(data) > 0 {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
		}
	}
	return lines.Err()
}

// do posts a command. Its answer is told behind what it led to, as over a socket.
func (e *events) do(w *waiting) {
	id, body := w.id, w.frame[len(doHead):len(w.frame)-1]
	go func() {
		t := e.link.table
		seq, err := t.client.post(e.ctx, t.id, body)
		var refused Refusal
		switch {
		case e.ctx.Err() != nil:
			return // it is sent again over the next line
		case errors.As(err, &refused):
			t.answered(id, seq, refused)
		case err != nil:
			e.end()
		case t.Wait(e.ctx, func(v *View) bool { return v.Seq >= seq }) == nil:
			t.answered(id, seq, nil)
		}
	}()
}

// whole ends the line: whoever comes back is told everything.
func (e *events) whole()               { e.end() }
func (e *events) close(uint16, string) { e.end() }
func (e *events) heardBy(t time.Time)  { e.alarm.Reset(time.Until(t)) }
