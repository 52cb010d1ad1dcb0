package mcx4_test

import (
	"testing"

	"melee/rules/internal/vectortest"
	"melee/rules/mcx4"
)

const vectors = "../../testdata/vectors/"

var lookup = vectortest.Only(mcx4.Variant)

func TestVectorsEdge(t *testing.T)  { vectortest.Edge(t, vectors+"edge.jsonl", lookup) }
func TestVectorsPerft(t *testing.T) { vectortest.Perft(t, vectors+"perft.jsonl", lookup) }
func TestVectorsGames(t *testing.T) { vectortest.Games(t, vectors+"games-mcx4.jsonl", lookup) }
