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
	{Nodes: 36_000, Overlook: 8, Whim: 10, HashMB: 4},
	{Nodes: 130_000, Overlook: 2, Whim: 4, HashMB: 8},
	{Nodes: 500_000, Whim: 2, HashMB: 16},
}
