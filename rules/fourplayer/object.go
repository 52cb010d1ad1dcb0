package fourplayer

import (
	"strings"

	"melee/rules"
)

// object reads the options object: {'key':value,...}. Keys that mean something
// here are read, the others kept as they are.
func (r *reader) object(text string) {
	inner, ok := strings.CutPrefix(text, "{")
	if ok {
		inner, ok = strings.CutSuffix(inner, "}")
	}
	if !ok {
		r.faults.Add("options", quoted(text), "must stand in { }")
		return
	}
	var extra []string
	seen := map[string]bool{}
	for inner = strings.TrimSpace(inner); inner != ""; {
		end := entryEnd(inner)
		if end < 0 {
			r.faults.Add("options", quoted(inner), "has a quotation mark or bracket that is not closed")
			return
		}
		entry := strings.TrimSpace(inner[:end])
		inner = strings.TrimSpace(strings.TrimPrefix(inner[end:], ","))
		name, value, ok := cutKey(entry)
		if !ok {
			r.faults.Add("options", quoted(entry), "must be 'key':value")
			continue
		}
		if seen[name] {
			r.faults.Add("options", quoted(name), "is there twice")
			continue
		}
		seen[name] = true
		if !r.known(name, value) {
			extra = append(extra, entry)
		}
	}
	r.setup.Extra = strings.Join(extra, ",")
}

// entryEnd returns where the first entry of an object ends: at a comma outside
// quotation marks and brackets, or with the text; -1 if something stays open.
func entryEnd(text string) int {
	depth, quote := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\'':
			quote = !quote
		case quote:
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return -1
			}
		case c == ',' && depth == 0:
			return i
		}
	}
	if quote || depth != 0 {
		return -1
	}
	return len(text)
}

func cutKey(entry string) (name, value string, ok bool) {
	rest, ok := strings.CutPrefix(entry, "'")
	if !ok {
		return "", "", false
	}
	name, rest, ok = strings.Cut(rest, "'")
	if !ok || name == "" {
		return "", "", false
	}
	value, ok = strings.CutPrefix(strings.TrimSpace(rest), ":")
	value = strings.TrimSpace(value)
	return name, value, ok && value != ""
}

// known reads a key that means something here, false if it is another.
func (r *reader) known(name, value string) bool {
	switch name {
	case "enPassant":
		r.passed(value)
	case "quiet":
		if inner, ok := r.tuple(name, value); ok {
			r.setup.Quiet = r.counts(name, inner, maxQuiet)
		}
	case "ply":
		n, ok := rules.ParseCount(value, maxCount)
		if !ok {
			r.faults.Add(name, quoted(value), "must be a number of plies from 0 to "+rules.CountText(maxCount))
		}
		r.setup.Ply = n
	default:
		return false
	}
	return true
}

func (r *reader) tuple(name, value string) (string, bool) {
	inner, ok := strings.CutPrefix(value, "(")
	if ok {
		inner, ok = strings.CutSuffix(inner, ")")
	}
	if !ok {
		r.faults.Add(name, quoted(value), "must be four values in ( )")
	}
	return inner, ok
}

// passed reads the en-passant rights: by seat ” or 'square passed over:square of the pawn'.
func (r *reader) passed(value string) {
	inner, ok := r.tuple("enPassant", value)
	if !ok {
		return
	}
	parts, ok := r.four("enPassant", inner)
	if !ok {
		return
	}
	for seat, part := range parts {
		if len(part) < 2 || part[0] != '\'' || part[len(part)-1] != '\'' {
			r.faults.Add("enPassant", quoted(part), "must stand in quotation marks")
			continue
		}
		if part = part[1 : len(part)-1]; part == "" {
			continue
		}
		over, pawn, _ := strings.Cut(part, ":")
		square := Board.Square(over)
		if square == rules.NoSquare || Board.Square(pawn) != tables.square[tables.cell[square]+pawnWays[seat].forward] || Board.Square(pawn) == rules.NoSquare {
			r.faults.Add("enPassant", quoted(part), "must be the square passed over and the square of the pawn in front of it, as in '"+examplePassed[seat]+"'")
			continue
		}
		r.setup.Passed[seat] = square
	}
}

var examplePassed = [4]string{"e3:e4", "c6:d6", "f12:f11", "l9:k9"}
