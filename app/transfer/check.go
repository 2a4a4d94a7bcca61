package transfer

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
)

// itemsField is the request field that names what is given.
const itemsField = "orderItemIds"

// giving is a transfer that is being made, with what decides about it. What is read is read by
// load, around and look; the rest decides.
type giving struct {
	now   time.Time
	order order.Order
	all   []order.Item // of the order
	items []order.Item // that are given
	// basket: the order is not bought yet, and is to be given when it is.
	basket bool
	// buyer: the purchaser asks, and nobody of the staff. holder: whoever was given something
	// does. lifted: the sharing rule does not count.
	buyer, holder, lifted bool
	returning             bool
	// goods are what items are sold as, and scanned those with which somebody was let in.
	goods   map[int64]*catalog.Goods
	scanned map[int64]bool
}

// load reads the items that are named, with the add-ons that go with them. Those of other
// orders than the first do not belong together; to a buyer other orders do not exist.
func (g *giving) load(r app.Reader, ids []int64, orderID int64) error {
	var p app.Problems
	if n := len(ids); n < 1 || n > MaxItems {
		return app.Field(itemsField, "must have between %d and %d entries", 1, MaxItems)
	}
	for i, id := range ids {
		it, err := order.FindItem(r, id)
		switch {
		case app.KindOf(err) == app.NotFound, err == nil && orderID != 0 && it.OrderID != orderID:
			p.Add(named(i), "does not exist")
		case err != nil:
			return err
		case slices.Contains(ids[:i], id):
			p.Add(named(i), "is there twice")
		case len(g.items) > 0 && it.OrderID != g.items[0].OrderID:
			p.Add(named(i), "belongs to another order than the first")
		default:
			g.items = append(g.items, it)
		}
	}
	if err := p.Err(); err != nil {
		return err
	}
	return g.around(r, g.items[0].OrderID)
}

func named(i int) string { return fmt.Sprintf("%s.%d", itemsField, i) }

// around reads the order, adds the add-ons of what is given, and looks at all of it.
func (g *giving) around(r app.Reader, orderID int64) (err error) {
	if g.order, err = order.Orders.Get(r, orderID); err != nil {
		return err
	}
	g.basket = g.order.Status == order.Active && !g.order.Overdue(g.now)
	if g.all, err = order.ItemsOf(r, &g.order); err != nil {
		return err
	}
	for i := range g.all {
		it := &g.all[i]
		if it.ParentItemID != 0 && it.Holds() && it.Type.Shareable() && g.gives(it.ParentItemID) && !g.gives(it.ID) {
			g.items = append(g.items, *it)
		}
	}
	if g.returning, err = order.Returning(r, orderID); err != nil {
		return err
	}
	if err := g.know(r, g.items); err != nil {
		return err
	}
	return g.look(r, g.items)
}

// know reads what items are sold as.
func (g *giving) know(r app.Reader, items []order.Item) (err error) {
	cache := catalog.NewCache(r)
	for i := range items {
		if _, err := cache.Get(items[i].SaleItemID); err != nil {
			return err
		}
	}
	g.goods = cache.Known()
	return nil
}

// look reads with which items somebody was let in.
func (g *giving) look(r app.Reader, items []order.Item) (err error) {
	if g.scanned == nil {
		g.scanned = map[int64]bool{}
	}
	for i := range items {
		if g.scanned[items[i].ID], err = resale.PortsOf(r).Scanned(r, items[i].ID); err != nil {
			return err
		}
	}
	return nil
}

func (g *giving) gives(id int64) bool {
	return slices.ContainsFunc(g.items, func(it order.Item) bool { return it.ID == id })
}

// check names every item that cannot be given, and why.
func (g *giving) check() error {
	var p app.Problems
	for i := range g.items {
		if why := g.refusal(&g.items[i]); why != "" {
			p.Add(named(min(i, MaxItems)), why)
		}
	}
	return p.Err()
}

// refusal says why an item cannot be given; "" where it can.
func (g *giving) refusal(it *order.Item) string {
	goods := g.goods[it.SaleItemID]
	if why := g.blocked(it, goods); why != "" {
		return why
	}
	switch held := g.items[0].CustomerID; {
	case it.TransferID != 0:
		return "is being given to somebody already"
	case it.ParentItemID != 0 && !g.gives(it.ParentItemID):
		return "goes with the ticket that it is an add-on of"
	case it.CustomerID != held:
		return "is held by somebody else than the first"
	case g.lifted:
	case g.basket && it.ParentItemID == 0 && !goods.MayShareReserved(),
		!g.basket && it.ParentItemID == 0 && !goods.MayShareSold():
		return "cannot be given to others"
	case it.CustomerID != g.order.CustomerID && !g.mayGiveOn(goods):
		return "was given to somebody else"
	}
	return g.used(it)
}

// mayGiveOn tells whether something can be given that its purchaser does not hold any more:
// by the holder, also through staff, or by the purchaser who made a mistake.
func (g *giving) mayGiveOn(goods *catalog.Goods) bool {
	byPurchaser := g.buyer && !g.holder
	if goods.Event == nil {
		return !byPurchaser
	}
	if byPurchaser {
		return goods.Event.Settings.Corrections
	}
	return !goods.Event.Settings.PurchaserOnly
}

// blocked says what is in the way of an item changing hands, now and when it is claimed.
func (g *giving) blocked(it *order.Item, goods *catalog.Goods) string {
	e := goods.Event
	switch {
	case g.order.DeletedAt != nil || !g.basket && !g.order.Status.Sold():
		return "belongs to an order that is not complete"
	case g.basket && (!it.Holds() || it.RequiresApproval || it.Replaced != nil || it.LeadItemID != 0):
		return "cannot be given before it was bought"
	case !g.basket && (!it.Admissible() || !it.Valid() || it.Barcode == ""):
		return "is not valid"
	case it.Frozen:
		return "is locked"
	case !it.Type.Shareable() && !(it.Type == catalog.GiftVoucher && (g.basket || it.TransferID != 0)):
		return "is nothing that can be given to others"
	case g.returning:
		return "is being refunded"
	case e != nil && (e.DeletedAt != nil || e.CancelledAt != nil || e.Ended(g.now)):
		return "is for an event that is over or was cancelled"
	}
	return ""
}

// used refuses what somebody was let in with: the next holder would find it spent.
func (g *giving) used(it *order.Item) string {
	if g.scanned[it.ID] {
		return "was scanned"
	}
	return ""
}
