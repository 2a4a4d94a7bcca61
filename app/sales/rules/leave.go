package rules

import (
	"slices"

	"marquee/app/order"
)

// Leaving is what becomes of an order of which items give way to those of another one: all of
// them where that takes its place, some where a buyer has bought them from this one.
type Leaving struct {
	OrderID int64
	Items   []LeftItem
	Money   []MovedMoney
	// Status is what the order is then, and Replaced that nothing of it is left.
	Status   order.Status
	Replaced bool
}

// LeftItem is an item that gives way.
type LeftItem struct {
	// SuccessorID is the item that takes its place, 0: none.
	ID, SuccessorID int64
	// Amount is what of its price goes with it; the rest is kept.
	Amount int64
	// Restocks: nobody takes its stock and its seat over.
	Restocks bool
	// Barcode is what gates take no more, "" where there was none, and Next what they find
	// instead.
	Barcode, Next string
}

// MovedMoney is what goes on, or to a wallet, of the money of one transaction.
type MovedMoney struct {
	Of     int64
	Type   string
	Amount int64
	// WalletID is the wallet that paid it, 0 that of the customer, where it goes to one.
	WalletID int64
}

// ToWallet tells that the money goes to a wallet.
func (m *MovedMoney) ToWallet() bool { return m.Type == order.RefundWallet }

// PlanReplaced decides what becomes of an order whose place another takes. What of its money
// that costs goes on, the rest goes to wallets or is kept, of the fees first. wallets are those
// that paid, by transaction.
func PlanReplaced(was, next *Basket, noted []order.Transaction, wallets map[int64]int64) Leaving {
	on, back := next.Carried(), int64(0)
	if next.RemainderToWallet() {
		back = next.Remainder()
	}
	l := Leaving{OrderID: was.Order.ID, Replaced: true, Status: endOf(false, was.Order.Totals.Refunded+on+back > 0)}
	successors := map[int64]*Unit{}
	for _, u := range next.Units {
		if u.ReplacedBy(order.ByModification) {
			successors[u.Replaced.ItemID] = u
		}
	}
	kept := was.Units.KeptShares(was.Order.Totals.Paid - on - back)
	for i, own := range was.Units {
		it := giveWay(own, successors[own.ID])
		it.Amount = own.Price - kept[i] - own.Refunded
		u := successors[own.ID]
		it.Restocks = u == nil && !own.IsBasketFee() || u != nil && u.SaleItemID != own.SaleItemID // moved to a place of its own
		l.Items = append(l.Items, it)
	}
	for _, m := range MoveOut(noted, on, back) {
		if m.On > 0 {
			l.Money = append(l.Money, MovedMoney{Of: m.Of.ID, Type: CarriedAs(&next.Order), Amount: m.On})
		}
		if m.Back > 0 {
			l.Money = append(l.Money, MovedMoney{Of: m.Of.ID, Type: order.RefundWallet, Amount: m.Back, WalletID: wallets[m.Of.ID]})
		}
	}
	return l
}

// PlanSoldOn decides what becomes of the order of a seller of which a buyer has bought items.
// Stock and seats go with them; the seller is paid later.
func PlanSoldOn(seller *Basket, bought []*Unit) Leaving {
	l := Leaving{OrderID: seller.Order.ID}
	for _, u := range bought {
		at := slices.IndexFunc(seller.Units, func(own *Unit) bool { return own.ID == u.Replaced.ItemID })
		l.Items = append(l.Items, giveWay(seller.Units[at], u))
	}
	l.Status = endOf(len(seller.Units) > len(l.Items), seller.Order.Totals.Refunded > 0)
	if seller.Order.Status == order.Refunded {
		l.Status = order.Refunded
	}
	return l
}

// giveWay is a unit that gives way to another, which may be nil.
func giveWay(own, to *Unit) LeftItem {
	it := LeftItem{ID: own.ID}
	if to != nil {
		it.SuccessorID = to.ID
		if own.Barcode != "" {
			it.Barcode, it.Next = own.Barcode, to.Barcode
		}
	}
	return it
}

// endOf is what an order is of which items do not stand any more: whether some are left, and
// whether money went back.
func endOf(left, back bool) order.Status {
	switch {
	case left && back:
		return order.PartiallyRefunded
	case left:
		return order.Complete
	case back:
		return order.Refunded
	}
	return order.Cancelled
}
