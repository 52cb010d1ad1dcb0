package client

import (
	"errors"
	"slices"
	"time"

	"github.com/lxzan/gws"
)

// A link is one connection to a table.
type link struct {
	gws.BuiltinEventHandler
	table    *Table
	conn     *gws.Conn
	first    chan<- error
	seen     bool // the whole table has been seen over it
	resynced time.Time
}

// read follows the table until the connection ends, and reports whether the table was seen.
func (l *link) read(first chan<- error) bool {
	l.first = first
	stop := make(chan struct{})
	go func() {
		select {
		case <-l.table.ctx.Done():
			_ = l.conn.WriteClose(1000, nil)
		case <-stop:
		}
	}()
	l.alive()
	l.conn.ReadLoop()
	close(stop)
	l.table.lost(l)
	return l.seen
}

// alive gives the connection until the server has been silent for too long.
func (l *link) alive() {
	l.table.mu.Lock()
	beat := firstBeat
	if v := l.table.view; v != nil && v.Beat > 0 {
		beat = time.Duration(v.Beat) * time.Millisecond
	}
	l.table.mu.Unlock()
	_ = l.conn.SetReadDeadline(time.Now().Add(beat * patience / 2))
}

// write sends a text; if it fails the connection ends and everything is sent again over the next.
func (l *link) write(text []byte) { _ = l.conn.WriteMessage(gws.OpcodeText, text) }

// OnPing implements gws.Event: the server measures the way there and back.
func (l *link) OnPing(conn *gws.Conn, payload []byte) {
	l.alive()
	_ = conn.WritePong(payload)
}

// OnMessage implements gws.Event.
func (l *link) OnMessage(conn *gws.Conn, m *gws.Message) {
	defer m.Close()
	defer l.alive() // which may have changed by what was read
	f, err := parseFrame(m.Bytes())
	if err != nil {
		conn.WriteClose(1002, []byte("unreadable"))
		return
	}
	switch f.kind {
	case "view":
		l.viewed(f)
	case "p":
		l.patched(f)
	case "a":
		l.table.answered(f.id, f.seq, nil)
	case "x":
		l.table.answered(f.id, f.seq, f.no)
	case "h":
		l.beat(f)
	case "bye":
		conn.WriteClose(1000, nil)
	}
}

// viewed takes over a whole view. The first over a connection is followed by the commands that wait.
func (l *link) viewed(f frame) {
	v, err := parseView(f.body)
	if err != nil {
		l.conn.WriteClose(1002, []byte("unreadable"))
		return
	}
	t := l.table
	t.mu.Lock()
	if old := t.view; v.From > 0 && old != nil && old.Game == v.Game && v.From <= len(old.Plies) {
		v.Plies = append(old.Plies[:v.From:v.From], v.Plies...)
		v.From = 0
	}
	t.view = v
	t.stats.Views++
	var again []*waiting
	first := t.link != l
	if first {
		t.link, l.seen = l, true
		t.stats.Connects++
		again = slices.Clone(t.waiting)
		if t.stats.Connects > 1 {
			t.stats.Resends += len(again)
		}
	}
	t.changed()
	t.mu.Unlock()
	for _, w := range again {
		l.write(w.frame)
	}
	if first {
		select {
		case l.first <- nil:
		default: // an earlier connection has said it
		}
	}
}

// patched folds a patch. One that does not follow what was seen asks for the whole.
func (l *link) patched(f frame) {
	if l.table.fold(f) != nil {
		l.resync()
	}
}

var errGap = errors.New("something was missed")

// fold applies a patch and tells of it.
func (t *Table) fold(f frame) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.view == nil || f.seq < t.view.Seq:
		return nil
	case f.seq > t.view.Seq+1:
		t.stats.Gaps++
		return errGap
	}
	t.stats.Patches++
	apply := t.view.apply
	if t.client.sketch {
		apply = t.view.sketch
	}
	if err := apply(f.seq, f.body); err != nil {
		return err
	}
	t.changed()
	return nil
}

// beat compares what the server says was last with what was seen.
func (l *link) beat(f frame) {
	behind := false
	l.table.Look(func(v *View) { behind = v != nil && v.Seq < f.seq })
	if behind {
		l.resync()
	}
}

// resync asks for a whole view, not too often.
func (l *link) resync() {
	if now := time.Now(); now.Sub(l.resynced) >= resyncEvery {
		l.resynced = now
		l.write([]byte(`["s"]`))
	}
}

// changed tells of the view; t.mu is held.
func (t *Table) changed() {
	close(t.news)
	t.news = make(chan struct{})
	if t.told != nil {
		t.told(t.view)
	}
}

// answered ends the waiting for a command.
func (t *Table) answered(id string, seq int64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, w := range t.waiting {
		if w.id == id {
			if refused, ok := err.(Refusal); ok {
				w.err = refused
			}
			w.seq = seq
			t.waiting = append(t.waiting[:i:i], t.waiting[i+1:]...)
			close(w.done)
			return
		}
	}
}

func (t *Table) lost(l *link) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.link == l {
		t.link = nil
	}
}
