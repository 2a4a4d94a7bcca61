package entry

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
	"marquee/indexes"
)

// gate is one request at one zone with everything that was read for it.
type gate struct {
	in        ScanRequest
	user      int64
	token     int64
	now       time.Time // the moment of what is written
	wall      time.Time // what the rules judge by
	zone      Zone
	zones     []Zone // of the event, the same one included
	counter   ZoneCounter
	day       rules.Day
	overreach bool          // asked to override without the right to
	codes     catalog.Codes // of the event
	tickets   []found
	goods     map[int64]*catalog.SaleItem
	slots     map[int64]*catalog.Timeslot
	moves     map[int64]catalog.Moved // by sale item
}

// found is one code with what it led to.
type found struct {
	code string
	tag  bool
	kind rules.CodeKind
	// shown is the form of the code, and step the step of a rotating one.
	shown rules.Form
	step  int64
	// was is what became of a code that was replaced.
	was *order.OldBarcode
	// elsewhere: another phone alone lets it in.
	elsewhere bool
	// apart: it was sold in demo mode, and the company takes real money.
	apart  bool
	item   order.Item
	state  TicketState
	holder customer.Customer
	addOns []found
	// goods is what was sold, as it is on sale now; nil when it is gone.
	goods *catalog.SaleItem
	slot  *catalog.Timeslot
	moved catalog.Moved // its window, at the event of the zone
}

// openGate reads what does not depend on the tickets.
func openGate(r app.Reader, in ScanRequest, c *app.Caller, now, wall time.Time) (*gate, error) {
	g := &gate{
		in: in, user: c.UserID, token: c.TokenID, now: now, wall: wall,
		goods: map[int64]*catalog.SaleItem{}, slots: map[int64]*catalog.Timeslot{}, moves: map[int64]catalog.Moved{},
	}
	if !c.Can(app.OverrideScans) {
		g.overreach = in.IgnoreAge || in.IgnoreCapacity || in.IgnoreCode || in.IgnoreLease || in.IgnoreInside
		g.in.IgnoreAge, g.in.IgnoreCapacity, g.in.IgnoreCode, g.in.IgnoreLease, g.in.IgnoreInside = false, false, false, false, false
	}
	var err error
	if g.zone, err = zoneByID(r, in.ZoneID); err != nil {
		return nil, err
	}
	event, err := standingEvent(r, g.zone.EventID)
	if err != nil {
		return nil, err
	}
	g.codes = event.Codes
	if !rules.Leads(g.zone.Mode, in.Direction) {
		return nil, app.Field("scan", "must be one of: %s", "in, auto")
	}
	if g.zones, err = zonesOf(r, g.zone.EventID); err != nil {
		return nil, err
	}
	if g.counter, err = counterOf(r, g.zone.ID, 0); err != nil {
		return nil, err
	}
	if g.zone.ages() {
		g.day, err = eventDay(r, g.zone.EventID)
	}
	return g, err
}

// ages tells whether the zone looks at birth dates.
func (z *Zone) ages() bool { return z.MinAge != nil || z.MaxAge != nil }

// eventDay is the day the event starts, in its own timezone.
func eventDay(r app.Reader, id int64) (rules.Day, error) {
	e, err := catalog.EventByID(r, id)
	if err != nil {
		return rules.Day{}, err
	}
	where, err := time.LoadLocation(e.Timezone)
	if err != nil {
		where = time.UTC
	}
	return rules.DayOf(e.Start.In(where)), nil
}

// loadAll finds the ticket of each code; two codes of one ticket are one.
func (g *gate) loadAll(r app.Reader, codes []string, tags bool) error {
	seen := make(map[int64]bool, len(codes))
	for _, code := range codes {
		f, err := g.find(r, code, tags)
		if err != nil {
			return err
		}
		if f.item.ID != 0 && seen[f.item.ID] {
			continue
		}
		seen[f.item.ID] = true
		g.tickets = append(g.tickets, f)
	}
	if g.in.With == "" {
		return nil
	}
	return g.broughtBy(r, g.in.With)
}

// find follows one code to its ticket.
func (g *gate) find(r app.Reader, code string, tag bool) (found, error) {
	s, err := g.read(r, code, tag)
	if err != nil || !s.Found || !s.Item.At(g.zone.EventID) {
		f := found{code: code, tag: tag}
		if s.Replaced {
			was := s.Was
			f.kind, f.was = rules.ReplacedCode, &was
		}
		return f, err
	}
	f := foundBy(code, &s)
	f.tag = tag
	return f, g.complete(r, &f)
}

// foundBy is the ticket that a code led to.
func foundBy(code string, s *order.Shown) found {
	f := found{code: code, kind: rules.TicketCode, item: s.Item, shown: rules.Form(s.Form), step: s.Step}
	if s.Stale {
		f.kind = rules.StaleCode
	}
	return f
}

// read follows a barcode in any form, or a tag, which counts as the hardest to copy.
func (g *gate) read(r app.Reader, code string, tag bool) (s order.Shown, err error) {
	if !tag {
		return readAt(r, code, g.zone.EventID, g.wall)
	}
	s.Form = form.Rotating
	s.Item, s.Found, err = itemByTag(r, code, g.zone.EventID)
	return s, err
}

// complete reads what the rules of the zone want to know of a ticket.
func (g *gate) complete(r app.Reader, f *found) error {
	r = app.Whole(r) // see readAt
	var ok bool
	var err error
	if f.apart, err = ofDemo(r, &f.item); err != nil {
		return err
	}
	if g.zone.Leased {
		claim := Claim{ZoneID: g.zone.ID, TokenID: g.token, OrderID: f.item.OrderID, SaleItemID: f.item.SaleItemID, EventID: g.zone.EventID, Seats: f.item.Claims()}
		if f.elsewhere, err = ports(r).LetInElsewhere(r, claim); err != nil {
			return err
		}
	}
	if f.state, ok, err = findState(r, f.item.ID); err != nil {
		return err
	}
	if !ok {
		f.item.Sold, f.item.Access = false, 0
	}
	if err := g.readGoods(r, f); err != nil {
		return err
	}
	if g.zone.ages() {
		if err := f.readHolder(r); err != nil {
			return err
		}
	}
	if g.zone.Precision && g.zone.Mode != ScanAuto && !g.in.Confirmed {
		return g.readAddOns(r, f)
	}
	return nil
}

// readGoods reads what the ticket is of, once a request. A window that was moved after
// the sale counts as it is now: a postponed show lets its guests in.
func (g *gate) readGoods(r app.Reader, f *found) error {
	id := f.item.SaleItemID
	if _, read := g.goods[id]; !read {
		s, err := catalog.SharedSaleItem(r, id)
		if app.KindOf(err) == app.NotFound {
			s, err = nil, nil
		}
		if err == nil && s != nil && s.TimeslotID != 0 {
			g.slots[id], err = catalog.SharedTimeslot(r, s.TimeslotID)
		}
		if err == nil && s != nil {
			g.moves[id], err = s.MovedAt(r, g.zone.EventID)
		}
		if g.goods[id] = s; err != nil {
			return err
		}
	}
	f.goods, f.slot, f.moved = g.goods[id], g.slots[id], g.moves[id]
	return nil
}

// readHolder reads the customer who holds the ticket, once.
func (f *found) readHolder(r app.Reader) error {
	if f.item.CustomerID == 0 || f.holder.ID != 0 {
		return nil
	}
	var err error
	if f.holder, err = customer.Customers.Get(r, f.item.CustomerID); errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// readAddOns reads the items that hang on a ticket.
func (g *gate) readAddOns(r app.Reader, f *found) error {
	o, err := order.Orders.Get(r, f.item.OrderID)
	if err != nil {
		return err
	}
	items, err := order.Items.GetMany(r, o.ItemIDs)
	if err != nil {
		return err
	}
	for _, i := range items {
		if i.ParentItemID != f.item.ID || i.EventID != g.zone.EventID {
			continue
		}
		extra := found{code: i.Barcode, kind: rules.TicketCode, shown: rules.Rotating, item: i, holder: f.holder}
		var ok bool
		if extra.apart, err = ofDemo(r, &extra.item); err != nil {
			return err
		}
		if extra.state, ok, err = findState(r, i.ID); err != nil {
			return err
		}
		if !ok {
			extra.item.Sold, extra.item.Access = false, 0
		}
		if err = g.readGoods(r, &extra); err != nil {
			return err
		}
		f.addOns = append(f.addOns, extra)
	}
	return nil
}

// ask turns what was read into plain values.
func (g *gate) ask() rules.Ask {
	a := rules.Ask{
		Zone: g.zone.rules(), Attendance: g.counter.Attendance, Direction: g.in.Direction,
		Now: g.wall, Day: g.day, Confirmed: g.in.Confirmed, Disabled: g.in.Disabled,
		IgnoreCapacity: g.in.IgnoreCapacity, IgnoreAge: g.in.IgnoreAge, IgnoreCode: g.in.IgnoreCode, IgnoreLease: g.in.IgnoreLease,
		IgnoreInside: g.in.IgnoreInside,
		Codes:        codeRules(&g.codes),
		Tickets:      make([]rules.Ticket, len(g.tickets)),
	}
	for i := range g.tickets {
		a.Tickets[i] = g.tickets[i].rules(g.zone.ID)
	}
	return a
}

// rules are what decides about a ticket at a zone.
func (f *found) rules(zone int64) rules.Ticket {
	t := rules.Ticket{
		Code: f.kind, Elsewhere: f.elsewhere, Shown: f.shown, Step: f.step, Used: f.state.LastStep, Item: f.itemRules(), State: f.state.In(zone).rules(),
	}
	if f.holder.DOB != nil {
		born := rules.DayOf(*f.holder.DOB)
		t.Born = &born
	}
	for i := range f.addOns {
		t.AddOns = append(t.AddOns, f.addOns[i].rules(zone))
	}
	return t
}

func (f *found) itemRules() rules.Item {
	return itemRules(&f.item, f.apart, validityOf(&f.item, f.goods, f.slot, f.moved))
}

// ofDemo tells whether an item was sold in demo mode, and the company takes real money now: it
// lets nobody in then.
func ofDemo(r app.Reader, i *order.Item) (bool, error) {
	if !i.Demo {
		return false, nil
	}
	own, err := company.SettingsOf(r)
	return err == nil && !own.Demo, err
}

// itemRules are what decides about a sold item, given whether it was sold in demo mode and that
// counts, and when it lets its holder in.
func itemRules(i *order.Item, demo bool, w validity) rules.Item {
	kind, _ := kindOf(i.Type)
	return rules.Item{
		SaleItemID: i.SaleItemID, Kind: kind,
		Sold: i.Issued(), Frozen: i.Frozen, Void: !i.Holds(),
		Demo: demo, Undecided: undecided(i), Barred: !i.Type.Scannable(), Issued: rules.Form(i.Form),
		From: w.From, To: w.To, Grace: w.Grace,
	}
}

// codeRules are what an event says about codes, as the rules look at it.
func codeRules(c *catalog.Codes) rules.Codes {
	return rules.Codes{SignedOnly: c.SignedOnly, StaticToo: c.StaticToo, Provisional: c.Provisional}
}

// validity is when a ticket lets its holder in, where a zone looks at it.
type validity struct {
	From, To *time.Time
	Grace    time.Duration
}

// validityOf is that of the sale item, or of its slot, as they are now, moved to an event of a
// run; where they are gone, it is the one with which the ticket was sold.
func validityOf(i *order.Item, goods *catalog.SaleItem, slot *catalog.Timeslot, moved catalog.Moved) validity {
	if goods == nil {
		return validity{i.ValidFrom, i.ValidTo, time.Duration(i.GraceMinutes) * time.Minute}
	}
	from, to := moved.Window(goods.ValidIn(slot))
	return validity{from, to, time.Duration(goods.GraceMinutes) * time.Minute}
}
