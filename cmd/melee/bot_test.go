package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"melee/bot"
	"melee/internal/account"
	"melee/internal/archive"
	"melee/internal/store/sqlite"
	"melee/rules"
	"melee/rules/catalog"
)

// A host is a server that runs as a process of its own, over a file that stays when it is stopped.
type host struct {
	*testing.T
	data, addr string
	cmd        *exec.Cmd
}

// newHost makes a site with bots of these names, and returns their tokens.
func newHost(t *testing.T, names ...string) (h *host, tokens []string) {
	t.Helper()
	h = &host{T: t, data: filepath.Join(t.TempDir(), "m.db"), addr: "127.0.0.1:0"}
	store, err := sqlite.Open(t.Context(), h.data, sqlite.WithDurability(sqlite.OS))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	accounts, err := accountsIn(store, annals{Archive: archiveIn(store)}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	session, err := accounts.SignUp(t.Context(), "Olive", "correct horse battery", account.From{})
	if err != nil {
		t.Fatal(err)
	}
	owner := account.Visitor{Account: session.Account, Session: session.ID}
	for _, name := range names {
		_, token, err := accounts.NewBot(t.Context(), owner, name, "")
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token.Secret)
	}
	h.start()
	t.Cleanup(h.stop)
	return h, tokens
}

// start starts the server and waits until it listens.
func (h *host) start() {
	h.Helper()
	h.cmd = exec.Command("melee", "serve", "--addr", h.addr, "--data", h.data, "--durability", "os", "--comfort", "0s", "--rate", "0")
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, found := strings.Cut(lines.Text(), "http://"); found {
			h.addr = strings.TrimSpace(url)
			go io.Copy(io.Discard, out)
			return
		}
	}
	h.Fatal("the server does not listen")
}

func (h *host) stop() {
	if h.cmd == nil {
		return
	}
	h.cmd.Process.Signal(syscall.SIGTERM)
	if err := h.cmd.Wait(); err != nil && !h.Failed() {
		h.Errorf("the server ended with %v", err)
	}
	h.cmd = nil
}

// A player is a bot that runs as a process of its own.
type player struct {
	*testing.T
	cmd *exec.Cmd
	log *strings.Builder
}

// bot starts melee bot with melee uci.
func (h *host) bot(token string, args ...string) *player {
	h.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := &player{T: h.T, log: &strings.Builder{}}
	args = append([]string{"bot", "--url", "http://" + h.addr, "--engine", "melee uci", "--set", "Hash=1", "--go", "nodes 60"}, args...)
	p.cmd = exec.CommandContext(ctx, "melee", args...)
	p.cmd.Env = append(os.Environ(), "MELEE_TOKEN="+token)
	p.cmd.Stderr = p.log
	if err := p.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() {
		cancel()
		p.cmd.Wait() // a second time where the test has waited already
	})
	return p
}

// ends waits until the bot has ended by itself.
func (p *player) ends() {
	p.Helper()
	if err := p.cmd.Wait(); err != nil {
		p.Fatalf("the bot: %v\n%s", err, p.log)
	}
}

// played returns the finished games of the site.
func (h *host) played() []archive.Game {
	h.Helper()
	h.stop() // its last games are in the archive then
	store, err := sqlite.Open(h.Context(), h.data)
	if err != nil {
		h.Fatal(err)
	}
	defer store.Close()
	list, _, err := archiveIn(store).Search(h.Context(), archive.Filter{Unlisted: true, Limit: 50})
	if err != nil {
		h.Fatal(err)
	}
	return list
}

// Two bots that look for games meet at public tables; a third plays the CPU. All play to the end.
func TestBotsPlayAWholeGameOfEachVariant(t *testing.T) {
	h, tokens := newHost(t, "Anne", "Bert", "Carl")
	games := []string{"--seek", "all-in", "--seek", "mcx4 play=double", "--seek", "four-player-teams", "--count", "3", "--games", "1"}
	anne, bert := h.bot(tokens[0], games...), h.bot(tokens[1], games...)
	carl := h.bot(tokens[2], "--seek", "four-player move_limit=20", "--fill", "--count", "1")
	for _, p := range []*player{anne, bert, carl} {
		p.ends()
	}
	seen := map[string]int{}
	for _, g := range h.played() {
		seen[g.Variant]++
		if g.Plies < 10 {
			t.Errorf("%s ended after %d plies by %s", g.Variant, g.Plies, g.Ending)
		}
	}
	for _, variant := range []string{"all-in", "mcx4", "four-player-teams", "four-player"} {
		if seen[variant] != 1 {
			t.Errorf("%d games of %s were played, want 1\n%s\n%s\n%s", seen[variant], variant, anne.log, bert.log, carl.log)
		}
	}
}

// A server that stops and starts anew in the middle of a game finds the bot again, which plays on.
func TestABotSurvivesARestartOfTheServer(t *testing.T) {
	h, tokens := newHost(t, "Anne", "Bert")
	anne := h.bot(tokens[0], "--count", "1")
	client, err := bot.NewClient("http://"+h.addr, tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	made, err := client.Challenge(t.Context(), "Anne", bot.Wish{Variant: "half-in", Color: "black"})
	if err != nil {
		t.Fatal(err)
	}
	bert := &opponent{T: t, client: client, game: made.ID}
	bert.begins()
	bert.plays(4)
	h.stop()
	h.start()
	bert.plays(8)
	if err := client.Resign(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	anne.ends()
}

// An opponent plays the black men of a game with the first move it may.
type opponent struct {
	*testing.T
	client *bot.Client
	game   string
}

// begins waits until the game has begun.
func (o *opponent) begins() {
	o.Helper()
	ctx, cancel := context.WithCancel(o.Context())
	defer cancel()
	begun := false
	err := o.client.Events(ctx, func(e bot.Event) {
		if e.Type == "gameStart" && e.Game.ID == o.game {
			begun = true
			cancel()
		}
	})
	if !begun {
		o.Fatalf("the game does not begin: %v", err)
	}
}

// plays plays on until so many plies have been played.
func (o *opponent) plays(plies int) {
	o.Helper()
	ctx, cancel := context.WithCancel(o.Context())
	defer cancel()
	reached := false
	err := o.client.Follow(ctx, o.game, func(m bot.Message) {
		s := m.State
		if m.Full != nil {
			s = *m.Full
		}
		moves := strings.Fields(s.Moves)
		if reached = len(moves) >= plies; reached {
			cancel()
			return
		}
		if s.Turn == nil || *s.Turn != 1 {
			return
		}
		if err := o.client.Move(ctx, o.game, firstMove(o.T, "half-in", moves), 1, s.Seq, 0); err != nil {
			o.Error(err)
			cancel()
		}
	})
	if !reached {
		o.Fatalf("the game does not go on: %v", err)
	}
}

// firstMove returns a legal move after those that were played.
func firstMove(t *testing.T, variant string, moves []string) string {
	v, err := catalog.Find(variant)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.New(v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		var a rules.Action
		if a, err = rules.ParseAction(g, text); err == nil {
			_, err = g.Do(a)
		}
		if err != nil {
			t.Error(err)
			return ""
		}
	}
	return g.Moves(nil)[0].Text(g.Geometry())
}

// The first interrupt ends a bot that plays nothing at once, and in good order.
func TestABotEndsAtAnInterrupt(t *testing.T) {
	h, tokens := newHost(t, "Anne")
	cmd := exec.Command("melee", "bot", "--url", "http://"+h.addr, "--engine", "melee uci")
	cmd.Env = append(os.Environ(), "MELEE_TOKEN="+tokens[0])
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() && !strings.Contains(lines.Text(), "at the server") {
	}
	cmd.Process.Signal(os.Interrupt)
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the bot ended with %v", err)
	}
}
