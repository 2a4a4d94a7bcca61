package company

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

// crowdOf has so many wait for a place, after all places are taken; call the result to let
// everybody go.
func crowdOf(t *testing.T, class *admission.Class, waiting int) (letGo func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var taken []*admission.Place
	for range class.Places {
		place, err := class.Enter(ctx, admission.Ask{})
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, place)
	}
	for range waiting {
		go func() { _, _ = class.Enter(ctx, admission.Ask{}) }()
	}
	synctest.Wait()
	return func() {
		cancel()
		synctest.Wait()
		for _, place := range taken {
			place.Leave()
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
		letGo := crowdOf(t, newHashes(a), maxHashesWaiting)
		fits, err := verifyPassword(t.Context(), a, hash, goodPassword)
		is.NoErr(err)
		is.True(fits)
		is.Equal(time.Since(start), time.Duration(0)) // nobody was waited for
		_, err = hashPassword(t.Context(), a, goodPassword)
		is.Equal(app.KindOf(err), app.TooMany) // enough wait already
		letGo()
		is.Equal(newHashes(a).Figures().Waiting, 0) // who gave up left nothing behind
		_, err = hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
	})
	t.Run("the control: with slots in common whoever logs in waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			is, shared, start := is.New(t), admission.New("both", hashLimits(guessesAtOnce())), time.Now()
			letGo := crowdOf(t, shared, 10)
			_, err := app.Enter(t.Context(), shared, admission.Ask{})
			is.Equal(app.KindOf(err), app.TooMany)
			is.True(time.Since(start) >= hashTimeout)
			letGo()
		})
	})
}
