package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

var find = catalog.Find

// shown is all that can be seen of a state.
type shown struct {
	Seq, Turn       int64
	At, Since       time.Time
	Phase           table.Phase
	Position        string
	Number          int
	Options         rules.Options
	Chairs          []table.Chair
	Outs            []table.Out
	Offers          []table.Offer
	Talk            []table.Line
	Series          []table.Score
	Drawn           *table.Drawn
	Clocks          []int64
	Running         rules.Seat
	Plies           []table.Ply
	Due, Next       table.Deadline
	HasDue, HasNext bool
	Away            []bool
}

func show(s *table.State) shown {
	v := shown{
		Seq: s.Seq, Turn: s.TurnSeq(), At: s.At, Since: s.Since, Phase: s.Phase(), Position: s.Game.Text(), Number: s.Number,
		Options: s.Options, Chairs: slices.Clone(s.Chairs), Outs: slices.Clone(s.Outs), Offers: slices.Clone(s.Offers),
		Talk: slices.Clone(s.Talk), Series: slices.Clone(s.Series), Drawn: s.Drawn, Clocks: s.Clocks(), Running: s.Running(), Plies: pliesOf(s),
	}
	v.Due, v.HasDue = s.Deadline()
	v.Next, v.HasNext = s.Next()
	for _, owner := range people {
		v.Away = append(v.Away, s.Away(owner))
	}
	return v
}

var people = []string{"anne", "bert", "carl", "dora", "wim", ""}

// A day is a random course of things at a table.
type day struct {
	*rapid.T
	state *table.State
	log   []table.Event
	now   time.Time
}

func TestAnyDayAtATable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &day{T: t, state: table.New(), now: noon}
		d.open()
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			d.now = d.now.Add(time.Duration(rapid.OneOf(rapid.Int64Range(0, 3000), rapid.Int64Range(0, 90000)).Draw(t, "ms")) * time.Millisecond)
			d.do(d.command())
		}
		d.foldsAgain()
	})
}

// starts are positions in which much can happen soon.
var starts = map[string]string{
	"all-in": "4k3/8/8/8/8/8/8/4K2R w K - 0 1 -", "mcx4": nearlyMated, "four-player": ahead,
}

func (d *day) open() {
	variant := rapid.SampledFrom([]string{"all-in", "mcx4", "four-player", "four-player-teams"}).Draw(d.T, "variant")
	clock := rapid.SampledFrom([]table.Clock{
		{}, {Kind: table.PerTurn, Add: 30 * second}, {Kind: table.Increment, Base: minute, Add: 2 * second},
		{Kind: table.Delay, Base: minute, Add: 5 * second}, {Kind: table.Days, Add: 24 * hour},
	}).Draw(d.T, "clock")
	open := table.Open{
		Variant: variant, Clock: clock, Host: "anne", TakeBacks: rapid.Bool().Draw(d.T, "takeBacks"), Draw: rapid.Bool().Draw(d.T, "draw"),
		Start:     rapid.SampledFrom([]string{"", starts[variant]}).Draw(d.T, "start"),
		AutoStart: rapid.Bool().Draw(d.T, "autoStart"), RotateFirst: rapid.Bool().Draw(d.T, "rotate"), Public: rapid.Bool().Draw(d.T, "public"),
	}
	for i := range seats(variant) {
		open.Chairs = append(open.Chairs, rapid.SampledFrom([]table.Chair{vacant, vacant, cpu, {Player: table.Person, Owner: people[i]}}).Draw(d.T, "chair"))
	}
	d.do(open)
}

func (d *day) command() table.Command {
	owner := rapid.SampledFrom(people).Draw(d.T, "owner")
	id := rapid.SampledFrom([]string{"", "", "", "1", "2", "3"}).Draw(d.T, "id")
	seat := rapid.SampledFrom([]rules.Seat{0, 1, 2, 3, rules.NoSeat, 17}).Draw(d.T, "seat")
	what := rapid.SampledFrom([]table.What{table.Draw, table.TakeBack, table.Rematch, "war"}).Draw(d.T, "what")
	switch rapid.IntRange(0, 30).Draw(d.T, "kind") {
	case 0:
		return table.Sit{Owner: owner, ID: id, Seat: seat, Name: owner}
	case 1:
		return table.Stand{Owner: owner, ID: id, Seat: seat}
	case 2:
		return table.Put{Owner: owner, ID: id, Seat: seat, Chair: rapid.SampledFrom([]table.Chair{cpu, vacant, grey, {Player: table.CPU, Level: 9}}).Draw(d.T, "chair")}
	case 3:
		return table.Shuffle{Owner: owner, ID: id}
	case 4, 5:
		return table.Begin{Owner: owner, ID: id}
	case 6, 7:
		return table.Propose{Owner: owner, ID: id, Seat: seat, What: what}
	case 8, 9:
		return table.Reply{Owner: owner, ID: id, Seat: seat, What: what, Yes: rapid.Bool().Draw(d.T, "yes")}
	case 10:
		return table.Withdraw{Owner: owner, ID: id, What: what}
	case 11:
		return table.Say{Owner: owner, ID: id, Text: rapid.StringN(0, 12, 30).Draw(d.T, "text")}
	case 12:
		return table.Hush{Owner: owner, ID: id, Seat: seat, Line: 1, Off: rapid.Bool().Draw(d.T, "off")}
	case 13:
		return table.Hand{Owner: owner, ID: id, Seat: seat}
	case 14:
		return table.TakeOver{Owner: owner, ID: id, Seat: seat}
	case 15:
		return table.NewGame{Owner: owner, ID: id}
	case 16:
		return table.Leave{Owner: owner}
	case 17:
		return table.Return{Owner: owner}
	case 18:
		return table.Give{Owner: owner, ID: id, Seat: seat, Ms: rapid.Int64Range(-5, 20000).Draw(d.T, "gift")}
	case 19, 20:
		return table.Tick{}
	case 21:
		token := rapid.SampledFrom([]string{"resign", "claim", "draw", "time", "survive", "decline", "", "e2e4", "resign:red"}).Draw(d.T, "token")
		return table.Act{Owner: owner, ID: id, Seat: seat, Token: token}
	}
	return d.move(owner, id)
}

// move is mostly the move of who is on turn.
func (d *day) move(owner, id string) table.Command {
	act := table.Act{Owner: owner, ID: id, Seat: rules.NoSeat, Token: "survive"}
	if turn := d.state.Game.Turn(); turn != rules.NoSeat && int(turn) < len(d.state.Chairs) {
		act.Owner = d.state.Chairs[turn].Owner
	}
	if moves := d.state.Game.Moves(nil); len(moves) > 0 {
		act.Token = rapid.SampledFrom(moves).Draw(d.T, "move").Text(d.state.Game.Geometry())
	}
	act.Think = rapid.Int64Range(-100, 5000).Draw(d.T, "think")
	act.RoundTrip = rapid.Int64Range(-100, 2000).Draw(d.T, "roundTrip")
	return act
}

// do asks a command of the table and checks what must hold whatever it is.
func (d *day) do(c table.Command) {
	var before shown
	if d.state.Seq > 0 {
		before = show(d.state)
	}
	events, err := table.Decide(d.state, c, d.now, rapid.Uint64().Draw(d.T, "seed"), find)
	if d.state.Seq > 0 {
		if diff := cmp.Diff(before, show(d.state)); diff != "" {
			d.Fatalf("%#v: to decide changed the state:\n%s", c, diff)
		}
	}
	if err != nil {
		var refused table.Refused
		if !errors.As(err, &refused) || len(events) > 0 {
			d.Fatalf("%#v: error %v with %d events", c, err, len(events))
		}
		return
	}
	for _, e := range events {
		if e.Seq != d.state.Seq+1 || e.At.Before(d.state.At) {
			d.Fatalf("%#v: event %d at %v after event %d at %v", c, e.Seq, e.At, d.state.Seq, d.state.At)
		}
		d.mayHappen(c, e)
		clocks, running, since := d.state.Clocks(), d.state.Running(), d.state.Since
		if err := d.state.Apply(e, find); err != nil {
			d.Fatalf("%#v led to %#v: %v", c, e.Fact, err)
		}
		d.log = append(d.log, e)
		d.time(e, clocks, running, since)
	}
}

// mayHappen checks that nobody acts for another.
func (d *day) mayHappen(c table.Command, e table.Event) {
	owner := table.Sender(c)
	switch f := e.Fact.(type) {
	case table.Acted:
		_, tick := c.(table.Tick)
		agreed := f.Token == "draw"
		switch {
		case f.By == table.CPU && owner == "":
			due, ok := d.state.Deadline()
			if d.state.CPUTurn() != f.Seat && !(ok && !e.At.Before(due.At) && due.What != table.FlagDue) {
				d.Fatalf("the CPU played for seat %d: %#v", f.Seat, f)
			}
		case tick || agreed:
		case !d.state.Owns(owner, f.Seat):
			d.Fatalf("%s acted for seat %d: %#v", owner, f.Seat, f)
		}
	case table.Replied:
		if cpu := owner == "" && d.state.Chairs[f.Seat].Player == table.CPU; !cpu && !d.state.Owns(owner, f.Seat) {
			d.Fatalf("%s replied for seat %d", owner, f.Seat)
		}
	case table.Seated:
		sitter := d.state.Chairs[f.Seat]
		if sitter.Player == table.Person && sitter.Owner != owner && !d.state.IsHost(owner) && f.Cause != table.Back && f.Cause != table.Taken {
			d.Fatalf("%s took %s's chair: %#v", owner, sitter.Owner, f)
		}
		if f.Chair.Player == table.Person && f.Chair.Owner != owner {
			d.Fatalf("%s seated somebody else: %#v", owner, f)
		}
	}
}

// time checks that clocks lose what passes and gain nothing but increments, refunds and gifts.
func (d *day) time(e table.Event, before []int64, running rules.Seat, since time.Time) {
	after := d.state.Clocks()
	if _, started := e.Fact.(table.Started); started || after == nil || before == nil {
		return
	}
	clock := d.state.Opened.Clock
	acted, _ := e.Fact.(table.Acted)
	given, gift := e.Fact.(table.Given)
	for seat := range after {
		change := after[seat] - before[seat]
		allowed := int64(0)
		switch {
		case gift && given.Seat == rules.Seat(seat):
			allowed = given.Ms
		case clock.Kind == table.Days:
			allowed = clock.Add
		case rules.Seat(seat) == running && clock.Kind == table.Increment:
			allowed = clock.Add
		}
		if change > allowed || after[seat] < 0 {
			d.Fatalf("%#v: clock of seat %d from %d to %d ms", e.Fact, seat, before[seat], after[seat])
		}
	}
	if running == rules.NoSeat || d.state.Since.Equal(since) || clock.Kind == table.Days {
		return
	}
	// The turn has ended: what it took is what has passed, less what the clock does not count.
	passed := e.At.Sub(since).Milliseconds()
	if clock.Kind == table.Delay {
		passed = max(0, passed-clock.Add)
	}
	took := before[running] - after[running]
	if n := d.state.PlyCount(); acted.Token != "" && d.state.Ply(n-1).Move != rules.NoMove {
		if clock.Kind == table.Increment {
			took += clock.Add
		}
		if took != passed-acted.Lag {
			d.Fatalf("%#v: %d ms passed and %d were charged", acted, passed, took)
		}
		return
	}
	if took != min(passed, before[running]) {
		d.Fatalf("%#v: %d ms passed and %d were charged", e.Fact, passed, took)
	}
}

// foldsAgain checks that what is stored gives the state again.
func (d *day) foldsAgain() {
	var stored []table.Event
	for _, e := range d.log {
		body, err := e.Body()
		if err != nil {
			d.Fatal(err)
		}
		fact, err := table.ParseFact(e.Kind(), body)
		if err != nil {
			d.Fatal(err)
		}
		if diff := cmp.Diff(e.Fact, fact); diff != "" {
			d.Fatalf("event %d (-was +is):\n%s", e.Seq, diff)
		}
		stored = append(stored, table.Event{Seq: e.Seq, At: e.At, Fact: fact, Command: e.Command})
	}
	if len(stored) == 0 {
		return
	}
	again, err := table.Fold(stored, find)
	if err != nil {
		d.Fatal(err)
	}
	if diff := cmp.Diff(show(d.state), show(again)); diff != "" {
		d.Fatalf("(-live +folded):\n%s", diff)
	}
}
