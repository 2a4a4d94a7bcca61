package shop

import (
	"strings"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/handlers/web/page"
)

// note is a banner.
type note struct{ Kind, Icon, Title, Text string }

// fact is one line of what happened to a payment.
type fact struct {
	Title, Text string
	Done, Now   bool
}

// fill says what became of the order, and tells whether the page waits for more.
func (b *orderBody) fill(view *page.View, now time.Time) (waits bool) {
	switch status := b.Order.Order.Status; {
	case b.Held:
		b.Title, b.Lead = view.T("shop.held_title"), view.T("shop.held_lead")
		b.addTickets(view)
	case status == order.Processing, status == order.Unknown:
		b.waiting(view, now)
		return true
	case status == order.Active:
		b.notYet(view)
	case b.Expired: // swept or not
		b.expired(view)
	default:
		b.settled(view)
	}
	return false
}

// waiting says what we wait for.
func (b *orderBody) waiting(v *page.View, now time.Time) {
	zone := b.zone()
	amount := v.Amount(b.Currency, b.Due)
	b.Title, b.Lead = v.T("shop.wait_title"), v.T("shop.wait_lead")
	since := now
	if b.Attempt != nil {
		since = b.Attempt.Since
	}
	waited := now.Sub(since)
	if waited < slowAfter {
		b.Title, b.Lead = v.T("shop.paying_title"), v.T("shop.paying_lead")
	}
	asking := v.T("shop.fact_asking", "n", max(1, int(waited.Seconds())))
	if waited >= time.Minute {
		asking = v.T("shop.fact_asking_minutes", "n", int(waited.Minutes()))
	}
	b.Facts = []fact{
		{Title: v.T("shop.fact_held"), Text: v.T("shop.items_amount", "n", b.Units, "amount", amount), Done: true},
		{Title: v.T("shop.fact_sent"), Text: v.TimeText(since.In(zone)), Done: true},
		{Title: v.T("shop.fact_waiting"), Text: asking, Now: true},
		{Title: v.T("shop.fact_tickets"), Text: b.Mail},
	}
	b.Note = &note{"info", "info", "", v.T("shop.may_close")}
	if h := b.holdUntil(); b.Order.Order.Status == order.Unknown || h != nil && now.After(*h) {
		b.Note = &note{"warn", "warning", v.T("shop.no_answer_title"), v.T("shop.no_answer")}
	}
}

func (b *orderBody) holdUntil() *time.Time {
	if b.Attempt == nil {
		return nil
	}
	return b.Attempt.HoldUntil
}

// notYet is an order that is a basket again: the card was refused, or never given. Whoever has
// the address of the page does not get the basket by it, which is somebody else's by now perhaps.
func (b *orderBody) notYet(v *page.View) {
	b.Title, b.Lead = v.T("shop.not_paid_title"), v.T("shop.not_paid")
	refused := b.Attempt != nil && b.Attempt.Problem != ""
	if b.Open && b.Company.Shop.Open {
		if b.Here {
			b.Back = "/shop/" + b.Company.Alias + "/basket"
		} else {
			b.Note = &note{"info", "info", "", v.T("shop.not_paid_elsewhere")}
		}
		if b.Lead = v.T("shop.not_paid_held", "time", v.TimeText(b.Until.In(b.zone()))); refused {
			b.Lead = v.T("shop.refused_held", "time", v.TimeText(b.Until.In(b.zone())))
		}
	}
	if b.Expired {
		b.Lead = v.T("shop.went_back")
	}
}

// settled is an order of which the payment is decided, or comes later.
func (b *orderBody) settled(v *page.View) {
	o := &b.Order.Order
	b.Paid = v.Amount(b.Currency, o.Totals.Paid)
	switch o.Status {
	case order.Complete, order.PartiallyRefunded:
		b.complete(v)
	case order.AwaitingInvoice:
		b.Waits, b.Title = true, v.T("shop.invoice_title")
		b.Lead = v.T("shop.invoice_lead", "amount", v.Amount(b.Currency, b.Due))
		if o.ExpiresAt != nil {
			b.Note = &note{"info", "calendar", v.T("shop.invoice_until", "date", v.Lang.Date(o.ExpiresAt.In(b.zone()))), v.T("shop.invoice_how", "reference", o.Reference)}
			if b.Invoices.Transfer != nil {
				b.Note.Text = v.T("shop.invoice_how_here", "reference", o.Reference)
			}
		}
	case order.AwaitingApproval:
		b.Waits, b.Title, b.Lead = true, v.T("shop.approval_title"), v.T("shop.approval_lead")
	case order.AwaitingPaymentLink, order.AwaitingOnsite, order.AwaitingLocalPayment, order.PartiallyPaid:
		b.Waits, b.Title = true, v.T("shop.waits_title")
		b.Lead = v.T("shop.waits_lead", "amount", v.Amount(b.Currency, b.Due))
		if b.Owing && o.ExpiresAt != nil {
			b.Note = &note{"info", "calendar", v.T("shop.owed_until", "date", v.Lang.Date(o.ExpiresAt.In(b.zone()))), ""}
		}
		if b.Note != nil && o.Deposit > 0 {
			b.Note.Text = v.T("shop.deposit_paid", "amount", b.Paid)
		}
	case order.Refunded:
		b.Title, b.Lead = v.T("shop.refunded_title"), v.T("shop.refunded_lead", "amount", v.Amount(b.Currency, o.Totals.Refunded))
	case order.Cancelled:
		b.Title, b.Lead = v.T("shop.order_cancelled_title"), v.T("shop.order_cancelled_lead")
	case order.Rejected:
		b.Title, b.Lead = v.T("shop.rejected_title"), v.T("shop.rejected_lead")
	default:
		b.Title, b.Lead = v.T("shop.failed_title"), v.T("shop.failed_lead")
	}
	b.addTickets(v)
}

// expired is an order whose time to be paid is over. A deposit is kept.
func (b *orderBody) expired(v *page.View) {
	b.Title, b.Lead = v.T("shop.expired_title"), v.T("shop.expired_lead")
	if b.Order.Order.Totals.Paid > 0 {
		b.Lead = v.T("shop.expired_deposit_lead")
	}
}

// complete is an order that went through.
func (b *orderBody) complete(v *page.View) {
	b.Good, b.Title = true, v.T("shop.thanks")
	if d := b.Order.Order.Details; d != nil && !app.Blank(d.Name) {
		b.Title = v.T("shop.thanks_name", "name", strings.Fields(d.Name)[0])
	}
	b.Lead = v.T("shop.free_lead")
	if b.Order.Order.Totals.Paid > 0 {
		b.Lead = v.T("shop.paid_lead", "amount", b.Paid)
	}
	if at := b.Later; at != nil {
		b.Note = &note{"info", "calendar", v.T("shop.later_title", "time", v.DateText(*at)), v.T("shop.later_text")}
	}
}

func (b *orderBody) zone() *time.Location { return zoneOf(b.Basket, b.Company) }
