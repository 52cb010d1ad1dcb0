package pages

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"melee/diagram"
	"melee/diagram/paper"
	"melee/notation"
	"melee/rules"
)

// Sizes of what is shared, in pixels across.
const (
	gifSize    = 420
	gifDelay   = 80  // hundredths of a second
	longGame   = 240 // plies from which on the animation hurries
	hurryDelay = 40
)

// gameFilePath is where a finished game's files are.
func gameFilePath(id, file string) string { return "/games/" + id + "/" + file }

// gameFile answers with a finished game as a file: its data, a picture of one ply, an animation, a record.
func (s *site) gameFile(w http.ResponseWriter, r *http.Request) {
	k := s.keptGame(w, r)
	if k == nil {
		return
	}
	cache := "public, max-age=3600" // names may change, moves do not
	if k.own {
		cache = "private, no-cache"
	}
	w.Header().Set("Cache-Control", cache)
	name := r.PathValue("file")
	switch name {
	case "replay.json":
		s.replayData(w, r, k)
		return
	case "board.png", "board.svg", "board.pdf", "game.gif":
		s.gamePictureFile(w, r, k, name)
		return
	}
	format := notation.FormatOf(name)
	if name != "game."+string(format) || format == "" {
		s.fail(w, r, http.StatusNotFound)
		return
	}
	s.gameRecord(w, r, k, format)
}

// types are the media types of the files.
var types = map[string]string{
	"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "gif": "image/gif",
	"pgn": "application/x-chess-pgn", "pgn4": "text/plain; charset=utf-8", "json": "application/json",
}

// offer names a file and says how it is to be taken.
func (s *site) offer(w http.ResponseWriter, k *kept, ending string, download bool) {
	h := w.Header()
	h.Set("Content-Type", types[ending])
	if download {
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="melee-%s.%s"`, k.id, ending))
	}
}

func (s *site) gameRecord(w http.ResponseWriter, r *http.Request, k *kept, format notation.Format) {
	text, err := notation.Append(nil, format, k.record)
	if err != nil { // a format that does not hold this variant
		s.fail(w, r, http.StatusNotFound)
		return
	}
	s.offer(w, k, string(format), true)
	s.send(w, r, http.StatusOK, text)
}

// gamePictureFile draws what is asked for; one of the same address is drawn once.
func (s *site) gamePictureFile(w http.ResponseWriter, r *http.Request, k *kept, name string) {
	query := r.URL.Query()
	ply, ok := rules.ParseCount(query.Get("ply"), len(k.record.Plies))
	if !ok {
		ply = len(k.record.Plies)
	}
	bottom := k.record.Variant.SeatNamed(query.Get("bottom"))
	if bottom == rules.NoSeat {
		bottom = 0
	}
	theme := query.Get("theme")
	if theme != "dark" && theme != "print" {
		theme = "light"
	}
	_, ending, _ := strings.Cut(name, ".")
	key := fmt.Sprintf("g/%s/%d/%d/%s/%s", k.id, ply, bottom, theme, name)
	if ending == "gif" {
		key = fmt.Sprintf("g/%s/%d/%s/%s", k.id, bottom, theme, name)
	}
	data, err := s.gallery.picture(r.Context(), key, func() ([]byte, error) {
		boards, err := boardsOf(k)
		if err != nil {
			return nil, err
		}
		for i := range boards {
			boards[i].Bottom = bottom
		}
		var out bytes.Buffer
		err = draw(&out, ending, boards, ply, theme)
		return out.Bytes(), err
	})
	if r.Context().Err() != nil {
		return // nobody is there to see it
	}
	if err != nil {
		s.broken(w, r, err)
		return
	}
	s.offer(w, k, ending, query.Has("download"))
	s.send(w, r, http.StatusOK, data)
}

// draw writes one of the boards, or all of them as an animation.
func draw(out *bytes.Buffer, ending string, boards []diagram.Board, ply int, theme string) error {
	o := diagram.Options{Theme: theme, Coordinates: true}
	switch ending {
	case "svg":
		return diagram.WriteSVG(out, boards[ply], o)
	case "pdf":
		return paper.WriteBoard(out, boards[ply], o, time.Now())
	case "gif":
		a := diagram.Animation{Delay: gifDelay}
		if len(boards) > longGame {
			a.Delay = hurryDelay
		}
		o.Size = gifSize
		return diagram.WriteGIF(out, boards[:min(len(boards), diagram.MaxFrames)], o, a)
	}
	o.Size = pictureSize
	return diagram.WritePNG(out, boards[ply], o)
}

// boardsOf are the boards of a game from its start to its end.
func boardsOf(k *kept) ([]diagram.Board, error) {
	start, err := k.record.Game()
	if err != nil {
		return nil, err
	}
	var actions []rules.Action
	for _, ply := range k.record.Plies {
		actions = append(actions, ply.Action)
	}
	return diagram.Replay(start, actions)
}
