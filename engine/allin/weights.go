package allin

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"melee/rules/allin"
)

//go:embed weights.json
var weightsFile []byte

// weights are what the features are worth, in hundredths of a pawn.
type weights [features]int32

// A weightsText is one game's part of weights.json; lists go from the pawn, the knight
// or the first step on.
type weightsText struct {
	Provenance string
	Men        [5]int32 // pawn to queen
	Advance    [5]int32 // a pawn after one step to five
	NearKing   [5]int32 // pawn to queen: each square about the enemy's king that is attacked
	Mobility   [4]int32 // knight to queen: each square reached
	Flight     int32    // each square to which the king could step
	Shield     int32    // each own man beside the king
	Screens    int32    // each man that alone stands between a slider and the enemy's king
	Centre     int32    // each step of the king towards the middle
	Loose      int32    // each man that is attacked and not covered
	Turn       int32    // being to move
}

func (t *weightsText) weights() *weights {
	w := new(weights)
	copy(w[menFrom:], t.Men[:])
	copy(w[advanceFrom:], t.Advance[:])
	copy(w[nearKingFrom:], t.NearKing[:])
	copy(w[mobilityFrom:], t.Mobility[:])
	w[flight], w[shield], w[screens] = t.Flight, t.Shield, t.Screens
	w[centre], w[loose], w[turn] = t.Centre, t.Loose, t.Turn
	return w
}

// byGame holds the weights of the family's games.
var byGame = func() map[allin.Code]*weights {
	var texts map[string]weightsText
	if err := json.Unmarshal(weightsFile, &texts); err != nil {
		panic(fmt.Sprintf("engine/allin: weights.json: %v", err))
	}
	games := map[allin.Code]*weights{}
	for code, name := range map[allin.Code]string{
		allin.NoReturn: "all-in", allin.FreeReturn: "free-for-all",
		allin.OpponentsMen: "half-in", allin.NoSecondMove: "mainly-in",
	} {
		text, ok := texts[name]
		if !ok {
			panic("engine/allin: weights.json has nothing for " + name)
		}
		games[code] = text.weights()
	}
	return games
}()

func weightsOf(code allin.Code) *weights { return byGame[code&^allin.Nominal] }
