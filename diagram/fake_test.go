package diagram

import (
	"strings"

	"melee/rules"
)

// Boards of the three games as plain data.
var (
	square8  = rules.Geometry{Files: 8, Ranks: 8}
	nine8    = rules.Geometry{Files: 9, Ranks: 8}
	cross14  = rules.Geometry{Files: 14, Ranks: 14, Corner: 3}
	twoSeats = []string{"white", "black"}
	clans    = []string{"wq", "bq", "wk", "bk"}
	hues     = []string{"red", "blue", "yellow", "green"}
)

// array sets men up from one line a rank, highest first: "." is empty, else
// two characters, seat digit and kind letter, with "+" promoted and "x" grey.
func array(g rules.Geometry, seats []string, lines ...string) Board {
	b := Board{Geometry: g, Seats: seats, Men: make([]rules.Man, g.Squares())}
	for i, line := range lines {
		for file, cell := range strings.Fields(line) {
			if cell == "." || cell == "#" {
				continue
			}
			m := rules.NewMan(rules.Seat(cell[0]-'0'), rules.KindOf(cell[1]))
			if strings.Contains(cell, "+") {
				m |= rules.Promoted
			}
			if strings.Contains(cell, "x") {
				m |= rules.Grey
			}
			b.Men[g.At(file, g.Ranks-1-i)] = m
		}
	}
	return b
}

func startAllIn() Board {
	return array(square8, twoSeats,
		"1R 1N 1B 1Q 1K 1B 1N 1R", "1P 1P 1P 1P 1P 1P 1P 1P",
		". . . . . . . .", ". . . . . . . .", ". . . . . . . .", ". . . . . . . .",
		"0P 0P 0P 0P 0P 0P 0P 0P", "0R 0N 0B 0Q 0K 0B 0N 0R")
}

func startMCX4() Board {
	return array(nine8, clans,
		"1R 1N 1Q 3B 3N 3K 3B 3N 3R", "1P 1P 1P 3P 3P 3P 3P 3P 3P",
		". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .", ". . . . . . . . .",
		"0P 0P 0P 2P 2P 2P 2P 2P 2P", "0R 0N 0Q 2B 2N 2K 2B 2N 2R")
}

func startFourPlayer() Board {
	return array(cross14, hues,
		"# # # 2R 2N 2B 2K 2Q 2B 2N 2R # # #", "# # # 2P 2P 2P 2P 2P 2P 2P 2P # # #", "# # # . . . . . . . . # # #",
		"1R 1P . . . . . . . . . . 3P 3R", "1N 1P . . . . . . . . . . 3P 3N", "1B 1P . . . . . . . . . . 3P 3B",
		"1Q 1P . . . . . . . . . . 3P 3K", "1K 1P . . . . . . . . . . 3P 3Q", "1B 1P . . . . . . . . . . 3P 3B",
		"1N 1P . . . . . . . . . . 3P 3N", "1R 1P . . . . . . . . . . 3P 3R",
		"# # # . . . . . . . . # # #", "# # # 0P 0P 0P 0P 0P 0P 0P 0P # # #", "# # # 0R 0N 0B 0Q 0K 0B 0N 0R # # #")
}

// busyFourPlayer has everything a diagram can show: a grey army, a promoted
// queen, checks, traces, arrows and marks.
func busyFourPlayer() Board {
	b := array(cross14, hues,
		"# # # 2R . 2B 2K . 2B 2N 2R # # #", "# # # 2P 2P . 2P 2P 2P 2P . # # #", "# # # . . . . . . 2P . # # #",
		"1Rx 1Px . . . 2P . . . . . . 3P 3R", ". 1Px 1Nx . . . . . . . . . 3P .", "1Bx . . 1Px . . . 2Q . . . 3N 3P 3B",
		"1Qx 1Px . . . . . . . . . 3P . 3K", "1Kx 1Px . . . . . 0Q+ . . . . 3P .", "1Bx . 1Px . . . . . . . 3Q . 3P 3B",
		"1Nx 1Px . . . 0N . . . . . . 3P 3N", "1Rx 1Px . . . . . 0P . . . . 3P 3R",
		"# # # . . . 0P . . 0N . # # #", "# # # 0P 0P 0P . . 0P 0P 0P # # #", "# # # 0R . 0B 0Q 0K 0B . 0R # # #")
	sq := cross14.Square
	b.Caption = "Red to move: the queen on h7 was a pawn & is worth 1"
	b.Checks = []rules.Square{sq("g14"), sq("n8")}
	b.Traces = []Trace{{3, sq("n7"), sq("k6")}, {2, sq("h14"), sq("h9")}, {0, sq("h3"), sq("h7")}}
	b.Arrows = []Arrow{{From: sq("f5"), To: sq("g7"), Seat: 0}, {From: sq("k6"), To: sq("k2"), Seat: rules.NoSeat}, {From: sq("h9"), To: sq("e9"), Seat: 2, Forbidden: true}}
	b.Marks = []Mark{{sq("e7"), Dot, rules.NoSeat}, {sq("i9"), Cross, 2}, {sq("j10"), Ring, 3}, {sq("f11"), Tint, rules.NoSeat}}
	return b
}
