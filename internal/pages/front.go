package pages

import (
	"net/http"

	"melee/web"
)

// front shows the three games and the tables there are.
func (s *site) front(w http.ResponseWriter, r *http.Request, words *web.Words) {
	p := s.newPage(r, words, frontPath)
	p.class, p.picture, p.scripts = "page-front", picturePath("four-player"), []string{"lobby.js"}
	p.visitor = s.nameOf(r, words)
	cards := make([]card, len(games))
	for i, g := range games {
		board, err := p.show("front/"+g.name, p.Say("pages.board."+g.name))
		if err != nil {
			s.broken(w, r, err)
			return
		}
		cards[i] = card{g, board}
	}
	s.show(w, r, http.StatusOK, frontContent(p, cards, s.lobbyOf(r, p)))
}

// A card is a game on the front page.
type card struct {
	game
	board figure
}
