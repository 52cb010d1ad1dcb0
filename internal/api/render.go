package api

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/table"
	"melee/rules"
)

// gameID names a game of a table, as the archive does.
func gameID(id string, number int) string { return fmt.Sprintf("%s-%d", id, number) }

// splitID returns the table and the number that an id names; 0 is the present game.
func splitID(id string) (at string, number int, err error) {
	at, text, found := strings.Cut(id, "-")
	if !found {
		return at, 0, nil
	}
	number, ok := rules.ParseCount(text, math.MaxInt32)
	if !ok || number == 0 {
		return "", 0, errNoGame
	}
	return at, number, nil
}

// seatsOf returns the numbers of the seats a person has.
func seatsOf(t *table.State, owner string) []int {
	list := []int{}
	for i := range t.Chairs {
		if t.Owns(owner, rules.Seat(i)) {
			list = append(list, i)
		}
	}
	return list
}

// number returns a seat as it is sent, nil for NoSeat.
func number(s rules.Seat) *int {
	if s == rules.NoSeat {
		return nil
	}
	n := int(s)
	return &n
}

// sitter describes who sits on a chair, as a person sees it.
func sitter(t *table.State, i int, owner string) gameSeat {
	seat, chair := rules.Seat(i), &t.Chairs[i]
	g := gameSeat{Seat: i, Name: t.Variant.SeatName(seat), Player: string(chair.Player), Level: chair.Level, Ally: number(table.Partner(t.Variant, seat))}
	if chair.Player != table.Person {
		return g
	}
	g.Bot, g.Away = chair.Bot, t.Away(chair.Owner)
	id, known := account.Of(chair.Owner)
	switch {
	case t.Owns(owner, seat):
		g.Player = "you"
	case known:
		g.Player = "account"
	default:
		g.Player = "guest"
	}
	if g.Player == "you" || !t.NamesHidden() {
		g.ID, g.Who = id, chair.Name
	}
	return g
}

// userOf returns who sits on a chair, in the form that Lichess gives players.
func (g gameSeat) user() *user {
	u := &user{ID: g.ID, Name: g.Who}
	if g.Bot {
		u.Title = "BOT"
	}
	return u
}

// describe tells of the present game what does not change while it is played.
func describe(t *table.State, id, owner string) game {
	g := game{
		ID: gameID(id, t.Number), Table: id, Number: t.Number, Variant: variantName{t.Variant.Name, t.Variant.Name}, Options: given(t.Options),
		Rated: t.Opened.Rated, Speed: speed(t.Opened.Clock), CreatedAt: t.Began().UnixMilli(), You: seatsOf(t, owner),
	}
	if c := t.Opened.Clock; c.Kind != table.NoClock {
		g.Clock = &gameClock{c.Kind, c.Base, c.Add}
	}
	for i := range t.Chairs {
		g.Seats = append(g.Seats, sitter(t, i, owner))
	}
	return g
}

// given returns options as they are sent: never null.
func given(o rules.Options) rules.Options {
	if o == nil {
		return rules.Options{}
	}
	return o
}

// speed names how fast a game is, with the bounds that Lichess has.
func speed(c table.Clock) string {
	switch c.Kind {
	case table.Increment, table.Delay:
	case table.Days:
		return "correspondence"
	default:
		return "unlimited"
	}
	switch expected := (c.Base + 40*c.Add) / 1000; {
	case expected < 30:
		return "ultraBullet"
	case expected < 180:
		return "bullet"
	case expected < 480:
		return "blitz"
	case expected < 1500:
		return "rapid"
	}
	return "classical"
}

// statusOf names how the game stands, in Lichess's words.
func statusOf(t *table.State) string {
	outcome := t.Game.Outcome()
	if outcome == nil {
		if t.Phase() == table.Shut {
			return "aborted"
		}
		return "started"
	}
	switch outcome.Reason {
	case rules.Checkmate, rules.Mate:
		return "mate"
	case rules.Stalemate:
		return "stalemate"
	case rules.Resignation:
		return "resign"
	case rules.TimeOut:
		return "outoftime"
	}
	if outcome.Draw {
		return "draw"
	}
	return "variantEnd"
}

// resultOf returns how the game ended, and in games of two seats who won; nil while it goes on.
func resultOf(t *table.State) (r *result, winner string) {
	outcome := t.Game.Outcome()
	if outcome == nil {
		return nil, ""
	}
	r = &result{Reason: outcome.Reason, Ranking: [][]int{}, Draw: outcome.Draw}
	for _, place := range outcome.Ranking {
		seats := []int{}
		for _, seat := range place {
			seats = append(seats, int(seat))
		}
		r.Ranking = append(r.Ranking, seats)
	}
	if len(t.Chairs) == 2 && !outcome.Draw && len(outcome.Ranking) > 0 && len(outcome.Ranking[0]) == 1 {
		winner = t.Variant.SeatName(outcome.Ranking[0][0])
	}
	return r, winner
}

// turnOf returns the seat that must act, NoSeat when nobody plays.
func turnOf(t *table.State) rules.Seat {
	if p := t.Phase(); p != table.Playing && p != table.Choosing {
		return rules.NoSeat
	}
	return t.Game.Turn()
}

// stateOf tells how the present game stands; moves are its tokens.
func stateOf(t *table.State, moves string, owner string, legal bool, now time.Time) gameState {
	turn := turnOf(t)
	s := gameState{
		Type: "gameState", Seq: t.Seq, Moves: moves, Status: statusOf(t), Turn: number(turn), Choice: t.Phase() == table.Choosing,
		Alive: make([]bool, len(t.Chairs)), Position: t.Game.Text(), Offers: []openOffer{},
	}
	s.Result, s.Winner = resultOf(t)
	for i := range t.Outs {
		s.Alive[i] = !t.Outs[i].Gone
	}
	if scored, ok := t.Game.(rules.Scored); ok {
		for i := range t.Chairs {
			s.Points = append(s.Points, scored.Points(rules.Seat(i)))
		}
	}
	s.times(t, now)
	s.offers(t)
	if legal && turn != rules.NoSeat && t.Owns(owner, turn) {
		s.Legal = legalNow(t)
	}
	return s
}

// noClock stands for endless time where Lichess has a number.
const noClock = int64(math.MaxInt32)

// times tells the clocks as they are now.
func (s *gameState) times(t *table.State, now time.Time) {
	if s.Clocks = t.Clocks(); s.Clocks != nil {
		if running := t.Running(); running != rules.NoSeat {
			used := max(0, now.Sub(t.ClockAt()).Milliseconds())
			if t.Opened.Clock.Kind == table.Delay {
				used = max(0, used-t.Opened.Clock.Add)
			}
			s.Clocks[running] = max(0, s.Clocks[running]-used)
		}
	}
	if due, ok := t.Deadline(); ok {
		left := max(0, due.At.Sub(now).Milliseconds())
		s.Limit = &left
	}
	if len(t.Chairs) != 2 {
		return
	}
	white, black, increment := noClock, noClock, int64(0)
	if s.Clocks != nil {
		white, black = s.Clocks[0], s.Clocks[1]
		if t.Opened.Clock.Kind == table.Increment {
			increment = t.Opened.Clock.Add
		}
	}
	s.WTime, s.BTime, s.WInc, s.BInc = &white, &black, &increment, &increment
}

func (s *gameState) offers(t *table.State) {
	for i := range t.Offers {
		o := &t.Offers[i]
		told := openOffer{What: o.What, Seat: int(o.Seat), Asked: []int{}}
		for seat := range t.Chairs {
			if t.Asked(o, rules.Seat(seat)) {
				told.Asked = append(told.Asked, seat)
			}
		}
		s.Offers = append(s.Offers, told)
		if len(t.Chairs) == 2 {
			s.WDraw = s.WDraw || o.What == table.Draw && o.Seat == 0
			s.BDraw = s.BDraw || o.What == table.Draw && o.Seat == 1
			s.WTakeback = s.WTakeback || o.What == table.TakeBack && o.Seat == 0
			s.BTakeback = s.BTakeback || o.What == table.TakeBack && o.Seat == 1
		}
	}
}

// legalNow lists what the seat on turn may do.
func legalNow(t *table.State) []string {
	if t.Phase() == table.Choosing {
		return []string{"survive", "decline"}
	}
	moves := t.Game.Moves(nil)
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = m.Text(t.Game.Geometry())
	}
	return list
}

// tokens writes the moves from the given ply on.
func tokens(t *table.State, from int) string {
	var b strings.Builder
	for n := from; n < t.PlyCount(); n++ {
		if n > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Ply(n).Token)
	}
	return b.String()
}

// lineOf tells a line of talk.
func lineOf(t *table.State, l *table.Line, reader string) chatLine {
	return chatLine{N: l.N, Username: t.Shown(l.Owner, l.Name, reader), Seat: number(l.Seat), Room: l.Room, Text: l.Text, Phrase: l.Phrase, At: l.At.UnixMilli()}
}

// eventOf tells of the present game what the event stream does.
func eventOf(t *table.State, id, owner string) eventGame {
	e := eventGame{
		game: describe(t, id, owner), FEN: t.Game.Text(), Status: statusOf(t), Compat: compat{Bot: true},
	}
	e.GameID, e.FullID = e.ID, e.ID
	e.Result, e.Winner = resultOf(t)
	if turn := turnOf(t); turn != rules.NoSeat {
		e.IsMyTurn = t.Owns(owner, turn)
	}
	if len(e.You) > 0 {
		e.Color = e.Seats[e.You[0]].Name
	}
	if n := t.PlyCount(); n > 0 {
		e.LastMove = t.Ply(n - 1).Token
	}
	if other := slices.IndexFunc(e.Seats, func(s gameSeat) bool { return s.Player != "you" }); other >= 0 && len(e.Seats) == 2 {
		e.Opponent = e.Seats[other].user()
	}
	return e
}
