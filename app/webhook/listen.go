package webhook

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/indexes"
)

// OrderStepped notes the steps of an order that have a name of their own, and what was answered
// in a basket that becomes an order.
func OrderStepped(tx app.Tx, s order.Step) error {
	if s.Order.Status == s.From {
		return nil
	}
	begins := becomesOrder(&s)
	if begins {
		if err := noteAnswers(tx, s.Order); err != nil {
			return err
		}
	}
	switch {
	case s.Order.Status == order.Failed, s.Order.Status == order.Expired && s.From != order.Active:
		return note(tx, s.Order.ID, OrderFailed)
	case begins && reserved(s.Order.Status):
		return note(tx, s.Order.ID, ReservationCreated)
	}
	return nil
}

// reserved tells that an order waits for an approval, or for its money.
func reserved(s order.Status) bool { return s == order.AwaitingApproval || s.AwaitsPayment() }

// becomesOrder tells that a basket is bought or reserved. One that was reserved before was told
// then; and one whose payment did not go through is again what it was.
func becomesOrder(s *order.Step) bool {
	back := s.From != order.Active && !slices.Contains(s.Order.Path, s.From)
	is := s.Order.Status == order.Complete || reserved(s.Order.Status)
	return is && !back && !slices.ContainsFunc(s.Order.Path, reserved)
}

// noteAnswers notes what was answered about the items of an order.
func noteAnswers(tx app.Tx, o *order.Order) error {
	wanted, err := isSubscribed(tx, FormSubmission)
	if err != nil || !wanted {
		return err
	}
	items, err := capture.AnsweredItems(app.WholeTx(tx), o)
	if err != nil {
		return err
	}
	return noteItems(tx, items, FormSubmission)
}

// OrderSold notes that an order is complete. What a till sold while it was offline is told when
// it is uploaded, with what the till gave back by then; what was sold in another system is
// nobody's news.
func OrderSold(tx app.Tx, s order.Sale) error {
	switch {
	case s.Order.Channel == catalog.Import:
		return nil
	case s.Order.Totals.Refunded > 0:
		return note(tx, s.Order.ID, OrderCompleted, OrderRefunded)
	}
	return note(tx, s.Order.ID, OrderCompleted)
}

// OrderSaved notes that orders changed. Baskets are nobody's business until they are
// taken further, and those that were left behind are not either.
func OrderSaved(tx app.Tx, all []indexes.Change[order.Order]) error {
	return noteChanges(tx, all, func(c indexes.Change[order.Order]) happened {
		left := c.Was != nil && c.Was.Status == order.Active && c.Now.Status == order.Expired
		if c.Now.Status == order.Active || left {
			return happened{}
		}
		return happened{id: c.Now.ID, kinds: []Kind{OrderChanged}}
	})
}

// ItemSaved notes that order items changed; of those in baskets nothing comes of it.
func ItemSaved(tx app.Tx, all []indexes.Change[order.Item]) error {
	return noteChanges(tx, all, func(c indexes.Change[order.Item]) happened {
		return happened{id: c.Now.ID, kinds: []Kind{ItemChanged}}
	})
}

// CustomerSaved notes that customers changed.
func CustomerSaved(tx app.Tx, all []indexes.Change[customer.Customer]) error {
	return noteChanges(tx, all, func(c indexes.Change[customer.Customer]) happened {
		return happened{id: c.Now.ID, kinds: []Kind{CustomerChanged}}
	})
}

// WalletSaved notes that wallets changed.
func WalletSaved(tx app.Tx, all []indexes.Change[wallet.Wallet]) error {
	return noteChanges(tx, all, func(c indexes.Change[wallet.Wallet]) happened {
		return happened{id: c.Now.ID, kinds: []Kind{WalletChanged}}
	})
}

// ScanSaved notes scans, and what they let in or out.
func ScanSaved(tx app.Tx, all []indexes.Change[entry.Scan]) error {
	return noteChanges(tx, all, func(c indexes.Change[entry.Scan]) happened {
		if was := c.Was; was != nil && was.Detail != "" && c.Now.Detail == "" {
			return happened{} // what was noted with it was erased
		}
		if c.Was != nil && c.Now.Undone {
			return happened{} // it was told, and is no news: what became of the ticket is
		}
		return happened{c.Now.ID, c.Now.ItemID, kindsOfScan(c.Now)}
	})
}

func kindsOfScan(s *entry.Scan) []Kind {
	switch {
	case s.Status != entry.Valid || s.TakenBack || s.Duplicate:
		return []Kind{ScanRecorded}
	case s.Out:
		return []Kind{CheckOut, ScanRecorded}
	}
	return []Kind{CheckIn, ScanRecorded}
}

// MoneyMoved notes that money of an order went back, or could not. What came back of a sale
// before it was stored here is told with it, or not at all: see OrderSold.
func MoneyMoved(tx app.Tx, all []indexes.Change[order.Transaction]) error {
	var told []happened
	for _, c := range all {
		kind := kindOfMoney(c)
		if kind == "" {
			continue
		}
		_, err := order.Orders.Get(app.WholeTx(tx), c.Now.OrderID)
		if errors.Is(err, indexes.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		told = append(told, happened{id: c.Now.OrderID, kinds: []Kind{kind}})
	}
	return noteAll(tx, told)
}

// kindOfMoney is what is told of a transaction, "" for nothing. What a changed order hands to the
// one in its place went to nobody.
func kindOfMoney(c indexes.Change[order.Transaction]) Kind {
	if c.Now == nil || c.Now.Total >= 0 || c.Now.OrderID == 0 || c.Now.CarriesOver() || c.Was != nil && c.Was.Status == c.Now.Status {
		return ""
	}
	switch c.Now.Status {
	case order.TransactionSuccess:
		return OrderRefunded
	case order.TransactionFailed:
		return RefundFailed
	}
	return ""
}

// EventMade notes a new event.
func EventMade(tx app.Tx, e *catalog.Event) error { return note(tx, e.ID, NewEvent) }

// FormAnswered notes that questions about order items were answered. What is answered about a
// basket is told when that becomes an order.
func FormAnswered(tx app.Tx, items []int64) error {
	wanted, err := isSubscribed(tx, FormSubmission)
	if err != nil || !wanted {
		return err
	}
	var told []int64
	for _, id := range items {
		basket, err := inBasket(app.WholeTx(tx), id)
		if err != nil {
			return err
		}
		if !basket {
			told = append(told, id)
		}
	}
	return noteItems(tx, told, FormSubmission)
}

// SellerPaid notes that the seller of an item has the money.
func SellerPaid(tx app.Tx, n resale.Notice) error { return noteItems(tx, n.Items, ResalePayout) }

// noteItems notes what happened to some order items.
func noteItems(tx app.Tx, items []int64, kind Kind) error {
	all := make([]happened, len(items))
	for i, id := range items {
		all[i] = happened{id: id, kinds: []Kind{kind}}
	}
	return noteAll(tx, all)
}

// PayoutRefused notes that the seller of an item could not be paid out.
func PayoutRefused(tx app.Tx, item int64) error { return note(tx, item, ResalePayoutFailed) }
