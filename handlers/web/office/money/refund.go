package money

import (
	"fmt"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/handlers/web/office/screen"
)

// refundBody is the refund of an event: what it would do, how far it is, what came of it.
type refundBody struct {
	All, Name, When string
	Run             *runShown
	Again           string
	Ways            []saysRow
	// Known: it was worked out what would happen.
	Known           bool
	Orders, Partly  string
	Amounts         []string
	Does            []doesRow
	Do, Shown       string
	Failed, Nothing string
}

// doesRow is something that happens with it.
type doesRow struct{ Icon, Text string }

// runShown is a refund that was begun.
type runShown struct {
	ID          string
	Chip        screen.Chip
	Did         string
	Going       bool
	Figures     []figure
	Rows        []failedRow
	Share, Date string
}

type figure struct{ Label, Value string }

// failedRow is an order of which somebody has to think.
type failedRow struct{ Order, To, Reason string }

func refundScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/refunds/{id}", Post: "POST /office/{alias}/money/refunds/{id}", Needs: app.Refund,
		Template: o.Template(templates, "refund.html"), Show: showRefund,
		Forms: map[string]screen.Then{
			refundOp: {Say: "office.refund_begun", To: func(v *screen.Visit, _ any) string { return v.Path("/money/refunds/%d", v.ID("id")) }, Holds: sameMoney},
			stopOp:   {Say: "office.refund_was_stopped"},
		},
	}
}

func showRefund(v *screen.Visit) error {
	if !v.Holds(app.ViewEvents) {
		return app.Missing("page")
	}
	e, err := catalog.ViewEvent(v.R.Context(), v.App, v.Caller, v.ID("id"), catalog.EventWants{})
	if err != nil {
		return err
	}
	at := v.Path("/money/refunds/%d", e.ID)
	body := &refundBody{All: v.Path("/money/refunds"), Name: e.Name, When: v.When(&e)}
	v.View.Title = v.View.T("office.refund_event", "name", e.Name)
	v.Body.It = body
	runs, err := massrefund.OfEvent(v.R.Context(), v.App, v.Caller, e.ID)
	if err != nil {
		return err
	}
	sent, err := v.Given()
	if err != nil {
		return err
	}
	if len(runs) > 0 {
		if body.Run, err = runOf(v, &runs[0]); err != nil {
			return err
		}
		v.Body.Add(stopOp).Fill(map[string]any{"id": runs[0].ID})
		if body.Again = at + "?type=refund"; body.Run.Going || sent == nil {
			return nil
		}
	}
	f := v.Body.Add(refundOp).Fill(map[string]any{
		"eventId": e.ID, "type": "refund", "online": "true", "restock": true, "notifyCustomer": true, "refundProcessingFee": true, "refundResellerFee": true,
	})
	f.Takes(sent)
	if f.Sent == nil {
		f.Takes(f.Values)
	}
	body.Ways = refundWays(v, f)
	return body.work(v, f)
}

func refundWays(v *screen.Visit, f *screen.Form) (all []saysRow) {
	for _, w := range []struct{ value, word string }{{"refund", "way_back"}, {"balance_refund", "way_account"}, {"cancellation", "way_none"}} {
		more := "office." + w.word + "_text"
		if w.value == "refund" {
			more = "office.refund_way_back"
		}
		all = append(all, saysRow{Value: w.value, Text: v.View.T("office." + w.word), More: v.View.T(more), Chosen: f.Sent.Get("type") == w.value})
	}
	return all
}

// runAnswer is what the operation says.
type runAnswer struct {
	State  string `json:"state"`
	Orders struct {
		Refunded int64 `json:"refunded"`
		Nothing  int64 `json:"nothing"`
		Failed   int64 `json:"failed"`
	} `json:"orders"`
	Amounts []struct {
		CurrencyID int64 `json:"currencyId"`
		Amount     int64 `json:"amount"`
	} `json:"amounts"`
}

// work asks the operation what it would come to, and says so.
func (b *refundBody) work(v *screen.Visit, f *screen.Form) error {
	var answer runAnswer
	ok, err := v.Try(f, f.Sent, &answer)
	if b.Known = ok; err != nil || !ok {
		return err
	}
	by := map[int64]int64{}
	for _, a := range answer.Amounts {
		by[a.CurrencyID] += a.Amount
	}
	b.Amounts = v.Amounts(by)
	n := answer.Orders.Refunded
	b.Orders = v.View.T("office.refund_orders", "n", n)
	if answer.State == massrefund.Running.String() {
		b.Partly = v.View.T("office.refund_first", "n", n+answer.Orders.Nothing+answer.Orders.Failed)
	}
	if answer.Orders.Failed > 0 {
		b.Failed = v.View.T("office.refund_will_fail", "n", answer.Orders.Failed)
	}
	b.Shown = fmt.Sprint(n, by)
	b.Do = v.View.T("office.void_orders", "n", n)
	if len(b.Amounts) > 0 {
		b.Do = v.View.T("office.refund_amount", "amount", strings.Join(b.Amounts, " + "))
	}
	b.does(v, f, n)
	return nil
}

func (b *refundBody) does(v *screen.Visit, f *screen.Form, n int64) {
	say := func(icon, key string) { b.Does = append(b.Does, doesRow{icon, v.View.T("office."+key, "n", n)}) }
	say("ticket", "refund_does_codes")
	if f.Sent.Get("type") == "refund" {
		say("card", "refund_does_card")
	}
	if all := f.Sent["notifyCustomer"]; len(all) > 0 && all[len(all)-1] == "true" {
		say("mail", "refund_does_mail")
	} else {
		say("mail", "refund_does_no_mail")
	}
	say("clock", "refund_does_time")
}

// sameMoney refuses a refund of other orders or amounts than its page showed.
func sameMoney(v *screen.Visit, f *screen.Form) error {
	if b := v.Body.It.(*refundBody); b.Known && f.Sent.Get("shown") != b.Shown {
		return app.Refuse(app.Conflict, "This would give back something else than was shown. Please look at it again.")
	}
	return nil
}

// runOf shows a refund that was begun, with the orders that could not be refunded.
func runOf(v *screen.Visit, n *massrefund.Run) (*runShown, error) {
	out := &runShown{ID: screen.Number(n.ID), Chip: runChip(v, n), Did: runDid(v, n), Going: n.State == massrefund.Running, Date: moment(v, n.CreatedAt)}
	for _, one := range []struct {
		word string
		n    int64
	}{{"refunded", n.Refunded}, {"nothing", n.Nothing}, {"failed", n.Failed}, {"pending", n.Pending}} {
		out.Figures = append(out.Figures, figure{v.View.T("office.refund_" + one.word + "_orders"), v.View.Number(one.n)})
	}
	failed, err := massrefund.Orders(v.R.Context(), v.App, v.Caller, massrefund.Report{RunID: n.ID, Outcome: massrefund.Failed})
	if err != nil || !v.Holds(app.ViewOrders) {
		return out, err
	}
	for i := range failed {
		row := failedRow{Reason: failed[i].Problem}
		o, _, err := order.Read(v.R.Context(), v.App, v.Caller, order.Key{ID: failed[i].OrderID}, order.Include{}, false)
		if err != nil {
			return out, err
		}
		row.Order, row.To = screen.GroupedCode(o.Reference), v.Path("/orders/%s", o.Reference)
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}
