package popeye

import (
	"fmt"
	"strings"

	"melee/problem"
)

// What is said about a problem's soundness.
var (
	saidSound     = names{"C+: %s, neither short nor with duals; every move was searched", "C+ : %s, ni courte ni avec duals ; tous les coups ont été cherchés", "C+: %s, weder kurz noch mit Dualen; alle Züge wurden geprüft"}
	saidUndualed  = names{"C+: %s, not short; every move was searched, duals were not (option %s)", "C+ : %s, pas courte ; tous les coups ont été cherchés, les duals non (option %s)", "C+: %s, nicht kurz; alle Züge wurden geprüft, Duale nicht (Option %s)"}
	saidIntended  = names{"C+ if %d solutions are meant, none of them short; every move was searched", "C+ si %d solutions sont voulues, aucune n'est courte ; tous les coups ont été cherchés", "C+, wenn %d Lösungen gemeint sind, keine davon kurz; alle Züge wurden geprüft"}
	saidNone      = names{"no solution; every move was searched", "pas de solution ; tous les coups ont été cherchés", "keine Lösung; alle Züge wurden geprüft"}
	saidCooked    = names{"cooked: %d keys", "démoli : %d clés", "nebenlösig: %d Schlüssel"}
	saidShort     = names{"short solutions: %d of %d", "solutions courtes : %d de %d", "Kurzlösungen: %d von %d"}
	saidShortKey  = names{"a key reaches the goal in fewer moves", "une clé atteint le but en moins de coups", "ein Schlüssel erreicht das Ziel in weniger Zügen"}
	saidDuals     = names{"duals: a defence has more than one answer", "duals : une défense a plus d'une réponse", "Duale: eine Verteidigung hat mehr als eine Antwort"}
	saidCastling  = names{"assumes that castling is possible", "suppose que le roque est possible", "setzt voraus, dass die Rochade möglich ist"}
	saidEnPassant = names{"assumes that a pawn has just made a double step", "suppose qu'un pion vient d'avancer de deux cases", "setzt voraus, dass ein Bauer eben einen Doppelschritt machte"}
	saidPartly    = names{"not searched to the end", "recherche inachevée", "nicht zu Ende geprüft"}
	saidResume    = names{"; go on with option %s %d", " ; continuer avec l'option %s %d", "; weiter mit Option %s %d"}
	saidKey       = names{"one key", "une clé", "ein Schlüssel"}
	saidLine      = names{"one solution", "une solution", "eine Lösung"}
)

// Verdict says what is to be known about a task's soundness, in lines, the judgement first.
func (pr Printer) Verdict(t *problem.Task, s *problem.Solution) []string {
	if len(s.Faults) > 0 {
		return []string{s.Faults.Error()}
	}
	v, l := s.Verdict, pr.Language
	say := func(text names, args ...any) string { return fmt.Sprintf(text[l], args...) }
	battle := t.Stipulation.Play.IsBattle()
	var lines []string
	switch {
	case v.Incomplete:
		text := say(saidPartly)
		if s.Resume > 1 {
			text += say(saidResume, options.name(l, optStartMove), s.Resume)
		}
		lines = append(lines, text)
	case !v.Solved:
		lines = append(lines, say(saidNone))
	case v.Sound() && battle && !t.Options.Variations:
		lines = append(lines, strings.TrimSpace(say(saidUndualed, saidKey[l], options.name(l, optVariations))))
	case v.Sound():
		what := saidLine
		if battle {
			what = saidKey
		}
		lines = append(lines, say(saidSound, what[l]))
	case v.Several && battle:
		lines = append(lines, say(saidCooked, len(s.Keys)))
	case v.Several && !v.Short:
		lines = append(lines, say(saidIntended, len(s.Lines)))
	}
	for _, remark := range []struct {
		holds bool
		text  string
	}{
		{v.Short && !battle, say(saidShort, shortLines(t, s), len(s.Lines))},
		{v.Short && battle, say(saidShortKey)},
		{v.Duals, say(saidDuals)},
		{v.Castling, say(saidCastling)},
		{v.EnPassant, say(saidEnPassant)},
	} {
		if remark.holds {
			lines = append(lines, remark.text)
		}
	}
	return lines
}

// shortLines counts the short ones among a solution's lines.
func shortLines(t *problem.Task, s *problem.Solution) int {
	n := 0
	for _, line := range s.Lines {
		if len(line) < t.Stipulation.LineLength() {
			n++
		}
	}
	return n
}
