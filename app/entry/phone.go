package entry

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry/rules"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// PhoneTicket is one line of the list with which a phone decides by itself: all that the
// rules look at, and what its guest is told. It carries no e-mail address, no answers and
// no notes, because phones get lost.
type PhoneTicket struct {
	ID int64
	// ParentID is the ticket that it hangs on, 0: none.
	ParentID int64
	OrderID  int64
	Barcode  string
	// Secret is that of its rotating code, empty without one; Step the newest one by which it
	// was let in.
	Secret string
	Step   int64
	// Old are the barcodes that it has no more, oldest first.
	Old []order.OldBarcode
	NFC string
	// GateIDs are the gates of the plan that lead to its seat; none means any.
	GateIDs []int64
	// Gone: refunded or removed, so that phones drop it.
	Gone bool
	// Rules say of the demo whether it was sold in it: phones know in which mode the company is.
	Rules     rules.Item
	SaleName  string
	Holder    string
	Reference string
	// Born is given where a zone of the event looks at ages.
	Born  *rules.Day
	Zones []ZoneState
	// Last is the latest row of the log that moved it, nil when none did.
	Last *Scan
}

// PhoneList is one page of that list, in the order of changes.
type PhoneList struct {
	list.Info
	Tickets []PhoneTicket
	// End is what the next request passes as Since to miss nothing.
	End time.Time
	// Cursor is where this page goes on; empty when nothing follows.
	Cursor string
}

var phoneList = &list.List[TicketState, TicketQuery]{
	Needs: scanners,
	Name:  "phone-tickets", Max: MaxPhonePage, Table: TicketStates, ByChange: true,
	Plan:    func(r app.Reader, q *TicketQuery) (list.Plan[TicketState], error) { return q.plan(r) },
	Changed: func(t *TicketState) time.Time { return t.ChangedAt },
}

// ListForPhone gives one page of the tickets of an event, products and guests included.
// Cursors and End work as those of ListTickets, and the total of a list from its beginning is
// that of the tickets that stand. How tickets stand at a zone that hides its
// attendees is told to phones that scan there, but not who moved them.
func ListForPhone(ctx context.Context, a *app.App, c *app.Caller, q TicketQuery) (out PhoneList, err error) {
	q.Products, q.Guests = true, true
	page, err := phoneList.Read(ctx, a, c, q, list.Request{Cursor: q.Cursor, Limit: q.Limit},
		func(r app.Reader, asked *TicketQuery, rows []TicketState) (err error) {
			out.Tickets, err = asked.loadForPhone(r, rows)
			return err
		})
	if err != nil {
		return out, err
	}
	out.Info, out.End = page.Info, *page.ListEndTime
	if page.HasMore {
		out.Cursor = page.Cursor
	}
	return out, nil
}

// phoneLoader reads what the lines of a page share once.
type phoneLoader struct {
	*loader

	people map[int64]*customer.Customer
	last   map[int64]*Scan
}

func (q *TicketQuery) loadForPhone(r app.Reader, rows []TicketState) ([]PhoneTicket, error) {
	l := &phoneLoader{loader: &loader{q: q}}
	if err := l.readShared(app.Whole(r), rows); err != nil { // see readAt
		return nil, err
	}
	if err := l.readPeople(r, rows); err != nil {
		return nil, err
	}
	if err := l.readLast(r, rows); err != nil {
		return nil, err
	}
	tickets := make([]PhoneTicket, 0, len(rows))
	for i := range rows {
		t, err := l.phoneTicket(r, &rows[i])
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

// readPeople reads birth dates, where a zone asks for them.
func (l *phoneLoader) readPeople(r app.Reader, rows []TicketState) error {
	if !slices.ContainsFunc(l.zones, func(z Zone) bool { return z.ages() }) {
		return nil
	}
	ids := make([]int64, 0, len(rows))
	for i := range rows {
		if item := l.items[rows[i].ID]; item != nil && item.CustomerID != 0 {
			ids = append(ids, item.CustomerID)
		}
	}
	slices.Sort(ids)
	people, err := customer.Customers.GetMany(r, slices.Compact(ids))
	l.people = keyed(people, func(c *customer.Customer) int64 { return c.ID })
	return err
}

// readLast reads the latest row of each ticket that was moved at a zone that is shown: the one
// that was written last, unless it is of another zone, or a device told of an earlier one since.
func (l *phoneLoader) readLast(r app.Reader, rows []TicketState) error {
	var ids []int64
	for i := range rows {
		if n := len(rows[i].ScanIDs); n > 0 {
			ids = append(ids, rows[i].ScanIDs[n-1])
		}
	}
	l.last = map[int64]*Scan{}
	if err := l.noteLast(r, ids); err != nil {
		return err
	}
	ids = nil
	for i := range rows {
		at, last := l.lastMoved(&rows[i]), l.last[rows[i].ID]
		if !at.IsZero() && (last == nil || last.ScannedOn.Before(at)) {
			ids = append(ids, rows[i].ScanIDs...)
		}
	}
	return l.noteLast(r, ids)
}

func (l *phoneLoader) noteLast(r app.Reader, ids []int64) error {
	slices.Sort(ids)
	scans, err := Scans.GetMany(r, ids)
	for i := range scans {
		if s := &scans[i]; l.shows(s.ZoneID) && s.after(l.last[s.ItemID]) {
			l.last[s.ItemID] = s
		}
	}
	return err
}

// lastMoved is when a ticket was last moved at a zone that is shown.
func (l *loader) lastMoved(s *TicketState) (last time.Time) {
	for i := range s.Zones {
		if l.shows(s.Zones[i].ZoneID) {
			last = later(last, s.Zones[i].latest())
		}
	}
	return last
}

func (l *phoneLoader) phoneTicket(r app.Reader, s *TicketState) (PhoneTicket, error) {
	i := l.items[s.ID]
	if i == nil || l.orders[i.OrderID] == nil {
		return PhoneTicket{}, fmt.Errorf("ticket %d: its order item or order: %w", s.ID, indexes.ErrNotFound)
	}
	t := PhoneTicket{
		ID: i.ID, ParentID: i.ParentItemID, OrderID: i.OrderID, Barcode: i.Barcode, NFC: s.NFC, Gone: s.Gone,
		Secret: order.SecretOf(l.own, i), Step: s.LastStep, Rules: itemRules(i, i.Demo, l.validity(i)), SaleName: l.names[i.ItemID], Holder: i.NamedHolder, Reference: l.orders[i.OrderID].Reference,
	}
	known := ""
	if c := l.customers[i.CustomerID]; c != nil {
		known = c.Name
	}
	t.Holder = l.orders[i.OrderID].soldTo().HolderOf(i, known)
	if c := l.people[i.CustomerID]; c != nil && c.DOB != nil {
		born := rules.DayOf(*c.DOB)
		t.Born = &born
	}
	for _, z := range s.Zones {
		// Without a network the phone must know who is inside: it would let them in again, and
		// nobody out.
		if l.shows(z.ZoneID) || slices.Contains(l.q.Doors, z.ZoneID) {
			t.Zones = append(t.Zones, z)
		}
	}
	t.Last = l.last[i.ID]
	var err error
	if t.GateIDs, err = l.gates(r, i); err != nil {
		return t, err
	}
	t.Old, err = order.OldBarcodesOf(app.Whole(r), i.ID)
	return t, err
}

// PhoneZone is a zone as a phone needs it to decide.
type PhoneZone struct {
	ID    int64
	Name  string
	Rules rules.Zone
	// Hidden: the phone tells nobody who is inside.
	Hidden bool
	// Attendance is what the rules count, Present what people are shown.
	Attendance, Present int64
	// ScanOut are the moments still to come at which everybody inside is scanned out: a phone
	// without a network does so by itself.
	ScanOut []time.Time
}

// PhoneZones are the zones of an event, with the day on which ages are counted.
func PhoneZones(r app.Reader, event *catalog.Event) (all []PhoneZone, day rules.Day, err error) {
	zones, err := zonesOf(r, event.ID)
	if err != nil {
		return nil, day, err
	}
	for i := range zones {
		z := &zones[i]
		c, err := counterOf(r, z.ID, 0)
		if err != nil {
			return nil, day, err
		}
		all = append(all, PhoneZone{z.ID, z.Name, z.rules(), z.HideAttendees, c.Attendance, c.Present(z.Mode), z.ScanOut})
	}
	day, err = eventDay(r, event.ID)
	return all, day, err
}

// AdmissionsAt are the rows of the log that let a ticket into a zone, the newest first, up to
// a number; none where the zone hides them.
func AdmissionsAt(r app.Reader, itemID, zoneID int64, most int) ([]Scan, error) {
	z, err := zoneByID(r, zoneID)
	if err != nil || z.HideAttendees {
		return nil, err
	}
	s, _, err := findState(r, itemID)
	if err != nil {
		return nil, err
	}
	rows, err := Scans.GetMany(r, s.ScanIDs)
	rows = slices.DeleteFunc(rows, func(row Scan) bool { return row.ZoneID != zoneID || row.Out })
	slices.SortFunc(rows, func(a, b Scan) int { return b.step().compare(a.step()) })
	return rows[:min(len(rows), most)], err
}

// LatestScan is the latest row of the log that moved a ticket in a zone, whenever it was
// written; nil when none did or the zone hides it.
func LatestScan(r app.Reader, itemID, zoneID int64) (last *Scan, err error) {
	z, err := zoneByID(r, zoneID)
	if err != nil || z.HideAttendees {
		return nil, err
	}
	s, ok, err := findState(r, itemID)
	if err != nil || !ok {
		return nil, err
	}
	r = app.Whole(r) // of a season ticket the log has rows of other events too
	state := s.In(zoneID)
	for _, id := range slices.Backward(s.ScanIDs) {
		row, err := Scans.Get(r, id)
		if err != nil {
			return nil, err
		}
		if row.ZoneID != zoneID {
			continue
		}
		if row.after(last) {
			last = &row
		}
		if !last.ScannedOn.Before(state.latest()) {
			break // what was told of later was before
		}
	}
	return last, nil
}
