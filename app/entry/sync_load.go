package entry

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/indexes"
)

// EntryTicket is one line of the offline list.
type EntryTicket struct {
	State TicketState
	Item  *order.Item
	// TypeName is the current name of what was sold.
	TypeName       string
	OrderReference string
	OrderNotes     string
	// Answers that concern the ticket.
	Answers       []capture.Told
	CustomerName  string
	CustomerEmail string
	// Status is sold, scanned, refunded or locked.
	Status string
	// Moved: there is more to tell than that it was sold.
	Moved bool
	// ScannedBy and ScannedOn are of the latest admission.
	ScannedBy string
	ScannedOn time.Time
	// InOrder counts the live tickets of the order at this event, OrderScanned
	// those of them that were let in at its Entry zone.
	InOrder, OrderScanned int64
	OldBarcodes           []string
	// Secret is that of the rotating code of the ticket, empty without one.
	Secret string
	Access []ZoneName
	Scans  []Scan
	// GateIDs are the gates that lead to its seat; none means any.
	GateIDs []int64
	// ValidFrom and ValidTo are the window as it is now.
	ValidFrom, ValidTo *time.Time
}

// The states of a ticket on the offline list.
const (
	EntrySold     = "sold"
	EntryScanned  = "scanned"
	EntryRefunded = "refunded"
	EntryLocked   = "locked"
)

// loader reads what many lines share once.
type loader struct {
	q         *TicketQuery
	zones     []Zone
	entry     int64
	hidden    map[int64]bool // the zones of the event, and whether their attendees are listed nowhere
	orders    map[int64]*orderPart
	items     map[int64]*order.Item
	customers map[int64]*customer.Contact
	names     map[int64]string // of inventory items
	goods     map[int64]catalog.SaleItem
	slots     map[int64]catalog.Timeslot
	moves     map[int64]catalog.Moved // the windows of sale items, at the event
	users     map[int64]string
	counts    map[int64][2]int64 // by order: tickets, and those let in
	told      map[int64][]capture.Told
	own       *company.Company
	ways      *seating.WaysIn // read when the first seat is met
}

// orderPart is what a line shows of its order.
type orderPart struct {
	ID        int64   `msgpack:"id"`
	Reference string  `msgpack:"r"`
	Notes     string  `msgpack:"n"`
	ItemIDs   []int64 `msgpack:"i"`
	Answers   bool    `msgpack:"aw"`
	// CustomerID and ReserverName are to whom it was sold.
	CustomerID   int64  `msgpack:"c"`
	ReserverName string `msgpack:"rn"`
}

func (o *orderPart) soldTo() order.SoldTo {
	return order.SoldTo{CustomerID: o.CustomerID, Name: o.ReserverName}
}

var orderParts = indexes.PartOf[order.Order, orderPart](order.Orders)

// load reads everything a page shows.
func (q *TicketQuery) load(r app.Reader, rows []TicketState) ([]EntryTicket, error) {
	l := &loader{q: q, users: map[int64]string{}, told: map[int64][]capture.Told{}, counts: map[int64][2]int64{}}
	if err := l.readShared(app.Whole(r), rows); err != nil { // see readAt
		return nil, err
	}
	tickets := make([]EntryTicket, 0, len(rows))
	for i := range rows {
		t, err := l.ticket(r, &rows[i])
		if app.Skip(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		tickets = append(tickets, t)
	}
	return tickets, nil
}

func (l *loader) readShared(r app.Reader, rows []TicketState) error {
	var err error
	if l.own, err = company.SettingsOf(r); err != nil {
		return err
	}
	all, err := allZonesOf(r, l.q.EventID)
	if err != nil {
		return err
	}
	l.hidden = map[int64]bool{}
	for _, z := range all {
		if l.hidden[z.ID] = z.HideAttendees; z.DeletedAt == nil {
			l.zones = append(l.zones, z)
		}
	}
	l.entry = entryZone(l.zones).ID
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	slices.Sort(ids) // the tickets of an order lie beside each other
	items, err := order.Items.GetMany(r, ids)
	if err != nil {
		return err
	}
	l.items = keyed(items, func(i *order.Item) int64 { return i.ID })
	orders, err := orderParts.GetMany(r, distinct(items, func(i *order.Item) int64 { return i.OrderID }))
	if err != nil {
		return err
	}
	l.orders = keyed(orders, func(o *orderPart) int64 { return o.ID })
	customers, err := customer.Contacts(r, distinct(items, func(i *order.Item) int64 { return i.CustomerID }))
	if err != nil {
		return err
	}
	l.customers = keyed(customers, func(c *customer.Contact) int64 { return c.ID })
	if err := l.readWindows(r, items); err != nil {
		return err
	}
	return l.readNames(r, items)
}

// readWindows reads what the tickets were sold as, for their windows of today.
func (l *loader) readWindows(r app.Reader, items []order.Item) error {
	var err error
	if l.goods, err = catalog.SaleItemsByID(r, distinct(items, func(i *order.Item) int64 { return i.SaleItemID })); err != nil {
		return err
	}
	l.slots, l.moves = map[int64]catalog.Timeslot{}, map[int64]catalog.Moved{}
	for id, s := range l.goods {
		moved, err := s.MovedAt(r, l.q.EventID)
		if err != nil && !app.Skip(r, err) {
			return err
		}
		l.moves[id] = moved
		if s.TimeslotID == 0 {
			continue
		}
		slot, err := catalog.SharedTimeslot(r, s.TimeslotID)
		if app.Skip(r, err) {
			continue // the ticket shows the window of its sale item
		}
		if err != nil {
			return err
		}
		l.slots[id] = *slot
	}
	return nil
}

// validity is that of a ticket as it is now.
func (l *loader) validity(i *order.Item) validity {
	goods, ok := l.goods[i.SaleItemID]
	if !ok {
		return validityOf(i, nil, nil, catalog.Moved{})
	}
	var slot *catalog.Timeslot
	if s, ok := l.slots[i.SaleItemID]; ok {
		slot = &s
	}
	return validityOf(i, &goods, slot, l.moves[i.SaleItemID])
}

func (l *loader) readNames(r app.Reader, items []order.Item) error {
	found, err := catalog.InventoryItemsByID(app.Whole(r), distinct(items, func(i *order.Item) int64 { return i.ItemID }))
	l.names = make(map[int64]string, len(found))
	for id, i := range found {
		l.names[id] = i.Name
	}
	return err
}

// answers are those of a ticket. Orders without any, which are most, cost nothing.
func (l *loader) answers(r app.Reader, o *orderPart, itemID int64) ([]capture.Told, error) {
	if !o.Answers {
		return nil, nil
	}
	all, ok := l.told[o.ID]
	if !ok {
		var err error
		if all, err = capture.OfOrderID(r, o.ID); err != nil {
			return nil, err
		}
		l.told[o.ID] = all
	}
	return capture.About(all, itemID), nil
}

// ticket puts one line together.
func (l *loader) ticket(r app.Reader, s *TicketState) (EntryTicket, error) {
	i := l.items[s.ID]
	if i == nil || l.orders[i.OrderID] == nil {
		return EntryTicket{}, fmt.Errorf("ticket %d: its order item or order: %w", s.ID, indexes.ErrNotFound)
	}
	o := l.orders[i.OrderID]
	t := EntryTicket{
		State: *s, Item: i, TypeName: l.names[i.ItemID], OrderReference: o.Reference, OrderNotes: o.Notes,
		Status: l.status(s, i), Secret: order.SecretOf(l.own, i),
	}
	var err error
	if t.Answers, err = l.answers(r, o, i.ID); err != nil {
		return t, err
	}
	if t.GateIDs, err = l.gates(r, i); err != nil {
		return t, err
	}
	w := l.validity(i)
	t.ValidFrom, t.ValidTo = w.From, w.To
	if c := l.customers[i.CustomerID]; c != nil {
		t.CustomerName, t.CustomerEmail = c.Name, c.Email
	}
	t.CustomerName = o.soldTo().HolderOf(i, t.CustomerName)
	if l.q.Zones {
		t.Access = accessOf(l.zones, i.SaleItemID, s.Kind)
		if t.Scans, err = Scans.GetMany(r, s.ScanIDs); err != nil {
			return t, err
		}
		t.Scans = slices.DeleteFunc(t.Scans, func(s Scan) bool { return !l.shows(s.ZoneID) })
		slices.SortFunc(t.Scans, func(a, b Scan) int { return a.step().compare(b.step()) })
	}
	t.Moved = slices.ContainsFunc(s.Zones, func(z ZoneState) bool { return l.shows(z.ZoneID) }) || s.NFC != "" || t.Status != EntrySold || i.Reissued
	if !t.Moved {
		return t, nil
	}
	return t, l.move(r, &t, o)
}

// shows tells whether it is listed how tickets stand at a zone: one of the event that does not
// hide it. A season ticket was at other events too.
func (l *loader) shows(zone int64) bool {
	hides, ours := l.hidden[zone]
	return ours && !hides
}

// gates are those that lead to the seat of a ticket. Tickets without seats cost nothing.
func (l *loader) gates(r app.Reader, i *order.Item) ([]int64, error) {
	if i.Place == nil {
		return nil, nil
	}
	if l.ways == nil {
		var err error
		if l.ways, err = seating.WaysInOf(r, l.q.EventID); err != nil {
			return nil, err
		}
	}
	return l.ways.Gates(i.Claims()), nil
}

// move adds what only a ticket has that something happened to.
func (l *loader) move(r app.Reader, t *EntryTicket, o *orderPart) error {
	var err error
	t.ScannedOn = l.lastSeen(&t.State)
	if !t.ScannedOn.IsZero() && t.State.lastIn().Equal(t.ScannedOn) {
		if t.ScannedBy, err = l.user(r, t.State.ScannedBy); err != nil {
			return err
		}
	}
	counts, err := l.count(r, o)
	if err != nil {
		return err
	}
	t.InOrder, t.OrderScanned = counts[0], counts[1]
	old, err := order.OldBarcodesOf(app.Whole(r), t.Item.ID)
	for _, b := range old {
		t.OldBarcodes = append(t.OldBarcodes, b.Old)
	}
	return err
}

// lastSeen is the latest admission to a zone of the event that does not hide it.
func (l *loader) lastSeen(s *TicketState) time.Time {
	var last time.Time
	for _, z := range s.Zones {
		if l.shows(z.ZoneID) && z.LastIn.After(last) {
			last = z.LastIn
		}
	}
	return last
}

// status tells what an offline gate may do with a ticket.
func (l *loader) status(s *TicketState, i *order.Item) string {
	switch {
	case s.Gone:
		return EntryRefunded
	case i.Frozen, i.Demo && !l.own.Demo:
		return EntryLocked
	case s.In(l.entry).In > 0:
		return EntryScanned
	}
	return EntrySold
}

// count counts the live tickets of an order at this event, once per page.
func (l *loader) count(r app.Reader, o *orderPart) ([2]int64, error) {
	if n, ok := l.counts[o.ID]; ok {
		return n, nil
	}
	states, err := TicketStates.GetMany(r, o.ItemIDs)
	var n [2]int64
	for i := range states {
		if s := &states[i]; s.At(l.q.EventID) && listed(s) == 1 {
			n[0]++
			n[1] += bit(s.In(l.entry).In > 0)
		}
	}
	l.counts[o.ID] = n
	return n, err
}

// user is the name of who scanned, once per page.
func (l *loader) user(r app.Reader, id int64) (string, error) {
	if name, ok := l.users[id]; ok || id == 0 {
		return name, nil
	}
	u, err := company.UserByID(r, id)
	if errors.Is(err, indexes.ErrNotFound) || app.KindOf(err) == app.NotFound {
		err = nil
	}
	l.users[id] = u.Name
	return u.Name, err
}

func keyed[T any](all []T, id func(*T) int64) map[int64]*T {
	m := make(map[int64]*T, len(all))
	for i := range all {
		m[id(&all[i])] = &all[i]
	}
	return m
}

// distinct collects ids, each once and none that is 0.
func distinct[T any](all []T, id func(*T) int64) []int64 {
	ids := make([]int64, 0, len(all))
	for i := range all {
		if v := id(&all[i]); v != 0 {
			ids = append(ids, v)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
