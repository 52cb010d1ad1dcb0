package bot

import (
	"fmt"
	"slices"
	"time"
)

// A Policy says which challenges a bot accepts.
type Policy struct {
	// Variants are the games; without any, those that the engine says it knows.
	Variants []string
	// Games is how many are played at once.
	Games int
	// From is whose challenges are accepted: "all", "people" or "bots".
	From string
	// Rated is which games are played: "all", "rated" or "casual".
	Rated string
	// Untimed and Correspondence accept games without a clock that runs down, and those by days.
	Untimed, Correspondence bool
	// Least and Most bound the time that a clock gives for 40 moves; zero is no bound.
	Least, Most time.Duration
}

// The reasons for declining, in Lichess's words.
const (
	declineLater   = "later"
	declineVariant = "variant"
	declineSlow    = "tooSlow"
	declineFast    = "tooFast"
	declineClock   = "timeControl"
	declineRated   = "rated"
	declineCasual  = "casual"
	declineBots    = "noBot"
	declinePeople  = "onlyBot"
	declineRules   = "standard" // an option that the engine does not know
)

// refuses returns why a challenge is declined, "" where it is accepted, as far as it alone decides.
func (p *Policy) refuses(c *Challenge, e *engine) string {
	variants := p.Variants
	if len(variants) == 0 {
		variants = e.variants()
	}
	switch bot := c.Challenger.Title == "BOT"; {
	case !slices.Contains(variants, c.Variant.Key):
		return declineVariant
	case !e.knows(c.Options):
		return declineRules
	case c.Rated && p.Rated == "casual":
		return declineCasual
	case !c.Rated && p.Rated == "rated":
		return declineRated
	case bot && p.From == "people":
		return declineBots
	case !bot && p.From == "bots":
		return declinePeople
	}
	return p.refusesClock(c.TimeControl)
}

func (p *Policy) refusesClock(c TimeControl) string {
	switch c.Type {
	case "clock":
	case "correspondence":
		if !p.Correspondence {
			return declineClock
		}
		return ""
	default:
		if !p.Untimed {
			return declineClock
		}
		return ""
	}
	expected := time.Duration(c.Limit+40*c.Increment) * time.Second
	switch {
	case expected < p.Least:
		return declineFast
	case p.Most > 0 && expected > p.Most:
		return declineSlow
	}
	return ""
}

// knows reports whether the engine has every option of a game's rules.
func (e *engine) knows(rules map[string]string) bool {
	for name := range rules {
		if _, ok := e.options[name]; !ok {
			return false
		}
	}
	return true
}

// Check says what is wrong with a policy.
func (p *Policy) Check() error {
	switch {
	case p.Games < 1:
		return fmt.Errorf("%d games at once: at least one must be played", p.Games)
	case !slices.Contains([]string{"all", "people", "bots"}, p.From):
		return fmt.Errorf("challenges are accepted from all, people or bots, not '%s'", p.From)
	case !slices.Contains([]string{"all", "rated", "casual"}, p.Rated):
		return fmt.Errorf("the games are all, rated or casual, not '%s'", p.Rated)
	}
	return nil
}
