package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/google/shlex"

	"melee/bot"
	"melee/rules/catalog"
)

type botCommand struct {
	URL    string `name:"url" required:"" env:"MELEE_URL" help:"Address of the site (https://melee.example)."`
	Token  string `env:"MELEE_TOKEN" help:"The bot's token. Others on this machine may read a command line: rather set MELEE_TOKEN, or use --token-file."`
	File   string `name:"token-file" type:"existingfile" placeholder:"FILE" help:"File whose only line is the token."`
	Engine string `required:"" placeholder:"CMD" help:"Command that starts an engine which speaks UCI ('melee uci')."`

	Set      []string      `sep:"none" placeholder:"NAME=VALUE" help:"Set an option of the engine; may be given several times."`
	Go       string        `placeholder:"WORDS" help:"What 'go' is followed by, in place of the clocks ('nodes 10000')."`
	MoveTime time.Duration `name:"movetime" default:"1s" help:"Time for a move where no clock runs (${default})."`
	Failures int           `default:"3" help:"How often the engine may fail in a game before that is resigned (${default})."`

	Variants       []string      `placeholder:"NAME" help:"Games that are played; without it, those that the engine says it knows."`
	Games          int           `default:"2" help:"Games that are played at once (${default})."`
	From           string        `enum:"all,people,bots" default:"all" help:"Whose challenges are accepted: all, people or bots (${default})."`
	Rated          string        `enum:"all,rated,casual" default:"all" help:"Which games are played: all, rated or casual (${default})."`
	Least          time.Duration `help:"Least time that a clock must give for 40 moves."`
	Most           time.Duration `help:"Most time that a clock may give for 40 moves."`
	Timed          bool          `help:"Play with clocks only."`
	Correspondence bool          `help:"Play games by correspondence too."`

	Seek  []string `sep:"none" placeholder:"GAME" help:"Look for games of this kind, 'mcx4', 'all-in 5+3' or 'mcx4 10+5 play=double'; may be given several times, and is done in turns."`
	Fill  bool     `help:"Seek: play with the CPU where nobody waits."`
	Count int      `help:"Leave after so many games."`
	Leave bool     `help:"Leave running games at the first interrupt too; the CPU then plays on."`
}

// Help tells what the flags do not.
func (botCommand) Help() string {
	return `Plays for an account of kind bot, with any engine that speaks UCI. The account and its token are made in the settings of your own account. Challenges are accepted as the flags say; a game with an option that the engine does not have is declined.

The first interrupt lets the games end that are being played and begins no other; the second leaves them. Lost connections, a server that starts anew and an engine that ends are got over.`
}

// Run plays until it is told to stop.
func (c *botCommand) Run(s streams) error {
	token, err := c.token()
	if err != nil {
		return err
	}
	client, err := bot.NewClient(c.URL, token)
	if err != nil {
		return misuse("bot: " + err.Error())
	}
	words, err := shlex.Split(c.Engine)
	if err != nil || len(words) == 0 {
		return misuse(fmt.Sprintf("bot: --engine '%s' is no command", c.Engine))
	}
	config := bot.Config{
		Client: client, Start: func() (bot.Pipe, error) { return startProgram(words[0], words[1:]) }, Settings: c.Set, MoveTime: c.MoveTime,
		Count: c.Count, Failures: max(c.Failures, 1), Log: slog.New(slog.NewTextHandler(s.err, nil)),
		Policy: bot.Policy{
			Variants: c.Variants, Games: c.Games, From: c.From, Rated: c.Rated, Untimed: !c.Timed, Correspondence: c.Correspondence,
			Least: c.Least, Most: c.Most,
		},
	}
	if c.Go != "" {
		config.Go = "go " + strings.TrimSpace(strings.TrimPrefix(c.Go, "go "))
	}
	for _, text := range c.Seek {
		wish, err := parseWish(text)
		if err != nil {
			return misuse("bot: --seek: " + err.Error())
		}
		wish.Fill, wish.Rated = c.Fill, c.Rated == "rated"
		config.Seek = append(config.Seek, wish)
	}
	if err := config.Policy.Check(); err != nil {
		return misuse("bot: " + err.Error())
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return bot.Run(ctx, config, c.interrupts(cancel))
}

// interrupts returns what is closed at the first interrupt; the second, or with --leave the first, cancels.
func (c *botCommand) interrupts(cancel func()) <-chan struct{} {
	signals, drain := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-signals
		if close(drain); !c.Leave {
			<-signals
		}
		cancel()
	}()
	return drain
}

// token returns the token, of whichever kind it was given.
func (c *botCommand) token() (string, error) {
	switch {
	case c.File != "" && c.Token != "":
		return "", misuse("bot: the token is given twice; either --token-file or MELEE_TOKEN is enough")
	case c.File != "":
		text, err := os.ReadFile(c.File)
		return strings.TrimSpace(string(text)), err
	case c.Token == "":
		return "", misuse("bot: the token is missing: set MELEE_TOKEN or name a file by --token-file\n'melee help bot' tells more")
	}
	return c.Token, nil
}

// parseWish reads a game that is sought: its variant, then a clock in minutes and seconds (5+3) and options of its rules.
func parseWish(text string) (bot.Wish, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return bot.Wish{}, errors.New("a game begins with its variant's name")
	}
	w := bot.Wish{Variant: words[0]}
	v, err := catalog.Find(w.Variant)
	if err != nil {
		return w, err
	}
	for _, word := range words[1:] {
		if name, value, is := strings.Cut(word, "="); is {
			if w.Options == nil {
				w.Options = map[string]string{}
			}
			w.Options[name] = value
			continue
		}
		var minutes float64
		var seconds int64
		if n, err := fmt.Sscanf(word, "%g+%d", &minutes, &seconds); err != nil || n != 2 || fmt.Sprintf("%g+%d", minutes, seconds) != word {
			return w, fmt.Errorf("'%s' is neither a clock such as 5+3 (minutes, seconds for each move) nor an option NAME=VALUE", word)
		}
		w.Clock = bot.Clock{Kind: "increment", Base: int64(minutes * 60_000), Add: seconds * 1000}
	}
	_, err = v.CheckOptions(w.Options)
	return w, err
}
