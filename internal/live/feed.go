package live

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A feed is what the sockets of one table have in common: what a move changes
// is found and written once, however many read it.
type feed struct {
	id      string
	sockets map[*socket]bool // guarded by the server's mutex
	lively  atomic.Bool      // every tick concerns it

	mu     sync.Mutex
	late   *delayed    // nil while nobody sees the table late
	pace   int32       // that its sockets know of
	seq    int64       // of the event that board stands after; 0 if it stands after none
	game   int         // number of the game it shows
	plies  int         // that it stands after
	board  []rules.Man // by square
	offers bool        // some were open
	news   news
	spare  [][]byte // of frames that all have been told
	round  int      // of telling who is here
	here   news
}

// news is what has been written of the feed's last event, until the next event or tick.
type news struct {
	before []byte // frames of events that are told together with the last
	common []byte // the last one's payload without its end, behind frameHead free bytes
	lines  int    // of talk, at the end of it
	seats  bool   // somebody's seat has changed
	ended  bool   // the game is over
	frames []ownFrame
}

// An ownFrame is for one person's devices, that of "" for all who have nothing of their own in it.
type ownFrame struct {
	owner  string
	bytes  []byte
	buffer []byte // that it was written in, nil if it cannot be used again
}

// follow notes how the board stands, so that the next move can be told as a change of it.
func (f *feed) follow(s *table.State) {
	g := s.Game
	if n := g.Geometry().Squares(); len(f.board) != n {
		f.board = make([]rules.Man, n)
	}
	for i := range f.board {
		f.board[i] = g.At(rules.Square(i))
	}
	f.seq, f.game, f.plies, f.offers, f.news = s.Seq, s.Number, s.PlyCount(), len(s.Offers) > 0, news{}
	f.pace = paceOf(s)
	f.lively.Store(true)
}

// arrive takes the feed to where the table stands, for a reader who gets a
// whole view, and returns the round of presence that the view shows.
func (f *feed) arrive(s *table.State) (round int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seq != s.Seq {
		f.follow(s)
	}
	return f.round
}

// tick frees what was written for events that all have been told of, and
// returns the feed for those who see the table late, nil if there are none.
func (f *feed) tick() *delayed {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news, f.here, f.spare = news{}, news{}, nil
	f.lively.Store(f.late != nil || f.pace == quickBeat)
	return f.late
}

// patch returns the frames that tell a person of events, or nil where a whole
// view says it better or the frames cannot be made any more.
func (f *feed) patch(s *table.State, events []table.Event, who Presence, owner string) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seq != s.Seq && !f.write(s, events, who) {
		f.follow(s)
	}
	n := &f.news
	if n.common == nil {
		return nil
	}
	if !n.concerns(s, owner) {
		owner = ""
	}
	if bytes := n.written(owner); bytes != nil {
		return bytes
	}
	return f.finish(s, who, owner)
}

// written returns what was written for a person, "" for all strangers; nil if nothing was.
func (n *news) written(owner string) []byte {
	for i := range n.frames {
		if n.frames[i].owner == owner {
			return n.frames[i].bytes
		}
	}
	return nil
}

// buffer returns an empty buffer for a frame, with room for so many bytes if it is a new one.
func (f *feed) buffer(room int) []byte {
	if n := len(f.spare); n > 0 {
		b := f.spare[n-1]
		f.spare = f.spare[:n-1]
		return b[:0]
	}
	return make([]byte, 0, room)
}

// presence returns the frame that tells a socket who is here. All sockets are
// told in one round, and one that is told again begins the next.
func (f *feed) presence(s *table.State, who Presence, k *socket) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if k.round == f.round {
		f.round++
		f.here = news{}
	}
	k.round = f.round
	owner := k.visitor.Owner
	if !s.Sits(owner) {
		owner = ""
	}
	if bytes := f.here.written(owner); bytes != nil {
		return bytes
	}
	v := view{id: f.id, s: s, owner: owner, now: time.Now(), here: who, b: make([]byte, frameHead, 640)}
	v.b = append(appendInt(append(v.b, `["p",`...), s.Seq), ',')
	v.open()
	v.chairs(s.Game, s.PlyCount())
	v.number("watchers", int64(who.Watchers()))
	v.shut()
	bytes := framed(append(v.b, ']'))
	f.lively.Store(true)
	f.here.frames = append(f.here.frames, ownFrame{owner, bytes, nil})
	return bytes
}

// write begins the patch for the events and moves the feed on to them. It
// returns false for events that are told by whole views: people sit down, a
// game begins, a move is taken back.
func (f *feed) write(s *table.State, events []table.Event, who Presence) bool {
	if f.seq != events[0].Seq-1 || f.game != s.Number || s.PlyCount() < f.plies {
		return false
	}
	var n news
	acted := false
	for _, e := range events {
		switch e.Fact.(type) {
		case table.Acted:
			acted = true
		case table.Said:
			n.lines++
		case table.Left, table.Returned:
			n.seats = true
		case table.Offered, table.Replied, table.Withdrew, table.Given:
		default:
			return false
		}
	}
	for _, e := range events[:len(events)-1] {
		body := append(appendInt([]byte(`["p",`), e.Seq), ",{}]"...)
		n.before = appendFrame(n.before, opText, body)
	}
	// Who was told of the last event has been: conns keep no frame.
	f.spare = f.spare[:0]
	for _, frame := range f.news.frames {
		if frame.buffer != nil {
			f.spare = append(f.spare, frame.buffer)
		}
	}
	n.frames = f.news.frames[:0]
	b := f.news.common
	if cap(b) < frameHead {
		b = make([]byte, 0, 1536)
	}
	v := view{id: f.id, s: s, now: time.Now(), here: who, b: b[:frameHead]}
	v.b = append(appendInt(append(v.b, `["p",`...), s.Seq), ',')
	v.open()
	if acted {
		v.changes(s.Game, f.board)
		v.record(f.plies)
		v.position(s.Game, f.board)
		n.seats = n.seats || v.affected
	}
	n.ended = acted && s.Game.Outcome() != nil
	if n.ended && watchersSpoke(s) {
		return false // what they said may now be read by all
	}
	if open := len(s.Offers) > 0; open || f.offers {
		v.offers()
		f.offers = open
	}
	v.times(acted)
	if pace := paceOf(s); pace != f.pace {
		v.pace(pace)
		f.pace = pace
	}
	n.common = v.b
	f.lively.Store(true)
	f.seq, f.plies, f.news = s.Seq, s.PlyCount(), n
	return true
}

// watchersSpoke reports whether lines are kept that players read only after the game.
func watchersSpoke(s *table.State) bool {
	return slices.ContainsFunc(s.Talk, func(l table.Line) bool { return l.Room == table.Watching })
}

// concerns reports whether the news is not the same for a person as for a stranger.
func (n *news) concerns(s *table.State, owner string) bool {
	if owner == "" || !s.Sits(owner) {
		return false
	}
	v := view{s: s, owner: owner}
	return n.seats || n.lines > 0 || v.mayMove() || claimable(s.Game) != nil || n.ended
}

// finish ends the patch for a person, "" for all strangers.
func (f *feed) finish(s *table.State, who Presence, owner string) []byte {
	n := &f.news
	v := view{id: f.id, s: s, owner: owner, now: time.Now(), here: who, b: append(f.buffer(3072), n.common...)}
	if n.seats {
		v.chairs(s.Game, s.PlyCount())
	}
	if n.lines > 0 {
		v.talk(s.Talk[len(s.Talk)-1].N - n.lines + 1)
	}
	if n.ended {
		v.result(s.Game.Outcome())
		v.series()
	}
	v.private(s.Game, v.mayMove())
	v.shut()
	v.b = append(v.b, ']')
	frame := ownFrame{owner, framed(v.b), v.b}
	if len(n.before) > 0 {
		frame.bytes = slices.Concat(n.before, frame.bytes)
	}
	n.frames = append(n.frames, frame)
	return frame.bytes
}
