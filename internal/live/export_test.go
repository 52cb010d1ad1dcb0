package live

import "melee/rules"

// Tick does what a server does of itself every second.
func (s *Server) Tick() { s.beat(false) }

// Sweep does what it does of itself every few seconds.
func (s *Server) Sweep() { s.beat(true) }

// ManText writes a man as views do.
func ManText(m rules.Man) string { return string(appendMan(nil, m)) }
