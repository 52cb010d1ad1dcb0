package pages

import (
	"net/http"
	"strconv"
	"strings"

	"melee/diagram"
	"melee/internal/archive"
	"melee/internal/table"
	"melee/rules"
	"melee/web"
)

// A seat is a seat of a table as the page tells of it.
type seat struct {
	id, name, player, sign string
	points                 int
	scored                 bool
	onTurn, out            bool
	yours, free, bot       bool
}

// A tableView is a table as it can be read without script.
type tableView struct {
	id       string
	name     string // of the visitor
	variant  string
	board    figure
	turn     string
	seats    []seat
	rounds   [][]string // moves, a round each
	closed   bool
	gather   *gathering // nil once a game has begun
	notice   string     // what could not be done
	facts    []string   // clock and options
	delaying bool       // watchers see the game later
	replay   string     // address of the game that has ended, "" while one goes on
	// logIn and signUp are where a guest gets the account without which he may not sit down; "" where he may.
	logIn, signUp string
}

// table shows a table; the page's script takes it over.
func (s *site) table(w http.ResponseWriter, r *http.Request, words *web.Words) {
	s.showTable(w, r, words, http.StatusOK, "")
}

// showTable shows a table and, unless it is "", what could not be done there.
func (s *site) showTable(w http.ResponseWriter, r *http.Request, words *web.Words, status int, notice string) {
	id := r.PathValue("id")
	p := s.newPage(r, words, func(lang string) string { return tablePath(lang, id) })
	p.class, p.picture, p.scripts = "page-table", tablePicturePath(id), []string{"table.js"}
	p.visitor = s.nameOf(r, words)
	view := tableView{id: id, notice: notice, name: p.visitor}
	var readErr error
	over := false
	err := s.Tables.ReadAs(r.Context(), id, s.Owner(r.Context()), func(t *table.State) {
		if over = t.Phase() == table.Shut && t.Number == 0; !over {
			readErr = view.read(p, t, s.Owner(r.Context()), r.URL.Query().Get("seat"))
		}
	})
	if err == nil {
		err = readErr
	}
	switch {
	case err != nil:
		s.refuse(w, r, err)
		return
	case over: // nothing was played there
		s.fail(w, r, http.StatusGone)
		return
	}
	p.title = view.turn + " · " + view.variant
	p.description = p.Say("pages.table.description", "game", view.variant)
	s.show(w, r, status, tableContent(p, view))
}

// read takes what the page tells from the table's state.
func (v *tableView) read(p *page, t *table.State, owner, invited string) error {
	v.variant = p.Say("variant." + t.Variant.Name)
	v.closed = t.Phase() == table.Shut
	v.facts = append([]string{p.clockText(t.Opened.Clock)}, p.optionTexts(t.Opened.Options)...)
	if t.Opened.Rated {
		v.facts = append(v.facts, p.Say("replay.rated"))
		if p.who.Account == "" {
			v.logIn, v.signUp = after(pathOf(p.Lang(), "log-in"), p.here), after(pathOf(p.Lang(), "sign-up"), p.here)
		}
	}
	if n := t.Number; n > 0 && t.Game.Outcome() != nil {
		v.replay = replayPath(p.Lang(), archive.IDOf(v.id, n))
	}
	bottom := rules.Seat(0)
	for i := len(t.Chairs) - 1; i >= 0; i-- {
		if t.Owns(owner, rules.Seat(i)) {
			bottom = rules.Seat(i)
		}
	}
	var err error
	board := boardOf(t, bottom)
	if v.delaying = delayed(t, owner); v.delaying {
		board = startOf(t)
	}
	v.board, err = p.figureOf(board, p.Say("board.label", "variant", v.variant), diagram.Options{Coordinates: true})
	if err != nil {
		return err
	}
	v.turn = turnLine(p, t)
	if v.delaying {
		v.turn = p.Say("pages.table.delayed")
	}
	for i, name := range t.Variant.Seats {
		s := seatOf(p, t, rules.Seat(i), name, owner)
		if v.delaying {
			s.scored, s.onTurn, s.out = false, false, false
		}
		v.seats = append(v.seats, s)
	}
	if t.Phase() == table.Gathering {
		v.gather, err = gather(p, t, v.id, owner, invited)
		return err
	}
	if !v.delaying {
		v.rounds = roundsOf(p, t)
	}
	return nil
}

// delayed reports whether the game must not be shown to a visitor as it stands now.
func delayed(t *table.State, owner string) bool {
	playing := t.Phase() == table.Playing || t.Phase() == table.Choosing
	return t.Opened.WatchDelay > 0 && playing && !t.Sits(owner)
}

// startOf returns the board as the table's games begin.
func startOf(t *table.State) diagram.Board {
	game, err := t.Past(0)
	if err != nil {
		panic("pages: " + err.Error()) // every game has its start
	}
	return diagram.FromGame(game)
}

// lastShown is how many moves are shown on the board.
const lastShown = 4

// boardOf returns the table's board with the last moves, as seen from a seat.
func boardOf(t *table.State, bottom rules.Seat) diagram.Board {
	b := diagram.FromGame(t.Game)
	b.Bottom = bottom
	for i := t.PlyCount() - 1; i >= 0 && len(b.Traces) < min(lastShown, len(t.Variant.Seats)); i-- {
		ply := t.Ply(i)
		if ply.Move != rules.NoMove {
			b.Traces = append(b.Traces, diagram.Trace{Seat: ply.Seat, From: ply.Move.From(), To: ply.Move.To()})
		}
	}
	return b
}

// turnLine says what the table waits for.
func turnLine(p *page, t *table.State) string {
	if t.Phase() == table.Gathering {
		return p.Say("room.title")
	}
	turn := t.Game.Turn()
	if turn == rules.NoSeat {
		return p.Say("pages.table.ended")
	}
	name := t.Variant.SeatName(turn)
	if t.Game.Status() == rules.Choosing {
		return p.Say("pages.table.choice", "the", p.Say("seat."+name+".the"))
	}
	return p.Say("pages.table.turn", "to", p.Say("seat."+name+".to"), "the", p.Say("seat."+name+".the"))
}

func seatOf(p *page, t *table.State, at rules.Seat, name, owner string) seat {
	playing := t.Phase() != table.Gathering
	s := seat{id: name, name: p.Say("seat." + name), sign: signOf(name), onTurn: playing && t.Game.Turn() == at, out: playing && t.Outs[at].Gone}
	switch chair := t.Chairs[at]; {
	case t.Owns(owner, at):
		s.player, s.yours = p.Say("player.you"), true
	case chair.Player == table.Person && t.Shown(chair.Owner, chair.Name, owner) != "":
		s.player, s.bot = chair.Name, chair.Bot
	case chair.Player == table.Person:
		s.player = p.Say("player.guest")
	case chair.Player == table.Grey:
		s.player = p.Say("player.grey")
	case chair.Player == table.Vacant:
		s.player, s.free = p.Say("pages.lobby.free"), true
	default:
		s.player = p.Say("player.cpu.short", "level", strconv.Itoa(max(chair.Level, 1)))
	}
	if scored, ok := t.Game.(rules.Scored); ok {
		s.points, s.scored = scored.Points(at), true
	}
	return s
}

// roundsOf writes the game's moves as people read them, a round of all seats a
// line. In MCX4 it is the slots that go round (M5): an ally may play one.
func roundsOf(p *page, t *table.State) [][]string {
	var rounds [][]string
	seats := len(t.Variant.Seats)
	last, moves := seats, 0
	for i := range t.PlyCount() {
		ply := t.Ply(i)
		column, text := int(ply.Seat), ""
		moved := ply.Move != rules.NoMove
		if moved {
			if t.Variant.Name == "mcx4" {
				column = moves % seats
			}
			moves++
			text = p.localised(ply.SAN)
		} else {
			word, _, _ := strings.Cut(ply.Token, ":")
			text = p.Say("token." + word)
		}
		if len(rounds) == 0 || moved && column <= last {
			rounds = append(rounds, nil)
		}
		if moved {
			last = column
		}
		rounds[len(rounds)-1] = append(rounds[len(rounds)-1], text)
	}
	return rounds
}
