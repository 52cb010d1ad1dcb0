package fourplayer

import (
	"testing"

	"melee/rules/internal/vectortest"
)

func TestEdgeVectors(t *testing.T) {
	vectortest.Edge(t, "../../testdata/vectors/edge.jsonl", vectortest.Only(Variant, Teams))
}

func TestPerftVectors(t *testing.T) {
	vectortest.Perft(t, "../../testdata/vectors/perft.jsonl", vectortest.Only(Variant, Teams))
}

func TestGameVectors(t *testing.T) {
	vectortest.Games(t, "../../testdata/vectors/games-four-player.jsonl", vectortest.Only(Variant, Teams))
}
