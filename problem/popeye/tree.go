package popeye

import (
	"slices"
	"strconv"
	"strings"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// A tree writes battle play: keys and tries with what follows them.
type tree struct {
	teller
	b *strings.Builder
	// long leaves out defences that reach the goal at once where others go on, as in self play.
	long bool
}

// first writes a key or try of a position, with an empty line after it.
func (t tree) first(p allin.Position, n *problem.Node) {
	if n.Move == rules.NoMove {
		// The position after the key: only what follows is known.
		t.b.WriteString(strings.TrimSuffix(t.announced(n), "\n"))
		if t.announced(n) != "" {
			t.b.WriteByte('\n')
		}
		t.follow(p, n, 1)
		return
	}
	mark := " !"
	if len(n.Refutations) > 0 {
		mark = " ?"
	}
	t.b.WriteString("   1." + t.move(&p, n.Move, n.Reached) + mark + t.announced(n) + "\n")
	p.Apply(n.Move)
	t.follow(p, n, 1)
	if len(n.Refutations) > 0 {
		t.b.WriteString("    " + phraseBut[t.lang] + "\n")
		for _, m := range n.Refutations {
			t.b.WriteString("      1..." + t.move(&p, m, false) + " !\n")
		}
	}
	t.b.WriteByte('\n')
}

// announced says whether a move threatens something or puts in zugzwang.
func (t tree) announced(n *problem.Node) string {
	switch {
	case n.Zugzwang:
		return phraseZugzwang[t.lang]
	case len(n.Threats) > 0:
		return phraseThreat[t.lang]
	}
	return ""
}

// follow writes the threats and defences after an attacking move with a number.
func (t tree) follow(p allin.Position, n *problem.Node, number int) {
	if len(n.Threats) > 0 {
		passed := p
		passed.Pass()
		for _, threat := range n.Threats {
			t.attack(passed, threat, number+1)
		}
	}
	goesOn := func(n *problem.Node) bool { return !n.Reached }
	onlyLong := t.long && slices.ContainsFunc(n.Replies, goesOn)
	for _, defence := range n.Replies {
		if !onlyLong || goesOn(defence) {
			t.defence(p, defence, number)
		}
	}
}

func (t tree) attack(p allin.Position, n *problem.Node, number int) {
	t.indent(8*number - 6)
	t.b.WriteString(strconv.Itoa(number) + "." + t.move(&p, n.Move, n.Reached) + t.announced(n) + "\n")
	p.Apply(n.Move)
	t.follow(p, n, number)
}

// defence writes a defence and the attacks that answer it.
func (t tree) defence(p allin.Position, n *problem.Node, number int) {
	t.indent(8*number - 2)
	t.b.WriteString(strconv.Itoa(number) + "..." + t.move(&p, n.Move, n.Reached) + "\n")
	p.Apply(n.Move)
	for _, attack := range n.Replies {
		t.attack(p, attack, number+1)
	}
}

func (t tree) indent(n int) { t.b.WriteString(strings.Repeat(" ", n)) }
