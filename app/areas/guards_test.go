package areas_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// rivalled lets another command commit between what the next transaction reads and its own
// commit, as stores do where each transaction sees a snapshot. Without guards the two learn of
// one another only by what both write.
type rivalled struct {
	kv.Engine
	clock     *apptest.Clock
	rival     func()
	unguarded bool
}

func (e *rivalled) Update(ctx context.Context, fn func(kv.Tx) error) error {
	rival := e.rival
	if e.rival = nil; rival == nil {
		return e.Engine.Update(ctx, fn)
	}
	e.clock.Jump(time.Minute) // it began a moment later, and is the last to commit
	return e.Engine.Update(ctx, func(tx kv.Tx) error {
		err := fn(unlogged{tx, e.unguarded})
		if rival != nil {
			e.clock.Jump(-time.Minute)
			rival()
			rival = nil
		}
		return err
	})
}

// unlogged is a transaction that is not written down: the end of the log, which all commands
// write, would make any two of them rivals.
type unlogged struct {
	kv.Tx
	unguarded bool
}

func (u unlogged) Put(s kv.Space, key, value []byte) error {
	if bytes.Contains(append([]byte(s), key...), []byte("audit_")) { // its counters, too
		return nil
	}
	return u.Tx.Put(s, key, value)
}

func (u unlogged) Guard(s kv.Space, keys ...[]byte) error {
	if u.unguarded || strings.HasPrefix(string(s), "audit_") {
		return nil
	}
	return u.Tx.Guard(s, keys...)
}

// eachWay runs a race with the guards, and once without them, where it must show.
func eachWay(t *testing.T, race func(t *testing.T, w *apptest.World, e *rivalled) (wrong bool)) {
	t.Helper()
	for name, unguarded := range map[string]bool{"one of both comes second": false, "control: without the guard neither does": true} {
		t.Run(name, func(t *testing.T) {
			clock := apptest.NewClock()
			engine := mem.New(mem.Options{Clock: clock.Now})
			t.Cleanup(func() { _ = engine.Close() })
			e := &rivalled{Engine: engine, clock: clock, unguarded: unguarded}
			w := apptest.New(t, apptest.On(e), apptest.WithClock(clock), apptest.Calm(), apptest.Unchecked())
			is.New(t).Equal(race(t, w, e), unguarded)
		})
	}
}

// Whoever is put into a visibility group while that is deleted would be in one that is not
// there, and see nothing; or the only group of a user would go, who would see everything.
func TestAVisibilityGroupIsDeletedWithNobodyInIt(t *testing.T) {
	for name, first := range map[string]bool{"while somebody is put into it": true, "before somebody is": false} {
		t.Run(name, func(t *testing.T) {
			eachWay(t, func(t *testing.T, w *apptest.World, e *rivalled) bool {
				is, ctx := is.New(t), t.Context()
				group, err := company.CreateVisibilityGroup(ctx, w.App, w.A.Owner, "North")
				is.NoErr(err)
				made, err := company.CreateUser(ctx, w.App, w.A.Owner, company.NewUser{Name: "Helper", Email: "helper@example.com", Password: "Wide-Gate-77"})
				is.NoErr(err)
				put := func() error {
					_, err := company.EditUser(ctx, w.App, w.A.Owner, made.User.ID, company.UserFields{Groups: app.Is([]int64{group.ID})})
					return err
				}
				gone := func() error { return company.DeleteVisibilityGroup(ctx, w.App, w.A.Owner, group.ID) }
				outer, inner := put, gone
				if !first {
					outer, inner = gone, put
				}
				e.rival = func() { is.NoErr(inner()) }
				return outer() == nil
			})
		})
	}
}

// Whoever asks for the approval of an event while it is published would wait for ever.
func TestWhatIsPublishedAwaitsNoApproval(t *testing.T) {
	for name, first := range map[string]bool{"asked for while it is published": true, "published while it is asked for": false} {
		t.Run(name, func(t *testing.T) {
			eachWay(t, func(t *testing.T, w *apptest.World, e *rivalled) bool {
				is, ctx := is.New(t), t.Context()
				var event catalog.Event
				is.NoErr(w.App.Update(ctx, w.A.Owner, app.Authenticated, func(tx app.Tx) error {
					event = catalog.Event{Name: "Draft", Start: w.Clock.Now().AddDate(0, 1, 0), End: w.Clock.Now().AddDate(0, 1, 1), Timezone: "UTC"}
					return indexes.Forge(catalog.Events).Insert(tx, &event)
				}))
				ask := func() { _, _ = catalog.AskApproval(ctx, w.App, w.A.Owner, event.ID) }
				publish := func() {
					_, _, err := catalog.UpdateEvent(ctx, w.App, w.A.Owner, event.ID, catalog.EventChange{Published: new(true), OnlineOnly: new(true)}, nil)
					is.NoErr(err)
				}
				outer := ask
				if e.rival = publish; !first {
					outer, e.rival = publish, ask
				}
				outer()
				state, err := catalog.LookAtApproval(ctx, w.App, w.A.Owner, event.ID)
				is.NoErr(err)
				return state.State == catalog.ApprovalAsked
			})
		})
	}
}

// Two super users who take that from each other, one by a change and one by a suspension,
// would leave a company with nobody who may do everything.
func TestACompanyKeepsASuperUser(t *testing.T) {
	for name, first := range map[string]bool{"demoted while the other is suspended": true, "suspended while the other is demoted": false} {
		t.Run(name, func(t *testing.T) {
			eachWay(t, func(t *testing.T, w *apptest.World, e *rivalled) bool {
				is, ctx := is.New(t), t.Context()
				made, err := company.CreateUser(ctx, w.App, w.A.Owner, company.NewUser{Name: "Second", Email: "second@example.com", Password: "Wide-Gate-77"})
				is.NoErr(err)
				_, err = company.EditUser(ctx, w.App, w.A.Owner, made.User.ID, company.UserFields{Super: new(true)})
				is.NoErr(err)
				second := &app.Caller{CompanyID: w.A.Company.ID, UserID: made.User.ID, Super: true}
				demote := func() error {
					_, err := company.EditUser(ctx, w.App, w.A.Owner, made.User.ID, company.UserFields{Super: new(false)})
					return err
				}
				suspend := func() error {
					_, err := company.SuspendMember(ctx, w.App, second, company.UserKey{ID: w.A.Owner.UserID})
					return err
				}
				outer, inner := demote, suspend
				if !first {
					outer, inner = suspend, demote
				}
				e.rival = func() { is.NoErr(inner()) }
				return outer() == nil
			})
		})
	}
}

// A super user whom whoever runs the box office suspends, and one who leaves the company in that
// moment, would leave nobody in it either.
func TestACompanyKeepsASuperUserWhoIsNotSuspended(t *testing.T) {
	for name, first := range map[string]bool{"suspended at the command line meanwhile": true, "suspended in the company meanwhile": false} {
		t.Run(name, func(t *testing.T) {
			eachWay(t, func(t *testing.T, w *apptest.World, e *rivalled) bool {
				is, ctx := is.New(t), t.Context()
				made, err := company.CreateUser(ctx, w.App, w.A.Owner, company.NewUser{Email: "second@example.com", Super: true})
				is.NoErr(err)
				second := &app.Caller{CompanyID: w.A.Company.ID, UserID: made.User.ID, Super: true}
				everywhere := func() error {
					_, err := company.SuspendUser(ctx, w.App, "second@example.com")
					return err
				}
				here := func() error {
					_, err := company.SuspendMember(ctx, w.App, second, company.UserKey{ID: w.A.Owner.UserID})
					return err
				}
				outer, inner := here, everywhere
				if !first {
					outer, inner = everywhere, here
				}
				e.rival = func() { is.NoErr(inner()) }
				return outer() == nil
			})
		})
	}
}

// Two companies that suspend the last super user of the installation, each because the other is
// left, would leave the installation to nobody.
func TestTheInstallationKeepsASuperUser(t *testing.T) {
	eachWay(t, func(t *testing.T, w *apptest.World, e *rivalled) bool {
		is, ctx := is.New(t), t.Context()
		made, err := company.CreateUser(ctx, w.App, w.A.Owner, company.NewUser{Email: "second@example.com", Super: true})
		is.NoErr(err)
		second := &app.Caller{CompanyID: w.A.Company.ID, UserID: made.User.ID, Super: true}
		suspend := func(c *app.Caller) error {
			_, err := company.SuspendMember(ctx, w.App, c, company.UserKey{ID: w.A.Owner.UserID})
			return err
		}
		e.rival = func() { is.NoErr(suspend(w.B.Owner)) }
		return suspend(second) == nil
	})
}
