package order

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
)

// What other areas change of orders. What selling changes is in store.go.

// Touch changes an order, so that whoever changes it meanwhile is a rival, and those who follow
// orders hear of what changed beside it.
func Touch(tx app.Tx, id int64) error {
	_, err := orderTable.Update(tx, id, func(*Order) error { return nil })
	return err
}

// TouchUnchanged touches those of some orders that did not change since a moment.
func TouchUnchanged(tx app.Tx, ids []int64, since time.Time) error {
	all, err := Orders.GetMany(tx, slices.Compact(slices.Sorted(slices.Values(ids))))
	for i := range all {
		if err == nil && all[i].ChangedAt.Before(since) {
			err = Touch(tx, all[i].ID)
		}
	}
	return err
}

// TouchItem does that with an item, and gives it as it is.
func TouchItem(tx app.Tx, id int64) (Item, error) {
	return itemTable.Update(tx, id, func(*Item) error { return nil })
}

// NoteAnswers notes that there are answers about an order.
func NoteAnswers(tx app.Tx, id int64) error {
	_, err := orderTable.Update(tx, id, func(o *Order) error { o.Answers = true; return nil })
	return err
}

// SetTransfer notes on items of an order by which transfer they are given, 0: by none any more.
// Those who follow the order are told.
func SetTransfer(tx app.Tx, orderID int64, items []int64, transferID int64) error {
	for _, id := range items {
		if err := SetItemTransfer(tx, id, transferID); err != nil {
			return err
		}
	}
	_, err := orderTable.Update(tx, orderID, func(o *Order) error {
		o.Gives = o.Gives || o.Status == Active
		return nil
	})
	return err
}

// SetItemTransfer notes on one item by which transfer it is given.
func SetItemTransfer(tx app.Tx, itemID, transferID int64) error {
	_, err := itemTable.Update(tx, itemID, func(it *Item) error { it.TransferID = transferID; return nil })
	return err
}

// SetOffered locks an item for the contract that offers it, or frees it again.
func SetOffered(tx app.Tx, itemID, contractID int64, locked bool) error {
	_, err := itemTable.Update(tx, itemID, func(i *Item) error {
		switch {
		case locked && !i.Frozen:
			i.Frozen, i.OfferID = true, contractID
		case !locked && i.OfferID == contractID:
			i.Frozen, i.OfferID = false, 0
		default:
			return fmt.Errorf("resale contract %d: its item is locked, or is not", contractID)
		}
		return nil
	})
	return err
}

// Detach leaves an order without a payment that counts, if it was this one.
func Detach(tx app.Tx, id, paymentID int64) error {
	_, err := orderTable.Update(tx, id, func(o *Order) error {
		if o.PaymentID == paymentID {
			o.PaymentID = 0
		}
		return nil
	})
	return err
}

// HandBasket gives a basket another secret: no link from before leads to it or to what it
// becomes, and who buys is said anew.
func HandBasket(tx app.Tx, id int64, secret string) (Order, error) {
	return orderTable.Update(tx, id, func(o *Order) error {
		o.EndLinks()
		o.Link.Token, o.Details = secret, nil
		return nil
	})
}

// AddTransaction notes money that is to move, or moved.
func AddTransaction(tx app.Tx, t *Transaction) error { return transactionTable.Insert(tx, t) }

// PaidFor is what the money of a payment was for, once it completes its order.
type PaidFor struct {
	Tax, Fees     int64
	Deposit, Demo bool
}

// NotePayment notes what became of the money of a payment, and what it was for, nil: nothing yet.
func NotePayment(tx app.Tx, id int64, status, reference string, of *PaidFor) error {
	_, err := transactionTable.Update(tx, id, func(t *Transaction) error {
		if t.Status, t.Reference = status, reference; of != nil {
			t.Tax, t.Fees, t.Deposit, t.Demo = of.Tax, of.Fees, of.Deposit, of.Demo
		}
		return nil
	})
	return err
}

// NoteReturned notes that money went back, and what of it for which item.
func NoteReturned(tx app.Tx, id int64, shares []RateShare) (Transaction, error) {
	return transactionTable.Update(tx, id, func(t *Transaction) error {
		t.Status = TransactionSuccess
		t.Shared(shares)
		return nil
	})
}

// NoteNotReturned notes that money did not go back.
func NoteNotReturned(tx app.Tx, id int64) error {
	_, err := transactionTable.Update(tx, id, func(t *Transaction) error { t.Status = TransactionFailed; return nil })
	return err
}
