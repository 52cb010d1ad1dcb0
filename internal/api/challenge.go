package api

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"melee/internal/account"
	"melee/internal/hub"
	"melee/internal/table"
	"melee/rules"
)

// A challenge is a table at which seats wait for those who are asked to sit
// down there. Its table lives in the hub like any other; what is kept here, as long
// as the program runs, is who was asked.
type challenge struct {
	table   string
	variant *rules.Variant
	open    table.Open
	from    account.Visitor
	seats   []invited // by seat

	mu      sync.Mutex
	status  string
	reason  string
	seated  map[string]bool // accounts that have accepted
	keep    *hub.Attachment // the challenger's presence
	expires *time.Timer
}

// An invited is who has been asked to take a seat; nobody where the account is "".
type invited struct{ account, name, title string }

// The states of a challenge.
const (
	created  = "created"
	accepted = "accepted"
	declined = "declined"
	canceled = "canceled"
)

// How many challenges may be open.
const (
	challengesFrom = 20
	challengesTo   = 100
	challengesAll  = 10_000
)

// challenges are those that wait for an answer, by table.
type challenges struct {
	mu   sync.Mutex
	open map[string]*challenge
}

// add takes a challenge in, or says that there are too many.
func (l *challenges) add(c *challenge) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	from, to := 0, map[string]int{}
	for _, other := range l.open {
		if other.from.Account == c.from.Account {
			from++
		}
		for _, id := range other.asked() {
			to[id]++
		}
	}
	if from >= challengesFrom || len(l.open) >= challengesAll {
		return table.Refused{Code: table.TooMany, Text: "too many challenges are open; wait for the answers"}
	}
	for _, id := range c.asked() {
		if to[id] >= challengesTo {
			return table.Refused{Code: table.TooMany, Text: "somebody you challenge has too many challenges to answer"}
		}
	}
	l.open[c.table] = c
	return nil
}

// remove takes a challenge out; false if somebody else has.
func (l *challenges) remove(c *challenge) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[c.table] != c {
		return false
	}
	delete(l.open, c.table)
	return true
}

// find returns the open challenge at a table, nil if there is none.
func (l *challenges) find(id string) *challenge {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open[id]
}

// of returns the open challenges that concern an account, by table.
func (l *challenges) of(account string) []*challenge {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []*challenge
	for _, c := range l.open {
		if c.concerns(account) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *challenge) int { return cmp.Compare(a.table, b.table) })
	return list
}

// forget drops all, as at the end of the program: the seats are freed with their people's going.
func (l *challenges) forget() {
	l.mu.Lock()
	all := l.open
	l.open = map[string]*challenge{}
	l.mu.Unlock()
	for _, c := range all {
		c.settle(canceled, "")
	}
}

// asked returns the accounts that are asked, each once.
func (c *challenge) asked() (list []string) {
	for _, i := range c.seats {
		if i.account != "" && !slices.Contains(list, i.account) {
			list = append(list, i.account)
		}
	}
	return list
}

func (c *challenge) concerns(account string) bool {
	return c.from.Account == account || slices.Contains(c.asked(), account)
}

// settle ends the waiting.
func (c *challenge) settle(status, reason string) {
	c.mu.Lock()
	c.status, c.reason = status, reason
	keep := c.keep
	c.keep = nil
	if c.expires != nil {
		c.expires.Stop()
	}
	c.mu.Unlock()
	if keep != nil {
		keep.Close()
	}
}

// issue opens the table of a challenge and tells those who are asked.
func (s *Server) issue(ctx context.Context, c *challenge) error {
	var err error
	if c.table, err = s.Hub.Open(ctx, c.open); err != nil {
		return err
	}
	c.status, c.seated = created, map[string]bool{}
	if err := s.challenges.add(c); err != nil {
		s.closeTable(c)
		return err
	}
	keep, err := s.Hub.Attach(ctx, c.table, c.from.Owner, func(t *table.State, _ []table.Event, _ hub.Presence) { s.watch(c, t) })
	if err != nil {
		s.challenges.remove(c)
		return err
	}
	c.mu.Lock()
	if c.status != created { // somebody was very fast
		c.mu.Unlock()
		keep.Close()
		return nil
	}
	c.keep = keep
	c.expires = time.AfterFunc(s.ChallengeFor, func() { s.start(func() { s.withdrawn(c, "nobody has answered in time") }) })
	c.mu.Unlock()
	s.sat(ctx, c.from.Account, c.table)
	s.tellAll(c, "challenge", "")
	return nil
}

// watch notes that a challenge's game has begun, or that its table was closed. It runs in the table's goroutine.
func (s *Server) watch(c *challenge, t *table.State) {
	switch t.Phase() {
	case table.Gathering:
	case table.Shut:
		s.start(func() { s.withdrawn(c, "") })
	default:
		if s.challenges.remove(c) {
			s.start(func() { c.settle(accepted, "") })
		}
	}
}

// withdrawn ends a challenge that is off.
func (s *Server) withdrawn(c *challenge, reason string) {
	if !s.challenges.remove(c) {
		return
	}
	c.settle(canceled, reason)
	s.closeTable(c)
	s.tellAll(c, "challengeCanceled", "")
}

// refused ends a challenge that somebody has declined.
func (s *Server) refused(c *challenge, by, reason string) {
	if !s.challenges.remove(c) {
		return
	}
	c.settle(declined, reason)
	s.closeTable(c)
	s.tell(c.from.Account, challengeEvent{"challengeDeclined", c.info(c.from.Account)})
	for _, id := range c.asked() {
		if id != by {
			s.tell(id, challengeEvent{"challengeCanceled", c.info(id)})
		}
	}
}

// tellAll tells everybody concerned, but one.
func (s *Server) tellAll(c *challenge, kind, but string) {
	for _, id := range append(c.asked(), c.from.Account) {
		if id != but {
			s.tell(id, challengeEvent{kind, c.info(id)})
		}
	}
}

// closeTable closes the table of a challenge that is off; one that cannot be closed is left by its people.
func (s *Server) closeTable(c *challenge) {
	if _, err := s.Hub.Do(context.WithoutCancel(s.ctx), c.table, table.Close{Owner: c.from.Owner}); err != nil {
		s.Log.Debug("the table of a challenge stays open", "table", c.table, "error", err)
	}
}

// take seats an account at the seats it is asked for. The game begins when the last is taken.
func (s *Server) take(ctx context.Context, c *challenge, v account.Visitor) error {
	asked := false
	for i, seat := range c.seats {
		if seat.account != v.Account {
			continue
		}
		asked = true
		if _, err := s.Hub.Do(ctx, c.table, table.Sit{Owner: v.Owner, Name: v.Name, Seat: rules.Seat(i), Bot: v.Bot}); err != nil {
			return err
		}
	}
	if !asked {
		return table.Refused{Code: table.NotYours, Text: "somebody else is challenged"}
	}
	c.mu.Lock()
	c.seated[v.Account] = true
	c.mu.Unlock()
	s.sat(ctx, v.Account, c.table)
	return nil
}

// info describes the challenge to an account.
func (c *challenge) info(to string) challengeInfo {
	c.mu.Lock()
	defer c.mu.Unlock()
	info := challengeInfo{
		ID: gameID(c.table, 1), Status: c.status, Challenger: userOfVisitor(c.from), Variant: variantName{c.variant.Name, c.variant.Name},
		Options: given(c.open.Options), InitialFEN: startText(c.open.Start), Rated: c.open.Rated, Speed: speed(c.open.Clock),
		TimeControl: controlOf(c.open.Clock), You: []int{}, DeclineReason: c.reason,
	}
	for i, chair := range c.open.Chairs {
		seat := gameSeat{Seat: i, Name: c.variant.Seats[i], Player: string(chair.Player), Level: chair.Level, Ally: number(table.Partner(c.variant, rules.Seat(i)))}
		if chair.Player == table.Person {
			seat.Player, seat.ID, seat.Who, seat.Bot = "account", c.from.Account, c.from.Name, c.from.Bot
			if info.Color == "" {
				info.Color = seat.Name
			}
		}
		if asked := c.seats[i]; asked.account != "" {
			seat.Player, seat.ID, seat.Who, seat.Bot = "account", asked.account, asked.name, asked.title != ""
			if info.DestUser == nil || asked.account == to {
				info.DestUser = &user{ID: asked.account, Name: asked.name, Title: asked.title}
			}
		}
		if seat.ID == to && to != "" {
			seat.Player = "you"
			info.You = append(info.You, i)
		}
		info.Seats = append(info.Seats, seat)
	}
	return info
}

func userOfVisitor(v account.Visitor) user {
	u := user{ID: v.Account, Name: v.Name}
	if v.Bot {
		u.Title = "BOT"
	}
	return u
}

func sortUsers(list []user) {
	slices.SortFunc(list, func(a, b user) int { return cmp.Compare(a.Name, b.Name) })
}

func startText(start string) string {
	if start == "" {
		return "startpos"
	}
	return start
}

// controlOf describes a clock as Lichess's challenges do.
func controlOf(c table.Clock) timeControl {
	t := timeControl{Type: "unlimited", Kind: c.Kind}
	switch c.Kind {
	case table.Increment, table.Delay:
		t.Type, t.Limit, t.Increment = "clock", c.Base/1000, c.Add/1000
	case table.Days:
		t.Type, t.Days = "correspondence", float64(c.Add)/(24*3600*1000)
	case table.PerTurn:
		t.Type, t.Increment = "turn", c.Add/1000
	}
	return t
}
