package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/hub"
	"melee/internal/rating"
	"melee/internal/store/sqlite"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

var began = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// A sitting is a table under test whose events go to a store.
type sitting struct {
	*testing.T
	store *sqlite.Store
	id    string
	state *table.State
	now   time.Time
}

// do carries a command out as the hub does.
func (p *sitting) do(c table.Command) {
	p.Helper()
	p.now = p.now.Add(time.Second)
	events, err := table.Decide(p.state, c, p.now, 1, catalog.Find)
	if err != nil {
		p.Fatalf("%+v: %v", c, err)
	}
	mark := hub.Mark{Owners: []string{}}
	for _, e := range events {
		if err := p.state.Apply(e, catalog.Find); err != nil {
			p.Fatal(err)
		}
		if _, acted := e.Fact.(table.Acted); acted {
			mark.Finished = p.state.Finished()
		}
	}
	for _, c := range p.state.Chairs {
		if c.Owner != "" && !slices.Contains(mark.Owners, c.Owner) {
			mark.Owners = append(mark.Owners, c.Owner)
		}
	}
	mark.Over = mark.Finished != nil
	if err := p.store.Append(p.Context(), p.id, events, mark); err != nil {
		p.Fatal(err)
	}
}

func person(owner, name string) table.Chair {
	return table.Chair{Player: table.Person, Owner: owner, Name: name}
}

var clock = table.Clock{Kind: table.Increment, Base: 60_000, Add: 1000}

func opened(t *testing.T, store *sqlite.Store, id string, c table.Open) *sitting {
	p := &sitting{T: t, store: store, id: id, state: table.New(), now: began}
	p.do(c)
	return p
}

func archiveOf(s *sqlite.Store) *archive.Archive {
	return &archive.Archive{Store: s, Find: catalog.Find, Now: func() time.Time { return began }}
}

func temporary(t *testing.T) (*sqlite.Store, string) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	t.Cleanup(func() { s.Close() })
	return s, path
}

func signUp(t *testing.T, s *sqlite.Store, names ...string) {
	t.Helper()
	for _, name := range names {
		kept, keys, err := account.CheckName(name)
		if err != nil {
			t.Fatal(err)
		}
		a := account.Account{ID: strings.ToLower(name), Name: kept, Kind: account.Person, Created: began}
		if err := s.Create(t.Context(), a, keys, "", ""); err != nil {
			t.Fatal(err)
		}
	}
}

// A player's places count games, not seats: a camp in MCX4 double is one, a game against oneself none.
func TestPlacesCountGames(t *testing.T) {
	s, _ := temporary(t)
	for id, owners := range map[string][2]string{"own": {"anne", "anne"}, "won": {"bert", "anne"}, "lost": {"anne", "bert"}} {
		p := opened(t, s, id, table.Open{Variant: "all-in", Chairs: []table.Chair{person(owners[0], ""), person(owners[1], "")}, Host: owners[0], Clock: clock})
		p.do(table.Act{Owner: owners[0], Seat: 0, Token: "resign"})
	}
	p := opened(t, s, "camp", table.Open{
		Variant: "mcx4", Options: rules.Options{"play": "double"}, Host: "anne", Clock: clock,
		Chairs: []table.Chair{person("anne", ""), person("bert", ""), person("anne", ""), person("bert", "")},
	})
	p.do(table.Act{Owner: "anne", Seat: 0, Token: "resign"})
	for p.state.Finished() == nil {
		p.do(table.Act{Owner: "anne", Seat: p.state.Game.Turn(), Token: "resign"})
	}
	got, err := s.Places(t.Context(), "anne")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]int{}
	for _, one := range got {
		all[one.Variant] += one.Games
	}
	if all["all-in"] != 2 || all["mcx4"] != 1 {
		t.Errorf("%+v: want two games of All-in, one in each place, and a camp once", got)
	}
}

func TestAGameIsKeptWithTheEventThatEndsIt(t *testing.T) {
	s, path := temporary(t)
	p := opened(t, s, "t1", table.Open{Variant: "all-in", Chairs: []table.Chair{person("dev", "Zoé"), {Player: table.CPU, Level: 3}}, Host: "dev", Clock: clock, Public: true})
	p.do(table.Act{Owner: "dev", Token: "e2e4"})
	p.do(table.Act{Token: "e7e5", Seat: 1})
	a := archiveOf(s)
	if _, err := a.Game(t.Context(), "t1-1"); err != archive.ErrNotFound {
		t.Fatalf("a game that has not ended: %v", err)
	}
	p.do(table.Act{Owner: "dev", Token: "resign"})
	game, err := a.Game(t.Context(), "t1-1")
	if err != nil {
		t.Fatal(err)
	}
	if game.Ending != rules.Resignation || game.Result != "black" || game.Plies != 3 || !game.Public || game.Rated || game.Clock != clock ||
		game.Seats[0].Name != "Zoé" || game.Seats[0].Place != 2 || game.Seats[1].Level != 3 || game.Seats[1].Place != 1 {
		t.Errorf("kept: %+v", game)
	}
	record, err := a.Record(t.Context(), "t1-1")
	if err != nil {
		t.Fatal(err)
	}
	if len(record.Plies) != 3 || record.Result == nil || record.Plies[0].Notes.Clock < 59_000 || record.Players[1].Name != "CPU 3" {
		t.Errorf("record: %+v, first clock %+v", record, record.Plies[0].Notes)
	}
	// The same events from another program that was slower: nothing is doubled.
	other := open(t, path)
	defer other.Close()
	if n := rowsIn(t, path, "games"); n != 1 {
		t.Errorf("%d games, want 1", n)
	}
	p.do(table.NewGame{Owner: "dev"})
	p.do(table.Act{Owner: "dev", Token: "resign"})
	if _, err := a.Game(t.Context(), "t1-2"); err != nil {
		t.Errorf("the second game of the table: %v", err)
	}
}

func rowsIn(t *testing.T, path, table string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`select count(*) from ` + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestGamesOfOlderProgramsAreCaughtUpOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	p := opened(t, s, "old", table.Open{Variant: "all-in", Chairs: []table.Chair{person("dev", ""), {Player: table.CPU}}, Host: "dev"})
	p.do(table.Act{Owner: "dev", Token: "resign"})
	p.do(table.NewGame{Owner: "dev"})
	p.do(table.Act{Owner: "dev", Token: "resign"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"delete from openings", "delete from records", "delete from game_seats", "delete from games", "update tables set kept = 0"} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(text, err)
		}
	}
	db.Close()
	s = open(t, path)
	defer s.Close()
	for range 2 {
		if err := s.CatchUp(t.Context(), catalog.Find); err != nil {
			t.Fatal(err)
		}
		if n := rowsIn(t, path, "games"); n != 2 {
			t.Errorf("%d games, want 2", n)
		}
		if n := rowsIn(t, path, "tables where kept = 0"); n != 0 {
			t.Errorf("%d tables still to be looked through", n)
		}
	}
}

func ratedGame(t *testing.T, s *sqlite.Store, id string, winner, loser string) {
	t.Helper()
	p := opened(t, s, id, table.Open{
		Variant: "all-in", Chairs: []table.Chair{person(winner, "x"), person(loser, "y")}, Host: winner, Rated: true, Clock: clock,
	})
	p.do(table.Act{Owner: winner, Token: "e2e4"})
	p.do(table.Leave{Owner: loser})
}

func TestF24RatingsFollowFromTheGamesAndAreRecomputed(t *testing.T) {
	s, path := temporary(t)
	signUp(t, s, "Carl", "Dora")
	ratedGame(t, s, "a", "@carl", "@dora")
	game, err := s.Game(t.Context(), "a-1")
	if err != nil {
		t.Fatal(err)
	}
	if c, d := game.Seats[0], game.Seats[1]; c.Name != "Carl" || !c.Rated || c.Rating != 1500 || c.Change != 20 || d.Change != -20 || !d.Fled || game.Form != rating.AllIn || !game.Public {
		t.Errorf("first game: %+v", game)
	}
	for i := range rating.Provisional {
		ratedGame(t, s, fmt.Sprint("b", i), "@dora", "@carl")
	}
	before, err := s.Ratings(t.Context(), "@dora")
	if err != nil || len(before) != 1 || before[0].Games != rating.Provisional+1 || before[0].Provisional() || before[0].Name != "Dora" {
		t.Fatalf("ratings %+v, %v", before, err)
	}
	course, err := s.Course(t.Context(), "@dora", rating.AllIn, 1000)
	if err != nil || len(course) != rating.Provisional+1 || course[0].Change != -20 || course[len(course)-1].Rating != before[0].Rating {
		t.Errorf("course %+v, %v", course, err)
	}
	leaders, err := s.Leaders(t.Context(), rating.AllIn, 0, 10)
	if err != nil || len(leaders) != 2 || leaders[0].Owner != "@dora" {
		t.Errorf("leaders %+v, %v", leaders, err)
	}
	opponents, err := archiveOf(s).Opponents(t.Context(), "@carl", false, 5)
	want := archive.Opponent{Owner: "@dora", Name: "Dora", Games: rating.Provisional + 1, Ahead: 1, Behind: rating.Provisional}
	if err != nil || len(opponents) != 1 || opponents[0] != want {
		t.Errorf("opponents %+v, %v, want %+v", opponents, err, want)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`update ratings set rating = 9, games = 1; update game_seats set rating = 7, change = 1`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if n, err := s.Recompute(t.Context()); err != nil || n != rating.Provisional+1 {
		t.Fatalf("recomputed %d, %v", n, err)
	}
	if after, err := s.Ratings(t.Context(), "@dora"); err != nil || after[0] != before[0] {
		t.Errorf("recomputed %+v, %v, want %+v", after, err, before)
	}
	if again, err := s.Game(t.Context(), "a-1"); err != nil || !slices.Equal(again.Seats, game.Seats) {
		t.Errorf("recomputed %+v, %v", again, err)
	}
}

func TestNamesOfAccountsAreInNoEvent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.db")
	s := open(t, path)
	signUp(t, s, "Carl", "Dora")
	ratedGame(t, s, "a", "@carl", "@dora")
	events, err := s.Events(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if chairs := events[0].Fact.(table.Opened).Chairs; chairs[0].Name != "Carl" || chairs[1].Name != "Dora" {
		t.Errorf("chairs %+v", chairs)
	}
	if err := s.Erase(t.Context(), "dora", began); err != nil {
		t.Fatal(err)
	}
	if events, err = s.Events(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if chairs := events[0].Fact.(table.Opened).Chairs; chairs[0].Name != "Carl" || chairs[1].Name != "" {
		t.Errorf("chairs %+v", chairs)
	}
	game, err := s.Game(t.Context(), "a-1")
	if err != nil || game.Seats[0].Name != "Carl" || game.Seats[1].Name != "" || game.Seats[1].Owner != "@dora" {
		t.Errorf("the opponent's game: %+v, %v", game, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := rowsIn(t, path, "events where instr(body, 'Dora') or instr(body, 'Carl')"); n != 0 {
		t.Errorf("%d events hold a name", n)
	}
}

// generated fills a store with games of all sorts, drawn from a seed.
func generated(t *testing.T, s *sqlite.Store, n int) []*archive.Row {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var rows []*archive.Row
	owners := []string{"@carl", "@dora", "dev1", "dev2", ""}
	for i := range n {
		r := &archive.Row{Game: archive.Game{
			ID: fmt.Sprint("g", i, "-1"), Table: fmt.Sprint("g", i), Number: 1,
			Variant: []string{"all-in", "mcx4"}[random.IntN(2)], Began: began, Ended: began.Add(time.Duration(random.IntN(n/4)) * time.Minute),
			Rated: random.IntN(3) == 0, Public: random.IntN(5) > 0, Plies: random.IntN(220),
			Ending: []rules.Reason{rules.Mate, rules.TimeOut}[random.IntN(2)], Result: []string{"white", archive.Draw}[random.IntN(2)],
		}}
		for range 2 {
			r.Seats = append(r.Seats, archive.Seat{Player: table.Person, Owner: owners[random.IntN(len(owners))], Place: 1})
		}
		rows = append(rows, r)
	}
	if err := s.Keep(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// lets reports whether a filter lets a game through: what Search is compared with.
func lets(f archive.Filter, g *archive.Row) bool {
	owns := f.Owner == ""
	for _, s := range g.Seats {
		owns = owns || s.Owner == f.Owner
	}
	return owns && (f.Variant == "" || f.Variant == g.Variant) && (f.Result == "" || f.Result == g.Result) && (f.Ending == "" || f.Ending == g.Ending) &&
		(f.Rated == nil || *f.Rated == g.Rated) && (f.Unlisted || g.Public) && (f.From.IsZero() || !g.Ended.Before(f.From)) &&
		(f.To.IsZero() || g.Ended.Before(f.To)) && g.Plies >= f.MinPlies && (f.MaxPlies == 0 || g.Plies <= f.MaxPlies)
}

func TestEveryFilterFindsWhatItLetsThroughInOrder(t *testing.T) {
	s, _ := temporary(t)
	rows := generated(t, s, 600)
	a := archiveOf(s)
	yes, no := true, false
	random := rand.New(rand.NewPCG(3, 4))
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	for range 150 {
		f := archive.Filter{
			Owner: one("", "", "@carl", "dev2", "nobody"), Variant: one("", "all-in", "mcx4"), Result: one("", "", "white", archive.Draw),
			Ending: rules.Reason(one("", "", string(rules.Mate))), Unlisted: random.IntN(2) == 0, Limit: 1 + random.IntN(40),
			Rated: []*bool{nil, &yes, &no}[random.IntN(3)],
		}
		if random.IntN(2) == 0 {
			f.MinPlies, f.MaxPlies = random.IntN(60), 60+random.IntN(150)
		}
		if random.IntN(2) == 0 {
			f.From = began.Add(time.Duration(random.IntN(100)) * time.Minute)
			f.To = f.From.Add(time.Hour)
		}
		var want []string
		for i := len(rows) - 1; i >= 0; i-- {
			if lets(f, rows[i]) {
				want = append(want, rows[i].ID)
			}
		}
		ended := map[string]time.Time{}
		for _, r := range rows {
			ended[r.ID] = r.Ended
		}
		slices.SortStableFunc(want, func(x, y string) int { return ended[y].Compare(ended[x]) })
		var got []string
		asked := f
		for {
			games, next, err := a.Search(t.Context(), asked)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				got = append(got, g.ID)
			}
			if next == "" {
				break
			}
			asked.Before = next
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: found %d games %v, want %d %v", f, len(got), got, len(want), want)
		}
	}
}

func TestSearchReadsByIndex(t *testing.T) {
	s, path := temporary(t)
	generated(t, s, 50)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for owner, index := range map[string]string{"": "games_kind", "@carl": "game_seats_owner"} {
		for _, query := range sqlite.SearchText(archive.Filter{Owner: owner, Variant: "mcx4", MinPlies: 20, Limit: 50}) {
			plan := explain(t, db, query)
			if !strings.Contains(plan, "USING COVERING INDEX "+index) || strings.Contains(plan, "SCAN games") || strings.Contains(plan, "SCAN game_seats") {
				t.Errorf("%s\n%s", query, plan)
			}
		}
	}
	for _, query := range sqlite.SearchText(archive.Filter{From: began, Limit: 50}) {
		if plan := explain(t, db, query); !strings.Contains(plan, "USING COVERING INDEX games_ended") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s\n%s", query, plan)
		}
	}
	for query, want := range map[string]string{
		`select * from ratings where form = 'x' and games >= 20 order by rating desc limit 9`:           "ratings_form",
		`select * from game_seats where owner = 'x' and rating is not null order by ended desc limit 9`: "game_seats_rated",
		`select * from openings where setup = 1 and key = 2`:                                            "PRIMARY KEY",
		`select id from tables where kept = 0 and id > 'x' order by id limit 64`:                        "tables_unkept",
	} {
		if plan := explain(t, db, query); !strings.Contains(plan, want) {
			t.Errorf("%s\n%s, want %s", query, plan, want)
		}
	}
}

// explain returns how SQLite carries out a query whose parameters are not set.
func explain(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	args := make([]any, strings.Count(query, "?"))
	for i := range args {
		args[i] = 1
	}
	rows, err := db.QueryContext(context.Background(), "explain query plan "+query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		b.WriteString(detail + "\n")
	}
	return b.String()
}

func TestOpeningsAreCountedByPosition(t *testing.T) {
	s, _ := temporary(t)
	for i, line := range []string{"g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3", "e2e4"} {
		p := opened(t, s, fmt.Sprint("t", i), table.Open{Variant: "all-in", Chairs: []table.Chair{person("a", ""), person("b", "")}, Host: "a"})
		for j, token := range strings.Fields(line) {
			p.do(table.Act{Owner: []string{"a", "b"}[j%2], Token: token, Seat: rules.NoSeat})
		}
		p.do(table.Act{Owner: "b", Token: "resign", Seat: 1})
	}
	stats, err := archiveOf(s).Moves(t.Context(), "all-in", nil, nil)
	if err != nil || len(stats) != 3 || stats[0].Games != 1 || stats[0].Seats[0].Wins != 1 || stats[0].Seats[0].Place != 1 || stats[0].Seats[1].Place != 2 {
		t.Fatalf("first moves %+v, %v", stats, err)
	}
	stats, err = archiveOf(s).Moves(t.Context(), "all-in", nil, []string{"Nf3", "Nf6"})
	if err != nil || len(stats) != 1 || stats[0].SAN != "Nc3" {
		t.Errorf("after Nf3 Nf6: %+v, %v", stats, err)
	}
	if _, err := archiveOf(s).Moves(t.Context(), "all-in", nil, []string{"Nf9"}); err == nil {
		t.Error("a line that is none was followed")
	}
}

func TestFilesAreExportedAndTakenIn(t *testing.T) {
	s, _ := temporary(t)
	p := opened(t, s, "t", table.Open{Variant: "all-in", Chairs: []table.Chair{person("a", "Anne"), person("b", "")}, Host: "a", Clock: clock})
	p.do(table.Act{Owner: "a", Token: "e2e4"})
	p.do(table.Act{Owner: "b", Token: "resign", Seat: 1})
	a := archiveOf(s)
	for form, want := range map[string]int{"ndjson": 1, "pgn": 1, "pgn4": 0} {
		var b strings.Builder
		if err := a.ExportOwn(t.Context(), "a", form, &b); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "Anne"); got != (want == 1) {
			t.Errorf("%s: %s", form, b.String())
		}
		if want == 0 {
			continue
		}
		form := strings.TrimPrefix(form, "nd")
		added, faults, err := a.Import(t.Context(), form+form, form, strings.NewReader(b.String()))
		if err != nil || added != 1 || len(faults) != 0 {
			t.Errorf("%s: %d added, %v, %v", form, added, faults, err)
		}
		list, err := a.Collection(t.Context(), form+form, "", 10)
		if err != nil || len(list) != 1 || list[0].Plies != 2 || !strings.HasPrefix(list[0].Title, "Anne") {
			t.Fatalf("%s: %+v, %v", form, list, err)
		}
		if _, err := a.Own(t.Context(), "somebody", list[0].ID); err != archive.ErrNotFound {
			t.Errorf("another's game: %v", err)
		}
		if record, err := a.Own(t.Context(), form+form, list[0].ID); err != nil || len(record.Plies) != 2 {
			t.Errorf("%s: %+v, %v", form, record, err)
		}
		if err := a.Discard(t.Context(), form+form, list[0].ID); err != nil {
			t.Error(err)
		}
	}
	added, faults, err := a.Import(t.Context(), "x", "pgn", strings.NewReader("[Variant \"All-in\"]\n[White \"A\"]\n\n1. e2e4 e7e5 *\n\n[Variant \"All-in\"]\n[White \"B\"]\n\n1. e9 *\n\n[Variant \"All-in\"]\n[White \"C\"]\n\n1. d2d4 *\n"))
	if err != nil || added != 2 || len(faults) != 1 || faults[0].Game != 2 || faults[0].Line == 0 {
		t.Errorf("%d added, %+v, %v", added, faults, err)
	}
	if list, err := a.Collection(t.Context(), "x", "", 1); err != nil || len(list) != 1 {
		t.Errorf("a page: %+v, %v", list, err)
	} else if rest, err := a.Collection(t.Context(), "x", list[0].ID, 5); err != nil || len(rest) != 1 || rest[0].ID == list[0].ID {
		t.Errorf("the next page: %+v, %v", rest, err)
	}
}

func TestAGameThatHasEndedSurvivesACrash(t *testing.T) {
	s, path := temporary(t)
	signUp(t, s, "Carl", "Dora")
	ratedGame(t, s, "a", "@carl", "@dora")
	// What a killed program leaves behind: the files as they are, without a last word.
	dead := filepath.Join(t.TempDir(), "dead.db")
	for _, end := range []string{"", "-wal"} {
		text, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dead+end, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	next := open(t, dead)
	defer next.Close()
	if err := next.CatchUp(t.Context(), catalog.Find); err != nil {
		t.Fatal(err)
	}
	game, err := next.Game(t.Context(), "a-1")
	if err != nil || game.Seats[0].Change != 20 {
		t.Errorf("game %+v, %v", game, err)
	}
	if list, err := next.Ratings(t.Context(), "@carl"); err != nil || len(list) != 1 || list[0].Games != 1 || list[0].Rating != 1520 {
		t.Errorf("ratings %+v, %v", list, err)
	}
	if n := rowsIn(t, dead, "games"); n != 1 {
		t.Errorf("%d games, want 1", n)
	}
}
