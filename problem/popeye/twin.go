package popeye

import (
	"strings"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// twins reads the twins of a problem and returns the word that ends it.
func (r *reader) twins() command {
	diagram := r.raw
	for {
		end, m := ends.find(r.lang, r.tok.text)
		switch {
		case r.tok.text == "":
			r.note(r.tok, "the file ends without %s", ends.name(r.lang, cmdEnd))
			return cmdEnd
		case m != found:
			r.fault(r.tok, "%s is not understood: want a change (%s), %s or %s", quoted(r.tok.text), choice(changes.list(r.lang, "")),
				commands.name(r.lang, cmdRemark), choice(ends.list(r.lang, "")))
			r.skipTwin()
		case end == cmdEnd || end == cmdNext:
			r.advance()
			return end
		default:
			r.twin(end, diagram)
		}
	}
}

// skipTwin passes everything up to the next twin or the end.
func (r *reader) skipTwin() {
	for r.advance(); r.tok.text != ""; r.advance() {
		if _, m := ends.find(r.lang, r.tok.text); m == found {
			return
		}
	}
}

// twin reads one twin, that of a zero position included.
func (r *reader) twin(word command, diagram source) {
	at := r.tok
	p := &r.entry.Problem
	if word == cmdZero {
		if len(p.Twins) > 0 || p.Zero {
			r.fault(at, "%s must stand before all twins", ends.name(r.lang, cmdZero))
		}
		p.Zero = true
	}
	if len(p.Twins) == MaxTwins {
		r.fault(at, "a problem has at most %d twins", MaxTwins)
		r.skipTwin()
		return
	}
	r.advance()
	continued := false
	if c, m := changes.find(r.lang, r.tok.text); m == found && c == chContinued {
		continued = true
		r.advance()
	} else {
		r.raw = diagram
	}
	list := r.changes()
	caption := strings.Join(texts(r.lang, list), "  ")
	if continued {
		caption = "+ " + caption
	}
	p.Twins = append(p.Twins, problem.Twin{Change: caption, Task: r.raw.task()})
	r.entry.Changes = append(r.entry.Changes, Changes{continued, list})
}

// changes reads the changes of one twin.
func (r *reader) changes() []Change {
	var list []Change
	for {
		c, m := changes.find(r.lang, r.tok.text)
		switch {
		case m == ambiguous:
			r.fault(r.tok, "%s may be %s", quoted(r.tok.text), choice(changes.list(r.lang, r.tok.text)))
			r.advance()
		case m == found:
			at := r.tok
			r.advance()
			list = append(list, r.change(c, at)...)
		default:
			cmd, m := commands.find(r.lang, r.tok.text)
			if m != found || cmd != cmdRemark {
				return list
			}
			r.entry.Problem.Remark = joined(r.entry.Problem.Remark, r.line())
		}
	}
}

// change reads one change, makes it and returns it; a list for those that touch several men.
func (r *reader) change(c change, at token) []Change {
	switch c {
	case chMove, chExchange, chShift:
		return r.changeOfTwo(c)
	case chRemove:
		return r.removed()
	case chAdd:
		return r.added()
	case chRotate, chMirror:
		return r.turned(c)
	case chSubstitute:
		return r.substituted()
	case chPolish:
		r.raw.board.polished()
		return []Change{{kind: c}}
	case chCondition:
		r.raw.condition = r.condition()
		return []Change{{kind: c, text: conditionNames.name(r.lang, r.raw.condition)}}
	case chStipulation:
		r.raw.stipulation, _ = r.stipulation()
		return []Change{{kind: c, text: r.raw.stipulation.String()}}
	case chContinued:
		r.fault(at, "%s must stand first in a twin", changes.name(r.lang, chContinued))
	case chStructured:
		r.fault(at, "structured stipulations are not supported: want %s", changes.name(r.lang, chStipulation))
		r.advance()
	}
	return nil
}

// changeOfTwo reads two squares, "a1 b2" or "a1b2", and changes what stands there.
func (r *reader) changeOfTwo(c change) []Change {
	at := r.tok
	var pair []rules.Square
	for len(pair) < 2 {
		list := squaresOf(r.tok.text)
		if list == nil || len(pair)+len(list) > 2 {
			r.reject("%s: want two squares such as a1 b2", quoted(r.tok.text))
			return nil
		}
		pair = append(pair, list...)
		r.advance()
	}
	b, from, to := &r.raw.board, pair[0], pair[1]
	change := Change{kind: c, from: from, to: to, man: b[from], other: b[to]}
	switch {
	case c == chShift:
		files := allin.Board.File(to) - allin.Board.File(from)
		ranks := allin.Board.Rank(to) - allin.Board.Rank(from)
		if s, ok := b.shifted(files, ranks); !ok {
			r.fault(at, "the man on %s would leave the board", allin.Board.Name(s))
			return nil
		}
	case b[from] == 0:
		r.fault(at, "%s is empty", allin.Board.Name(from))
		return nil
	case c == chExchange && b[to] == 0:
		r.fault(at, "%s is empty", allin.Board.Name(to))
		return nil
	case c == chExchange:
		b[from], b[to] = b[to], b[from]
	case from != to:
		b[from], b[to] = 0, b[from]
	}
	return []Change{change}
}

func (r *reader) removed() []Change {
	at := r.tok
	list := squaresOf(at.text)
	if list == nil {
		r.reject("%s: want squares such as a1 or a1b2", quoted(at.text))
		return nil
	}
	r.advance()
	var done []Change
	for _, s := range list {
		if r.raw.board[s] == 0 {
			r.fault(at, "%s is empty", allin.Board.Name(s))
			return nil
		}
		done = append(done, Change{kind: chRemove, from: s, man: r.raw.board[s]})
		r.raw.board[s] = 0
	}
	return done
}

func (r *reader) added() []Change {
	var done []Change
	r.men(func(_ token, s rules.Square, m rules.Man) {
		done = append(done, Change{kind: chAdd, from: s, man: m, replaces: r.raw.board[s] != 0})
		r.raw.board[s] = m
	})
	return done
}

// turned reads a rotation or a mirror.
func (r *reader) turned(c change) []Change {
	text := fold(r.tok.text)
	if c == chRotate {
		to, ok := turns[text]
		if !ok {
			r.reject("%s: the board is turned by 90, 180 or 270 degrees", quoted(r.tok.text))
			return nil
		}
		r.advance()
		r.raw.board.turned(to.to)
		return []Change{{kind: c, degrees: to.degrees}}
	}
	to, ok := mirrors[text]
	if !ok {
		r.reject("%s: want a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1", quoted(r.tok.text))
		return nil
	}
	r.advance()
	r.raw.board.turned(to)
	return []Change{{kind: c, text: text}}
}

// substituted reads two letters of men.
func (r *reader) substituted() []Change {
	var kinds [2]rules.Kind
	for i := range kinds {
		if len(r.tok.text) == 1 {
			kinds[i] = r.lang.KindOf(r.tok.text[0])
		}
		if kinds[i] == rules.NoKind {
			r.reject("%s is no man of these games: %s", quoted(r.tok.text), r.manHint(r.tok.text))
			return nil
		}
		r.advance()
	}
	r.raw.board.substituted(kinds[0], kinds[1])
	return []Change{{kind: chSubstitute, man: rules.NewMan(allin.White, kinds[0]), other: rules.NewMan(allin.White, kinds[1])}}
}
