// Package archtest guards the shape of the program: which package may import
// which, and what the packages below internal/hub must leave to others.
package archtest

import "strings"

// A room is a package with the packages below it that are no rooms themselves.
type room struct {
	name  string
	knows []string // rooms it may import; "name/..." is the room and all rooms below it
	// small rooms avoid the packages that make a WebAssembly file large and slow.
	small bool
	// pure rooms do no I/O and read neither a clock, the environment nor a random source.
	pure bool
}

// rooms is the map of the program, the lowest first: a room knows only rooms above it in this list.
var rooms = []room{
	{name: "rules", small: true, pure: true},
	{name: "rules/internal/vectortest", knows: []string{"rules"}},
	{name: "internal/bitboard", small: true, pure: true},
	{name: "rules/allin", knows: []string{"rules", "internal/bitboard"}, small: true, pure: true},
	{name: "rules/mcx4", knows: []string{"rules", "internal/bitboard"}, small: true, pure: true},
	{name: "rules/fourplayer", knows: []string{"rules", "internal/bitboard"}, small: true, pure: true},
	{name: "rules/catalog", knows: []string{"rules", "rules/allin", "rules/mcx4", "rules/fourplayer"}, small: true, pure: true},
	{name: "notation", knows: []string{"rules/..."}, pure: true},
	{name: "engine", knows: []string{"rules/...", "internal/bitboard"}, pure: true},
	{name: "wasm", knows: []string{"rules/...", "engine"}},
	{name: "problem", knows: []string{"rules/...", "notation"}, pure: true},
	{name: "problem/popeye", knows: []string{"rules/...", "notation", "problem"}, pure: true},
	{name: "problem/record", knows: []string{"rules/...", "notation", "problem", "problem/popeye"}, pure: true},
	{name: "uci", knows: []string{"rules/...", "notation", "engine"}, pure: true},
	{name: "arena", knows: []string{"rules/...", "notation", "engine"}, pure: true},
	{name: "review", knows: []string{"rules/...", "notation", "engine"}, pure: true},
	{name: "diagram", knows: []string{"rules/...", "notation"}, pure: true},
	{name: "diagram/paper", knows: []string{"rules/...", "diagram"}, pure: true},
	{name: "problem/sheet", knows: []string{"rules/...", "notation", "problem", "problem/popeye", "diagram", "diagram/paper"}, pure: true},
	{name: "internal/rating", pure: true},
	{name: "internal/referee", knows: []string{"rules", "notation"}, pure: true},
	{name: "internal/bench", knows: []string{"rules/...", "notation", "internal/referee"}, pure: true},
	{name: "internal/table", knows: []string{"rules", "notation", "internal/rating"}, pure: true},
	{name: "internal/stream", knows: []string{"rules"}},
	{name: "internal/workbench", knows: []string{"internal/stream", "rules/...", "problem", "problem/popeye", "problem/record", "problem/sheet"}},
	{name: "internal/analysis", knows: []string{"internal/stream", "rules/...", "notation", "engine", "review"}},
	{name: "internal/hub", knows: []string{"rules/...", "notation", "engine", "problem", "internal/rating", "internal/table"}},
	{name: "internal/account"},
	{name: "internal/archive", knows: []string{"rules/...", "notation", "internal/rating", "internal/table"}},
	{name: "internal/archive/sample", knows: []string{"rules/...", "internal/table", "internal/archive"}},
	{name: "internal/store", knows: []string{"rules/...", "notation", "internal/rating", "internal/table", "internal/hub", "internal/account", "internal/archive"}},
	{name: "internal/bus", knows: []string{"rules", "internal/table", "internal/hub"}},
	{name: "web"},
	{name: "client"},
	{name: "bot"},
	{name: "internal/load", knows: []string{"client"}},
	{name: "internal/live", knows: []string{"internal/stream", "rules/...", "notation", "internal/table", "internal/hub", "internal/account", "web"}},
	{name: "internal/api", knows: []string{"internal/stream", "rules/...", "notation", "internal/table", "internal/hub", "internal/account", "internal/archive", "internal/rating", "web"}},
	{name: "internal/pages", knows: []string{"internal/stream", "rules/...", "notation", "diagram", "diagram/paper", "internal/table", "internal/hub", "internal/account", "internal/archive", "internal/rating", "web"}},
	{name: "internal/archtest"},
	{name: "tools", knows: []string{"diagram"}},
	{name: "e2e"},
	{name: "cmd", knows: []string{"..."}},
}

// roomOf returns the room of a package, given without the module's name, nil if there is none.
func roomOf(pkg string) *room {
	var found *room
	for i := range rooms {
		r := &rooms[i]
		if within(pkg, r.name) && (found == nil || len(r.name) > len(found.name)) {
			found = r
		}
	}
	return found
}

// mayKnow reports whether the table allows an import of another room.
func (r *room) mayKnow(other *room) bool {
	for _, name := range r.knows {
		top, below := strings.CutSuffix(name, "...")
		top = strings.TrimSuffix(top, "/")
		if other.name == top || below && (top == "" || within(other.name, top)) && !internalOf(other.name, r.name) {
			return true
		}
	}
	return false
}

// within reports whether a package is the given one or lies below it.
func within(pkg, top string) bool {
	return pkg == top || strings.HasPrefix(pkg, top+"/")
}

// internalOf reports whether a package is another room's own, for its tests.
func internalOf(pkg, from string) bool {
	owner, _, found := strings.Cut(pkg, "/internal/")
	return found && !within(from, owner)
}
