package sqlite_test

import (
	"context"
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"melee/internal/account"
)

func TestPasswordsAreChangedAndEndOtherSessions(t *testing.T) {
	w := newTown(t)
	anne := w.signUp("Anne", "")
	from := account.From{Address: "2"}
	other, err := w.LogIn(t.Context(), "Anne", "correct horse", from)
	if err != nil {
		t.Fatal(err)
	}
	w.refuses(account.Wrong, w.ChangePassword(t.Context(), anne, "wrong horse", "battery staple", "1"))
	w.refuses(account.Weak, w.ChangePassword(t.Context(), anne, "correct horse", "anne", "1"))
	if err := w.ChangePassword(t.Context(), anne, "correct horse", "battery staple", "1"); err != nil {
		t.Fatal(err)
	}
	if v := w.visitor(other); v.Account != "" {
		t.Error("another session goes on")
	}
	_, err = w.LogIn(t.Context(), "Anne", "correct horse", from)
	w.refuses(account.Wrong, err)
	if _, err = w.LogIn(t.Context(), "Anne", "battery staple", from); err != nil {
		t.Error(err)
	}
}

func TestGuessingIsHeldBackByNameAndAddress(t *testing.T) {
	w := newTown(t)
	w.signUp("Anne", "")
	for i := range 3 {
		_, err := w.LogIn(t.Context(), "Anne", "wrong horse", account.From{Address: string(rune('a' + i))})
		w.refuses(account.Wrong, err)
	}
	_, err := w.LogIn(t.Context(), "Anne", "correct horse", account.From{Address: "x"})
	w.refuses(account.TooMany, err)
	for range 5 {
		_, err := w.LogIn(t.Context(), "Nobody"+rand.Text(), "wrong horse", account.From{Address: "y"})
		w.refuses(account.Wrong, err)
	}
	_, err = w.LogIn(t.Context(), "Bert", "wrong horse", account.From{Address: "y"})
	w.refuses(account.TooMany, err)
	w.now = w.now.Add(time.Minute)
	if _, err := w.LogIn(t.Context(), "Anne", "correct horse", account.From{Address: "x"}); err != nil {
		t.Errorf("after a while: %v", err)
	}
}

// A crowd holds every login back until all of them have begun.
type crowd struct {
	account.Store
	here sync.WaitGroup
}

func (c *crowd) Named(ctx context.Context, key string) (account.Account, string, error) {
	c.here.Done()
	c.here.Wait()
	return c.Store.Named(ctx, key)
}

func TestGuessesThatComeAtOnceAreHeldBack(t *testing.T) {
	w := newTown(t)
	w.signUp("Anne", "")
	const guesses = 20
	all := &crowd{Store: w.store}
	all.here.Add(guesses)
	w.Store = all
	refused := make(chan error, guesses)
	for range guesses {
		go func() {
			_, err := w.LogIn(t.Context(), "Anne", "wrong horse", account.From{Address: rand.Text()})
			refused <- err
		}()
	}
	var compared int
	for range guesses {
		if code := codeOf(<-refused); code == account.Wrong {
			compared++
		} else if code != account.TooMany {
			t.Errorf("a guess was answered '%s'", code)
		}
	}
	if compared < 3 || compared > 4 { // one may be compared beside the last
		t.Errorf("%d guesses of %d were compared, want 3", compared, guesses)
	}
}
