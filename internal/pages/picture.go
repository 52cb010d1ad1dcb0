package pages

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

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
	s.picture(w, r, name, b, "public, max-age=86400")
}

// tablePicture shows the board of a table as it stands.
func (s *site) tablePicture(w http.ResponseWriter, r *http.Request) {
	id, isPNG := strings.CutSuffix(r.PathValue("id"), ".png")
	if !isPNG {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	var b diagram.Board
	var key string
	err := s.Tables.Read(r.Context(), id, func(t *table.State) {
		if b, key = boardOf(t, 0), fmt.Sprintf("t/%s/%d", id, t.Seq); delayed(t, "") {
			b, key = startOf(t), fmt.Sprintf("t/%s/start/%d", id, t.Number)
		}
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.picture(w, r, key, b, "no-cache")
}

// picture answers with a board; one of the same key is drawn once.
func (s *site) picture(w http.ResponseWriter, r *http.Request, key string, b diagram.Board, cache string) {
	png, err := s.gallery.picture(r.Context(), key, func() ([]byte, error) {
		var png bytes.Buffer
		err := diagram.WritePNG(&png, b, diagram.Options{Size: pictureSize})
		return png.Bytes(), err
	})
	if r.Context().Err() != nil {
		return // nobody is there to see it
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", cache)
	w.Write(png) // the visitor may have gone
}

// mostPictures is how many a gallery keeps; one is some 100 KB.
const mostPictures = 64

// A gallery keeps pictures and draws one at a time: each takes a tenth of a
// second of a processor, and anybody may ask for as many as he likes.
type gallery struct {
	drawing chan struct{} // has one place

	mu   sync.Mutex
	kept map[string][]byte // by what they show
}

func newGallery() *gallery {
	return &gallery{drawing: make(chan struct{}, 1), kept: map[string][]byte{}}
}

// picture returns the picture of a key, drawn now if it is not kept. It waits for its turn no longer than ctx.
func (g *gallery) picture(ctx context.Context, key string, draw func() ([]byte, error)) ([]byte, error) {
	if png, ok := g.find(key); ok {
		return png, nil
	}
	select {
	case g.drawing <- struct{}{}:
		defer func() { <-g.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if png, ok := g.find(key); ok { // while this waited
		return png, nil
	}
	png, err := draw()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.kept) >= mostPictures {
		clear(g.kept)
	}
	g.kept[key] = png
	return png, nil
}

func (g *gallery) find(key string) ([]byte, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	png, ok := g.kept[key]
	return png, ok
}
