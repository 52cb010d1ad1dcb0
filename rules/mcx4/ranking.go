package mcx4

import "melee/rules"

// draw ends the game with a place shared by all (M19).
func (g *Game) draw(reason rules.Reason) {
	g.end(&rules.Outcome{
		Reason:  reason,
		Ranking: [][]rules.Seat{{WhiteQueen, BlackQueen, WhiteKing, BlackKing}},
		Draw:    true,
	})
}

// lose ends the game by a mate that is not survived: it takes a King and his
// living Queen together; a Queen who has gone before is behind him.
func (g *Game) lose(camp int, reason rules.Reason) {
	if g.position.divided(camp) {
		g.defeat(camp, reason, []rules.Seat{queenOf(camp), kingOf(camp)})
		return
	}
	g.loseBy(camp, kingOf(camp), reason)
}

// loseLone ends the game of the camp without a king (M16, M17): he has disappeared before her.
func (g *Game) loseLone(reason rules.Reason) {
	camp := white
	if !g.position.Alone(white) {
		camp = black
	}
	g.loseBy(camp, queenOf(camp), reason)
}

// loseBy ends the game of a camp whose last clan disappears.
func (g *Game) loseBy(camp int, last rules.Seat, reason rules.Reason) {
	g.defeat(camp, reason, []rules.Seat{last}, []rules.Seat{allyOf(last)})
}

// defeat ranks the winners before the places of the losing camp (M19).
func (g *Game) defeat(camp int, reason rules.Reason, losers ...[]rules.Seat) {
	outcome := &rules.Outcome{Reason: reason}
	winner := camp ^ 1
	if g.variant.Get(g.options, "play") == "double" {
		outcome.Ranking = [][]rules.Seat{
			{queenOf(winner), kingOf(winner)},
			{queenOf(camp), kingOf(camp)},
		}
	} else {
		first := g.position.Credit(rules.Side(winner))
		outcome.Ranking = append([][]rules.Seat{{first}, {allyOf(first)}}, losers...)
	}
	g.end(outcome)
}

func (g *Game) end(outcome *rules.Outcome) {
	g.outcome = outcome
	g.moves = nil
}
