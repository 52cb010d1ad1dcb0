package pages

import (
	"context"
	"fmt"
	"html"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"melee/diagram"
	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/table"
	"melee/notation"
	"melee/rules"
	"melee/web"
)

// A kept is a finished game as the archive has it.
type kept struct {
	id      string
	record  *notation.Record
	clock   table.Clock
	rated   bool
	own     bool      // in the visitor's own collection: nobody else sees it
	ended   time.Time // zero where it is not known
	players []player  // by seat
}

// A player is who had a seat of a finished game.
type player struct {
	seat    string // "white", "red"
	kind    string // "guest", "cpu" or "grey"
	name    string // "" for a guest without one
	account bool   // the name is an account's and has a page
	bot     bool
	level   int // of the CPU
	rating  int // before the game, 0 where it was not rated
	change  int
	place   int // from 1, 0 where none is known
}

// A replayView is a finished game at one ply, as it can be read without script.
type replayView struct {
	*kept
	ply, plies int
	variant    string
	facts      []string
	headline   string
	reason     string
	board      figure
	turn       string // whose turn it is at this ply
	seats      []replaySeat
	said       string   // the ply itself
	effects    []string // what it brought
	rounds     [][]replayMove
	columns    []chip
	formats    []notation.Format
	origin     string
}

// A replaySeat is a seat at the ply shown.
type replaySeat struct {
	player
	sign, title string
	points      int
	scored      bool
	clock       string
	onTurn, out bool
}

// A replayMove is a ply in the list of moves.
type replayMove struct {
	ply  int
	text string
}

// replay shows a finished game ply by ply; the page's script takes it over.
func (s *site) replay(w http.ResponseWriter, r *http.Request, words *web.Words) {
	k := s.keptGame(w, r)
	if k == nil {
		return
	}
	p := s.newPage(r, words, func(lang string) string { return replayPath(lang, k.id) })
	view, err := p.replayAt(k, r.URL.Query().Get("ply"))
	if err != nil {
		s.broken(w, r, err)
		return
	}
	p.class, p.picture, p.scripts = "page-replay", gameFilePath(k.id, "board.png"), []string{"replay.js"}
	p.title = view.variant + " · " + view.headline
	p.description = p.Say("replay.description", "game", view.variant, "players", p.list(playerNames(p, k.players)), "result", view.headline)
	s.show(w, r, http.StatusOK, replayContent(p, view))
}

// embed shows a finished game alone, to stand in pages of other sites.
func (s *site) embed(w http.ResponseWriter, r *http.Request, words *web.Words) {
	k := s.keptGame(w, r)
	if k == nil {
		return
	}
	p := s.newPage(r, words, func(lang string) string { return replayPath(lang, k.id) })
	view, err := p.replayAt(k, r.URL.Query().Get("ply"))
	if err != nil {
		s.broken(w, r, err)
		return
	}
	p.class, p.scripts, p.title = "page-embed", []string{"replay.js"}, view.variant+" · "+view.headline
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy)
	h.Del("Cross-Origin-Opener-Policy") // it has no say in a frame
	s.show(w, r, http.StatusOK, embedContent(p, view))
}

// keptGame reads the finished game that the address names; nil when it has answered itself.
func (s *site) keptGame(w http.ResponseWriter, r *http.Request) *kept {
	k, err := s.readKept(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	return k
}

// ownMark begins the ids of games in somebody's own collection, which he alone sees.
const ownMark = "own-"

func (s *site) readKept(ctx context.Context, id string) (*kept, error) {
	if own, ok := strings.CutPrefix(id, ownMark); ok {
		return s.readOwn(ctx, id, own)
	}
	game, err := s.Archive.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	record, err := s.Archive.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	return &kept{id: id, record: record, clock: game.Clock, rated: game.Rated, ended: game.Ended, players: playersOf(&game, record.Variant)}, nil
}

// readOwn returns a game of the visitor's own collection.
func (s *site) readOwn(ctx context.Context, id, own string) (*kept, error) {
	v := account.VisitorOf(ctx)
	if v.Account == "" {
		return nil, archive.ErrNotFound
	}
	record, err := s.Archive.Own(ctx, v.Owner, own)
	if err != nil {
		return nil, err
	}
	k := &kept{id: id, record: record, own: true}
	for i, seat := range record.Variant.Seats {
		k.players = append(k.players, player{seat: seat, kind: "guest", name: record.Players[i].Name})
	}
	return k, nil
}

// playersOf are the players of a game in the archive, by seat.
func playersOf(game *archive.Game, v *rules.Variant) []player {
	var list []player
	for i := range game.Seats {
		seat := &game.Seats[i]
		one := player{seat: v.Seats[i], kind: "guest", name: seat.Name, bot: seat.Bot, place: seat.Place}
		_, one.account = account.Of(seat.Owner)
		one.account = one.account && one.name != ""
		switch seat.Player {
		case table.CPU:
			one.kind, one.level = "cpu", max(seat.Level, 1)
		case table.Grey:
			one.kind = "grey"
		}
		if seat.Rated {
			one.rating, one.change = rounded(seat.Rating), rounded(seat.Rating+seat.Change)-rounded(seat.Rating)
		}
		list = append(list, one)
	}
	return list
}

// rounded is a rating as people read it.
func rounded(rating float64) int { return int(math.Round(rating)) }

// playerNames are the players' names as sentences list them.
func playerNames(p *page, players []player) []string {
	var names []string
	for _, one := range players {
		names = append(names, p.playerName(one))
	}
	return names
}

// playerName is what a player is called.
func (p *page) playerName(one player) string {
	switch {
	case one.kind == "grey":
		return p.Say("player.grey")
	case one.kind == "cpu":
		return p.Say("player.cpu.short", "level", strconv.Itoa(max(one.level, 1)))
	case one.name == "":
		return p.Say("player.guest")
	}
	return one.name
}

// replayAt plays a game through and keeps what the page tells of the ply that is asked for, else of its end.
func (p *page) replayAt(k *kept, asked string) (*replayView, error) {
	all := len(k.record.Plies)
	ply, ok := rules.ParseCount(asked, all)
	if !ok {
		ply = all
	}
	v := k.record.Variant
	view := &replayView{kept: k, ply: ply, plies: all, variant: p.Say("variant." + v.Name), origin: p.origin}
	view.facts = p.keptFacts(k)
	view.headline, view.reason = p.Say("replay.unfinished"), ""
	if result := k.record.Result; result != nil {
		view.headline, view.reason = p.headline(v, result.Ranking, result.Draw), p.reasonText(v, result.Reason)
	}
	view.formats = formatsOf(v)
	for _, seat := range v.Seats {
		view.columns = append(view.columns, chip{seat: seat, sign: signOf(seat), name: p.Say("seat." + seat)})
	}
	list := moveRounds{seats: len(v.Seats), bySlot: v.Name == "mcx4"}
	err := replayOf(k.record, k.clock, func(n int, entry *table.Ply, m *moment) error {
		if entry != nil {
			list.add(int(entry.Seat), entry.Move != rules.NoMove, replayMove{n, p.plyText(entry)})
		}
		if n != ply {
			return nil
		}
		return view.tell(p, entry, m)
	})
	view.rounds = list.rounds
	return view, err
}

// tell takes what the page says of the moment shown.
func (v *replayView) tell(p *page, entry *table.Ply, m *moment) error {
	game := m.game
	b := diagram.FromGame(game)
	b.Traces = m.traces
	var err error
	v.board, err = p.figureOf(b, p.Say("board.label", "variant", v.variant), diagram.Options{Coordinates: true})
	if err != nil {
		return err
	}
	variant := game.Variant()
	if entry != nil {
		v.said = p.Say("replay.said", "name", p.Say("seat."+variant.SeatName(entry.Seat)), "move", p.plyText(entry))
		for _, x := range entry.Effects {
			v.effects = append(v.effects, p.effectText(variant, x))
		}
	}
	if turn := game.Turn(); turn != rules.NoSeat {
		seat := "seat." + variant.SeatName(turn)
		v.turn = sentence(p.Say("table.turn", "to", p.Say(seat+".to"), "the", p.Say(seat+".the")))
	}
	scored, _ := game.(rules.Scored)
	for i, one := range v.players {
		s := replaySeat{player: one, sign: signOf(one.seat), title: p.Say("seat." + one.seat), onTurn: game.Turn() == rules.Seat(i), out: m.outs[i].Gone}
		if scored != nil {
			s.points, s.scored = scored.Points(rules.Seat(i)), true
		}
		if m.clocks != nil {
			s.clock = timeLeft(m.clocks[i])
		}
		v.seats = append(v.seats, s)
	}
	return nil
}

// keptFacts are what a game was played by, and when.
func (p *page) keptFacts(k *kept) []string {
	facts := []string{p.clockText(k.clock)}
	if k.rated {
		facts = append(facts, p.Say("replay.rated"))
	}
	facts = append(facts, p.optionTexts(k.record.Options)...)
	if !k.ended.IsZero() {
		facts = append(facts, p.date(k.ended))
	}
	return facts
}

// formatsOf are the files a variant's games can be had as.
func formatsOf(v *rules.Variant) []notation.Format {
	if gameOf(v.Name).name == "four-player" {
		return []notation.Format{notation.PGN4, notation.JSON}
	}
	return []notation.Format{notation.PGN, notation.JSON}
}

// moveRounds sorts plies into rounds of all seats, each seat in its column. In
// MCX4 it is the slots that go round (M5): an ally may play one.
type moveRounds struct {
	seats  int
	bySlot bool
	rounds [][]replayMove // one list a column, one after the other
	last   int
	moves  int
}

func (l *moveRounds) add(seat int, moved bool, move replayMove) {
	column := seat
	if moved && l.bySlot {
		column = l.moves % l.seats
	}
	if len(l.rounds) == 0 || moved && column <= l.last {
		l.rounds = append(l.rounds, nil)
	}
	if moved {
		l.moves++
		l.last = column
	}
	at := len(l.rounds) - 1
	l.rounds[at] = append(l.rounds[at], move)
}

func replayPath(lang, id string) string { return "/" + lang + "/g/" + id }

// atPly is the address of a ply.
func (v *replayView) atPly(p *page, ply int) string {
	return fmt.Sprintf("%s?ply=%d", replayPath(p.Lang(), v.id), ply)
}

// embedCode is what a page of another site shows the game with.
func (v *replayView) embedCode(p *page) string {
	return fmt.Sprintf(`<iframe src="%s%s/embed" title="%s" width="720" height="560" loading="lazy"></iframe>`, v.origin, replayPath(p.Lang(), v.id), html.EscapeString(v.variant))
}

// fileKind is what a kind of file is called in every language.
func fileKind(ending string) string { return strings.ToUpper(ending) }

// ratingChange writes a rating and what the game did to it: "1512 (+12)".
func (p *page) ratingChange(rating, change int) string {
	if change == 0 {
		return strconv.Itoa(rating)
	}
	sign := "+"
	if change < 0 {
		sign, change = "−", -change
	}
	return fmt.Sprintf("%d (%s%d)", rating, sign, change)
}
