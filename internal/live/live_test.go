package live_test

import (
	"net/http"
	"strings"
	"testing"

	"melee/client"
	"melee/internal/account"
)

func TestLegalMovesGoOnlyToTheDeviceThatHasTheTurn(t *testing.T) {
	s := newSite(t)
	anne, stranger := s.device(), s.device()
	id := anne.open(setup("all-in", "white black", ""))
	hers, his := anne.view(id), stranger.view(id)
	if len(hers.Legal) != 40 || len(hers.You) != 2 || hers.Seats[0].Player != "you" || !hers.Host {
		t.Errorf("the player sees %d legal moves and seats %v", len(hers.Legal), hers.You)
	}
	if len(his.Legal) != 0 || len(his.You) != 0 || his.Seats[0].Player != "guest" || his.Host {
		t.Errorf("a stranger sees %d legal moves and seats %v", len(his.Legal), his.You)
	}
	if status, a := stranger.send(id, `{"do":"move","move":"e2e4"}`); status != 403 || a.Code != "forbidden" {
		t.Errorf("a stranger's move: %d %+v", status, a)
	}
	if status, a := stranger.send(id, `{"do":"resign","seat":0}`); status != 403 || a.Code != "forbidden" {
		t.Errorf("a stranger's resignation: %d %+v", status, a)
	}
	for _, do := range []string{"new", "begin", "shuffle", "close", "stand"} {
		if status, a := stranger.send(id, `{"do":"`+do+`"}`); status == 200 {
			t.Errorf("a stranger's %s: %d %+v", do, status, a)
		}
	}
}

func TestTheCPUAnswers(t *testing.T) {
	anne := newSite(t).device()
	table := anne.follow(anne.open(setup("four-player", "blue", "cpu")))
	await(t, table, func(v *client.View) bool { return v.Turn == 1 })
	table.Look(func(v *client.View) {
		if len(v.Legal) == 0 || v.Bottom != 1 || v.Seats[0].Player != "cpu" || len(v.Plies) != 1 || !v.Plies[0].CPU {
			t.Errorf("blue's turn: %d legal moves, seat %d at the bottom, red is %s, %d plies", len(v.Legal), v.Bottom, v.Seats[0].Player, len(v.Plies))
		}
	})
}

func TestACommandThatCannotBeReadIsRefusedInWords(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open(setup("all-in", "white black", ""))
	for _, c := range []struct {
		body   string
		status int
		code   string
	}{
		{``, 400, "invalid"},
		{`[]`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","and":"e7e5"}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4"}{"do":"shuffle"}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4"} trailing`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","seat":-1}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","seat":3}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","think":-1}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","think":1e99}`, 400, "invalid"},
		{`{"do":"move","move":"e2e4","id":"` + strings.Repeat("x", 65) + `"}`, 400, "invalid"},
		{`{"do":"move","move":"` + strings.Repeat("e2e4", 4000) + `"}`, 400, "invalid"},
		{`{"do":"e2e4"}`, 400, "invalid"},
		{`{"do":""}`, 400, "invalid"},
		{`{"do":"put","seat":0,"player":"king"}`, 400, "invalid"},
		{`{"do":"say","phrase":"no such"}`, 400, "invalid"},
		{`{"do":"offer","what":"money"}`, 400, "invalid"},
		{`{"do":"move","move":"e2e5"}`, 422, "illegal_move"},
		{`{"do":"move","move":"\u0000"}`, 422, "illegal_move"},
		{`{"do":"decline"}`, 422, "illegal_move"},
		{`{"do":"move","move":"resign:wk","seat":0}`, 422, "illegal_move"},
		{`{"do":"begin"}`, 409, "conflict"},
		{`{"do":"reply","what":"draw","yes":true}`, 409, "conflict"},
	} {
		if status, a := anne.send(id, c.body); status != c.status || a.Code != c.code || a.Text == "" {
			t.Errorf("%.40s: got %d %+v, want %d %s", c.body, status, a, c.status, c.code)
		}
	}
	if v := anne.view(id); v.Seq != 2 {
		t.Errorf("refused commands left the table at event %d, want 2", v.Seq)
	}
	for path, want := range map[string]int{
		"/api/tables/none": 404, "/api/tables/none/socket": 404, "/api/nothing": 404,
		"/api/tables/" + id + "/plies/9": 404, "/api/tables/" + id + "/plies/x": 400,
	} {
		resp, err := http.Get(anne.url + path)
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("%s: got %d, want %d", path, resp.StatusCode, want)
		}
	}
}

func TestATableThatCannotBeIsRefusedInWords(t *testing.T) {
	anne := newSite(t).device()
	for _, body := range []string{
		``, `{"variant":"chess","seats":[]}`, `{"variant":"all-in","seats":[{"player":"me"}]}`,
		`{"variant":"all-in","seats":[{"player":"me"},{"player":"grey"}]}`,
		`{"variant":"all-in","seats":[{"player":"me"},{"player":"cpu","level":11}]}`,
		`{"variant":"all-in","seats":[{"player":"me"},{"player":"me"}],"clock":{"kind":"sand"}}`,
		`{"variant":"all-in","seats":[{"player":"me"},{"player":"me"}],"options":{"no":"such"}}`,
		`{"variant":"all-in","seats":[{"player":"me"},{"player":"me"}],"start":"` + strings.Repeat("8/", 10000) + `"}`,
	} {
		if status, a := anne.post("/api/tables", body); status != 400 && status != 422 || a.Code == "" || a.Text == "" {
			t.Errorf("%.60s: got %d %+v", body, status, a)
		}
	}
}

func TestThePastIsShownAsItWas(t *testing.T) {
	anne := newSite(t).device()
	id := anne.open(setup("four-player", "red blue yellow green", ""))
	anne.play(id, "d2d4")
	if status, a := anne.send(id, `{"do":"resign"}`); status != 200 {
		t.Fatalf("%d %+v", status, a)
	}
	now := anne.view(id)
	past, err := anne.Past(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	if now.Seats[1].Active || now.Seats[1].Out == nil || now.Men["a7"] != "1Kx" {
		t.Errorf("blue after resigning: %+v, king %q", now.Seats[1], now.Men["a7"])
	}
	if !past.Seats[1].Active || past.Seats[1].Out != nil || past.Men["a7"] != "1K" || past.Men["d4"] != "0P" || len(past.Legal) != 0 {
		t.Errorf("before that: %+v, king %q, pawn %q, %d legal moves", past.Seats[1], past.Men["a7"], past.Men["d4"], len(past.Legal))
	}
}

func TestAPlyNamesTheManTaken(t *testing.T) {
	anne := newSite(t).device()
	for _, c := range []struct{ variant, start, move, want string }{
		{"all-in", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "1P"},
		{"all-in", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "1P"}, // en passant
		{"all-in", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", ""},
		{"mcx4", "k8/9/9/3r5/9/2N~6/9/K8 wq - - 0 1 -", "c3d5", "3R"},
	} {
		table := setup(c.variant, "white black wq bq wk bk", "")
		table.Start = c.start
		id := anne.open(table)
		anne.play(id, c.move)
		if v := anne.view(id); v.Plies[0].Taken != c.want {
			t.Errorf("%s in %s takes %q, want %q", c.move, c.start, v.Plies[0].Taken, c.want)
		}
	}
}

func TestM9TheMovesThatAbandonTheKingAreNamed(t *testing.T) {
	anne := newSite(t).device()
	table := setup("mcx4", "wq bq wk bk", "")
	// Only the Queen can take the rook that gives check.
	table.Start = "1k7/9/9/3Q~5/9/9/7PP/r7K wq - - 0 1 -"
	v := anne.view(anne.open(table))
	if len(v.Check) != 1 || v.Check[0] != "i1" || len(v.Abandons) == 0 || len(v.Abandons) >= len(v.Legal) {
		t.Errorf("check %v, %d legal moves, of which %d abandon the king", v.Check, len(v.Legal), len(v.Abandons))
	}
}

func TestTheCookieIsTheDevicesOwn(t *testing.T) {
	s := newSite(t)
	resp, err := http.Get(s.url + "/api/nothing")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	c := resp.Cookies()
	if len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteLaxMode || len(c[0].Value) < 32 {
		t.Errorf("cookies %+v", c)
	}
	if account.VisitorOf(t.Context()).Owner != "" {
		t.Error("a request without a device has an owner")
	}
}

func TestTheHostSilencesAndLetsSpeakAgain(t *testing.T) {
	s := newSite(t)
	anne, bert := s.device(), s.device()
	id := anne.open(client.Setup{Variant: "all-in", Seats: []client.SetupSeat{{Player: "me"}, {Player: "open"}}})
	for _, c := range []struct {
		by     *device
		body   string
		status int
		hushed bool
	}{
		{bert, `{"do":"sit","seat":1}`, 200, false},
		{anne, `{"do":"hush","seat":1}`, 200, true},
		{bert, `{"do":"say","text":"hello"}`, 403, true},
		{bert, `{"do":"hush","seat":1,"off":true}`, 403, true},
		{anne, `{"do":"hush","seat":1,"off":true}`, 200, false},
		{bert, `{"do":"say","text":"hello"}`, 200, false},
	} {
		if status, a := c.by.send(id, c.body); status != c.status {
			t.Fatalf("%s: %d %+v", c.body, status, a)
		}
		if got := anne.view(id).Seats[1].Hushed; got != c.hushed {
			t.Errorf("after %s the host sees silenced = %v", c.body, got)
		}
	}
}
