package pages

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"melee/internal/account"
	"melee/internal/stream"
	"melee/web"
)

// maxPasskey bounds what a browser sends of a passkey, in bytes.
const maxPasskey = 64 << 10

// A keyForm is what a browser sends at each step of making or showing a
// passkey: at first a name, then the answer of the device under the id it was asked with.
type keyForm struct {
	Name     string          `json:"name"`
	Label    string          `json:"label"`
	ID       string          `json:"id"`
	Response json.RawMessage `json:"response"`
}

// passkey answers one step, for the script of the account pages.
func (s *site) passkey(w http.ResponseWriter, r *http.Request, words *web.Words) {
	var f keyForm
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPasskey))
	if err == nil {
		err = json.Unmarshal(body, &f)
	}
	var answer any
	if err != nil {
		err = &account.Refused{Code: account.Invalid}
	} else {
		answer, err = s.passkeyStep(w, r, r.PathValue("step"), f)
	}
	var refused *account.Refused
	status := http.StatusOK
	switch {
	case errors.As(err, &refused):
		field, text := refusal(words, refused)
		status, answer = statusOf(refused), map[string]string{"code": string(refused.Code), "field": field, "text": text}
	case err != nil:
		s.Log.Error("a passkey could not be asked for", "error", err)
		status, answer = http.StatusInternalServerError, map[string]string{"code": "internal", "text": words.Say("pages.status.500.text")}
	}
	stream.Answer(w, status, answer)
}

func (s *site) passkeyStep(w http.ResponseWriter, r *http.Request, step string, f keyForm) (any, error) {
	ctx, v, site := r.Context(), account.VisitorOf(r.Context()), s.originOf(r)
	switch step {
	case "sign-up":
		return s.Accounts.BeginSignUp(ctx, f.Name, site, s.Limits.Address(r))
	case "signed-up":
		session, err := s.Accounts.FinishSignUp(ctx, f.ID, string(f.Response), s.from(r))
		return entered(w, r, session, err)
	case "log-in":
		return s.Accounts.BeginLogIn(site, s.Limits.Address(r))
	case "logged-in":
		session, err := s.Accounts.FinishLogIn(ctx, f.ID, string(f.Response), s.from(r))
		return entered(w, r, session, err)
	case "add":
		return s.Accounts.BeginAddKey(ctx, v, site)
	case "added":
		return struct{}{}, s.Accounts.FinishAddKey(ctx, v, f.ID, f.Label, string(f.Response))
	}
	return nil, &account.Refused{Code: account.NotFound}
}

// entered lets a session that has begun be remembered.
func entered(w http.ResponseWriter, r *http.Request, session account.Session, err error) (any, error) {
	if err == nil {
		account.RememberSession(w, r, session)
	}
	return struct{}{}, err
}
