package mcx4

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 244, Whim: 900, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 170, Whim: 250, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 120, Whim: 140, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 100, Whim: 90, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 72, Whim: 64, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 56, Whim: 46, HashMB: 1},
	{Nodes: 2500, Overlook: 42, Whim: 32, HashMB: 1},
	{Nodes: 6000, Overlook: 28, Whim: 22, HashMB: 1},
	{Nodes: 25000, Overlook: 12, Whim: 10, HashMB: 4},
	{Nodes: 250000, Whim: 2, HashMB: 16},
}
