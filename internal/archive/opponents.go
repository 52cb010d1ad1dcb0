package archive

import (
	"cmp"
	"context"
	"slices"

	"melee/internal/table"
)

// An Opponent is somebody another has played against, with who came out ahead.
type Opponent struct {
	Owner, Name         string
	Games               int
	Ahead, Behind, Even int // of the one who asks
}

// recent is how many games are looked through for opponents.
const recent = 400

// Opponents returns whom an owner has met with an account in his last 400
// games, the most frequent first; games that are not public count only if unlisted.
func (a *Archive) Opponents(ctx context.Context, owner string, unlisted bool, limit int) ([]Opponent, error) {
	met := map[string]*Opponent{}
	f := Filter{Owner: owner, Unlisted: unlisted, Limit: MaxPage}
	for range recent / MaxPage {
		games, next, err := a.Search(ctx, f)
		if err != nil {
			return nil, err
		}
		for i := range games {
			games[i].meet(owner, met)
		}
		if f.Before = next; next == "" {
			break
		}
	}
	list := make([]Opponent, 0, len(met))
	for _, o := range met {
		list = append(list, *o)
	}
	slices.SortFunc(list, func(x, y Opponent) int {
		return cmp.Or(cmp.Compare(y.Games, x.Games), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Owner, y.Owner))
	})
	return list[:min(len(list), limit)], nil
}

// meet enters a game's other players, each once. Partners are met too, as even.
func (g *Game) meet(owner string, met map[string]*Opponent) {
	mine := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Owner == owner })
	if mine < 0 {
		return
	}
	seen := map[string]bool{owner: true}
	for _, s := range g.Seats {
		if seen[s.Owner] || !table.IsAccount(s.Owner) || s.Name == "" {
			continue
		}
		seen[s.Owner] = true
		o := met[s.Owner]
		if o == nil {
			o = &Opponent{Owner: s.Owner, Name: s.Name}
			met[s.Owner] = o
		}
		o.Games++
		switch place := g.Seats[mine].Place; {
		case place < s.Place:
			o.Ahead++
		case place > s.Place:
			o.Behind++
		default:
			o.Even++
		}
	}
}
