package fourplayer

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/bits"
	"sync"

	"melee/rules"
	"melee/rules/fourplayer"
)

//go:embed weights.json
var weightsFile []byte

// Kinds are counted from the pawn; a promoted queen comes behind the king.
const (
	kinds    = 7
	king     = 5
	promoted = 6
)

// kindOf returns a man's kind as the weights count it.
func kindOf(man rules.Man) int {
	if man.IsPromoted() {
		return promoted
	}
	return int(man.Kind() - rules.Pawn)
}

// Two squares are as far apart as a king's moves from one to the other, 7 standing for more,
// and lie in a straight line, in a diagonal or neither way.
const (
	farthest = 7
	ways     = 3
	near     = (farthest + 1) * ways
	// Own men are told apart by whether they stand before their king or not.
	closest = 4
	shelter = (closest + 1) * ways * 2
	// dangers is how many steps the danger of a king is told in.
	dangers = 64
)

// A Weights is what makes a position good for a seat, in hundredths of a pawn;
// by kind of man: pawn, knight, bishop, rook, queen, king, promoted queen.
type Weights struct {
	// Provenance tells where the numbers come from.
	Provenance string
	// Men are worth this wherever they stand.
	Men [kinds]int32
	// Advance is added on the owner's first to fourteenth line.
	Advance [kinds][14]int32
	// Aside is added by how far from the middle of its line a man stands.
	Aside [kinds][7]int32
	// Near is added for each active opponent's king at a distance of 0 to 7: straight, diagonal, neither.
	Near [kinds][near / ways][ways]int32
	// Shelter is added for the own king at a distance of 0 to 4: before the king, then beside and behind.
	Shelter [2][kinds][closest + 1][ways]int32
	// Reach is added for each square that knights, bishops, rooks and queens look along.
	Reach [4]int32
	// Danger is taken off by how much the opponents' men bear on the king and the squares about him, in units.
	Danger [dangers]int32
	// Turn is worth being to move, Alive being active, and Point a point in games that have points.
	Turn, Alive, Point int32
}

// weights are Weights in the form the search reads.
type weights struct {
	place   [32][squares]int32             // by seat and kind
	near    [kinds][squares][squares]int16 // by kind, king's and man's square
	shelter [32][squares][squares]int16    // by seat and kind, king's and man's square
	reach   [4]int32
	danger  [dangers]int32
	turn    int32
	alive   int32
	point   int32
	foes    [4]uint8 // by seat
}

// squares is how many numbers squares have.
const squares = 14 * 14

// apart and sheltered hold the classes of distances: to an opponent's king, to the own king by seat.
var (
	apart     = newApart()
	sheltered = newSheltered()
)

func way(files, ranks int) int {
	switch {
	case files == 0 || ranks == 0:
		return 0
	case files == ranks:
		return 1
	}
	return 2
}

func newApart() *[squares][squares]uint8 {
	t := new([squares][squares]uint8)
	for a := range squares {
		for b := range squares {
			files, ranks := abs(a%14-b%14), abs(a/14-b/14)
			t[a][b] = uint8(min(max(files, ranks), farthest)*ways + way(files, ranks))
		}
	}
	return t
}

func newSheltered() *[4][squares][squares]uint8 {
	t := new([4][squares][squares]uint8)
	for seat := range rules.Seat(4) {
		for a := range squares {
			for b := range squares {
				files, ranks := abs(a%14-b%14), abs(a/14-b/14)
				class := min(max(files, ranks), closest)*ways + way(files, ranks)
				if line(seat, rules.Square(b)) <= line(seat, rules.Square(a)) {
					class += shelter / 2
				}
				t[seat][a][b] = uint8(class)
			}
		}
	}
	return t
}

func abs(n int) int { return max(n, -n) }

// line returns which line of a seat's a square lies on, its first being 0.
func line(seat rules.Seat, s rules.Square) int {
	file, rank := fourplayer.Board.File(s), fourplayer.Board.Rank(s)
	return [4]int{rank, file, 13 - rank, 13 - file}[seat&3]
}

// aside returns how far from the middle of a seat's line a square lies, 0 to 6.
func aside(seat rules.Seat, s rules.Square) int {
	across := fourplayer.Board.File(s)
	if seat&1 == 1 {
		across = fourplayer.Board.Rank(s)
	}
	return max(across-7, 6-across)
}

// prepare brings weights into the form the search reads.
func (t *Weights) prepare(teams bool) *weights {
	w := &weights{reach: t.Reach, danger: t.Danger, turn: t.Turn, alive: t.Alive, point: t.Point}
	for seat := range rules.Seat(4) {
		w.foes[seat] = (&game{teams: teams}).foes(seat)
		for kind := range kinds {
			for s := range rules.Square(squares) {
				w.place[int(seat)*8+kind][s] = t.Men[kind] + t.Advance[kind][line(seat, s)] + t.Aside[kind][aside(seat, s)]
			}
		}
	}
	for kind := range kinds {
		for at := range squares {
			for s := range squares {
				class := apart[at][s]
				w.near[kind][at][s] = int16(t.Near[kind][class/ways][class%ways])
				if kind == king {
					continue
				}
				for seat := range 4 {
					class := int(sheltered[seat][at][s])
					w.shelter[seat*8+kind][at][s] = int16(t.Shelter[class*2/shelter][kind][class%(shelter/2)/ways][class%ways])
				}
			}
		}
	}
	return w
}

// kings are where the kings stand that men are drawn to, by seat; ok are those that count.
type kings struct {
	at [4]rules.Square
	ok uint8
}

func (w *weights) kingsOf(p *position) (k kings) {
	for seat := range rules.Seat(4) {
		if s := p.King(seat); s != rules.NoSquare && p.Active(seat) {
			k.at[seat] = s
			k.ok |= 1 << seat
		}
	}
	return k
}

// worth returns what a man is worth to its seat on a square.
func (w *weights) worth(man rules.Man, s rules.Square, k *kings) int32 {
	seat, kind := man.Seat()&3, kindOf(man)
	row := int(seat)*8 + kind
	n := w.place[row][s]
	if near := &w.near[kind]; k.ok == 15 {
		n += int32(near[k.at[(seat+1)&3]][s]) + int32(near[k.at[(seat+3)&3]][s])
		if w.foes[seat]>>((seat+2)&3)&1 != 0 {
			n += int32(near[k.at[(seat+2)&3]][s])
		}
	} else {
		for foes := k.ok & w.foes[seat]; foes != 0; foes &= foes - 1 {
			n += int32(near[k.at[bits.TrailingZeros8(foes)&3]][s])
		}
	}
	if k.ok>>seat&1 != 0 {
		n += int32(w.shelter[row][k.at[seat]][s])
	}
	return n
}

// weightsOf returns the built-in weights of the individual game and of Teams,
// made ready when they are first asked for.
var weightsOf = sync.OnceValue(func() (both [2]*weights) {
	games := Built()
	for i, v := range []*rules.Variant{fourplayer.Variant, fourplayer.Teams} {
		t, ok := games[v.Name]
		if !ok {
			panic("engine/fourplayer: weights.json has nothing for " + v.Name)
		}
		both[i] = t.prepare(v == fourplayer.Teams)
	}
	return both
})

// Built returns the weights that are built in, by variant.
func Built() map[string]*Weights {
	games, err := ParseWeights(weightsFile)
	if err != nil {
		panic("engine/fourplayer: weights.json: " + err.Error())
	}
	return games
}

// ParseWeights reads weights by variant, as weights.json has them.
func ParseWeights(text []byte) (map[string]*Weights, error) {
	const most = 1 << 20
	if len(text) > most {
		return nil, fmt.Errorf("weights have at most %d bytes", most)
	}
	var games map[string]*Weights
	if err := json.Unmarshal(text, &games); err != nil {
		return nil, err
	}
	for name, w := range games {
		if w == nil {
			return nil, fmt.Errorf("%s: no weights", name)
		}
	}
	return games, nil
}
