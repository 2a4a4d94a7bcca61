package payment

import (
	"time"

	"marquee/app"
	"marquee/app/ledger"
	"marquee/indexes"
)

// book posts money that belongs to no order: that it is owed back, and that it went back.
// Money of orders is posted with them.
func (p *Payment) book(tx app.Tx, at time.Time, former bool) error {
	e := ledger.Entry{At: at, PaymentID: p.ID, UserID: p.UserID, Former: former}
	amount := p.Captured
	switch p.State {
	case Refunding:
		e.Event = ledger.Unwanted
	case Refunded:
		e.Event, amount = ledger.Returned, -amount
	default:
		return nil
	}
	demo := p.Gateway == Simulated
	from := ledger.Account{Kind: ledger.Gateway, CurrencyID: p.CurrencyID, Demo: demo}
	if demo {
		from.Kind = ledger.Simulated
	}
	moves := ledger.Postings{}
	moves.Add(from, -amount)
	moves.Add(ledger.Account{Kind: ledger.Refunds, CurrencyID: p.CurrencyID, Demo: demo}, amount)
	_, err := ledger.Post(tx, e, moves)
	return err
}

// BookFormer is the migration that posts the money of older stores that belongs to no
// order and is on its way back. What has gone back is not posted: it leaves nothing.
func BookFormer() indexes.Migration {
	return indexes.Migration{Number: 3, Name: "the ledger of money on its way back", Step: indexes.LookAtEach(payments.Table, func(tx app.Tx, p *Payment) error {
		if p.State != Refunding {
			return nil
		}
		return p.book(tx, p.Since, true)
	})}
}
