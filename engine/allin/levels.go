package allin

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 244, Whim: 900, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 190, Whim: 300, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 140, Whim: 150, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 100, Whim: 80, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 64, Whim: 50, HashMB: 1},
	{Nodes: 3000, Overlook: 40, Whim: 30, HashMB: 1},
	{Nodes: 9000, Overlook: 22, Whim: 20, HashMB: 1},
	{Nodes: 24_000, Overlook: 10, Whim: 14, HashMB: 2},
	{Nodes: 90_000, Overlook: 3, Whim: 8, HashMB: 8},
	{Nodes: 500_000, HashMB: 16},
}
