package attention

import (
	"context"
	"slices"
	"time"

	"marquee/app"
)

// Kind is what waits. The text is the slug of the API.
type Kind string

// The kinds, the most urgent first.
const (
	// Backups fail, or there is no good one of the last day.
	Backups Kind = "backups_failing"
	// PaymentsUnresolved have had no answer of their gateway for a while.
	PaymentsUnresolved Kind = "payments_unresolved"
	// PaymentsDisputed are those of which the gateway says otherwise: they are disputed, or were
	// given back there.
	PaymentsDisputed Kind = "payments_disputed"
	// NoWayToPay: something on sale costs something, and nobody can pay for it.
	NoWayToPay Kind = "no_way_to_pay"
	// WebhooksFailed are calls that were given up.
	WebhooksFailed Kind = "webhooks_failed"
	// MailsFailed could not be delivered.
	MailsFailed Kind = "mails_failed"
	// DoublesUnseen are tickets that came in twice, at which nobody has looked.
	DoublesUnseen Kind = "doubles_unseen"
	// EventUnpublished is a draft of an event that begins within a week, EventWithoutTickets is
	// published and sells nothing.
	EventUnpublished    Kind = "event_unpublished"
	EventWithoutTickets Kind = "event_without_tickets"
	// OrdersDue wait for their money, and end within two days.
	OrdersDue Kind = "orders_due"
	// OrdersToApprove and EventsToApprove wait for somebody who approves them.
	OrdersToApprove Kind = "orders_to_approve"
	EventsToApprove Kind = "events_to_approve"
	// TransfersOpen came by bank, and nobody has said yet what they are for.
	TransfersOpen Kind = "transfers_open"
	// RefundsFailed: of a cancelled event some orders could not be refunded.
	RefundsFailed Kind = "refunds_failed"
	// StockLow: of a ticket few are left.
	StockLow Kind = "stock_low"
	// EventWithoutText begins within a week, and says nothing about itself.
	EventWithoutText Kind = "event_without_text"
)

// kinds are all of them in their order.
var kinds = []Kind{
	Backups, PaymentsUnresolved, PaymentsDisputed, NoWayToPay, RefundsFailed, WebhooksFailed, MailsFailed, DoublesUnseen, EventUnpublished, EventWithoutTickets,
	OrdersDue, TransfersOpen, OrdersToApprove, EventsToApprove, StockLow, EventWithoutText,
}

// Kinds are the slugs of all kinds.
func Kinds() (all []string) {
	for _, k := range kinds {
		all = append(all, string(k))
	}
	return all
}

// Entry is something that waits.
type Entry struct {
	Kind  Kind
	Count int64
	// Since is when the oldest of it began, or until when it can wait; nil: that has no time.
	Since, Until *time.Time
	// EventID and SaleItemID are what it is about, Name what that is called; 0: it is about many.
	EventID, SaleItemID int64
	Name                string
}

// reading is one look at everything.
type reading struct {
	ctx context.Context
	a   *app.App
	c   *app.Caller
	now time.Time
	all []Entry
}

// Read lists what waits for the caller.
func Read(ctx context.Context, a *app.App, c *app.Caller) ([]Entry, error) {
	if err := c.NeedSome(Readers); err != nil {
		return nil, err
	}
	x := &reading{ctx: ctx, a: a, c: c, now: a.Now()}
	for _, look := range []func(*reading) error{
		(*reading).backups, (*reading).payments, (*reading).transfers, (*reading).webhooks, (*reading).mails, (*reading).orders, (*reading).approvals, (*reading).events, (*reading).doubles,
	} {
		// What somebody may not see is not there.
		if err := look(x); err != nil && app.KindOf(err) != app.Forbidden {
			return nil, err
		}
	}
	slices.SortStableFunc(x.all, func(a, b Entry) int { return slices.Index(kinds, a.Kind) - slices.Index(kinds, b.Kind) })
	return x.all, nil
}

// Readers are those who may do something about anything of it.
var Readers = app.AnyOf{app.ListOrders, app.ListEvents, app.ViewMails, app.ViewWebhooks, app.EditCompany, app.ViewPayments}

// add notes something that waits, if there is any.
func (x *reading) add(e Entry) {
	if e.Count > 0 {
		x.all = append(x.all, e)
	}
}
