package client

// A Command is what a client asks of a table. Do says what; docs/protocol.md lists
// which of the other fields each takes. Where ID is empty, the client gives one.
type Command struct {
	ID     string `json:"id,omitempty"`
	Do     string `json:"do"`
	Move   string `json:"move,omitempty"`
	Seat   *Seat  `json:"seat,omitempty"`
	Seq    int64  `json:"seq,omitempty"`   // of the last event the player saw
	Think  int64  `json:"think,omitempty"` // ms that the player took
	Name   string `json:"name,omitempty"`
	Player string `json:"player,omitempty"` // me, cpu, open or grey
	Level  int    `json:"level,omitempty"`  // of the CPU, 1 to 10
	What   string `json:"what,omitempty"`   // draw, takeback or rematch
	Yes    bool   `json:"yes,omitempty"`
	Text   string `json:"text,omitempty"`
	Phrase string `json:"phrase,omitempty"`
	Room   string `json:"room,omitempty"` // table, watchers or team
	Line   int    `json:"line,omitempty"`
	Off    bool   `json:"off,omitempty"`
}

// Move is the command to play a move ("e2e4") in the position after event seq.
func Move(move string, seq int64) Command { return Command{Do: "move", Move: move, Seq: seq} }

// Sit is the command to take a seat, the first free one for NoSeat.
func Sit(seat Seat, name string) Command { return Command{Do: "sit", Seat: at(seat), Name: name} }

// Resign is the command to give up a seat's game.
func Resign(seat Seat) Command { return Command{Do: "resign", Seat: at(seat)} }

// Say is the command to say something.
func Say(text string) Command { return Command{Do: "say", Text: text} }

func at(s Seat) *Seat {
	if s == NoSeat {
		return nil
	}
	return &s
}

// A Refusal is a command that was not carried out, and why.
type Refusal struct {
	Code string `json:"code"` // such as illegal_move or not_your_turn
	Text string `json:"text"`
}

func (r Refusal) Error() string { return r.Text + " (" + r.Code + ")" }

// passing reports whether the same command may succeed later.
func (r Refusal) passing() bool { return r.Code == "busy" || r.Code == "internal" }

// final reports whether coming back will not help either.
func (r Refusal) final() bool { return !r.passing() && r.Code != "too_many" }
