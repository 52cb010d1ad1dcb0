package fourplayer

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 236, Whim: 1500, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 150, Whim: 300, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 110, Whim: 160, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 80, Whim: 100, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 58, Whim: 72, HashMB: 1},
	{Nodes: 3000, Overlook: 42, Whim: 50, HashMB: 1},
	{Nodes: 6000, Overlook: 28, Whim: 33, HashMB: 1},
	{Nodes: 15_000, Overlook: 16, Whim: 19, HashMB: 2},
	{Nodes: 50_000, Overlook: 6, Whim: 8, HashMB: 4},
	{Nodes: 300_000, HashMB: 16},
}
