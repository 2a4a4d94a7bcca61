package company

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// crowdOf has so many wait for a slot, after all slots are taken; call the result to let
// everybody go.
func crowdOf(t *testing.T, slots *turns, waiting int) (letGo func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	for range cap(slots.slots) {
		if _, err := slots.acquire(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for range waiting {
		go func() { _, _ = slots.acquire(ctx) }()
	}
	synctest.Wait()
	return func() {
		cancel()
		synctest.Wait()
		for range cap(slots.slots) {
			<-slots.slots
		}
	}
}

// TestNewPasswordsKeepNobodyFromLoggingIn: however many passwords of customers are to be
// hashed, whoever logs in does not wait for them.
func TestNewPasswordsKeepNobodyFromLoggingIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, a, start := is.New(t), app.New(mem.New(mem.Options{}), nil, app.Options{}), time.Now()
		hash, err := hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
		h := hashes.Of(a)
		letGo := crowdOf(t, &h.others, maxHashesWaiting)
		fits, err := verifyPassword(t.Context(), a, hash, goodPassword)
		is.NoErr(err)
		is.True(fits)
		is.Equal(time.Since(start), time.Duration(0)) // nobody was waited for
		_, err = hashPassword(t.Context(), a, goodPassword)
		is.Equal(app.KindOf(err), app.TooMany) // enough wait already
		letGo()
		is.Equal(h.others.waiting.Load(), int64(0)) // who gave up left nothing behind
		_, err = hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
	})
	t.Run("the control: with slots in common whoever logs in waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			is, shared, start := is.New(t), turns{slots: make(chan struct{}, guessesAtOnce())}, time.Now()
			letGo := crowdOf(t, &shared, 10)
			_, err := shared.acquire(t.Context())
			is.Equal(app.KindOf(err), app.TooMany)
			is.True(time.Since(start) >= hashTimeout)
			letGo()
		})
	})
}
