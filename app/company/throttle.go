package company

import (
	"crypto/sha256"
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// LoginThrottle remembers the recent guesses at one e-mail. It is stored, so a
// restart gives no new guesses (domain 2.6).
type LoginThrottle struct {
	// Key is a hash of the address: people type passwords into the wrong field.
	Key []byte `msgpack:"k"`
	// Guesses are the moments of those made within LoginWindow, oldest first.
	// A guess counts before it is verified; a right one is forgiven.
	Guesses []time.Time `msgpack:"g"`
}

var throttles = indexes.DefineKeyed(app.Schema, indexes.KeyedSpec[[]byte, LoginThrottle]{
	Name: "login_throttles", Version: 1, Global: true,
	Key:   kv.Bytes,
	KeyOf: func(t *LoginThrottle) []byte { return t.Key },
})

// throttleKey spreads the e-mails evenly, which sweepThrottles relies on.
func throttleKey(email string) []byte {
	sum := sha256.Sum256([]byte(email))
	return sum[:16]
}

// takeGuess counts one guess at an e-mail, or tells how long to wait.
func takeGuess(tx app.Tx, email string) (wait time.Duration, err error) {
	key := throttleKey(email)
	_, err = throttles.Upsert(tx, key, func(t *LoginThrottle) error {
		t.Key = key
		t.Guesses = recent(t.Guesses, tx.Now())
		if len(t.Guesses) >= LoginFailures {
			wait = t.Guesses[0].Add(LoginWindow).Sub(tx.Now())
			return nil
		}
		wait = 0
		t.Guesses = append(t.Guesses, tx.Now())
		return nil
	})
	return wait, err
}

func recent(guesses []time.Time, now time.Time) []time.Time {
	var kept []time.Time
	for _, g := range guesses {
		if now.Sub(g) < LoginWindow {
			kept = append(kept, g)
		}
	}
	return kept
}

// forgive forgets the guesses at an e-mail.
func forgive(tx app.Tx, email string) error {
	err := throttles.Delete(tx, throttleKey(email))
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// staleThrottlesPerGuess is how many stale records each guess clears away, so
// that guesses at ever new addresses cannot fill the store.
const staleThrottlesPerGuess = 2

// sweepThrottles deletes a few records whose guesses are all old, beginning at
// a key as good as random.
func sweepThrottles(tx app.Tx, email string) error {
	var stale [][]byte
	from := throttleKey(email)
	for hit, err := range throttles.Scan(tx, indexes.From(from).Limit(2*staleThrottlesPerGuess)) {
		if err != nil {
			return err
		}
		if len(recent(hit.Rec.Guesses, tx.Now())) == 0 {
			stale = append(stale, hit.Rec.Key)
		}
	}
	for _, key := range stale {
		if err := throttles.Delete(tx, key); err != nil {
			return err
		}
	}
	return nil
}
