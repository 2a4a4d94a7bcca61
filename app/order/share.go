package order

import (
	"cmp"
	"slices"

	"marquee/app/money"
)

// RateShare is what of some money is of one rate of tax. What went back is below zero.
type RateShare struct {
	// ItemID is the item that money went back for, 0 of a payment.
	ItemID int64 `msgpack:"i,omitempty"`
	// Rate is in ten-thousandths of a percent.
	Rate  int64 `msgpack:"r,omitempty"`
	Total int64 `msgpack:"t,omitempty"`
	Tax   int64 `msgpack:"x,omitempty"`
	// Fees are as totals count them; NetFees are without tax, as the ledger has them.
	Fees    int64 `msgpack:"f,omitempty"`
	NetFees int64 `msgpack:"n,omitempty"`
}

// add adds other shares of the same rate, or takes them away.
func (s *RateShare) add(o *RateShare, sign int64) {
	s.Total += sign * o.Total
	s.Tax += sign * o.Tax
	s.Fees += sign * o.Fees
	s.NetFees += sign * o.NetFees
}

// Left is what is left of the price of an item after what was given back, by its rate.
func (i *Item) Left() RateShare {
	l := i.left()
	fees, _ := i.chargedFees()
	kept := min(fees, i.Price-i.Refunded+i.Proceeds)
	return RateShare{
		ItemID: i.ID, Rate: i.TaxRate, Total: i.Price - i.Refunded + i.Proceeds, Tax: l.tax, Fees: partOf(i.fees(), kept, fees), NetFees: l.fees,
	}
}

// Back is what goes back of an item with a refund, by its rate: what was left before, and is
// left after it. What its seller gets for selling it on has no tax: the company keeps what
// it earned.
func Back(before, after *Item) RateShare {
	if n := after.Proceeds - before.Proceeds; n > 0 {
		return RateShare{ItemID: after.ID, Total: -n}
	}
	s, was := after.Left(), before.Left()
	s.add(&was, -1)
	return s
}

// DealBack deals what goes back of items out over the transactions that it goes back with,
// item by item.
func DealBack(shares []RateShare, amounts []int64) [][]RateShare {
	all := make([][]RateShare, len(amounts))
	rest := slices.Clone(shares)
	for i, left := range amounts {
		for left > 0 && len(rest) > 0 {
			s := &rest[0]
			part := *s
			if n := -s.Total; n > left {
				part.Total, part.Tax = -left, -partOf(-s.Tax, left, n)
				part.Fees, part.NetFees = -partOf(-s.Fees, left, n), -partOf(-s.NetFees, left, n)
			}
			s.add(&part, -1)
			if left += part.Total; s.Total == 0 {
				rest = rest[1:]
			}
			if part.Total != 0 {
				all[i] = append(all[i], part)
			}
		}
	}
	return all
}

// Shared notes on a transaction what of it goes back for which item.
func (t *Transaction) Shared(shares []RateShare) {
	t.Shares, t.Tax, t.Fees = shares, 0, 0
	for i := range shares {
		t.Tax += shares[i].Tax
		t.Fees += shares[i].Fees
	}
}

// SharesOf says of each transaction of an order that succeeded what of it is of which rate.
// Payments have each rate in proportion to what of it is not paid yet; what went back was
// noted, or is taken to be of the first items where it is older than that. A deposit is for
// nothing that was sold yet and has no tax: the payment that completes its order has all of
// that, less the deposit.
func SharesOf(items []Item, transactions []Transaction) [][]RateShare {
	all, due := make([][]RateShare, len(transactions)), ratesOf(items)
	former, held := formerReturns(items, transactions), Transaction{}
	for i := range transactions {
		t := &transactions[i]
		switch {
		case t.Status != TransactionSuccess || t.Total == 0:
		case len(t.Shares) > 0:
			all[i] = t.Shares
		case t.Total < 0:
			all[i] = former.take(-t.Total)
		case t.Deposit:
			all[i] = []RateShare{{Total: t.Total}}
			held.Total, held.Tax, held.Fees = held.Total+t.Total, held.Tax+t.Tax, held.Fees+t.Fees
		default:
			all[i] = dealPayment(due, &Transaction{Total: t.Total + held.Total, Tax: t.Tax + held.Tax, Fees: t.Fees + held.Fees})
			all[i], held = without(all[i], held.Total), Transaction{}
		}
	}
	return all
}

// ratesOf are the prices of items by rate, as they were sold.
func ratesOf(items []Item) (all []RateShare) {
	for i := range items {
		it := &items[i]
		if it.DeletedAt != nil || it.RejectedAt != nil {
			continue
		}
		sold := *it
		sold.Refunded, sold.Proceeds = 0, 0
		s := sold.Left()
		at, found := slices.BinarySearchFunc(all, s.Rate, func(o RateShare, rate int64) int { return cmp.Compare(o.Rate, rate) })
		if !found {
			all = slices.Insert(all, at, RateShare{Rate: s.Rate})
		}
		all[at].add(&s, 1)
	}
	return all
}

// dealPayment takes a payment out of what is due, in proportion to what is left of each rate.
func dealPayment(due []RateShare, t *Transaction) (all []RateShare) {
	of := func(amount int64, left func(*RateShare) int64) []int64 {
		weights := make([]int64, len(due))
		for i := range due {
			weights[i] = max(0, left(&due[i]))
		}
		return money.Share(amount, weights)
	}
	totals := of(t.Total, func(s *RateShare) int64 { return s.Total })
	taxes := of(t.Tax, func(s *RateShare) int64 { return s.Tax })
	fees := of(t.Fees, func(s *RateShare) int64 { return s.Fees })
	for i := range due {
		s := RateShare{Rate: due[i].Rate, Total: totals[i], Tax: taxes[i], Fees: fees[i]}
		s.NetFees = partOf(due[i].NetFees, min(s.Fees, due[i].Fees), due[i].Fees)
		if s != (RateShare{Rate: s.Rate}) {
			all = append(all, s)
		}
		due[i].add(&s, -1)
	}
	return all
}

// without takes a deposit off what is of no rate.
func without(shares []RateShare, deposit int64) []RateShare {
	if deposit == 0 {
		return shares
	}
	if len(shares) == 0 || shares[0].Rate != 0 {
		shares = slices.Insert(shares, 0, RateShare{})
	}
	shares[0].Total -= deposit
	return shares
}

// returns are what items gave back before that was noted with its transactions.
type returns struct {
	items []Item
	// left is what of each is not found in a transaction yet.
	left []int64
}

func formerReturns(items []Item, transactions []Transaction) *returns {
	r := &returns{items: slices.Clone(items), left: make([]int64, len(items))}
	at := map[int64]int{}
	for i := range items {
		at[items[i].ID], r.left[i] = i, items[i].Refunded
		r.items[i].Refunded, r.items[i].Proceeds = 0, 0
	}
	for i := range transactions {
		if t := &transactions[i]; t.Status == TransactionSuccess {
			for _, s := range t.Shares {
				if n, found := at[s.ItemID]; found {
					r.left[n] += s.Total
				}
			}
		}
	}
	return r
}

// take takes an amount out of the first items that gave something back. What none of them
// has is of no rate.
func (r *returns) take(amount int64) (all []RateShare) {
	for i := range r.items {
		n := min(amount, r.left[i])
		if n <= 0 {
			continue
		}
		before := r.items[i]
		r.items[i].Refunded += n
		s := Back(&before, &r.items[i])
		all, amount, r.left[i] = append(all, s), amount-n, r.left[i]-n
	}
	if amount > 0 {
		all = append(all, RateShare{Total: -amount})
	}
	return all
}
