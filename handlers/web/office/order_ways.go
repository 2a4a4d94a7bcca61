package office

import (
	"slices"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/order"
)

// ways are the pages that lead on from an order, as far as they lead anywhere now.
func (body *orderBody) ways(v *visit, o *office.Order) {
	if v.holds(app.Refund) && o.Status.Sold() {
		switch {
		case slices.ContainsFunc(o.Items, func(it order.Item) bool { return it.Frozen }):
			body.NoRefund = v.view.T("office.order_locked")
		case !slices.ContainsFunc(o.Items, func(it order.Item) bool { return it.Holds() && !it.IsFee() }):
			body.NoRefund = v.view.T("office.nothing_stands")
		default:
			body.Refund = body.At + "/refund"
		}
	}
	if !v.holds(app.EditOrders) || !o.Status.Sold() {
		return
	}
	body.Change = body.At + "/buyer"
	if v.holds(app.Sell) && o.Status == order.Complete {
		body.Rebook = body.At + "/date"
	}
}

// waits says what an order waits for, and what can be done about it.
func (body *orderBody) waits(v *visit, o *office.Order) {
	if !v.holds(app.EditOrders) {
		return
	}
	switch {
	case o.Status == order.AwaitingApproval:
		body.Waits = v.view.T("office.waits_approval")
		for i := range o.Items {
			if it := &o.Items[i]; it.RequiresApproval && it.ApprovedAt == nil && it.RejectedAt == nil && it.Holds() {
				body.Decide = append(body.Decide, v.ticketRow(o, it))
			}
		}
	case o.Status.AwaitsPayment():
		body.Waits, body.Payable = v.view.T("office.waits_money"), o.Status != order.PartiallyPaid && v.holds(app.Sell)
		body.MarkPaid = v.view.T("office.mark_paid", "amount", v.view.Amount(v.currency(o.CurrencyID), o.Totals.Total-o.Totals.Paid))
	case o.Status == order.Expired:
		body.Waits, body.Lapsed = v.view.T("office.has_lapsed"), true
		return
	default:
		return
	}
	if body.DueText = v.view.T("office.waits_for_ever"); o.ExpiresAt != nil {
		body.DueText = v.view.T("office.waits_till", "when", v.view.Lang.ShortMoment(o.ExpiresAt.In(v.zone)))
	}
}
