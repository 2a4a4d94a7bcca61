package attempt

import (
	"context"
	"errors"
	"sync"

	"marquee/app"
)

// ErrPending: the outside gave no answer. The attempt stays begun, and the reconciler
// finishes it.
var ErrPending = errors.New("the outside gave no answer yet")

// ErrUndecided is the error of a call or a question to which the outside answered that
// it does not know yet. The attempt stays begun, and is asked about again later.
var ErrUndecided = errors.New("the outside has not decided yet")

// underWay are the attempts that this process is calling the outside for.
type underWay struct {
	mu  sync.Mutex
	ids map[[2]int64]bool // company, id
}

var underWays = app.NewPerApp(func() *underWay { return &underWay{ids: map[[2]int64]bool{}} })

func (u *underWay) enter(company, id int64) (leave func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ids[[2]int64{company, id}] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.ids, [2]int64{company, id})
	}
}

func (u *underWay) has(company, id int64) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.ids[[2]int64{company, id}]
}

// Call calls the outside for an attempt that was begun, and finishes it. It goes on when
// the caller goes away: the outside may have done it. ErrPending leaves the attempt
// begun. In a dry run nobody is called, and the outside is taken to agree.
func (k *Kind[T]) Call(ctx context.Context, a *app.App, at Attempt[T], outside func(ctx context.Context, at Attempt[T]) (Outcome, error)) (Attempt[T], error) {
	if app.Dry(a) {
		return k.end(ctx, a, at, Outcome{State: Done})
	}
	defer underWays.Of(a).enter(at.Company, at.ID)()
	ctx = context.WithoutCancel(ctx)
	var o Outcome
	call, cancel := context.WithTimeout(ctx, k.spec.Timeout)
	defer cancel()
	err := app.Recovered(func() (err error) { o, err = outside(call, at); return err })
	if errors.Is(err, ErrUndecided) {
		return at, errors.Join(ErrPending, err)
	}
	if err != nil {
		// What the outside says may quote its customer, so it is not logged.
		a.Log().Warn("an attempt is left to the reconciler", "kind", k.spec.Name, "attempt", at.ID, "company", at.Company, "stack", app.StackOf(err))
		return at, errors.Join(ErrPending, err)
	}
	return k.end(ctx, a, at, o)
}

// end finishes an attempt in a transaction of its own.
func (k *Kind[T]) end(ctx context.Context, a *app.App, at Attempt[T], o Outcome) (ended Attempt[T], err error) {
	err = a.UpdateCompany(ctx, at.Company, func(tx app.Tx) (err error) {
		ended, err = k.Finish(tx, at.ID, o)
		return err
	})
	if errors.Is(err, errEnded) {
		a.Log().Error("an attempt ended in another way before its answer came", "kind", k.spec.Name, "attempt", at.ID, "company", at.Company, "answer", o.State.String())
	}
	if err != nil {
		return at, err
	}
	return ended, nil
}
