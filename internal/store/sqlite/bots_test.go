package sqlite_test

import (
	"testing"

	"melee/internal/account"
)

// A bot is its maker's: he may give it a new token or delete it, nobody else may, and it goes with his account.
func TestABotBelongsToItsMaker(t *testing.T) {
	w := newTown(t)
	anne, bert := w.signUp("Anne", ""), w.signUp("Bert", "")
	bot, first := w.bot(anne, "Annes Bot")
	w.bot(bert, "Berts Bot")

	if own, err := w.Bots(t.Context(), anne); err != nil || len(own) != 1 || own[0].ID != bot.ID || own[0].Maker != anne.Account {
		t.Errorf("Anne has %+v, %v", own, err)
	}
	for what, foreign := range map[string]func() error{
		"renew":                   func() error { _, _, err := w.RenewBot(t.Context(), bert, bot.ID); return err },
		"erase":                   func() error { _, err := w.EraseBot(t.Context(), bert, bot.ID); return err },
		"erase a person as a bot": func() error { _, err := w.EraseBot(t.Context(), anne, bert.Account); return err },
	} {
		if err := foreign(); codeOf(err) != account.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}

	_, second, err := w.RenewBot(t.Context(), anne, bot.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Bearer(t.Context(), first.Secret); err != account.ErrNotFound {
		t.Errorf("the old token still works: %v", err)
	}
	if a, err := w.Bearer(t.Context(), second.Secret); err != nil || a.ID != bot.ID {
		t.Errorf("the new token: %+v, %v", a, err)
	}
	if err := w.Delete(t.Context(), anne, "correct horse", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Bearer(t.Context(), second.Secret); err != account.ErrNotFound {
		t.Errorf("the token outlives its bot's maker: %v", err)
	}
	if a, err := w.ByID(t.Context(), bot.ID); err != nil || !a.Deleted {
		t.Errorf("the bot outlives its maker: %+v, %v", a, err)
	}
	if own, err := w.Bots(t.Context(), bert); err != nil || len(own) != 1 {
		t.Errorf("another's bot is gone: %v, %v", own, err)
	}
}

func (w *town) bot(v account.Visitor, name string) (account.Account, account.Token) {
	w.Helper()
	a, token, err := w.NewBot(w.Context(), v, name, "")
	if err != nil {
		w.Fatal(err)
	}
	return a, token
}
