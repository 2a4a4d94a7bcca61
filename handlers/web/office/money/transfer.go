package money

import (
	"net/url"
	"slices"

	"marquee/app"
	"marquee/app/banking"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/web/office/screen"
)

// transferBody is a transfer about which somebody decides.
type transferBody struct {
	Row     transferRow
	All, At string
	// Orders are what was written into the fields for orders, and some that are blank.
	Orders []string
	// Others are more transfers that can be taken with it.
	Others []otherTransfer
	// Known: it was worked out what would happen; Lines say it, and Do is what the button says.
	Known bool
	Lines []screen.MoneyLine
	Do    string
}

// otherTransfer is one that can be taken together with the one of the page.
type otherTransfer struct {
	ID, Name, Text, Amount string
	Chosen                 bool
}

const (
	// moreOrders is how many fields for orders are blank.
	moreOrders = 2
	// othersShown is how many other transfers can be chosen.
	othersShown = 50
)

func transferScreen(o *screen.Pages) *screen.Screen {
	back := func(v *screen.Visit, _ any) string { return v.Path("/money/transfers") }
	return &screen.Screen{
		Get: "GET /office/{alias}/money/transfers/{id}", Post: "POST /office/{alias}/money/transfers/{id}", Needs: app.SettlePayments,
		Template: o.Template(templates, "transfer.html"), Show: showTransfer,
		Forms: map[string]screen.Then{
			confirmOp: {Say: "office.transfer_taken_for", To: back},
			asideOp:   {Say: "office.transfer_put_aside", To: back, Restore: reopenOp},
		},
	}
}

func showTransfer(v *screen.Visit) error {
	s, err := banking.ReadOf(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	rows, err := transferRows(v, []banking.Shown{s})
	if err != nil {
		return err
	}
	body := &transferBody{Row: rows[0], All: v.Path("/money/transfers"), At: v.Path("/money/transfers/%d", s.Transfer.ID)}
	v.View.Title = v.View.T("office.transfer_of", "amount", body.Row.Amount)
	v.Body.It = body
	sent, err := v.Given()
	if err != nil {
		return err
	}
	f := v.Body.Add(confirmOp).Fill(map[string]any{"ids": []string{body.Row.ID}, "orderIds": []string{}, "acceptMore": false})
	aside := v.Body.Add(asideOp).Fill(map[string]any{"id": s.Transfer.ID, "reason": ""})
	if sent.Has("reason") {
		aside.Takes(sent)
		sent = nil
	}
	if sent == nil && s.Order.Reference != "" {
		sent = url.Values{"ids": {body.Row.ID}, "orderIds": {s.Order.Reference}}
	}
	f.Takes(sent)
	body.Orders = slices.DeleteFunc(slices.Clone(sent["orderIds"]), func(text string) bool { return text == "" })
	some := len(body.Orders) > 0
	body.Orders = append(body.Orders, make([]string, moreOrders)...)
	if err := body.addOthers(v, &s, sent["ids"]); err != nil || !some {
		return err
	}
	return body.work(v, f)
}

// addOthers adds the other open transfers in its currency, the newest first.
func (body *transferBody) addOthers(v *screen.Visit, s *banking.Shown, chosen []string) error {
	all, _, err := banking.List(v.R.Context(), v.App, v.Caller, banking.Filter{States: []banking.State{banking.Open}, Request: list.Request{Limit: othersShown}})
	if err != nil {
		return err
	}
	for i := range all {
		t := &all[i]
		if t.Transfer.ID == s.Transfer.ID || t.CurrencyID != s.CurrencyID {
			continue
		}
		row := transferRowOf(v, t, noOrder)
		body.Others = append(body.Others, otherTransfer{ID: row.ID, Name: row.Name, Text: row.Day + ", " + row.Text, Amount: row.Amount, Chosen: slices.Contains(chosen, row.ID)})
	}
	return nil
}

// work asks the operation what it would come to, and says so.
func (body *transferBody) work(v *screen.Visit, f *screen.Form) error {
	var answer struct {
		Confirmed []struct {
			Amount, Surplus int64
			OrderIDs        []int64
		}
	}
	ok, err := v.Try(f, f.Sent, &answer)
	if err != nil || !ok || len(answer.Confirmed) == 0 {
		return err
	}
	sum, more, s := int64(0), int64(0), answer.Confirmed
	for _, t := range s {
		sum, more = sum+t.Amount, more+t.Surplus
	}
	cur, _ := company.CurrencyByID(body.Row.currency)
	body.Known = true
	body.Lines = []screen.MoneyLine{
		{Text: v.View.T("office.transfers_n", "n", len(s)), Amount: v.View.Amount(cur, sum)},
		{Text: v.View.T("office.transfer_orders_due", "n", len(s[0].OrderIDs)), Amount: v.View.Amount(cur, sum-more)},
	}
	if more > 0 {
		body.Lines = append(body.Lines, screen.MoneyLine{Text: v.View.T("office.transfer_more"), Amount: v.View.Amount(cur, more)})
	}
	body.Do = v.View.T("office.transfer_take_for", "amount", v.View.Amount(cur, sum), "n", len(s[0].OrderIDs))
	return nil
}
