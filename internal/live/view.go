package live

import (
	"time"

	"melee/internal/table"
	"melee/rules"
)

// A view is a table as one visitor may see it, written as JSON: the whole for
// who comes, parts of it for who has the rest. docs/protocol.md describes its
// fields, and package client reads them.
type view struct {
	b     []byte
	id    string
	s     *table.State
	owner string
	now   time.Time
	here  Presence

	affected bool // a ply that was written had effects
}

// Presence tells who is at a table.
type Presence interface {
	// Here reports whether a device of the person is connected.
	Here(owner string) bool
	// Watchers counts the connected devices of people without a seat.
	Watchers() int
}

// whole writes everything, with the plies from the given one on; from the first where there are fewer.
func (v *view) whole(from int) {
	if from < 0 || from > v.s.PlyCount() {
		from = 0
	}
	v.open()
	v.header()
	v.board(v.s.Game, v.mayMove())
	v.men(v.s.Game)
	v.record(from)
	v.result(v.s.Game.Outcome())
	v.times(false)
	v.pace(paceOf(v.s))
	v.offers()
	v.talk(1)
	v.series()
	v.shut()
}

// past writes the table as it stood after n plies of the present game.
func (v *view) past(n int) error {
	game, err := v.s.Past(n)
	if err != nil {
		return err
	}
	v.open()
	v.settings()
	v.sitters(game, n)
	v.board(game, false)
	v.men(game)
	v.number("from", int64(n))
	v.list("plies", 0, nil)
	v.number("now", v.now.UnixMilli())
	v.shut()
	return nil
}

func (v *view) header() {
	v.settings()
	v.sitters(v.s.Game, v.s.PlyCount())
	v.lots()
	v.number("watchers", int64(v.here.Watchers()))
}

// settings writes what stays as it was when the table was opened, and which game is played.
func (v *view) settings() {
	o, geometry := &v.s.Opened, v.s.Game.Geometry()
	v.text("table", v.id)
	v.number("seq", v.s.Seq)
	v.number("game", int64(v.s.Number))
	v.text("variant", v.s.Variant.Name)
	v.options(v.s.Variant, v.s.Options)
	v.geometry(geometry)
	v.truth("public", o.Public)
	v.key("clock")
	v.open()
	v.text("kind", string(o.Clock.Kind))
	v.number("base", o.Clock.Base)
	v.number("add", o.Clock.Add)
	v.shut()
	v.number("away", awayAfter(v.s))
	v.truth("confirm", o.Confirm)
	v.truth("takeBacks", o.TakeBacks)
	v.text("talkMode", string(v.s.TalkMode()))
	v.number("choiceLimit", int64(o.ChoiceLimit))
	v.number("watchDelay", int64(o.WatchDelay))
	v.truth("draw", o.Draw)
	v.truth("autoStart", o.AutoStart)
	v.truth("rotateFirst", o.RotateFirst)
	v.truth("rated", o.Rated)
	v.truth("hideNames", o.HideNames)
	v.truth("bots", o.Bots)
	v.truth("showLegal", v.s.Variant.Get(v.s.Options, "show_legal_moves") != "false")
}

func (v *view) options(of *rules.Variant, options rules.Options) {
	v.key("options")
	v.open()
	for _, option := range of.Options {
		if value, ok := options[option.Name]; ok {
			v.text(option.Name, value)
		}
	}
	v.shut()
}

func (v *view) geometry(g rules.Geometry) {
	v.key("geometry")
	v.open()
	v.number("files", int64(g.Files))
	v.number("ranks", int64(g.Ranks))
	v.number("corner", int64(g.Corner))
	v.shut()
}

// awayAfter is after how many seconds the CPU plays for who is absent; -1 is never.
func awayAfter(s *table.State) int64 {
	if after, ok := s.AwayAfter(); ok {
		return int64(after / time.Second)
	}
	return -1
}

// sitters writes the seats and which are the visitor's, as they were after n plies of game.
func (v *view) sitters(game rules.Game, n int) {
	v.chairs(game, n)
	v.seats("you", func(s rules.Seat) bool { return v.s.Owns(v.owner, s) })
	bottom, host := rules.Seat(0), rules.NoSeat
	for i := len(v.s.Chairs) - 1; i >= 0; i-- {
		if v.s.Owns(v.owner, rules.Seat(i)) {
			bottom = rules.Seat(i)
		}
		if c := &v.s.Chairs[i]; c.Player == table.Person && v.s.IsHost(c.Owner) {
			host = rules.Seat(i)
		}
	}
	v.seat("bottom", bottom)
	v.truth("host", v.s.IsHost(v.owner))
	v.seat("hostSeat", host)
}

// chairs writes the seats.
func (v *view) chairs(game rules.Game, n int) {
	scored, _ := game.(rules.Scored)
	v.list("seats", len(v.s.Chairs), func(i int) { v.sitter(rules.Seat(i), scored, n) })
}

func (v *view) sitter(seat rules.Seat, scored rules.Scored, n int) {
	chair, out := &v.s.Chairs[seat], &v.s.Outs[seat]
	player := string(chair.Player)
	switch {
	case v.s.Owns(v.owner, seat):
		player = "you"
	case chair.Player == table.Person:
		player = "guest"
	}
	gone := out.Gone && out.Ply <= n
	v.open()
	v.text("name", v.s.Variant.SeatName(seat))
	v.text("player", player)
	if name := v.s.Shown(chair.Owner, chair.Name, v.owner); name != "" {
		v.text("who", name)
	}
	if table.IsAccount(chair.Owner) {
		v.truth("member", true)
	}
	if chair.Bot {
		v.truth("bot", true)
	}
	switch chair.Player {
	case table.CPU:
		v.number("level", int64(max(chair.Level, 0)))
	case table.Person:
		v.truth("here", v.here.Here(chair.Owner))
		v.truth("away", v.s.Away(chair.Owner))
		if v.s.Hushed(chair.Owner) {
			v.truth("hushed", true)
		}
	}
	if scored != nil {
		v.number("points", int64(scored.Points(seat)))
	}
	v.truth("active", !gone)
	if gone {
		v.key("out")
		v.open()
		v.text("rule", out.Rule)
		v.seat("by", out.By)
		v.number("ply", int64(out.Ply))
		v.shut()
	}
	v.shut()
}

// lots writes how the seats were drawn (M20).
func (v *view) lots() {
	v.key("lots")
	if v.s.Drawn == nil || len(v.s.Drawn.Order) == 0 {
		v.b = append(v.b, "null"...)
		return
	}
	v.open()
	v.number("n", v.s.DrawnAt)
	v.list("seats", len(v.s.Drawn.Order), func(i int) { v.b = appendInt(v.b, v.s.Drawn.Order[i]) })
	v.shut()
}

// times writes clocks, deadline and the server's time; without clocks only the
// latter where the reader knows already that there are none.
func (v *view) times(known bool) {
	if v.s.Opened.Clock.Kind != table.NoClock || !known {
		v.clocks()
	}
	v.key("deadline")
	if due, ok := v.s.Deadline(); ok {
		v.open()
		v.number("at", due.At.UnixMilli())
		v.text("what", string(due.What))
		v.shut()
	} else {
		v.b = append(v.b, "null"...)
	}
	v.number("now", v.now.UnixMilli())
}

func (v *view) clocks() {
	clocks := v.s.Clocks()
	v.key("clocks")
	if clocks == nil {
		v.b = append(v.b, "null"...)
	} else {
		v.b = append(v.b, '[')
		for _, ms := range clocks {
			v.comma('[')
			v.b = appendInt(v.b, ms)
		}
		v.b = append(v.b, ']')
	}
	v.seat("running", v.s.Running())
	v.number("clockAt", v.s.ClockAt().UnixMilli())
}
