package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/app/savedview"
)

// TestWhatIsMadeAnewIsAsItWas: views, reports and roles have no record that stays when they are deleted.
func TestWhatIsMadeAnewIsAsItWas(t *testing.T) {
	b := newBrowser(t)
	gone := func(t *testing.T, at, operation string) (page string) {
		t.Helper()
		_, page = b.get(at)
		action, fields := form(t, page, operation)
		status, page := b.post(action, fields)
		is.New(t).Equal(status, http.StatusOK)
		return page
	}
	undo := func(t *testing.T, page string) {
		t.Helper()
		status, _ := b.post(undoing.FindStringSubmatch(page)[1], url.Values{})
		is.New(t).Equal(status, http.StatusOK)
	}
	t.Run("a view", func(t *testing.T) {
		is := is.New(t)
		was, err := savedview.Make(t.Context(), b.w.App, b.w.A.Owner, savedview.Save{List: "orders", Name: "Due", Filter: "view=due", Shared: true})
		is.NoErr(err)
		undo(t, gone(t, fmt.Sprintf("/views/%d", was.ID), "DELETE saved-views"))
		all, err := savedview.List(t.Context(), b.w.App, b.w.A.Owner, "orders", list.Request{Limit: 10})
		is.NoErr(err)
		is.Equal(len(all.Rows), 1)
		now := all.Rows[0]
		is.Equal([]string{now.Name, now.Filter}, []string{"Due", "view=due"})
		is.True(now.Shared)
	})
	t.Run("a report with when it is made", func(t *testing.T) {
		is := is.New(t)
		_, err := report.SaveReport(t.Context(), b.w.App, b.w.A.Owner, report.Save{
			Name: "Mondays", Ask: report.Ask{ID: 1}, Span: report.LastWeek,
			Schedule: &report.Schedule{Every: report.Weekly, Weekday: 1, Minute: 7 * 60, Format: sheet.XLSX, To: []string{"ada@example.com"}},
		})
		is.NoErr(err)
		saved := func() report.Saved {
			page, err := report.ListSaved(t.Context(), b.w.App, b.w.A.Owner, list.Request{Limit: 10})
			is.NoErr(err)
			is.Equal(len(page.Rows), 1)
			return page.Rows[0]
		}
		was := saved()
		undo(t, gone(t, fmt.Sprintf("/reports/%d", was.Number()), "DELETE saved-reports"))
		now := saved()
		is.True(now.ID != was.ID)
		is.Equal([]any{now.Name, now.Preset, now.Span, now.Interval, now.Filter}, []any{was.Name, was.Preset, was.Span, was.Interval, was.Filter})
		is.Equal(now.Schedule, was.Schedule)
	})
	t.Run("a role that nobody has, and no other", func(t *testing.T) {
		is := is.New(t)
		was, err := company.CreateRole(t.Context(), b.w.App, b.w.A.Owner, company.RoleFields{Title: new("Greeter"), Abilities: &[]app.Ability{app.ViewOrders}})
		is.NoErr(err)
		at := fmt.Sprintf("/roles/%d", was.ID)
		undo(t, gone(t, at, "DELETE roles"))
		all, err := company.RolesOf(t.Context(), b.w.App, b.w.A.Owner)
		is.NoErr(err)
		now := all[len(all)-1]
		is.Equal(now.Title, "Greeter")
		is.Equal(now.Abilities, was.Abilities)

		c := b.w.A.With(app.ListEvents)
		_, err = company.EditUser(t.Context(), b.w.App, b.w.A.Owner, c.UserID, company.UserFields{Roles: app.Is([]int64{now.ID})})
		is.NoErr(err)
		at = fmt.Sprintf("/roles/%d", now.ID)
		_, page := b.get(at)
		is.True(strings.Contains(page, "1 person has it and loses"))
		is.True(!strings.Contains(gone(t, at, "DELETE roles"), "/undo/"))
	})
}
