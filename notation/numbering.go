package notation

import (
	"strconv"
	"strings"

	"melee/rules"
)

// A numbering counts the moves of PGN: a number is one ply of each colour in
// All-in, one round of four slots in MCX4 (M5).
type numbering struct {
	number int
	slot   rules.Seat
}

// newNumbering reads where the count of a game begins off its position's text.
func newNumbering(g rules.Game) numbering {
	n := numbering{number: 1, slot: slotOf(g)}
	fields := strings.Fields(g.Text())
	if len(fields) > 5 {
		if number, ok := rules.ParseCount(fields[5], 1e9); ok && number > 0 {
			n.number = number
		}
	}
	return n
}

// slotOf returns whose slot it is, also in a game that has ended.
func slotOf(g rules.Game) rules.Seat {
	if slotted, ok := g.(rules.Slotted); ok {
		return slotted.Slot()
	}
	return g.Turn()
}

// follow goes on to the slot that comes after a ply; in All-in every move is one.
func (n *numbering) follow(g rules.Game) {
	slot := slotOf(g)
	if slot == rules.NoSeat {
		return
	}
	if slot < n.slot {
		n.number++
	}
	n.slot = slot
}

// text returns the number to be written before a move: "12." in the first slot,
// "12..." in another unless the reader knows whose move it is.
func (n *numbering) text(told bool) string {
	switch {
	case n.slot == 0:
		return strconv.Itoa(n.number) + "."
	case told:
		return ""
	}
	return strconv.Itoa(n.number) + "..."
}
