package entry

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// Guest is a party of a guest list: the units of one sale item in one order that share a
// holder. Each unit has a barcode of its own; the first one's names the party.
type Guest struct {
	ID      int64 // of the first unit
	Barcode string
	EventID int64
	ListID  int64 // the sale item
	// FirstName and LastName are those on the ticket, else the customer's.
	FirstName, LastName, Email string
	// Guests is how many belong to it, Attended how many of them came.
	Guests, Attended int64
	// AttendedAt is when that changed last, zero when nobody came.
	AttendedAt time.Time
	// Price is that of all units.
	Price, CurrencyID int64
	Status            GuestStatus
	RegisteredBy      string
	Notes, OrderNotes string
	OrderReference    string
	ChangedAt         time.Time
}

// GuestStatus tells whether a party may come.
type GuestStatus string

// The states of a party.
const (
	GuestValid     GuestStatus = "valid"
	GuestUndecided GuestStatus = "requires_approval"
	GuestRejected  GuestStatus = "rejected"
	GuestCancelled GuestStatus = "cancelled"
)

// Values lists the states.
func (GuestStatus) Values() []string {
	return []string{string(GuestValid), string(GuestUndecided), string(GuestRejected), string(GuestCancelled)}
}

// guestUnit is one unit of a party.
type guestUnit struct {
	item  order.Item
	state TicketState
}

func (u *guestUnit) status() GuestStatus {
	switch {
	case u.item.RejectedAt != nil:
		return GuestRejected
	case gone(&u.item):
		return GuestCancelled
	case undecided(&u.item):
		return GuestUndecided
	}
	return GuestValid
}

// attended tells whether the guest came, and was not taken back since.
func (u *guestUnit) attended(entry int64) bool {
	z := u.state.In(entry)
	return z.In > 0 && z.LastIn.After(u.state.TakenBack)
}

// party is the units that share a sale item, an order and a holder, the oldest first.
type party struct {
	units []guestUnit
	// entry is the Entry zone of the event.
	entry int64
}

// status is valid when any unit is, else undecided when any is.
func (p *party) status() GuestStatus {
	for _, s := range []GuestStatus{GuestValid, GuestUndecided, GuestRejected} {
		if slices.ContainsFunc(p.units, func(u guestUnit) bool { return u.status() == s }) {
			return s
		}
	}
	return GuestCancelled
}

// expected are the units that count: those that have the status of the party.
func (p *party) expected() []*guestUnit {
	var all []*guestUnit
	status := p.status()
	for i := range p.units {
		if p.units[i].status() == status {
			all = append(all, &p.units[i])
		}
	}
	return all
}

// attended is how many came, and when that changed last.
func (p *party) attended() (n int64, at time.Time) {
	for _, u := range p.expected() {
		n += bit(u.attended(p.entry))
	}
	for i := range p.units {
		s := &p.units[i].state
		at = later(at, later(s.In(p.entry).LastIn, s.TakenBack))
	}
	return n, at
}

// told is the time of the newest news of the party.
func (p *party) told() time.Time {
	_, at := p.attended()
	for i := range p.units {
		at = later(at, p.units[i].state.Told)
	}
	return at
}

// sameParty tells whether two units of one order belong together.
func sameParty(a, b *order.Item) bool {
	return a.SaleItemID == b.SaleItemID && a.NamedHolder == b.NamedHolder && a.CustomerID == b.CustomerID
}

// guestOrder is what a party shows of its order.
type guestOrder struct {
	ID           int64   `msgpack:"id"`
	Reference    string  `msgpack:"r"`
	Notes        string  `msgpack:"n"`
	ReserverName string  `msgpack:"rn"`
	CustomerID   int64   `msgpack:"c"`
	UserID       int64   `msgpack:"u"`
	CurrencyID   int64   `msgpack:"cu"`
	ItemIDs      []int64 `msgpack:"i"`
}

var guestOrders = indexes.PartOf[order.Order, guestOrder](order.Orders)

// partiesLike reads the parties of an order on one guest list.
func partiesLike(r app.Reader, o *guestOrder, saleItem, entry int64) (all []*party, err error) {
	items, err := order.Items.GetMany(r, o.ItemIDs)
	if err != nil {
		return nil, err
	}
	items = slices.DeleteFunc(items, func(i order.Item) bool {
		return i.SaleItemID != saleItem || i.Type != catalog.GuestList || !issued(&i) || i.DeletedAt != nil
	})
	states, err := TicketStates.GetMany(r, distinct(items, func(i *order.Item) int64 { return i.ID }))
	known := keyed(states, func(t *TicketState) int64 { return t.ID })
	for _, i := range items {
		s := known[i.ID]
		if s == nil {
			continue
		}
		unit := guestUnit{item: i, state: *s}
		at := slices.IndexFunc(all, func(p *party) bool { return sameParty(&p.units[0].item, &i) })
		if at < 0 {
			all = append(all, &party{entry: entry, units: []guestUnit{unit}})
			continue
		}
		all[at].units = append(all[at].units, unit)
	}
	return all, err
}

// guestLoader shows parties, and reads what they share once.
type guestLoader struct {
	orders map[int64]*guestOrder
	people map[int64]*customer.Contact
	users  map[int64]string
}

// show is a party as it is listed.
func (l *guestLoader) show(r app.Reader, p *party) (Guest, error) {
	lead := &p.units[0]
	o := l.orders[lead.item.OrderID]
	g := Guest{
		ID: lead.item.ID, Barcode: lead.item.Barcode, EventID: lead.item.EventID, ListID: lead.item.SaleItemID,
		Status: p.status(), Notes: lead.item.Notes, OrderNotes: o.Notes, OrderReference: o.Reference,
		CurrencyID: o.CurrencyID, Guests: int64(len(p.expected())),
	}
	g.Attended, g.AttendedAt = p.attended()
	for i := range p.units {
		u := &p.units[i]
		g.ChangedAt = later(g.ChangedAt, u.state.ChangedAt)
		if u.item.Holds() {
			g.Price += u.item.Price
		}
	}
	if first := p.expected(); len(first) > 0 {
		g.Barcode = first[0].item.Barcode
	}
	name := ""
	if c := l.people[lead.item.CustomerID]; c != nil {
		name, g.Email = c.Name, c.Email
	}
	g.FirstName, g.LastName = customer.SplitName(order.SoldTo{CustomerID: o.CustomerID, Name: o.ReserverName}.HolderOf(&lead.item, name))
	var err error
	g.RegisteredBy, err = l.user(r, o.UserID)
	return g, err
}

// user is the name of a user, once.
func (l *guestLoader) user(r app.Reader, id int64) (string, error) {
	name, known := l.users[id]
	if known || id == 0 {
		return name, nil
	}
	u, err := company.UserByID(r, id)
	if app.KindOf(err) == app.NotFound {
		err = nil
	}
	l.users[id] = u.Name
	return u.Name, err
}
