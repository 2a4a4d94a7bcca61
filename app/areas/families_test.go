package areas_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/indexes"
)

// below puts company B below A.
func below(t *testing.T, w *apptest.World) {
	t.Helper()
	if _, err := company.Place(t.Context(), w.App, w.A.Owner, company.Placement{CompanyID: w.B.Company.ID, ParentID: w.A.Company.ID}); err != nil {
		t.Fatal(err)
	}
}

// TestFamiliesList holds that a parent's list, page by page, is that of its own events and that
// of its child's put together, whatever is asked for.
func TestFamiliesList(t *testing.T) {
	w := apptest.New(t, apptest.Calm(), apptest.Unchecked())
	below(t, w)
	for i := range 60 {
		side := []*apptest.Side{w.A, w.B}[i*7%3%2]
		start := w.Clock.Now().Add(time.Duration(i*11%40-5) * time.Hour)
		err := w.App.UpdateCompany(t.Context(), side.Company.ID, func(tx app.Tx) error {
			return indexes.Forge(catalog.Events).Insert(tx, &catalog.Event{
				Name: fmt.Sprint([]string{"Gig", "Late gig", "Fair"}[i%3], " ", i), Timezone: "UTC", Start: start, End: start.Add(3 * time.Hour), Published: i%5 > 0,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := anyEvents(t, w)
		var want []catalog.EventView
		for _, owner := range []*app.Caller{w.A.Owner, w.B.Owner} {
			alone := f
			alone.HideChildren, alone.Limit = true, catalog.MaxEventPage
			p, err := catalog.ListEvents(t.Context(), w.App, owner, alone, catalog.EventWants{})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, p.Events...)
		}
		slices.SortFunc(want, func(a, b catalog.EventView) int {
			if f.LastUpdated != nil {
				return cmp.Or(a.ChangedAt.Compare(b.ChangedAt), cmp.Compare(a.ID, b.ID))
			}
			return cmp.Compare(a.ID, b.ID)
		})
		f.Limit = rapid.Int64Range(1, 20).Draw(t, "limit")
		f.Offset = rapid.Int64Range(0, 10).Draw(t, "offset")
		skipped := min(f.Offset, int64(len(want)))
		holds(t, w, f, want[skipped:], int64(len(want)))
	})
}

// anyEvents asks for some events.
func anyEvents(t *rapid.T, w *apptest.World) (f catalog.EventFilter) {
	maybe := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	if maybe("by change") {
		f.LastUpdated = new(w.Clock.Now().Add(-time.Hour))
	}
	if maybe("named") {
		f.Query = "gig"
	}
	if maybe("on sale") {
		f.OnlyOnSale = true
	}
	if maybe("unseated") {
		f.OnlyUnseated = true
	}
	if maybe("from") {
		f.StartingAfter = new(w.Clock.Now().Add(time.Duration(rapid.IntRange(-10, 40).Draw(t, "hours")) * time.Hour))
	}
	return f
}

// holds reads a list page by page and compares it.
func holds(t *rapid.T, w *apptest.World, f catalog.EventFilter, want []catalog.EventView, total int64) {
	for {
		p, err := catalog.ListEvents(t.Context(), w.App, w.A.Owner, f, catalog.EventWants{})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Events) > len(want) || p.Total != total || p.TotalIsLowerBound {
			t.Fatalf("%d events of %d, want %d of %d", len(p.Events), p.Total, len(want), total)
		}
		for i := range p.Events {
			if got := &p.Events[i]; got.ID != want[i].ID || got.CompanyID != want[i].CompanyID {
				t.Fatalf("event %d of company %d, want %d of %d", got.ID, got.CompanyID, want[i].ID, want[i].CompanyID)
			}
		}
		if want = want[len(p.Events):]; !p.HasMore {
			break
		}
		f.Request = list.Request{Cursor: p.Cursor, Limit: f.Limit}
	}
	if len(want) > 0 {
		t.Fatalf("%d events are missing", len(want))
	}
}

// TestFamiliesHideFromGroups: who is in a visibility group of the parent, or may see some of its
// events alone, sees no event of its child.
func TestFamiliesHideFromGroups(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Unchecked())
	below(t, w)
	start := w.Clock.Now().Add(time.Hour)
	var id int64
	err := w.App.UpdateCompany(t.Context(), w.B.Company.ID, func(tx app.Tx) error {
		e := catalog.Event{Name: "Gig", Timezone: "UTC", Start: start, End: start.Add(time.Hour), Published: true}
		err := indexes.Forge(catalog.Events).Insert(tx, &e)
		id = e.ID
		return err
	})
	is.NoErr(err)
	seen := func(c *app.Caller) int {
		p, err := catalog.ListEvents(t.Context(), w.App, c, catalog.EventFilter{}, catalog.EventWants{})
		is.NoErr(err)
		at, err := catalog.Seeing(t.Context(), w.App, c, id)
		is.NoErr(err)
		is.Equal(at.CompanyID == w.B.Company.ID, len(p.Events) == 1) // what is listed is read, and nothing else
		return len(p.Events)
	}
	is.Equal(seen(w.A.Owner), 1)
	at, err := catalog.Seeing(t.Context(), w.App, w.A.Owner, id)
	is.NoErr(err)
	is.True(at.Can(app.ViewEvents) && !at.Can(app.EditEvents) && !at.Can(app.Sell) && !at.Can(app.Installation)) // looks, and does nothing
	grouped, scoped := *w.A.Owner, *w.A.With(app.ListEvents, app.ViewEvents)
	grouped.Visibility = &app.Visibility{UserID: grouped.UserID, Groups: []int64{1}}
	is.Equal(seen(&grouped), 0)
	scoped.Abilities = nil
	own := app.Scope{{Own: true}}
	scoped.Scoped = map[app.Ability]app.Scope{app.ListEvents: own, app.ViewEvents: own}
	is.Equal(seen(&scoped), 0)
}
