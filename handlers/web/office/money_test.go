package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/payment/simulated"
	"marquee/app/queue"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/app/voucher"
	"marquee/app/wallet"
)

// TestTransfersPayTheirOrders: a statement is pasted, what is sure is taken by one press, what is not is
// decided about, and nothing is taken twice.
func TestTransfersPayTheirOrders(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	item := b.standing(b.event("Gig")).ID
	first, second := b.waiting(item, "Ada Byron"), b.waiting(item, "Bo Diddley")
	due := b.w.A.Currency().Amount(first.Totals.Total)
	amount := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, due)
	statement := "Date;Amount;Reference;Payer\n2026-07-01;" + amount + ";Order " + first.Reference + ";Ada\n2026-07-01;1.00;" + second.Reference + ";Bo\n2026-07-02;9.99;rent;Hall\n"

	paste := func() string {
		_, text := b.get("/money/transfers")
		action, fields := form(t, text, "POST bank-statements")
		fields.Set("text", statement)
		status, text := b.post(action, fields)
		is.Equal(status, http.StatusOK)
		return text
	}
	text := paste()
	is.True(strings.Contains(text, "Take the one that is sure, "+due))
	is.True(strings.Contains(text, "reference and amount") && strings.Contains(text, "less than is due") && strings.Contains(text, "no order fits"))
	text = paste() // the same statement again brings nothing
	is.Equal(strings.Count(text, "reference and amount"), 1)

	action, fields := form(t, text, "POST bank-transfers/confirm")
	_, text = b.post(action, fields)
	is.True(strings.Contains(text, "1 transfer is taken"))
	is.True(!strings.Contains(text, "reference and amount"))
	is.Equal(b.status(first.ID), order.Complete)
	is.Equal(b.status(second.ID), second.Status)

	sheet := between(text, `href="/office/`+b.alias+`/money/transfers/`, `"`)
	_, text = b.get("/money/transfers/" + sheet) // the last one: the rent
	action, fields = form(t, text, "POST bank-transfers/confirm")
	fields["orderIds"] = []string{second.Reference, ""}
	fields.Set("acceptMore", "false")
	status, text := b.post(action, fields)
	if status == http.StatusOK { // it was enough
		t.Fatal("an order was paid with too little or too much")
	}
	is.True(strings.Contains(text, `role="alert"`))
	_, text = b.get("/money/transfers/" + sheet)
	action, fields = form(t, text, "POST bank-transfers/set-aside")
	fields.Set("reason", "Rent of the hall")
	_, text = b.post(action, fields)
	is.True(strings.Contains(text, "Set aside."))
	_, text = b.get("/money/transfers?view=aside")
	is.True(strings.Contains(text, "Rent of the hall"))
}

// TestOneTransferPaysTwoOrders: the page says what it would come to before it is done.
func TestOneTransferPaysTwoOrders(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	item := b.standing(b.event("Gig")).ID
	first, second := b.waiting(item, "Ada Byron"), b.waiting(item, "Ada Byron")
	is.Equal(first.Totals.Total, second.Totals.Total)
	both := fmt.Sprintf("%d.%02d", 2*first.Totals.Total/100, 2*first.Totals.Total%100)
	_, text := b.get("/money/transfers")
	action, fields := form(t, text, "POST bank-statements")
	fields.Set("text", "Date;Amount;Reference;Payer\n2026-07-01;"+both+";for both;Ada\n2026-07-01;1.00;one more;Bo\n")
	_, text = b.post(action, fields)
	at := ""
	for _, to := range regexp.MustCompile(`/money/transfers/\d+`).FindAllString(text, -1) {
		if _, sheet := b.get(to); strings.Contains(sheet, "for both</p>") {
			at = to
		}
	}
	_, text = b.get(at)
	is.True(strings.Contains(text, "Say which order it is for.") && strings.Contains(text, "one more"))
	_, text = b.get(at + "?" + url.Values{"ids": {path.Base(at)}, "orderIds": {first.Reference}}.Encode())
	is.True(strings.Contains(text, `role="alert"`)) // it is more than that order is due for
	_, text = b.get(at + "?" + url.Values{"ids": {path.Base(at)}, "orderIds": {first.Reference, second.Reference}}.Encode())
	is.True(strings.Contains(text, "for 2 orders</button>"))
	is.Equal(b.status(first.ID), first.Status) // nothing was done yet
	action, fields = form(t, text, "POST bank-transfers/confirm")
	is.Equal(fields["orderIds"], []string{first.Reference, second.Reference, "", ""})
	fields["ids"] = []string{path.Base(at)}
	status, text := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Taken. The order is paid."))
	is.Equal(b.status(first.ID), order.Complete)
	is.Equal(b.status(second.ID), order.Complete)
	_, text = b.get("/money/transfers?view=taken")
	is.True(strings.Contains(text, "and 1 more order"))
}

// TestSellersGetWhatTheyEarned: what was sold on is to be settled, by one press, and vouchers say what
// became of them.
func TestSellersGetWhatTheyEarned(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	ctx, a, c := t.Context(), b.w.App, b.w.A.Owner
	ticket := b.standing(b.event("Gig"))
	_, _, err := resale.SetSettings(ctx, a, c, resale.Change{Enabled: app.Is(true)})
	is.NoErr(err)
	o := b.buy(ticket.ID, 2)
	_, err = resale.List(ctx, a, c, resale.NewListing{Items: []resale.Ask{{ItemID: o.Items[0].ID}, {ItemID: o.Items[1].ID}}, MinQuantity: 1})
	is.NoErr(err)
	_, text := b.get("/money/resale")
	is.True(strings.Contains(text, "0 of 2") && strings.Contains(text, "2 on offer"))
	_, err = sales.Add(ctx, a, c, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: []rules.AddItem{{OrderItemID: o.Items[0].ID, Quantity: new(int64(1))}},
		Payment: &rules.Payment{Method: order.Cash}, Buyer: customer.Buyer{Name: "Bo Diddley", Email: "bo@example.com"},
	})
	is.NoErr(err)

	_, text = b.get("/money/resale")
	for _, said := range []string{"1 of 2", "1 on offer", "1 to be settled", "Zoé Lefèvre", "Settle 1: "} {
		if !strings.Contains(text, said) {
			t.Errorf("the page does not say %q", said)
		}
	}
	action, fields := form(t, text, "POST resale/settlements")
	status, text := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "1 is settled.") && strings.Contains(text, "1 credited"))
	is.True(!strings.Contains(text, "Settle 1: "))
	_, text = b.post(action, fields) // sent twice, settled once
	is.True(strings.Contains(text, "1 credited"))
}

// TestVouchersSayWhatBecameOfThem: open ones, and who redeemed which.
func TestVouchersSayWhatBecameOfThem(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	ctx, a, c := t.Context(), b.w.App, b.w.A.Owner
	gift, err := catalog.CreateSaleItem(ctx, a, c, catalog.NewSaleItem{
		Type: catalog.GiftVoucher, Item: catalog.ItemChange{Name: new("Voucher")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 2500}}},
	})
	is.NoErr(err)
	_, text := b.get("/money/vouchers")
	is.True(strings.Contains(text, "No voucher was sold yet."))
	o := b.buy(gift.ID, 2)
	_, err = voucher.Redeem(ctx, a, c, o.Items[0].Barcode, o.Order.CustomerID)
	is.NoErr(err)
	_, text = b.get("/money/vouchers")
	is.Equal(strings.Count(text, "Can be redeemed"), 1)
	is.True(strings.Contains(text, "Redeemed") && strings.Contains(text, ", Zoé Lefèvre"))
	is.Equal(strings.Count(text, b.w.A.Currency().Amount(2500)), 3) // what is owed, and both
	_, text = b.as(b.w.A.With(app.ViewReports).UserEmail).get("/money/vouchers")
	is.True(!strings.Contains(text, "Can be redeemed")) // who sees no orders sees the sum
}

// status is how an order stands.
func (b *browser) status(id int64) order.Status {
	b.t.Helper()
	o, _, err := order.Read(b.t.Context(), b.w.App, b.w.A.Owner, order.Key{ID: id}, order.Include{}, false)
	if err != nil {
		b.t.Fatal(err)
	}
	return o.Status
}

// between is what stands in a text between two others.
func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(rest, after)
	return found
}

// inDoubt is a payment of which nobody knows what became of it.
func (b *browser) inDoubt(item int64) int64 {
	b.t.Helper()
	ctx, c := b.t.Context(), b.w.A.Owner
	demo := true
	if _, err := company.ChangeSettings(ctx, b.w.App, c, company.SettingsChange{Demo: &demo}); err != nil {
		b.t.Fatal(err)
	}
	basket, err := sales.Add(ctx, b.w.App, c, sales.AddToBasket{Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: item, Quantity: new(int64(1))}}})
	if err != nil {
		b.t.Fatal(err)
	}
	k := order.Key{ID: basket.Order.ID}
	i, err := pay.CreateIntent(ctx, b.w.App, c, pay.OpenIntent{Basket: k, Channel: catalog.APIChannel})
	if err == nil {
		_, err = simulated.Give(ctx, b.w.App, c, simulated.Card{Ref: i.Ref, Outcome: simulated.Silent})
	}
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = sales.CompleteOrder(ctx, b.w.App, c, sales.Completion{Basket: k, TransactionID: i.TransactionID, Channel: catalog.APIChannel})
	return i.TransactionID
}

// TestAPaymentInDoubtIsSettled: it is listed with what is known of it, and ends by what somebody found out,
// for a reason.
func TestAPaymentInDoubtIsSettled(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	id := b.inDoubt(b.standing(b.event("Gig")).ID)
	_, text := b.get("/money/doubt")
	is.True(strings.Contains(text, "Bank has not answered") && strings.Contains(text, "1 × Standing held"))
	_, text = b.get("/money/payments/" + itoa(id))
	action, fields := form(t, text, "POST payments/settle")
	fields.Set("verdict", "not_taken")
	fields.Del("reason")
	status, _ := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	fields.Set("reason", "There is no such capture.")
	_, text = b.post(action, fields)
	is.True(strings.Contains(text, "Settled.") && strings.Contains(text, "Nothing is in doubt"))
	p, err := payment.ReadOf(t.Context(), b.w.App, b.w.A.Owner, id)
	is.NoErr(err)
	is.Equal(p.State, payment.Open) // it can be paid anew
	is.Equal(p.Said.Reason, "There is no such capture.")
	_, text = b.get("/money/payments")
	is.True(strings.Contains(text, "Waits for the buyer"))
}

// TestARefundOfAnEventIsShownBeforeItIsDone: what the page says it comes to is what comes of it.
func TestARefundOfAnEventIsShownBeforeItIsDone(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	item := b.standing(e).ID
	b.sold(item, "Ada", "ada@example.com")
	sold := b.sold(item, "Bo", "bo@example.com")
	cancelled := true
	_, _, err := catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventChange{Cancelled: &cancelled}, nil)
	is.NoErr(err)
	_, text := b.get("/money/refunds")
	is.True(strings.Contains(text, "Gig") && strings.Contains(text, "Not refunded"))
	_, text = b.get("/money/refunds/" + itoa(e.ID))
	twice := b.w.A.Currency().Amount(2 * sold.Totals.Total)
	is.True(strings.Contains(text, "2 orders are refunded") && strings.Contains(text, "Refund "+twice))
	is.Equal(b.status(sold.ID), order.Complete) // nothing was done

	action, fields := form(t, text, "POST event-refunds")
	for _, name := range []string{"type", "restock", "notifyCustomer", "refundProcessingFee"} {
		fields.Del(name)
	}
	fields.Set("type", "refund")
	fields["restock"], fields["notifyCustomer"], fields["refundProcessingFee"] = []string{"true"}, []string{"true"}, []string{"true"}
	wrong := url.Values{}
	for name, all := range fields {
		wrong[name] = all
	}
	wrong.Set("shown", "another amount")
	status, _ := b.post(action, wrong)
	is.Equal(status, http.StatusUnprocessableEntity) // not what was shown
	_, text = b.post(action, fields)
	is.True(strings.Contains(text, "goes on in the background"))
	is.NoErr(b.w.App.RunJob(t.Context(), queue.SendJob))
	_, text = b.get("/money/refunds/" + itoa(e.ID))
	is.True(strings.Contains(text, "2 orders refunded, "+twice))
	is.Equal(b.status(sold.ID), order.Refunded)
}

// TestTheLedgerShowsEachEntryWithItsPair: of the day, and of an order.
func TestTheLedgerShowsEachEntryWithItsPair(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	o := b.sold(b.standing(b.event("Gig")).ID, "Ada", "ada@example.com")
	total := b.w.A.Currency().Amount(o.Totals.Total)
	for _, at := range []string{"/money/ledger", "/money/ledger?order=" + o.Reference} {
		_, text := b.get(at)
		is.True(strings.Contains(text, "Sold") && strings.Contains(text, total) && strings.Contains(text, "Hash of this entry"))
	}
	_, text := b.get("/money/ledger?day=2001-01-01")
	is.True(strings.Contains(text, "No money moved on"))
	_, text = b.get("/money/ledger?order=NOSUCHRF")
	is.True(strings.Contains(text, "There is no order NOSUCHRF"))
}

// TestAnAccountIsAdjustedFrozenAndPaidOut: each by the operation that programs call, some of which take their
// fields from the query.
func TestAnAccountIsAdjustedFrozenAndPaidOut(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	ctx, c := t.Context(), b.w.A.Owner
	who, err := customer.Create(ctx, b.w.App, c, customer.Fields{Name: new("Ada Byron"), Email: new("ada@example.com")})
	is.NoErr(err)
	cur := b.w.A.Currency()
	v, err := wallet.Adjust(ctx, b.w.App, c, wallet.Adjusting{CustomerID: who.ID, CurrencyID: cur.ID, Amount: 5000, Reason: "Prize"})
	is.NoErr(err)
	_, text := b.get("/money/accounts")
	is.True(strings.Contains(text, "Ada Byron") && strings.Contains(text, cur.Amount(5000)))
	at := "/money/accounts/" + itoa(v.Wallet.ID)
	do := func(op string, set url.Values) string {
		_, text := b.get(at)
		action, fields := form(t, text, op)
		for name, all := range set {
			fields[name] = all
		}
		_, text = b.post(action, fields)
		return text
	}
	is.True(strings.Contains(do("POST wallets/adjust", url.Values{"amount": {"-10.00"}, "reason": {"Mistake"}}), "Adjusted."))
	is.True(strings.Contains(do("POST wallets/payouts/initiate", url.Values{"amount": {"15.00"}}), "Set aside. Pay it"))
	is.True(strings.Contains(do("POST wallets/payouts/confirm", nil), "Paid out."))
	is.True(strings.Contains(do("POST wallets/freeze", url.Values{"reason": {"Lost"}}), "Frozen."))
	is.True(strings.Contains(do("POST wallets/freeze", nil), "It can be spent again."))
	w, err := wallet.Read(ctx, b.w.App, c, v.Wallet.ID)
	is.NoErr(err)
	is.Equal(w.Available, int64(2500))
	is.Equal(w.Reserved, int64(0))
}
