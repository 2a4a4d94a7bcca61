package orders

import (
	"marquee/handlers/web/office/screen"
	"slices"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
)

// ways are the pages that lead on from an order, as far as they lead anywhere now.
func (body *orderBody) ways(v *screen.Visit, o *office.Order) {
	if v.Holds(app.Refund) && o.Status.Sold() {
		switch {
		case slices.ContainsFunc(o.Items, func(it order.Item) bool { return it.Frozen }):
			body.NoRefund = v.View.T("office.order_locked")
		case !slices.ContainsFunc(o.Items, func(it order.Item) bool { return it.Holds() && !it.IsFee() }):
			body.NoRefund = v.View.T("office.nothing_stands")
		default:
			body.Refund = body.At + "/refund"
		}
	}
	if !v.Holds(app.EditOrders) || !o.Status.Sold() {
		return
	}
	body.Change = body.At + "/buyer"
	if v.Holds(app.Sell) && o.Status == order.Complete {
		body.Rebook = body.At + "/date"
	}
}

// waits says what an order waits for, and what can be done about it.
func (body *orderBody) waits(v *screen.Visit, o *office.Order) {
	if !v.Holds(app.EditOrders) {
		return
	}
	switch {
	case o.Status == order.AwaitingApproval:
		body.Waits = v.View.T("office.waits_approval")
		for i := range o.Items {
			if it := &o.Items[i]; it.RequiresApproval && it.ApprovedAt == nil && it.RejectedAt == nil && it.Holds() {
				body.Decide = append(body.Decide, ticketRowOf(v, o, it))
			}
		}
	case o.Status.AwaitsPayment():
		body.Waits, body.Payable = v.View.T("office.waits_money"), o.Status != order.PartiallyPaid && v.Holds(app.Sell)
		body.MarkPaid = v.View.T("office.mark_paid", "amount", v.View.Amount(v.Currency(o.CurrencyID), o.Totals.Total-o.Totals.Paid))
	case o.Status == order.Expired:
		body.Waits, body.Lapsed = v.View.T("office.has_lapsed"), true
		return
	default:
		return
	}
	if body.DueText = v.View.T("office.waits_for_ever"); o.ExpiresAt != nil {
		body.DueText = v.View.T("office.waits_till", "when", v.View.Lang.ShortMoment(o.ExpiresAt.In(v.Zone)))
	}
}
