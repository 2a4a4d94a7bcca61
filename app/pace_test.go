package app_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/kv"
	"marquee/kv/mem"
)

// listener is an engine that hears whether transactions share the commits of others.
type listener struct {
	kv.Engine
	shares bool
}

func (l *listener) Update(ctx context.Context, fn func(kv.Tx) error) error {
	l.shares = kv.IsPatient(ctx)
	return l.Engine.Update(ctx, fn)
}

// TestUnhurriedWorkSharesTheCommitsOfOthers, while there are others.
func TestUnhurriedWorkSharesTheCommitsOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		engine := &listener{Engine: mem.New(mem.Options{})}
		a := app.New(engine, nil, app.Options{})
		unhurried, pace := a.Unhurried(t.Context())
		write := func(ctx context.Context) { is.NoErr(a.UpdateCompany(ctx, 1, func(app.Tx) error { return nil })) }
		write(unhurried)
		is.True(!engine.shares) // nobody is there
		is.Equal(pace.Crowd(), 1)
		guard := &app.Caller{CompanyID: 1, Super: true}
		is.NoErr(a.Update(t.Context(), guard, app.Authenticated, func(app.Tx) error {
			is.True(pace.Beside())
			return nil
		}))
		is.True(!engine.shares) // who is waited for
		write(unhurried)
		is.True(engine.shares)
		write(t.Context())
		is.True(!engine.shares) // the work of the box office that is in a hurry
		time.Sleep(time.Second)
		write(unhurried)
		is.True(!engine.shares) // they are gone
	})
}

// TestCrowd: how many are served for each processor, while they are.
func TestCrowd(t *testing.T) {
	is := is.New(t)
	a := app.New(mem.New(mem.Options{}), nil, app.Options{})
	_, pace := a.Unhurried(t.Context())
	guard := &app.Caller{CompanyID: 1, Super: true}
	inside, done := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	n := 3 * runtime.GOMAXPROCS(0)
	for range n {
		all.Go(func() {
			is.NoErr(a.View(t.Context(), guard, app.Authenticated, func(app.Reader) error {
				inside <- struct{}{}
				<-done
				return nil
			}))
		})
	}
	for range n {
		<-inside
	}
	is.Equal(pace.Crowd(), 3)
	close(done)
	all.Wait()
	is.Equal(pace.Crowd(), 1)
}

// TestPace: long work rests while others are served, and goes on without a rest when there
// is nobody.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is := is.New(t)
		a := app.New(mem.New(mem.Options{}), nil, app.Options{})
		guard := &app.Caller{CompanyID: 1, Super: true}
		served := func(ctx context.Context) {
			is.NoErr(a.View(ctx, guard, app.Authenticated, func(app.Reader) error { return nil }))
		}
		ctx, cancel := context.WithCancel(t.Context())
		ctx, pace := a.Unhurried(ctx)
		piece := func() (rested time.Duration) {
			time.Sleep(time.Millisecond) // the work of the piece
			began := time.Now()
			is.NoErr(pace.Rest(ctx))
			return time.Since(began)
		}
		is.Equal(piece(), time.Duration(0)) // nobody is there
		served(ctx)
		is.Equal(piece(), time.Duration(0)) // it reads itself
		served(t.Context())
		is.Equal(piece(), 7*time.Millisecond)
		is.Equal(piece(), 7*time.Millisecond) // whoever was served a moment ago may be back
		time.Sleep(time.Second)
		is.NoErr(a.Update(t.Context(), guard, app.Authenticated, func(app.Tx) error { return nil }))
		is.Equal(piece(), 100*time.Millisecond) // a piece that took long is no reason to stop for long
		time.Sleep(time.Second)
		is.Equal(piece(), time.Duration(0)) // they are gone
		served(t.Context())
		cancel()
		is.True(errors.Is(pace.Rest(ctx), context.Canceled))
	})
}
