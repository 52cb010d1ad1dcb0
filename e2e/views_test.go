package e2e

import (
	"strconv"
	"strings"
)

// men8 reads the placement field of FEN and of MCX4's text into the men of a view.
// clans tells that "~" gives a man to the Queen's seat, and none to the King's.
func men8(placement string, clans bool) map[string]string {
	men := map[string]string{}
	rows := strings.Split(placement, "/")
	for i, row := range rows {
		rank, file := len(rows)-i, 0
		for j := 0; j < len(row); j++ {
			c := row[j]
			if '0' <= c && c <= '9' {
				file += int(c - '0')
				continue
			}
			seat := 0
			if c >= 'a' {
				seat = 1
			}
			if queens := j+1 < len(row) && row[j+1] == '~'; queens {
				j++
			} else if clans {
				seat += 2
			}
			men[string(rune('a'+file))+strconv.Itoa(rank)] = strconv.Itoa(seat) + strings.ToUpper(string(c))
			file++
		}
	}
	return men
}

// men14 reads the rows of FEN4.
func men14(rows string) map[string]string {
	men := map[string]string{}
	for i, row := range strings.Split(rows, "/") {
		file := 0
		for _, cell := range strings.Split(row, ",") {
			if n, err := strconv.Atoi(cell); err == nil {
				file += n
				continue
			}
			if cell != "x" {
				grey := ""
				if len(cell) == 3 {
					grey, cell = "x", cell[1:]
				}
				kind := cell[1:]
				if kind == "D" {
					kind = "Q+"
				}
				men[string(rune('a'+file))+strconv.Itoa(14-i)] = strconv.Itoa(strings.IndexByte("rbyg", cell[0])) + kind + grey
			}
			file++
		}
	}
	return men
}

func seats(names ...string) []seat {
	list := make([]seat, len(names))
	for i, name := range names {
		list[i] = seat{Name: name, Player: "cpu", Active: true, Here: true, Level: 5}
	}
	list[0].Player, list[0].Level = "you", 0
	return list
}

func baseView(variant string, g geometry, men map[string]string, s []seat, legal ...string) view {
	return view{
		Table: "T1", Seq: 1, Game: 1, Variant: variant, Options: map[string]string{}, Geometry: g, Seats: s,
		You: []int{0}, Status: "playing", Turn: new(0), Men: men, Legal: legal, Abandons: []string{}, Check: []string{},
		Plies: []ply{}, ShowLegal: true, TalkMode: "all", Offers: []offer{}, Talk: []line{}, Series: []score{},
	}
}

// move returns a ply of a piece move.
func move(n, seat int, from, to, san string, effects ...effect) ply {
	if effects == nil {
		effects = []effect{}
	}
	return ply{N: n, Seat: seat, Token: from + to, San: san, Long: san, From: from, To: to, Effects: effects}
}

func gain(seat, points int, square, rule string) effect {
	return effect{Kind: "gain", Seat: seat, By: new(seat), Points: points, Square: square, Rule: rule}
}

// allIn is an All-in position in which White may not undo Black's last move.
func allIn() view {
	v := baseView("all-in", geometry{8, 8, 0}, men8("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R", false), seats("white", "black"),
		"f3e5", "f3g5", "d2d4", "d7d5", "f1b5", "f1c4", "f8c5", "f6e4", "c6d4")
	v.Position = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4 f6g8"
	v.Forbidden = "f6g8"
	v.Plies = []ply{
		move(1, 0, "e2", "e4", "e4"), move(2, 1, "e7", "e5", "e5"), move(3, 0, "g1", "f3", "Nf3"), move(4, 1, "b8", "c6", "Nc6"),
		move(5, 0, "b1", "c3", "Nc3"), move(6, 1, "g8", "f6", "Nf6"),
	}
	return v
}

// mcx4 is the MCX4 starting array after a few moves, with the King playing the Queen's slot (M8).
func mcx4() view {
	v := baseView("mcx4", geometry{9, 8, 0}, men8("r~n~q~bnk1nr/p~1p~ppp1pp/1p~7/9/4P4/6P1b/P~P~P~PKP1PP/R~N~Q~BN1BNR", true), seats("wq", "bq", "wk", "bk"),
		"e2f2", "g1h2")
	v.You, v.Turn, v.Slot, v.SlotRule = []int{0, 2}, new(2), new(0), "M8"
	v.Seats[2].Player = "you"
	v.Check = []string{"e2"}
	v.Position = "r~n~q~bnk1nr/p~1p~ppp1pp/1p~7/9/4P4/6P1b/P~P~P~PKP1PP/R~N~Q~BN1BNR wq - - 1 3 -"
	v.Plies = []ply{
		move(1, 0, "c2", "c3", "c3"), move(2, 1, "b7", "b6", "b6"), move(3, 2, "g2", "g3", "g3"), move(4, 3, "g8", "i6", "Bi6"),
	}
	return v
}

const fourStart = "x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/" +
	"bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/" +
	"x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x"

// fourPlayer is the middle of a four-player game: green is out, red to move.
func fourPlayer() view {
	rows := "x,x,x,yR,1,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,1,yP,yP,yP,yP,x,x,x/x,x,x,2,yN,yP,4,x,x,x/" +
		"bR,bP,8,rD,1,dgP,dgR/bN,bP,10,dgP,1/bB,1,bP,7,dgN,1,dgP,dgB/bQ,bP,10,dgP,dgK/bK,bP,10,dgP,dgQ/bB,bP,5,rQ,4,dgP,dgB/1,bP,bN,9,dgP,dgN/bR,bP,10,dgP,dgR/" +
		"x,x,x,2,rN,1,rP,3,x,x,x/x,x,x,rP,rP,rP,rP,2,rP,rP,x,x,x/x,x,x,rR,1,rB,1,rK,rB,rN,rR,x,x,x"
	men := men14(rows)
	legal := []string{"h6h12", "h6a6", "h6c6", "h6h9", "h6m11", "f3g5", "f3e5", "f3d4", "e2e3", "e2e4", "g2g3", "k11k9", "k11h14"}
	v := baseView("four-player", geometry{14, 14, 3}, men, seats("red", "blue", "yellow", "green"), legal...)
	for i, points := range []int{28, 9, 5, 3} {
		v.Seats[i].Points = new(points)
	}
	v.Seats[3].Active = false
	v.Seats[3].Out = &out{Rule: "F12", By: new(0), Ply: 9}
	v.Plies = []ply{
		move(1, 0, "h2", "h4", "h4"), move(2, 1, "b9", "c9", "c9"), move(3, 2, "g13", "g12", "g12"), move(4, 3, "n10", "l9", "Nl9", gain(3, 3, "l9", "F9")),
		move(5, 0, "g1", "h2", "Qh2"), move(6, 1, "a5", "c5", "Nc5", gain(1, 9, "c5", "F9")), move(7, 2, "e14", "f12", "Nf12", gain(2, 5, "f12", "F9")), move(8, 3, "m8", "l8", "l8"),
		move(9, 0, "h2", "h6", "Qh6#", gain(0, 5, "h6", "F11"), gain(0, 20, "n8", "F10"), effect{Kind: "elimination", Seat: 3, By: new(0), Rule: "F12"}),
		move(10, 1, "c5", "c5", "Nc5"), move(11, 2, "e14", "f12", "Nf12"),
	}
	v.Position = "R-0,0,0,1-1,1,1,0-1,1,1,0-28,9,5,3-3-" + rows
	return v
}
