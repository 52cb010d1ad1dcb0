package archive

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"

	"melee/notation"
)

// formats are the forms games are exported in, by name.
var formats = map[string]notation.Format{"ndjson": notation.JSON, "json": notation.JSON, "pgn": notation.PGN, "pgn4": notation.PGN4}

// Export writes all games that a filter lets through, one after the other, in
// ndjson, pgn or pgn4. Games that a form cannot tell are left out.
func (a *Archive) Export(ctx context.Context, f Filter, form string, w io.Writer) error {
	format, ok := formats[form]
	if !ok {
		return Refused{"format", fmt.Sprintf("games are exported as ndjson, pgn or pgn4, not '%s'", form)}
	}
	f.Limit = MaxPage
	out, err := notation.NewWriter(format, w)
	if err != nil {
		return err
	}
	for {
		games, next, err := a.Search(ctx, f)
		if err != nil {
			return err
		}
		for _, game := range games {
			record, err := a.record(ctx, game)
			if err == nil {
				err = out.Write(record)
			}
			var other *notation.FormatError
			if err != nil && !errors.As(err, &other) {
				return err
			}
		}
		if next == "" {
			return nil
		}
		f.Before = next
	}
}

// ExportOwn writes the games of an owner, unlisted ones too.
func (a *Archive) ExportOwn(ctx context.Context, owner, form string, w io.Writer) error {
	return a.Export(ctx, Filter{Owner: owner, Unlisted: true}, form, w)
}

// The sizes of what people take in.
const (
	MaxImport   = 16 << 20 // bytes of a file
	MaxKept     = 20_000   // games of one owner
	maxFaults   = 200
	maxTitle    = 200 // bytes
	importBatch = 200
)

// A Fault is a game of a file that could not be read.
type Fault struct {
	Game int // from 1
	Line int // of the file, 0 where it is not known
	Text string
}

// Import adds the games of a file to an owner's collection. It returns how many
// were added and what is wrong with the others, at most maxFaults of them.
func (a *Archive) Import(ctx context.Context, owner, form string, in io.Reader) (added int, faults []Fault, err error) {
	format, ok := formats[form]
	if !ok {
		return 0, nil, Refused{"format", fmt.Sprintf("games are read as json, pgn or pgn4, not '%s'", form)}
	}
	have, err := a.Store.CountCollected(ctx, owner)
	if err != nil {
		return 0, nil, err
	}
	limited := &io.LimitedReader{R: in, N: MaxImport + 1}
	reader, err := notation.NewReader(format, limited)
	if err != nil {
		return 0, nil, err
	}
	var games []Kept
	var records [][]byte
	flush := func() error {
		if len(games) == 0 {
			return nil
		}
		err := a.Store.Collect(ctx, owner, games, records)
		added += len(games)
		games, records = games[:0], records[:0]
		return err
	}
	for {
		record, err := reader.Next()
		if limited.N == 0 {
			return added, faults, errors.Join(flush(), Refused{"file", fmt.Sprintf("a file has at most %d MB", MaxImport>>20)})
		}
		if errors.Is(err, io.EOF) {
			return added, faults, flush()
		}
		var broken *notation.GameError
		if errors.As(err, &broken) {
			if len(faults) < maxFaults {
				faults = append(faults, Fault{broken.Game, broken.Line, broken.Error()})
			}
			continue
		}
		if err != nil {
			return added, faults, errors.Join(flush(), Refused{"file", err.Error()})
		}
		if have+added+len(games) >= MaxKept {
			return added, faults, errors.Join(flush(), Refused{"file", fmt.Sprintf("a collection has at most %d games", MaxKept)})
		}
		text, err := notation.Append(nil, notation.JSON, record)
		if err != nil {
			return added, faults, errors.Join(flush(), err)
		}
		games, records = append(games, a.kept(record)), append(records, text)
		if len(games) == importBatch {
			if err := flush(); err != nil {
				return added, faults, err
			}
		}
	}
}

func (a *Archive) kept(r *notation.Record) Kept {
	var names []string
	for _, p := range r.Players {
		name := p.Name
		if name == "" {
			name = "?"
		}
		names = append(names, name)
	}
	var random [10]byte
	rand.Read(random[:])
	k := Kept{
		ID: strings.ToLower(base32.StdEncoding.EncodeToString(random[:])), Added: a.Now(), Variant: r.Variant.Name,
		Title: short(strings.Join(names, " – "), maxTitle), Date: short(r.Tag("Date"), 32), Plies: len(r.Plies),
	}
	if r.Result != nil {
		k.Ending = r.Result.Reason
	}
	return k
}

// short cuts a text to at most n bytes of whole characters.
func short(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// Collection returns a page of an owner's own games, the last added first.
func (a *Archive) Collection(ctx context.Context, owner, before string, limit int) ([]Kept, error) {
	return a.Store.Collected(ctx, owner, before, min(max(1, limit), MaxPage))
}

// Own returns a game of an owner's collection.
func (a *Archive) Own(ctx context.Context, owner, id string) (*notation.Record, error) {
	text, err := a.Store.CollectedRecord(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	reader, err := notation.NewReader(notation.JSON, strings.NewReader(string(text)))
	if err != nil {
		return nil, err
	}
	return reader.Next()
}

// Discard takes a game out of an owner's collection.
func (a *Archive) Discard(ctx context.Context, owner, id string) error {
	return a.Store.Uncollect(ctx, owner, id)
}
