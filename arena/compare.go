package arena

import "math"

// A Comparison is how one entrant has done against another.
type Comparison struct {
	A, B                string
	Games               int
	Wins, Draws, Losses int // of games in which A's seats did better, as well, worse than B's
	// Score is A's share of the meetings of its seats with B's, ties counting half; Error is half its 95 % interval.
	Score, Error float64
	// Elo is the difference of strength that Score stands for, Low and High are the ends of its 95 % interval; infinite at the ends.
	Elo, Low, High float64
	// P is how likely a result at least as far from even is between equals (two-sided).
	P float64
}

// Compare compares two entrants over the games in which they met. Games of one
// round share their opening: where whole rounds have been played, they are the
// sample, which takes the openings' share out of the error.
func Compare(games []Game, a, b string) Comparison {
	c := Comparison{A: a, B: b}
	for i := range games {
		score, met := meeting(&games[i], a, b)
		if !met {
			continue
		}
		c.Games++
		switch {
		case score > 0.5:
			c.Wins++
		case score < 0.5:
			c.Losses++
		default:
			c.Draws++
		}
	}
	s := sampleOf(games, a, b)
	c.Score = s.mean()
	c.Error = 1.96 * s.deviation()
	c.Elo = EloOf(c.Score)
	c.Low, c.High = EloOf(c.Score-c.Error), EloOf(c.Score+c.Error)
	c.P = s.chance(0.5)
	return c
}

// EloOf returns the Elo difference at which a player scores a share (logistic curve), infinite outside of 0 to 1.
func EloOf(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// ScoreOf returns the share that a player of an Elo difference scores.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// meeting returns the share that a's seats score against b's in a game.
func meeting(g *Game, a, b string) (score float64, met bool) {
	pairs := 0
	for i, mine := range g.Seats {
		for j, theirs := range g.Seats {
			if mine != a || theirs != b {
				continue
			}
			pairs++
			switch {
			case g.Places[i] < g.Places[j]:
				score++
			case g.Places[i] == g.Places[j]:
				score += 0.5
			}
		}
	}
	if pairs == 0 {
		return 0, false
	}
	return score / float64(pairs), true
}

// leastRounds is how many rounds make a sample: of fewer the variance is hardly known.
const leastRounds = 20

// A sample is a list of independent results.
type sample []float64

// sampleOf returns the scores of a against b by round, or by game where the
// rounds are not all of the same size.
func sampleOf(games []Game, a, b string) sample {
	var single sample
	sums, counts := map[int]float64{}, map[int]int{}
	for i := range games {
		if score, met := meeting(&games[i], a, b); met {
			single = append(single, score)
			sums[games[i].Round] += score
			counts[games[i].Round]++
		}
	}
	size := 0
	for _, n := range counts {
		size = max(size, n)
	}
	var rounds sample
	for round, n := range counts {
		if n == size {
			rounds = append(rounds, sums[round]/float64(n))
		}
	}
	if size*len(rounds) < len(single)-size || len(rounds) < leastRounds {
		return single
	}
	return rounds
}

func (s sample) mean() float64 {
	sum := 0.0
	for _, x := range s {
		sum += x
	}
	return sum / float64(len(s))
}

// variance is that of a single result. One result of an even match is added,
// so that a few equal results do not pass for certainty.
func (s sample) variance() float64 {
	mean := s.mean()
	sum := 0.25
	for _, x := range s {
		sum += (x - mean) * (x - mean)
	}
	return sum / float64(len(s))
}

// deviation is the standard error of the mean.
func (s sample) deviation() float64 { return math.Sqrt(s.variance() / float64(len(s))) }

// chance returns how likely a mean at least as far from another is (normal approximation).
func (s sample) chance(from float64) float64 {
	if len(s) == 0 {
		return 1
	}
	return math.Erfc(math.Abs(s.mean()-from) / s.deviation() / math.Sqrt2)
}

// A Test is a sequential probability ratio test of two hypotheses on the Elo difference of A over B (Wald 1945).
type Test struct {
	Elo0, Elo1  float64 // Elo0 < Elo1
	Alpha, Beta float64 // the chances of accepting Elo1 and Elo0 wrongly
}

// Bounds returns the log-likelihood ratios at which Elo0 and Elo1 are accepted.
func (t Test) Bounds() (low, high float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// leastGames is how many results a test waits for: before, the variance is not known.
const leastGames = 8

// Ratio returns the log-likelihood ratio of the two hypotheses, for which the
// scores are taken to be normally distributed; 0 before there are enough.
func (t Test) Ratio(games []Game, a, b string) float64 {
	s := sampleOf(games, a, b)
	if len(s) < leastGames {
		return 0
	}
	s0, s1 := ScoreOf(t.Elo0), ScoreOf(t.Elo1)
	return float64(len(s)) * (s1 - s0) * (2*s.mean() - s0 - s1) / (2 * s.variance())
}

// Verdict returns -1 when Elo0 is accepted, 1 when Elo1 is, 0 while the match has to go on.
func (t Test) Verdict(ratio float64) int {
	low, high := t.Bounds()
	switch {
	case ratio <= low:
		return -1
	case ratio >= high:
		return 1
	}
	return 0
}
