package popeye

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"melee/problem"
	"melee/rules"
	"melee/rules/allin"
)

// options reads options up to the first word that is none.
func (r *reader) options() {
	for first := true; ; first = false {
		at := r.tok
		o, m := options.find(r.lang, at.text)
		switch m {
		case found:
			r.advance()
			r.option(o, at)
		case ambiguous:
			if !first && r.ended() {
				return
			}
			r.fault(at, "%s may be %s", quoted(at.text), choice(options.list(r.lang, at.text)))
			r.advance()
		case unknown:
			if !first && r.ended() {
				return
			}
			r.fault(at, "%s is no option: want %s", quoted(at.text), choice(options.list(r.lang, "")))
			if !r.ended() {
				r.skip()
			}
			return
		}
	}
}

// option reads what belongs to one option, whose word stood at a token.
func (r *reader) option(o option, at token) {
	opts, layout := &r.raw.options, &r.entry.Layout
	switch o {
	case optSetPlay:
		opts.SetPlay = true
	case optVariations:
		opts.Variations = true
	case optTry:
		opts.Tries, opts.MaxRefutations = true, 1
	case optDefence:
		opts.MaxRefutations = r.number(at, 0, 99)
		opts.Tries = opts.MaxRefutations > 0
	case optNoThreat:
		opts.NoThreats = true
	case optNoShort:
		opts.NoShortVariations = true
	case optPostKey:
		opts.PostKey, opts.Variations = true, true
	case optDuplex, optHalfDuplex:
		opts.Duplex, opts.HalfDuplex = opts.Duplex || o == optDuplex, opts.HalfDuplex || o == optHalfDuplex
		if opts.Duplex && opts.HalfDuplex {
			r.fault(at, "%s and %s exclude each other", options.name(r.lang, optDuplex), options.name(r.lang, optHalfDuplex))
		}
	case optQuodlibet:
		opts.Quodlibet = true
	case optStopOnShort:
		opts.StopOnShort = true
	case optWhiteToPlay:
		r.raw.white = true
	case optMaxSolutions:
		opts.MaxSolutions = r.number(at, 0, 1_000_000_000)
	case optMaxTime:
		opts.MaxTime = time.Duration(r.number(at, 1, 100_000_000)) * time.Second
	case optStartMove:
		opts.StartMove, layout.MoveNumbers = r.number(at, 1, 100_000), true
	case optUpToMove:
		opts.UpToMove, layout.MoveNumbers = r.number(at, 1, 100_000), true
	case optMoveNumbers:
		layout.MoveNumbers = true
	case optNoBoard:
		layout.NoBoard = true
	case optTrivialTries:
		layout.NoTrivialTries = true
	case optMatesInOne:
		layout.MatesInOne = true
	case optNominal:
		opts.NominalEnPassant = true
	case optThreat:
		opts.MaxThreat = pointer(r.number(at, 0, 99))
	case optMaxFlights:
		opts.MaxFlights = pointer(r.number(at, 0, 8))
	case optNonTrivial:
		opts.NonTrivial = pointer(r.number(at, 0, 1000))
		opts.NonTrivialLength = r.number(at, 0, 99)
	case optNoCastling, optEnPassant:
		r.squares(o, at)
	default:
		r.otherOption(o, at)
	}
}

func pointer(n int) *int { return &n }

// otherOption deals with options that change nothing here, and with those that are not known.
func (r *reader) otherOption(o option, at token) {
	switch o {
	case optIntelligent:
		r.raw.options.Intelligent = true
		if r.isNumber() {
			r.note(r.tok, "all solutions are looked for: %s is ignored", r.tok.text)
			r.advance()
		}
	case optBeep:
		if r.isNumber() {
			r.advance()
		}
	case optSearch, optMultiSolutions, optNoSymmetry, optKeepMating, optSuppressGrid, optWriteGrid:
	case optNoWhiteKing, optNoBlackKing:
		r.fault(at, "%s is not supported: either side needs its king", options.name(r.lang, o))
	case optExclusiveCastling:
		r.fault(at, "%s is not supported: say with %s who may not castle", options.name(r.lang, o), options.name(r.lang, optNoCastling))
		r.advance()
	default:
		r.fault(at, "%s is not supported", options.name(r.lang, o))
	}
}

func (r *reader) isNumber() bool {
	return r.tok.text != "" && strings.Trim(r.tok.text, "0123456789") == ""
}

// number reads the number that belongs to the word at a token.
func (r *reader) number(at token, least, most int) int {
	n, err := strconv.Atoi(r.tok.text)
	if !r.isNumber() || err != nil || n < least || n > most {
		r.fault(r.tok, "%s: after %s stands a number from %d to %d", quoted(r.tok.text), at.text, least, most)
		if _, m := options.find(r.lang, r.tok.text); m == found || r.ended() {
			return least
		}
		n = least
	}
	r.advance()
	return n
}

// squares reads the squares of an option.
func (r *reader) squares(o option, at token) {
	list := squaresOf(r.tok.text)
	if list == nil {
		r.fault(r.tok, "%s: after %s stand squares such as a1 or a1h8", quoted(r.tok.text), at.text)
		if _, m := options.find(r.lang, r.tok.text); m != found && !r.ended() {
			r.advance()
		}
		return
	}
	if o == optNoCastling {
		r.raw.noCastling = append(r.raw.noCastling, list...)
		r.advance()
		return
	}
	passed, ok := passedSquare(list)
	if !ok {
		r.fault(r.tok, "%s: after %s stands the square a pawn has just passed, as d6, or its whole step, as d7d6d5", quoted(r.tok.text), at.text)
	}
	r.raw.passed, r.raw.passing = passed, ok
	r.advance()
}

// passedSquare returns the square a pawn has passed in a double step, of which
// one, two or all three squares are told.
func passedSquare(list []rules.Square) (rules.Square, bool) {
	file := allin.Board.File(list[0])
	ranks := make([]int, len(list))
	for i, s := range list {
		ranks[i] = allin.Board.Rank(s)
		if allin.Board.File(s) != file {
			return rules.NoSquare, false
		}
	}
	for _, step := range [][]int{{1, 2, 3}, {6, 5, 4}} {
		whole := slices.Equal(ranks, step)
		ends := slices.Equal(ranks, []int{step[0], step[2]})
		if whole || ends || slices.Equal(ranks, step[1:2]) {
			return allin.Board.At(file, step[1]), true
		}
	}
	return rules.NoSquare, false
}

// AddOptions adds options in their English words, such as "try variation
// maxsolutions 5", and what they say about printing. The error says what was
// not understood. Options about the position are refused: whoever has a position has said so there.
func AddOptions(text string, o *problem.Options, layout *Layout) error {
	if len(text) > maxOptions {
		return fmt.Errorf("options have at most %d bytes", maxOptions)
	}
	r := &reader{lex: newLexer([]byte(text)), entry: &Entry{Layout: *layout}, raw: source{options: *o}}
	for r.advance(); r.tok.text != "" && len(r.entry.Faults) == 0; {
		r.options()
		if r.tok.text != "" {
			r.fault(r.tok, "%s is no option: want %s", quoted(r.tok.text), choice(options.list(English, "")))
		}
	}
	switch {
	case len(r.entry.Faults) > 0:
		return fmt.Errorf("options: %s", r.entry.Faults[0].Text)
	case len(r.raw.noCastling) > 0 || r.raw.passing || r.raw.white:
		return errors.New("options: the position tells who begins, who may castle and what may be taken in passing")
	}
	*o, *layout = r.raw.options, r.entry.Layout
	return nil
}

// maxOptions bounds the text of options in bytes.
const maxOptions = 1000
