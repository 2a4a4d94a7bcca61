package mail

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/indexes"
)

// SendNow sends a mail by hand: one that is held, dead, or waits for its next attempt.
func SendNow(ctx context.Context, a *app.App, c *app.Caller, id int64) (m Message, err error) {
	err = a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
		m, err = messageByID(tx, id)
		if err == nil {
			m, err = enqueue(tx, m)
		}
		return err
	})
	return m, err
}

// enqueue gives a mail to the queue, again where it was there before, and notes that somebody
// did.
func enqueue(tx app.Tx, m Message) (Message, error) {
	switch m.State {
	case Sent, Suppressed:
		return m, app.Field("id", "is %s, and only what is queued, held or dead is sent", m.State)
	}
	app.Note(tx, "mails", m.ID, "sent by hand")
	if m.EntryID != 0 {
		again, err := queue.Again(tx, m.EntryID)
		if err != nil {
			return m, err
		}
		if again || m.State == Queued { // else the entry was dropped
			return messages.Update(tx, m.ID, func(m *Message) error { m.become(Queued, ""); return nil })
		}
	}
	entry, err := letters.Put(tx, "", letterRef{MailID: m.ID, Bulk: m.Kind.trait().bulk})
	if err != nil {
		return m, err
	}
	return messages.Update(tx, m.ID, func(m *Message) error {
		m.EntryID = entry
		m.become(Queued, "")
		return nil
	})
}

// SendAll sends all mails that are in a state: held ones, or dead ones. It tells how
// many.
func SendAll(ctx context.Context, a *app.App, c *app.Caller, s State) (n int, err error) {
	if s != Held && s != Dead {
		return 0, app.Field("state", "must be %s or %s", Held, Dead)
	}
	var at indexes.Position
	for {
		var next indexes.Position
		some := 0
		err := a.Update(ctx, c, app.SendMails, func(tx app.Tx) error {
			ids, last, err := inState(tx, s, at)
			if err != nil {
				return err
			}
			for _, id := range ids {
				m, err := messages.Get(tx, id)
				if err == nil {
					_, err = enqueue(tx, m)
				}
				if err != nil {
					return err
				}
			}
			some, next = len(ids), last
			return nil
		})
		if err != nil || some == 0 {
			return n, err
		}
		n, at = n+some, next
	}
}

// inState lists the next mails in a state behind a position, the oldest first. One that has
// come back to the state meanwhile stands before it.
func inState(r app.Reader, s State, after indexes.Position) (ids []int64, last indexes.Position, err error) {
	for e, err := range messageListed.Keys(r, indexes.PrefixOf[time.Time](int64(s)).After(after).Limit(planBatch)) {
		if err != nil {
			return nil, nil, err
		}
		ids, last = append(ids, e.ID), e.At
	}
	return ids, last, nil
}

// Resend mails again what an order is about: its confirmation, or what it waits for.
func Resend(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	return ResendTo(ctx, a, c, k, "")
}

// ResendTo is Resend to another address than the buyer's, for this once; empty: to the buyer's.
func ResendTo(ctx context.Context, a *app.App, c *app.Caller, k order.Key, to string) error {
	if k.IsZero() {
		return app.Field("orderId", "is required")
	}
	if to != "" {
		var err error
		if to, err = company.NormalEmail(to); err != nil {
			return app.Field("email", "must be a valid e-mail address")
		}
	}
	return a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		o, err := order.Find(tx, k)
		if err != nil {
			return err
		}
		if to != "" {
			return resendTo(tx, a, &o, to)
		}
		return resend(tx, &o, MaxResends)
	})
}

// resendTo writes the mail at once: what is due names no address. Its record has it, and the log says
// that it was another one.
func resendTo(tx app.Tx, a *app.App, o *order.Order, to string) error {
	kind, err := fitting(tx, o)
	if err == nil && o.CustomerID == 0 {
		err = app.Field("orderId", "has no e-mail")
	}
	if err == nil {
		err = notTooOften(tx, o.ID, MaxResends)
	}
	if err != nil {
		return err
	}
	app.Note(tx, "orders", o.ID, "mailed again, to another address: "+string(kind))
	p := posts.Of(a)
	_, mails, err := plan(tx, p.now(), &due{ID: o.ID, Kind: kind, N: tx.Now().UnixMicro(), Asked: true, to: to}, a)
	for i := range mails {
		if err == nil {
			err = insert(tx, &mails[i])
		}
	}
	tx.AfterCommit(p.wrote)
	return err
}

// ResendAsBuyer is Resend for whoever has the link to the page of an order, who is its buyer.
// The mail goes to the address of the order and nowhere else.
func ResendAsBuyer(ctx context.Context, a *app.App, page string) error {
	return order.AsBuyer(ctx, a, page, func(tx app.Tx, _ *app.Caller, o *order.Order) error { return resend(tx, o, maxResendsOfBuyer) })
}

// PurchaserChanged mails to the new purchaser of an order what it is about.
func PurchaserChanged(tx app.Tx, o *order.Order) error { return resend(tx, o, MaxResends) }

// resend asks for the mail about an order that fits its state, unless so many were asked for
// lately.
func resend(tx app.Tx, o *order.Order, most int) error {
	kind, err := resendable(tx, o, most)
	if err != nil {
		return err
	}
	app.Note(tx, "orders", o.ID, "mailed again: "+string(kind))
	return ask(tx, due{ID: o.ID, Kind: kind, N: tx.Now().UnixMicro(), Asked: true})
}

// resendable is the mail that fits the state of an order, for its buyer.
func resendable(tx app.Tx, o *order.Order, most int) (Kind, error) {
	kind, err := fitting(tx, o)
	if err == nil {
		err = mailable(tx, o, most)
	}
	return kind, err
}

// fitting is the mail that fits the state of an order.
func fitting(tx app.Tx, o *order.Order) (Kind, error) {
	if o.DeletedAt != nil {
		return "", app.Missing("order")
	}
	kind := map[order.Status]Kind{
		order.Complete: Confirmation, order.PartiallyRefunded: Confirmation, order.AwaitingApproval: Reservation,
		order.AwaitingPaymentLink: PaymentLink, order.AwaitingInvoice: Invoice, order.AwaitingOnsite: OnSite,
		order.AwaitingLocalPayment: LocalPayment, order.PartiallyPaid: Deposit,
	}[o.Status]
	if kind == "" || o.Overdue(tx.Wall()) {
		return "", app.Field("orderId", "has nothing that could be mailed")
	}
	return kind, nil
}

// mailable refuses an order whose buyer has no address, or was mailed as often as is enough.
func mailable(tx app.Tx, o *order.Order, most int) error {
	if o.CustomerID == 0 {
		return app.Field("orderId", "has no e-mail")
	}
	buyer, err := customer.Contacts(tx, []int64{o.CustomerID})
	if err == nil && (len(buyer) == 0 || buyer[0].Email == "") {
		err = app.Field("orderId", "has no e-mail")
	}
	if err != nil {
		return err
	}
	return notTooOften(tx, o.ID, most)
}

// notTooOften refuses more mails about an order that somebody asks for within an hour than
// anybody needs. Those that it got by itself do not count.
func notTooOften(tx app.Tx, orderID int64, most int) error {
	asked := 0
	for hit, err := range dues.Scan(tx, indexes.PrefixOf1[int64, int64](orderID).Limit(maxRecent)) {
		if err != nil {
			return err
		}
		if hit.Rec.Asked {
			asked++
		}
	}
	ids, err := idsOf(messageByOrder.IDs(tx, indexes.Equal(orderID).Reversed().Limit(maxRecent)))
	if err != nil {
		return err
	}
	recent, err := messages.GetMany(tx, ids)
	for i := range recent {
		if recent[i].Asked && app.Lately(recent[i].CreatedAt, tx.Wall(), resendWindow) {
			asked++
		}
	}
	if err == nil && asked >= most {
		again := app.Refuse(app.TooMany, "Too many mails about this order were asked for. Please try again later.")
		again.RetryAfter = int(resendWindow.Seconds())
		return again
	}
	return err
}
