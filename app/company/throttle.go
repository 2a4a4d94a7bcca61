package company

import (
	"crypto/sha256"
	"errors"
	"math"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// LoginThrottle is what one budget of guesses has left, and since when a place
// is known. It is stored, so a restart gives no new guesses.
type LoginThrottle struct {
	// Key is a hash of what is counted: people type passwords into the wrong field.
	Key []byte `msgpack:"k"`
	// Guesses are the moments of those made within LoginWindow, oldest first.
	// A guess counts before it is verified; a right one is forgiven.
	Guesses []time.Time `msgpack:"g"`
	// Failed is how many guesses in a row were wrong, and Last when the last one was made;
	// of an e-mail and a known place only.
	Failed int64     `msgpack:"f,omitempty"`
	Last   time.Time `msgpack:"l,omitempty"`
	// Known is when the e-mail last logged in from this place, nil for what is no
	// known place.
	Known *time.Time `msgpack:"n,omitempty"`
}

var throttles = indexes.DefineKeyed(indexes.KeyedSpec[[]byte, LoginThrottle]{
	Name: "login_throttles", Version: 1, Global: true,
	Person:    indexes.Nobody("digests of names that somebody tried"),
	Unaudited: "a counter",
	Key:       kv.Bytes,
	KeyOf:     func(t *LoginThrottle) []byte { return t.Key },
})

// isStale tells whether forgetting the record changes nothing.
func (t *LoginThrottle) isStale(now time.Time) bool {
	return len(recent(t.Guesses, now)) == 0 && t.row(now) == 0 && (t.Known == nil || now.Sub(*t.Known) >= PlaceMemory)
}

// row is how many wrong guesses in a row count now. A last one far ahead was made under
// a clock that was wrong.
func (t *LoginThrottle) row(now time.Time) int64 {
	memory := ShortLoginMemory
	if t.Failed >= LoginFailures {
		memory = LongLoginMemory
	}
	if now.Sub(t.Last).Abs() >= memory {
		return 0
	}
	return t.Failed
}

// delay is how long after a row of wrong guesses the next one has to wait.
func delay(row int64) time.Duration {
	if row < LoginFailures {
		return 0
	}
	return min(LoginWindow<<min(row-LoginFailures, 10), MaxLoginDelay)
}

// budget is how many failures something may cause within LoginWindow.
type budget struct {
	key  []byte
	most int
	// inRow budgets also count wrong guesses in a row.
	inRow bool
}

// guesser is who tries to log in, and from where.
type guesser struct {
	email string
	// address is the network they come from, empty when it says nothing (app.Network).
	address string
}

// throttleKey spreads the budgets evenly, which sweepThrottles relies on. A zero
// byte is in no e-mail and in no address, so no two budgets share a key.
func throttleKey(what string) []byte {
	sum := sha256.Sum256([]byte(what))
	return sum[:16]
}

func (g guesser) placeKey() []byte { return throttleKey(g.email + "\x00from\x00" + g.address) }

// budgets are what a guess is counted in. Where the e-mail has logged in before,
// it is the place's own alone, so that no stranger can use it up: neither by
// guessing at the e-mail from elsewhere, nor by guessing at others from behind
// the same address, nor from a thousand addresses.
func (g guesser) budgets(r app.Reader, now time.Time) ([]budget, error) {
	if g.address != "" {
		place, found, err := throttles.Find(r, g.placeKey())
		if err != nil {
			return nil, err
		}
		if found && place.Known != nil && now.Sub(*place.Known) < PlaceMemory {
			return []budget{{g.placeKey(), LoginFailures, true}}, nil
		}
	}
	all := []budget{{throttleKey(g.email), LoginFailures, true}, {throttleKey("\x00installation"), InstallationFailures, false}}
	if g.address != "" {
		all = append(all, budget{throttleKey("\x00address\x00" + g.address), AddressFailures, false})
	}
	return all, nil
}

// shared are the budgets of something that is asked for without a log-in: those of the
// address, and of all together.
func (g guesser) shared(what string) []budget {
	all := []budget{{throttleKey("\x00" + what + "\x00installation"), InstallationFailures, false}}
	if g.address != "" {
		all = append(all, budget{throttleKey("\x00" + what + "\x00address\x00" + g.address), AddressFailures, false})
	}
	return all
}

// tooManyAttempts tells how long to wait.
func tooManyAttempts(wait time.Duration) error {
	return &app.Error{
		Kind: app.TooMany, RetryAfter: int(math.Ceil(wait.Seconds())),
		Message: app.Msg("Too many attempts. Please try again later."),
	}
}

// takeGuess counts one guess in every budget, or counts it in none and tells how
// long to wait.
func takeGuess(tx app.Tx, all []budget) (wait time.Duration, err error) {
	counted := make([]LoginThrottle, 0, len(all))
	for _, b := range all {
		t, _, err := throttles.Find(tx, b.key)
		if err != nil {
			return 0, err
		}
		t.Key, t.Guesses = b.key, recent(t.Guesses, tx.Wall())
		if n := len(t.Guesses); n >= b.most {
			wait = max(wait, t.Guesses[n-b.most].Add(LoginWindow).Sub(tx.Wall()))
		}
		t.Guesses = append(t.Guesses, tx.Wall())
		if b.inRow {
			row := t.row(tx.Wall())
			wait = max(wait, t.Last.Add(delay(row)).Sub(tx.Wall()))
			t.Failed, t.Last = row+1, tx.Wall()
		}
		counted = append(counted, t)
	}
	if wait > 0 {
		return wait, nil
	}
	for i := range counted {
		if err := throttles.Put(tx, &counted[i]); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

func recent(guesses []time.Time, now time.Time) []time.Time {
	var kept []time.Time
	for _, g := range guesses {
		if now.Sub(g).Abs() < LoginWindow { // one far ahead was made under a clock that was wrong
			kept = append(kept, g)
		}
	}
	return kept
}

// forgive takes a right guess back. The e-mail or the place that it was counted
// in starts again from nothing; what others share gets this one guess back and
// no more, or an account of one's own would pay for guesses at others.
func forgive(tx app.Tx, g guesser, taken []budget, at time.Time) error {
	for i, b := range taken {
		t, found, err := throttles.Find(tx, b.key)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		t.Guesses = without(t.Guesses, at)
		if i == 0 {
			t.Guesses, t.Failed, t.Last = nil, 0, time.Time{}
		}
		if err := keepThrottle(tx, &t); err != nil {
			return err
		}
	}
	if g.address == "" {
		return nil
	}
	now := tx.Wall()
	return throttles.Put(tx, &LoginThrottle{Key: g.placeKey(), Known: &now})
}

// forgiveShared takes a guess back where others are counted too, and leaves it at the
// e-mail: the password was right, and the code is still to come. Pages ask in these two
// steps, and everybody behind one address would pay for each.
func (t *attempt) forgiveShared(tx app.Tx) error {
	for _, b := range t.taken[1:] {
		kept, found, err := throttles.Find(tx, b.key)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		kept.Guesses = without(kept.Guesses, t.at)
		if err := keepThrottle(tx, &kept); err != nil {
			return err
		}
	}
	return nil
}

// without leaves out one guess of that moment.
func without(guesses []time.Time, at time.Time) []time.Time {
	var kept []time.Time
	for i, g := range guesses {
		if g.Equal(at) {
			return append(kept, guesses[i+1:]...)
		}
		kept = append(kept, g)
	}
	return kept
}

// forgiveEmail forgets the guesses at an e-mail.
func forgiveEmail(tx app.Tx, email string) error {
	err := throttles.Delete(tx, throttleKey(email))
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// keepThrottle stores a record while it says something.
func keepThrottle(tx app.Tx, t *LoginThrottle) error {
	if t.isStale(tx.Wall()) {
		return throttles.Delete(tx, t.Key)
	}
	return throttles.Put(tx, t)
}

// throttlesPerSweep is how many records each guess looks at, to clear the stale
// ones away. A guess makes three at most, so guesses at ever new e-mails from
// ever new addresses cannot fill the store.
const throttlesPerSweep = 6

// sweepThrottles deletes a few records that say nothing any more, beginning at
// a key as good as random.
func sweepThrottles(tx app.Tx, g guesser) error {
	var stale [][]byte
	for hit, err := range throttles.Scan(tx, indexes.From(g.placeKey()).Limit(throttlesPerSweep)) {
		if err != nil {
			return err
		}
		if hit.Rec.isStale(tx.Wall()) {
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
