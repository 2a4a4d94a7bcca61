package payment

import (
	"crypto/rand"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/order"
)

// Begin notes a payment that is to be opened, with its transaction, and begins to open
// it. It gives up the payment that counted for the order before. The order is changed,
// and left to the caller to store.
func Begin(tx app.Tx, o *order.Order, p *Payment) (Attempt, error) {
	if o.PaymentID != 0 {
		if err := GiveUp(tx, o.PaymentID); err != nil {
			return Attempt{}, err
		}
	}
	t := order.Transaction{
		OrderID: o.ID, CurrencyID: o.CurrencyID, Total: p.Amount, Type: string(p.Method),
		Status: Opening.transactionStatus(), Gateway: p.Gateway, UserID: p.UserID,
	}
	if err := order.AddTransaction(tx, &t); err != nil {
		return Attempt{}, err
	}
	p.OrderID, p.CurrencyID, p.TransactionID = o.ID, o.CurrencyID, t.ID
	p.State, p.Since, p.Key = Opening, tx.Wall(), rand.Text()
	if err := payments.Insert(tx, p); err != nil {
		return Attempt{}, err
	}
	o.TransactionIDs, o.PaymentID = append(o.TransactionIDs, t.ID), p.ID
	return OpenCall.Begin(tx, p.subject(), Request{PaymentID: p.ID})
}

// Move brings a payment into another state, and its transaction with it. change may set
// what else the step brings; it may be nil.
func Move(tx app.Tx, id int64, to State, change func(*Payment)) (Payment, error) {
	told := false
	p, err := payments.Update(tx, id, func(p *Payment) error {
		was, ref := p.State.transactionStatus(), p.Ref
		if err := p.step(to, tx.Wall()); err != nil {
			return err
		}
		if change != nil {
			change(p)
		}
		told = was != to.transactionStatus() || ref != p.Ref || to == Open
		return nil
	})
	if err != nil {
		return p, err
	}
	if told {
		if err := p.tell(tx, nil); err != nil {
			return p, err
		}
	}
	return p, p.book(tx, tx.Now(), false)
}

// step moves a payment that is not stored yet.
func (p *Payment) step(to State, now time.Time) error {
	if !p.State.MayBecome(to) {
		return fmt.Errorf("payment %d: %s cannot become %s", p.ID, p.State, to)
	}
	p.State, p.Since = to, now
	switch to {
	case Captured:
		p.Captured = p.Amount
	case Refunded:
		p.Refunded = p.Captured
	}
	return nil
}

// tell writes into the transaction what became of its payment, and what that was for where it
// is known.
func (p *Payment) tell(tx app.Tx, of *order.PaidFor) error {
	return order.NotePayment(tx, p.TransactionID, p.State.transactionStatus(), p.Ref, of)
}

// Complete is for money that completes its order: taken before, or just now.
func Complete(tx app.Tx, id int64, of order.PaidFor) error {
	p, err := payments.Update(tx, id, func(p *Payment) error {
		if p.State == Capturing {
			if err := p.step(Captured, tx.Wall()); err != nil {
				return err
			}
		}
		return p.step(Paid, tx.Wall())
	})
	if err != nil {
		return err
	}
	return p.tell(tx, &of)
}

// GiveUp ends a payment that is no longer wanted, if it has not gone too far for that:
// then it is left as it is.
func GiveUp(tx app.Tx, id int64) error {
	p, err := payments.Get(tx, id)
	if err != nil {
		return err
	}
	switch p.State {
	case Opening: // its intent is cancelled when the gateway has answered
		_, err = Move(tx, id, Cancelling, nil)
	case Open:
		if _, err = Move(tx, id, Cancelling, nil); err == nil {
			_, err = CancelCall.Put(tx, p.subject(), Request{PaymentID: id})
		}
	}
	return err
}

// GiveBack gives captured money back.
func GiveBack(tx app.Tx, id int64) error {
	p, err := Move(tx, id, Refunding, nil)
	if err == nil {
		_, err = RefundCall.Put(tx, p.subject(), Request{PaymentID: id})
	}
	return err
}

// Return notes that a part of paid money was given back.
func Return(tx app.Tx, id, amount int64) error {
	_, err := payments.Update(tx, id, func(p *Payment) error { p.Returned += amount; return nil })
	return err
}

// CompleteBy lets captured money wait for whoever completes its order, until a time.
func CompleteBy(tx app.Tx, id int64, at time.Time) error {
	_, err := payments.Update(tx, id, func(p *Payment) error { p.CompleteAt = &at; return nil })
	return err
}

// subject names the payment among attempts and queue entries.
func (p *Payment) subject() string { return Subject(p.ID) }

// Subject names a payment among attempts and queue entries.
func Subject(id int64) string { return fmt.Sprintf("payment/%d", id) }

// RefundKey is the key of the one refund of the payment.
func (p *Payment) RefundKey() string { return p.Key + "-refund" }

// Code is a gateway's word, as far as it is kept.
func Code(s string) string { return s[:min(len(s), maxCode)] }
