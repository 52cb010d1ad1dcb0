package mcx4

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed weights.json
var weightsFile []byte

// weights are what the features are worth, in hundredths of a pawn.
type weights [features]int32

// A weightsText is weights.json; lists go from the pawn, the knight or the first step on.
type weightsText struct {
	Provenance string
	KingsMen   [5]int32 // pawn to queen
	QueensMen  [5]int32
	Advance    [5]int32 // a pawn after one step to five and more
	NearKing   [5]int32 // pawn to queen: each square about the enemy's king that is attacked
	Mobility   [4]int32 // knight to queen: each square reached
	Shield     int32    // each own man beside the king
	Centre     int32    // each step of the king towards the middle
	Loose      int32    // each man that is attacked and not covered
	Alone      int32    // having survived the mate of the king
	Divided    int32    // both clans living
	Turn       int32    // being to move
}

func (t *weightsText) weights() *weights {
	w := new(weights)
	copy(w[kingsFrom:], t.KingsMen[:])
	copy(w[queensFrom:], t.QueensMen[:])
	copy(w[advanceFrom:], t.Advance[:])
	copy(w[nearKingFrom:], t.NearKing[:])
	copy(w[mobilityFrom:], t.Mobility[:])
	w[shield], w[centre], w[loose] = t.Shield, t.Centre, t.Loose
	w[alone], w[divided], w[turn] = t.Alone, t.Divided, t.Turn
	return w
}

var ownWeights = func() *weights {
	var text weightsText
	if err := json.Unmarshal(weightsFile, &text); err != nil {
		panic(fmt.Sprintf("engine/mcx4: weights.json: %v", err))
	}
	return text.weights()
}()
