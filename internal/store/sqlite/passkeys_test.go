package sqlite_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"melee/internal/account"
)

// site is where the virtual device below makes its keys.
const site = "https://melee.example"

// device is a device that makes and shows passkeys.
type device struct {
	party virtualwebauthn.RelyingParty
	virtualwebauthn.Authenticator
}

func newDevice() *device {
	return &device{virtualwebauthn.RelyingParty{ID: "melee.example", Name: "Mêlée", Origin: site}, virtualwebauthn.NewAuthenticator()}
}

// fullKey is how many bytes a public key takes. One of 128 begins a coordinate
// with a zero, which the virtual device leaves out and servers must refuse.
const fullKey = 77

// makes answers the question for a new passkey.
func (d *device) makes(t *testing.T, asked account.Asked) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(asked.Options))
	if err != nil {
		t.Fatal(err)
	}
	key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	for len(key.Key.AttestationData()) < fullKey {
		key = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	d.Options.UserHandle = []byte(options.UserID)
	d.AddCredential(key)
	return virtualwebauthn.CreateAttestationResponse(d.party, d.Authenticator, key, *options)
}

// shows answers the question for a passkey of the site.
func (d *device) shows(t *testing.T, asked account.Asked) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(asked.Options))
	if err != nil {
		t.Fatal(err)
	}
	return virtualwebauthn.CreateAssertionResponse(d.party, d.Authenticator, d.Credentials[0], *options)
}

func TestAPasskeyMakesAnAccountAndLogsIn(t *testing.T) {
	w, phone := newTown(t), newDevice()
	asked, err := w.BeginSignUp(t.Context(), "Anne", site, "1")
	if err != nil {
		t.Fatal(err)
	}
	answer := phone.makes(t, asked)
	session, err := w.FinishSignUp(t.Context(), asked.ID, answer, account.From{Address: "1"})
	if err != nil {
		t.Fatal(err)
	}
	anne := w.visitor(session)
	_, err = w.FinishSignUp(t.Context(), asked.ID, answer, account.From{Address: "1"})
	w.refuses(account.Passkey, err) // a question is answered once
	question, err := w.BeginLogIn(site, "1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.FinishLogIn(t.Context(), question.ID, phone.shows(t, question), account.From{Address: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if v := w.visitor(again); v.Account != anne.Account || v.Name != "Anne" {
		t.Errorf("visitor %+v", v)
	}
	// A stranger's device has no key of this site.
	question, err = w.BeginLogIn(site, "1")
	if err != nil {
		t.Fatal(err)
	}
	other := newDevice()
	other.Options.UserHandle = phone.Options.UserHandle
	other.AddCredential(virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2))
	_, err = w.FinishLogIn(t.Context(), question.ID, other.shows(t, question), account.From{Address: "1"})
	w.refuses(account.Passkey, err)
	// Another site's answer is none.
	question, err = w.BeginLogIn(site, "1")
	if err != nil {
		t.Fatal(err)
	}
	phone.party.Origin = "https://melee.example.evil"
	_, err = w.FinishLogIn(t.Context(), question.ID, phone.shows(t, question), account.From{Address: "1"})
	w.refuses(account.Passkey, err)

	keys, err := w.Keys(t.Context(), anne)
	if err != nil || len(keys) != 1 || keys[0].Used.IsZero() {
		t.Fatalf("keys %+v, %v", keys, err)
	}
	w.refuses(account.Invalid, w.RemoveKey(t.Context(), anne, keys[0].ID)) // the only way in
	tablet := newDevice()
	asked, err = w.BeginAddKey(t.Context(), anne, site)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.FinishAddKey(t.Context(), anne, asked.ID, "Tablet", tablet.makes(t, asked)); err != nil {
		t.Fatal(err)
	}
	if err := w.RemoveKey(t.Context(), anne, keys[0].ID); err != nil {
		t.Fatal(err)
	}
	if keys, err := w.Keys(t.Context(), anne); err != nil || len(keys) != 1 || keys[0].Name != "Tablet" {
		t.Errorf("keys %+v, %v", keys, err)
	}
}

func FuzzPasskeyAnswers(f *testing.F) {
	f.Add(`{"id":"x","response":{}}`)
	f.Add("\xff")
	f.Add(strings.Repeat("[", 5000))
	f.Fuzz(func(t *testing.T, answer string) {
		w := newTown(t)
		question, err := w.BeginLogIn(site, "1")
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.FinishLogIn(t.Context(), question.ID, answer, account.From{})
		w.refuses(account.Passkey, err)
		asked, err := w.BeginSignUp(t.Context(), "Anne", site, "1")
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.FinishSignUp(t.Context(), asked.ID, answer, account.From{})
		w.refuses(account.Passkey, err)
	})
}

func TestPasskeysThatAreAskedForAtOnceAreNoMoreThanAllowed(t *testing.T) {
	w := newTown(t)
	anne := w.signUp("Anne", "")
	var asked []account.Asked
	for range 21 {
		one, err := w.BeginAddKey(t.Context(), anne, site)
		if err != nil {
			t.Fatal(err)
		}
		asked = append(asked, one)
	}
	for i, one := range asked[:20] {
		if err := w.FinishAddKey(t.Context(), anne, one.ID, fmt.Sprint("Key ", i), newDevice().makes(t, one)); err != nil {
			t.Fatal(err)
		}
	}
	w.refuses(account.TooMany, w.FinishAddKey(t.Context(), anne, asked[20].ID, "Key 20", newDevice().makes(t, asked[20])))
}

// One address cannot use up the questions that everybody needs.
func TestQuestionsOfAnAddressAreBounded(t *testing.T) {
	w := newTown(t)
	for range 100 {
		if _, err := w.BeginLogIn(site, "1"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.BeginLogIn(site, "1")
	w.refuses(account.TooMany, err)
	if _, err := w.BeginLogIn(site, "2"); err != nil {
		t.Errorf("another address: %v", err)
	}
	w.now = w.now.Add(6 * time.Minute)
	if _, err := w.BeginLogIn(site, "1"); err != nil {
		t.Errorf("after the questions have run out: %v", err)
	}
}
