package fourplayer

import "melee/engine/search"

// Levels are the strengths from 1 to 10.
var Levels = [10]search.Level{
	{Depth: 1, Nodes: 500, Overlook: 236, Whim: 1500, HashMB: 1},
	{Depth: 1, Nodes: 500, Overlook: 165, Whim: 340, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 145, Whim: 250, HashMB: 1},
	{Depth: 2, Nodes: 1000, Overlook: 92, Whim: 110, HashMB: 1},
	{Depth: 3, Nodes: 2000, Overlook: 74, Whim: 92, HashMB: 1},
	{Nodes: 3000, Overlook: 56, Whim: 69, HashMB: 1},
	{Nodes: 6000, Overlook: 41, Whim: 50, HashMB: 1},
	{Nodes: 15_000, Overlook: 28, Whim: 33, HashMB: 2},
	{Nodes: 50_000, Overlook: 14, Whim: 17, HashMB: 4},
	{Nodes: 300_000, HashMB: 16},
}
