package sales_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// TestBuyersHearNothingOfChildren: staff of a parent are told who sells an item of its child;
// buyers in its shop are not, nor is anybody of another company.
func TestBuyersHearNothingOfChildren(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	s := h.addItem(-1, plain)
	add := func(c *app.Caller) error {
		_, err := sales.Add(t.Context(), h.App, c, sales.AddToBasket{Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: new(int64(1))}}})
		return err
	}
	is.Equal(app.KindOf(add(h.B.Owner)), app.NotFound) // a stranger
	_, err := company.Place(t.Context(), h.App, h.A.Owner, company.Placement{CompanyID: h.A.Company.ID, ParentID: h.B.Company.ID})
	is.NoErr(err)
	is.Equal(app.KindOf(add(h.B.Owner)), app.Invalid)
	is.Equal(app.KindOf(add(h.B.Company.Buyer("", "en"))), app.NotFound)
	is.NoErr(h.App.ViewCompany(t.Context(), h.B.Company.ID, func(r app.Reader) error {
		n, err := order.Orders.Count(r)
		is.Equal(n, int64(0)) // nothing changed
		return err
	}))
	is.NoErr(add(h.A.Owner))
}
