package order

import (
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/codes"
	"marquee/indexes"
	"marquee/kv"
)

// codeCustomer is the key of the indexes of codes: the code with a bit for a use that
// was given back, and the customer.
type codeCustomer = kv.Pair2[int64, int64]

// codeUse is where the order counts for its discount code. One that took nothing off
// was not used.
func (o *Order) codeUse() []codeCustomer {
	if o.Totals.Discount == 0 {
		return nil
	}
	return o.useOf(o.DiscountID)
}

// accessUse is where the order counts for its access code.
func (o *Order) accessUse() []codeCustomer { return o.useOf(o.AccessID) }

// useOf is where the order counts for a code. A basket does not. An order that was
// cancelled or returned as a whole gives its use back, but was still made with the code.
func (o *Order) useOf(code int64) []codeCustomer {
	if code == 0 {
		return nil
	}
	back := o.Status == Cancelled || o.Status == Refunded
	if !back && (o.Status == Active || !o.Status.Sold() && !o.Status.Holds()) {
		return nil
	}
	return []codeCustomer{{A: code<<1 | bitIf(back, 1), B: o.CustomerID}}
}

// codeUseAt is where the order counts for its discount code at events.
func (o *Order) codeUseAt() (all []kv.Pair2[codeCustomer, int64]) {
	if len(o.CodeEvents) == 0 {
		return nil
	}
	for _, use := range o.codeUse() {
		for _, event := range o.CodeEvents {
			all = append(all, kv.Pair2[codeCustomer, int64]{A: codeCustomer{A: use.A, B: event}, B: o.CustomerID})
		}
	}
	return all
}

// CodeUsesAt counts the orders that used a discount code for an event.
func CodeUsesAt(r app.Reader, code, event int64) (int64, error) {
	return orderByCodeAt.CountOf(r, indexes.PrefixOf[int64](codeCustomer{A: code << 1, B: event}))
}

// KnownBuyer tells whether a customer has an order, but one, that went through and stands,
// or waits. It looks at the newest ones; of whoever has more that came to nothing it
// says so too.
func KnownBuyer(r app.Reader, customerID, but int64) (bool, error) {
	n, err := together(r, customerID, 0, func(id, _ int64) (int64, error) {
		known, err := knownBuyer(r, id, but)
		return bitIf(known, 1), err
	})
	return n > 0, err
}

func knownBuyer(r app.Reader, customerID, but int64) (bool, error) {
	n := 0
	for hit, err := range orderByCustomer.Scan(r, indexes.Equal(customerID).Reversed().Limit(maxLookedAt)) {
		o := &hit.Rec
		back := o.Status == Cancelled || o.Status == Refunded
		if err != nil || o.ID != but && !back && (o.Status.Sold() || o.Status != Active && o.Status.Holds()) {
			return err == nil, err
		}
		n++
	}
	return n == maxLookedAt, nil
}

// Uses counts the orders that used codes of a kind, finished and reserved ones.
type Uses struct {
	by *indexes.By[Order, codeCustomer]
}

// DiscountUses are those of discount codes, AccessUses of access codes.
func DiscountUses() Uses { return Uses{orderByCode} }

// AccessUses are those of access codes.
func AccessUses() Uses { return Uses{orderByAccess} }

// Of counts the uses of a code.
func (u Uses) Of(r app.Reader, code int64) (int64, error) {
	return u.by.CountOf(r, indexes.PrefixOf[int64](code<<1))
}

// Each counts the uses of codes, by code. The codes are in the order of their ids: what lies between
// the first and the last is read once, and only codes that were used stand there.
func (u Uses) Each(r app.Reader, codes []int64) (map[int64]int64, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	groups, err := u.by.Groups(r, codes[0]<<1, codes[len(codes)-1]<<1+1)
	var uses map[int64]int64
	for _, g := range groups {
		if _, asked := slices.BinarySearch(codes, g.Key>>1); !asked || g.Key&1 == 1 || g.N == 0 {
			continue
		}
		if uses == nil {
			uses = map[int64]int64{}
		}
		uses[g.Key>>1] = g.N
	}
	return uses, err
}

// Orders are those that used codes, at most so many of them.
func (u Uses) Orders(r app.Reader, ids []int64, most int) ([]codes.Use, error) {
	used, err := u.Each(r, ids)
	if err != nil {
		return nil, err
	}
	var all []codes.Use
	for _, code := range slices.Sorted(maps.Keys(used)) {
		for hit, err := range u.by.Scan(r, indexes.PrefixOf[int64](code<<1).Limit(most-len(all))) {
			if err != nil {
				return nil, err
			}
			o := &hit.Rec
			all = append(all, codes.Use{At: o.Date(), CurrencyID: o.CurrencyID, Off: o.Totals.Discount})
		}
		if len(all) >= most {
			break
		}
	}
	return all, nil
}

// By counts those of one customer, up to a limit.
func (u Uses) By(r app.Reader, code, customer, limit int64) (int64, error) {
	return together(r, customer, limit-1, func(id, enough int64) (int64, error) { return u.byOne(r, code, id, enough+1) })
}

func (u Uses) byOne(r app.Reader, code, customer, limit int64) (n int64, err error) {
	for _, err := range u.by.Keys(r, indexes.Equal(codeCustomer{A: code << 1, B: customer})) {
		if err != nil || n >= limit {
			return n, err
		}
		n++
	}
	return n, nil
}

// Ever tells whether orders were made with a code, whatever became of them.
func (u Uses) Ever(r app.Reader, code int64) (bool, error) {
	for _, group := range []int64{code << 1, code<<1 | 1} {
		n, err := u.by.CountOf(r, indexes.PrefixOf[int64](group))
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	return false, nil
}
