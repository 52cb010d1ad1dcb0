package fourplayer_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"melee/arena"
	engine "melee/engine/fourplayer"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/fourplayer"
)

// A mate is a position in which the player on turn forces a mate with his second move, whatever the
// others play between, and has none with his first. In Teams his partner's move is the second one.
type mate struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Keys     []string `json:"keys"`
}

var (
	matesFrom = flag.String("mates-from", "", "a journal of melee arena to take new positions for testdata/mates.jsonl from")
	matesMost = flag.Int("mates", 50, "how many to take from it")
)

const matesFile = "testdata/mates.jsonl"

func readMates(t *testing.T) (list []mate) {
	t.Helper()
	f, err := os.Open(matesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m mate
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func (m *mate) game(t *testing.T) *fourplayer.Game {
	t.Helper()
	v := fourplayer.Variant
	if m.Variant == fourplayer.Teams.Name {
		v = fourplayer.Teams
	}
	g, err := v.New(v, nil, m.Position)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*fourplayer.Game)
}

// solver looks for mates by the rules alone.
type solver struct {
	mover rules.Seat
	left  int // positions it may still look at
}

// mates reports whether a move has mated an opponent of the mover.
func (s *solver) mates(before, after *fourplayer.Position) bool {
	if before.Terms().Teams {
		loser := after.Loser()
		return loser != rules.NoSeat && loser&1 != s.mover&1
	}
	for seat := range rules.Seat(4) {
		if seat != s.mover && before.Active(seat) && !after.Active(seat) {
			return after.Points(s.mover)-before.Points(s.mover) >= 20
		}
	}
	return false
}

// ours reports whether the seat on turn is the mover or his partner.
func (s *solver) ours(p *fourplayer.Position) bool {
	return p.Turn() == s.mover || p.Terms().Teams && p.Turn()&1 == s.mover&1
}

// matesNow reports whether a move mates.
func (s *solver) matesNow(p *fourplayer.Position) bool {
	for _, m := range p.Moves(nil) {
		next := *p
		next.Apply(m, nil)
		s.left--
		if s.mates(p, &next) {
			return true
		}
	}
	return false
}

// forced reports whether after all replies there is a mate.
func (s *solver) forced(p *fourplayer.Position) bool {
	if p.Over() || s.left < 0 {
		return false
	}
	if s.ours(p) {
		return s.matesNow(p)
	}
	for _, m := range p.Moves(nil) {
		next := *p
		next.Apply(m, nil)
		s.left--
		if !s.forced(&next) {
			return false
		}
	}
	return true
}

// keys returns the moves that force a mate in two; none where there is a mate in one, or it takes too long to say.
func keys(p *fourplayer.Position, patience int) (keys []string) {
	s := solver{mover: p.Turn(), left: patience}
	if s.matesNow(p) {
		return nil
	}
	for _, m := range p.Moves(nil) {
		next := *p
		next.Apply(m, nil)
		if s.forced(&next) {
			keys = append(keys, m.Text(fourplayer.Board))
		}
		if s.left < 0 {
			return nil
		}
	}
	return keys
}

// nodesOfATenthSecond is what the search looks at in 0.1 s on one slow core.
const nodesOfATenthSecond = 100_000

func TestMatesInTwoAreFound(t *testing.T) {
	for i, m := range readMates(t) {
		r := engine.New(search.Options{HashMB: 4}).Search(t.Context(), m.game(t), search.Limits{Nodes: nodesOfATenthSecond}, nil)
		got := r.Action.Move.Text(fourplayer.Board)
		// Points may end the game (F17) as soon as the mate would.
		wins, certain := r.Best().Score.MateIn()
		if !slices.Contains(m.Keys, got) && !(certain && 0 < wins && wins <= 2) {
			t.Errorf("%d, %s, %s: played %s at depth %d, want %v", i, m.Variant, m.Position, got, r.Best().Depth, m.Keys)
		}
	}
}

// The positions must be what they are said to be. Those that take long are looked at with -mates-from only.
func TestTheMatesAreMates(t *testing.T) {
	if *matesFrom != "" {
		takeMates(t)
	}
	list := readMates(t)
	checked := 0
	for i, m := range list {
		p := m.game(t).Position()
		if got := keys(&p, 100_000); got != nil {
			checked++
			slices.Sort(got)
			slices.Sort(m.Keys)
			if !slices.Equal(got, m.Keys) {
				t.Errorf("%d, %s: keys %v, want %v", i, m.Position, got, m.Keys)
			}
		}
	}
	if len(list) != 100 || checked < 50 {
		t.Errorf("%d positions, %d checked; want 100 and at least 50", len(list), checked)
	}
}

// takeMates adds positions from the played games of -mates-from to the file.
func takeMates(t *testing.T) {
	t.Helper()
	f, err := os.Open(*matesFrom)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out, err := os.OpenFile(matesFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	taken := 0
	err = arena.ReadGames(f, func(h *arena.Header, g *arena.Game) error {
		if taken >= *matesMost {
			return nil
		}
		if m, ok := takeMate(t, h, g); ok {
			taken++
			line, err := json.Marshal(m)
			if err == nil {
				_, err = out.Write(append(line, '\n'))
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d taken", taken)
}

// worthMating reports whether a mate does not end the game with somebody else in front.
func worthMating(p *fourplayer.Position, active int) bool {
	if active > 2 || p.Terms().Teams {
		return true
	}
	for seat := range rules.Seat(4) {
		if seat != p.Turn() && p.Points(seat) >= p.Points(p.Turn())+20 {
			return false
		}
	}
	return true
}

// takeMate returns the first position of a game with a forced mate in two.
func takeMate(t *testing.T, h *arena.Header, g *arena.Game) (mate, bool) {
	m := mate{Variant: h.Variant, Position: g.Start}
	game := m.game(t)
	for n, text := range g.Moves {
		p := game.Position()
		active := 0
		for seat := range rules.Seat(4) {
			if p.Active(seat) {
				active++
			}
		}
		if teams := p.Terms().Teams; teams && n >= len(g.Moves)-4 || !teams && active < 4 && n%3 == g.Number%3 {
			if found := keys(&p, 600_000); found != nil && worthMating(&p, active) {
				m.Position, m.Keys = game.Text(), found
				return m, true
			}
		}
		a, err := rules.ParseAction(game, text)
		if err == nil {
			_, err = game.Do(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m, false
}
