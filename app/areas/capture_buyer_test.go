package areas_test

import (
	"testing"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// TestThePageOfAnOrderAnswersForItAlone: whoever has the link answers for this order, for
// no other, and whoever has altered it for none.
func TestThePageOfAnOrderAnswersForItAlone(t *testing.T) {
	is := is.New(t)
	w, o, _, ofUnit := asked(t)
	one := int64(1)
	b, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: ofUnit.EntityID, Quantity: &one}}, Channel: catalog.APIChannel, Payment: &rules.Payment{},
	})
	is.NoErr(err)
	page := order.NewLinks(w.A.Company.ID, w.A.Company.LinkKey).Page(&o)
	answer := func(page string, item int64) error {
		return capture.SaveAsBuyer(t.Context(), w.App, page, []capture.Given{{FieldID: ofUnit.ID, ItemID: item, Answer: capture.Answer{Text: "Ada"}}})
	}
	is.NoErr(answer(page, o.ItemIDs[0]))
	is.Equal(answersOf(t, w), 1)
	is.Equal(app.KindOf(answer(page, b.Order.ItemIDs[0])), app.NotFound)
	is.Equal(app.KindOf(answer(page+"x", o.ItemIDs[0])), app.NotFound)
	is.Equal(app.KindOf(answer("", o.ItemIDs[0])), app.NotFound)
	is.Equal(answersOf(t, w), 1)
}
