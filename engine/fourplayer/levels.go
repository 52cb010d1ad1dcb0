package fourplayer

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 236, Whim: 1500, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 150, Whim: 300, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 110, Whim: 160, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 80, Whim: 100, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 58, Whim: 72, HashMB: 1},
	{Nodes: 3000, Overlook: 44, Whim: 54, HashMB: 1},
	{Nodes: 6000, Overlook: 32, Whim: 39, HashMB: 1},
	{Nodes: 15_000, Overlook: 21, Whim: 26, HashMB: 2},
	{Nodes: 40_000, Overlook: 11, Whim: 13, HashMB: 4},
	{Nodes: 300_000, HashMB: 16},
}
