package orders

import (
	"crypto/rand"
	"marquee/handlers/web/office/screen"
	"net/url"
	"slices"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
)

// refundOp is what the page is about: all of an order is all of its items.
const refundOp = "POST order-items/refund"

// refundBody is a refund before it is done: what comes back, and what that does.
type refundBody struct {
	O        *office.Order
	Order    string
	Title    string
	Tickets  []ticketRow
	All      string
	Ways     []wayRow
	Currency string
	Fees     bool
	// Known: it was worked out what would happen. Then the others say it, and Do is what the
	// button says.
	Known  bool
	Lines  []screen.MoneyLine
	Back   []screen.MoneyLine
	Kept   string
	Total  string
	Tax    string
	Does   []doesRow
	Do     string
	Chosen bool
}

// wayRow is where the money may go.
type wayRow struct {
	Value, Text, More string
	Chosen            bool
}

// doesRow is something that happens with a refund.
type doesRow struct{ Icon, Text string }

func refundScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/orders/{reference}/refund", Post: "POST /office/{alias}/orders/{reference}/refund", Needs: app.Refund,
		Template: o.Template(templates, "refund.html"), Show: showRefund,
		Forms: map[string]screen.Then{refundOp: {Say: "office.refund_done", To: toOrder, Holds: sameMoney}},
	}
}

// toOrder leads back to the order that a page is of.
func toOrder(v *screen.Visit, _ any) string { return v.Path("/orders/%s", v.R.PathValue("reference")) }

// showRefund shows what can come back, and what of that what was chosen would do.
func showRefund(v *screen.Visit) error {
	o, err := readOrder(v)
	if err != nil {
		return err
	}
	sent, err := v.Given()
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.refund_title", "reference", o.Reference)
	body := &refundBody{O: o, Order: orderAt(v, o, ""), Title: v.View.T("office.refund"), Currency: screen.Number(o.CurrencyID), Fees: o.Totals.Fees > 0}
	v.Body.It = body
	f := v.Body.Add(refundOp)
	cur := v.Currency(o.CurrencyID)
	f.Fill(map[string]any{
		"items": []string{}, "type": "refund", "online": "true", "amount": screen.Amount{Cur: cur, Minor: nil}, "cancellationFee": screen.Amount{Cur: cur, Minor: nil}, "reason": "", "restock": true, "notifyCustomer": true,
		"refundProcessingFee": true,
	})
	f.Takes(sent)
	all := url.Values{}
	for i := range o.Items {
		it := &o.Items[i]
		if it.IsFee() || it.LeadItemID != 0 || !it.Holds() || !it.Sold {
			continue
		}
		row := ticketRowOf(v, o, it)
		row.Checked = slices.Contains(f.Sent["items"], screen.Number(it.ID))
		body.Chosen = body.Chosen || row.Checked
		body.Tickets = append(body.Tickets, row)
		all.Add("items", screen.Number(it.ID))
	}
	body.All = body.Order + "/refund?" + all.Encode()
	body.Ways = refundWays(v, o, f)
	if !body.Chosen {
		return nil
	}
	return body.work(v, o, f)
}

// NewUUID names the refund of this page, so that a button which is pressed twice refunds once.
func (b *refundBody) NewUUID() string { return rand.Text() }

// sameMoney refuses a refund of another amount than its page showed.
func sameMoney(v *screen.Visit, f *screen.Form) error {
	if b := v.Body.It.(*refundBody); b.Known && f.Sent.Get("shown") != b.Total {
		return app.Refuse(app.Conflict, "This would give back something else than was shown. Please look at it again.")
	}
	return nil
}

// refundWays are where money of an order may go.
func refundWays(v *screen.Visit, o *office.Order, f *screen.Form) []wayRow {
	back := wayRow{Value: "refund", Text: v.View.T("office.way_back"), More: v.View.T("office.way_by_hand")}
	for _, id := range o.TransactionIDs {
		if t := o.Transactions[id]; t != nil && t.Total > 0 && t.Gateway != "" && t.Status == order.TransactionSuccess {
			back.Text, back.More = v.View.T("office.way_card"), v.View.T("office.way_card_days")
		}
	}
	all := []wayRow{back}
	if o.CustomerID != 0 && o.Totals.Paid > 0 {
		all = append(all, wayRow{Value: "balance_refund", Text: v.View.T("office.way_account"), More: v.View.T("office.way_account_text")})
	}
	all = append(all, wayRow{Value: "cancellation", Text: v.View.T("office.way_none"), More: v.View.T("office.way_none_text")})
	now := "refund"
	if f.Sent.Has("type") {
		now = f.Sent.Get("type")
	}
	for i := range all {
		all[i].Chosen = all[i].Value == now
	}
	return all
}

// BuyerName is who bought the order that a page is of.
func (b *refundBody) BuyerName() string {
	if b.O.Buyer == nil {
		return ""
	}
	return b.O.Buyer.Name
}
