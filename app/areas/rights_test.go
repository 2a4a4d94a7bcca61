package areas_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/indexes"
)

// TestARoleOutlivesWhatItNames: a role that gives something at an event which was deleted since
// can still be changed. What is given anew must be there.
func TestARoleOutlivesWhatItNames(t *testing.T) {
	is, ctx := is.New(t), t.Context()
	w := apptest.New(t)
	var e catalog.Event
	is.NoErr(w.App.Update(ctx, w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e = catalog.Event{Name: "Concert", Start: w.Clock.Now().Add(time.Hour), End: w.Clock.Now().Add(5 * time.Hour), Timezone: "UTC"}
		if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &e)
	}))
	grants := []app.Grant{{Ability: app.ViewEvents, Events: []int64{e.ID}}}
	role, err := company.CreateRole(ctx, w.App, w.A.Owner, company.RoleFields{Title: new("Night"), Grants: &grants})
	is.NoErr(err)
	is.NoErr(catalog.DeleteEvent(ctx, w.App, w.A.Owner, e.ID))
	role, err = company.EditRole(ctx, w.App, w.A.Owner, role.ID, company.RoleFields{Title: new("Day"), Abilities: &[]app.Ability{app.ViewVenues}})
	is.NoErr(err)
	is.Equal(role.Title, "Day")
	is.Equal(role.Grants, grants)
	_, err = company.EditRole(ctx, w.App, w.A.Owner, role.ID, company.RoleFields{Grants: &grants})
	is.True(err != nil && strings.Contains(err.Error(), "does not exist"))
	_, err = company.CreateRole(ctx, w.App, w.A.Owner, company.RoleFields{Title: new("Other"), Grants: &grants})
	is.True(err != nil && strings.Contains(err.Error(), "does not exist"))
}

// TestACustomerWithTheAddressOfASuperUser: what is done to the one is nothing to the other.
func TestACustomerWithTheAddressOfASuperUser(t *testing.T) {
	is, ctx := is.New(t), t.Context()
	w := apptest.New(t)
	const password = "Correct horse 1"
	_, err := company.ResetPassword(ctx, w.App, "owner@a.example.com", password)
	is.NoErr(err)
	same, err := customer.Create(ctx, w.App, w.A.Owner, customer.Fields{Name: new("Owner"), Email: new("owner@a.example.com")})
	is.NoErr(err)
	other, err := customer.Create(ctx, w.App, w.A.Owner, customer.Fields{Name: new("Ada"), Email: new("ada@example.com")})
	is.NoErr(err)
	for _, pair := range [][2]int64{{same.ID, other.ID}, {other.ID, same.ID}} {
		_, err = customer.Merge(ctx, w.App, w.A.Owner, pair[0], pair[1])
		is.True(err != nil && strings.Contains(err.Error(), "has the e-mail address of a user of the company"))
	}
	_, err = customer.MakeSignIn(ctx, w.App, w.A.Owner, customer.SignIn{Email: "owner@a.example.com", Name: "Somebody", SSOID: "u-1"})
	is.NoErr(err)
	is.NoErr(customer.Delete(ctx, w.App, w.A.Owner, same.ID, true))
	is.NoErr(w.App.SettleJobs(ctx))
	text, err := company.LogIn(ctx, w.App, company.Login{Email: "owner@a.example.com", Password: password})
	is.NoErr(err)
	c, err := company.Authenticate(ctx, w.App, text, nil)
	is.NoErr(err)
	is.True(c.Super && c.Installation)
	is.Equal(c.UserName, w.A.Owner.UserName)
}
