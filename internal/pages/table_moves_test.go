package pages

import (
	"io"
	"regexp"
	"strings"
	"testing"
)

// TestMovesAreReadInRounds holds that a round ends with its last seat, whoever
// has left (F13), and that what is no move stands in words.
func TestMovesAreReadInRounds(t *testing.T) {
	h, live := newSite()
	post(h, createPath("fr"), "variant", "four-player", "mode", "same")
	for _, token := range []string{"h2h4", "b7c7", "resign:yellow", "m8l8", "h4h5", "c7d7"} {
		act(t, live.states["abc"], token)
	}
	body, err := io.ReadAll(ask(h, "GET", tablePath("fr", "abc"), "").Body)
	if err != nil {
		t.Fatal(err)
	}
	var rounds []string
	for _, round := range regexp.MustCompile(`(?s)<li value="\d+">.*?</li>`).FindAllString(string(body), -1) {
		text := regexp.MustCompile(`<[^>]+>`).ReplaceAllString(round, " ")
		rounds = append(rounds, strings.Join(strings.Fields(text), " "))
	}
	if got, want := strings.Join(rounds, " / "), "h4 c7 abandon l8 / h5 d7"; got != want {
		t.Errorf("the moves are %q, want %q", got, want)
	}
}
