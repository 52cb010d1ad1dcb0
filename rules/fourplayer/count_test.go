package fourplayer

import (
	"math/rand/v2"
	"testing"
)

// TestCountAgrees plays at random and compares CountMoves with Moves.
func TestCountAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for game := range 300 {
		p := Start(Terms{Classic: game%2 == 1})
		for ply := 0; ply < 300 && !p.Over(); ply++ {
			moves := p.Moves(nil)
			if n := p.CountMoves(); n != len(moves) {
				t.Fatalf("%s\nCountMoves = %d, Moves lists %d", p.Text(), n, len(moves))
			}
			p.Apply(moves[random.IntN(len(moves))], nil)
		}
	}
}
