package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
)

var undoForm = regexp.MustCompile(`action="(/office/[^"]*/undo/[^"]*)"`)

// TestRightsForSomeEvents: somebody gets rights at one event, then at another, loses them one by one,
// and gets them back.
func TestRightsForSomeEvents(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	gig, fair := b.event("Gig"), b.event("Fair")
	u, err := company.CreateUser(t.Context(), b.w.App, b.w.A.Owner, company.NewUser{Name: "Jonas Albrecht", Email: "jonas@example.com", Invite: true})
	is.NoErr(err)
	at := fmt.Sprintf("/people/%d", u.User.ID)
	held := func() []app.Grant {
		got, err := company.ReadUser(t.Context(), b.w.App, b.w.A.Owner, company.UserKey{ID: u.User.ID}, false)
		is.NoErr(err)
		return got.Member.Grants
	}
	give := func(row int, event int64, rights ...string) (int, string) {
		_, page := b.get(at + "/some/new")
		action, fields := form(t, page, "POST company/users/update")
		path := fmt.Sprintf("scopedAbilities.%d.", row)
		fields[path+"abilities"], fields[path+"scope"], fields[path+"eventIds"] = rights, []string{"selected"}, []string{fmt.Sprint(event)}
		return b.post(action, fields)
	}
	status, page := give(0, gig.ID, "events.view", "events.list")
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "Gig"))
	is.Equal(held(), []app.Grant{{Ability: app.ViewEvents, Events: []int64{gig.ID}}, {Ability: app.ListEvents, Events: []int64{gig.ID}}})

	status, page = give(1, 999_999, "orders.list", "orders.view")
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, "999999 does not exist"))
	is.Equal(len(held()), 2)
	status, _ = give(1, fair.ID, "orders.list")
	is.Equal(status, http.StatusOK)
	is.Equal(len(held()), 3)

	_, page = b.get(at)
	var taken url.Values
	action := ""
	for _, whole := range formTags.FindAllString(page, -1) { // the second row is taken away
		if !strings.Contains(whole, "was.scopedAbilities") || !strings.Contains(whole, "Fair") {
			continue
		}
		action, taken = form(t, whole, "POST company/users/update")
	}
	status, page = b.post(action, taken)
	is.Equal(status, http.StatusOK)
	is.Equal(len(held()), 2)
	status, _ = b.post(undoForm.FindStringSubmatch(page)[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.Equal(len(held()), 3)
	is.True(slices.ContainsFunc(held(), func(g app.Grant) bool { return g.Ability == app.ListOrders && slices.Equal(g.Events, []int64{fair.ID}) }))

	lead := b.as(b.w.A.With(app.ManageUsers).UserEmail) // who lacks them gives none
	status, _ = lead.get(at + "/some/new")
	is.Equal(status, http.StatusNotFound)
	status, _ = b.as("owner@b.example.com").get(at + "/some/new")
	is.Equal(status, http.StatusNotFound)
}

// TestSomebodyIsInvitedForOneEvent: the invitation itself says for which.
func TestSomebodyIsInvitedForOneEvent(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	gig := b.event("Gig")
	_, page := b.get("/people/new")
	action, fields := form(t, page, "POST company/users")
	fields.Set("email", "ole@example.com")
	status, _ := b.post(action, fields)
	is.Equal(status, http.StatusOK) // without it the role alone counts
	fields.Set("email", "pia@example.com")
	fields["scopedAbilities.0.abilities"], fields["scopedAbilities.0.scope"], fields["scopedAbilities.0.eventIds"] = []string{"zones.scan"}, []string{"selected"}, []string{fmt.Sprint(gig.ID)}
	status, _ = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	u, err := company.ReadUser(t.Context(), b.w.App, b.w.A.Owner, company.UserKey{Email: "pia@example.com"}, false)
	is.NoErr(err)
	is.Equal(u.Member.Grants, []app.Grant{{Ability: app.ScanZones, Events: []int64{gig.ID}}})
}

// TestATokenIsNarrowed: on one's own page a token is made that does some things alone, and that is told.
func TestATokenIsNarrowed(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, page := b.get("/me")
	action, fields := form(t, page, "POST tokens")
	fields.Set("name", "Bookkeeping")
	fields["abilities"] = []string{"reports.view"}
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	text := regexp.MustCompile(`mq_[0-9A-Za-z]+`).FindString(page)
	c, err := company.Authenticate(t.Context(), b.w.App, text, nil)
	is.NoErr(err)
	is.True(c.Can(app.ViewReports) && !c.Can(app.ListOrders) && c.CompanyID == b.w.A.Owner.CompanyID)
	_, page = b.get("/me")
	is.True(strings.Contains(page, "does only: See what was taken"))
}
