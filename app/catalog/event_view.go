package catalog

import (
	"context"
	"slices"
	"time"

	"marquee/app"
)

// EventWants says what to load beside an event.
type EventWants struct {
	Slots, Tags, SaleItems, Schedules bool
	// Prices asks for the lowest and highest price in a currency on a channel.
	Prices     bool
	CurrencyID int64
	Channel    Channel
	// WithTrashed loads deleted slots and sale items too.
	WithTrashed bool
}

// EventView is an event with what was wanted beside it.
type EventView struct {
	Event
	// CompanyID is whose event it is.
	CompanyID int64
	// Place is nil for an event without venue.
	Place    *VenueView
	Capacity Capacity
	HasSlots bool
	Slots    []SlotView
	TagList  []Tag
	Items    []SaleItemView
	// Schedule is that of the event, nil for one without.
	Schedule *ScheduleView
	// MinPrice and MaxPrice are nil when nothing is priced, or not wanted.
	MinPrice, MaxPrice *int64
}

// Capacity holds the counters of an event.
type Capacity struct {
	Event, Tickets, Products, Guests, Charity Stock
}

// SlotView is a timeslot with its counter and the sale items in it.
type SlotView struct {
	Timeslot
	Stock   Stock
	ItemIDs []int64
}

// ViewEvent loads one event with what is wanted. A deleted one is only found
// with WithTrashed.
func ViewEvent(ctx context.Context, a *app.App, c *app.Caller, id int64, want EventWants) (EventView, error) {
	var view EventView
	err := a.View(ctx, c, app.ViewEvents, func(r app.Reader) (err error) {
		view, err = EventViewIn(r, c, id, a.Now(), want)
		return err
	})
	return view, err
}

// EventViewIn is ViewEvent in a snapshot.
func EventViewIn(r app.Reader, c *app.Caller, id int64, now time.Time, want EventWants) (EventView, error) {
	e, err := EventByID(r, id)
	if err == nil && e.DeletedAt != nil && !want.WithTrashed {
		err = app.Missing("event")
	}
	if err != nil {
		return EventView{}, err
	}
	views, err := viewEvents(r, []Event{e}, now, want)
	if err != nil {
		return EventView{}, err
	}
	views[0].in(c.Language)
	return views[0], nil
}

// viewEvents loads what hangs on events, place by place for all of them.
func viewEvents(r app.Reader, events []Event, now time.Time, want EventWants) ([]EventView, error) {
	places, err := placesOf(r, events)
	if err != nil {
		return nil, err
	}
	stock, err := readStock(r, now)
	if err != nil {
		return nil, err
	}
	schedules := map[int64]*ScheduleView{}
	if want.Schedules {
		if schedules, err = schedulesOf(r, events, now); err != nil {
			return nil, err
		}
	}
	views := make([]EventView, 0, len(events))
	for _, e := range events {
		v := EventView{Event: e, CompanyID: r.Company(), Place: places[e.VenueID], Schedule: schedules[e.ScheduleID]}
		err := v.load(r, stock, now, want)
		if app.Skip(r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

func placesOf(r app.Reader, events []Event) (map[int64]*VenueView, error) {
	var ids []int64
	for _, e := range events {
		if e.VenueID != 0 && !slices.Contains(ids, e.VenueID) {
			ids = append(ids, e.VenueID)
		}
	}
	venues, err := Venues.GetMany(r, ids)
	if err != nil {
		return nil, err
	}
	views, err := viewVenues(r, venues)
	places := map[int64]*VenueView{}
	for i := range views {
		places[views[i].ID] = &views[i]
	}
	return places, err
}

func (v *EventView) load(r app.Reader, stock *stockReader, now time.Time, want EventWants) (err error) {
	if v.Capacity, err = stock.capacity(v.ID); err != nil {
		return err
	}
	slots, err := TimeslotsOfEvent(r, v.ID)
	if err != nil {
		return err
	}
	slots = slices.DeleteFunc(slots, func(t Timeslot) bool { return t.DeletedAt != nil && !want.WithTrashed })
	v.HasSlots = len(slots) > 0
	if want.Tags {
		if v.TagList, err = Tags.GetMany(r, v.Tags); err != nil {
			return err
		}
	}
	if !want.SaleItems && !want.Prices && !(want.Slots && v.HasSlots) {
		return nil
	}
	items, err := SaleItemsOfEvent(r, v.ID)
	if err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(s SaleItem) bool { return s.DeletedAt != nil && !want.WithTrashed })
	if want.Prices {
		v.MinPrice, v.MaxPrice = priceRange(items, want.CurrencyID, want.Channel, now)
	}
	if want.Slots {
		if v.Slots, err = viewSlots(stock, slots, items); err != nil {
			return err
		}
	}
	if want.SaleItems {
		v.Items, err = viewSaleItems(r, items, stock, want.Channel, now)
	}
	return err
}

func viewSlots(stock *stockReader, slots []Timeslot, items []SaleItem) ([]SlotView, error) {
	views := make([]SlotView, len(slots))
	for i, t := range slots {
		views[i] = SlotView{Timeslot: t, ItemIDs: []int64{}}
		for _, it := range items {
			if it.TimeslotID == t.ID {
				views[i].ItemIDs = append(views[i].ItemIDs, it.ID)
			}
		}
		var err error
		if views[i].Stock, err = stock.of(LayerTimeslot, t.ID); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// priceRange is the lowest and highest price of admission on a channel, in one currency, of
// what is on sale or will be; nil when there is none. An event that sells no admission has
// the prices of what it sells. Whether the event itself is on sale plays no part, so that a
// draft shows its prices.
func priceRange(items []SaleItem, currency int64, ch Channel, now time.Time) (low, high *int64) {
	admits := slices.ContainsFunc(items, func(it SaleItem) bool { return it.DeletedAt == nil && it.Admits() })
	for _, it := range items {
		if window := it.window(now); it.DeletedAt != nil || !it.OfferedOn(ch) || window != OnSale && window != NotYetOpen || admits && !it.Admits() {
			continue
		}
		p, ok := it.PriceFor(currency, ch)
		if !ok {
			continue
		}
		total := p.Total()
		if low == nil || total < *low {
			low = &total
		}
		if high == nil || total > *high {
			high = &total
		}
	}
	return low, high
}

// Admits tells whether the item lets somebody in who buys nothing else.
func (s *SaleItem) Admits() bool { return s.Type.Admits() && s.ParentID == 0 }

// stockReader reads counters as a reader may see them: what overdue baskets hold
// counts as free.
type stockReader struct {
	r       app.Reader
	overdue map[StockKey]int64
}

func readStock(r app.Reader, now time.Time) (*stockReader, error) {
	overdue, err := PortsOf(r).Overdue(r, now)
	return &stockReader{r: r, overdue: overdue}, err
}

func (s *stockReader) of(layer Layer, id int64) (Stock, error) {
	c, err := StockOf(s.r, layer, id)
	c.Reserved -= s.overdue[StockKey{A: int64(layer), B: id}]
	return c, err
}

func (s *stockReader) capacity(eventID int64) (c Capacity, err error) {
	for layer, dst := range map[Layer]*Stock{
		LayerEvent: &c.Event, LayerTickets: &c.Tickets, LayerProducts: &c.Products,
		LayerGuests: &c.Guests, LayerCharity: &c.Charity,
	} {
		if *dst, err = s.of(layer, eventID); err != nil {
			return c, err
		}
	}
	return c, nil
}
