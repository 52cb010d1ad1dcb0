package allin_test

import (
	"testing"

	"melee/rules/allin"
	"melee/rules/internal/vectortest"
)

const vectors = "../../testdata/vectors/"

func TestVectorsEdge(t *testing.T) {
	vectortest.Edge(t, vectors+"edge.jsonl", vectortest.Only(allin.Variants()...))
}

func TestVectorsPerft(t *testing.T) {
	vectortest.Perft(t, vectors+"perft.jsonl", vectortest.Only(allin.Variants()...))
}

func TestVectorsGames(t *testing.T) {
	vectortest.Games(t, vectors+"games-all-in.jsonl", vectortest.Only(allin.Variants()...))
}
