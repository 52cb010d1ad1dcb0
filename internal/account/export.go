package account

import (
	"archive/zip"
	"context"
	"encoding/json"
	"io"
	"time"
)

// exported is everything that is known of an account, beside its games.
type exported struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Kind     Kind            `json:"kind"`
	Created  time.Time       `json:"created"`
	Operator bool            `json:"operator"`
	TimeOut  *time.Time      `json:"timeOut,omitempty"`
	Muted    *time.Time      `json:"muted,omitempty"`
	Sessions []exportedUse   `json:"sessions"`
	Passkeys []exportedUse   `json:"passkeys"`
	Tokens   []exportedUse   `json:"tokens"`
	Reports  []exportedClaim `json:"reports"`
}

type exportedUse struct {
	Name string     `json:"name"`
	Made time.Time  `json:"made"`
	Used *time.Time `json:"used,omitempty"`
}

type exportedClaim struct {
	At     time.Time `json:"at"`
	Game   string    `json:"game,omitempty"`
	Ply    int       `json:"ply,omitempty"`
	Reason string    `json:"reason"`
	Text   string    `json:"text,omitempty"`
}

// given returns a time for JSON, nil for none.
func given(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// exportForms are how games are exported, as extensions of their files.
var exportForms = []string{"ndjson", "pgn", "pgn4"}

// Export writes all that is kept of the visitor as a ZIP file: account.json,
// and his games as NDJSON, PGN and PGN4 as far as each form can tell them.
func (s *Service) Export(ctx context.Context, v Visitor, w io.Writer) error {
	if v.Account == "" {
		return refuse(Forbidden, "", "log in first")
	}
	mine, err := s.exported(ctx, v)
	if err != nil {
		return err
	}
	archive := zip.NewWriter(w)
	file, err := archive.Create("account.json")
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(file)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(mine); err != nil {
		return err
	}
	for _, form := range exportForms {
		if file, err = archive.Create("games." + form); err != nil {
			return err
		}
		if err := s.Games.ExportOwn(ctx, v.Owner, form, file); err != nil {
			return err
		}
	}
	return archive.Close()
}

func (s *Service) exported(ctx context.Context, v Visitor) (*exported, error) {
	a, err := s.ByID(ctx, v.Account)
	if err != nil {
		return nil, err
	}
	e := &exported{
		ID: a.ID, Name: a.Name, Kind: a.Kind, Created: a.Created, Operator: a.Operator, TimeOut: given(a.TimeOut), Muted: given(a.Muted),
		Sessions: []exportedUse{}, Passkeys: []exportedUse{}, Tokens: []exportedUse{}, Reports: []exportedClaim{},
	}
	sessions, err := s.Store.Sessions(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range sessions {
		e.Sessions = append(e.Sessions, exportedUse{x.Device, x.Made, given(x.Seen)})
	}
	keys, err := s.Store.Keys(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range keys {
		e.Passkeys = append(e.Passkeys, exportedUse{x.Name, x.Made, given(x.Used)})
	}
	tokens, err := s.Store.Tokens(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range tokens {
		e.Tokens = append(e.Tokens, exportedUse{x.Name, x.Made, given(x.Used)})
	}
	reports, err := s.Store.ReportsBy(ctx, v.Owner)
	for _, x := range reports {
		e.Reports = append(e.Reports, exportedClaim{x.At, x.Game, x.Ply, x.Reason, x.Text})
	}
	return e, err
}
