package firstrun

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"math"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/company"
)

const (
	// CodeLife is how long a code is good.
	CodeLife = time.Hour
	// maxGuesses is how many wrong codes are looked at in guessWindow.
	maxGuesses  = 20
	guessWindow = time.Minute

	codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ" // none looks like another
	codeGroups  = 4
	codeGroup   = 4
)

// awaited is who an App waits for.
type awaited struct {
	mu      sync.Mutex
	waits   bool
	hash    [sha256.Size]byte
	until   time.Time
	guesses int
	since   time.Time // of the guesses
}

var founders = app.NewPerApp(func() *awaited { return new(awaited) })

// NewCode draws a code: some 79 bits, in groups that can be read out.
func NewCode() string {
	var b strings.Builder
	for i := range codeGroups * codeGroup {
		if i > 0 && i%codeGroup == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeLetters[draw(len(codeLetters))])
	}
	return b.String()
}

// draw is a number below n, each as likely as any other.
func draw(n int) int {
	for {
		var b [1]byte
		rand.Read(b[:])
		if at := int(b[0]); at < 256/n*n {
			return at % n
		}
	}
}

// normal is a code as somebody may have typed it, as it was drawn.
func normal(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, code))
}

// Await lets whoever has the code set up an installation that has no company; where it has one,
// nobody is awaited.
func Await(ctx context.Context, a *app.App, code string) (waits bool, err error) {
	ids, err := company.IDs(ctx, a)
	if err != nil || len(ids) > 0 {
		return false, err
	}
	w := founders.Of(a)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waits, w.hash, w.until = true, sha256.Sum256([]byte(normal(code))), a.Now().Add(CodeLife)
	return true, nil
}

// Awaits tells whether somebody is awaited who sets up the installation.
func Awaits(a *app.App) bool {
	w := founders.Of(a)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.waits
}

// Check refuses a wrong code, and after too many of them every wrong one without saying so. The
// right one is taken however many others guess: nobody keeps a founder out.
func Check(a *app.App, code string) error {
	w := founders.Of(a)
	w.mu.Lock()
	defer w.mu.Unlock()
	now := a.Now()
	if !w.waits {
		return company.SetUpAlready()
	}
	given := sha256.Sum256([]byte(normal(code)))
	if subtle.ConstantTimeCompare(given[:], w.hash[:]) == 1 && now.Before(w.until) {
		return nil
	}
	if now.Sub(w.since) >= guessWindow || now.Before(w.since) {
		w.since, w.guesses = now, 0
	}
	if w.guesses >= maxGuesses {
		wait := guessWindow - now.Sub(w.since)
		return &app.Error{
			Kind: app.TooMany, RetryAfter: int(math.Ceil(wait.Seconds())),
			Message: app.Msg("Too many attempts. Please try again later."),
		}
	}
	w.guesses++
	return app.Field("code", "is wrong, or was used")
}

// found ends the waiting.
func (w *awaited) found() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waits, w.hash = false, [sha256.Size]byte{}
}

// Found makes the company, its first user and their session for whoever has the code.
func Found(ctx context.Context, a *app.App, code string, in company.Founding) (company.Founded, error) {
	if err := Check(a, code); err != nil {
		return company.Founded{}, err
	}
	if in.Password == "" {
		return company.Founded{}, app.Field("password", "is required")
	}
	made, err := company.Found(ctx, a, in)
	if err == nil || company.IsSetUp(err) {
		founders.Of(a).found()
	}
	return made, err
}
