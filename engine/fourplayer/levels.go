package fourplayer

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 236, Whim: 1500, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 70, Whim: 90, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 60, Whim: 70, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 36, Whim: 40, HashMB: 1},
	{Nodes: 3000, Overlook: 20, Whim: 25, HashMB: 1},
	{Nodes: 6000, Overlook: 10, Whim: 15, HashMB: 1},
	{Nodes: 15000, Overlook: 4, Whim: 10, HashMB: 2},
	{Nodes: 40000, Whim: 6, HashMB: 4},
	{Nodes: 120000, Whim: 4, HashMB: 8},
	{Nodes: 400000, Whim: 2, HashMB: 16},
}
