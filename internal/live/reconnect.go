package live

// Reconnect closes the sockets of a device or account, and all of some tables,
// which their clients answer by connecting again: as who they now are, and with what is now there.
func (s *Server) Reconnect(owner string, tables ...string) {
	s.mu.Lock()
	var all []*socket
	for _, f := range s.feeds {
		for k := range f.sockets {
			if owner != "" && k.visitor.Owner == owner {
				all = append(all, k)
			}
		}
	}
	for _, id := range tables {
		if f := s.feeds[id]; f != nil {
			for k := range f.sockets {
				all = append(all, k)
			}
		}
	}
	s.mu.Unlock()
	for _, k := range all {
		k.close(closeGoingAway, "again")
	}
}
