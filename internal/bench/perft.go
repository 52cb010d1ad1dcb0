package bench

import (
	"strconv"

	"melee/rules"
	"melee/rules/catalog"
)

// counts are the positions of perft: of each game the start, and middle games
// in which much can be done. The numbers at small depths are confirmed by testdata/vectors.
var counts = []struct {
	variant, name string
	options       rules.Options
	position      string
	depth         int
	want          uint64
}{
	{variant: "all-in", name: "start", depth: 5, want: 170668750},
	{
		variant: "all-in", name: "open", depth: 4, want: 53254019,
		position: "r1b1k2r/1q2p2p/p2pnn1b/1pp2p1P/1PPP1BP1/7R/P3P1B1/RN1Q1KN1 b kq - 1 17 f6g8",
	},
	{
		variant: "all-in", name: "passing", depth: 4, want: 41854972,
		position: "rn2kb1r/2q1n1p1/p3b2p/1p6/PpP3pP/2BPP3/2QK2B1/RN4NR w kq h3 0 19 -",
	},
	{
		variant: "all-in", name: "promotion", depth: 4, want: 32806750,
		position: "rnbqkb1r/1p4P1/8/p1pBP2p/P5PP/BP6/2P2P2/RN1QK1NR w KQkq - 0 15 -",
	},
	{variant: "mcx4", name: "start", depth: 7, want: 30727188},
	{
		variant: "mcx4", name: "passing", depth: 5, want: 90001606,
		position: "1n~1b2b1r/1r~2kn3/5p1pn/p~2pP1p1p/1P~3p2P/3B5/3N~2PPN/R~2N1KB1R wq - d6 0 13 -",
	},
	{
		variant: "mcx4", name: "open", depth: 5, want: 29798723,
		position: "r~2b2bnr/3n~k1p1p/p~Bp~1pp3/5P1p1/1P~5P1/2N~P~1P2P/P~2P2P1N/R~2B1K2R bk K - 2 9 -",
	},
	{
		variant: "mcx4", name: "queens", depth: 5, want: 9179145,
		position: "2r~1nkbn1/2p~q~1p1p1/p~3p1P2/R~p~4b2/2N~P2P2/3n~1P2B/4PN2r/2Q~BNK2R wk K - 1 9 -",
	},
	{variant: "four-player", name: "start", depth: 6, want: 77430383},
	{
		variant: "four-player", name: "open", depth: 4, want: 5195761,
		position: "R-0,0,0,0-1,0,0,0-1,0,0,0-16,11,3,2-1-{'quiet':(0,0,0,1),'ply':64}-x,x,x,1,yN,yB,yK,yQ,bB,2,x,x,x/x,x,x,3,yP,yN,yR,2,x,x,x/x,x,x,5,bQ,2,x,x,x/bR,3,yP,yP,1,yP,5,gR/bN,bP,4,rB,2,gP,2,gP,gN/bB,3,bP,8,gB/2,bP,7,gP,gK,2/bK,1,bP,7,gP,3/1,bP,7,gB,1,rP,2/bN,12,gN/3,yR,3,rP,1,gP,2,gP,gR/x,x,x,2,rN,5,x,x,x/x,x,x,rP,1,rP,rQ,1,rP,2,x,x,x/x,x,x,rR,3,rK,rB,rN,rR,x,x,x",
	},
	{
		variant: "four-player", name: "queens", depth: 4, want: 3984894,
		position: "R-0,0,0,0-1,1,1,0-1,1,1,0-1,1,6,15-0-{'ply':28}-x,x,x,yR,yN,1,yK,1,yB,yN,yR,x,x,x/x,x,x,yP,1,yP,1,yQ,yP,yP,1,x,x,x/x,x,x,3,yP,3,yP,x,x,x/bR,1,bN,yP,6,gP,2,gR/1,bP,10,gP,gN/bB,bP,10,gP,gK/1,bP,2,bQ,5,gQ,yB,2/bK,1,bP,9,gP,1/bB,bP,10,gP,gB/bN,2,bP,8,gP,gN/bR,1,bP,3,rP,4,gP,1,gR/x,x,x,2,rN,4,rN,x,x,x/x,x,x,rP,1,rP,1,rP,rP,rP,rP,x,x,x/x,x,x,rR,3,rK,rB,1,rR,x,x,x",
	},
	{
		variant: "four-player", name: "classic", depth: 4, want: 4080154, options: rules.Options{"setup": "classic"},
		position: "R-0,0,0,0-1,1,0,0-1,1,0,0-18,2,8,2-1-{'quiet':(0,0,0,1),'ply':64}-x,x,x,yR,1,yQ,2,yB,yN,1,x,x,x/x,x,x,2,yK,1,yP,1,yP,1,x,x,x/x,x,x,8,x,x,x/bR,1,bN,2,yN,5,gR,2/1,bP,1,yP,4,yP,rQ,yR,2,gN/bB,bP,8,gP,3/bK,2,bP,7,yB,gP,1/1,bP,8,gP,2,gK/bB,3,bP,3,gB,1,gP,3/bN,6,rP,5,gN/bR,1,bP,2,rP,3,rP,1,rB,2/x,x,x,3,bQ,4,x,x,x/x,x,x,rP,rP,1,rP,rN,2,rP,x,x,x/x,x,x,rR,rN,rB,1,rK,2,rR,x,x,x",
	},
	{
		variant: "four-player-teams", name: "open", depth: 4, want: 3680127,
		position: "R-0,0,0,0-1,0,1,0-1,1,1,1-0,0,0,0-1-{'quiet':(0,0,0,1),'ply':48}-x,x,x,yR,yN,yB,yK,yQ,2,yR,x,x,x/x,x,x,2,yP,2,yP,2,x,x,x/x,x,x,1,yP,1,yP,yP,yN,gP,yP,x,x,x/bR,1,bB,6,gR,4/3,yP,7,gP,gB,gN/1,bP,bN,9,gP,1/bQ,bP,10,gP,gK/bK,2,bP,5,gN,1,gP,1,gQ/yB,1,bP,9,gP,rB/bN,2,bP,5,gP,gP,3/3,bR,5,rP,3,gR/x,x,x,rQ,1,rP,rP,rB,rP,2,x,x,x/x,x,x,1,rP,2,rP,2,rP,x,x,x/x,x,x,rR,rN,2,rK,2,rR,x,x,x",
	},
}

// perftCases count legal sequences as `melee perft` does; at the last ply moves are counted, not made.
func perftCases() []Case {
	var cases []Case
	for _, p := range counts {
		cases = append(cases, Case{
			Name: "perft/" + p.variant + "/" + p.name + "/" + strconv.Itoa(p.depth),
			Unit: "positions", Position: p.position, Want: p.want,
			prepare: func() (op, error) {
				game, err := newGame(p.variant, p.options, p.position)
				if err != nil {
					return nil, err
				}
				return func() (work, error) { return work{units: game.Perft(p.depth)}, nil }, nil
			},
		})
	}
	return cases
}

func newGame(variant string, options rules.Options, position string) (rules.Game, error) {
	v, err := catalog.Find(variant)
	if err != nil {
		return nil, err
	}
	return v.New(v, options, position)
}
