package uci

import (
	"strconv"
	"strings"
	"time"

	"melee/engine"
	"melee/rules"
)

// An order is what "go" asks for.
type order struct {
	limits   engine.Limits
	infinite bool
	ponder   bool
	perft    int // -1 if no count is wanted
}

// The largest numbers that are taken at their word.
const (
	maxMillis = 1 << 40
	maxNodes  = 1 << 60
)

// parseGo reads the words after "go" for a game. Words and numbers it does not
// understand are passed over.
func parseGo(g rules.Game, words []string) order {
	o := order{perft: -1}
	times := map[string]int64{}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch word {
		case "infinite":
			o.infinite = true
			continue
		case "ponder":
			o.ponder = true
			continue
		case "searchmoves":
			for i+1 < len(words) {
				a, err := parseAction(g, words[i+1])
				if err != nil || a.Act != rules.MakeMove {
					break
				}
				o.limits.Only = append(o.limits.Only, a.Move)
				i++
			}
			continue
		}
		if i+1 == len(words) {
			break
		}
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			continue
		}
		if o.number(word, n, times) {
			i++
		}
	}
	o.limits.Clock = clockOf(g, times)
	return o
}

// number takes in a word followed by a number and reports whether it is known.
func (o *order) number(word string, n int64, times map[string]int64) bool {
	n = max(n, 0)
	switch word {
	case "depth":
		o.limits.Depth = int(min(max(n, 1), 1000))
	case "nodes":
		o.limits.Nodes = uint64(min(max(n, 1), maxNodes))
	case "mate":
		o.limits.Mate = int(min(n, 1000))
	case "movetime":
		o.limits.MoveTime = millis(max(n, 1))
	case "perft":
		o.perft = int(min(n, 30))
	case "movestogo":
		times[word] = min(n, 1000)
	default:
		if !strings.HasSuffix(word, "time") && !strings.HasSuffix(word, "inc") {
			return false
		}
		times[word] = min(n, maxMillis)
	}
	return true
}

func millis(n int64) time.Duration { return time.Duration(min(n, maxMillis)) * time.Millisecond }

// clockOf finds the clock of the seat on turn: under its name (bluetime), its
// first letter (btime) or, where all move by two sides' clocks, under w and b.
func clockOf(g rules.Game, times map[string]int64) *engine.Clock {
	seat := g.Turn()
	if seat == rules.NoSeat {
		return nil
	}
	name := g.Variant().SeatName(seat)
	side := "w"
	if seat&1 == 1 {
		side = "b"
	}
	for _, prefix := range []string{name, name[:1], side} {
		left, ok := times[prefix+"time"]
		if !ok {
			continue
		}
		return &engine.Clock{
			Left: millis(left), Increment: millis(times[prefix+"inc"]), MovesToGo: int(times["movestogo"]),
		}
	}
	return nil
}
