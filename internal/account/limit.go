package account

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Attempts bounds how often a password may be tried wrongly, and accounts made. Zero is no limit.
type Attempts struct {
	// PerName and PerAddress are wrong passwords in Within.
	PerName, PerAddress int
	// SignUps are new accounts of one address in Within.
	SignUps int
	Within  time.Duration
}

// StandardAttempts lets people mistype and keeps guessing slow.
var StandardAttempts = Attempts{PerName: 10, PerAddress: 30, SignUps: 10, Within: 15 * time.Minute}

// attempts holds a bucket for each name and address that is not full again.
type attempts struct {
	limits Attempts
	mu     *sync.Mutex
	by     map[string]*rate.Limiter
	// swept is when full buckets were last forgotten.
	swept *time.Time
}

func newAttempts(limits Attempts) attempts {
	return attempts{limits, &sync.Mutex{}, map[string]*rate.Limiter{}, &time.Time{}}
}

// left reports whether the key has an attempt left; it takes none.
func (a attempts) left(key string, most int, now time.Time) bool {
	if most == 0 {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	bucket, ok := a.by[key]
	return !ok || bucket.TokensAt(now) >= 1
}

// take takes an attempt from the key's bucket.
func (a attempts) take(key string, most int, now time.Time) {
	if most == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	bucket, ok := a.by[key]
	if !ok {
		bucket = rate.NewLimiter(rate.Limit(float64(most)/a.limits.Within.Seconds()), most)
		a.by[key] = bucket
	}
	bucket.AllowN(now, 1)
	if now.Sub(*a.swept) > a.limits.Within {
		*a.swept = now
		for key, bucket := range a.by {
			if bucket.TokensAt(now) >= float64(bucket.Burst()) {
				delete(a.by, key)
			}
		}
	}
}

// mayTry refuses a password of a name or from an address that has tried too often.
func (s *Service) mayTry(folded, address string) error {
	now := s.Now()
	if !s.attempts.left("name "+folded, s.Attempts.PerName, now) || !s.attempts.left("address "+address, s.Attempts.PerAddress, now) {
		return refuse(TooMany, "", "too many attempts; try again in some minutes")
	}
	return nil
}

// failed counts a wrong password.
func (s *Service) failed(folded, address string) {
	now := s.Now()
	s.attempts.take("name "+folded, s.Attempts.PerName, now)
	s.attempts.take("address "+address, s.Attempts.PerAddress, now)
}
