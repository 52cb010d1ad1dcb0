package notation

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"melee/rules"
	"melee/rules/catalog"
)

func newGame(t testing.TB, variant, start string) rules.Game {
	t.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.New(v, nil, start)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func play(t testing.TB, g rules.Game, tokens string) {
	t.Helper()
	for _, token := range strings.Fields(tokens) {
		a, err := rules.ParseAction(g, token)
		if err == nil {
			_, err = g.Do(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", token, err)
		}
	}
}

const allInCastles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1 -"

var (
	fourPawns   = board("3,yK,4", "8", "8", "14", "14", "bK,13", "14", "7,rP,6", "2,bP,11", "3,rP,10", "2,bP,10,gK", "8", "8", "4,rK,3")
	fourCastles = strings.Replace(board("3,yK,4", "8", "8", "14", "14", "bK,13", "14", "14", "14", "13,gK", "14", "8", "8", "rR,3,rK,2,rR"),
		"-0,0,0,0-0,0,0,0-0,0,0,0-0-", "-1,0,0,0-1,0,0,0-0,0,0,0-0-", 1)
)

// board returns a Four-player position with red to move: the rows from the
// fourteenth to the first, without the corners of the outer ones.
func board(rows ...string) string {
	for i := range rows {
		if i < 3 || i > 10 {
			rows[i] = "x,x,x," + rows[i] + ",x,x,x"
		}
	}
	return "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-" + strings.Join(rows, "/")
}

// The moves were written by hand from the position and the rules of notation.md.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name, variant, start, moves, move string
		san, long, pgn4                   string
	}{
		{"pawn", "all-in", "", "", "e2e4", "e4", "e2-e4", "e2-e4"},
		{"knight", "all-in", "", "", "g1f3", "Nf3", "Ng1-f3", "Ng1-f3"},
		{"A1 the opponent's man", "all-in", "", "", "g8f6", "Nf6", "Ng8-f6", "Ng8-f6"},
		{"A1 pawns of both colours to one square", "all-in", "4k3/8/8/4p3/8/4P3/8/4K3 w - - 0 1 -", "", "e5e4", "e5e4", "e5-e4", "e5-e4"},
		{"A1 knights of both colours", "all-in", "4k3/8/3n4/8/8/2N5/8/4K3 w - - 0 1 -", "", "c3e4", "Nce4", "Nc3-e4", "Nc3-e4"},
		{"A1 rooks of both colours on a file", "all-in", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1 -", "", "a8a4", "R8a4", "Ra8-a4", "Ra8-a4"},
		{"three queens, the whole square", "all-in", "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1 -", "", "h4e4", "Qh4e4", "Qh4-e4", "Qh4-e4"},
		{"capture", "all-in", "", "e2e4 d7d5", "e4d5", "exd5", "e4xd5", "e4xd5"},
		{"capture of a man", "all-in", "4k3/8/8/4n3/8/3N4/8/4K3 w - - 0 1 -", "", "d3e5", "Nxe5", "Nd3xe5", "Nd3xNe5"},
		{"A7 en passant", "all-in", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1 -", "d2d4", "e4d3", "exd3", "e4xd3", "e4xd3"},
		{"A3 promotion", "all-in", "8/P7/8/3k4/8/8/8/4K3 w - - 0 1 -", "", "a7a8n", "a8=N", "a7-a8=N", "a7-a8=N"},
		{"A3 promotion of the opponent's pawn", "all-in", "8/8/8/3k4/8/8/7p/K7 w - - 0 1 -", "", "h2h1b", "h1=B", "h2-h1=B", "h2-h1=B"},
		{"A8 castling", "all-in", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1 -", "", "e1g1", "O-O", "O-O", "O-O"},
		{"A8 long castling of the other king", "all-in", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1 -", "", "e8c8", "O-O-O", "O-O-O", "O-O-O"},
		{"A8 both kings may castle", "all-in", allInCastles, "", "e1g1", "Kg1", "Ke1-g1", "Ke1-g1"},
		{"A8 both kings may castle long", "all-in", allInCastles, "", "e8c8", "Kc8", "Ke8-c8", "Ke8-c8"},
		{"check", "all-in", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 -", "", "a1a8", "Ra8+", "Ra1-a8+", "Ra1-a8+"},
		{"A9 mate", "all-in", "6bk/8/6PK/8/8/8/8/8 w - - 0 1 -", "", "g6g7", "g7#", "g6-g7#", "g6-g7#"},
		{"A6 mate since the return is forbidden", "all-in", "6rk/6p1/8/8/8/8/6P1/K4BR1 w - - 0 1 -", "", "g1h1", "Rh1#", "Rg1-h1#", "Rg1-h1#"},
		{"M3 the Queen's pawn", "mcx4", "", "", "a2a4", "a4", "a2-a4", "a2-a4"},
		{"M13 mate", "mcx4", "k8/1r7/9/9/9/9/r8/5K3 bk - - 0 1 -", "", "b7b1", "Rb1#", "Rb7-b1#", "Rb7-b1#"},
		{"M14 mate that can be survived", "mcx4", "1k7/9/9/3Q~5/9/r8/7PP/8K bq - - 0 1 -", "", "a3a1", "Ra1#", "Ra3-a1#", "Ra3-a1#"},
		{"M9 check that the Queen can end", "mcx4", "1k7/9/9/3Q~5/9/r8/7PP/8K bk - - 0 1 -", "", "a3a1", "Ra1+", "Ra3-a1+", "Ra3-a1+"},
		{"M22 promotion", "mcx4", "k8/8P/9/9/9/9/9/5K3 wk - - 0 1 -", "", "i7i8r", "i8=R+", "i7-i8=R+", "i7-i8=R+"},
		{"M23 castling", "mcx4", "k8/9/9/9/9/9/9/5K2R wk K - 0 1 -", "", "f1h1", "O-O", "O-O", "O-O"},
		{"F4 a blue pawn goes sideways", "four-player", "", "h2h3", "b7d7", "d7", "b7-d7", "b7-d7"},
		{"F4 a capture names the man taken", "four-player", "", "h2h3 b8c8 g13g12 m11l11", "i1a9", "Bxa9", "Bi1xa9", "Bi1xBa9"},
		{"F5 promotion", "four-player", fourPawns, "", "h7h8q", "h8=Q", "h7-h8=Q", "h7-h8=D"},
		{"F4 two blue pawns on a file take", "four-player", fourPawns, "h1h2", "c4d5", "c4xd5", "c4xd5", "c4xd5"},
		{"F6 short castling", "four-player", fourCastles, "", "h1j1", "O-O", "O-O", "O-O"},
		{"F6 long castling gives check", "four-player", fourCastles, "", "h1f1", "O-O-O+", "O-O-O+", "O-O-O"},
		{"F11 a queen attacks two kings", "four-player", board("5,yK,2", "8", "8", "14", "4,bK,9", "9,rQ,4", "14", "14", "13,gK", "14", "14", "8", "8", "4,rK,3"), "", "j9i10", "Qi10++", "Qj9-i10++", "Qj9-i10++"},
		{"F11 a bishop attacks two kings", "four-player", board("1,yK,6", "8", "8", "14", "14", "bK,3,rB,9", "14", "13,gK", "14", "14", "4,rR,9", "8", "8", "4,rK,3"), "", "e9c11", "Bc11++", "Be9-c11++", "Be9-c11++"},
		{"F12 mate at once", "four-player", board("2,yR,yK,yR,3", "2,yP,1,yP,3", "8", "14", "14", "14", "bK,13", "13,gK", "14", "14", "4,rR,9", "8", "8", "4,rK,3"), "", "e4g4", "Rg4+#", "Re4-g4+#", "Re4-g4+#"},
		{"F12 two mates at once", "four-player", board("2,yR,yK,yR,3", "2,yP,1,yP,3", "8", "14", "14", "bR,bP,12", "bK,5,rN,rR,6", "bR,bP,11,gK", "14", "14", "6,rR,7", "8", "8", "4,rK,3"), "", "g8e9", "Ne9++##", "Ng8-e9++##", "Ng8-e9++##"},
		{"F12 mate by another's check", "four-player", board("3,yK,4", "8", "8", "1,rR,12", "14", "4,yR,9", "bK,4,rR,8", "3,rR,10", "14", "13,gK", "4,rP,9", "8", "8", "4,rK,3"), "", "h1h2", "Kh2#", "Kh1-h2#", "Kh1-h2#"},
		{"F8a a king is captured", "four-player", board("3,yK,4", "8", "8", "bR,13", "14", "14", "13,gK", "bK,rK,12", "14", "14", "14", "8", "1,rP,6", "8"), "", "b7a7", "Kxa7#", "Kb7xa7#", "Kb7xKa7#"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.variant, c.start)
			play(t, g, c.moves)
			m := rules.FindMove(g.Moves(nil), g.Geometry(), c.move)
			if m == rules.NoMove {
				t.Fatalf("%s is not legal in %s", c.move, g.Text())
			}
			for style, want := range []string{c.san, c.long, c.move, c.pgn4} {
				if got := Write(g, m, Style(style)); got != want {
					t.Errorf("style %d: got %s, want %s", style, got, want)
				}
			}
		})
	}
}

// TestMovesRoundTrip plays at random: every legal move, written in every style,
// is read back as itself, and its SAN is its own.
func TestMovesRoundTrip(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.Name, func(t *testing.T) {
			chance := rand.New(rand.NewPCG(7, 11))
			for range 3 {
				g, err := v.New(v, nil, "")
				if err != nil {
					t.Fatal(err)
				}
				for ply := 0; ply < 100 && g.Outcome() == nil; ply++ {
					if g.Status() == rules.Choosing {
						play(t, g, "survive")
						continue
					}
					legal := g.Moves(nil)
					seen := map[string]bool{}
					for _, m := range legal {
						for style := StyleSAN; style <= StylePGN4; style++ {
							text := Write(g, m, style)
							back, err := Parse(g, text)
							if err != nil || back != m {
								t.Fatalf("%s: %s is written %s and read as %s: %v", g.Text(), m.Text(g.Geometry()), text, back.Text(g.Geometry()), err)
							}
							if style == StyleSAN && seen[text] {
								t.Fatalf("%s: two moves are written %s", g.Text(), text)
							}
							seen[text] = true
						}
					}
					m := legal[chance.IntN(len(legal))]
					want := SAN(g, m)
					got, _, err := Play(g, m, StyleSAN)
					if err != nil || got != want {
						t.Fatalf("played as %s, written as %s: %v", got, want, err)
					}
				}
			}
		})
	}
}

func TestParse(t *testing.T) {
	const pieces = "4k3/1P6/8/3p4/2P1P3/8/1B1N1N2/R3K2R w KQ - 0 1 -"
	for _, c := range []struct{ name, start, text, want string }{
		{"SAN", "", "Nf3", "g1f3"},
		{"superfluous marks", "", "Nf3+!?", "g1f3"},
		{"a small letter", "", "nf3", "g1f3"},
		{"capitals only", "", "E2E4", "e2e4"},
		{"the plain form", "", "g1f3", "g1f3"},
		{"long algebraic", "", "Ng1-f3", "g1f3"},
		{"capture without x", pieces, "ed5", "e4d5"},
		{"capture with its square", pieces, "c4xd5", "c4d5"},
		{"a letter that is a file and a bishop", "4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1 -", "bc5", "b4c5"},
		{"a bishop where no pawn can go", "4k3/8/8/2p5/8/B7/8/4K3 w - - 0 1 -", "bxc5", "a3c5"},
		{"castling with zeros", pieces, "0-0", "e1g1"},
		{"castling without hyphens", pieces, "ooo", "e1c1"},
		{"castling as the king's move", pieces, "Kg1", "e1g1"},
		{"promotion", pieces, "b8=N", "b7b8n"},
		{"promotion without =", pieces, "b8Q", "b7b8q"},
		{"promotion in brackets", pieces, "b8(R)", "b7b8r"},
		{"promotion in the plain form", pieces, "b7b8b", "b7b8b"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 -", "exd6 e.p.", "e5d6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, "all-in", c.start)
			m, err := Parse(g, c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Text(g.Geometry()); got != c.want {
				t.Errorf("%s is read as %s, want %s", c.text, got, c.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ name, start, moves, text, want string }{
		{"nothing", "", "", "", "is no move"},
		{"no square", "", "", "Nf", "is no move"},
		{"a square beyond the board", "", "", "Ni3", "is no move"},
		{"too long", "", "", strings.Repeat("N", 33), "at most 32"},
		{"A1 two knights", "4k3/8/3n4/8/8/2N5/8/4K3 w - - 0 1 -", "", "Ne4", "can mean several moves: Nce4, Nde4"},
		{"A8 two castlings", allInCastles, "", "O-O", "can mean several moves: Kg1, Kg8"},
		{"no castling", "", "", "O-O", "no such castling"},
		{"another man can go there", "", "", "Qf3", "to that square can go: Nf3, f3"},
		{"the man can go elsewhere", "", "", "Nd2", "moves of such a man are: Na3, Na6, Nc3, Nc6, Nf3, Nf6, Nh3, Nh6"},
		{"no capture", "", "", "Nxf3", "not a legal move"},
		{"promotion untold", "8/P7/8/3k4/8/8/8/4K3 w - - 0 1 -", "", "a8", "to that square can go: a8=B, a8=N, a8=Q, a8=R"},
		{"A6 return", "", "g1f3", "Ng1", "(A6)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, "all-in", c.start)
			play(t, g, c.moves)
			_, err := Parse(g, c.text)
			var wrong *MoveError
			if !errors.As(err, &wrong) {
				t.Fatalf("got %v, want a MoveError", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not say %q", err, c.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Nf3", "exd5 e.p.", "O-O-O#", "b8(Q)", "Bj2xNl4", "e2e4", "×e4", "h7-h8=D+#"} {
		f.Add(seed)
	}
	var games []rules.Game
	for _, v := range catalog.All() {
		g, err := v.New(v, nil, "")
		if err != nil {
			f.Fatal(err)
		}
		games = append(games, g)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range games {
			m, err := Parse(g, text)
			if err != nil {
				continue
			}
			if again, err := Parse(g, SAN(g, m)); err != nil || again != m {
				t.Errorf("%q is read as %s, written as %s and read as %s: %v", text, m.Text(g.Geometry()), SAN(g, m), again.Text(g.Geometry()), err)
			}
		}
	})
}

func BenchmarkSAN(b *testing.B) {
	for _, v := range catalog.All() {
		b.Run(v.Name, func(b *testing.B) {
			g, err := v.New(v, nil, "")
			if err != nil {
				b.Fatal(err)
			}
			m := g.Moves(nil)[0]
			b.ReportAllocs()
			for b.Loop() {
				SAN(g, m)
			}
		})
	}
}
