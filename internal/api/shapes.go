package api

import (
	"melee/internal/table"
	"melee/rules"
)

// The shapes of what is sent; openapi.yaml explains their fields.

type user struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // BOT
}

type variantName struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

type gameSeat struct {
	Seat   int    `json:"seat"`
	Name   string `json:"name"`
	Player string `json:"player"` // you, account, guest, cpu, grey or open
	ID     string `json:"id,omitempty"`
	Who    string `json:"who,omitempty"`
	Bot    bool   `json:"bot,omitempty"`
	Level  int    `json:"level,omitempty"`
	Ally   *int   `json:"ally,omitempty"`
	Away   bool   `json:"away,omitempty"`
}

type gameClock struct {
	Kind      table.ClockKind `json:"kind"`
	Initial   int64           `json:"initial"`
	Increment int64           `json:"increment"`
}

// A game is what both the event stream and the game stream tell of one.
type game struct {
	ID        string        `json:"id"`
	Table     string        `json:"table"`
	Number    int           `json:"number"`
	Variant   variantName   `json:"variant"`
	Options   rules.Options `json:"options"`
	Rated     bool          `json:"rated"`
	Speed     string        `json:"speed"`
	Clock     *gameClock    `json:"clock"`
	CreatedAt int64         `json:"createdAt"`
	Seats     []gameSeat    `json:"seats"`
	You       []int         `json:"you"`
}

type gameFull struct {
	Type string `json:"type"`
	game
	InitialFEN string    `json:"initialFen"`
	White      *user     `json:"white,omitempty"` // in games of two seats
	Black      *user     `json:"black,omitempty"`
	State      gameState `json:"state"`
}

type gameState struct {
	Type     string      `json:"type"`
	Seq      int64       `json:"seq"`
	Moves    string      `json:"moves"`
	Status   string      `json:"status"`
	Winner   string      `json:"winner,omitempty"`
	Turn     *int        `json:"turn"`
	Choice   bool        `json:"choice"`
	Alive    []bool      `json:"alive"`
	Points   []int       `json:"points,omitempty"`
	Clocks   []int64     `json:"clocks"`
	Limit    *int64      `json:"limit"` // ms until the turn's or choice's time is over
	Position string      `json:"position"`
	Legal    []string    `json:"legal,omitempty"`
	Offers   []openOffer `json:"offers"`
	Result   *result     `json:"result"`

	// As Lichess has them, in games of two seats.
	WTime     *int64 `json:"wtime,omitempty"`
	BTime     *int64 `json:"btime,omitempty"`
	WInc      *int64 `json:"winc,omitempty"`
	BInc      *int64 `json:"binc,omitempty"`
	WDraw     bool   `json:"wdraw,omitempty"`
	BDraw     bool   `json:"bdraw,omitempty"`
	WTakeback bool   `json:"wtakeback,omitempty"`
	BTakeback bool   `json:"btakeback,omitempty"`
}

type openOffer struct {
	What  table.What `json:"what"`
	Seat  int        `json:"seat"`
	Asked []int      `json:"asked"`
}

type result struct {
	Reason  rules.Reason `json:"reason"`
	Ranking [][]int      `json:"ranking"`
	Draw    bool         `json:"draw"`
}

type chatLine struct {
	Type     string     `json:"type,omitempty"`
	N        int        `json:"n"`
	Username string     `json:"username"`
	Seat     *int       `json:"seat"`
	Room     table.Room `json:"room"`
	Text     string     `json:"text,omitempty"`
	Phrase   string     `json:"phrase,omitempty"`
	At       int64      `json:"at"`
}

type opponentGone struct {
	Type    string `json:"type"`
	Seat    int    `json:"seat"`
	Gone    bool   `json:"gone"`
	StandIn bool   `json:"standIn"`                     // the CPU plays for him already (F23)
	Seconds *int   `json:"replacedInSeconds,omitempty"` // until it does, or he has lost a rated game
}

// eventGame is a game as the event stream tells of it.
type eventGame struct {
	game
	GameID   string  `json:"gameId"`
	FullID   string  `json:"fullId"`
	Color    string  `json:"color"` // name of the first of the seats that are yours
	FEN      string  `json:"fen"`
	IsMyTurn bool    `json:"isMyTurn"`
	LastMove string  `json:"lastMove"`
	Opponent *user   `json:"opponent,omitempty"` // in games of two seats
	Status   string  `json:"status"`
	Winner   string  `json:"winner,omitempty"`
	Result   *result `json:"result"`
	Compat   compat  `json:"compat"`
}

type compat struct {
	Bot   bool `json:"bot"`
	Board bool `json:"board"`
}

type gameEvent struct {
	Type string    `json:"type"` // gameStart or gameFinish
	Game eventGame `json:"game"`
}

type challengeEvent struct {
	Type      string        `json:"type"` // challenge, challengeCanceled or challengeDeclined
	Challenge challengeInfo `json:"challenge"`
}

type challengeInfo struct {
	ID            string        `json:"id"`
	Status        string        `json:"status"` // created, accepted, declined or canceled
	Challenger    user          `json:"challenger"`
	DestUser      *user         `json:"destUser"`
	Variant       variantName   `json:"variant"`
	Options       rules.Options `json:"options"`
	InitialFEN    string        `json:"initialFen"`
	Rated         bool          `json:"rated"`
	Speed         string        `json:"speed"`
	TimeControl   timeControl   `json:"timeControl"`
	Color         string        `json:"color"` // name of the challenger's first seat
	Seats         []gameSeat    `json:"seats"`
	You           []int         `json:"you"` // seats that you have or are to take
	RematchOf     string        `json:"rematchOf,omitempty"`
	DeclineReason string        `json:"declineReason,omitempty"`
}

type timeControl struct {
	Type      string          `json:"type"` // clock, correspondence, turn or unlimited
	Kind      table.ClockKind `json:"kind"`
	Limit     int64           `json:"limit,omitempty"`     // seconds
	Increment int64           `json:"increment,omitempty"` // seconds
	Days      float64         `json:"daysPerTurn,omitempty"`
}
