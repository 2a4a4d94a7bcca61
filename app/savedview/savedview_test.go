package savedview_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/list"
	"marquee/app/savedview"

	"github.com/matryer/is"
)

// TestWhoSeesAndChangesAView: one's own is one's own; a shared one is everybody's to see, and of
// those who may change the company to change.
func TestWhoSeesAndChangesAView(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	owner, clerk, other := w.A.Owner, w.A.With(app.ListOrders), w.B.Owner
	make := func(c *app.Caller, shared bool) savedview.View {
		v, err := savedview.Make(t.Context(), w.App, c, savedview.Save{List: "orders", Name: " Due ", Filter: "?view=due&event=7", Shared: shared})
		is.NoErr(err)
		return v
	}
	mine, shared := make(clerk, false), make(owner, true)
	is.Equal(mine.Name, "Due")
	is.Equal(mine.Filter, "event=7&view=due")
	for _, tt := range []struct {
		who    *app.Caller
		view   savedview.View
		sees   bool
		change app.Kind
	}{
		{clerk, mine, true, 0},
		{clerk, shared, true, app.Forbidden},
		{owner, shared, true, 0},
		{owner, mine, false, app.NotFound},
		{other, mine, false, app.NotFound},
		{other, shared, false, app.NotFound},
	} {
		page, err := savedview.List(t.Context(), w.App, tt.who, "orders", list.Request{Limit: 100})
		is.NoErr(err)
		sees := false
		for _, v := range page.Rows {
			sees = sees || v.ID == tt.view.ID && v.UserID == tt.view.UserID
		}
		is.Equal(sees, tt.sees)
		_, err = savedview.Update(t.Context(), w.App, tt.who, tt.view.ID, savedview.Change{Name: new("Overdue")})
		is.Equal(app.KindOf(err), tt.change)
		if tt.change != 0 {
			is.Equal(app.KindOf(savedview.Delete(t.Context(), w.App, tt.who, tt.view.ID)), tt.change)
		}
	}
	_, err := savedview.Update(t.Context(), w.App, clerk, mine.ID, savedview.Change{Shared: new(true)})
	is.Equal(app.KindOf(err), app.Forbidden) // the clerk may not share
	is.NoErr(savedview.Delete(t.Context(), w.App, clerk, mine.ID))
	is.NoErr(savedview.Delete(t.Context(), w.App, owner, shared.ID))
	page, err := savedview.List(t.Context(), w.App, owner, "", list.Request{Limit: 100})
	is.NoErr(err)
	is.Equal(len(page.Rows), 0)
}

// TestNobodyKeepsMoreViewsThanThereIsRoomFor: one user does not fill the list of all.
func TestNobodyKeepsMoreViewsThanThereIsRoomFor(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	save := savedview.Save{List: "orders", Name: "Mine"}
	for range 100 {
		_, err := savedview.Make(t.Context(), w.App, w.A.Owner, save)
		is.NoErr(err)
	}
	_, err := savedview.Make(t.Context(), w.App, w.A.Owner, save)
	is.Equal(app.KindOf(err), app.Invalid)
	_, err = savedview.Make(t.Context(), w.App, w.A.With(app.ListOrders), save)
	is.NoErr(err)
}
