package rules

import (
	"slices"

	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/seating"
)

// Attach ties each add-on without a parent to a unit of its parent sale item,
// spread evenly over them.
func (us Units) Attach(g *catalog.Goods) {
	if g.ParentID == 0 {
		return
	}
	var parents []*Unit
	load := map[*Unit]int{}
	for _, u := range us {
		if u.SaleItemID == g.ParentID {
			parents = append(parents, u)
		}
	}
	if len(parents) == 0 {
		return
	}
	for _, u := range us {
		if u.SaleItemID != g.ID {
			continue
		}
		for _, p := range parents {
			if u.ParentItemID != 0 && u.ParentItemID == p.ID {
				load[p]++
			}
		}
	}
	for _, u := range us {
		if u.SaleItemID != g.ID || u.ParentItemID != 0 {
			continue
		}
		p := lightest(parents, load)
		load[p]++
		u.Parent, u.ParentItemID, u.Changed = p, p.ID, u.ID != 0
	}
}

// lightest is the parent with the fewest add-ons, the first of several.
func lightest(parents []*Unit, load map[*Unit]int) *Unit {
	best := parents[0]
	for _, p := range parents[1:] {
		if load[p] < load[best] {
			best = p
		}
	}
	return best
}

// AllDeferred tells whether every item that can need approval does and somebody has still to
// decide about one of them, so that nothing is due now even when nothing costs anything.
func (us Units) AllDeferred() bool {
	return order.AllDeferred(func(yield func(*order.Item) bool) {
		for _, u := range us {
			if !u.Bundled() && !yield(&u.Item) {
				return
			}
		}
	})
}

// Bundled tells whether a bundle brought the unit: it costs nothing, is not counted by
// itself, and comes and goes with the bundle.
func (u *Unit) Bundled() bool { return u.Lead != nil || u.LeadItemID != 0 }

// Newest is the unit of a sale item that was added last, nil where there is none.
func (us Units) Newest(saleItem int64) *Unit {
	for _, u := range slices.Backward(us) {
		if u.SaleItemID == saleItem && !u.Bundled() && u.Resale == nil {
			return u
		}
	}
	return nil
}

// FixedAddon tells whether an add-on of these units cannot be reduced.
func (us Units) FixedAddon(gone []*Unit) bool {
	return slices.ContainsFunc(us, func(u *Unit) bool {
		return u.CannotBeReduced && u.ParentItemID != 0 &&
			slices.ContainsFunc(gone, func(p *Unit) bool { return p.ID == u.ParentItemID })
	})
}

// TakeOff sets the discount of each unit; nil is none on any. What that leaves of their tax
// is seen when all of them are taxed.
func (us Units) TakeOff(off []int64) {
	for i, u := range us {
		n := int64(0)
		if off != nil {
			n = off[i]
		}
		u.Changed = u.Changed || u.Discount != n
		u.Discount = n
	}
}

// EventsOf are the events of the units that something is taken off.
func (us Units) EventsOf(off []int64) (ids []int64) {
	for i, u := range us {
		if i >= len(off) || off[i] == 0 {
			continue
		}
		for _, id := range u.events() {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// Units are those of a basket.
type Units []*Unit

// Unit is one live item of a basket.
type Unit struct {
	order.Item
	Was     *order.Item // what is stored, nil when nothing is
	Changed bool        // it differs
	// Parent is the unit an add-on belongs to, and Producer the one that causes a fee,
	// while these have no ids yet.
	Parent, Producer *Unit
	// Lead is the bundle that brings it, while that has no id yet.
	Lead *Unit
}

// Items copies the live items out.
func (us Units) Items() []order.Item {
	all := make([]order.Item, len(us))
	for i, u := range us {
		all[i] = u.Item
	}
	return all
}

// Count is the number of live units of a sale item, but for what bundles bring and what
// others sell on.
func (us Units) Count(saleItem int64) int64 {
	var n int64
	for _, u := range us {
		if u.SaleItemID == saleItem && !u.Bundled() && u.Resale == nil {
			n++
		}
	}
	return n
}

// has tells whether there are units of a sale item, in bundles or not.
func (us Units) has(saleItem int64) bool {
	return slices.ContainsFunc(us, func(u *Unit) bool { return u.SaleItemID == saleItem })
}

// SaleItems lists the sale items of the live units, each once, in order of
// adding.
func (us Units) SaleItems() []int64 {
	var ids []int64
	for _, u := range us {
		if !slices.Contains(ids, u.SaleItemID) {
			ids = append(ids, u.SaleItemID)
		}
	}
	return ids
}

// events are those that the unit lets in at.
func (u *Unit) events() []int64 {
	if len(u.Run) == 0 && u.EventID != 0 {
		return []int64{u.EventID}
	}
	return u.Run
}

// EachCount walks a small tally by ascending id, so that every run of a command
// touches the counters in the same order.
func EachCount(tally map[int64]int64, fn func(id, n int64) error) error {
	ids := make([]int64, 0, len(tally))
	for id := range tally {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if err := fn(id, tally[id]); err != nil {
			return err
		}
	}
	return nil
}

// Unstored are the new units and the new parents of add-ons, a parent before its
// add-ons.
func Unstored(units []*Unit) []*Unit {
	var fresh []*Unit
	for _, u := range units {
		for _, one := range [...]*Unit{u.Parent, u} {
			if one != nil && one.Was == nil && !slices.Contains(fresh, one) {
				fresh = append(fresh, one)
			}
		}
	}
	return fresh
}

// Content are the units that stand for themselves: no fees, and nothing that bundles bring.
func (us Units) Content() []*Unit {
	beside := func(u *Unit) bool { return u.IsBasketFee() || u.Bundled() }
	if !slices.ContainsFunc(us, beside) {
		return us
	}
	return slices.DeleteFunc(slices.Clone(us), beside)
}

// IsBasketFee tells whether the unit is a fee that the basket is charged.
func (u *Unit) IsBasketFee() bool {
	return u.Type == catalog.Fee || u.Type == catalog.ResaleFee || u.Type == catalog.FulfilmentFee
}

// IsLineOf tells whether a unit is the line of a fee that is to be charged.
func (u *Unit) IsLineOf(c fee.Charge, content []*Unit) bool {
	if u.SaleItemID != c.Fee.SaleItemID || u.EventID != c.EventID {
		return false
	}
	if c.Unit < 0 {
		return u.ProducingItemID == 0
	}
	return u.ProducingItemID != 0 && u.ProducingItemID == content[c.Unit].ID
}

// OfOneEvent tells whether all items but fees and donations belong to one event.
func (us Units) OfOneEvent() bool {
	var event int64
	for _, u := range us {
		switch {
		case u.Type.GoesWithAny():
		case u.EventID == 0 || event != 0 && u.EventID != event:
			return false
		default:
			event = u.EventID
		}
	}
	return event != 0
}

// Open are the items that gates take.
func (us Units) Open() (ids []int64) {
	for _, u := range us {
		if u.Access == order.AccessOpen {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// KeptShares deals out over the units what of their prices is kept.
func (us Units) KeptShares(n int64) []int64 {
	fees, rest, all := make([]int64, len(us)), make([]int64, len(us)), int64(0)
	for i, u := range us {
		fees[i] = u.KeptFees(true, true)
		rest[i] = u.Price - fees[i]
		all += fees[i]
	}
	first := min(n, all)
	kept := money.Share(first, fees)
	for i, more := range money.Share(n-first, rest) {
		kept[i] += more
	}
	return kept
}

// WholeFees are the fees of the order, with the tax that comes on top of them.
func (us Units) WholeFees() (n int64) {
	for _, u := range us {
		n += u.KeptFees(true, true)
	}
	return n
}

// feeTax is the tax in the fees of the order.
func (us Units) feeTax() (n int64) {
	for _, u := range us {
		if u.IsFee() {
			n += u.Tax
		} else {
			n += u.FeeTax
		}
	}
	return n
}

// Tax taxes the units together, as soon as it is known which there are and what they cost.
func (us Units) Tax() {
	items := make([]*order.Item, len(us))
	for i, u := range us {
		items[i] = &u.Item
	}
	for i, changed := range order.TaxTogether(items) {
		us[i].Changed = us[i].Changed || changed
	}
}

// TakeOver gives a unit at another date what was noted on the one that it takes the place
// of, to the cent as it was paid, where it costs the same without tax. It is taxed anew where
// the tax is another there.
func (u *Unit) TakeOver(was *order.Item) (taxed, ok bool) {
	now, before := u.Charges(), was.Charges()
	taxed = now.TaxRate != before.TaxRate || now.TaxMode != before.TaxMode || u.ReverseRate != was.ReverseRate
	same := now.Base == before.Base && now.ProcessingFee == before.ProcessingFee && now.ResellerFee == before.ResellerFee &&
		now.HideProcessingFee == before.HideProcessingFee && now.HideResellerFee == before.HideResellerFee
	if !same {
		return taxed, false
	}
	if !taxed {
		u.Price, u.Tax, u.BaseTax, u.FeeTax = was.Price, was.Tax, was.BaseTax, was.FeeTax
	}
	u.CustomerID, u.NamedHolder, u.Notes, u.SecureDisabled = was.CustomerID, was.NamedHolder, was.Notes, was.SecureDisabled
	return taxed, true
}

// FromSellers are the units that are to be bought from other buyers.
func (us Units) FromSellers() []*Unit {
	return slices.DeleteFunc(slices.Clone(us), func(u *Unit) bool { return !u.FromSeller() })
}

// OfStock are the units that have stock and seats of their own.
func OfStock(units []*Unit) []*Unit {
	if !slices.ContainsFunc(units, func(u *Unit) bool { return u.Borrows() }) {
		return units
	}
	return slices.DeleteFunc(slices.Clone(units), func(u *Unit) bool { return u.Borrows() })
}

// OffersOf are the units of a sale item that others sell on.
func (us Units) OffersOf(saleItem int64) []*Unit {
	return slices.DeleteFunc(us.FromSellers(), func(u *Unit) bool { return u.SaleItemID != saleItem })
}

// Charged is what a buyer paid for a unit that somebody sold on.
func (us Units) Charged(u *Unit) resale.Quote {
	q := resale.Quote{Price: u.Price}
	for _, f := range us {
		switch {
		case !f.IsBasketFee() || f.ProducingItemID != u.ID:
		case f.Type == catalog.ResaleFee:
			q.ResaleFees += f.Price
			q.Contribution += f.Contributed
		default:
			q.Fees += f.Price
		}
	}
	return q
}

// Claims are the spaces that units have.
func Claims(units []*Unit) []seating.Claim {
	var all []seating.Claim
	for _, u := range units {
		all = append(all, u.Claims()...)
	}
	return all
}

// Seated tells whether a line has seats, one for each unit.
func (us Units) Seated(saleItem int64) bool {
	return slices.ContainsFunc(us, func(u *Unit) bool {
		return u.SaleItemID == saleItem && u.Place != nil && !u.Place.General && u.Resale == nil && !u.Bundled()
	})
}

// WithTables adds the units at the tables that go as a whole.
func (us Units) WithTables(gone []*Unit) []*Unit {
	for _, u := range us {
		if u.Place == nil || u.Place.TableID == 0 || slices.Contains(gone, u) {
			continue
		}
		if slices.ContainsFunc(gone, func(g *Unit) bool { return g.Place != nil && g.Place.TableID == u.Place.TableID }) {
			gone = append(gone, u)
		}
	}
	return gone
}
