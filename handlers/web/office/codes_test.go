package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/discount"

	"github.com/matryer/is"
)

// codes makes a discount code and an access code for something on sale, and gives their ids.
func (b *browser) codes(saleItem int64) (discounts, access string) {
	b.t.Helper()
	d, err := discount.Create(b.t.Context(), b.w.App, b.w.A.Owner, discount.Percentage, discount.Fields{
		Fields: codes.Fields{Text: new("EARLY")}, Amount: new(int64(1500)), SaleItemIDs: app.Is([]int64{saleItem}),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	a, err := accesscode.Create(b.t.Context(), b.w.App, b.w.A.Owner, accesscode.Fields{Fields: codes.Fields{Text: new("HELPERS")}})
	if err != nil {
		b.t.Fatal(err)
	}
	return fmt.Sprint(d.Code.ID), fmt.Sprint(a.Code.ID)
}

// TestACodeIsWrittenTriedAndPaused: its sentence says what it does to a basket before it is made.
func TestACodeIsWrittenTriedAndPaused(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket, err := catalog.CreateSaleItem(t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Standing")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1000}}},
	})
	is.NoErr(err)
	at := fmt.Sprintf("/events/%d/codes", e.ID)
	_, text := b.get(at)
	is.True(strings.Contains(text, "No codes yet"))
	_, text = b.get(at + "/new/percentage?amount=10&saleItems=" + fmt.Sprint(ticket.ID))
	is.True(strings.Contains(text, "3 × Standing") && strings.Contains(text, "€27.00")) // three, a tenth off

	page := "/office/" + b.alias + at + "/new/percentage?do=POST+discount-codes%2Fpercentage"
	status, text := b.post(page, url.Values{"code": {"TEN OFF"}, "amount": {"10"}})
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, "ust consist of letters"))
	b.post(page, url.Values{"code": {"TENOFF"}, "amount": {"10"}, "saleItems": {fmt.Sprint(ticket.ID)}, "maximumUses": {"50"}, "validTo": {"2027-12-30T23:59"}})
	view, err := discount.Codes.Read(t.Context(), b.w.App, b.w.A.Owner, codes.Key{Text: "tenoff"}, false)
	is.NoErr(err)
	made := view.Code
	is.True(made.Amount == 1000 && *made.MaximumUses == 50)
	_, text = b.get(at)
	is.True(strings.Contains(text, "TENOFF") && strings.Contains(text, "10% off") && strings.Contains(text, "until 30 December"))
	_, text = b.get(at + "?query=nothing")
	is.True(!strings.Contains(text, "TENOFF"))

	own := fmt.Sprintf("/office/%s%s/discount/%d", b.alias, at, made.ID)
	b.post(own+"?do=POST+discount-codes%2Fpercentage%2Fupdate", url.Values{"id": {fmt.Sprint(made.ID)}, "was.paused": {"false"}, "paused": {"true"}})
	_, text = b.get(at)
	is.True(strings.Contains(text, "Paused"))
	b.post(own+"?do=POST+discount-codes%2Fchildren", url.Values{"id": {fmt.Sprint(made.ID)}, "quantity": {"250"}, "prefix": {"T-"}})
	_, text = b.get(fmt.Sprintf("%s/discount/%d/file?format=csv", at, made.ID))
	is.Equal(strings.Count(text, "T-"), 250) // all of them, not the first page
}
