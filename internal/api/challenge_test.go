package api_test

import (
	"net/http"
	"testing"
	"time"

	"melee/internal/api"
)

// Seats of a challenge wait for those who are asked; the game begins with the last of them.
func TestAChallengeOfFour(t *testing.T) {
	s := newSite(t)
	anne, bert, carl := s.robot("Anne"), s.robot("Bert"), s.robot("Carl")
	annes, berts, carls := anne.reads("/api/stream/event"), bert.reads("/api/stream/event"), carl.reads("/api/stream/event")
	made := anne.must("/api/challenge/Bert", `{"variant":"four-player","seats":[{"player":"account","name":"Bert"},{"player":"me"},{"player":"cpu","level":2},{"player":"account","name":"Carl"}]}`)
	id := made["id"].(string)
	if told := carls.next("challenge"); at(told, "challenge", "you", 0) != 3.0 || at(told, "challenge", "seats", 2, "level") != 2.0 {
		t.Errorf("Carl is told %v", told)
	}
	berts.next("challenge")
	if _, list := carl.asks("GET", "/api/challenge", ""); at(list, "in", 0, "id") != id || len(list["out"].([]any)) != 0 {
		t.Errorf("Carl's challenges: %v", list)
	}
	carl.must("/api/challenge/"+id+"/accept", "")
	if status, answer := carl.asks("GET", "/api/bot/game/stream/"+id, ""); status != http.StatusConflict {
		t.Errorf("a game that has not begun: %d %v", status, answer)
	}
	bert.must("/api/challenge/"+id+"/accept", "")
	for seat, r := range []*reader{berts, annes, nil, carls} {
		if r != nil {
			if begun := r.next("gameStart"); at(begun, "game", "you", 0) != float64(seat) {
				t.Errorf("seat %d begins with %v", seat, begun)
			}
		}
	}
	if _, now := bert.asks("GET", "/api/account/playing", ""); at(now, "nowPlaying", 0, "gameId") != id || at(now, "nowPlaying", 0, "isMyTurn") != true {
		t.Errorf("Bert plays %v", now)
	}
}

func TestChallengesThatAreOff(t *testing.T) {
	s := newSite(t)
	anne, bert := s.robot("Anne"), s.robot("Bert")
	annes, berts := anne.reads("/api/stream/event"), bert.reads("/api/stream/event")
	ask := func() string {
		id := anne.must("/api/challenge/Bert", "variant=mcx4&clock.limit=300&clock.increment=3&options.play=double&color=wq")["id"].(string)
		told := berts.next("challenge")
		if at(told, "challenge", "timeControl", "limit") != 300.0 || at(told, "challenge", "options", "play") != "double" || len(at(told, "challenge", "you").([]any)) != 2 {
			t.Errorf("challenged: %v", told)
		}
		annes.next("challenge")
		return id
	}
	id := ask()
	bert.must("/api/challenge/"+id+"/decline", "reason=later")
	if told := annes.next("challengeDeclined"); at(told, "challenge", "id") != id || at(told, "challenge", "declineReason") != "later" {
		t.Errorf("declined: %v", told)
	}
	if status, _ := bert.asks("POST", "/api/challenge/"+id+"/accept", ""); status != http.StatusNotFound {
		t.Errorf("accepted what was declined: %d", status)
	}
	id = ask()
	if status, _ := bert.asks("POST", "/api/challenge/"+id+"/cancel", ""); status != http.StatusForbidden {
		t.Errorf("cancelled by who was challenged: %d", status)
	}
	anne.must("/api/challenge/"+id+"/cancel", "")
	if told := berts.next("challengeCanceled"); at(told, "challenge", "status") != "canceled" {
		t.Errorf("cancelled: %v", told)
	}
}

func TestChallengesLapse(t *testing.T) {
	s := newSiteWith(t, api.Config{ChallengeFor: time.Nanosecond})
	anne, bert := s.robot("Anne"), s.robot("Bert")
	berts := bert.reads("/api/stream/event")
	anne.must("/api/challenge/Bert", `{"variant":"all-in"}`)
	if told := berts.next("challengeCanceled"); at(told, "challenge", "declineReason") == nil {
		t.Errorf("lapsed: %v", told)
	}
}

// Who comes back is told what is open; the newest stream ends the one before.
func TestComingBack(t *testing.T) {
	s := newSite(t)
	anne, bert, annes, _, game := meet(t, s, `{"variant":"all-in"}`)
	bert.must("/api/challenge/Anne", `{"variant":"half-in"}`)
	again := anne.reads("/api/stream/event")
	if begun := again.next("gameStart"); at(begun, "game", "id") != game {
		t.Errorf("begins with %v", begun)
	}
	if told := again.next("challenge"); at(told, "challenge", "variant", "key") != "half-in" {
		t.Errorf("goes on with %v", told)
	}
	annes.ends()
}

// Two who look for the same game meet; the ally's seats go with the first.
func TestSeekersMeet(t *testing.T) {
	s := newSite(t)
	anne, bert := s.robot("Anne"), s.robot("Bert")
	annes, berts := anne.reads("/api/stream/event"), bert.reads("/api/stream/event")
	const wish = `{"variant":"mcx4","options":{"play":"double"},"clock":{"kind":"increment","base":60000,"add":1000}}`
	first := anne.must("/api/seek", wish)
	if first["status"] != "gathering" || len(first["you"].([]any)) != 2 {
		t.Fatalf("Anne waits at %v", first)
	}
	if other := bert.must("/api/seek", `{"variant":"mcx4"}`); other["id"] == first["id"] {
		t.Errorf("Bert, who wants another clock, sits at %v", other)
	} else if status, answer := bert.asks("DELETE", "/api/seek/"+other["id"].(string), ""); status != http.StatusOK {
		t.Errorf("Bert's seek stays: %d %v", status, answer)
	}
	if met := bert.must("/api/seek", wish); met["id"] != first["id"] || met["status"] != "playing" || len(met["you"].([]any)) != 2 {
		t.Fatalf("Bert sits at %v", met)
	}
	annes.next("gameStart")
	berts.next("gameStart")
	if alone := bert.must("/api/seek", `{"variant":"all-in","fill":true}`); alone["status"] != "playing" {
		t.Errorf("with the CPU: %v", alone)
	}
}
