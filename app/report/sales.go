package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/seating"
)

var attendanceHeaders = []string{"event_id", "event_name", "item_type", "item_name", "sale_item_id", "items_issued_before", "items_issued_after", "items_cancelled", "items_attended", "attendance_percent"}

// Groupings are what sums can be grouped by.
var Groupings = []string{"event", "venue", "schedule", "item_type", "item", "sale_item", "timeslot", "price_band", "group", "channel", "payment_method", "user", "price", "tax_rate"}

// sales is the family of sums: its rows are groups.
type sales struct{}

func (sales) takes() []string {
	return []string{
		"event_ids", "schedule_ids", "venue_ids", "item_types", "sale_item_ids", "timeslot_ids", "timeslot_name", "price_band_ids", "price_band_name", "payment_methods", "sales_channels",
		"currency_id", "tax_rates", "completed_from", "completed_to", "event_start_from", "event_start_to", "payment_mode", "has_split", "has_timeslot", "has_price_band",
	}
}

func (sales) whole() bool            { return true }
func (sales) shown() int             { return 28 }
func (sales) needs() app.Requirement { return app.ViewReports }

func (sales) columns() []Column {
	return columnsOf(salesCols)
}

// grouped is what a row is a group of; what it is not grouped by stays zero. A row has
// one currency.
type grouped struct {
	period                                                      string
	event, venue, schedule, item, saleItem, timeslot, priceBand int64
	group, channel, method, user, price, rate, currency         int64
	kind                                                        catalog.ItemType
}

// salesRow is a group with its sums.
type salesRow struct {
	grouped
	sums
	// attended is how many came; nil where only sale items as a whole are counted.
	attended *int64
}

// page puts all groups together and gives some of them.
func (sales) page(ctx context.Context, a *app.App, c *app.Caller, q *query) ([]Row, list.Info, error) {
	return held(ctx, a, c, q, salesCols, func(n *near) ([]salesRow, error) {
		s := &summing{near: n, r: read(n.r), q: q, groups: map[grouped]*sums{}, attended: map[grouped]int64{}}
		return s.run()
	})
}

// summing adds sums up by groups.
type summing struct {
	near     *near
	r        *reading
	q        *query
	zone     *time.Location // of the event that is read
	periods  map[piece]string
	demo     bool
	groups   map[grouped]*sums
	attended map[grouped]int64
}

func (s *summing) run() ([]salesRow, error) {
	f := &s.q.filter
	settings, err := company.SettingsOf(s.near.r)
	if err != nil {
		return nil, err
	}
	s.demo = settings.Demo
	events, all, err := f.events(s.near.r)
	if err == nil && all {
		events, err = allEvents(s.near.r)
	}
	if err != nil {
		return nil, err
	}
	// Fees of whole orders, vouchers and top-ups are of no event. Who does not see every event
	// sees none of it.
	if all && !s.r.narrow || slices.Contains(f.EventIDs, 0) {
		events = append([]int64{0}, events...)
	}
	clocks := zonesOf(s.near.r)
	for _, id := range events {
		s.zone, s.periods = clocks.of(id), map[piece]string{}
		if err := s.event(id); err != nil {
			return nil, err
		}
	}
	return s.rows(), nil
}

// event adds what one event sold.
func (s *summing) event(id int64) error {
	f := &s.q.filter
	longest := total
	if s.q.interval != "" {
		longest = s.q.interval.levelIn(s.zone, app.Of(s.r.r).Now())
	}
	tooMany := false
	err := s.r.each(salesCube, id, spanOf(f.CompletedFrom, f.CompletedTo), s.zone, longest, func(k *cellKey, sum *sums) {
		g, ok := s.groupOf(k)
		if !ok {
			return
		}
		if s.groups[g] == nil {
			tooMany = tooMany || len(s.groups) >= maxRows
			s.groups[g] = new(sums)
		}
		s.groups[g].add(sum, 1)
	})
	if tooMany {
		return app.Refuse(app.Invalid, "This report has more than %d rows. Please ask for a shorter time or for fewer events.", maxRows)
	}
	if err != nil || id == 0 || !s.countsAttendance() {
		return err
	}
	return s.attendance(id)
}

// groupOf is the group of a sum, if the filters take it.
func (s *summing) groupOf(k *cellKey) (g grouped, ok bool) {
	f, d := &s.q.filter, &k.Dims
	if f.CurrencyID != nil && *f.CurrencyID != d[byCurrency] || !oneOf(f.SalesChannels, channelOf(d[byChannel])) ||
		!oneOf(f.PaymentMethods, order.MethodOfNumber(d[byMethod])) || !agrees(f.HasSplit, order.MethodOfNumber(d[byMethod]) == "split") ||
		!f.fitsMode(d[bySimulated] != 0, s.demo) || !oneOf(f.TaxRates, d[byRate]) {
		return g, false
	}
	g = grouped{currency: d[byCurrency]}
	if d[bySaleItem] == 0 { // the orders
		if f.narrowsItems() || s.groupsItems() {
			return g, false
		}
	} else if item := s.near.saleItem(d[bySaleItem]); item == nil || !f.fitsSaleItem(s.near, item) {
		return g, false
	}
	if s.q.interval != "" {
		g.period = s.periodOf(k)
	}
	for _, by := range s.q.by {
		s.put(&g, by, k)
	}
	return g, true
}

// periodOf names the period of a sum; many sums share one.
func (s *summing) periodOf(k *cellKey) string {
	at := piece{level: k.Level, from: k.Period}
	name, known := s.periods[at]
	if !known {
		name = s.q.interval.name(s.q.interval.start(k.beginning(s.zone)))
		s.periods[at] = name
	}
	return name
}

// narrowsItems tells that a filter takes some sale items alone: orders are then not
// counted, because they have others too.
func (f *Filter) narrowsItems() bool {
	return f.ItemTypes != nil || f.TaxRates != nil || f.SaleItemIDs != nil || f.TimeslotIDs != nil || f.PriceBandIDs != nil || f.HasTimeslot != nil || f.HasPriceBand != nil ||
		f.TimeslotName != "" || f.PriceBandName != ""
}

// itemGroups are the groupings that take orders apart.
var itemGroups = []string{"item_type", "item", "sale_item", "timeslot", "price_band", "group", "price", "tax_rate"}

// noEvent is the group of what has no event.
const noEvent = -1

// eventGroup is the group of an event.
func eventGroup(id int64) int64 {
	if id == 0 {
		return noEvent
	}
	return id
}

func (s *summing) groupsItems() bool {
	return slices.ContainsFunc(s.q.by, func(by string) bool { return slices.Contains(itemGroups, by) })
}

// put sets what a group is of by one grouping.
func (s *summing) put(g *grouped, by string, k *cellKey) {
	switch by {
	case "event":
		g.event = eventGroup(k.Scope)
	case "channel":
		g.channel = k.Dims[byChannel]
	case "payment_method":
		g.method = k.Dims[byMethod]
	case "user":
		g.user = k.Dims[byUser]
	case "price":
		g.price = k.Dims[byPrice]
	case "tax_rate":
		g.rate = k.Dims[byRate]
	default:
		s.putPlaces(g, by, k)
	}
}

// putPlaces sets what follows from the event or the sale item.
func (s *summing) putPlaces(g *grouped, by string, k *cellKey) {
	if e := s.near.event(k.Scope); e != nil && by == "venue" {
		g.venue = e.VenueID
	} else if e != nil && by == "schedule" {
		g.schedule = e.ScheduleID
	}
	item := s.near.saleItem(k.Dims[bySaleItem])
	if item == nil {
		return
	}
	switch by {
	case "item_type":
		g.kind = item.Type
	case "item":
		g.item, g.kind = item.ItemID, item.Type
	case "sale_item":
		g.saleItem, g.item, g.kind, g.event = item.ID, item.ItemID, item.Type, eventGroup(k.Scope)
	case "timeslot":
		g.timeslot = item.TimeslotID
	case "price_band":
		g.priceBand, g.event = item.PriceBandID, k.Scope
	case "group":
		g.group = item.GroupID
	}
}

// countsAttendance tells whether who came can be told for the rows: scans are counted by
// sale item, whenever and however it was sold.
func (s *summing) countsAttendance() bool {
	f := &s.q.filter
	finer := slices.ContainsFunc(s.q.by, func(by string) bool {
		return slices.Contains([]string{"channel", "payment_method", "user", "price", "tax_rate"}, by)
	})
	return !finer && s.q.interval == "" && f.CompletedFrom == nil && f.CompletedTo == nil && f.PaymentMethods == nil &&
		f.SalesChannels == nil && f.TaxRates == nil && f.HasSplit == nil && f.PaymentMode == ""
}

// attendance adds who came to an event, to the rows of each currency that there is.
func (s *summing) attendance(event int64) error {
	came, err := entry.AdmittedBySaleItem(s.near.r, event)
	if err != nil {
		return err
	}
	for item, n := range came {
		if known := s.near.saleItem(item); known == nil || !s.q.filter.fitsSaleItem(s.near, known) {
			continue
		}
		k := cellKey{Cube: salesCube, Scope: event}
		k.Dims[bySaleItem] = item
		var g grouped
		for _, by := range s.q.by {
			s.put(&g, by, &k)
		}
		s.attended[g] += n
	}
	return nil
}

// rows are the groups in their order.
func (s *summing) rows() []salesRow {
	rows := make([]salesRow, 0, len(s.groups))
	counted := s.countsAttendance()
	for g, sum := range s.groups {
		row := salesRow{grouped: g, sums: *sum}
		if counted {
			of := g
			of.currency = 0
			n := s.attended[of]
			row.attended = &n
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b salesRow) int {
		return cmp.Or(cmp.Compare(a.period, b.period), cmp.Compare(a.event, b.event), cmp.Compare(a.venue, b.venue), cmp.Compare(a.schedule, b.schedule),
			cmp.Compare(a.kind, b.kind), cmp.Compare(a.item, b.item), cmp.Compare(a.saleItem, b.saleItem), cmp.Compare(a.timeslot, b.timeslot),
			cmp.Compare(a.priceBand, b.priceBand), cmp.Compare(a.group, b.group), cmp.Compare(a.channel, b.channel), cmp.Compare(a.method, b.method),
			cmp.Compare(a.user, b.user), cmp.Compare(a.price, b.price), cmp.Compare(a.rate, b.rate), cmp.Compare(a.currency, b.currency))
	})
	return rows
}

// salesCols are the columns of sums.
var salesCols = []col[salesRow]{
	{labelled("period", Text), func(_ *near, g *salesRow) any { return textOrNil(g.period) }},
	{labelled("event_id", Integer), func(_ *near, g *salesRow) any { return idOrNil(max(0, g.event)) }},
	{labelled("event_name", Text), func(n *near, g *salesRow) any {
		if g.event == noEvent {
			return n.words().withoutEvent
		}
		return n.eventName(g.event)
	}},
	{labelled("item_type", Text), func(_ *near, g *salesRow) any { return textOrNil(string(g.kind)) }},
	{labelled("item_name", Text), func(n *near, g *salesRow) any { return n.itemName(g.item) }},
	{labelled("sale_item_id", Integer), func(_ *near, g *salesRow) any { return idOrNil(g.saleItem) }},
	{labelled("sale_item_name", Text), func(n *near, g *salesRow) any { return n.itemName(bit(g.saleItem != 0) * g.item) }},
	{labelled("timeslot_name", Text), func(n *near, g *salesRow) any { return n.slotNamed(g.timeslot) }},
	{labelled("sales_channel", Text), func(_ *near, g *salesRow) any { return textOrNil(channelOf(g.channel)) }},
	{labelled("payment_method", Text), func(_ *near, g *salesRow) any { return textOrNil(order.MethodOfNumber(g.method)) }},
	figureCol("items_issued_before", func(g *salesRow) int64 { return g.sums[issued] }),
	figureCol("items_issued_after", func(g *salesRow) int64 { return g.sums[live] }),
	figureCol("items_cancelled", func(g *salesRow) int64 { return g.sums[issued] - g.sums[live] }),
	{labelled("items_attended", Integer), func(_ *near, g *salesRow) any {
		if g.attended == nil {
			return nil
		}
		return *g.attended
	}},
	{labelled("attendance_percent", Percent), func(_ *near, g *salesRow) any {
		if g.attended == nil || g.sums[live] == 0 {
			return nil
		}
		return *g.attended * 1000 / g.sums[live]
	}},
	cashCol("gross", func(g *salesRow) int64 { return g.sums[gross] }),
	cashCol("discounts", func(g *salesRow) int64 { return g.sums[discounts] }),
	cashCol("complimentary", func(g *salesRow) int64 { return g.sums[complimentary] }),
	cashCol("refunds_online", func(g *salesRow) int64 { return g.sums[refundedOnline] }),
	cashCol("refunds_offline", func(g *salesRow) int64 { return g.sums[refundedOffline] }),
	cashCol("refunds_balance", func(g *salesRow) int64 { return g.sums[refundedBalance] }),
	cashCol("processing_fees", func(g *salesRow) int64 { return g.sums[processingFees] }),
	cashCol("reseller_fees", func(g *salesRow) int64 { return g.sums[resellerFees] }),
	cashCol("sales_tax", func(g *salesRow) int64 { return g.sums[tax] }),
	cashCol("net", func(g *salesRow) int64 { return g.net() }),
	cashCol("net_after_fees", func(g *salesRow) int64 { return g.net() - g.sums[processingFees] - g.sums[resellerFees] }),
	{labelled("currency_code", Text), func(n *near, g *salesRow) any { return n.currencyCode(g.currency) }},
	figureCol("complimentary_items", func(g *salesRow) int64 { return g.sums[given] }),

	figureCol("orders", func(g *salesRow) int64 { return g.sums[orders] }),
	cashCol("refunds", func(g *salesRow) int64 { return g.refunded() }),
	cashCol("sales_volume", func(g *salesRow) int64 { return g.sums[volume] }),
	{labelled("price", Cash), func(_ *near, g *salesRow) any {
		if g.price == ownPrice {
			return nil
		}
		return Amount{g.price, g.currency}
	}},
	{labelled("price_band_name", Text), func(n *near, g *salesRow) any { return n.bandName(g.event, g.priceBand) }},
	{labelled("sold_by", Text), func(n *near, g *salesRow) any { return n.userName(g.user) }},
	{labelled("venue_name", Text), func(n *near, g *salesRow) any { return n.venueName(g.venue) }},
	{labelled("schedule_id", Integer), func(_ *near, g *salesRow) any { return idOrNil(g.schedule) }},
	{labelled("group_id", Integer), func(_ *near, g *salesRow) any { return idOrNil(g.group) }},
	figureCol("total_issued_inc_cancellations", func(g *salesRow) int64 { return g.sums[issued] }),
	{labelled("tax_rate", TaxRate), func(_ *near, g *salesRow) any { return g.rate }},
	cashCol("fees_without_tax", func(g *salesRow) int64 { return g.sums[netFees] }),
	figureCol("total_issued_ex_cancellations", func(g *salesRow) int64 { return g.sums[live] }),
}

func figureCol(key string, value func(*salesRow) int64) col[salesRow] {
	return col[salesRow]{labelled(key, Integer), func(_ *near, g *salesRow) any { return value(g) }}
}

func cashCol(key string, value func(*salesRow) int64) col[salesRow] {
	return col[salesRow]{labelled(key, Cash), func(_ *near, g *salesRow) any { return Amount{value(g), g.currency} }}
}

// inCurrency maps columns like total_gross_currency_978 to what they are in one currency.
var inCurrency = map[string]string{
	"total_gross": "gross", "total_discounts": "discounts", "total_online_refunds": "refunds_online", "total_offline_refunds": "refunds_offline",
	"total_fees": "processing_fees", "total_tax": "sales_tax", "total_net": "net",
}

// currencyColumn takes the key of such a column apart.
func currencyColumn(key string) (column string, currency int64, ok bool) {
	front, number, found := strings.Cut(key, "_currency_")
	currency, err := strconv.ParseInt(number, 10, 64)
	column, known := inCurrency[front]
	return column, currency, found && known && err == nil
}

func (n *near) venueName(id int64) any {
	found, err := catalog.VenuesByID(n.r, []int64{id})
	if v, ok := found[id]; err == nil && ok {
		return v.Name
	}
	return nil
}

func (n *near) bandName(event, band int64) any {
	return n.once(namedBand, band, func() any {
		e := n.event(event)
		if e == nil || band == 0 {
			return nil
		}
		bands, err := seating.BandsOf(n.r, e)
		if err != nil {
			return nil
		}
		for i := range bands {
			if bands[i].ID == band {
				return bands[i].Name
			}
		}
		return nil
	})
}
