package mcx4_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/mcx4"
)

// randomStart returns the text of a random position on a random board. It may be impossible.
func randomStart(r *rand.Rand) string {
	files, ranks := 3+r.IntN(10), 3+r.IntN(10)
	cells := make([]string, files*ranks)
	put := func(man string) {
		at := r.IntN(len(cells))
		if pawn := strings.ContainsAny(man, "Pp"); pawn && (at < files || at >= len(cells)-files) {
			return
		}
		cells[at] = man
	}
	lone := r.IntN(6)
	for range 2 + r.IntN(files*ranks/3) {
		man := string("PPPPNBRQpppnbrq"[r.IntN(15)])
		if r.IntN(2) == 0 || (lone == 0 && man < "a") || (lone == 1 && man > "a") {
			man += "~"
		}
		if man != "Q~" && man != "q~" {
			put(man)
		}
	}
	for i, man := range [...]string{"Q~", "q~", "K", "k"} {
		if !(lone == 0 && man == "K" || lone == 1 && man == "k") && (i > 1 || r.IntN(4) > 0) {
			put(man)
		}
	}
	castling := "-"
	if king := slices.Index(cells, "k"); king >= 0 && king < files-3 {
		cells[files-1], castling = "r", "k"
	}
	var rows []string
	for rank := range ranks {
		row, empty := "", 0
		for _, cell := range cells[rank*files : (rank+1)*files] {
			if cell == "" {
				empty++
				continue
			}
			if empty > 0 {
				row += fmt.Sprint(empty)
				empty = 0
			}
			row += cell
		}
		if empty > 0 {
			row += fmt.Sprint(empty)
		}
		rows = append(rows, row)
	}
	slot := [...]string{"wq", "bq", "wk", "bk"}[r.IntN(4)]
	return strings.Join(rows, "/") + " " + slot + " " + castling + " - 0 1 -"
}

// TestAgainstReference plays random games and compares every position with the slow board's
// opinion: who plays, the legal moves, the men after each move.
func TestAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	seen := map[string]int{}
	for n := range 180 {
		start := mcx4.StartText
		if n%3 != 0 {
			start = randomStart(r)
		}
		g, err := mcx4.Variant.New(mcx4.Variant, nil, start)
		if err != nil {
			seen["refused"]++
			continue
		}
		compareGame(t, r, g.(*mcx4.Game), start, seen)
		if t.Failed() {
			return
		}
	}
	for _, what := range []string{"choice", "mate", "stalemate", "M6", "M8", "M12", "abandon", "castle", "en passant",
		"promotion", "release", "lone check", "material"} {
		if seen[what] == 0 {
			t.Errorf("no game of the test came to %s: %v", what, seen)
		}
	}
}

func compareGame(t *testing.T, r *rand.Rand, g *mcx4.Game, start string, seen map[string]int) {
	t.Helper()
	slow := newSlowBoard(start)
	for range 150 {
		comparePosition(t, g, slow, seen)
		if t.Failed() {
			t.Logf("game from %s, now %s", start, g.Text())
			return
		}
		if g.Status() == rules.Ended {
			seen[string(g.Outcome().Reason)]++
			return
		}
		refuseRandom(t, r, g)
		step(t, r, g, slow, seen)
	}
}

// refuseRandom tries moves that are not legal: none plays, and nothing changes.
func refuseRandom(t *testing.T, r *rand.Rand, g *mcx4.Game) {
	t.Helper()
	legal, before := g.Moves(nil), g.Text()
	for range 20 {
		n := g.Geometry().Squares()
		m := rules.NewMove(rules.Square(r.IntN(n)), rules.Square(r.IntN(n)), rules.Kind(r.IntN(7)), rules.Kind(r.IntN(7)), 0, rules.Special(r.IntN(4)))
		if slices.Contains(legal, m) {
			continue
		}
		if effects, err := g.Do(rules.Action{Act: rules.MakeMove, Move: m}); err == nil || effects != nil {
			t.Errorf("the illegal move %s is played", m.Text(g.Geometry()))
		}
	}
	if g.Text() != before {
		t.Errorf("a refused move has changed %s to %s", before, g.Text())
	}
}

// step plays one random action on both boards.
func step(t *testing.T, r *rand.Rand, g *mcx4.Game, slow *slowBoard, seen map[string]int) {
	t.Helper()
	if g.Status() == rules.Choosing {
		seen["choice"]++
		do(t, g, rules.Action{Act: rules.Survive})
		slow.survive()
		return
	}
	if camp := r.IntN(500); camp < 2 && slow.hasKing(camp) && slow.hasQueen(camp) {
		do(t, g, rules.Action{Act: rules.Resign, Seat: rules.Seat(camp)})
		slow.release(camp)
		seen["release"]++
		return
	}
	moves := g.Moves(nil)
	m := moves[r.IntN(len(moves))]
	if special := slices.IndexFunc(moves, func(m rules.Move) bool { return m.Special() >= rules.EnPassant }); special >= 0 {
		m = moves[special]
	}
	switch {
	case m.Special() == rules.Castle:
		seen["castle"]++
	case m.Special() == rules.EnPassant:
		seen["en passant"]++
	case m.Promotion() != rules.NoKind:
		seen["promotion"]++
	case g.Abandons(m):
		seen["abandon"]++
	}
	seen[g.SlotRule()]++
	do(t, g, rules.Action{Act: rules.MakeMove, Move: m})
	_, list := slow.turn()
	for _, s := range list {
		if s.String() == m.Text(g.Geometry()) {
			slow.play(s)
			return
		}
	}
	t.Errorf("the slow board does not know %s", m.Text(g.Geometry()))
}

func comparePosition(t *testing.T, g *mcx4.Game, slow *slowBoard, seen map[string]int) {
	t.Helper()
	p := g.Position()
	for i := range g.Geometry().Squares() {
		s := rules.Square(i)
		at := place{g.Geometry().File(s), g.Geometry().Rank(s)}
		want := rules.Man(0)
		if man := slow.at(at); man.kind != 0 {
			seat := rules.Seat(man.camp)
			if !man.queens {
				seat += 2
			}
			want = rules.NewMan(seat, rules.KindOf(man.kind))
		}
		if got := g.At(s); got != want {
			t.Errorf("%s has man %d, want %d", at, got, want)
		}
	}
	who, list := slow.turn()
	if slow.inCheck(1-slow.slot%2) && who != "choice" {
		if slow.hasKing(slow.slot % 2) {
			t.Error("the king of the camp not to play can be captured")
		}
		seen["lone check"]++
	}
	var got []string
	for _, m := range p.Moves(nil) {
		got = append(got, m.Text(g.Geometry()))
	}
	slices.Sort(got)
	turn := p.Turn()
	switch turn.State {
	case mcx4.Open:
		if want := texts(list); !slices.Equal(got, want) {
			t.Errorf("moves %v\nwant  %v", got, want)
		}
		if name := mcx4.Variant.SeatName(turn.Seat); name != who {
			t.Errorf("%s plays, want %s", name, who)
		}
		if n := p.Perft(1); n != uint64(len(got)) {
			t.Errorf("counted %d moves, listed %d", n, len(got))
		}
	case mcx4.Choice, mcx4.Mate, mcx4.Stalemate:
		if name := map[mcx4.State]string{mcx4.Choice: "choice", mcx4.Mate: "mate", mcx4.Stalemate: "stalemate"}[turn.State]; name != who {
			t.Errorf("%s, want %s", name, who)
		}
	}
}

func do(t *testing.T, g rules.Game, a rules.Action) []rules.Effect {
	t.Helper()
	effects, err := g.Do(a)
	if err != nil {
		t.Fatalf("%s in %s: %v", a.Text(g.Variant(), g.Geometry()), g.Text(), err)
	}
	return effects
}
