package office_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

// TestCopiesAreTakenBack: by one press, but for those that somebody bought from.
func TestCopiesAreTakenBack(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	b.standing(e)
	_, page := b.get("/events/" + strconv.FormatInt(e.ID, 10) + "/copy")
	copying := func() string {
		t.Helper()
		action, fields := form(t, page, "POST events/copy")
		fields["dates"] = []string{"2030-07-02T20:00", "2030-07-03T20:00"}
		status, text := b.post(action, fields)
		is.Equal(status, http.StatusOK)
		return undoing.FindStringSubmatch(text)[1]
	}
	drafts := func() []catalog.EventView {
		all, err := catalog.ListEvents(t.Context(), b.w.App, b.w.A.Owner, catalog.EventFilter{State: catalog.Drafts}, catalog.EventWants{SaleItems: true})
		is.NoErr(err)
		return all.Events
	}
	before := len(drafts())
	back := copying()
	is.Equal(len(drafts()), before+2)
	status, text := b.post(back, url.Values{})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Taken back."))
	is.Equal(len(drafts()), before)

	back = copying()
	made := drafts()
	bought := made[len(made)-1]
	_, _, err := catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, bought.ID, catalog.EventChange{Published: new(true)}, nil)
	is.NoErr(err)
	b.buy(bought.Items[0].ID, 1)
	status, text = b.post(back, url.Values{})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Taken back, but for 1"))
	is.Equal(len(drafts()), before)
	_, err = catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, bought.ID, catalog.EventWants{})
	is.NoErr(err) // who bought a ticket has an event
}
