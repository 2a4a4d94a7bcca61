package catalog

import (
	"cmp"
	"slices"
	"time"

	"marquee/app"
)

// Left tells what can still be taken, in one snapshot: of every counter that a sale item
// moves through, the one with the least. What overdue baskets hold counts as free.
type Left struct {
	stock *stockReader
	known map[StockKey]*int64
}

// ReadLeft begins to read counters.
func ReadLeft(r app.Reader, now time.Time) (*Left, error) {
	stock, err := readStock(r, now)
	return &Left{stock, map[StockKey]*int64{}}, err
}

// Of is how many units of a sale item can be taken; nil: as many as anybody wants.
func (l *Left) Of(s *SaleItem) (least *int64, err error) {
	for _, key := range LayersOf(s) {
		n, err := l.at(key)
		if err != nil {
			return nil, err
		}
		if n != nil && (least == nil || *n < *least) {
			least = n
		}
	}
	return least, nil
}

// OfAll is how many units of some sale items can be taken together, at most: a counter that
// they share counts once. nil: as many as anybody wants.
func (l *Left) OfAll(items []*SaleItem) (least *int64, err error) {
	layers := map[int64]bool{}
	for _, s := range items {
		for _, key := range LayersOf(s) {
			layers[key.A] = true
		}
	}
	for layer := range layers {
		n, err := l.ofLayer(layer, items)
		if err != nil {
			return nil, err
		}
		if n != nil && (least == nil || *n < *least) {
			least = n
		}
	}
	return least, nil
}

// Held tells whether somebody has some of the sale items without having paid: they may come
// back.
func (l *Left) Held(items []*SaleItem) (bool, error) {
	for _, s := range items {
		c, err := l.stock.of(LayerSaleItem, s.ID)
		if err != nil || c.Reserved > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// ofLayer is how many the counters of one layer allow. An item that has none there, or one
// without a limit, has its own.
func (l *Left) ofLayer(layer int64, items []*SaleItem) (*int64, error) {
	sum, seen := int64(0), map[StockKey]bool{}
	for _, s := range items {
		n, err := l.Of(s)
		if err != nil {
			return nil, err
		}
		for _, key := range LayersOf(s) {
			shared, err := l.at(key)
			if err != nil {
				return nil, err
			}
			if key.A == layer && shared != nil {
				if n = shared; seen[key] {
					n = new(int64)
				}
				seen[key] = true
				break
			}
		}
		if n == nil {
			return nil, nil
		}
		sum += *n
	}
	return &sum, nil
}

func (l *Left) at(key StockKey) (*int64, error) {
	if n, ok := l.known[key]; ok {
		return n, nil
	}
	c, err := l.stock.of(Layer(key.A), key.B)
	if err != nil {
		return nil, err
	}
	n := c.Current()
	if n != nil {
		*n = max(*n, 0)
	}
	l.known[key] = n
	return n, nil
}

// Slot is the timeslot of the goods, nil without.
func (g *Goods) Slot() *Timeslot { return g.slot }

// Group is the sale-item group of the goods, nil without.
func (g *Goods) Group() *Group { return g.group }

// OnSaleWindow is when the goods can be bought, where that is why they cannot be now; nil
// bounds are open.
func (n NotSold) OnSaleWindow(now time.Time) (from, until *time.Time) {
	g := n.Of
	switch n.Reason {
	case SlotNotOpen:
		return g.slot.OnSaleFrom, g.slot.OnSaleUntil
	case GroupNotOpen:
		return g.group.OnSaleFrom, g.group.OnSaleUntil
	case NotInPeriod:
		return g.Event.nextPeriod(now)
	}
	return g.OnSaleFrom, g.OnSaleUntil
}

// DescriptionIn is the description of the item in a language.
func (i *InventoryItem) DescriptionIn(l app.Language) string {
	return i.Texts.read(l, descriptionText, i.Description)
}

// DescriptionIn is the description of the event in a language.
func (e *Event) DescriptionIn(l app.Language) string {
	return e.Texts.read(l, descriptionText, e.Description)
}

// NameIn is the name of the group in a language.
func (g *Group) NameIn(l app.Language) string { return g.Texts.read(l, nameText, g.Name) }

// DescriptionIn is the description of the group in a language.
func (g *Group) DescriptionIn(l app.Language) string {
	return g.Texts.read(l, descriptionText, g.Description)
}

// NameIn is the name of the timeslot in a language.
func (t *Timeslot) NameIn(l app.Language) string { return t.Texts.read(l, nameText, t.Name) }

// SharedSaleItemsOfEvent are the sale items of an event, in the order in which they are
// shown; they must not be changed.
func SharedSaleItemsOfEvent(r app.Reader, eventID int64) ([]*SaleItem, error) {
	all, err := SaleItemsOfEvent(r, eventID)
	if err != nil {
		return nil, err
	}
	out := make([]*SaleItem, 0, len(all))
	for i := range all {
		if all[i].DeletedAt == nil {
			out = append(out, &all[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *SaleItem) int { return cmp.Compare(a.column(), b.column()) })
	return out, nil
}
