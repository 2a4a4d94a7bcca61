package entry

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
)

// GuestQuery asks for the guests of one event.
type GuestQuery struct {
	EventID int64 `list:"eventId"`
	// Since and Began are when the first request was made; its cursor remembers them.
	Since *time.Time `list:"since"`
	Began *time.Time `list:"began"`

	// Cursor is where an earlier answer ended; empty begins.
	Cursor string
	Limit  int64
}

// GuestList is a list that guests are on.
type GuestList struct {
	ID, EventID       int64 // the sale item, and its event
	Name, Description string
}

// GuestPage is what changed among the guests of an event since a cursor, parties as they
// are now.
type GuestPage struct {
	EventID int64
	Lists   []GuestList
	Guests  []Guest
	// Cursor is what the next request passes to miss nothing.
	Cursor string
}

var guestChanges = &list.List[TicketState, GuestQuery]{
	Needs: guestReaders,
	Name:  "guests", Max: MaxGuestPage, Table: TicketStates, ByChange: true, Uncounted: true,
	Plan:    func(r app.Reader, q *GuestQuery) (list.Plan[TicketState], error) { return q.plan(r) },
	Changed: func(t *TicketState) time.Time { return t.ChangedAt },
}

// guestReaders are those who admit guests, those who scan, and those who run the event.
var guestReaders = app.AnyOf{app.AdmitGuests, app.ScanZones, app.EditEvents}

// ListGuests gives the guests of events, each as far as its cursor did not have them. The
// first answer leaves out who was cancelled before; later ones tell of it once.
func ListGuests(ctx context.Context, a *app.App, c *app.Caller, asked []GuestQuery) ([]GuestPage, error) {
	if len(asked) > MaxGuestEvents {
		return nil, app.Field("events", "must not have more than %d entries", MaxGuestEvents)
	}
	pages := make([]GuestPage, len(asked))
	for i, q := range asked {
		page := &pages[i]
		page.EventID = q.EventID
		if q.Cursor == "" {
			began := time.UnixMicro(1).UTC()
			q.Since = &began // a list of changes always has a cursor
		}
		for page.Cursor = q.Cursor; ; {
			read, err := guestChanges.Read(ctx, a, c, q, list.Request{Cursor: page.Cursor, Limit: q.Limit},
				func(r app.Reader, q *GuestQuery, rows []TicketState) (err error) {
					if page.Guests, err = guestsOf(r, rows); err != nil {
						return err
					}
					page.Lists, err = guestListsOf(r, q.EventID)
					return err
				})
			if err != nil {
				return nil, inEvent(i, err)
			}
			page.Cursor = read.Cursor
			if len(page.Guests) > 0 || !read.HasMore {
				break // an answer without guests means that nothing follows
			}
		}
	}
	return pages, nil
}

// inEvent names the cursor of one of the events of a request by the field that it came in.
func inEvent(i int, err error) error {
	var refused *app.Error
	if !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Field != "cursor" {
		return err
	}
	named := *refused
	named.Fields = []app.FieldError{{Field: "events." + strconv.Itoa(i) + ".syncData", Message: refused.Fields[0].Message}}
	return &named
}

// plan walks the changes of the guests of an event, see TicketQuery.plan.
func (q *GuestQuery) plan(r app.Reader) (list.Plan[TicketState], error) {
	if _, err := liveEvent(r, q.EventID); err != nil {
		return list.Plan[TicketState]{}, err
	}
	if q.Began == nil {
		now := r.SafeTime()
		q.Began = &now
	}
	later := q.Began.Add(time.Microsecond)
	isGuest := func(flags int64) bool { return Kind(flags&kindBits) == KindGuest }
	standing := ticketKeys(q.EventID, func(flags int64) bool { return isGuest(flags) && flags&flagGone == 0 })
	before := list.Keys(r, ticketChanged, standing, list.Times(nil, &later), false)
	behind := list.Keys(r, ticketChanged, ticketKeys(q.EventID, isGuest), list.Since(r, later), false)
	plan := before
	plan.Walk = func(after indexes.Position) iter.Seq2[list.Row[TicketState], error] {
		return chain(before.Walk(after), behind.Walk(after))
	}
	plan.Seek, plan.Total = nil, nil
	// A party stands where its newest unit does, so that it comes once and a page is of so many.
	first := &newestUnits{r: r, later: later, known: map[[2]int64]bool{}, newest: map[int64]bool{}}
	plan.Exact, plan.Cost, plan.Fits = false, 2, first.has
	return plan, nil
}

// newestUnits finds, of each party, the unit that changed last of those that are listed.
type newestUnits struct {
	r app.Reader
	// later: who was cancelled before it is not listed.
	later  time.Time
	known  map[[2]int64]bool // orders and sale items whose parties were read
	newest map[int64]bool    // by the id of the unit
}

func (n *newestUnits) has(t *TicketState) (bool, error) {
	item, err := order.Items.Get(app.Whole(n.r), t.ID)
	if app.Skip(n.r, err) {
		return false, nil
	}
	key := [2]int64{item.OrderID, item.SaleItemID}
	if err != nil || n.known[key] {
		return n.newest[t.ID], err
	}
	n.known[key] = true
	orders, err := guestOrders.GetMany(app.Whole(n.r), []int64{item.OrderID})
	if err != nil || len(orders) == 0 {
		return false, err
	}
	parties, err := partiesLike(app.Whole(n.r), &orders[0], item.SaleItemID, 0)
	for _, p := range parties {
		n.newest[p.newest(n.later)] = true
	}
	return n.newest[t.ID], err
}

// newest is the unit of a party that changed last, of those that stand or went since a moment;
// 0 when there is none.
func (p *party) newest(since time.Time) (id int64) {
	var at time.Time
	for i := range p.units {
		s := &p.units[i].state
		listed := !s.Gone || !s.ChangedAt.Before(since)
		if listed && (id == 0 || s.ChangedAt.After(at) || s.ChangedAt.Equal(at) && s.ID > id) {
			id, at = s.ID, s.ChangedAt
		}
	}
	return id
}

// guestsOf are the parties that units belong to.
func guestsOf(r app.Reader, rows []TicketState) ([]Guest, error) {
	ids := distinct(rows, func(t *TicketState) int64 { return t.ID })
	items, err := order.Items.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	l := &guestLoader{users: map[int64]string{}}
	orders, err := guestOrders.GetMany(r, distinct(items, func(i *order.Item) int64 { return i.OrderID }))
	if err != nil {
		return nil, err
	}
	l.orders = keyed(orders, func(o *guestOrder) int64 { return o.ID })
	var parties []*party
	read := map[[2]int64]bool{}
	for i := range items {
		it := &items[i]
		if o := l.orders[it.OrderID]; o != nil && !read[[2]int64{it.OrderID, it.SaleItemID}] {
			read[[2]int64{it.OrderID, it.SaleItemID}] = true
			entry, err := entryOf(r, it.EventID)
			if err != nil {
				return nil, err
			}
			like, err := partiesLike(r, o, it.SaleItemID, entry)
			if err != nil {
				return nil, err
			}
			parties = append(parties, slices.DeleteFunc(like, func(p *party) bool { return !p.hasAny(ids) })...)
		}
	}
	return l.showAll(r, parties)
}

// hasAny tells whether one of its units is among ids, which are in order.
func (p *party) hasAny(ids []int64) bool {
	return slices.ContainsFunc(p.units, func(u guestUnit) bool {
		_, found := slices.BinarySearch(ids, u.item.ID)
		return found
	})
}

// showAll reads the people of parties in one go.
func (l *guestLoader) showAll(r app.Reader, parties []*party) (all []Guest, err error) {
	people, err := customer.Contacts(r, distinct(parties, func(p **party) int64 { return (*p).units[0].item.CustomerID }))
	if err != nil {
		return nil, err
	}
	l.people = keyed(people, func(c *customer.Contact) int64 { return c.ID })
	for _, p := range parties {
		g, err := l.show(r, p)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b Guest) int { return a.ChangedAt.Compare(b.ChangedAt) })
	return all, nil
}

// guestListsOf are the guest lists of an event.
func guestListsOf(r app.Reader, event int64) (all []GuestList, err error) {
	goods, err := catalog.SaleItemsOfEvent(r, event)
	if err != nil {
		return nil, err
	}
	goods = slices.DeleteFunc(goods, func(s catalog.SaleItem) bool { return s.Type != catalog.GuestList || s.DeletedAt != nil })
	names, err := catalog.InventoryItemsByID(r, distinct(goods, func(s *catalog.SaleItem) int64 { return s.ItemID }))
	for _, s := range goods {
		i := names[s.ItemID]
		all = append(all, GuestList{s.ID, event, i.Name, i.Description})
	}
	return all, err
}

// entryOf is the id of the Entry zone of an event.
func entryOf(r app.Reader, event int64) (int64, error) {
	zones, err := zonesOf(r, event)
	return entryZone(zones).ID, err
}
