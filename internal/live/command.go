package live

import (
	"fmt"
	"math"
	"time"

	"melee/internal/account"
	"melee/internal/table"
	"melee/rules"
)

// maxCommand bounds a command as it is sent, in bytes.
const maxCommand = 4 << 10

// posted is a command as clients send it; docs/protocol.md says what each takes.
type posted struct {
	ID     string  `json:"id"`
	Do     string  `json:"do"`
	Move   string  `json:"move"`
	Seat   *int    `json:"seat"`
	Seq    int64   `json:"seq"`
	Think  float64 `json:"think"` // ms
	Name   string  `json:"name"`
	Player string  `json:"player"`
	Level  int     `json:"level"`
	What   string  `json:"what"`
	Yes    bool    `json:"yes"`
	Text   string  `json:"text"`
	Phrase string  `json:"phrase"`
	Room   string  `json:"room"`
	Line   int     `json:"line"`
	Off    bool    `json:"off"`
}

// readCommand reads a command that a person has sent; roundTrip is what was measured of
// the way to him and back, in ms. The error is table.Refused.
func readCommand(text []byte, v account.Visitor, now time.Time, roundTrip int64) (table.Command, string, error) {
	var p posted
	if err := strictly(text, &p); err != nil {
		return nil, p.ID, table.Refused{Code: table.Invalid, Text: "the command cannot be read: " + err.Error()}
	}
	if v.Account != "" {
		p.Name = v.Name
	}
	if err := p.allowed(v, now); err != nil {
		return nil, p.ID, err
	}
	c, err := p.command(v, roundTrip)
	return c, p.ID, err
}

// allowed says why an operator does not let a visitor ask for this.
func (p *posted) allowed(v account.Visitor, now time.Time) error {
	var err error
	switch p.Do {
	case "say":
		err = v.MayTalk(now)
	case "sit", "takeover", "begin", "new":
		err = v.MayPlay(now)
	}
	if err != nil {
		return table.Refused{Code: table.NotYours, Text: err.Error()}
	}
	return nil
}

func (p *posted) command(v account.Visitor, roundTrip int64) (table.Command, error) {
	owner := v.Owner
	seat := rules.NoSeat
	if p.Seat != nil {
		if *p.Seat < 0 || *p.Seat > 3 {
			return nil, table.Refused{Code: table.Invalid, Text: fmt.Sprintf("seat %d: seats are numbered from 0 to 3", *p.Seat)}
		}
		seat = rules.Seat(*p.Seat)
	}
	if p.Think < 0 || p.Think > math.MaxInt32 {
		return nil, table.Refused{Code: table.Invalid, Text: "think is the milliseconds a player took, from 0"}
	}
	id, what := p.ID, table.What(p.What)
	switch p.Do {
	case "move", "survive", "decline", "resign", "claim", "draw":
		token := p.Do
		if token == "move" {
			token = p.Move
		}
		return table.Act{Owner: owner, ID: id, Seat: seat, Token: token, Seq: p.Seq, Think: int64(p.Think), RoundTrip: roundTrip}, nil
	case "sit":
		return table.Sit{Owner: owner, ID: id, Seat: seat, Name: p.Name, Bot: v.Bot}, nil
	case "stand":
		return table.Stand{Owner: owner, ID: id, Seat: seat}, nil
	case "put":
		player := table.Player(p.Player)
		if player == "me" {
			player = table.Person
		}
		return table.Put{Owner: owner, ID: id, Seat: seat, Chair: table.Chair{Player: player, Level: p.Level, Name: p.Name, Bot: v.Bot && player == table.Person}}, nil
	case "shuffle":
		return table.Shuffle{Owner: owner, ID: id}, nil
	case "begin":
		return table.Begin{Owner: owner, ID: id}, nil
	case "hand":
		return table.Hand{Owner: owner, ID: id, Seat: seat}, nil
	case "takeover":
		return table.TakeOver{Owner: owner, ID: id, Seat: seat, Name: p.Name, Bot: v.Bot}, nil
	case "give":
		return table.Give{Owner: owner, ID: id, Seat: seat}, nil
	case "offer":
		return table.Propose{Owner: owner, ID: id, Seat: seat, What: what}, nil
	case "reply":
		return table.Reply{Owner: owner, ID: id, Seat: seat, What: what, Yes: p.Yes}, nil
	case "withdraw":
		return table.Withdraw{Owner: owner, ID: id, What: what}, nil
	case "say":
		return table.Say{Owner: owner, ID: id, Name: p.Name, Room: table.Room(p.Room), Text: p.Text, Phrase: p.Phrase}, nil
	case "hush":
		return table.Hush{Owner: owner, ID: id, Seat: seat, Line: p.Line, Off: p.Off}, nil
	case "new":
		return table.NewGame{Owner: owner, ID: id}, nil
	case "close":
		return table.Close{Owner: owner, ID: id}, nil
	}
	return nil, table.Refused{Code: table.Invalid, Text: fmt.Sprintf("nothing is done by '%.20s'; there are move, survive, decline, resign, claim, draw, "+
		"sit, stand, put, shuffle, begin, hand, takeover, give, offer, reply, withdraw, say, hush, new and close", p.Do)}
}
