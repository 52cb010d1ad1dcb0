package fourplayer

import "melee/rules"

// A Setup array of F3: modern or classic.
const (
	modern = iota
	classic
)

// A castle is one castling of one seat (F6).
type castle struct {
	king, rook cell
	step       cell // of the king, towards the rook
	distance   int  // from king to rook, in steps
}

// kingTo returns where the king arrives.
func (c *castle) kingTo() cell { return c.king + 2*c.step }

// rookTo returns where the rook arrives.
func (c *castle) rookTo() cell { return c.king + c.step }

// castles holds the castlings by array, seat and side: short, then long.
var castles = newCastles()

// castleLost holds by array the rights that go when a man leaves a cell or is captured on it:
// bit seat for short, bit 4+seat for long.
var castleLost = newCastleLost()

func newCastles() (all [2][4][2]castle) {
	homes := [2][4]string{{"h1", "a7", "g14", "n8"}, {"h1", "a8", "g14", "n7"}}
	corners := [4][2]string{{"d1", "k1"}, {"a4", "a11"}, {"d14", "k14"}, {"n4", "n11"}}
	for array := range homes {
		for seat := range 4 {
			king := cellNamed(homes[array][seat])
			for _, corner := range corners[seat] {
				c := castle{king: king, rook: cellNamed(corner)}
				h := heading(tables.bearing[king][c.rook] & headingOf)
				c.step = steps[h]
				for at := king; at != c.rook; at += c.step {
					c.distance++
				}
				all[array][seat][c.distance-3] = c
			}
		}
	}
	return all
}

func newCastleLost() (lost [2][256]uint8) {
	for array := range castles {
		for seat := range castles[array] {
			for side, c := range castles[array][seat] {
				lost[array][c.king] |= 1 << (4*side + seat)
				lost[array][c.rook] |= 1 << (4*side + seat)
			}
		}
	}
	return lost
}

func cellNamed(name string) cell { return tables.cell[Board.Square(name)] }

// backRanks holds the men of the first line from the left end as its own player
// sees it, by array; classic swaps king and queen of blue and green.
func backRank(array int, seat rules.Seat) [8]rules.Kind {
	men := [8]rules.Kind{rules.Rook, rules.Knight, rules.Bishop, rules.Queen, rules.King, rules.Bishop, rules.Knight, rules.Rook}
	if array == classic && seat&1 == 1 {
		men[3], men[4] = men[4], men[3]
	}
	return men
}
