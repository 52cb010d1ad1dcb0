package bench

import (
	"strconv"

	"melee/rules"
	"melee/rules/allin"
	"melee/rules/fourplayer"
	"melee/rules/mcx4"
)

// treeCases make every position of a tree by copying and Apply, those of the
// last ply too: what an engine does that shares no work between positions.
func treeCases() []Case {
	room := make([]rules.Move, 0, 4096)
	return []Case{
		treeCase("all-in", 4, 3486961, func(game rules.Game, depth int) uint64 {
			line := make([]allin.Position, depth+1)
			line[0] = game.(*allin.Game).Position()
			return allInTree(line, room)
		}),
		treeCase("mcx4", 6, 1651010, func(game rules.Game, depth int) uint64 {
			line := make([]mcx4.Position, depth+1)
			line[0] = game.(*mcx4.Game).Position()
			return mcx4Tree(line, room)
		}),
		treeCase("four-player", 5, 3452310, func(game rules.Game, depth int) uint64 {
			line := make([]fourplayer.Position, depth+1)
			line[0] = game.(*fourplayer.Game).Position()
			return fourPlayerTree(line, room)
		}),
	}
}

func treeCase(variant string, depth int, want uint64, count func(rules.Game, int) uint64) Case {
	return Case{
		Name: "tree/" + variant + "/start/" + strconv.Itoa(depth), Unit: "positions", Want: want,
		prepare: func() (op, error) {
			game, err := newGame(variant, nil, "")
			if err != nil {
				return nil, err
			}
			return func() (work, error) { return work{units: count(game, depth)}, nil }, nil
		},
	}
}

// allInTree makes the positions behind the first of line, which has room for
// one a ply, and returns how many are in the last ply. room takes the moves.
func allInTree(line []allin.Position, room []rules.Move) uint64 {
	if len(line) == 1 {
		return 1
	}
	nodes := uint64(0)
	moves := line[0].Moves(room)
	for _, m := range moves {
		line[1] = line[0]
		line[1].Apply(m)
		nodes += allInTree(line[1:], moves[len(moves):])
	}
	return nodes
}

// mcx4Tree is allInTree for MCX4.
func mcx4Tree(line []mcx4.Position, room []rules.Move) uint64 {
	if len(line) == 1 {
		return 1
	}
	nodes := uint64(0)
	moves := line[0].Moves(room)
	for _, m := range moves {
		line[1] = line[0]
		line[1].Apply(m)
		nodes += mcx4Tree(line[1:], moves[len(moves):])
	}
	return nodes
}

// fourPlayerTree is allInTree for Four-player chess.
func fourPlayerTree(line []fourplayer.Position, room []rules.Move) uint64 {
	if len(line) == 1 {
		return 1
	}
	nodes := uint64(0)
	moves := line[0].Moves(room)
	for _, m := range moves {
		line[1] = line[0]
		line[1].Apply(m, nil)
		nodes += fourPlayerTree(line[1:], moves[len(moves):])
	}
	return nodes
}
