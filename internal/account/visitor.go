package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"
)

// A Visitor is who sends a request: an account, or a device that has none.
type Visitor struct {
	// Owner stands for the visitor wherever seats and games are owned: that of
	// his account or, without one, that of his device.
	Owner string
	// Device stands for the device alone. It is made from the cookie's secret
	// and does not give it away. It is "" for programs with a token.
	Device string
	// Account is the id of the account and Name its name, "" for guests.
	Account, Name string
	// Session is the id of the session, "" for guests and programs.
	Session  string
	Bot      bool
	Operator bool
	// TimeOut is until when the visitor may not take seats, Muted until when he may not talk.
	TimeOut, Muted time.Time
}

// MayPlay says why the visitor may not take seats or begin games now, nil if he may.
func (v Visitor) MayPlay(now time.Time) error { return until(v.TimeOut, now, "play") }

// MayTalk says why the visitor may not talk now, nil if he may.
func (v Visitor) MayTalk(now time.Time) error { return until(v.Muted, now, "talk") }

// loggedIn refuses guests and programs: what concerns an account itself takes a session.
func (v Visitor) loggedIn() error {
	if v.Account == "" || v.Session == "" {
		return refuse(Forbidden, "", "log in first")
	}
	return nil
}

func until(end, now time.Time, what string) error {
	if !now.Before(end) {
		return nil
	}
	return refuse(Forbidden, "", "an operator does not let you %s until %s", what, end.UTC().Format("2006-01-02 15:04 UTC"))
}

type visitorKey struct{}

// VisitorOf returns the visitor of a request that went through Recognise.
func VisitorOf(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(Visitor)
	return v
}

const (
	deviceCookie  = "melee_device"
	sessionCookie = "melee_session"
	deviceBytes   = 24
	cookieAge     = 365 * 24 * 60 * 60 // seconds
)

// Recognise gives every device a secret of its own in a cookie, finds out who
// is logged in there, and puts the Visitor into the request's context. The
// device's secret is what seats are found again by (F23). A nil service knows no accounts.
func Recognise(s *Service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.recognise(w, r)
		switch {
		case errors.Is(err, errToken):
			w.Header().Set("WWW-Authenticate", `Bearer realm="melee"`)
			fail(w, http.StatusUnauthorized, `{"code":"forbidden","text":"the token is none, or was ended"}`)
			return
		case err != nil:
			s.Log.Error("a visitor could not be recognised", "error", err)
			fail(w, http.StatusInternalServerError, `{"code":"internal","text":"the server failed; try again"}`)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
	})
}

// fail answers with an error as all of the API's are.
func fail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // a reader who has gone is no failure of ours
}

var errToken = errors.New("the token is none")

func (s *Service) recognise(w http.ResponseWriter, r *http.Request) (Visitor, error) {
	if secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && s != nil {
		a, err := s.Bearer(r.Context(), secret)
		if errors.Is(err, ErrNotFound) {
			return Visitor{}, errToken
		}
		return visitorFor(a), err
	}
	device := recogniseDevice(w, r)
	c, err := r.Cookie(sessionCookie)
	if err != nil || s == nil {
		return Visitor{Owner: device, Device: device}, nil
	}
	session, a, err := s.Session(r.Context(), c.Value)
	if errors.Is(err, ErrNotFound) {
		ForgetSession(w, r)
		return Visitor{Owner: device, Device: device}, nil
	}
	v := visitorFor(a)
	v.Device, v.Session = device, session.ID
	return v, err
}

func visitorFor(a Account) Visitor {
	return Visitor{
		Owner: Owner(a.ID), Account: a.ID, Name: a.Name, Bot: a.Kind == Bot, Operator: a.Operator, TimeOut: a.TimeOut, Muted: a.Muted,
	}
}

// foreign tells what another site posts.
var foreign = http.NewCrossOriginProtection()

// recogniseDevice returns the owner key of a request's device, which gets a
// cookie if it has none and the request is not another site's doing.
func recogniseDevice(w http.ResponseWriter, r *http.Request) string {
	secret, ok := readSecret(r)
	if !ok {
		random := make([]byte, deviceBytes)
		rand.Read(random)
		secret = base64.RawURLEncoding.EncodeToString(random)
		// Browsers send no cookie with a form that another site posts, but would keep the new one: the device's seats were lost.
		if foreign.Check(r) == nil {
			http.SetCookie(w, cookie(r, deviceCookie, secret, cookieAge))
		}
	}
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:15])
}

func readSecret(r *http.Request) (string, bool) {
	c, err := r.Cookie(deviceCookie)
	if err != nil {
		return "", false
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	return c.Value, err == nil && len(raw) == deviceBytes
}

// RememberSession sets the cookie of a session that has begun.
func RememberSession(w http.ResponseWriter, r *http.Request, s Session) {
	http.SetCookie(w, cookie(r, sessionCookie, s.Secret, int(sessionAge/time.Second)))
}

// ForgetSession takes the cookie of a session away.
func ForgetSession(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, cookie(r, sessionCookie, "", -1))
}

func cookie(r *http.Request, name, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
	}
}
