package uci

import (
	"fmt"
	"strings"

	"melee/engine"
	"melee/rules"
)

// settings are what setoption has set.
type settings struct {
	variant *rules.Variant
	hash    int // MiB
	threads int
	lines   int // MultiPV
	level   int // 0 is no level: as strong as the limits allow
	seed    int
	// options are rules of any variant; those of the one that is played count.
	options rules.Options
}

const (
	defaultHash = 16
	maxHash     = 65536
	maxLines    = 64
	maxSeed     = 1<<31 - 1
)

// rules returns the options the present variant has.
func (s *settings) rules() rules.Options {
	kept := rules.Options{}
	for _, o := range s.variant.Options {
		if value, ok := s.options[o.Name]; ok {
			kept[o.Name] = value
		}
	}
	return kept
}

// introduce answers "uci".
func (s *session) introduce() {
	s.say("id name " + s.Name)
	s.say("id author " + s.Author)
	s.say(fmt.Sprintf("option name Hash type spin default %d min 1 max %d", defaultHash, maxHash))
	s.say(fmt.Sprintf("option name Threads type spin default 1 min 1 max %d", max(s.Threads, 1)))
	s.say(fmt.Sprintf("option name MultiPV type spin default 1 min 1 max %d", maxLines))
	s.say("option name Ponder type check default false")
	s.say(fmt.Sprintf("option name Level type spin default 0 min 0 max %d", engine.MaxLevel))
	s.say(fmt.Sprintf("option name Seed type spin default 0 min 0 max %d", maxSeed))
	text := "option name UCI_Variant type combo default " + s.Variants[0].Name
	for _, v := range s.Variants {
		text += " var " + v.Name
	}
	s.say(text)
	told := map[string]bool{}
	for _, v := range s.Variants {
		for _, o := range v.Options {
			if !told[o.Name] {
				told[o.Name] = true
				s.say(optionText(o))
			}
		}
	}
	s.say("uciok")
}

func optionText(o rules.Option) string {
	if o.Type != rules.Word {
		value := o.Default()
		if value == "" {
			value = "<empty>"
		}
		return "option name " + o.Name + " type string default " + value
	}
	text := "option name " + o.Name + " type combo default " + o.Default()
	for _, value := range o.Values {
		text += " var " + value
	}
	return text
}

// setOption carries out "setoption name NAME [value VALUE]". Names are read in either case.
func (s *session) setOption(words []string) {
	if len(words) == 0 || words[0] != "name" {
		s.complain(rules.Refusal("setoption: want name NAME value VALUE"))
		return
	}
	name, value := words[1:], []string(nil)
	for i, w := range name {
		if w == "value" {
			name, value = name[:i], name[i+1:]
			break
		}
	}
	if err := s.set(strings.ToLower(strings.Join(name, " ")), strings.Join(value, " ")); err != nil {
		s.complain(err)
	}
}

func (s *session) set(name, value string) error {
	t := &s.settings
	switch name {
	case "hash":
		return s.setSpin(&t.hash, name, value, 1, maxHash)
	case "threads":
		return s.setSpin(&t.threads, name, value, 1, max(s.Threads, 1))
	case "multipv":
		return s.setSpin(&t.lines, name, value, 1, maxLines)
	case "level":
		return s.setSpin(&t.level, name, value, 0, engine.MaxLevel)
	case "seed":
		return s.setSpin(&t.seed, name, value, 0, maxSeed)
	case "ponder":
		return nil // the GUI decides when to ponder
	case "uci_variant":
		for _, v := range s.Variants {
			if v.Name == value {
				t.variant, s.searcher = v, nil
				s.game = s.begin("")
				return nil
			}
		}
		return rules.Refusal("UCI_Variant: no variant is called '" + clipped(value) + "'")
	}
	return s.setRule(name, value)
}

func (s *session) setSpin(dst *int, name, value string, least, most int) error {
	n, ok := rules.ParseCount(value, maxSeed)
	if !ok || n < least || n > most {
		return rules.Refusal(fmt.Sprintf("%s is '%s', must be from %d to %d", name, clipped(value), least, most))
	}
	if *dst != n && (dst == &s.settings.hash || dst == &s.settings.threads) {
		s.searcher = nil // it is made anew when it is needed
	}
	*dst = n
	return nil
}

// setRule sets a rule's option for every variant that has it, and begins a game by it.
func (s *session) setRule(name, value string) error {
	known := false
	if value == "<empty>" {
		value = ""
	}
	var refused error
	for _, v := range s.Variants {
		for _, o := range v.Options {
			if o.Name != name {
				continue
			}
			known = true
			if _, err := v.CheckOptions(rules.Options{name: value}); err != nil {
				refused = err
			}
		}
	}
	if !known {
		return rules.Refusal("no option is called '" + clipped(name) + "'")
	}
	if refused != nil {
		return refused
	}
	before, had := s.settings.options[name]
	s.settings.options[name] = value
	if g := s.begin(""); g != nil {
		s.game = g
		return nil
	}
	delete(s.settings.options, name)
	if had {
		s.settings.options[name] = before
	}
	return nil
}
