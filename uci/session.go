package uci

import (
	"context"
	"io"
	"strings"

	"melee/engine"
	"melee/rules"
)

// A session is one conversation.
type session struct {
	printer
	Config
	ctx      context.Context
	settings settings
	searcher engine.Searcher // nil until it is needed
	game     rules.Game
	search   *search // the last one begun; nil before the first
}

func newSession(ctx context.Context, out io.Writer, c Config) *session {
	s := &session{printer: printer{out: out}, Config: c, ctx: ctx}
	s.settings = settings{variant: c.Variants[0], hash: defaultHash, threads: 1, lines: 1, options: rules.Options{}}
	s.game = s.begin("")
	return s
}

// finish ends a search that is still running.
func (s *session) finish() { s.halt() }

// command carries out a line and reports whether it was the last. Words
// before the first known command are passed over, as the protocol wants.
func (s *session) command(words []string) (quit bool) {
	for len(words) > 0 {
		word, rest := words[0], words[1:]
		switch word {
		case "uci":
			s.introduce()
		case "isready":
			s.say("readyok")
		case "ucinewgame":
			s.halt()
			if s.searcher != nil {
				s.searcher.Forget()
			}
			s.game = s.begin("")
		case "position":
			s.halt()
			s.position(rest)
		case "setoption":
			s.halt()
			s.setOption(rest)
		case "go":
			s.halt()
			s.start(rest)
		case "stop":
			s.stop()
		case "ponderhit":
			s.ponderHit()
		case "quit":
			return true
		case "debug", "register":
		default:
			words = rest
			continue
		}
		return false
	}
	return false
}

// complain tells what was wrong with a command, which then has no effect.
func (s *session) complain(err error) {
	s.say("info string " + strings.ReplaceAll(err.Error(), "\n", "; "))
}

// begin sets up a game, from the starting array if start is "". A start that cannot be
// played is complained of, and nil.
func (s *session) begin(start string) rules.Game {
	v := s.settings.variant
	g, err := v.New(v, s.settings.rules(), start)
	if err != nil {
		s.complain(err)
		return nil
	}
	return g
}

// position carries out "position startpos|fen TEXT [moves MOVE…]". Where a
// move is refused the game stays as it was before the command.
func (s *session) position(words []string) {
	if len(words) == 0 {
		return
	}
	at := len(words)
	for i, w := range words {
		if w == "moves" {
			at = i
			break
		}
	}
	start := ""
	switch words[0] {
	case "startpos":
	case "fen":
		if start = strings.Join(words[1:at], " "); start == "" {
			s.complain(rules.Refusal("position fen: the text of the position is missing"))
			return
		}
	default:
		s.complain(rules.Refusal("position: want startpos or fen, not '" + clipped(words[0]) + "'"))
		return
	}
	g := s.begin(start)
	if g == nil {
		return
	}
	for _, text := range words[min(at+1, len(words)):] {
		a, err := parseAction(g, text)
		if err == nil {
			_, err = g.Do(a)
		}
		if err != nil {
			s.complain(err)
			return
		}
	}
	s.game = g
}

// parseAction reads a move as e2e4, e2-e4, e4xd5, a7-a8=Q, or a choice. A
// promotion may be left out where there is only one.
func parseAction(g rules.Game, text string) (rules.Action, error) {
	if a, is, err := rules.ParseChoice(g.Variant(), text); is {
		return a, err
	}
	plain := strings.NewReplacer("-", "", "x", "", "=", "", "+", "", "#", "").Replace(text)
	if n := len(plain); n > 0 {
		plain = plain[:n-1] + strings.ToLower(plain[n-1:])
	}
	a, err := rules.ParseAction(g, plain)
	if err == nil || len(plain) > 8 {
		return a, err
	}
	var only rules.Move
	for _, m := range g.Moves(nil) {
		if t := m.Text(g.Geometry()); m.Promotion() != rules.NoKind && t[:len(t)-1] == plain {
			if only != rules.NoMove {
				return a, err
			}
			only = m
		}
	}
	if only == rules.NoMove {
		return a, err
	}
	return rules.Action{Act: rules.MakeMove, Move: only}, nil
}

// clipped keeps what people sent short in what is said about it.
func clipped(text string) string {
	const shown = 40
	if len(text) > shown {
		return text[:shown] + "…"
	}
	return text
}
