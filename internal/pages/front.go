package pages

import (
	"net/http"

	"melee/web"
)

// front shows the three games.
func (s *site) front(w http.ResponseWriter, r *http.Request, words *web.Words) {
	p := s.frontPage(r, words)
	forms := make([]form, len(games))
	for i := range games {
		forms[i] = p.formOf(games[i], nil, nil)
	}
	s.showFront(w, r, http.StatusOK, p, forms)
}

func (s *site) frontPage(r *http.Request, words *web.Words) *page {
	p := s.newPage(r, words, frontPath)
	p.class = "page-front"
	p.picture = picturePath("four-player")
	return p
}

// A card is a game on the front page.
type card struct {
	form
	board figure
}

func (s *site) showFront(w http.ResponseWriter, r *http.Request, status int, p *page, forms []form) {
	cards := make([]card, len(forms))
	for i, f := range forms {
		board, err := p.show("front/"+f.game.name, p.Say("pages.board."+f.game.name))
		if err != nil {
			s.broken(w, r, err)
			return
		}
		cards[i] = card{f, board}
	}
	s.show(w, r, status, frontContent(p, cards))
}

// A faultLink leads to what is wrong in a form.
type faultLink struct{ id, key string }

// faultsOf lists what is wrong in the forms.
func faultsOf(cards []card) []faultLink {
	var list []faultLink
	for _, c := range cards {
		if c.fault != "" {
			list = append(list, faultLink{"game-" + c.game.name, "variant." + c.game.name})
		}
		for _, d := range c.fields {
			if d.fault != "" {
				list = append(list, faultLink{c.id(d, ""), d.key})
			}
		}
	}
	return list
}
