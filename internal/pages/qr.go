package pages

import (
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"

	"melee/web"
)

// quiet is the white margin that readers need around a code, in modules.
const quiet = 4

// A code is a text as a QR code: the side of its picture in modules, margin
// included, and the dark modules as a path.
type code struct {
	side int
	path string
}

// codeOf writes a text as a QR code that can be read with 15 % of it damaged.
func codeOf(text string) (code, error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return code{}, fmt.Errorf("pages: no QR code for %d bytes: %w", len(text), err)
	}
	var path strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			run := 0
			for c.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
				x += run
			}
		}
	}
	return code{c.Size + 2*quiet, path.String()}, nil
}

// invitation is the link to a table, or to one of its seats where seat is not "".
func (p *page) invitation(id, seat string) string {
	link := p.origin + tablePath(p.Lang(), id)
	if seat != "" {
		link += "?seat=" + seat
	}
	return link
}

// qr serves a table's invitation as a picture.
func (s *site) qr(w http.ResponseWriter, r *http.Request, words *web.Words) {
	id, seat := r.PathValue("id"), r.URL.Query().Get("seat")
	p := s.newPage(r, words, nil)
	known, err := s.hasSeat(r, id, seat)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if !known {
		s.missing(w, r)
		return
	}
	c, err := codeOf(p.invitation(id, seat))
	if err != nil {
		s.broken(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	if err := qrPicture(c, p.Say("invite.qr.alt")).Render(r.Context(), w); err != nil && r.Context().Err() == nil {
		s.Log.Warn("a QR code could not be sent", "table", id, "error", err)
	}
}
