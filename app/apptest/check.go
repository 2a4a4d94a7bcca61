package apptest

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

// Check verifies every index both ways and every registered invariant of every
// company, and fails the test for each finding. It runs when the test ends, and
// may be called at any time before.
func (w *World) Check() {
	w.t.Helper()
	CheckApp(context.Background(), w.t, w.App)
}

// reporter is the part of testing.TB that a check needs.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// CheckApp does what World.Check does, for any app.
func CheckApp(ctx context.Context, t reporter, a *app.App) {
	t.Helper()
	err := a.Engine().View(ctx, func(r kv.Reader) error {
		return a.Schema().Verify(ctx, r, func(f indexes.Finding) { t.Errorf("store: %s", f) })
	})
	if err != nil {
		t.Errorf("the store could not be verified: %v", err)
	}
	if err := checkInvariants(ctx, a, func(b app.Breach) { t.Errorf("invariant: %s", b) }); err != nil {
		t.Errorf("invariants could not be checked: %v", err)
	}
}

func checkInvariants(ctx context.Context, a *app.App, report func(app.Breach)) error {
	ids, err := company.IDs(ctx, a)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := a.ViewCompany(ctx, id, func(r app.Reader) error { return checkCompany(a, r, report) }); err != nil {
			return err
		}
	}
	return nil
}

func checkCompany(a *app.App, r app.Reader, report func(app.Breach)) error {
	for _, inv := range a.Invariants() {
		err := inv.Check(r, func(b app.Breach) {
			b.Invariant = inv.Name
			report(b)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
