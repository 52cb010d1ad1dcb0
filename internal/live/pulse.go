package live

import (
	"time"

	"melee/internal/table"
	"melee/rules"
)

// How often the server looks after its sockets, and after how many of such
// ticks it does what. Where no time runs there is less to miss, and the
// heartbeats of many sockets go out in one tick: waking a core costs more than they do.
const (
	tickEvery = time.Second
	quickBeat = 5  // of silence while time runs: a heartbeat
	slowBeat  = 25 // of silence while none does
	slowStep  = 5  // slow heartbeats go out in every fifth tick
	pingTicks = 20 // nothing was received: a ping, which comes with a slow heartbeat anyway
	deadTicks = 75 // nothing was received: the device is gone
	// limitTicks is how often full buckets are forgotten.
	limitTicks = 60
)

// paceOf returns after how many ticks of silence a table's sockets are sent a heartbeat.
func paceOf(s *table.State) int32 {
	if s.Opened.Clock.Kind == table.Days {
		return slowBeat
	}
	if _, timed := s.Deadline(); timed || s.Running() != rules.NoSeat {
		return quickBeat
	}
	return slowBeat
}

// pace writes how often a reader hears of the server at least, in ms.
func (v *view) pace(ticks int32) {
	v.number("beat", int64(ticks)*tickEvery.Milliseconds())
}

// tick looks after the sockets: one wheel for all of them, no timer for each.
func (s *Server) tick() {
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-s.ctx.Done():
			return
		}
		s.pulse()
	}
}

// pulse is one tick: heartbeats and pings where they are due, and what had to wait.
func (s *Server) pulse() {
	n := s.ticks.Add(1)
	var past []*delayed
	var due []*socket
	s.mu.Lock()
	for _, f := range s.feeds {
		if n%slowStep != 0 && !f.lively.Load() {
			continue
		}
		if d := f.tick(); d != nil {
			past = append(past, d)
		}
		for k := range f.sockets {
			if k.isDue(n) {
				due = append(due, k)
			}
		}
	}
	s.mu.Unlock()
	for _, k := range due {
		k.pulse(n)
	}
	for _, d := range past {
		d.feed.tick()
		d.tick(time.Now())
	}
	if n%limitTicks == 0 {
		for _, l := range []*limiter{s.commands, s.addresses, s.connects, s.opens, s.reads} {
			l.sweep(time.Now())
		}
	}
}

// isDue reports whether a socket is to be looked after in a tick.
func (k *socket) isDue(n int32) bool {
	if n%slowStep == 0 {
		k.frames.Store(0)
	}
	if k.deaf { // that he is there shows in that he reads
		k.heard.Store(n)
	}
	beat, ping := k.needs(n)
	return beat || ping || k.owed.Load() || n-k.heard.Load() >= deadTicks
}

// needs tells what a socket is to be sent in a tick.
func (k *socket) needs(n int32) (beat, ping bool) {
	quiet, silent := n-k.heard.Load(), n-k.sent.Load()
	if k.pace.Load() == slowBeat {
		if n%slowStep != 0 {
			return false, false
		}
		beat = silent > slowBeat-slowStep
		return beat, beat || quiet >= 2*pingTicks && quiet%pingTicks < slowStep
	}
	return silent >= quickBeat, quiet > 0 && quiet%pingTicks == 0
}

// pulse is a socket's part in a tick that it needs.
func (k *socket) pulse(n int32) {
	if n-k.heard.Load() >= deadTicks {
		k.close(closeGoingAway, "silent")
		return
	}
	if k.owed.Swap(false) {
		go k.resync() // it waits for the table
	}
	var frame []byte
	beat, ping := k.needs(n)
	if beat {
		frame = appendBeat(frame, time.Now(), k.told.Load(), nil)
	}
	if ping {
		frame = appendFrame(frame, opPing, k.server.pingText())
	}
	k.send(frame)
}
