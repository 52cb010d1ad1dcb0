package pages

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"melee/internal/table"
	"melee/rules"
)

// The words on plies, effects and results, as the table's script has them too.

// plyText writes a ply as people read it: a move in the language's letters, or a choice in words.
func (p *page) plyText(ply *table.Ply) string {
	if ply.Move != rules.NoMove {
		return p.localised(ply.SAN)
	}
	word, _, _ := strings.Cut(ply.Token, ":")
	return p.Say("token." + word)
}

// effectText says what an effect is: "Rouge +5: prise", "Bleu est mat".
func (p *page) effectText(v *rules.Variant, x rules.Effect) string {
	seat := v.SeatName(x.Seat)
	names := []string{"name", p.Say("seat." + seat), "the", p.Say("seat." + seat + ".the"), "of", p.Say("seat." + seat + ".of")}
	by := x.By != rules.NoSeat
	if by {
		names = append(names, "by", p.Say("seat."+v.SeatName(x.By)+".the"))
	}
	switch x.Kind {
	case rules.Gain:
		return p.Say("replay.gain", "name", p.Say("seat."+seat), "points", strconv.Itoa(x.Points), "why", p.Say("gain."+x.Rule))
	case rules.Elimination:
		key := "elimination." + x.Rule
		if !by && p.Knows(key+".nobody") {
			key += ".nobody"
		}
		return sentence(p.Say(key, names...))
	}
	return sentence(p.Say("effect."+effectNames[x.Kind], names...))
}

// sentence writes the first letter large.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// headline says who has won, or that nobody has.
func (p *page) headline(v *rules.Variant, ranking [][]rules.Seat, draw bool) string {
	points := strings.HasPrefix(v.Name, "four-player")
	if len(ranking) == 0 || draw && !points {
		return p.Say("table.draw")
	}
	first := ranking[0]
	switch {
	case len(first) == 1:
		seat := "seat." + v.SeatName(first[0])
		return p.Say("table.won", "of", p.Say(seat+".of"), "the", sentence(p.Say(seat+".the")))
	case v.Name == "mcx4" && first[0]%2 == 0:
		return p.Say("table.won.camp.white")
	case v.Name == "mcx4":
		return p.Say("table.won.camp.black")
	}
	var names []string
	for _, seat := range first {
		names = append(names, p.Say("seat."+v.SeatName(seat)))
	}
	return p.Say("table.won.shared", "names", p.list(names))
}

// list joins words: "a, b and c".
func (p *page) list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return p.Say("list.last", "rest", strings.Join(words[:last], ", "), "last", words[last])
}

// reasonText says why a game ended.
func (p *page) reasonText(v *rules.Variant, reason rules.Reason) string {
	if special := "reason." + string(reason) + "." + v.Name; p.Knows(special) {
		return p.Say(special)
	}
	return p.Say("reason." + string(reason))
}

// timeLeft writes what a clock shows: "1:02:03", "4:05".
func timeLeft(ms int64) string {
	seconds := max(ms, 0) / second
	two := func(n int64) string { return string('0'+rune(n/10)) + string('0'+rune(n%10)) }
	if hours := seconds / 3600; hours > 0 {
		return strconv.FormatInt(hours, 10) + ":" + two(seconds/60%60) + ":" + two(seconds%60)
	}
	return strconv.FormatInt(seconds/60, 10) + ":" + two(seconds%60)
}
