package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"melee/internal/account"
	"melee/internal/store/sqlite"
)

// adminCommand is what whoever runs the server may do without a browser.
type adminCommand struct {
	Add       adminAdd       `cmd:"" help:"Make an account; its password is read from standard input, a bot's token is printed."`
	Operator  adminOperator  `cmd:"" help:"Make an account an operator's, or no longer."`
	Mute      adminMute      `cmd:"" help:"Keep an account from talking for a time."`
	TimeOut   adminTimeOut   `cmd:"" name:"time-out" help:"Keep an account from playing for a time."`
	Delete    adminDelete    `cmd:"" help:"Delete an account for good; its games stay, without its name."`
	Password  adminPassword  `cmd:"" help:"Give an account whose password is lost a new one."`
	Reports   adminReports   `cmd:"" help:"List what has been reported."`
	Audit     adminAudit     `cmd:"" help:"List what operators have done."`
	Recompute adminRecompute `cmd:"" help:"Work all ratings out anew from the rated games."`
}

// Help says how the commands work beside a server.
func (*adminCommand) Help() string {
	return "Works on the file of a server, which may be running. A server that runs goes by new rights at the next request; sockets that are open keep theirs until they are opened again. While ratings are recomputed nothing else is stored: stop a busy server before that."
}

// adminData names the server's file.
type adminData struct {
	Data string `default:"melee.db" env:"MELEE_DATA" type:"path" help:"The server's file."`
}

// root is whoever has a shell on the server's machine.
var root = account.Visitor{Operator: true}

// within opens the server's file and its accounts.
func (d adminData) within(s streams, do func(context.Context, *sqlite.Store, *account.Service) error) error {
	if _, err := os.Stat(d.Data); err != nil {
		return misuse(fmt.Sprintf("%s is no server's file: %v; name it with --data", d.Data, err))
	}
	ctx := context.Background()
	store, err := sqlite.Open(ctx, d.Data)
	if err != nil {
		return err
	}
	defer store.Close()
	log := slog.New(slog.NewTextHandler(s.err, nil))
	accounts, err := accountsIn(store, annals{Archive: archiveIn(store)}, log)
	if err != nil {
		return err
	}
	return do(ctx, store, accounts)
}

// named opens the file and finds an account by its name.
func (d adminData) named(s streams, name string, do func(context.Context, *account.Service, account.Account) error) error {
	return d.within(s, func(ctx context.Context, _ *sqlite.Store, accounts *account.Service) error {
		a, err := accounts.ByName(ctx, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return do(ctx, accounts, a)
	})
}

type adminAdd struct {
	adminData
	Name string `arg:"" help:"Name of the account."`
	Bot  bool   `help:"It is a program's."`
}

// Run makes an account.
func (c *adminAdd) Run(s streams) error {
	return c.within(s, func(ctx context.Context, _ *sqlite.Store, accounts *account.Service) error {
		if c.Bot {
			_, token, err := accounts.NewBot(ctx, root, c.Name, "")
			if err == nil {
				fmt.Fprintln(s.out, token.Secret)
			}
			return err
		}
		password, err := typed(s)
		if err != nil {
			return err
		}
		_, err = accounts.SignUp(ctx, c.Name, password, account.From{Browser: "melee admin"})
		return err
	})
}

// typed reads a password from standard input, so that it is in no list of commands.
func typed(s streams) (string, error) {
	text, err := io.ReadAll(io.LimitReader(s.in, 1<<10))
	return strings.TrimRight(string(text), "\r\n"), err
}

type adminOperator struct {
	adminData
	Name string `arg:"" help:"Name of the account."`
	Off  bool   `help:"Take the right away."`
}

// Run makes an operator.
func (c *adminOperator) Run(s streams) error {
	return c.named(s, c.Name, func(ctx context.Context, accounts *account.Service, a account.Account) error {
		return accounts.SetOperator(ctx, root, a.ID, !c.Off)
	})
}

type adminMute struct {
	adminData
	Name string        `arg:"" help:"Name of the account."`
	For  time.Duration `default:"24h" help:"How long; 0 lets it talk again (${default})."`
	Why  string        `help:"Why, for the audit log."`
}

// Run mutes an account.
func (c *adminMute) Run(s streams) error {
	return c.named(s, c.Name, func(ctx context.Context, accounts *account.Service, a account.Account) error {
		return accounts.Mute(ctx, root, a.ID, c.For, c.Why)
	})
}

type adminTimeOut struct {
	adminData
	Name string        `arg:"" help:"Name of the account."`
	For  time.Duration `default:"24h" help:"How long; 0 lets it play again (${default})."`
	Why  string        `help:"Why, for the audit log."`
}

// Run times an account out.
func (c *adminTimeOut) Run(s streams) error {
	return c.named(s, c.Name, func(ctx context.Context, accounts *account.Service, a account.Account) error {
		return accounts.SetTimeOut(ctx, root, a.ID, c.For, c.Why)
	})
}

type adminDelete struct {
	adminData
	Name string `arg:"" help:"Name of the account."`
	Yes  bool   `help:"Really delete it."`
}

// Run deletes an account.
func (c *adminDelete) Run(s streams) error {
	if !c.Yes {
		return misuse("admin delete: a deleted account does not come back; add --yes if it is to be deleted")
	}
	return c.named(s, c.Name, func(ctx context.Context, accounts *account.Service, a account.Account) error {
		return accounts.Expel(ctx, root, a.ID)
	})
}

type adminPassword struct {
	adminData
	Name string `arg:"" help:"Name of the account."`
}

// Run gives a new password.
func (c *adminPassword) Run(s streams) error {
	password, err := typed(s)
	if err != nil {
		return err
	}
	return c.named(s, c.Name, func(ctx context.Context, accounts *account.Service, a account.Account) error {
		return accounts.ResetPassword(ctx, root, a.ID, password)
	})
}

type adminReports struct {
	adminData
	All   bool   `help:"Those that are closed too."`
	Close int64  `placeholder:"N" help:"Close the report with this number."`
	Why   string `help:"What was done about it, for the audit log."`
}

// Run lists reports or closes one.
func (c *adminReports) Run(s streams) error {
	return c.within(s, func(ctx context.Context, _ *sqlite.Store, accounts *account.Service) error {
		if c.Close != 0 {
			return accounts.CloseReport(ctx, root, c.Close, c.Why)
		}
		list, err := accounts.Reports(ctx, root, !c.All, 0)
		for _, r := range list {
			name := r.Account
			if a, err := accounts.ByID(ctx, r.Account); err == nil && a.Name != "" {
				name = a.Name
			}
			place := r.Game
			if r.Ply > 0 {
				place += fmt.Sprintf(", ply %d", r.Ply)
			}
			fmt.Fprintf(s.out, "%d  %s  %s  %s  %s  %q\n", r.ID, r.At.Format(time.RFC3339), name, r.Reason, place, r.Text)
		}
		return err
	})
}

type adminAudit struct{ adminData }

// Run lists what operators have done.
func (c *adminAudit) Run(s streams) error {
	return c.within(s, func(ctx context.Context, _ *sqlite.Store, accounts *account.Service) error {
		list, err := accounts.Audit(ctx, root, 0)
		for _, e := range list {
			actor := e.Actor
			if actor == "" {
				actor = "-"
			}
			fmt.Fprintf(s.out, "%d  %s  %s  %s  %s  %q\n", e.ID, e.At.Format(time.RFC3339), actor, e.Action, e.Subject, e.Detail)
		}
		return err
	})
}

type adminRecompute struct{ adminData }

// Run recomputes the ratings.
func (c *adminRecompute) Run(s streams) error {
	return c.within(s, func(ctx context.Context, store *sqlite.Store, _ *account.Service) error {
		n, err := store.Recompute(ctx)
		if err == nil {
			fmt.Fprintf(s.out, "ratings follow from %d games\n", n)
		}
		return err
	})
}
