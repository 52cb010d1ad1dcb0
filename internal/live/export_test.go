package live

import "melee/rules"

// Tick does what a server does of itself every second.
func (s *Server) Tick() { s.pulse() }

// Ticks returns how many there have been.
func (s *Server) Ticks() int { return int(s.ticks.Load()) }

// ManText writes a man as views do.
func ManText(m rules.Man) string { return string(appendMan(nil, m)) }

// OpenPerAddress is how many connections an address may have at once.
const OpenPerAddress = openPerAddress
