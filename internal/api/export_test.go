package api

// Patterns returns what the server answers, as its document has it.
func (s *Server) Patterns() (list []string) {
	for _, r := range s.routes() {
		if r.pattern == "GET /api/bot/game/{a}/{b}" {
			list = append(list, "GET /api/bot/game/stream/{id}", "GET /api/bot/game/{id}/chat")
			continue
		}
		list = append(list, r.pattern)
	}
	return list
}
