package api_test

import (
	"net/http"
	"testing"
)

// meet lets anne challenge bert and bert accept; both are told that the game has begun.
func meet(t *testing.T, s *site, body string) (anne, bert *robot, annes, berts *reader, game string) {
	t.Helper()
	anne, bert = s.robot("Anne"), s.robot("Bert")
	annes, berts = anne.reads("/api/stream/event"), bert.reads("/api/stream/event")
	made := anne.must("/api/challenge/bert", body)
	told := berts.next("challenge")
	if at(told, "challenge", "id") != made["id"] || at(told, "challenge", "challenger", "name") != "Anne" || at(told, "challenge", "challenger", "title") != "BOT" {
		t.Fatalf("made %v, told %v", made, told)
	}
	game = made["id"].(string)
	bert.must("/api/challenge/"+game+"/accept", "")
	for _, r := range []*reader{annes, berts} {
		if begun := r.next("gameStart"); at(begun, "game", "id") != game || at(begun, "game", "gameId") != game {
			t.Fatalf("%s begins with %v", game, begun)
		}
	}
	return anne, bert, annes, berts, game
}

func TestTwoBotsPlayAGame(t *testing.T) {
	anne, bert, annes, berts, game := meet(t, newSite(t), `{"variant":"all-in","color":"white","clock":{"kind":"increment","base":60000,"add":1000},"takeBacks":true}`)
	path := "/api/bot/game/" + game
	follow := bert.reads("/api/bot/game/stream/" + game + "?legal=1")
	full := follow.next("gameFull")
	for _, want := range []struct {
		path []any
		want any
	}{
		{[]any{"id"}, game}, {[]any{"variant", "key"}, "all-in"}, {[]any{"initialFen"}, "startpos"}, {[]any{"white", "name"}, "Anne"},
		{[]any{"black", "title"}, "BOT"}, {[]any{"you", 0}, 1.0}, {[]any{"seats", 0, "player"}, "account"}, {[]any{"seats", 1, "player"}, "you"},
		{[]any{"clock", "increment"}, 1000.0}, {[]any{"state", "moves"}, ""}, {[]any{"state", "status"}, "started"}, {[]any{"state", "turn"}, 0.0},
		{[]any{"state", "btime"}, 60000.0}, {[]any{"state", "clocks", 1}, 60000.0}, {[]any{"state", "legal"}, nil},
	} {
		if got := at(full, want.path...); got != want.want {
			t.Errorf("%v is %v, want %v", want.path, got, want.want)
		}
	}
	anne.must(path+"/move/e2e4", "")
	state := follow.next("gameState")
	if state["moves"] != "e2e4" || state["turn"] != 1.0 || len(state["legal"].([]any)) < 20 {
		t.Errorf("after e2e4: %v", state)
	}
	if status, answer := bert.asks("POST", path+"/move/e4e9", ""); status != http.StatusUnprocessableEntity || answer["code"] != "illegal_move" {
		t.Errorf("e4e9: %d %v", status, answer)
	}
	bert.must(path+"/move/e7e5", "")
	follow.next("gameState")
	anne.must(path+"/chat", "room=player&text=hello+you")
	if line := follow.next("chatLine"); line["text"] != "hello you" || line["username"] != "Anne" || line["room"] != "table" {
		t.Errorf("heard %v", line)
	}
	bert.must(path+"/takeback/yes", "")
	if state := follow.next("gameState"); at(state, "offers", 0, "what") != "takeback" || state["btakeback"] != true {
		t.Errorf("offered: %v", state)
	}
	anne.must(path+"/takeback/yes", "")
	if state := follow.next("gameState"); state["moves"] != "e2e4" {
		t.Errorf("taken back to %v", state)
	}
	anne.must(path+"/draw/yes", "")
	follow.next("gameState")
	bert.must(path+"/draw/no", "")
	if state := follow.next("gameState"); len(state["offers"].([]any)) != 0 {
		t.Errorf("declined: %v", state)
	}
	bert.must(path+"/resign", "")
	if state := follow.next("gameState"); state["status"] != "resign" || state["winner"] != "white" || at(state, "result", "reason") != "resignation" {
		t.Errorf("resigned: %v", state)
	}
	follow.ends()
	for _, r := range []*reader{annes, berts} {
		if over := r.next("gameFinish"); at(over, "game", "id") != game || at(over, "game", "winner") != "white" {
			t.Errorf("finish: %v", over)
		}
	}
}

// A move that is sent again, as after a lost answer, is not played again; one for a position that has passed is refused.
func TestMovesAreForOnePosition(t *testing.T) {
	anne, bert, _, _, game := meet(t, newSite(t), `{"variant":"all-in","color":"white"}`)
	full := anne.reads("/api/bot/game/stream/" + game).next("gameFull")
	seq := int(at(full, "state", "seq").(float64))
	path := "/api/bot/game/" + game + "/move/"
	query := "?seat=white&seq=" + itoa(seq)
	once := anne.must(path+"e2e4"+query, "")
	bert.must(path+"e7e5", "")
	if again := anne.must(path+"e2e4"+query, ""); again["seq"] != once["seq"] {
		t.Errorf("sent again: %v, first %v", again, once)
	}
	status, answer := anne.asks("POST", path+"d2d4"+query, "")
	if status != http.StatusConflict || answer["code"] != "conflict" || answer["seq"].(float64) <= once["seq"].(float64) {
		t.Errorf("a move for a position that has passed: %d %v", status, answer)
	}
	if status, answer = bert.asks("POST", path+"d7d5", ""); status != http.StatusConflict || answer["code"] != "not_your_turn" {
		t.Errorf("out of turn: %d %v", status, answer)
	}
}
