package fourplayer

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 236, Whim: 1500, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 70, Whim: 90, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 60, Whim: 70, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 36, Whim: 40, HashMB: 1},
	{Nodes: 2500, Overlook: 24, Whim: 30, HashMB: 1},
	{Nodes: 7000, Overlook: 13, Whim: 20, HashMB: 1},
	{Nodes: 16_000, Overlook: 7, Whim: 13, HashMB: 2},
	{Nodes: 36_000, Overlook: 3, Whim: 8, HashMB: 4},
	{Nodes: 80_000, Overlook: 1, Whim: 4, HashMB: 8},
	{Nodes: 240_000, HashMB: 16},
}
