package live

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"melee/internal/account"
)

// Limits bound what one device and one address may ask for. Zero is no limit.
type Limits struct {
	// Commands are those of a device in a second, beside a burst of three seconds' worth;
	// an address may send devicesPerAddress times as many, and ask for readsPerCommand times as many pages and views.
	Commands float64
	// Sockets are those an address opens in a second, beside a burst of thirty seconds' worth.
	Sockets float64
	// Tables are those an address sets up in a second, beside a burst of a minute's worth.
	Tables float64
}

// maxFrames is how many frames a socket may send in slowStep ticks, whatever they say; more are no player's.
const maxFrames = 250

// devicesPerAddress is how many busy devices an address is believed to have:
// one that changes its cookie with every command is still held back.
const devicesPerAddress = 10

// openPerAddress is how many sockets and streams an address may have at once.
const openPerAddress = 400

// readsPerCommand is how much more an address may read than a device may do: whole schools sit behind one.
const readsPerCommand = 10

// LimitReads refuses requests of an address that asks for more than people do.
func (s *Server) LimitReads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if reads && !s.reads.allow(s.address(r), time.Now()) {
			s.busy(w, "too many requests from this address")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A limiter holds a bucket for each key, as long as it is not full again.
type limiter struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

func newLimiter(perSecond, seconds float64) *limiter {
	return &limiter{rate: rate.Limit(perSecond), burst: int(perSecond*seconds) + 1, buckets: map[string]*rate.Limiter{}}
}

// allow takes one from the key's bucket, if there is one left.
func (l *limiter) allow(key string, now time.Time) bool { return l.allowN(key, now, 1) }

// allowN takes n from the key's bucket, all of them where it holds no more than that, if they are there.
func (l *limiter) allowN(key string, now time.Time, n int) bool {
	if l.rate == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, ok := l.buckets[key]
	if !ok {
		bucket = rate.NewLimiter(l.rate, l.burst)
		l.buckets[key] = bucket
	}
	return bucket.AllowN(now, min(n, l.burst))
}

// sweep forgets the buckets that are full.
func (l *limiter) sweep(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, bucket := range l.buckets {
		if bucket.TokensAt(now) >= float64(l.burst) {
			delete(l.buckets, key)
		}
	}
}

// MayOpen reports whether a request's address may set up another table now, and counts it.
func (s *Server) MayOpen(r *http.Request) bool { return s.opens.allow(s.address(r), time.Now()) }

// MayConnect reports whether a request's address may open another stream now, and counts it.
func (s *Server) MayConnect(r *http.Request) bool { return s.connects.allow(s.address(r), time.Now()) }

// MayCommand reports whether a request's device may ask for something now, and counts it.
func (s *Server) MayCommand(r *http.Request) bool {
	return s.mayCommand(account.VisitorOf(r.Context()).Owner, s.address(r))
}

func (s *Server) mayCommand(owner, address string) bool {
	now := time.Now()
	return s.commands.allow(owner, now) && s.addresses.allow(address, now)
}

// Address returns where a request comes from, for limits of others.
func (s *Server) Address(r *http.Request) string { return s.address(r) }

// address returns where a request comes from: as the proxy says, if there is one, else the peer.
func (s *Server) address(r *http.Request) string {
	if s.Proxy {
		// The last entry is the proxy's own; those before it can be anybody's invention.
		list := r.Header.Values("X-Forwarded-For")
		if n := len(list); n > 0 {
			last := list[n-1]
			if address := strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:]); net.ParseIP(address) != nil {
				return address
			}
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
