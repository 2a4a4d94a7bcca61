package areas_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// show makes an online event that is on sale, from tomorrow on for four hours.
func show(t testing.TB, w *apptest.World, c *app.Caller, change func(*catalog.EventChange)) catalog.EventView {
	t.Helper()
	name, yes := "Show", true
	start, end := w.Clock.Now().Add(24*time.Hour), w.Clock.Now().Add(28*time.Hour)
	in := catalog.EventChange{Name: &name, Start: &start, End: &end, OnlineOnly: &yes, Published: &yes}
	if change != nil {
		change(&in)
	}
	e, err := catalog.CreateEvent(t.Context(), w.App, c, in)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ticket puts a ticket on sale; total nil is no stock of its own.
func ticket(t testing.TB, w *apptest.World, c *app.Caller, event int64, total *int64) catalog.SaleItemView {
	t.Helper()
	name := "Ticket"
	in := catalog.NewSaleItem{Type: catalog.Ticket, EventID: event, Item: catalog.ItemChange{Name: &name}}
	in.Sale.Prices = &[]catalog.Price{{CurrencyID: w.A.Currency().ID, Base: 1000}}
	if total != nil {
		in.Sale.TotalStock = catalog.Is(*total)
	}
	v, err := catalog.CreateSaleItem(t.Context(), w.App, c, in)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func ptr[T any](v T) *T { return &v }

func TestLoweringALimitStopsAtWhatIsTaken(t *testing.T) {
	w := apptest.New(t, apptest.Unchecked()) // stock without orders
	e := show(t, w, w.A.Owner, nil)
	rapid.Check(t, func(r *rapid.T) {
		is := is.New(t)
		total := rapid.Int64Range(0, 20).Draw(r, "total")
		taken := rapid.Int64Range(0, total).Draw(r, "taken")
		asked := rapid.Int64Range(0, 30).Draw(r, "asked")
		v := ticket(t, w, w.A.Owner, e.ID, &total)
		is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
			return catalog.Reserve(tx, &v.SaleItem, taken, false)
		}))
		got, err := catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, v.ID,
			catalog.SaleItemChange{TotalStock: catalog.Is(asked)}, catalog.ItemChange{})
		is.NoErr(err)
		if want := max(asked, taken); *got.Stock.Total != want || *got.Left() != want-taken {
			r.Fatalf("total is %d, left %d", *got.Stock.Total, *got.Left())
		}
	})
}

func TestStockMovesThroughEveryLayer(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Unchecked())
	e := show(t, w, w.A.Owner, func(in *catalog.EventChange) {
		in.Capacities.Tickets = catalog.Is(int64(3))
	})
	v := ticket(t, w, w.A.Owner, e.ID, ptr(int64(10)))
	do := func(fn func(tx app.Tx) error) error {
		return w.App.Update(t.Context(), w.A.Owner, app.Authenticated, fn)
	}

	is.NoErr(do(func(tx app.Tx) error { return catalog.Reserve(tx, &v.SaleItem, 2, false) }))
	err := do(func(tx app.Tx) error { return catalog.Reserve(tx, &v.SaleItem, 2, false) })
	var short *catalog.Shortage
	is.True(errors.As(err, &short))
	is.Equal(*short, catalog.Shortage{Layer: catalog.LayerTickets, ID: e.ID, Left: 1})

	is.NoErr(do(func(tx app.Tx) error { return catalog.Sell(tx, &v.SaleItem, 2) }))
	is.NoErr(do(func(tx app.Tx) error { return catalog.Restock(tx, &v.SaleItem, 1) }))
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		for _, k := range catalog.LayersOf(&v.SaleItem) {
			c, err := catalog.StockOf(r, catalog.Layer(k.A), k.B)
			is.NoErr(err)
			is.Equal([2]int64{c.Sold, c.Reserved}, [2]int64{1, 0}) // every layer
		}
		return nil
	}))
	is.True(do(func(tx app.Tx) error { return catalog.Restock(tx, &v.SaleItem, 2) }) != nil) // never below zero
}

func TestTheBoxOfficeMayTakeWhatIsNotThere(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Unchecked())
	e := show(t, w, w.A.Owner, nil)
	v := ticket(t, w, w.A.Owner, e.ID, ptr(int64(1)))
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		return catalog.Reserve(tx, &v.SaleItem, 3, true)
	}))
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		c, err := catalog.StockOf(r, catalog.LayerSaleItem, v.ID)
		is.NoErr(err)
		is.Equal(*c.Current(), int64(-2))
		is.True(c.Oversold)
		return nil
	}))
}

func TestAChangeOfZoneMovesEverything(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	berlin, york := "Europe/Berlin", "America/New_York"
	e := show(t, w, w.A.Owner, func(in *catalog.EventChange) {
		in.Timezone = &berlin
		in.Timeslots = []catalog.TimeslotChange{{Start: in.Start, End: in.End, OnSaleUntil: catalog.Is(*in.Start)}}
	})
	v := ticket(t, w, w.A.Owner, e.ID, nil)
	_, err := catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, v.ID,
		catalog.SaleItemChange{OnSaleUntil: catalog.Is(e.Start)}, catalog.ItemChange{})
	is.NoErr(err)

	end := e.End.Add(10 * time.Hour)
	moved, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, e.ID, catalog.EventChange{Timezone: &york, End: &end}, nil)
	is.NoErr(err)
	is.Equal(moved.Start, e.Start.Add(6*time.Hour)) // the same hour on the wall
	is.Equal(moved.End, end)                        // what the change sets itself stays as set
	is.Equal(moved.Slots[0].Start, moved.Start)
	is.Equal(*moved.Slots[0].OnSaleUntil, moved.Start)
	d, err := catalog.ViewSaleItem(t.Context(), w.App, w.A.Owner, v.ID, catalog.BoxOffice, false)
	is.NoErr(err)
	is.Equal(*d.OnSaleUntil, moved.Start)
}

func TestFeedsMoveWithWhatHangsOnThem(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	one, two := show(t, w, w.A.Owner, nil), show(t, w, w.A.Owner, nil)
	v := ticket(t, w, w.A.Owner, one.ID, nil)
	other, err := catalog.CreateSaleItem(t.Context(), w.App, w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: two.ID, ItemID: v.ItemID,
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: w.A.Currency().ID}}},
	})
	is.NoErr(err)
	w.Clock.Jump(time.Minute)
	since := w.Clock.Now()
	_, err = catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, v.ID,
		catalog.SaleItemChange{}, catalog.ItemChange{Name: ptr("Renamed")})
	is.NoErr(err)
	found, err := catalog.ListSaleItems(t.Context(), w.App, w.A.Owner, catalog.SaleItemFilter{LastUpdated: &since})
	is.NoErr(err)
	is.Equal(found.Total, int64(2))
	is.Equal(found.Items[1].ID, other.ID)
	is.True(found.Items[1].UpdatedAt.Before(since))                    // it did not change itself
	is.True(found.Items[0].ChangedAt.Before(found.Items[1].ChangedAt)) // one commit, and yet one after the other
	events, err := catalog.ListEvents(t.Context(), w.App, w.A.Owner, catalog.EventFilter{LastUpdated: &since}, catalog.EventWants{})
	is.NoErr(err)
	is.Equal(len(events.Events), 2)
	is.True(events.Events[0].UpdatedAt.Before(since))
	is.True(!events.Events[0].ChangedAt.Equal(events.Events[1].ChangedAt))
}

func TestARefusedChangeWritesNothing(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	e := show(t, w, w.A.Owner, func(in *catalog.EventChange) { in.ExternalID = catalog.Is("one") })
	show(t, w, w.A.Owner, func(in *catalog.EventChange) { in.ExternalID = catalog.Is("two") })
	venue := catalog.NewVenue{Name: "V", Address: "A", City: "C", Region: "R"}
	_, _, err := catalog.UpdateEvent(t.Context(), w.App, w.A.Owner, e.ID, catalog.EventChange{
		ExternalID: catalog.Is("two"), Venue: &venue, Tags: &[]catalog.TagRef{{Name: "new"}},
		Capacities: catalog.CapacityChange{Event: catalog.Is(int64(5))},
	}, nil)
	is.Equal(app.KindOf(err), app.Invalid)
	venues, err := catalog.ListVenues(t.Context(), w.App, w.A.Owner, catalog.ItemFilter{})
	is.NoErr(err)
	is.Equal(venues.Total, int64(0))
	got, err := catalog.ViewEvent(t.Context(), w.App, w.A.Owner, e.ID, catalog.EventWants{Tags: true})
	is.NoErr(err)
	is.Equal(len(got.TagList), 0)
	is.Equal(got.Capacity.Event.Total, (*int64)(nil))
	is.Equal(got.UpdatedAt, e.UpdatedAt)
}

// However many make the same tag, city or external id at once, there is one.
func TestNamesAreMadeOnce(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	var wg sync.WaitGroup
	var won atomic.Int64
	for range 20 {
		wg.Go(func() {
			name, start, end := "Same", w.Clock.Now().Add(time.Hour), w.Clock.Now().Add(2*time.Hour)
			_, err := catalog.CreateEvent(t.Context(), w.App, w.A.Owner, catalog.EventChange{
				Name: &name, Start: &start, End: &end, ExternalID: catalog.Is("same"),
				Tags:  &[]catalog.TagRef{{Name: "Same"}},
				Venue: &catalog.NewVenue{Name: "V", Address: "A", City: "Same", Region: "R"},
			})
			switch app.KindOf(err) {
			case 0:
				won.Add(1)
			case app.Invalid:
			default:
				t.Errorf("unexpected: %v", err)
			}
		})
	}
	wg.Wait()
	is.Equal(won.Load(), int64(1))
	is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) error {
		tags, err := catalog.Tags.Count(r)
		is.NoErr(err)
		cities, err := catalog.Cities.Count(r)
		is.Equal([2]int64{tags, cities}, [2]int64{1, 1})
		return err
	}))
}

// label is a tag in a table that knows no index.
type label struct {
	ID   int64  `msgpack:"id"`
	Name string `msgpack:"n"`
}

// TestNamesAreMadeTwice is the control of the test above: makers who look first,
// and insert where no index meets their rivals, make the name many times.
func TestNamesAreMadeTwice(t *testing.T) {
	is := is.New(t)
	labels := indexes.Define(indexes.Spec[label]{Person: indexes.Nobody("a test"), Name: "labels", Version: 1, ID: func(l *label) *int64 { return &l.ID }})
	schema := indexes.NewSchema(indexes.Parts{Tables: []indexes.Declared{labels.Declared}})
	e := mem.New(mem.Options{})
	is.NoErr(schema.Ready(t.Context(), e))
	var looked, all sync.WaitGroup
	looked.Add(20)
	for range 20 {
		all.Go(func() {
			var there int64
			is.NoErr(e.View(t.Context(), func(r kv.Reader) (err error) {
				there, err = labels.Count(indexes.Bind(r, 1))
				return err
			}))
			looked.Done()
			looked.Wait()
			for there == 0 {
				err := e.Update(t.Context(), func(tx kv.Tx) error {
					return labels.Insert(indexes.BindTx(tx, 1), &label{Name: "Same"})
				})
				if !errors.Is(err, kv.ErrConflict) {
					is.NoErr(err)
					return
				}
			}
		})
	}
	all.Wait()
	is.NoErr(e.View(t.Context(), func(r kv.Reader) error {
		n, err := labels.Count(indexes.Bind(r, 1))
		is.True(n > 1)
		return err
	}))
	is.NoErr(e.Close())
}

// What overdue baskets hold is free for whoever looks, and an order keeps its
// event: both are told by the areas below.
func TestListenersAreHeard(t *testing.T) {
	is := is.New(t)
	var item catalog.SaleItem
	overdue := func(app.Reader, time.Time) (map[catalog.StockKey]int64, error) {
		held := map[catalog.StockKey]int64{}
		for _, k := range catalog.LayersOf(&item) {
			held[k] = 3
		}
		return held, nil
	}
	keep := func(_ app.Tx, d *catalog.Event) error {
		if d.Name == "Kept" {
			return app.Field("id", "has orders")
		}
		return nil
	}
	w := apptest.New(t, apptest.Unchecked(), // stock without orders
		apptest.Ports(func(p *catalog.Ports) { p.Overdue, p.EventDeleting = overdue, keep }))
	e := show(t, w, w.A.Owner, nil)
	v := ticket(t, w, w.A.Owner, e.ID, ptr(int64(10)))
	item = v.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		return catalog.Reserve(tx, &item, 4, false)
	}))
	found, err := catalog.ListSaleItems(t.Context(), w.App, w.A.Owner, catalog.SaleItemFilter{EventID: &e.ID})
	is.NoErr(err)
	is.Equal(found.Items[0].Stock.Reserved, int64(1))
	is.Equal(*found.Items[0].Left(), int64(9))

	kept := show(t, w, w.A.Owner, func(in *catalog.EventChange) { in.Name = ptr("Kept") })
	is.Equal(app.KindOf(catalog.DeleteEvent(t.Context(), w.App, w.A.Owner, kept.ID)), app.Invalid)
	_, err = catalog.ViewEvent(t.Context(), w.App, w.A.Owner, kept.ID, catalog.EventWants{})
	is.NoErr(err)
}

// What passes the checks fits into the store, whatever script it is written in.
func TestTheLongestTextsFit(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	for _, char := range []string{"x", "ΐ", "ﬃ", "𝔘"} { // the second folds to three times its bytes
		long := func(n int) string { return strings.Repeat(char, n) }
		e := show(t, w, w.A.Owner, func(in *catalog.EventChange) {
			in.Name = ptr(long(255))
			in.ExternalID, in.Description = catalog.Is(long(160)), catalog.Is(long(65_000))
			in.Stream = &catalog.StreamChange{Body: catalog.Is(long(20_000)), URL: catalog.Is("https://example.org/" + long(480))}
			in.Tags = &[]catalog.TagRef{{Name: long(50)}}
			in.Venue = &catalog.NewVenue{
				Name: long(255), Address: long(255), City: long(90), Region: long(60), ExternalID: long(160),
			}
		})
		_, err := catalog.CreateSaleItem(t.Context(), w.App, w.A.Owner, catalog.NewSaleItem{
			Type: catalog.Product, EventID: e.ID,
			Item: catalog.ItemChange{Name: ptr(long(255)), Description: catalog.Is(long(65_000))},
			Sale: catalog.SaleItemChange{
				Prices:                &[]catalog.Price{{CurrencyID: w.A.Currency().ID}},
				AdditionalInformation: catalog.Is(long(65_000)), ExternalID: catalog.Is(long(255)),
			},
		})
		is.NoErr(err)
	}
}

func TestPriceHistoryIsTheNewestFirst(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	e := show(t, w, w.A.Owner, nil)
	v := ticket(t, w, w.A.Owner, e.ID, nil)
	other := ticket(t, w, w.A.Owner, e.ID, nil)
	const changes = 105
	for i := range int64(changes) {
		_, err := catalog.UpdateSaleItem(t.Context(), w.App, w.A.Owner, catalog.Ticket, v.ID, catalog.SaleItemChange{
			Prices: &[]catalog.Price{{CurrencyID: w.A.Currency().ID, Base: 2000 + i}},
		}, catalog.ItemChange{})
		is.NoErr(err)
	}
	for _, asked := range []bool{true, false} {
		page, err := catalog.ListSaleItems(t.Context(), w.App, w.A.Owner, catalog.SaleItemFilter{EventID: &e.ID, History: asked})
		is.NoErr(err)
		views := page.Items
		is.Equal(views[0].ID, v.ID)
		is.Equal(views[1].ID, other.ID)
		if !asked {
			is.Equal(len(views[0].History), 0) // and nobody pays for it
			continue
		}
		is.Equal(len(views[0].History), 100)
		for i, h := range views[0].History {
			is.Equal(h.Price.Base, int64(2000+changes-1-i))
			is.Equal(h.UserID, w.A.Owner.UserID)
		}
		is.Equal(len(views[1].History), 1) // its own alone
	}
}
