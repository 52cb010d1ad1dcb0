package account

import (
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
)

const (
	ceremonyAge    = 5 * time.Minute
	ceremoniesMax  = 10_000
	ceremoniesFrom = 100 // of one address or account
)

// A ceremony is what is asked of a device that makes or shows a passkey.
type ceremony struct {
	data  webauthn.SessionData
	site  string
	from  string   // who asked: an address or an owner
	fresh *Account // to be made at the end
	keys  []string // of its name
	owner string   // id of the account that adds a key, "" otherwise
	until time.Time
}

// ceremonies are those that wait for an answer, by id.
type ceremonies struct {
	mu      sync.Mutex
	pending map[string]ceremony
}

func (c *ceremonies) put(id string, one ceremony, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	same := 0
	for id, old := range c.pending {
		switch {
		case now.After(old.until):
			delete(c.pending, id)
		case old.from == one.from:
			same++
		}
	}
	if same >= ceremoniesFrom || len(c.pending) >= ceremoniesMax {
		return refuse(TooMany, "", "too many passkeys are asked for at once; try again in some minutes")
	}
	one.until = now.Add(ceremonyAge)
	c.pending[id] = one
	return nil
}

// take returns a ceremony once.
func (c *ceremonies) take(id string, now time.Time) (ceremony, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, ok := c.pending[id]
	delete(c.pending, id)
	if !ok || now.After(one.until) {
		return one, refuse(Passkey, "", "it took too long; ask for the passkey again")
	}
	return one, nil
}
