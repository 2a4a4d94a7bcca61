package fee

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// Basket is what fees are charged on.
type Basket struct {
	CurrencyID int64
	Channel    catalog.Channel
	// DeliveryID is the fee that the basket chose to have its things delivered, 0: none.
	DeliveryID int64
	Now        time.Time
	// Units stand in the order in which they were added.
	Units []Unit
}

// Events are those of the units, each once.
func (b *Basket) Events() (ids []int64) {
	for _, u := range b.Units {
		if u.EventID != 0 && !slices.Contains(ids, u.EventID) {
			ids = append(ids, u.EventID)
		}
	}
	return ids
}

// Unit is one unit of a basket that is no fee itself.
type Unit struct {
	SaleItemID, EventID int64
	Type                catalog.ItemType
	// Base is what it costs without fees, before discounts.
	Base int64
	// Resold: the unit takes the place of one that somebody sells on.
	Resold bool
}

// Charge is one fee to be charged.
type Charge struct {
	Fee    *Fee
	Amount int64
	// Unit is the place of the unit that causes it, -1 when the event or the order does.
	Unit    int
	EventID int64
	// Contributed is what somebody else pays of the fee, which Amount is without.
	Contributed int64
}

// For reads the fees that may be charged at some events, by id.
func For(r app.Reader, events []int64) ([]*Fee, error) {
	var all []*Fee
	for _, event := range append([]int64{0}, events...) {
		for e, err := range byEvent.Keys(r, indexes.Equal(event)) {
			if err != nil {
				return nil, err
			}
			f, err := Fees.GetShared(r, e.ID)
			if err != nil {
				return nil, err
			}
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b *Fee) int { return int(a.ID - b.ID) })
	return all, nil
}

// Charges decides what a basket is charged, fee by fee.
func Charges(fees []*Fee, b Basket) []Charge {
	var live []*Fee
	for _, f := range fees {
		if f.counts(b) {
			live = append(live, f)
		}
	}
	var all []Charge
	for _, f := range live {
		var units []int
		for i, u := range b.Units {
			if f.covers(u) && !f.beaten(live, u) {
				units = append(units, i)
			}
		}
		all = append(all, f.charge(b, units)...)
	}
	return all
}

// counts tells whether the fee is charged in such a basket at all.
func (f *Fee) counts(b Basket) bool {
	online := b.Channel == catalog.Shop || b.Channel == catalog.Kiosk
	return f.DeletedAt == nil && (f.Delivery == "" || f.ID == b.DeliveryID) && catalog.Open(f.ActiveFrom, f.ActiveUntil, b.Now) &&
		(f.CurrencyID == 0 || f.CurrencyID == b.CurrencyID) && !(online && f.NotOnline) && !(!online && f.NotAtOffice)
}

// covers tells whether the fee is charged on such a unit.
func (f *Fee) covers(u Unit) bool {
	if f.EventID != 0 && f.EventID != u.EventID || f.NotOnResale && u.Resold || f.OnlyOnResale && !u.Resold {
		return false
	}
	if len(f.SaleItemIDs) > 0 && !slices.Contains(f.SaleItemIDs, u.SaleItemID) {
		return false
	}
	if len(f.Types) > 0 {
		return slices.Contains(f.Types, u.Type)
	}
	return !slices.Contains(uncharged, u.Type)
}

// uncharged are the types that only a fee which names them is charged on.
var uncharged = []catalog.ItemType{
	catalog.Charity, catalog.CashlessTopup, catalog.Fee, catalog.FulfilmentFee, catalog.ResaleFee,
	catalog.RefundProtectFee, catalog.ManualProtectFee,
}

// beaten tells whether a more specific fee of the same group is charged on the unit.
func (f *Fee) beaten(all []*Fee, u Unit) bool {
	return f.Group != "" && slices.ContainsFunc(all, func(o *Fee) bool {
		return o.Group == f.Group && o.level() > f.level() && o.covers(u)
	})
}

// level is how specific the fee is.
func (f *Fee) level() int {
	switch {
	case len(f.SaleItemIDs) > 0:
		return 2
	case f.EventID != 0:
		return 1
	}
	return 0
}

// charge charges the fee on units.
func (f *Fee) charge(b Basket, units []int) []Charge {
	var all []Charge
	switch {
	case len(units) == 0:
		return nil
	case f.Per == PerItem:
		for _, i := range units {
			all = append(all, Charge{Fee: f, Amount: b.Units[i].Base, Unit: i, EventID: b.Units[i].EventID})
		}
	case f.Per == PerEvent:
		for _, i := range units {
			event := b.Units[i].EventID
			n := slices.IndexFunc(all, func(c Charge) bool { return c.EventID == event })
			if n < 0 {
				n, all = len(all), append(all, Charge{Fee: f, Unit: -1, EventID: event})
			}
			all[n].Amount += b.Units[i].Base
		}
	default:
		all = []Charge{{Fee: f, Unit: -1, EventID: f.EventID}}
		for _, i := range units {
			all[0].Amount += b.Units[i].Base
		}
	}
	return f.bounded(all)
}

// bounded makes fees of the amounts they are charged on, leaves out what charges nothing,
// and what is charged too often.
func (f *Fee) bounded(all []Charge) []Charge {
	rule := f.rule()
	for i := range all {
		all[i].Amount = rule.On(all[i].Amount)
	}
	all = slices.DeleteFunc(all, func(c Charge) bool { return c.Amount == 0 })
	if f.MaxTimes != nil && int64(len(all)) > *f.MaxTimes {
		all = all[:*f.MaxTimes]
	}
	return all
}
