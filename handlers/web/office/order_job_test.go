package office_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// waiting is an order that waits for its money.
func (b *browser) waiting(item int64, name string) order.Order {
	b.t.Helper()
	basket, err := sales.Add(b.t.Context(), b.w.App, b.w.A.Owner, sales.AddToBasket{Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: item, Quantity: new(int64(1))}}})
	if err != nil {
		b.t.Fatal(err)
	}
	w, err := sales.PayLater(b.t.Context(), b.w.App, b.w.A.Owner, sales.Later{
		Basket: order.Key{ID: basket.Order.ID}, Channel: catalog.APIChannel, Way: sales.ByLink, Buyer: customer.Buyer{Name: name, Email: "ada@example.com"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return w.Order
}

var jobForm = regexp.MustCompile(`action="([^"]*imports%2F(approve|cancel)[^"]*)"`)

// TestManyOrdersArePaid: rows that are chosen are looked at first, and nothing is done until somebody
// says so; each says what became of it, and those that do not fit why.
func TestManyOrdersArePaid(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	item := b.standing(b.event("Gig")).ID
	due, paid := b.waiting(item, "Ada"), b.sold(item, "Zoé", "zoe@example.com")
	_, text := b.get("/orders")
	is.True(strings.Contains(text, `name="ids" value="`+itoa(due.ID)+`"`) && strings.Contains(text, "Money is here"))
	at := "/office/" + b.alias + "/orders?do=" + url.QueryEscape("POST orders/bulk")
	status, text := b.post(at, url.Values{"action": {"paid"}})
	is.Equal(status, http.StatusUnprocessableEntity) // nothing is chosen
	is.True(strings.Contains(text, "role=\"alert\""))

	_, text = b.post(at, url.Values{"action": {"paid"}, "ids": {itoa(due.ID), itoa(paid.ID)}})
	is.True(strings.Contains(text, "Each order is looked at"))
	is.NoErr(b.w.App.RunJob(t.Context(), queue.SendJob))
	job := regexp.MustCompile(`/jobs/\d+`).FindString(text)
	_, text = b.get(job)
	is.True(strings.Contains(text, "1 order fits.") && strings.Contains(text, "Mark 1 order as paid") && strings.Contains(text, "oes not wait for its money"))
	forms := jobForm.FindAllStringSubmatch(text, -1)
	is.Equal(len(forms), 2)
	_, text = b.post(html.UnescapeString(forms[0][1]), url.Values{"id": {strings.TrimPrefix(job, "/jobs/")}})
	is.True(strings.Contains(text, "It has begun."))
	is.NoErr(b.w.App.RunJob(t.Context(), queue.SendJob))
	_, text = b.get(job)
	is.True(strings.Contains(text, "1 order is done.") && strings.Contains(text, "Left out"))
	_, text = b.get("/orders?view=sold")
	is.True(strings.Contains(text, due.Reference) && strings.Contains(text, "Transfer"))

	// All that the list shows.
	b.waiting(item, "Bob")
	_, text = b.post(at+"&view=waiting", url.Values{"action": {"remind"}, "all": {"true"}, "filter.statuses": {"awaiting_payment_link"}})
	is.NoErr(b.w.App.RunJob(t.Context(), queue.SendJob))
	_, text = b.get(regexp.MustCompile(`/jobs/\d+`).FindString(text))
	is.True(strings.Contains(text, "Remind 1 buyer"))

	for _, may := range []app.Ability{app.ListOrders, app.EditImports} {
		who := b.as(b.w.A.With(may).UserEmail)
		status, _ = who.get(job)
		is.Equal(status, http.StatusNotFound)
	}
	_, text = b.as(b.w.A.With(app.ListOrders).UserEmail).get("/orders")
	is.True(!strings.Contains(text, `name="ids"`)) // they could do nothing with it
}
