package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
)

// A Header is the first line of a journal: what makes two matches the same.
type Header struct {
	Variant     string            `json:"variant"`
	Options     map[string]string `json:"options,omitempty"`
	Entrants    []string          `json:"entrants"` // "name=spec"
	Lineups     [][]int           `json:"lineups"`
	Openings    int               `json:"openings,omitempty"`
	Fingerprint string            `json:"fingerprint,omitempty"` // of the openings' texts
	RandomPlies int               `json:"random_plies,omitempty"`
	MaxPlies    int               `json:"max_plies,omitempty"`
	Seed        uint64            `json:"seed"`
}

// Header returns the first line of the match's journal.
func (m *Match) Header() Header {
	h := Header{
		Variant: m.Variant.Name, Options: m.Options, Lineups: m.Lineups, Openings: len(m.Openings),
		RandomPlies: m.RandomPlies, MaxPlies: m.MaxPlies, Seed: m.Seed,
	}
	for _, e := range m.Entrants {
		h.Entrants = append(h.Entrants, e.Name+"="+e.Spec)
	}
	if len(m.Openings) > 0 {
		sum := fnv.New64a()
		for _, text := range m.Openings {
			io.WriteString(sum, text+"\n")
		}
		h.Fingerprint = fmt.Sprintf("%016x", sum.Sum64())
	}
	return h
}

// maxJournalLine bounds a line of a journal, in bytes.
const maxJournalLine = 1 << 20

// ReadJournal reads the games of a journal, whose first line must be the
// match's header. An empty journal has no games; a last line that was not
// finished is left out, and whole is the length of what came before it.
func (m *Match) ReadJournal(in io.Reader) (games []Game, whole int64, err error) {
	want, err := json.Marshal(m.Header())
	if err != nil {
		return nil, 0, err
	}
	whole, err = eachLine(in, func(n int, line []byte) error {
		if n == 1 {
			if got := bytes.TrimSpace(line); !bytes.Equal(got, want) {
				return fmt.Errorf("the journal is of another match: it begins with %s, this match with %s", got, want)
			}
			return nil
		}
		var g Game
		err := json.Unmarshal(line, &g)
		if err == nil {
			err = m.fits(&g)
		}
		games = append(games, g)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	return games, whole, nil
}

// ReadGames reads a journal of whatever match, and calls visit with each game.
func ReadGames(in io.Reader, visit func(h *Header, g *Game) error) error {
	var h Header
	_, err := eachLine(in, func(n int, line []byte) error {
		if n == 1 {
			return json.Unmarshal(line, &h)
		}
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return err
		}
		return visit(&h, &g)
	})
	return err
}

// eachLine calls do with the lines of a journal, numbered from 1, and returns the length of those that are whole.
func eachLine(in io.Reader, do func(n int, line []byte) error) (whole int64, err error) {
	r := bufio.NewReaderSize(in, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(r)
		if err == io.EOF {
			return whole, nil
		}
		if err == nil {
			err = do(n, line)
		}
		if err != nil {
			return whole, fmt.Errorf("journal, line %d: %w", n, err)
		}
		whole += int64(len(line))
	}
}

// fits reports what in a game of a journal cannot be of this match.
func (m *Match) fits(g *Game) error {
	seats := len(m.Variant.Seats)
	if len(g.Seats) != seats || len(g.Places) != seats || len(g.Work) != len(m.Entrants) || g.Number < 0 || g.Round < 0 {
		return fmt.Errorf("game %d does not have the %d seats and %d entrants of the match", g.Number, seats, len(m.Entrants))
	}
	if len(g.Points) != 0 && len(g.Points) != seats {
		return fmt.Errorf("game %d has points for %d seats, want %d", g.Number, len(g.Points), seats)
	}
	return nil
}

// readLine returns a line with its end, io.EOF for one that is not finished.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxJournalLine {
			return nil, fmt.Errorf("longer than %d bytes", maxJournalLine)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// Line returns a value as a line of a journal.
func Line(value any) ([]byte, error) {
	line, err := json.Marshal(value)
	return append(line, '\n'), err
}
