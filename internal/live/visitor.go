package live

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
)

// A Visitor is the device a request comes from.
type Visitor struct {
	// Owner stands for the device wherever it is stored or compared. It is
	// made from the cookie's secret and does not give it away.
	Owner string
}

type visitorKey struct{}

// VisitorOf returns the visitor of a request that went through Recognise.
func VisitorOf(ctx context.Context) Visitor {
	v, _ := ctx.Value(visitorKey{}).(Visitor)
	return v
}

const (
	deviceCookie = "melee_device"
	secretBytes  = 24
	cookieAge    = 365 * 24 * 60 * 60 // seconds
)

// Recognise gives every device a secret of its own in a cookie and puts the
// Visitor into the request's context. The secret is what seats are found again by (F23).
func Recognise(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, ok := readSecret(r)
		if !ok {
			random := make([]byte, secretBytes)
			rand.Read(random)
			secret = base64.RawURLEncoding.EncodeToString(random)
			http.SetCookie(w, &http.Cookie{
				Name: deviceCookie, Value: secret, Path: "/", MaxAge: cookieAge,
				HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https",
			})
		}
		sum := sha256.Sum256([]byte(secret))
		v := Visitor{Owner: base64.RawURLEncoding.EncodeToString(sum[:15])}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, v)))
	})
}

func readSecret(r *http.Request) (string, bool) {
	c, err := r.Cookie(deviceCookie)
	if err != nil {
		return "", false
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	return c.Value, err == nil && len(raw) == secretBytes
}
