package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/porttest"
	"marquee/app/search"
	"marquee/kv/mem"
)

var planner = &app.Caller{CompanyID: 1, Super: true}

// catalogue is a company whose catalogue is made by hand, for lists.
type catalogue struct {
	a      *app.App
	tb     interface{ Fatal(...any) }
	events []Event
	items  []SaleItem
}

func newCatalogue(tb interface{ Fatal(...any) }) *catalogue {
	clock := func() time.Time { return noon }
	c := &catalogue{a: app.New(mem.New(mem.Options{Clock: clock}), app.Compose(nil, Area(porttest.Silent[Ports]())), app.Options{Clock: clock}), tb: tb}
	_, err := company.CreateCompany(context.Background(), c.a, &app.Caller{UserID: 1, Installation: true}, company.NewCompany{Name: "Gala", CurrencyCode: "EUR"})
	c.must(err)
	return c
}

func (c *catalogue) must(err error) {
	if err != nil {
		c.tb.Fatal(err)
	}
}

func (c *catalogue) update(fn func(tx app.Tx) error) {
	c.must(c.a.Update(context.Background(), planner, app.Authenticated, fn))
}

// fill draws events and sale items, several in a commit, and changes some.
func (c *catalogue) fill(t *rapid.T) {
	hour := func(name string, from, to int) time.Time {
		return noon.Add(time.Duration(rapid.IntRange(from, to).Draw(t, name)) * time.Hour)
	}
	c.update(func(tx app.Tx) error {
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			start := hour("start", -60, 60)
			e := Event{
				Name: rapid.SampledFrom([]string{"Sömmer Fest", "Winter Fest", "Gala"}).Draw(t, "name"), Timezone: rapid.SampledFrom(zones).Draw(t, "zone"),
				Start: start, End: start.Add(time.Duration(rapid.IntRange(1, 50).Draw(t, "hours")) * time.Hour),
				Published: rapid.Bool().Draw(t, "published"), OffSale: rapid.IntRange(0, 3).Draw(t, "off") == 0,
			}
			if rapid.IntRange(0, 3).Draw(t, "activated") == 0 {
				e.ActivatedAt = &noon
			}
			if rapid.IntRange(0, 5).Draw(t, "deleted") == 0 {
				e.DeletedAt = &noon
			}
			if err := eventTable.Insert(tx, &e); err != nil {
				return err
			}
			c.events = append(c.events, e)
		}
		item := InventoryItem{Type: Ticket, Name: "Seat"}
		if err := inventoryTable.Insert(tx, &item); err != nil {
			return err
		}
		for range rapid.IntRange(0, 40).Draw(t, "sale items") {
			s := SaleItem{
				EventID: int64(rapid.IntRange(0, 3).Draw(t, "event")), ItemID: item.ID, Prices: []Price{{ID: 1}},
				Type: rapid.SampledFrom([]ItemType{Ticket, Product, Charity}).Draw(t, "type"), HideFromKiosk: rapid.Bool().Draw(t, "hidden"),
				OrderColumn: rapid.SampledFrom([]*int64{nil, new(int64(1)), new(int64(-2))}).Draw(t, "column"),
			}
			if int(s.EventID) > len(c.events) {
				s.EventID = 0
			}
			if rapid.IntRange(0, 5).Draw(t, "deleted item") == 0 {
				s.DeletedAt = &noon
			}
			if err := saleItemTable.Insert(tx, &s); err != nil {
				return err
			}
			c.items = append(c.items, s)
		}
		return nil
	})
	for range rapid.IntRange(0, 10).Draw(t, "edits") {
		c.edit(t)
	}
}

// edit touches an event and a sale item in one commit.
func (c *catalogue) edit(t *rapid.T) {
	c.update(func(tx app.Tx) error {
		if len(c.events) > 0 {
			i := rapid.IntRange(0, len(c.events)-1).Draw(t, "event")
			if err := touchEvent(tx, c.events[i].ID); err != nil {
				return err
			}
			c.events[i], _ = Events.Get(tx, c.events[i].ID)
		}
		if len(c.items) == 0 {
			return nil
		}
		i := rapid.IntRange(0, len(c.items)-1).Draw(t, "sale item")
		s, err := touchSaleItem(tx, c.items[i].ID)
		c.items[i] = s
		return err
	})
}

// page reads one page of a list: the ids of its rows, and what is said of the list.
type page func(q list.Request) ([]int64, list.Info, error)

// walk reads a list by offset and by cursor, where it has some: each row comes once, in one
// order, pages are full, and the total is their number.
func (p page) walk(t *rapid.T, limit int64, counted bool) []int64 {
	var byOffset, byCursor []int64
	var info list.Info
	for more := true; more; more = info.HasMore {
		ids, l, err := p(list.Request{Offset: int64(len(byOffset)), Limit: limit})
		if err != nil || l.HasMore && int64(len(ids)) != limit {
			t.Fatalf("a page of %d rows, more %v, %v", len(ids), l.HasMore, err)
		}
		byOffset, info = append(byOffset, ids...), l
	}
	total := info.Total
	if !counted && info.Cursor == "" {
		return byOffset
	}
	for cursor, more := "", true; more; cursor, more = info.Cursor, info.HasMore {
		ids, l, err := p(list.Request{Cursor: cursor, Limit: limit})
		if err != nil || counted && (l.Total != total || l.TotalIsLowerBound) {
			t.Fatalf("the total is %d, then %d, %v", total, l.Total, err)
		}
		byCursor, info = append(byCursor, ids...), l
	}
	if !slices.Equal(byOffset, byCursor) || counted && total != int64(len(byOffset)) {
		t.Fatalf("by offset %v, by cursor %v, total %d", byOffset, byCursor, total)
	}
	return byOffset
}

func (c *catalogue) eventPage(f EventFilter) page {
	return func(q list.Request) ([]int64, list.Info, error) {
		f.Request = q
		p, err := ListEvents(context.Background(), c.a, planner, f, EventWants{})
		return idsOf(p.Events, func(e *EventView) int64 { return e.ID }), p.Info, err
	}
}

func idsOf[T any](rows []T, id func(*T) int64) (ids []int64) {
	for i := range rows {
		ids = append(ids, id(&rows[i]))
	}
	return ids
}

func drawMoment(t *rapid.T, name string) *time.Time {
	if !rapid.Bool().Draw(t, "has "+name) {
		return nil
	}
	return new(noon.Add(time.Duration(rapid.IntRange(-70, 70).Draw(t, name)) * time.Hour))
}

func TestEveryPageOfEventsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCatalogue(t)
		c.fill(t)
		f := EventFilter{
			WithTrashed: rapid.Bool().Draw(t, "with trashed"), OnlyOnSale: rapid.IntRange(0, 3).Draw(t, "on sale") == 0,
			Kiosk: rapid.IntRange(0, 3).Draw(t, "kiosk") == 0, Query: rapid.SampledFrom([]string{"", "", "fest", "SOM", "fest winter"}).Draw(t, "query"),
			After:        int64(rapid.SampledFrom([]int{0, 0, 3, 100}).Draw(t, "after")),
			EndingBefore: drawMoment(t, "ending before"), EndingAfter: drawMoment(t, "ending after"), StartingAfter: drawMoment(t, "starting after"),
		}
		if rapid.Bool().Draw(t, "feed") {
			f.LastUpdated = new(noon.Add(time.Duration(rapid.IntRange(-1, 1).Draw(t, "since")) * 20 * time.Microsecond))
		}
		got := c.eventPage(f).walk(t, rapid.Int64Range(1, 9).Draw(t, "limit"), true)
		var want []Event
		f.now = noon
		c.must(c.a.View(context.Background(), planner, app.Authenticated, func(r app.Reader) error {
			stock, err := readStock(r, noon)
			for i := range c.events {
				if offered, _ := f.offers(stock, &c.events[i]); c.wants(f, &c.events[i], offered) {
					want = append(want, c.events[i])
				}
			}
			return err
		}))
		if f.LastUpdated != nil {
			slices.SortFunc(want, func(a, b Event) int { return a.ChangedAt.Compare(b.ChangedAt) })
		}
		if ids := idsOf(want, func(e *Event) int64 { return e.ID }); !slices.Equal(got, ids) {
			t.Fatalf("%+v gives %v, want %v", f, got, ids)
		}
	})
}

// wants decides about an event as the rules say it, without any index.
func (c *catalogue) wants(f EventFilter, e *Event, offered bool) bool {
	if f.LastUpdated == nil && !f.bounded() && e.Ended(noon) {
		return false
	}
	onSale := e.DeletedAt == nil && e.Published && !e.OffSale && !e.Ended(noon)
	return f.fits(e) && (f.Query == "" || search.Query(f.Query).Matches(e.Name)) &&
		(!f.OnlyOnSale || onSale) && (!f.OnlyOnSale && !f.Kiosk || offered)
}

func TestEveryPageOfScannerEventsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCatalogue(t)
		c.fill(t)
		f := FutureFilter{Query: rapid.SampledFrom([]string{"", "fest", "gala"}).Draw(t, "query"), now: noon}
		if f.Date = drawMoment(t, "date"); f.Date != nil && rapid.Bool().Draw(t, "day") {
			f.Date, f.Day = new(f.Date.Truncate(24*time.Hour)), true
		}
		read := func(q list.Request) ([]int64, list.Info, error) {
			f.Request = q
			p, err := FutureEvents(context.Background(), c.a, planner, f)
			return idsOf(p.Events, func(e *EventView) int64 { return e.ID }), p.Info, err
		}
		got := page(read).walk(t, rapid.Int64Range(1, 9).Draw(t, "limit"), false)
		all := slices.Clone(c.events)
		slices.SortStableFunc(all, func(a, b Event) int { return a.Start.Compare(b.Start) })
		var want, active []int64
		for i := range all {
			if f.keeps(&all[i]) && (f.Query == "" || search.Query(f.Query).Matches(all[i].Name)) {
				want = append(want, all[i].ID)
			}
			if all[i].OnScanners(noon) {
				active = append(active, all[i].ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%+v gives %v, want %v", f, got, want)
		}
		p, err := ActivatedEvents(context.Background(), c.a, planner)
		if ids := idsOf(p.Events, func(e *EventView) int64 { return e.ID }); err != nil || !slices.Equal(ids, active) {
			t.Fatalf("%v are active, want %v, %v", ids, active, err)
		}
	})
}

func TestEveryPageOfSaleItemsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCatalogue(t)
		c.fill(t)
		f := SaleItemFilter{
			WithTrashed: rapid.Bool().Draw(t, "with trashed"),
			EventID:     rapid.SampledFrom([]*int64{nil, nil, new(int64(1)), new(int64(99)), new(int64(1) << 60)}).Draw(t, "event"),
			ItemID:      rapid.SampledFrom([]*int64{nil, nil, new(int64(1)), new(int64(2))}).Draw(t, "item"),
			Types:       rapid.SampledFrom([][]ItemType{nil, {Ticket}, {Product, Charity}}).Draw(t, "types"),
		}
		if rapid.Bool().Draw(t, "feed") {
			f.LastUpdated = new(noon.Add(time.Duration(rapid.IntRange(-1, 1).Draw(t, "since")) * 20 * time.Microsecond))
		}
		read := func(q list.Request) ([]int64, list.Info, error) {
			f.Request = q
			p, err := ListSaleItems(context.Background(), c.a, planner, f)
			return idsOf(p.Items, func(s *SaleItemView) int64 { return s.ID }), p.Info, err
		}
		got := page(read).walk(t, rapid.Int64Range(1, 9).Draw(t, "limit"), true)
		want := slices.DeleteFunc(slices.Clone(c.items), func(s SaleItem) bool { return !f.fits(&s) })
		slices.SortStableFunc(want, func(a, b SaleItem) int {
			switch {
			case f.LastUpdated != nil:
				return a.ChangedAt.Compare(b.ChangedAt)
			case f.EventID != nil || f.ItemID != nil:
				return strings.Compare(fmt.Sprintf("%020d", uint64(a.column())+1<<63), fmt.Sprintf("%020d", uint64(b.column())+1<<63))
			}
			return 0
		})
		if ids := idsOf(want, func(s *SaleItem) int64 { return s.ID }); !slices.Equal(got, ids) {
			t.Fatalf("%+v gives %v, want %v", f, got, ids)
		}
	})
}

// TestNoChangeIsMissed: whoever follows the cursor while events change hears of each
// change.
func TestNoChangeIsMissed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCatalogue(t)
		c.fill(t)
		known := map[int64]time.Time{}
		f := EventFilter{LastUpdated: new(time.Unix(0, 0)), WithTrashed: true, Request: list.Request{Limit: 3}}
		read := func() bool {
			p, err := ListEvents(context.Background(), c.a, planner, f, EventWants{})
			c.must(err)
			for i := range p.Events {
				known[p.Events[i].ID] = p.Events[i].ChangedAt
			}
			f.Cursor, f.LastUpdated, f.WithTrashed = p.Cursor, nil, false // the cursor goes on alone
			return p.HasMore
		}
		for range rapid.IntRange(1, 20).Draw(t, "pages") {
			read()
			c.edit(t)
		}
		for read() {
		}
		for i := range c.events {
			if !known[c.events[i].ID].Equal(c.events[i].ChangedAt) {
				t.Fatalf("the last change of event %d was missed", c.events[i].ID)
			}
		}
	})
}

// TestNamesAreFoundByTheirParts: venues and inventory items, in any order of the words,
// without case and accents.
func TestNamesAreFoundByTheirParts(t *testing.T) {
	is := is.New(t)
	c := newCatalogue(t)
	c.update(func(tx app.Tx) error {
		for i, name := range []string{"Große Halle", "Kleine Halle", "Große Bühne"} {
			v, item := Venue{Name: name, City: "Łódź"}, InventoryItem{Type: Product, Name: name}
			if i == 2 {
				v.DeletedAt, item.DeletedAt = &noon, &noon
			}
			if err := venueTable.Insert(tx, &v); err != nil {
				return err
			}
			if err := inventoryTable.Insert(tx, &item); err != nil {
				return err
			}
		}
		return nil
	})
	for _, tc := range []struct {
		f    ItemFilter
		want []int64
	}{
		{ItemFilter{}, []int64{1, 2}},
		{ItemFilter{WithTrashed: true}, []int64{1, 2, 3}},
		{ItemFilter{Query: "halle GROSSE"}, []int64{1}},
		{ItemFilter{Query: " gros "}, []int64{1}},
		{ItemFilter{Query: "gros", WithTrashed: true}, []int64{1, 3}},
		{ItemFilter{Query: "ALLE"}, []int64{1, 2}},
		{ItemFilter{Query: "rosse lle"}, []int64{1}},
		{ItemFilter{Query: "%"}, nil},
		{ItemFilter{Query: "halle", Request: list.Request{Offset: 1}}, []int64{2}},
	} {
		venues, err := ListVenues(t.Context(), c.a, planner, tc.f)
		is.NoErr(err)
		is.Equal(idsOf(venues.Venues, func(v *VenueView) int64 { return v.ID }), tc.want)
		items, err := ListInventory(t.Context(), c.a, planner, tc.f)
		is.NoErr(err)
		is.Equal(idsOf(items.Items, func(v *InventoryView) int64 { return v.ID }), tc.want)
		is.Equal(items.Total, venues.Total)
	}
	found, err := ListVenues(t.Context(), c.a, planner, ItemFilter{Query: "lodz kleine"})
	is.NoErr(err)
	is.Equal(found.Total, int64(1))
}

// beyond is more records than one request reads to fill a page.
const beyond = 9_000

// TestWhatNobodyLookedAtMayFollow: a page that is full when one request has looked at enough does
// not say that it is the last one; its cursor finds what comes much later.
func TestWhatNobodyLookedAtMayFollow(t *testing.T) {
	is := is.New(t)
	c := newCatalogue(t)
	soon, late := noon.Add(time.Hour), noon.Add(1000*time.Hour)
	var last int64
	for from := 0; from < beyond; from += 500 {
		c.update(func(tx app.Tx) error {
			for i := from; i < from+500; i++ {
				e := Event{Name: "Gig", Timezone: "UTC", Start: late, End: late.Add(time.Hour)}
				if i < MaxEventPage || i == beyond-1 {
					e.Start, e.End = soon, soon.Add(time.Hour)
				}
				if err := eventTable.Insert(tx, &e); err != nil {
					return err
				}
				last = e.ID
			}
			return nil
		})
	}
	f := EventFilter{LastUpdated: &time.Time{}, StartingBefore: &late}
	page, err := ListEvents(t.Context(), c.a, planner, f, EventWants{})
	is.NoErr(err)
	is.Equal(len(page.Events), MaxEventPage)
	is.True(page.HasMore)
	var found []int64
	for page.HasMore && len(found) < 3 {
		page, err = ListEvents(t.Context(), c.a, planner, EventFilter{Request: list.Request{Cursor: page.Cursor}}, EventWants{})
		is.NoErr(err)
		for i := range page.Events {
			found = append(found, page.Events[i].ID)
		}
	}
	is.Equal(found, []int64{last})
}

// TestAPageFarDownAList: of a list without cursors every row is on the page of its offset, however
// many others are to be looked at before it.
func TestAPageFarDownAList(t *testing.T) {
	is := is.New(t)
	c := newCatalogue(t)
	const rare, limit = 50, 20
	for from := 0; from < beyond; from += 500 {
		c.update(func(tx app.Tx) error {
			for i := from; i < from+500; i++ {
				p := PriceChange{SaleItemID: 1, Price: Price{CurrencyID: 826, Base: int64(i)}}
				if i < rare { // the newest come first
					p.Price.Channel = Kiosk
				}
				if err := priceChangeTable.Insert(tx, &p); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var sizes []int
	for more := true; more && len(sizes) < rare; {
		f := PriceHistoryFilter{SaleItemIDs: []int64{1}, Channels: []int64{int64(Kiosk)}, Request: list.Request{Offset: int64(limit * len(sizes)), Limit: limit}}
		page, err := PriceHistory(t.Context(), c.a, planner, f)
		is.NoErr(err)
		is.Equal(page.Cursor, "") // its route takes none
		sizes, more = append(sizes, len(page.Rows)), page.HasMore
	}
	is.Equal(sizes, []int{limit, limit, rare - 2*limit})
}
