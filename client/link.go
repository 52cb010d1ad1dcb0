package client

import (
	"errors"
	"slices"
	"time"
)

// A link is one connection to a table.
type link struct {
	table    *Table
	line     line
	first    chan<- error
	spoken   bool // something was heard over it
	seen     bool // the whole table has been seen over it
	resynced time.Time
}

// read follows the table until the connection ends.
func (l *link) read(first chan<- error) {
	l.first = first
	stop := make(chan struct{})
	go func() {
		select {
		case <-l.table.ctx.Done():
			l.line.close(1000, "")
		case <-stop:
		}
	}()
	l.alive()
	l.line.run()
	close(stop)
	l.table.lost(l)
}

// alive gives the connection until the server has been silent for too long.
func (l *link) alive() {
	l.table.mu.Lock()
	beat := firstBeat
	if v := l.table.view; v != nil && v.Beat > 0 {
		beat = time.Duration(v.Beat) * time.Millisecond
	}
	l.table.mu.Unlock()
	l.line.heardBy(time.Now().Add(beat * patience / 2))
}

// take takes in a frame of the server.
func (l *link) take(text []byte) {
	defer l.alive() // which may have changed by what was read
	f, err := parseFrame(text)
	if err != nil {
		l.line.close(1002, "unreadable")
		return
	}
	l.spoken = true
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
		l.line.close(1000, "")
	}
}

// viewed takes over a whole view. The first over a connection is followed by the commands that wait.
func (l *link) viewed(f frame) {
	v, err := parseView(f.body)
	if err != nil {
		l.line.close(1002, "unreadable")
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
		l.line.do(w)
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
		l.line.whole()
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
