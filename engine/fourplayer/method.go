package fourplayer

import (
	"melee/engine/duel"
	"melee/engine/search"
	"melee/rules"
	"melee/rules/fourplayer"
)

// A Method is how the individual game is searched. In Teams all are the same.
type Method uint8

// The methods.
const (
	// Paranoid lets the three opponents play together against the searching seat (Sturtevant & Korf 2000).
	Paranoid Method = iota
	// BestReply lets only one of the three choose its move, the others make the one that seems best
	// at first sight (Schadd & Winands 2011; with moves in place of passes, Esser et al. 2013).
	BestReply
	// TwoReplies lets two of the three choose.
	TwoReplies
	// MaxN lets every seat do what is best for itself (Luckhardt & Irani 1986).
	MaxN
)

var methodNames = []string{Paranoid: "paranoid", BestReply: "best-reply", TwoReplies: "two-replies", MaxN: "max-n"}

// MethodNames returns the names of the methods.
func MethodNames() []string { return methodNames }

// MethodNamed returns the method with a name.
func MethodNamed(name string) (m Method, ok bool) {
	for i, n := range methodNames {
		if n == name {
			return Method(i), true
		}
	}
	return 0, false
}

// New returns a searcher for the two variants of Four-player chess, by the method that has done best in matches (docs/strength.md).
func New(o search.Options) search.Searcher { return NewBy(BestReply, o) }

// NewBy returns a searcher that searches the individual game by a method.
func NewBy(method Method, o search.Options) search.Searcher {
	if method == MaxN {
		return newMaxN(o)
	}
	known := new(prospectTable)
	return duel.New(o, boldness, func(g rules.Game) duel.Start[position, *game] {
		played := g.(*fourplayer.Game)
		p := played.Position()
		r := newGame(&p, method, known)
		past := played.Past()
		keys := past.Keys()
		for i := range keys {
			keys[i] ^= r.salt ^ pointsKey(&p)
		}
		return duel.Start[position, *game]{Rules: r, Position: newPosition(&p, r.weights), Past: keys}
	})
}
