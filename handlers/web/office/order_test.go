package office_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// ticket puts something on sale.
func (b *browser) ticket(e catalog.EventView, name string, price int64) catalog.SaleItemView {
	b.t.Helper()
	s, err := catalog.CreateSaleItem(b.t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: &name},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: price}}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// buy is an order that was paid in cash.
func (b *browser) buy(saleItemID, n int64) order.Basket {
	b.t.Helper()
	return b.buyAll(rules.AddItem{SaleItemID: saleItemID, Quantity: &n})
}

func (b *browser) buyAll(all ...rules.AddItem) order.Basket {
	b.t.Helper()
	done, err := sales.Add(b.t.Context(), b.w.App, b.w.A.Owner, sales.AddToBasket{
		Channel: catalog.BoxOffice, Items: all, Buyer: customer.Buyer{Name: "Zoé Lefèvre", Email: "zoe@example.com"}, Payment: &rules.Payment{Method: order.Cash},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return done
}

func TestAnOrderIsReadNotedAndSentAgain(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	it := b.ticket(b.event("Lanterns"), "Weekend", 12900)
	o := b.buy(it.ID, 2)
	at := "/orders/" + o.Order.Reference

	status, page := b.get(at)
	is.Equal(status, 200)
	for _, want := range []string{o.Order.Reference, "Paid", "Zoé Lefèvre", "zoe@example.com", "€258.00", "2 × Weekend", o.Items[0].Barcode, "nobody is in yet", "In the ledger"} {
		if !strings.Contains(page, want) {
			t.Errorf("the order does not say %s", want)
		}
	}
	action, fields := form(t, page, "POST orders/add-note")
	fields.Set("text", "Wheelchair on Saturday")
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	is.True(strings.Contains(page, "Wheelchair on Saturday"))

	action, fields = form(t, page, "POST orders/resend-confirmation")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "Sent again."))

	_, page = b.get(at + "/items/" + strconv.FormatInt(o.Items[0].ID, 10))
	action, fields = form(t, page, "POST order-items/rename")
	fields.Set("namedHolder", "Ada Byron")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "Ada Byron"))
	is.True(strings.Contains(page, "/undo/"))

	status, _ = b.get("/orders/NOTHING")
	is.Equal(status, 404)
}

func TestARefundIsShownBeforeItIsDone(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	it := b.ticket(b.event("Lanterns"), "Weekend", 12900)
	o := b.buy(it.ID, 3)
	at := "/orders/" + o.Order.Reference + "/refund"

	_, page := b.get(at)
	is.True(!strings.Contains(page, "Refund €"))
	_, page = b.get(at + "?items=" + strconv.FormatInt(o.Items[1].ID, 10) + "&cancellationFee=9&currencyId=" + strconv.FormatInt(o.Order.CurrencyID, 10))
	is.True(strings.Contains(page, "Refund €120.00"))
	is.True(strings.Contains(page, o.Items[1].Barcode+" stops working"))
	b.w.Check()

	action, fields := form(t, page, "POST order-items/refund")
	fields["items"] = []string{strconv.FormatInt(o.Items[1].ID, 10)}
	fields.Set("type", "refund")
	fields.Set("reason", "Jürgen is ill")
	fields.Set("shown", "€129.00")
	status, page := b.post(action, fields)
	is.Equal(status, 422) // not what was shown
	is.True(strings.Contains(page, "something else than was shown"))

	fields.Set("shown", "€120.00")
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	is.True(strings.Contains(page, "Partly refunded"))
	is.True(strings.Contains(page, "Why: Jürgen is ill"))
	b.w.Check()
}

func TestAnAmountGoesBackAndTheTicketsStay(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	it := b.ticket(b.event("Lanterns"), "Weekend", 12900)
	o := b.buy(it.ID, 1)
	id := strconv.FormatInt(o.Items[0].ID, 10)
	at := "/orders/" + o.Order.Reference + "/refund"

	asked := at + "?items=" + id + "&currencyId=" + strconv.FormatInt(o.Order.CurrencyID, 10)
	_, page := b.get(asked + "&amount=20")
	for _, want := range []string{"Refund €20.00", "The tickets stay valid"} {
		is.True(strings.Contains(page, want))
	}
	is.True(!strings.Contains(page, o.Items[0].Barcode+" stops working"))
	_, refused := b.get(asked + "&amount=129.01")
	is.True(strings.Contains(refused, "at most €129.00"))

	action, fields := form(t, page, "POST order-items/refund")
	fields["items"] = []string{id}
	fields.Set("type", "refund")
	fields.Set("amount", "20")
	fields.Set("shown", "€20.00")
	status, page := b.post(action, fields)
	is.Equal(status, 200)
	is.True(strings.Contains(page, "Partly refunded"))
	is.True(strings.Contains(page, o.Items[0].Barcode))
	b.w.Check()
}

func TestWhoMayNotRefundHasNoSuchPage(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	it := b.ticket(b.event("Lanterns"), "Weekend", 12900)
	o := b.buy(it.ID, 1)
	reader := b.as(b.w.A.With(app.ViewOrders).UserEmail)
	status, page := reader.get("/orders/" + o.Order.Reference)
	is.Equal(status, 200)
	is.True(!strings.Contains(page, "zoe@example.com"))
	is.True(!strings.Contains(page, "/refund"))
	status, _ = reader.get("/orders/" + o.Order.Reference + "/refund")
	is.Equal(status, 404)
	status, _ = b.as("owner@b.example.com").get("/orders/" + o.Order.Reference)
	is.Equal(status, 404)
}

func TestWhoChangedItMeanwhileIsTold(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	it := b.ticket(b.event("Lanterns"), "Weekend", 12900)
	o := b.buy(it.ID, 1)
	at := "/orders/" + o.Order.Reference + "/items/" + strconv.FormatInt(o.Items[0].ID, 10)
	_, page := b.get(at)
	action, mine := form(t, page, "POST order-items/rename")

	other := b.as(b.w.A.With(app.ViewOrders, app.EditOrders, app.ViewCustomers).UserEmail)
	_, page = other.get(at)
	action2, theirs := form(t, page, "POST order-items/rename")
	theirs.Set("namedHolder", "Jonas")
	status, _ := other.post(action2, theirs)
	is.Equal(status, 200)

	mine.Set("namedHolder", "Zoé")
	status, page = b.post(action, mine)
	is.Equal(status, 422)
	is.True(strings.Contains(page, "changed this, "))
	is.True(strings.Contains(page, `value="Zoé"`)) // mine
	is.True(strings.Contains(page, ">Jonas</b>"))  // theirs

	action, mine = form(t, page, "POST order-items/rename")
	status, page = b.post(action, mine) // mine is kept
	is.Equal(status, 200)
	is.True(strings.Contains(page, "Zoé"))
}
