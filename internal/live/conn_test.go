package live

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// payload returns what a short frame carries.
func payload(frame []byte) []byte {
	switch frame[1] {
	case 126:
		return frame[4:]
	case 127:
		return frame[10:]
	}
	return frame[2:]
}

// RFC 6455, 5.2: the shortest form of the length, no mask from a server.
func TestFramesSayHowLongTheyAre(t *testing.T) {
	for n, head := range map[int][]byte{
		0: {0x81, 0}, 125: {0x81, 125}, 126: {0x81, 126, 0, 126}, 65535: {0x81, 126, 255, 255},
		65536: {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0},
	} {
		body := bytes.Repeat([]byte("x"), n)
		want := append(head, body...)
		if got := appendFrame(nil, opText, body); !bytes.Equal(got, want) {
			t.Errorf("%d bytes: the frame begins with % x", n, got[:min(len(got), 12)])
		}
		if got := framed(append(make([]byte, frameHead), body...)); !bytes.Equal(got, want) {
			t.Errorf("%d bytes, framed in place: the frame begins with % x", n, got[:min(len(got), 12)])
		}
	}
}

func TestABucketFillsAgainAndIsForgottenWhenFull(t *testing.T) {
	l := newLimiter(2, 3)
	allowed := 0
	for range 20 {
		if l.allow("anne", noon) {
			allowed++
		}
	}
	if allowed != 7 || !l.allow("bert", noon) {
		t.Errorf("%d at once, want 7 of anne and as many of bert", allowed)
	}
	if !l.allow("anne", noon.Add(time.Second)) {
		t.Error("nothing has come back in a second")
	}
	if l.sweep(noon.Add(2 * time.Second)); len(l.buckets) != 1 {
		t.Errorf("%d buckets are kept, want that of anne", len(l.buckets))
	}
	if l.sweep(noon.Add(time.Minute)); len(l.buckets) != 0 {
		t.Errorf("%d buckets are kept, want none", len(l.buckets))
	}
	free := newLimiter(0, 3)
	for range 1000 {
		if !free.allow("anne", noon) {
			t.Fatal("there is no limit, and it is reached")
		}
	}
}

// Behind a proxy an address is what the proxy itself has added, if anything;
// without one nobody is believed what he says of himself.
func TestAnAddressIsTheProxysWordOrThePeers(t *testing.T) {
	for _, c := range []struct {
		proxy bool
		sent  []string
		want  string
	}{
		{false, nil, "192.0.2.9"},
		{false, []string{"198.51.100.1"}, "192.0.2.9"},
		{true, nil, "192.0.2.9"},
		{true, []string{"nonsense"}, "192.0.2.9"},
		{true, []string{"198.51.100.1"}, "198.51.100.1"},
		{true, []string{"203.0.113.7, 198.51.100.1"}, "198.51.100.1"},
		{true, []string{"203.0.113.7", "2001:db8::1"}, "2001:db8::1"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = "192.0.2.9:4711"
		for _, line := range c.sent {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := (&Server{Config: Config{Proxy: c.proxy}}).Address(r); got != c.want {
			t.Errorf("proxy %v, forwarded for %q: %s, want %s", c.proxy, c.sent, got, c.want)
		}
	}
}
