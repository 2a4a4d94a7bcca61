package report

import (
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/app/voucher"
	"marquee/app/wallet"
	"marquee/indexes"
)

// near is what is read beside a page of records. What was not asked for stays empty. One
// near may serve page after page: each is read into the memory of the one before.
type near struct {
	r app.Reader
	c *app.Caller

	orders     beside[order.Order]
	people     beside[customer.Contact]
	states     beside[entry.TicketState]
	scans      beside[entry.Scan]
	arrivals   []*entry.Scan   // of the states, nil for who did not come
	entryZones map[int64]int64 // by event
	items      beside[order.Item]
	spots      map[int64]*seating.Spot
	redeemed   map[int64]*voucher.Redemption
	wallets    beside[wallet.Wallet]
	resold     resold
	taxed      map[int64]taxed // by order
	// rates are those of the filter.
	rates []int64
	// byRate: somebody asks for the rates of taxes.
	byRate bool

	// names are what events, items and timeslots are called, once they were looked up.
	names     [nameKinds]names
	texts     map[string]any // of text
	events    map[int64]*catalog.Event
	saleItems map[int64]*catalog.SaleItem
	// ids are lists that are made for a page.
	ids struct{ orders, people, items, scans []int64 }
}

// begin forgets the page before.
func (n *near) begin(r app.Reader) {
	n.r = r
	clear(n.entryZones)
	clear(n.events)
	clear(n.saleItems)
	clear(n.texts)
	for i := range n.names {
		n.names[i].forget()
	}
}

// What has names.
const (
	namedEvent = iota
	namedItem
	namedSlot
	namedSaleItem
	namedUser
	namedBand
	namedOrder
	namedPerson
	namedEmail
	namedCurrency
	namedNothing // no money, by currency
	nameKinds
)

// names are those of one kind of things, by id.
type names struct {
	all map[int64]any
	// last is the one that was asked for last, as many rows have it one after another.
	last struct {
		id    int64
		name  any
		known bool
	}
}

func (m *names) forget() {
	clear(m.all)
	m.last.known = false
}

// once looks a name up, once for a page.
func (n *near) once(kind int, id int64, look func() any) any {
	m := &n.names[kind]
	if m.last.known && m.last.id == id {
		return m.last.name
	}
	name, known := m.all[id]
	if !known {
		if m.all == nil {
			m.all = map[int64]any{}
		}
		name = look()
		m.all[id] = name
	}
	m.last.id, m.last.name, m.last.known = id, name, true
	return name
}

// text is a text that many rows have: it becomes a value of a row once for a page.
func (n *near) text(s string) any {
	v, known := n.texts[s]
	if !known {
		if n.texts == nil {
			n.texts = map[string]any{}
		}
		v = s
		n.texts[s] = v
	}
	return v
}

// amount is money; most rows have some column without any.
func (n *near) amount(minor, currency int64) any {
	if minor == 0 {
		return n.once(namedNothing, currency, func() any { return Amount{0, currency} })
	}
	return Amount{minor, currency}
}

// loadOrders reads orders, and the contacts of their customers and of some others for who
// may see them.
func (n *near) loadOrders(ids, people []int64) error {
	if err := n.orders.load(n.r, order.Orders, ids); err != nil {
		return err
	}
	for i := range n.orders.recs {
		people = append(people, n.orders.recs[i].CustomerID)
	}
	n.ids.people = people
	return n.loadPeople(people)
}

func (n *near) loadPeople(ids []int64) error {
	n.people.put(nil, nil)
	if !n.c.Can(app.ViewCustomers) {
		return nil
	}
	all, err := customer.Contacts(n.r, distinct(ids))
	n.people.put(all, func(c *customer.Contact) int64 { return c.ID })
	return err
}

// loadStates reads the states of tickets, and of each the row of its first admission by
// its time: what was uploaded late may be the earliest.
func (n *near) loadStates(ids []int64) error {
	if err := n.states.load(n.r, entry.TicketStates, ids); err != nil {
		return err
	}
	logged := n.ids.scans[:0]
	for i := range n.states.recs {
		t := &n.states.recs[i]
		logged = append(logged, t.ScanIDs[:min(len(t.ScanIDs), maxArrivalRows)]...)
	}
	n.ids.scans = logged
	if err := n.scans.load(n.r, entry.Scans, logged); err != nil {
		return err
	}
	n.arrivals = append(n.arrivals[:0], make([]*entry.Scan, len(n.states.recs))...)
	for i := range n.scans.recs {
		s := &n.scans.recs[i]
		at := n.states.place(s.ItemID)
		if at < 0 || s.Out || !s.ScannedOn.After(n.states.recs[at].TakenBack) {
			continue
		}
		if first := n.arrivals[at]; first == nil || s.ScannedOn.Before(first.ScannedOn) {
			n.arrivals[at] = s
		}
	}
	return nil
}

// arrival is the row of the first admission of an item, nil before that.
func (n *near) arrival(item int64) *entry.Scan {
	if at := n.states.place(item); at >= 0 {
		return n.arrivals[at]
	}
	return nil
}

// came tells whether an item was let in at the Entry zone of an event that it is for, as
// the attendance of the event counts it.
func (n *near) came(i *order.Item) bool {
	t := n.states.of(i.ID)
	if t == nil {
		return false
	}
	return slices.ContainsFunc(append([]int64{i.EventID}, i.Run...), func(event int64) bool {
		zone := n.entryZone(event)
		return zone != 0 && t.In(zone).In > 0
	})
}

// entryZone is the Entry zone of an event, which many rows ask for; 0 where there is none.
func (n *near) entryZone(event int64) int64 {
	zone, known := n.entryZones[event]
	if known || event == 0 {
		return zone
	}
	zone, err := entry.EntryZoneOf(n.r, event)
	if err != nil {
		zone = 0
	}
	if n.entryZones == nil {
		n.entryZones = map[int64]int64{}
	}
	n.entryZones[event] = zone
	return zone
}

// byID reads records of one table, each once.
func byID[T any](r app.Reader, t *indexes.Table[T], ids []int64, idOf func(*T) int64) (map[int64]*T, error) {
	recs, err := t.GetMany(r, distinct(ids))
	found := make(map[int64]*T, len(recs))
	for i := range recs {
		found[idOf(&recs[i])] = &recs[i]
	}
	return found, err
}

// distinct sorts ids and leaves out repeats and zero.
func distinct(ids []int64) []int64 {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) > 0 && ids[0] == 0 {
		ids = ids[1:]
	}
	return ids
}

// event is an event that records name; nil where there is none.
func (n *near) event(id int64) *catalog.Event {
	if e, known := n.events[id]; known || id == 0 {
		return e
	}
	e, err := catalog.SharedEvent(n.r, id)
	if err != nil {
		e = nil
	}
	if n.events == nil {
		n.events = map[int64]*catalog.Event{}
	}
	n.events[id] = e
	return e
}

func (n *near) eventName(id int64) any {
	return n.once(namedEvent, id, func() any {
		if e := n.event(id); e != nil {
			return e.NameIn(n.c.Language)
		}
		return nil
	})
}

// saleItem is a sale item that records name; nil where there is none.
func (n *near) saleItem(id int64) *catalog.SaleItem {
	if s, known := n.saleItems[id]; known || id == 0 {
		return s
	}
	s, err := catalog.SharedSaleItem(n.r, id)
	if err != nil {
		s = nil
	}
	if n.saleItems == nil {
		n.saleItems = map[int64]*catalog.SaleItem{}
	}
	n.saleItems[id] = s
	return s
}

func (n *near) itemName(inventory int64) any {
	return n.once(namedItem, inventory, func() any {
		i, err := catalog.SharedInventoryItem(n.r, inventory)
		if inventory == 0 || err != nil {
			return nil
		}
		return i.NameIn(n.c.Language)
	})
}

// slotName is the timeslot of a sale item: its name, or when it begins.
func (n *near) slotName(saleItem int64) any {
	return n.once(namedSaleItem, saleItem, func() any {
		if s := n.saleItem(saleItem); s != nil {
			return n.slotNamed(s.TimeslotID)
		}
		return nil
	})
}

// plainSlotName is the name that a timeslot was given, in no other language.
func (n *near) plainSlotName(id int64) any {
	return n.once(namedSlot, id, func() any {
		t, err := catalog.SharedTimeslot(n.r, id)
		if id == 0 || err != nil {
			return nil
		}
		return t.Name
	})
}

func (n *near) slotNamed(id int64) any {
	t, err := catalog.SharedTimeslot(n.r, id)
	if id == 0 || err != nil {
		return nil
	}
	if name := t.NameIn(n.c.Language); name != "" {
		return name
	}
	return t.Start
}

func (n *near) personName(id int64) any {
	return n.once(namedPerson, id, func() any {
		if p := n.people.of(id); p != nil {
			return textOrNil(p.Name)
		}
		return nil
	})
}

func (n *near) personEmail(id int64) any {
	return n.once(namedEmail, id, func() any {
		if p := n.people.of(id); p != nil {
			return textOrNil(p.Email)
		}
		return nil
	})
}

func (n *near) userName(id int64) any {
	return n.once(namedUser, id, func() any {
		u, err := company.UserByID(n.r, id)
		if id == 0 || err != nil {
			return nil
		}
		return u.Name
	})
}

func textOrNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func idOrNil(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}
