package pages

import (
	"bytes"
	"net/http"
	"strings"

	"melee/diagram"
	"melee/internal/table"
)

// pictureSize is the width of the pictures that stand for links, in pixels.
const pictureSize = 800

func picturePath(game string) string { return "/pictures/" + game + ".png" }

func tablePicturePath(id string) string { return "/pictures/t/" + id + ".png" }

// gamePicture shows the board of a game, for links to its pages.
func (s *site) gamePicture(w http.ResponseWriter, r *http.Request) {
	name, isPNG := strings.CutSuffix(r.PathValue("game"), ".png")
	if !isPNG || gameNamed(name) == nil {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	b, _, err := examples["front/"+name].board()
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.picture(w, r, b, "public, max-age=86400")
}

// tablePicture shows the board of a table as it stands.
func (s *site) tablePicture(w http.ResponseWriter, r *http.Request) {
	id, isPNG := strings.CutSuffix(r.PathValue("id"), ".png")
	if !isPNG {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	var b diagram.Board
	err := s.Tables.Read(r.Context(), id, func(t *table.State) {
		if b = boardOf(t, 0); delayed(t, "") {
			b = startOf(t)
		}
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.picture(w, r, b, "no-cache")
}

func (s *site) picture(w http.ResponseWriter, r *http.Request, b diagram.Board, cache string) {
	var png bytes.Buffer
	if err := diagram.WritePNG(&png, b, diagram.Options{Size: pictureSize}); err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", cache)
	w.Write(png.Bytes()) // the visitor may have gone
}
