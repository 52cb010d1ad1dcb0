package bot

// A User is somebody with an account.
type User struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Title string `json:"title"` // BOT for bots
}

// A Variant names a game's rules.
type Variant struct {
	Key string `json:"key"` // such as "mcx4"
}

// A Seat says who plays a seat.
type Seat struct {
	Seat   int    `json:"seat"`
	Name   string `json:"name"`   // of the seat, such as "white"
	Player string `json:"player"` // you, account, guest, cpu, grey or open
	ID     string `json:"id"`     // of the account
	Who    string `json:"who"`
	Bot    bool   `json:"bot"`
	Level  int    `json:"level"` // of the CPU
}

// A Clock says how much time players have. Kind is "" without a clock, else
// turn, increment, delay or days; times are milliseconds.
type Clock struct {
	Kind string `json:"kind,omitempty"`
	Base int64  `json:"base,omitempty"`
	Add  int64  `json:"add,omitempty"`
}

// An Event is something that concerns an account. Type is gameStart, gameFinish,
// challenge, challengeCanceled or challengeDeclined; the server may add others.
type Event struct {
	Type      string     `json:"type"`
	Game      *Game      `json:"game"`
	Challenge *Challenge `json:"challenge"`
}

// A Game is a game as events tell of it.
type Game struct {
	ID      string            `json:"id"`
	Variant Variant           `json:"variant"`
	Options map[string]string `json:"options"`
	Rated   bool              `json:"rated"`
	Seats   []Seat            `json:"seats"`
	You     []int             `json:"you"`
	Status  string            `json:"status"`
}

// A Challenge asks an account for a game, whose id is the challenge's.
type Challenge struct {
	ID            string            `json:"id"`
	Status        string            `json:"status"`
	Challenger    User              `json:"challenger"`
	Variant       Variant           `json:"variant"`
	Options       map[string]string `json:"options"`
	Rated         bool              `json:"rated"`
	Speed         string            `json:"speed"`
	TimeControl   TimeControl       `json:"timeControl"`
	Seats         []Seat            `json:"seats"`
	You           []int             `json:"you"`
	RematchOf     string            `json:"rematchOf"`
	DeclineReason string            `json:"declineReason"`
}

// A TimeControl is the clock of a challenge.
type TimeControl struct {
	Type      string  `json:"type"`      // clock, correspondence, turn or unlimited
	Limit     int64   `json:"limit"`     // seconds
	Increment int64   `json:"increment"` // seconds
	Days      float64 `json:"daysPerTurn"`
}

// A Message tells of a followed game. Type is gameFull, with which a stream
// begins, gameState, chatLine or opponentGone; the server may add others. Only the fields that belong to it are set.
type Message struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Variant    Variant           `json:"variant"`
	Options    map[string]string `json:"options"`
	Rated      bool              `json:"rated"`
	Clock      *GameClock        `json:"clock"`
	InitialFEN string            `json:"initialFen"` // startpos or a position
	Seats      []Seat            `json:"seats"`
	You        []int             `json:"you"`
	Full       *State            `json:"state"` // of gameFull
	State                        // of gameState

	// Of chatLine.
	Username string `json:"username"`
	Room     string `json:"room"`
	Text     string `json:"text"`
	Phrase   string `json:"phrase"`

	// Of opponentGone.
	Seat int  `json:"seat"`
	Gone bool `json:"gone"`
}

// A GameClock is the clock of a game, in milliseconds.
type GameClock struct {
	Kind      string `json:"kind"`
	Initial   int64  `json:"initial"`
	Increment int64  `json:"increment"`
}

// A State is how a game stands.
type State struct {
	Seq    int64   `json:"seq"`    // of the table's last event
	Moves  string  `json:"moves"`  // since InitialFEN, separated by spaces
	Status string  `json:"status"` // started while it is played
	Turn   *int    `json:"turn"`   // the seat that must act
	Choice bool    `json:"choice"` // it must choose whether to survive (M14)
	Alive  []bool  `json:"alive"`
	Clocks []int64 `json:"clocks"` // ms by seat, nil where no clock runs down
	Limit  *int64  `json:"limit"`  // ms until the time for the turn or choice is over
	Offers []Offer `json:"offers"`
	Winner string  `json:"winner"`
}

// An Offer waits for the seats that are asked.
type Offer struct {
	What  string `json:"what"` // draw, takeback or rematch
	Seat  int    `json:"seat"` // of its author
	Asked []int  `json:"asked"`
}

// A Wish is a game that an account would like to play.
type Wish struct {
	Variant   string            `json:"variant"`
	Options   map[string]string `json:"options,omitempty"`
	Start     string            `json:"start,omitempty"`
	Rated     bool              `json:"rated,omitempty"`
	Clock     Clock             `json:"clock,omitzero"`
	Color     string            `json:"color,omitempty"` // name of the own seat, or random
	TakeBacks bool              `json:"takeBacks,omitempty"`
	Seats     []WishedSeat      `json:"seats,omitempty"`
	Fill      bool              `json:"fill,omitempty"` // of a seek: with the CPU, where nobody waits
}

// A WishedSeat says who is to have a seat: me, account with its name, cpu with a level, grey, and for a seek open.
type WishedSeat struct {
	Player string `json:"player"`
	Name   string `json:"name,omitempty"`
	Level  int    `json:"level,omitempty"`
}

// A Seek is a table at which an account waits or plays.
type Seek struct {
	ID     string `json:"id"`
	Status string `json:"status"` // gathering or playing
	You    []int  `json:"you"`
}
