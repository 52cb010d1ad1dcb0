package pages

import "melee/rules"

// Position texts of Four-player examples share the empty rows.
const (
	fourHead  = "-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-"
	emptyNear = "x,x,x,8,x,x,x/"
	redKing   = "x,x,x,4,rK,3,x,x,x"
	yellowTop = "x,x,x,3,yK,4,x,x,x/" + emptyNear + emptyNear
)

// examples are the positions the pages show. A test plays every one of them:
// an arrow is a legal move there unless the test lists it as a line of attack.
var examples = map[string]example{
	"front/all-in":      {variant: "all-in", moves: []string{"g1f3"}, last: 1, arrows: "f3g1:forbidden", plain: true},
	"front/mcx4":        {variant: "mcx4", plain: true},
	"front/four-player": {variant: "four-player", plain: true},

	"all-in/array":   {variant: "all-in"},
	"all-in/either":  {variant: "all-in", moves: []string{"e2e4", "e7e5"}, last: 2, arrows: "g1f3,d7d5,b8c6"},
	"all-in/pin":     {variant: "all-in", start: "4k3/ppp1nppp/8/8/8/8/PPP2PPP/4R1K1 w - - 0 1 -", arrows: "e7c6"},
	"all-in/return":  {variant: "all-in", start: "4k3/ppp2ppp/3n4/8/8/8/PPP2PPP/4K3 w - - 0 1 -", moves: []string{"d6e4"}, last: 1, arrows: "e4d6:forbidden"},
	"all-in/right":   {variant: "all-in", start: "4k3/ppp2ppp/8/8/8/8/PPP2PPP/4K2R w K - 0 1 -", moves: []string{"e1e2"}, last: 1, arrows: "e2e1"},
	"all-in/mate":    {variant: "all-in", start: "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1 -", moves: []string{"g1h1"}, last: 1, arrows: "h1g1:forbidden"},
	"all-in/castle":  {variant: "all-in", start: "r3k2r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R3K2R w KQkq - 0 1 -", arrows: "e1g1,e8c8"},
	"all-in/passant": {variant: "all-in", start: "4k3/ppp2ppp/8/8/3p4/8/PPP1PPPP/4K3 b - - 0 1 -", moves: []string{"e2e4"}, last: 1, arrows: "d4e3"},

	"mcx4/array":   {variant: "mcx4"},
	"mcx4/turns":   {variant: "mcx4", moves: []string{"c2c4", "b8c6", "e1f3", "h8g6"}, arrows: "c2c4:wq,b8c6:bq,e1f3:wk,h8g6:bk"},
	"mcx4/check":   {variant: "mcx4", start: "k4r3/p8/7B1/9/9/9/9/2Q~2K3 wq - - 0 1 -", arrows: "h6f8:wk,f1g1:wk"},
	"mcx4/abandon": {variant: "mcx4", start: "1k7/ppp6/9/3Q~5/9/9/7PP/r7K wq - - 0 1 -", arrows: "d5d1:wq,d5h1:wq"},
	"mcx4/mate":    {variant: "mcx4", start: "1k7/ppp6/9/3Q~5/R~8/8B/7PP/r7K wk - - 0 1 -"},
	"mcx4/alone":   {variant: "mcx4", start: "1k7/ppp6/9/3Q~5/R~8/8B/7PP/r7K wk - - 0 1 -", moves: []string{"survive"}},
	"mcx4/pawn":    {variant: "mcx4", start: "k8/8P/9/9/9/9/9/5K3 wk - - 0 1 -", arrows: "i7i8:wk"},
	"mcx4/rook":    {variant: "mcx4", start: "k8/8P/9/9/9/9/9/5K3 wk - - 0 1 -", moves: []string{"i7i8r"}},
	"mcx4/castle": {variant: "mcx4", start: "r~n~q~bnkbnr/p~p~p~pppppp/9/9/9/6NP1/P~P~P~PPPPBP/R~N~Q~BNK2R wk Kk - 0 5 -",
		arrows: "f1h1:wk"},

	"four-player/array":   {variant: "four-player"},
	"four-player/classic": {variant: "four-player", options: rules.Options{"setup": "classic"}, marks: "a7:blue,a8:blue,n7:green,n8:green"},
	"four-player/promotion": {variant: "four-player",
		start:  "R" + fourHead + yellowTop + "14/14/14/14/bK,rP,2,rP,8,gK/14/14/14/" + emptyNear + emptyNear + redKing,
		arrows: "b7b8:red,e7e8:red",
		marks:  "a8:tint:red,b8:tint:red,c8:tint:red,d8:tint:red,e8:tint:red,f8:tint:red,g8:tint:red,h8:tint:red,i8:tint:red,j8:tint:red,k8:tint:red,l8:tint:red,m8:tint:red,n8:tint:red"},
	"four-player/castle": {variant: "four-player",
		start: "R-0,0,0,0-1,0,0,0-1,0,0,0-0,0,0,0-0-" + yellowTop + "14/14/14/14/bK,13/13,gK/14/14/" + emptyNear +
			"x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,3,rK,2,rR,x,x,x",
		arrows: "h1j1:red,h1f1:red"},
	"four-player/passant": {variant: "four-player",
		start: "B" + fourHead + yellowTop + "14/14/14/bK,13/13,gK/1,bP,12/1,rP,1,rP,10/14/" + emptyNear + emptyNear + redKing,
		moves: []string{"b6d6", "g14g13", "n7n8"}, last: 3, arrows: "b5c6:red,d5c6:red"},
	"four-player/fork": {variant: "four-player",
		start: "R" + fourHead + "x,x,x,1,yK,6,x,x,x/" + emptyNear + emptyNear + "14/14/bK,3,rB,9/14/13,gK/14/14/4,rR,9/" + emptyNear + emptyNear + redKing,
		moves: []string{"e9c11"}, last: 1, arrows: "c11a9:red,e4e14:red"},
	"four-player/before": {variant: "four-player", start: mateIn1, arrows: "e4g4:red"},
	"four-player/grey":   {variant: "four-player", start: mateIn1, moves: []string{"e4g4"}, last: 1},
}

// mateIn1 is a position in which Red mates Yellow.
const mateIn1 = "R" + fourHead + "x,x,x,2,yR,yK,yR,3,x,x,x/x,x,x,2,yP,1,yP,3,x,x,x/" + emptyNear +
	"14/14/14/bK,13/13,gK/14/14/4,rR,9/" + emptyNear + emptyNear + redKing
