package message

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/voucher"
)

// opened is all that a link leads to.
type opened struct {
	company *company.Company
	order   order.Order
	items   []order.Item
	events  map[int64]catalog.Event
	venues  map[int64]catalog.Venue
	kinds   map[int64]*catalog.InventoryItem
	holders map[int64]string
	sold    map[int64]catalog.SaleItem
	// showings are those of all items, and dates those of each.
	showings []catalog.Showing
	dates    map[int64][]catalog.Showing
	// logo is that of the company, and pictures are those of the events, as they are stored; read
	// for paper alone.
	logo     []byte
	pictures map[int64][]byte
}

// open reads what a link leads to, as it is now.
func open(ctx context.Context, a *app.App, token string) (*opened, error) {
	d, ok := order.ParseDownload(token)
	if !ok {
		return nil, nothing()
	}
	var o *opened
	err := a.ViewCompany(ctx, d.Company, func(r app.Reader) (err error) {
		o, err = read(r, token, d)
		return err
	})
	if app.KindOf(err) == app.NotFound {
		return nil, nothing()
	}
	return o, err
}

// nothing says that there is nothing behind a link, and not why. The page that shows it
// has words of its own.
func nothing() error { return &app.Error{Kind: app.NotFound} }

func read(r app.Reader, token string, d order.Download) (*opened, error) {
	out, err := opens(r, token, d)
	if err != nil {
		return nil, err
	}
	return out, out.around(r)
}

// Opens reads the items that a download link opens, in a snapshot of its company: for those
// who show them in another way than on paper.
func Opens(r app.Reader, token string, d order.Download) (order.Order, []order.Item, error) {
	out, err := opens(r, token, d)
	if err != nil {
		return order.Order{}, nil, err
	}
	return out.order, out.items, nil
}

func opens(r app.Reader, token string, d order.Download) (*opened, error) {
	c, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	out := &opened{company: c}
	only, err := out.find(r, d)
	if err != nil {
		return nil, err
	}
	links := order.NewLinks(c.ID, c.LinkKey)
	if !d.NamesItems() && !links.Opens(token, d, &out.order, only) {
		return nil, nothing()
	}
	if only != nil {
		out.items = []order.Item{*only}
	} else if out.items, err = order.ItemsOf(r, &out.order); err != nil {
		return nil, err
	}
	if d.NamesItems() {
		out.items = slices.DeleteFunc(out.items, func(it order.Item) bool { return !slices.Contains(d.Items, it.ID) })
		if !links.OpensItems(token, &out.order, out.items) {
			return nil, nothing()
		}
	}
	if out.items, err = order.Printed(r, d, &out.order, out.items); err != nil {
		return nil, err
	}
	if out.items, err = unredeemed(r, out.items); err != nil {
		return nil, err
	}
	if len(out.items) == 0 {
		return nil, nothing()
	}
	return out, nil
}

// unredeemed leaves out gift vouchers that were redeemed: they are worth nothing any more.
func unredeemed(r app.Reader, items []order.Item) ([]order.Item, error) {
	var left []order.Item
	for i := range items {
		if items[i].Type == catalog.GiftVoucher {
			_, used, err := voucher.Redemptions.Find(r, items[i].ID)
			if err != nil {
				return nil, err
			}
			if used {
				continue
			}
		}
		left = append(left, items[i])
	}
	return left, nil
}

// find reads the order, and the item of a link that names one.
func (o *opened) find(r app.Reader, d order.Download) (only *order.Item, err error) {
	id := d.ID
	if d.Scope == order.OneItem {
		it, err := order.FindItem(r, d.ID)
		if err != nil {
			return nil, err
		}
		only, id = &it, it.OrderID
	}
	o.order, err = order.Find(r, order.Key{ID: id})
	return only, err
}

// around reads what the tickets show beside themselves. What is gone is left out.
func (o *opened) around(r app.Reader) (err error) {
	var events, venues, people, sold []int64
	o.kinds, o.dates = map[int64]*catalog.InventoryItem{}, map[int64][]catalog.Showing{}
	for i := range o.items {
		it := &o.items[i]
		if o.dates[it.ID], err = order.ShowingsOf(r, it); err != nil {
			return err
		}
		for _, s := range o.dates[it.ID] {
			events = append(events, s.Event.ID)
		}
		events, people, sold = append(events, it.EventID), append(people, it.CustomerID), append(sold, it.SaleItemID)
		if o.kinds[it.ItemID], err = catalog.InventoryItems.GetShared(r, it.ItemID); err != nil {
			return err
		}
	}
	if o.showings, err = order.Showings(r, o.items); err != nil {
		return err
	}
	if o.sold, err = catalog.SaleItemsByID(r, app.Distinct(sold)); err != nil {
		return err
	}
	if o.events, err = catalog.EventsByID(r, app.Distinct(events)); err != nil {
		return err
	}
	for _, e := range o.events {
		venues = append(venues, e.VenueID)
	}
	if o.venues, err = catalog.VenuesByID(r, venues); err != nil {
		return err
	}
	contacts, err := customer.Contacts(r, append(people, o.order.CustomerID))
	o.holders = map[int64]string{}
	for _, c := range contacts {
		o.holders[c.ID] = c.Name
	}
	return err
}
