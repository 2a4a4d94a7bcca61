package catalog

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Bundled is what one unit of a bundle brings of another sale item: of its event, but for
// top-ups.
type Bundled struct {
	SaleItemID int64 `msgpack:"i"`
	Quantity   int64 `msgpack:"q"`
}

// saleItemByContent has the bundles that stand by what they bring.
var saleItemByContent = indexes.NewBy("bundled", kv.Int, func(s *SaleItem) []int64 {
	if s.DeletedAt != nil {
		return nil
	}
	return s.content()
})

// content are the sale items that a bundle brings.
func (s *SaleItem) content() (ids []int64) {
	for _, b := range s.Bundled {
		ids = append(ids, b.SaleItemID)
	}
	return ids
}

// bundleWith finds the bundle that brings a sale item, 0 for none.
func bundleWith(r app.Reader, id int64) (int64, error) {
	for e, err := range saleItemByContent.Keys(r, indexes.Equal(id).Limit(1)) {
		return e.ID, err
	}
	return 0, nil
}

// settleBundle fixes what a bundle brings. Once it was sold that stays.
func (s *SaleItem) settleBundle(tx app.Tx, p *app.Problems, in *SaleItemChange) error {
	const field = "saleItemData.bundledItems"
	switch {
	case s.Type != Bundle:
		return s.keepsBundle(tx, p, in)
	case s.ParentID != 0:
		p.Add("saleItemData.parentSaleItemId", "is not for bundles")
	}
	if in.Bundled == nil {
		if s.ID == 0 {
			p.Add(field, "is required")
		}
		return nil
	}
	units := int64(0)
	for i, b := range *in.Bundled {
		wantRange(p, fmt.Sprintf("%s.%d.quantity", field, i), b.Quantity, 1, maxBundled)
		units += b.Quantity
		if slices.ContainsFunc((*in.Bundled)[:i], func(o Bundled) bool { return o.SaleItemID == b.SaleItemID }) {
			p.Add(fmt.Sprintf("%s.%d.id", field, i), "is there twice")
		}
	}
	if len(*in.Bundled) == 0 || units > maxBundled {
		p.Add(field, "must have between %d and %d entries", 1, maxBundled)
		return nil
	}
	if slices.Equal(*in.Bundled, s.Bundled) {
		return nil
	}
	if s.ID != 0 {
		used, err := stockMoves(tx, s.ID)
		if err != nil {
			return err
		}
		if used {
			p.Add(field, "has been sold: it stays as it is")
		}
	}
	s.Bundled = slices.Clone(*in.Bundled)
	return s.contentProblems(tx, p)
}

// contentProblems: a bundle brings tickets, products and guests of its event, and top-ups, that
// cost a fixed price, hang on nothing and are in no other bundle. Either all of them need
// approval or none.
func (s *SaleItem) contentProblems(r app.Reader, p *app.Problems) error {
	known, err := SaleItemsByID(r, s.content())
	if err != nil {
		return err
	}
	var needs []bool
	for i, b := range s.Bundled {
		at := fmt.Sprintf("saleItemData.bundledItems.%d.id", i)
		c, ok := known[b.SaleItemID]
		if !ok || c.DeletedAt != nil || c.EventID != s.EventID && c.Type != CashlessTopup {
			p.Add(at, "does not exist")
			continue
		}
		other, err := bundleWith(r, c.ID)
		if err != nil {
			return err
		}
		switch {
		case c.Type != Ticket && c.Type != Product && c.Type != GuestList && c.Type != CashlessTopup:
			p.Add(at, "is of a type that bundles do not bring")
		case c.ParentID != 0:
			p.Add(at, "is an add-on")
		case slices.ContainsFunc(c.Prices, func(p Price) bool { return p.Variable }):
			p.Add(at, "has a price that the buyer names")
		case other != 0 && other != s.ID:
			p.Add(at, "is in another bundle")
		}
		item, err := SharedInventoryItem(r, c.ItemID)
		if err != nil {
			return err
		}
		if needs = append(needs, item.RequiresApproval); item.RequiresApproval != needs[0] {
			p.Add(at, "needs approval, or not, unlike the others")
		}
	}
	return nil
}

// keepsBundle refuses a change that something in a bundle cannot have.
func (s *SaleItem) keepsBundle(r app.Reader, p *app.Problems, in *SaleItemChange) error {
	var named []string
	if in.Bundled != nil {
		p.Add("saleItemData.bundledItems", "is of bundles")
	}
	if in.ParentID.Value != nil {
		named = append(named, "saleItemData.parentSaleItemId")
	}
	if in.Prices != nil && slices.ContainsFunc(*in.Prices, func(p Price) bool { return p.Variable }) {
		named = append(named, "saleItemData.pricing")
	}
	if s.ID == 0 || len(named) == 0 {
		return nil
	}
	bundle, err := bundleWith(r, s.ID)
	if err == nil && bundle != 0 {
		for _, field := range named {
			p.Add(field, "is not possible: it is in bundle %d", bundle)
		}
	}
	return err
}

// bundlesAt are the bundles of events that stand, by what they bring.
func bundlesAt(r app.Reader, items []SaleItem) (map[int64][]int64, error) {
	var asked []int64
	with := map[int64][]int64{}
	for _, s := range items {
		if s.EventID == 0 || slices.Contains(asked, s.EventID) {
			continue
		}
		asked = append(asked, s.EventID)
		standing := SaleItem{EventID: s.EventID, Type: Bundle}
		group := s.EventID<<saleItemClassBits | standing.class()
		for hit, err := range saleItemAtEvent.Scan(r, indexes.PrefixOf[int64](group)) {
			if err != nil {
				return nil, err
			}
			for _, id := range hit.Rec.content() {
				with[id] = append(with[id], hit.ID)
			}
		}
	}
	return with, nil
}

// bundlesLeft is how many bundles there is content for, nil when there is no limit.
func (v *SaleItemView) bundlesLeft(r app.Reader, stock *stockReader) (*int64, error) {
	known, err := SaleItemsByID(r, v.content())
	if err != nil {
		return nil, err
	}
	var least *int64
	for _, b := range v.Bundled {
		c := SaleItemView{SaleItem: known[b.SaleItemID]}
		if c.Stock, err = stock.of(LayerSaleItem, b.SaleItemID); err != nil {
			return nil, err
		}
		if c.Global, err = stock.of(LayerInventory, c.ItemID); err != nil {
			return nil, err
		}
		least = lesser(least, c.Left(), b.Quantity)
	}
	return least, nil
}

// lesser is the smaller of two numbers, the second divided; nil is no limit.
func lesser(a, b *int64, by int64) *int64 {
	if b == nil {
		return a
	}
	n := max(*b, 0) / by
	if a != nil && *a < n {
		return a
	}
	return &n
}
