package report

import (
	"cmp"
	"encoding/binary"
	"slices"

	"marquee/app/order"
)

// count is what one order adds to the sums of a minute.
type count struct {
	Cube   cube
	Scope  int64
	Minute int64
	// Day is that of the minute where it counts.
	Day  int64
	Dims dimensions
	Sums sums
}

// countOrder is all that an order adds, in an order of its own. It depends on what is
// stored of the order alone, so that a recount gives the same.
func countOrder(z *zones, o *order.Order, items []order.Item, payments []order.Transaction) []count {
	if o.DeletedAt != nil {
		return nil
	}
	all, shares := tally{}, order.SharesOf(items, payments)
	if o.Status.Sold() && o.CompletedAt != nil {
		all.items(z, o, items, payments, shares)
	}
	all.payments(z, o, payments, shares)
	return all.sorted()
}

// tally adds counts up by what they are of.
type tally map[count]*sums

func (t tally) at(c count) *sums {
	s := t[c]
	if s == nil {
		s = new(sums)
		t[c] = s
	}
	return s
}

// items counts the units that were sold, and the order once at each of their events. What
// went back counts when it did.
func (t tally) items(z *zones, o *order.Order, items []order.Item, payments []order.Transaction, shares [][]order.RateShare) {
	where := count{Cube: salesCube, Minute: minuteOf(*o.CompletedAt)}
	where.Dims[byCurrency], where.Dims[byChannel], where.Dims[byUser] = o.CurrencyID, int64(o.Channel), o.UserID
	where.Dims[byMethod], where.Dims[bySimulated] = order.MethodNumber(o.Methods), bit(o.Demo)
	free := o.Totals.Paid == 0 && o.Totals.Total > 0
	back := backOf(payments, shares)
	for i := range items {
		it := &items[i]
		if !it.Sold || it.DeletedAt != nil || it.RejectedAt != nil {
			continue
		}
		c := where
		c.Scope, c.Dims[bySaleItem], c.Dims[byPrice], c.Dims[byRate] = it.EventID, it.SaleItemID, it.Price, it.TaxRate
		c.Day = dayOf(*o.CompletedAt, z.of(it.EventID))
		if it.AmountNamed {
			c.Dims[byPrice] = ownPrice
		}
		countItem(t.at(c), it, free)
		t.returned(z, c, it, back[it.ID])
		if it.Holds() {
			once := where
			once.Scope, once.Day = it.EventID, c.Day
			t.at(once)[orders] = 1
		}
	}
}

// countItem adds one unit as it was sold; free tells that its order is complimentary.
func countItem(s *sums, it *order.Item, free bool) {
	s[issued]++
	if it.Holds() {
		s[live]++
	}
	if free {
		s[complimentary] += it.Price
		if it.Holds() {
			s[given]++
		}
		return
	}
	s[gross] += it.Price + it.Discount
	s[discounts] += it.Discount
	sold := *it
	sold.Refunded, sold.Proceeds = 0, 0
	whole := sold.Left()
	s[tax] += whole.Tax
	s[netFees] += whole.NetFees
	processing, reseller := feesOf(it, whole.Fees)
	s[processingFees] += processing
	s[resellerFees] += reseller
	if it.Holds() && !it.IsFee() {
		s[volume] += max(0, it.Price-it.KeptFees(true, true)-it.Refunded)
	}
}

// feesOf says which fees are kept of an item, of which so much is.
func feesOf(it *order.Item, kept int64) (processing, reseller int64) {
	processing = kept
	if !it.IsFee() && !it.HideProcessingFee {
		processing = min(it.ProcessingFee, kept)
	} else if !it.IsFee() {
		processing = 0
	}
	return processing, kept - processing
}

// wentBack is money that went back for one item.
type wentBack struct {
	payment *order.Transaction
	order.RateShare
}

// backOf is what went back of each item, the oldest first.
func backOf(payments []order.Transaction, shares [][]order.RateShare) map[int64][]wentBack {
	var back map[int64][]wentBack
	for i := range payments {
		if payments[i].Total >= 0 {
			continue
		}
		for _, s := range shares[i] {
			if back == nil {
				back = map[int64][]wentBack{}
			}
			back[s.ItemID] = append(back[s.ItemID], wentBack{&payments[i], s})
		}
	}
	return back
}

// returned counts what went back of an item when it did, with its tax and fees.
func (t tally) returned(z *zones, c count, it *order.Item, back []wentBack) {
	sold := *it
	sold.Refunded, sold.Proceeds = 0, 0
	kept := sold.Left().Fees
	for _, b := range back {
		at := c
		at.Minute, at.Day = minuteOf(b.payment.CreatedAt), dayOf(b.payment.CreatedAt, z.of(it.EventID))
		at.Dims[byRate] = b.Rate
		s := t.at(at)
		s[wayBack(b.payment)] -= b.Total
		s[tax] += b.Tax
		s[netFees] += b.NetFees
		processing, reseller := feesOf(it, kept)
		kept += b.Fees
		now, nowReseller := feesOf(it, kept)
		s[processingFees] += now - processing
		s[resellerFees] += nowReseller - reseller
	}
}

// wayBack is the figure of the way in which money went back.
func wayBack(t *order.Transaction) figure {
	switch t.Type {
	case order.RefundOnline, order.CashoutOnline:
		return refundedOnline
	case order.RefundWallet:
		return refundedBalance
	}
	return refundedOffline
}

// payments counts the movements of money that succeeded, rate by rate; each is one movement
// at the first of its rates. What was given away has one of no amount, and counts with its
// value.
func (t tally) payments(z *zones, o *order.Order, payments []order.Transaction, shares [][]order.RateShare) {
	for i := range payments {
		p := &payments[i]
		if p.Status != order.TransactionSuccess {
			continue
		}
		c := count{Cube: moneyCube, Minute: minuteOf(p.CreatedAt), Day: dayOf(p.CreatedAt, z.of(0))}
		c.Dims[moneyCurrency], c.Dims[moneyMethod] = p.CurrencyID, order.MethodNumber([]string{p.Type})
		c.Dims[moneyChannel], c.Dims[moneyUser] = int64(o.Channel), p.UserID
		c.Dims[moneySimulated] = bit(o.Demo)
		all := shares[i]
		if len(all) == 0 {
			all = []order.RateShare{{Total: p.Total, Tax: p.Tax, Fees: p.Fees}}
		}
		for j := range all {
			c.Dims[moneyRate] = all[j].Rate
			s := t.at(c)
			s[moneyCount] += bit(j == 0)
			s[moneyAmount] += all[j].Total
			s[moneyTax] += all[j].Tax
			s[moneyFees] += all[j].Fees
			s[moneyNetFees] += all[j].NetFees
			if p.Type == string(order.ComplimentaryMethod) {
				s[moneyAmount] += o.Totals.Total
			}
		}
	}
}

func (t tally) sorted() []count {
	all := make([]count, 0, len(t))
	for c, s := range t {
		if *s != (sums{}) {
			c.Sums = *s
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b count) int {
		return cmp.Or(cmp.Compare(a.Cube, b.Cube), cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Minute, b.Minute), slices.Compare(a.Dims[:], b.Dims[:]))
	})
	return all
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

const minutesOfDay = 24 * 60

// pack writes counts, so that the fold remembers what it counted.
func pack(all []count) []byte {
	var b []byte
	for i := range all {
		c := &all[i]
		dims, numbers := packInts(nil, c.Dims[:]), packInts(nil, c.Sums[:])
		for _, n := range [...]int64{int64(c.Cube), c.Scope, c.Minute, c.Day - c.Minute/minutesOfDay} {
			b = binary.AppendVarint(b, n)
		}
		b = append(binary.AppendUvarint(b, uint64(len(dims))), dims...)
		b = append(binary.AppendUvarint(b, uint64(len(numbers))), numbers...)
	}
	return b
}

// unpack reads what pack wrote; false when it is something else.
func unpack(b []byte) (all []count, ok bool) {
	for len(b) > 0 {
		var head [4]int64
		for i := range head {
			v, n := binary.Varint(b)
			if n <= 0 {
				return nil, false
			}
			head[i], b = v, b[n:]
		}
		c := count{Cube: cube(head[0]), Scope: head[1], Minute: head[2], Day: head[3] + head[2]/minutesOfDay}
		for _, into := range [][]int64{c.Dims[:], c.Sums[:]} {
			size, n := binary.Uvarint(b)
			if n <= 0 || size > uint64(len(b)-n) || !unpackInts(b[n:n+int(size)], into) {
				return nil, false
			}
			b = b[n+int(size):]
		}
		all = append(all, c)
	}
	return all, true
}
