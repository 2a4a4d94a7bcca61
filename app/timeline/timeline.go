package timeline

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/order"
)

const (
	// maxEvents is how much of what happened is told, and maxOfOne how much by one area.
	maxEvents = 500
	maxOfOne  = 100
)

// Kind is what happened.
type Kind string

// The kinds.
const (
	Began     Kind = "began"     // somebody put something into a basket
	Completed Kind = "completed" // it went through
	Deleted   Kind = "deleted"
	Paid      Kind = "payment"
	Returned  Kind = "refund"
	Voided    Kind = "voided" // items that are good no more
	Mailed    Kind = "mail"
	Invoiced  Kind = "document" // an invoice or a correction of one
	Scanned   Kind = "scan"
	Noted     Kind = "note"   // by staff, for colleagues
	Changed   Kind = "change" // by staff, from the log
)

// Kinds lists them.
func Kinds() []string {
	return []string{string(Began), string(Completed), string(Deleted), string(Paid), string(Returned), string(Voided), string(Mailed), string(Invoiced), string(Scanned), string(Noted), string(Changed)}
}

// Event is one thing that happened. What does not apply is zero.
type Event struct {
	At   time.Time
	Kind Kind
	// UserID is who of the staff did it.
	UserID int64
	// Word says more in the words of the API: how was paid, which mail, what the gate said, which
	// operation; State what became of it.
	Word, State string
	// Amount is money in minor units of the order, below zero where it went back.
	Amount int64
	Items  []int64
	// ID is that of the transaction, mail, document or scan, or the number in the log; Name is the
	// number of a document.
	ID   int64
	Name string
	// Text is what somebody wrote.
	Text string
}

// Timeline is what happened to an order, oldest first.
type Timeline struct {
	Order  order.Order
	Events []Event
	// More: there is more than is told.
	More bool
	// Without are the kinds that the caller may not see.
	Without []Kind
}

// Of is the timeline of an order.
func Of(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (t Timeline, err error) {
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		t = Timeline{}
		if t.Order, err = order.Find(r, k); err != nil {
			return err
		}
		return t.read(r)
	})
	if err == nil {
		err = t.readMails(ctx, a, c)
	}
	if err == nil {
		err = t.readLog(ctx, a, c)
	}
	t.sort()
	return t, err
}

func (t *Timeline) readMails(ctx context.Context, a *app.App, c *app.Caller) error {
	if !c.Can(app.ViewMails) {
		t.Without = append(t.Without, Mailed)
		return nil
	}
	page, err := mail.List(ctx, a, c, mail.Filter{OrderID: t.Order.ID, Request: list.Request{Limit: maxOfOne}})
	t.More = t.More || page.HasMore
	for i := range page.Rows {
		e := ofMail(&page.Rows[i])
		if !c.Can(app.ViewCustomers) {
			e.Name = ""
		}
		t.Events = append(t.Events, e)
	}
	return err
}

func (t *Timeline) readLog(ctx context.Context, a *app.App, c *app.Caller) error {
	if !c.Can(app.ViewAudit) {
		t.Without = append(t.Without, Changed)
		return nil
	}
	page, err := audit.List(ctx, a, c, audit.Filter{Object: "orders", Key: decimal(t.Order.ID), Request: list.Request{Limit: maxOfOne}})
	t.More = t.More || page.HasMore
	for i := range page.Rows {
		t.Events = append(t.Events, ofEntry(&page.Rows[i]))
	}
	return err
}

// sort puts what happened in its order, and leaves the oldest away where it is too much. What
// happened at the same moment stands as the kinds do.
func (t *Timeline) sort() {
	kinds := Kinds()
	slices.SortStableFunc(t.Events, func(a, b Event) int {
		if n := a.At.Compare(b.At); n != 0 {
			return n
		}
		return slices.Index(kinds, string(a.Kind)) - slices.Index(kinds, string(b.Kind))
	})
	if n := len(t.Events) - maxEvents; n > 0 {
		t.Events, t.More = t.Events[n:], true
	}
}
