package table

import "melee/rules"

// Opened is the first fact of every table: how it is set up.
type Opened struct {
	Variant     string        `json:"variant"`
	Options     rules.Options `json:"options,omitempty"`
	Start       string        `json:"start,omitempty"` // position text, "" for the starting array
	Chairs      []Chair       `json:"chairs"`          // by seat
	Host        string        `json:"host"`            // owner who arranges the table
	RotateFirst bool          `json:"rotateFirst"`     // F21

	Public      bool     `json:"public,omitempty"` // listed in the lobby
	Clock       Clock    `json:"clock,omitzero"`
	Away        int      `json:"away,omitempty"`        // seconds until the CPU plays for who is absent (F23): 0 = 60, -1 = never
	Confirm     bool     `json:"confirm,omitempty"`     // moves are confirmed before they are sent
	TakeBacks   bool     `json:"takeBacks,omitempty"`   // moves may be taken back by agreement
	Talk        TalkMode `json:"talk,omitempty"`        // "" is TalkAll
	ChoiceLimit int      `json:"choiceLimit,omitempty"` // seconds for an open choice (M14): 0 = 60, -1 = none
	WatchDelay  int      `json:"watchDelay,omitempty"`  // seconds by which watchers see the game later, 0 to 600
	Draw        bool     `json:"draw,omitempty"`        // seats are drawn when the first game begins (M20)
	AutoStart   bool     `json:"autoStart,omitempty"`   // the first game begins as soon as every chair is taken
	Rated       bool     `json:"rated,omitempty"`       // F24
	Bots        bool     `json:"bots,omitempty"`        // bots may sit down
	HideNames   bool     `json:"hideNames,omitempty"`   // players see each other's names after the game only

	// TurnLimit is how tables were stored before there were clocks: seconds for a turn (F22).
	TurnLimit int `json:"turnLimit,omitempty"`
}

// A Cause says why a chair changed hands, where it is not its owner's own doing.
type Cause string

// The causes of Seated.
const (
	Kicked Cause = "kicked" // by the host; the person may not sit down again
	Absent Cause = "absent" // freed because its owner went away while people gathered
	Handed Cause = "handed" // given to the CPU during play
	Taken  Cause = "taken"  // taken over during play
	Back   Cause = "back"   // its owner is back and has it again
)

// Seated puts a chair to a seat: somebody sits down or stands up, the CPU is
// put there or its level changed, a seat changes hands during play.
type Seated struct {
	Seat  rules.Seat `json:"seat"`
	Chair Chair      `json:"chair"`
	Cause Cause      `json:"cause,omitempty"`
}

// Drawn gives all chairs anew: the seats were shuffled or drawn by lot (M20).
type Drawn struct {
	Chairs []Chair `json:"chairs"`
	// Order are the seats in the order in which their pawns left the bag.
	Order []rules.Seat `json:"order,omitempty"`
}

// Started begins the table's next game, with the options and chairs it is played with.
type Started struct {
	Game    int           `json:"game"` // 1 for the first
	Options rules.Options `json:"options,omitempty"`
	Chairs  []Chair       `json:"chairs"`
}

// Acted is an action in the game: a move, a choice, a resignation, a draw, a flag.
type Acted struct {
	Seat  rules.Seat `json:"seat"`
	Token string     `json:"token"`
	By    Player     `json:"by"` // CPU also where it played for a person (F22, F23)
	// Left is what the clock of the seat whose turn it was shows then, in ms, and Lag what
	// was refunded to it; both only where there is a clock that runs down.
	Left int64 `json:"left,omitempty"`
	Lag  int64 `json:"lag,omitempty"`
}

// Offered opens an offer that others must answer.
type Offered struct {
	Seat rules.Seat `json:"seat"`
	What What       `json:"what"`
	To   int        `json:"to,omitempty"` // TakeBack: how many plies are to remain
}

// Replied answers the open offer of that kind.
type Replied struct {
	Seat rules.Seat `json:"seat"`
	What What       `json:"what"`
	Yes  bool       `json:"yes"`
}

// Withdrew ends an offer: its author took it back, left, or nobody answered in time.
type Withdrew struct {
	Seat rules.Seat `json:"seat"` // of the author
	What What       `json:"what"`
}

// TookBack returns the game to where it stood after To plies.
type TookBack struct {
	To int `json:"to"`
}

// Said is a line of talk.
type Said struct {
	Owner  string     `json:"owner"`
	Seat   rules.Seat `json:"seat"` // NoSeat for a watcher
	Name   string     `json:"name,omitempty"`
	Room   Room       `json:"room"`
	Text   string     `json:"text,omitempty"`
	Phrase string     `json:"phrase,omitempty"`
}

// Hushed silences a person at this table, hiding what he has said, or lets him speak again.
type Hushed struct {
	Owner string `json:"owner"`
	Off   bool   `json:"off,omitempty"`
}

// Left says that a person is away; the CPU plays his seats (F23).
type Left struct {
	Owner string `json:"owner"`
}

// Returned says that a person who was away is back (F23).
type Returned struct {
	Owner string `json:"owner"`
}

// Given adds time to a seat's clock, or to the limit of the turn it has.
type Given struct {
	Seat  rules.Seat `json:"seat"`
	Ms    int64      `json:"ms"`
	Cause GiftCause  `json:"cause"`
}

// A GiftCause says why time was given.
type GiftCause string

// The causes of Given.
const (
	Outage GiftCause = "outage" // the server was down
	Gift   GiftCause = "gift"   // an opponent gave it
)

// Closed ends the table.
type Closed struct {
	Reason string `json:"reason"` // "host" or "empty"
}

func (Opened) kind() string   { return "opened" }
func (Seated) kind() string   { return "seated" }
func (Drawn) kind() string    { return "drawn" }
func (Started) kind() string  { return "started" }
func (Acted) kind() string    { return "acted" }
func (Offered) kind() string  { return "offered" }
func (Replied) kind() string  { return "replied" }
func (Withdrew) kind() string { return "withdrew" }
func (TookBack) kind() string { return "took-back" }
func (Said) kind() string     { return "said" }
func (Hushed) kind() string   { return "hushed" }
func (Left) kind() string     { return "left" }
func (Returned) kind() string { return "returned" }
func (Given) kind() string    { return "given" }
func (Closed) kind() string   { return "closed" }
