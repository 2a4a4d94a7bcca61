package report

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/app/voucher"
	"marquee/indexes"
)

// The columns of reports about items that are not those of the attendance.
var (
	seatHeaders    = []string{"event_name", "space_name", "area_name", "block_name", "row_name", "price_band_name", "item_name", "item_status", "order_reference", "purchaser_name", "holder_name", "barcode"}
	topUpHeaders   = []string{"order_item_id", "order_reference", "order_completed_at", "purchaser_name", "purchaser_email", "item_name", "gross", "refunded", "currency_code"}
	voucherHeaders = []string{"order_item_id", "item_name", "order_reference", "order_completed_at", "purchaser_name", "item_status", "gross", "redeemed_at", "redeemed_amount", "redeemed_by", "currency_code"}
)

// attendance is every sold item.
var attendance = records[order.Item]{
	list: &list.List[order.Item, Filter]{
		Needs: app.ViewReports, Name: "report-attendance", Max: exportPage, Table: order.Items, Plan: planItems,
	},
	first: 27,
	knows: []string{"event_ids", "schedule_ids", "item_types", "sale_item_ids", "timeslot_ids", "price_band_ids", "statuses", "item_name", "timeslot_name", "price_band_name", "barcode", "is_guest", "has_timeslot", "has_price_band", "tax_rates"},
	load:  loadItems,
	cols: []col[order.Item]{
		{labelled("order_item_id", Integer), func(_ *near, i *order.Item) any { return i.ID }},
		{labelled("barcode", Text), func(n *near, i *order.Item) any { return n.secret(i.Barcode) }},
		{labelled("item_status", Text), func(n *near, i *order.Item) any { return n.text(itemStatus(i)) }},
		{labelled("item_type", Text), func(n *near, i *order.Item) any { return n.text(string(i.Type)) }},
		{labelled("item_name", Text), func(n *near, i *order.Item) any { return n.itemName(i.ItemID) }},
		{labelled("item_name_at_pos", Text), func(n *near, i *order.Item) any { return n.text(i.SaleName) }},
		{labelled("quantity", Integer), func(*near, *order.Item) any { return int64(1) }},
		{labelled("order_reference", Text), ofOrder(func(n *near, o *order.Order) any {
			return n.once(namedOrder, o.ID, func() any { return o.Reference })
		})},
		{labelled("order_status", Text), ofOrder(func(n *near, o *order.Order) any { return n.text(o.Status.Slug()) })},
		{labelled("purchaser_name", Text), ofOrder(func(n *near, o *order.Order) any { return n.personName(o.CustomerID) })},
		{labelled("purchaser_email", Text), ofOrder(func(n *near, o *order.Order) any { return n.personEmail(o.CustomerID) })},
		{labelled("holder_name", Text), func(n *near, i *order.Item) any { return n.personName(i.CustomerID) }},
		{labelled("holder_email", Text), func(n *near, i *order.Item) any { return n.personEmail(i.CustomerID) }},
		{labelled("named_holder", Text), func(n *near, i *order.Item) any { return n.personal(i.NamedHolder) }},
		{labelled("event_name", Text), func(n *near, i *order.Item) any { return n.eventName(i.EventID) }},
		{labelled("timeslot_name", Text), func(n *near, i *order.Item) any { return n.slotName(i.SaleItemID) }},
		{labelled("space_name", Text), ofSpot(func(s *seating.Spot) string { return s.Name })},
		{labelled("first_scan_in", Moment), func(n *near, i *order.Item) any { return n.firstIn(i.ID) }},
		{labelled("latest_scan_in", Moment), ofZones(func(z *entry.ZoneState) time.Time { return z.LastIn })},
		{labelled("latest_scan_out", Moment), ofZones(func(z *entry.ZoneState) time.Time { return z.LastOut })},
		{labelled("scan_secure", YesNo), func(n *near, i *order.Item) any { return n.secureScan(i.ID) }},
		{labelled("number_attended", Integer), func(n *near, i *order.Item) any { return bit(n.came(i)) }},
		{labelled("gross", Cash), ofAmount(func(i *order.Item) int64 { return i.Price + i.Discount })},
		{labelled("discount", Cash), ofAmount(func(i *order.Item) int64 { return i.Discount })},
		{labelled("refunded", Cash), ofAmount(func(i *order.Item) int64 { return i.Refunded })},
		{labelled("sales_tax", Cash), ofAmount(func(i *order.Item) int64 { return i.Left().Tax })},
		{labelled("currency_code", Text), ofOrder(func(n *near, o *order.Order) any { return n.currencyCode(o.CurrencyID) })},

		{labelled("order_id", Integer), func(_ *near, i *order.Item) any { return i.OrderID }},
		{labelled("order_completed_at", Moment), ofOrder(func(_ *near, o *order.Order) any { return timeOrNil(o.CompletedAt) })},
		{labelled("reservation_completed_at", Moment), ofOrder(func(_ *near, o *order.Order) any { return timeOrNil(o.CompletedAt) })},
		{labelled("first_scan_in_date", Moment), func(n *near, i *order.Item) any { return n.firstIn(i.ID) }},
		{labelled("sale_item_id", Integer), func(_ *near, i *order.Item) any { return i.SaleItemID }},
		{labelled("event_id", Integer), func(_ *near, i *order.Item) any { return idOrNil(i.EventID) }},
		{labelled("sales_channel", Text), ofOrder(func(n *near, o *order.Order) any { return n.text(o.Channel.Slug()) })},
		{labelled("price", Cash), ofAmount(func(i *order.Item) int64 { return i.Price })},
		{labelled("net", Cash), ofAmount(func(i *order.Item) int64 { return i.Price - i.Refunded })},
		{labelled("area_name", Text), ofSpot(func(s *seating.Spot) string { return s.Area.Name })},
		{labelled("block_name", Text), ofSpot(func(s *seating.Spot) string { return s.Block.Name })},
		{labelled("row_name", Text), ofSpot(func(s *seating.Spot) string { return s.Row.Name + s.Table.Name })},
		{labelled("price_band_name", Text), ofSpot(func(s *seating.Spot) string { return s.Band.Name })},
		{labelled("replaced_item_id", Integer), func(_ *near, i *order.Item) any {
			if i.Replaced == nil {
				return nil
			}
			return i.Replaced.ItemID
		}},
		{labelled("redeemed_at", Moment), ofRedemption(func(_ *near, v *voucher.Redemption) any { return v.At })},
		{labelled("redeemed_amount", Cash), ofRedemption(func(_ *near, v *voucher.Redemption) any { return Amount{v.Amount, v.CurrencyID} })},
		{labelled("redeemed_by", Text), ofRedemption(func(n *near, v *voucher.Redemption) any { return n.personName(v.CustomerID) })},
		{labelled("tax_rate", TaxRate), func(_ *near, i *order.Item) any { return i.TaxRate }},
	},
}

// The states of an item in reports.
const (
	itemValid     = "valid"
	itemPending   = "pending_approval"
	itemRejected  = "rejected"
	itemRefunded  = "refunded"
	itemCancelled = "cancelled"
	itemLocked    = "locked"
)

func itemStatus(i *order.Item) string {
	switch {
	case i.RejectedAt != nil:
		return itemRejected
	case i.CancelledAt != nil && i.Refunded > 0:
		return itemRefunded
	case i.CancelledAt != nil:
		return itemCancelled
	case i.Undecided():
		return itemPending
	case i.Frozen:
		return itemLocked
	}
	return itemValid
}

// planItems walks over the sold items of events, or over all, by id.
func planItems(r app.Reader, f *Filter) (list.Plan[order.Item], error) {
	events, all, err := f.events(r)
	if err != nil || !all && len(events) == 0 {
		return list.OfIDs[order.Item](nil), err
	}
	types := make([]catalog.ItemType, len(f.ItemTypes))
	for i, t := range f.ItemTypes {
		types[i] = catalog.ItemType(t)
	}
	plan, err := order.PlanItems(r, &order.ItemFilter{Types: types, EventIDs: events})
	if err != nil {
		return plan, err
	}
	if f.Barcode != "" {
		ids, err := order.ItemsByBarcode(r, f.Barcode)
		plan.Sets = append(plan.Sets, list.IDs(ids))
		if err != nil {
			return plan, err
		}
	}
	if f.wholeItems() {
		return plan, nil
	}
	n := &near{r: r}
	return narrowed(plan, func(i *order.Item) (bool, error) { return f.fitsItem(n, i) }), nil
}

// wholeItems tells that no filter looks at the items themselves.
func (f *Filter) wholeItems() bool {
	return f.SaleItemIDs == nil && f.TaxRates == nil && f.TimeslotIDs == nil && f.PriceBandIDs == nil && f.Statuses == nil && f.ItemName == "" &&
		f.TimeslotName == "" && f.PriceBandName == "" && f.IsGuest == nil && f.HasTimeslot == nil && f.HasPriceBand == nil && f.state == ""
}

func (f *Filter) fitsItem(n *near, i *order.Item) (bool, error) {
	s, err := catalog.SharedSaleItem(n.r, i.SaleItemID)
	if err != nil {
		return false, err
	}
	switch f.state {
	case "seated":
		if i.Place == nil || !i.Holds() {
			return false, nil
		}
	case "replacing":
		if i.Replaced == nil {
			return false, nil
		}
	}
	return oneOf(f.Statuses, itemStatus(i)) && oneOf(f.TaxRates, i.TaxRate) && (f.ItemName == "" || i.SaleName == f.ItemName) &&
		agrees(f.IsGuest, i.Type == catalog.GuestList) && f.fitsSaleItem(n, s), nil
}

// fitsSaleItem decides by what a sale item is.
func (f *Filter) fitsSaleItem(n *near, s *catalog.SaleItem) bool {
	return oneOf(f.SaleItemIDs, s.ID) && oneOf(f.TimeslotIDs, s.TimeslotID) && oneOf(f.PriceBandIDs, s.PriceBandID) &&
		oneOf(f.ItemTypes, string(s.Type)) && agrees(f.HasTimeslot, s.TimeslotID != 0) && agrees(f.HasPriceBand, s.PriceBandID != 0) &&
		(f.TimeslotName == "" || n.plainSlotName(s.TimeslotID) == f.TimeslotName) &&
		(f.PriceBandName == "" || n.bandName(s.EventID, s.PriceBandID) == f.PriceBandName)
}

func loadItems(n *near, rows []order.Item) error {
	orders, people, ids := n.ids.orders[:0], n.ids.people[:0], n.ids.items[:0]
	var places []*seating.Place
	for i := range rows {
		it := &rows[i]
		orders, people, ids = append(orders, it.OrderID), append(people, it.CustomerID), append(ids, it.ID)
		if it.Place != nil {
			places = append(places, it.Place)
		}
	}
	n.ids.orders, n.ids.people, n.ids.items = orders, people, ids
	if err := n.loadRedeemed(rows); err != nil {
		return err
	}
	if err := n.loadOrders(orders, n.ids.people); err != nil {
		return err
	}
	if err := n.loadStates(ids); err != nil {
		return err
	}
	var err error
	n.spots, err = seating.SpotsOf(n.r, places)
	return err
}

// loadRedeemed reads what became of the vouchers among some items.
func (n *near) loadRedeemed(rows []order.Item) error {
	n.redeemed = nil
	for i := range rows {
		if rows[i].Type != catalog.GiftVoucher {
			continue
		}
		v, found, err := voucher.Redemptions.Find(n.r, rows[i].ID)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		if n.redeemed == nil {
			n.redeemed = map[int64]*voucher.Redemption{}
		}
		n.redeemed[rows[i].ID] = &v
		n.ids.people = append(n.ids.people, v.CustomerID)
	}
	return nil
}

func ofOrder(value func(*near, *order.Order) any) func(*near, *order.Item) any {
	return func(n *near, i *order.Item) any {
		o := n.orders.of(i.OrderID)
		if o == nil {
			return nil
		}
		return value(n, o)
	}
}

func ofAmount(value func(*order.Item) int64) func(*near, *order.Item) any {
	return ofOrderAmount(func(i *order.Item, _ *order.Order) int64 { return value(i) })
}

func ofOrderAmount(value func(*order.Item, *order.Order) int64) func(*near, *order.Item) any {
	return func(n *near, i *order.Item) any {
		o := n.orders.of(i.OrderID)
		if o == nil {
			return nil
		}
		return n.amount(value(i, o), o.CurrencyID)
	}
}

func ofSpot(name func(*seating.Spot) string) func(*near, *order.Item) any {
	return func(n *near, i *order.Item) any {
		if i.Place == nil || n.spots[i.Place.SpaceID] == nil {
			return nil
		}
		return textOrNil(name(n.spots[i.Place.SpaceID]))
	}
}

func ofRedemption(value func(*near, *voucher.Redemption) any) func(*near, *order.Item) any {
	return func(n *near, i *order.Item) any {
		if v := n.redeemed[i.ID]; v != nil {
			return value(n, v)
		}
		return nil
	}
}

// ofZones is the latest of some time over the zones of a ticket.
func ofZones(at func(*entry.ZoneState) time.Time) func(*near, *order.Item) any {
	return func(n *near, i *order.Item) any {
		t := n.states.of(i.ID)
		if t == nil {
			return nil
		}
		var last time.Time
		for j := range t.Zones {
			if when := at(&t.Zones[j]); when.After(last) {
				last = when
			}
		}
		return timeOrNil(&last)
	}
}

// firstIn is when a ticket was first let in anywhere, nil before that.
func (n *near) firstIn(id int64) any {
	if s := n.arrival(id); s != nil {
		return s.ScannedOn
	}
	return nil
}

func (n *near) secureScan(id int64) any {
	if s := n.arrival(id); s != nil {
		return s.Secure
	}
	return nil
}

// secret shows a barcode to those who may list orders.
func (n *near) secret(barcode string) any {
	if barcode == "" || !n.c.Can(app.ListOrders) {
		return nil
	}
	return barcode
}

// personal shows a name to those who may see customers.
func (n *near) personal(name string) any {
	if name == "" || !n.c.Can(app.ViewCustomers) {
		return nil
	}
	return name
}

func timeOrNil(t *time.Time) any {
	if t == nil || t.IsZero() {
		return nil
	}
	return *t
}

// events are those that the filters name; all tells that none does.
func (f *Filter) events(r app.Reader) (ids []int64, all bool, err error) {
	if f.EventIDs == nil && f.ScheduleIDs == nil && f.VenueIDs == nil && f.EventStartFrom == nil && f.EventStartTo == nil {
		return nil, true, nil
	}
	named, err := f.candidates(r)
	if err != nil {
		return nil, false, err
	}
	for _, id := range named {
		e, err := catalog.SharedEvent(r, id)
		if app.KindOf(err) == app.NotFound || isMissing(err) {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		if oneOf(f.VenueIDs, e.VenueID) && oneOf(f.ScheduleIDs, e.ScheduleID) &&
			(f.EventStartFrom == nil || !e.Start.Before(*f.EventStartFrom)) && (f.EventStartTo == nil || !e.Start.After(*f.EventStartTo)) {
			ids = append(ids, id)
		}
	}
	return ids, false, nil
}

// candidates are the events among which those that the filters name must be.
func (f *Filter) candidates(r app.Reader) (ids []int64, err error) {
	if f.EventIDs != nil {
		return distinct(slices.Clone(f.EventIDs)), nil
	}
	return allEvents(r)
}

func allEvents(r app.Reader) (ids []int64, err error) {
	for h, err := range catalog.Events.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, h.Rec.ID)
	}
	return ids, nil
}
