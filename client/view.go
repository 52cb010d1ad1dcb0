package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// A Seat is a place at a table, numbered from 0 in the order of turns.
type Seat int

// NoSeat is nobody's.
const NoSeat Seat = -1

// UnmarshalJSON reads a number or null.
func (s *Seat) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*s = NoSeat
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > 3 {
		return fmt.Errorf("a seat is a number from 0 to 3 or null, not %.20s", text)
	}
	*s = Seat(n)
	return nil
}

// MarshalJSON writes a number or null.
func (s Seat) MarshalJSON() ([]byte, error) {
	if s == NoSeat {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s), 10), nil
}

// A View is a table as this device may see it; docs/protocol.md explains every
// field. Times are milliseconds since 1970 by the server's clock.
type View struct {
	Table    string            `json:"table"`
	Seq      int64             `json:"seq"`
	Game     int               `json:"game"`
	Variant  string            `json:"variant"`
	Options  map[string]string `json:"options"`
	Geometry Geometry          `json:"geometry"`

	Public      bool   `json:"public"`
	Clock       Clock  `json:"clock"`
	Away        int    `json:"away"` // seconds
	Confirm     bool   `json:"confirm"`
	TakeBacks   bool   `json:"takeBacks"`
	TalkMode    string `json:"talkMode"`
	ChoiceLimit int    `json:"choiceLimit"` // seconds
	WatchDelay  int    `json:"watchDelay"`  // seconds
	Draw        bool   `json:"draw"`
	AutoStart   bool   `json:"autoStart"`
	RotateFirst bool   `json:"rotateFirst"`
	ShowLegal   bool   `json:"showLegal"`

	Seats    []Chair `json:"seats"`
	You      []Seat  `json:"you"`
	Bottom   Seat    `json:"bottom"`
	Host     bool    `json:"host"`
	HostSeat Seat    `json:"hostSeat"`
	Lots     *Lots   `json:"lots"`
	Watchers int     `json:"watchers"`

	Status    string            `json:"status"`
	Turn      Seat              `json:"turn"`
	Slot      Seat              `json:"slot"`
	SlotRule  string            `json:"slotRule"`
	Position  string            `json:"position"`
	Hash      string            `json:"hash"`
	Men       map[string]string `json:"men"`
	Legal     []string          `json:"legal"`
	Abandons  []string          `json:"abandons"`
	Claims    []Seat            `json:"claims"`
	Forbidden string            `json:"forbidden"`
	Barred    string            `json:"barred"`
	Check     []string          `json:"check"`

	From   int     `json:"from"`
	Plies  []Ply   `json:"plies"`
	Result *Result `json:"result"`

	Clocks   []int64   `json:"clocks"` // ms left by seat at ClockAt
	Running  Seat      `json:"running"`
	ClockAt  int64     `json:"clockAt"`
	Deadline *Deadline `json:"deadline"`
	Now      int64     `json:"now"`
	Beat     int64     `json:"beat"` // ms of silence after which the server sends a heartbeat

	Offers []Offer `json:"offers"`
	Talk   []Line  `json:"talk"`
	Series []Score `json:"series"`
}

// A Geometry is the shape of the board.
type Geometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"` // width of the square cut out of each corner
}

// A Clock is how time is kept; Base and Add are milliseconds.
type Clock struct {
	Kind string `json:"kind"` // "", turn, increment, delay or days
	Base int64  `json:"base"`
	Add  int64  `json:"add"`
}

// A Chair is a seat and who plays it.
type Chair struct {
	Name   string `json:"name"`   // of the seat
	Player string `json:"player"` // you, guest, cpu, grey or open
	Who    string `json:"who"`
	Level  int    `json:"level"`
	Here   bool   `json:"here"`
	Away   bool   `json:"away"`
	Hushed bool   `json:"hushed"` // by the host
	Points *int   `json:"points"`
	Active bool   `json:"active"`
	Out    *Out   `json:"out"`
}

// An Out tells how a seat left the game.
type Out struct {
	Rule string `json:"rule"`
	By   Seat   `json:"by"`
	Ply  int    `json:"ply"`
}

// Lots are the seats in the order in which their pawns were drawn (M20).
type Lots struct {
	N     int64  `json:"n"`
	Seats []Seat `json:"seats"`
}

// A Ply is one entry of the record.
type Ply struct {
	N       int      `json:"n"`
	Seat    Seat     `json:"seat"`
	CPU     bool     `json:"cpu"`
	Token   string   `json:"token"`
	SAN     string   `json:"san"`
	Long    string   `json:"long"`
	From    string   `json:"from"`
	To      string   `json:"to"`
	Taken   string   `json:"taken"`
	Left    int64    `json:"left"` // ms
	Effects []Effect `json:"effects"`
}

// An Effect is one consequence of a ply.
type Effect struct {
	Kind   string `json:"kind"`
	Seat   Seat   `json:"seat"`
	By     Seat   `json:"by"`
	Points int    `json:"points"`
	Square string `json:"square"`
	Rule   string `json:"rule"`
}

// A Result is how the game ended.
type Result struct {
	Reason  string   `json:"reason"`
	Ranking [][]Seat `json:"ranking"`
	Draw    bool     `json:"draw"`
}

// A Deadline is when something happens of itself.
type Deadline struct {
	At   int64  `json:"at"`
	What string `json:"what"` // turn, flag or choice
}

// An Offer waits for answers.
type Offer struct {
	What  string `json:"what"`
	Seat  Seat   `json:"seat"`
	Yes   []Seat `json:"yes"`
	Asked []Seat `json:"asked"`
	To    int    `json:"to"`
	Until int64  `json:"until"`
}

// A Line is something said at the table.
type Line struct {
	N      int    `json:"n"`
	Seat   Seat   `json:"seat"`
	Name   string `json:"name"`
	From   string `json:"from"`
	Room   string `json:"room"`
	Text   string `json:"text"`
	Phrase string `json:"phrase"`
	At     int64  `json:"at"`
	Hushed bool   `json:"hushed"`
}

// A Score is what a player has won in the series.
type Score struct {
	Who   string  `json:"who"`
	You   bool    `json:"you"`
	CPU   bool    `json:"cpu"`
	Seat  Seat    `json:"seat"`
	Games int     `json:"games"`
	Score float64 `json:"score"`
}

// parseView reads a whole view.
func parseView(text []byte) (*View, error) {
	v := View{Slot: NoSeat, Running: NoSeat}
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, fmt.Errorf("a view cannot be read: %w", err)
	}
	if v.Table == "" || v.Men == nil {
		return nil, errors.New("a view without table or men")
	}
	return &v, nil
}

// A patch is what an event has changed: fields of a View, of which those named here need more than replacing.
type patch struct {
	*View
	Men      map[string]string `json:"men"`
	From     *int              `json:"from"`
	Plies    []Ply             `json:"plies"`
	Talk     []Line            `json:"talk"`
	Seats    []Chair           `json:"seats"`
	Offers   []Offer           `json:"offers"`
	Series   []Score           `json:"series"`
	Result   *Result           `json:"result"`
	Deadline json.RawMessage   `json:"deadline"`
}

// apply folds a patch into the view. After an error the view must be fetched anew.
func (v *View) apply(seq int64, text []byte) error {
	p := patch{View: v}
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("patch %d cannot be read: %w", seq, err)
	}
	for square, man := range p.Men {
		if v.Men[square] = man; man == "" {
			delete(v.Men, square)
		}
	}
	if p.From != nil {
		at := *p.From - v.From
		if at < 0 || at > len(v.Plies) {
			return fmt.Errorf("patch %d continues the record at ply %d of %d", seq, *p.From, v.From+len(v.Plies))
		}
		v.Plies = append(v.Plies[:at], p.Plies...)
	}
	v.Talk = append(v.Talk, p.Talk...)
	if p.Seats != nil {
		v.Seats = p.Seats
	}
	if p.Offers != nil {
		v.Offers = p.Offers
	}
	if p.Series != nil {
		v.Series = p.Series
	}
	if p.Result != nil {
		v.Result = p.Result
	}
	if p.Deadline != nil {
		v.Deadline = nil
		if err := json.Unmarshal(p.Deadline, &v.Deadline); err != nil {
			return fmt.Errorf("patch %d cannot be read: %w", seq, err)
		}
	}
	v.Seq = seq
	return nil
}
