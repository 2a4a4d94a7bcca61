package shop_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// TestFamilyOfShops: a shop announces what companies below it announce in open shops of their
// own, in the same payment mode, and leads there.
func TestFamilyOfShops(t *testing.T) {
	is := is.New(t)
	w := newTown(t, apptest.Unchecked())
	start := w.Clock.Now().Add(48 * time.Hour)
	var id int64
	is.NoErr(w.App.UpdateCompany(t.Context(), w.B.Company.ID, func(tx app.Tx) error {
		e := catalog.Event{Name: "Tales by the Fire", Timezone: "UTC", Start: start, End: start.Add(time.Hour), Published: true}
		err := indexes.Forge(catalog.Events).Insert(tx, &e)
		id = e.ID
		return err
	}))
	set := func(in company.SettingsChange) *company.Company {
		own, err := company.ChangeSettings(t.Context(), w.App, w.B.Owner, in)
		is.NoErr(err)
		return &own
	}
	b := w.browser(t)
	shown := func(query string) bool {
		w.Clock.Jump(time.Minute)
		b.open(w.path(query))
		return strings.Contains(b.page, "Tales by the Fire")
	}
	is.True(!shown("")) // nobody's child
	_, err := company.Place(t.Context(), w.App, w.A.Owner, company.Placement{CompanyID: w.B.Company.ID, ParentID: w.A.Company.ID})
	is.NoErr(err)
	is.True(!shown("")) // its shop is closed
	child := set(company.SettingsChange{Shop: company.ShopChange{Open: new(true)}})
	is.True(!shown("")) // it takes real money, and the festival is a demo
	set(company.SettingsChange{Demo: new(true)})
	is.True(shown(""))
	at := fmt.Sprintf("/shop/%s/events/%d", child.Alias, id)
	b.says("Lanterns by the Lake", at)
	is.True(shown("?q=tales"))
	is.True(!shown("?hideChildEvents=true"))
	is.True(!strings.Contains(b.page, at))
	b.open(w.path("/sitemap.xml"))
	is.True(!strings.Contains(b.page, at)) // it stands in its own
	b.open(at)
	b.says("Tales by the Fire")
	b.open("/shop/" + child.Alias)
	is.True(!strings.Contains(b.page, "Lanterns by the Lake")) // nothing of the parent
}
