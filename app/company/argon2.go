package company

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/admission"

	// argon2id is what current guidance asks of new systems: it costs an
	// attacker memory. It is named here only, and its parameters are stored with
	// each hash, so they can rise without a change of any record.
	"golang.org/x/crypto/argon2"
)

const (
	argonMemory  = 19 << 10 // KiB
	argonTime    = 2
	argonThreads = 1
	argonKey     = 32 // bytes
	argonSalt    = 16 // bytes

	// newHashesAtOnce is how many new passwords are hashed at once, beside those of
	// log-ins. Each takes that memory.
	newHashesAtOnce = 1
	// maxHashesWaiting is how many wait for their turn, of each kind; of more, the
	// latest is refused.
	maxHashesWaiting = 100
	// hashTimeout is how long one waits for its turn.
	hashTimeout = 5 * time.Second
)

// hashing keeps log-ins apart from everything else that hashes passwords: whoever
// stores a thousand customers with passwords waits for himself, and nobody who logs in
// waits for him.
type hashing struct{ memory uint32 } // KiB of each hash

var hashes = app.NewPerApp(func() *hashing { return &hashing{argonMemory} })

// guessesAtOnce is how many passwords of log-ins are compared at once: on half of the
// processors, so that a flood of guesses leaves the other half to the gates.
func guessesAtOnce() int64 { return int64(max(1, runtime.GOMAXPROCS(0)/2)) }

func hashLimits(atOnce int64) admission.Limits {
	return admission.Limits{Places: atOnce, Line: maxHashesWaiting, LineEach: maxHashesWaiting, Patience: hashTimeout}
}

func passwordGuesses(a *app.App) *admission.Class {
	return app.Classes(a).Of("passwords of log-ins", hashLimits(guessesAtOnce()))
}

func newHashes(a *app.App) *admission.Class {
	return app.Classes(a).Of("new passwords", hashLimits(newHashesAtOnce))
}

// hashPassword gives the PHC string of a password.
func hashPassword(ctx context.Context, a *app.App, password string) (string, error) {
	h := hashes.Of(a)
	place, err := app.Enter(ctx, newHashes(a), admission.Ask{})
	if err != nil {
		return "", err
	}
	defer place.Leave()
	salt := make([]byte, argonSalt)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	key := argon2.IDKey([]byte(password), salt, argonTime, h.memory, argonThreads, argonKey)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.memory, argonTime, argonThreads, b64.EncodeToString(salt), b64.EncodeToString(key)), nil
}

// phc is a parsed PHC string.
type phc struct {
	memory, time uint32
	threads      uint8
	salt, key    []byte
}

// decoy is what a guess at an unknown e-mail is compared with, so that it
// costs as much as a guess at a known one. No password has this key.
func (h *hashing) decoy() phc {
	return phc{h.memory, argonTime, argonThreads, make([]byte, argonSalt), make([]byte, argonKey)}
}

// verifyPassword compares in constant time. An empty or damaged hash costs the
// same as a good one and never fits.
func verifyPassword(ctx context.Context, a *app.App, hash, password string) (bool, error) {
	all := hashes.Of(a)
	h, fits := all.toCompare(hash)
	place, err := app.Enter(ctx, passwordGuesses(a), admission.Ask{})
	if err != nil {
		return false, err
	}
	defer place.Leave()
	key := argon2.IDKey([]byte(password), h.salt, h.time, h.memory, h.threads, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(key, h.key) == 1 && fits, nil
}

// toCompare is what a guess is compared with, and whether it can fit at all.
func (h *hashing) toCompare(hash string) (known phc, canFit bool) {
	known, err := parsePHC(hash)
	if err != nil {
		return h.decoy(), false
	}
	return known, true
}

func parsePHC(s string) (phc, error) {
	var (
		h       phc
		version int
	)
	parts, err := splitPHC(s)
	if err != nil {
		return h, err
	}
	if _, err := fmt.Sscanf(parts[0]+" "+parts[1], "v=%d m=%d,t=%d,p=%d", &version, &h.memory, &h.time, &h.threads); err != nil {
		return h, err
	}
	if h.salt, err = base64.RawStdEncoding.DecodeString(parts[2]); err != nil {
		return h, err
	}
	if h.key, err = base64.RawStdEncoding.DecodeString(parts[3]); err != nil {
		return h, err
	}
	if version != argon2.Version || h.time == 0 || h.threads == 0 || len(h.key) < argonKey {
		return h, errors.New("password hash: not one of ours")
	}
	return h, nil
}

// splitPHC gives version, parameters, salt and key.
func splitPHC(s string) ([]string, error) {
	rest, ok := strings.CutPrefix(s, "$argon2id$")
	parts := strings.Split(rest, "$")
	if !ok || len(parts) != 4 {
		return nil, errors.New("password hash: not one of ours")
	}
	return parts, nil
}
