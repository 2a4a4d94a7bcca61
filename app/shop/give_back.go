package shop

import (
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// GiveBack is what comes of giving all tickets of an order back now.
type GiveBack struct {
	// Amount comes back, and Kept of what was paid does not.
	Amount, Kept int64
}

// Returned is money that went back for something of an order.
type Returned struct {
	Amount int64
	To     ReturnedTo
	At     time.Time
	// Pending: the gateway has not said yet that it does.
	Pending bool
}

// ReturnedTo is where money went back to.
type ReturnedTo string

// Where money goes back to.
const (
	ToAccount ReturnedTo = "account" // of the customer, with the company
	ToCard    ReturnedTo = "card"    // over the gateway that took it
	ByHand    ReturnedTo = "hand"    // as the company and the buyer agreed
)

// giveBack is what the buyer of an order would have back for all of it, nil where they give
// nothing back: the very command says so.
func (m moving) giveBack() (*GiveBack, error) {
	rules, err := wallet.SettingsOf(m.r)
	if err != nil || !rules.SelfRefunds || !m.order.Status.Sold() || m.order.Totals.Paid == 0 {
		return nil, err
	}
	did, takes, err := m.wouldGiveBack()
	if err != nil || !takes {
		return nil, err
	}
	amount := did.Amount()
	return &GiveBack{Amount: amount, Kept: m.order.Totals.Paid - m.order.Totals.Refunded - amount}, nil
}

func (m moving) wouldGiveBack() (did rules.Refunded, takes bool, err error) {
	takes, err = app.Takes(m.r, func(a *app.App) (err error) {
		did, err = refund.AsBuyer(m.ctx, a, m.page, nil)
		return err
	})
	return did, takes, err
}

// returned is the money of an order that went back, in the order of time. What was moved to
// another order did not.
func returned(r app.Reader, o *order.Order) (all []Returned, err error) {
	noted, err := order.Transactions.GetMany(r, o.TransactionIDs)
	for i := range noted {
		t := &noted[i]
		pending := t.Status == order.TransactionPending
		if t.Total >= 0 || t.CarriesOver() || !pending && t.Status != order.TransactionSuccess {
			continue
		}
		one := Returned{Amount: -t.Total, To: ByHand, At: t.CreatedAt, Pending: pending}
		switch {
		case t.WalletID != 0:
			one.To = ToAccount
		case t.Gateway != "":
			one.To = ToCard
		}
		all = append(all, one)
	}
	return all, err
}
