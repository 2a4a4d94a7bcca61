package report

import (
	"cmp"
	"encoding/binary"
	"slices"

	"marquee/app/money"
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
	all := tally{}
	if o.Status.Sold() && o.CompletedAt != nil {
		all.items(z, o, items, payments)
	}
	all.payments(z, o, payments)
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

// items counts the units that were sold, and the order once at each of their events.
func (t tally) items(z *zones, o *order.Order, items []order.Item, payments []order.Transaction) {
	where := count{Cube: salesCube, Minute: minuteOf(*o.CompletedAt)}
	where.Dims[byCurrency], where.Dims[byChannel], where.Dims[byUser] = o.CurrencyID, int64(o.Channel), o.UserID
	where.Dims[byMethod], where.Dims[bySimulated] = order.MethodNumber(o.Methods), bit(o.Simulated)
	back := returnedOf(payments)
	free := o.Totals.Paid == 0 && o.Totals.Total > 0
	for i := range items {
		it := &items[i]
		if !it.Sold || it.DeletedAt != nil || it.RejectedAt != nil {
			continue
		}
		c := where
		c.Scope, c.Dims[bySaleItem], c.Dims[byPrice] = it.EventID, it.SaleItemID, it.Price
		c.Day = dayOf(*o.CompletedAt, z.of(it.EventID))
		if it.AmountNamed {
			c.Dims[byPrice] = ownPrice
		}
		s := t.at(c)
		countItem(s, it, free)
		back.take(s, it.Refunded)
		if it.Holds() {
			once := where
			once.Scope, once.Day = it.EventID, c.Day
			t.at(once)[orders] = 1
		}
	}
}

// countItem adds one unit; free tells that its order is complimentary. Tax and fees are
// those of what was not refunded.
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
	left := it.Price - it.Refunded
	if it.Price > 0 {
		kept, _ := money.MulDiv(it.Tax, left, it.Price)
		s[tax] += kept
	}
	if it.IsFee() {
		s[processingFees] += left
		return
	}
	charged := func(fee int64, absorbed bool) int64 {
		if absorbed {
			return 0
		}
		kept := min(fee, left)
		left -= kept
		return kept
	}
	s[processingFees] += charged(it.ProcessingFee, it.HideProcessingFee)
	s[resellerFees] += charged(it.ResellerFee, it.HideResellerFee)
	if it.Holds() {
		s[volume] += max(0, it.Price-it.KeptFees(true, true)-it.Refunded)
	}
}

// returned is how the money of an order went back, as far as no item has it yet.
type returned struct{ online, balance int64 }

func returnedOf(payments []order.Transaction) (r returned) {
	for i := range payments {
		t := &payments[i]
		switch {
		case t.Total >= 0 || t.Status != order.TransactionSuccess:
		case t.Type == order.RefundOnline || t.Type == order.CashoutOnline:
			r.online -= t.Total
		case t.Type == order.RefundWallet:
			r.balance -= t.Total
		}
	}
	return r
}

// take says of what was refunded for an item how it went back. Transactions do not tell
// the items that they are for: what went back online is taken to be of the first ones.
func (r *returned) take(s *sums, refunded int64) {
	online := min(r.online, refunded)
	balance := min(r.balance, refunded-online)
	r.online, r.balance = r.online-online, r.balance-balance
	s[refundedOnline] += online
	s[refundedBalance] += balance
	s[refundedOffline] += refunded - online - balance
}

// payments counts the movements of money that succeeded. What was given away has one of
// no amount, and counts with its value.
func (t tally) payments(z *zones, o *order.Order, payments []order.Transaction) {
	for i := range payments {
		p := &payments[i]
		if p.Status != order.TransactionSuccess {
			continue
		}
		c := count{Cube: moneyCube, Minute: minuteOf(p.CreatedAt), Day: dayOf(p.CreatedAt, z.of(0))}
		c.Dims[moneyCurrency], c.Dims[moneyMethod] = p.CurrencyID, order.MethodNumber([]string{p.Type})
		c.Dims[moneyChannel], c.Dims[moneyUser] = int64(o.Channel), p.UserID
		c.Dims[moneySimulated] = bit(p.Gateway == order.SimulatedGateway)
		s := t.at(c)
		s[moneyCount]++
		s[moneyAmount] += p.Total
		s[moneyTax] += p.Tax
		s[moneyFees] += p.Fees
		if p.Type == string(order.ComplimentaryMethod) {
			s[moneyAmount] += o.Totals.Total
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
