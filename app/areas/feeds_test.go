package areas_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// feedRows is more than a search looks through.
const feedRows = 12_000

// changed says of rows when each changed last.
type changed map[int64]time.Time

// feed is a list of changes of one sort of rows.
type feed struct {
	name string
	// add makes row number i.
	add func(tx app.Tx, i int) error
	// change changes the row of an id, and tells when.
	change func(tx app.Tx, id int64) (time.Time, error)
	// read gives a page: from the beginning, or where the request goes on.
	read func(q list.Request, since *time.Time) (changed, list.Info, error)
}

// feedsOf are those that machines follow beside that of orders, which has its own test.
func feedsOf(ctx context.Context, w *apptest.World) []feed {
	start := w.Clock.Now()
	return []feed{{
		name: "events",
		add: func(tx app.Tx, i int) error {
			return indexes.Forge(catalog.Events).Insert(tx, &catalog.Event{Name: fmt.Sprint("Gig ", i), Timezone: "UTC", Start: start.Add(time.Hour), End: start.Add(2 * time.Hour)})
		},
		change: func(tx app.Tx, id int64) (time.Time, error) {
			e, err := indexes.Forge(catalog.Events).Update(tx, id, func(e *catalog.Event) error { e.Name += "!"; return nil })
			return e.ChangedAt, err
		},
		read: func(q list.Request, since *time.Time) (changed, list.Info, error) {
			q.Limit = catalog.MaxEventPage
			p, err := catalog.ListEvents(ctx, w.App, w.A.Owner, catalog.EventFilter{LastUpdated: since, Request: q}, catalog.EventWants{})
			return pageOf(p.Events, func(e *catalog.EventView) (int64, time.Time) { return e.ID, e.ChangedAt }), p.Info, err
		},
	}, {
		name: "sale items",
		add: func(tx app.Tx, i int) error {
			if i == 0 {
				if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &catalog.InventoryItem{Type: catalog.Ticket, Name: "Seat"}); err != nil {
					return err
				}
			}
			return indexes.Forge(catalog.SaleItems).Insert(tx, &catalog.SaleItem{EventID: int64(i%1000) + 1, ItemID: 1, Type: catalog.Ticket, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Currency().ID, Base: 1000}}})
		},
		change: func(tx app.Tx, id int64) (time.Time, error) {
			s, err := indexes.Forge(catalog.SaleItems).Update(tx, id, func(s *catalog.SaleItem) error { s.MaxOrder++; return nil })
			return s.ChangedAt, err
		},
		read: func(q list.Request, since *time.Time) (changed, list.Info, error) {
			q.Limit = catalog.MaxItemPage
			p, err := catalog.ListSaleItems(ctx, w.App, w.A.Owner, catalog.SaleItemFilter{LastUpdated: since, Request: q})
			return pageOf(p.Items, func(s *catalog.SaleItemView) (int64, time.Time) { return s.ID, s.ChangedAt }), p.Info, err
		},
	}, {
		name: "customers",
		add: func(tx app.Tx, i int) error {
			return indexes.Forge(customer.Customers).Insert(tx, &customer.Customer{Name: fmt.Sprint("Guest ", i), Email: fmt.Sprintf("guest%d@example.com", i)})
		},
		change: func(tx app.Tx, id int64) (time.Time, error) {
			c, err := indexes.Forge(customer.Customers).Update(tx, id, func(c *customer.Customer) error { c.Name += "!"; return nil })
			return c.UpdatedAt, err
		},
		read: func(q list.Request, since *time.Time) (changed, list.Info, error) {
			p, err := customer.List(ctx, w.App, w.A.Owner, customer.Filter{LastUpdated: since, Cursor: q.Cursor, Offset: q.Offset, Limit: customer.MaxPage})
			return pageOf(p.Rows, func(c *customer.Customer) (int64, time.Time) { return c.ID, c.UpdatedAt }), p.Info, err
		},
	}, {
		name: "transactions",
		add: func(tx app.Tx, _ int) error {
			return indexes.Forge(order.Transactions).Insert(tx, &order.Transaction{OrderID: 1, CurrencyID: w.A.Currency().ID, Total: 100, Type: string(order.Cash), Status: order.TransactionSuccess})
		},
		change: func(tx app.Tx, id int64) (time.Time, error) {
			p, err := indexes.Forge(order.Transactions).Update(tx, id, func(p *order.Transaction) error { p.UserID++; return nil })
			return p.UpdatedAt, err
		},
		read: func(q list.Request, since *time.Time) (changed, list.Info, error) {
			p, err := order.ListTransactions(ctx, w.App, w.A.Owner, order.TransactionFilter{LastUpdated: since, Cursor: q.Cursor, Offset: q.Offset, Limit: order.MaxPage})
			return pageOf(p.Rows, func(p *order.Transaction) (int64, time.Time) { return p.ID, p.UpdatedAt }), p.Info, err
		},
	}}
}

func pageOf[T any](rows []T, of func(*T) (int64, time.Time)) changed {
	page := changed{}
	for i := range rows {
		id, at := of(&rows[i])
		page[id] = at
	}
	return page
}

// fill makes the rows, many more in one transaction than a page has: what such a transaction
// changes has one time where each row does not get one of its own.
func (f *feed) fill(t *testing.T, w *apptest.World) {
	t.Helper()
	for from := 0; from < feedRows; from += 500 {
		err := w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
			for i := from; i < from+500; i++ {
				if err := f.add(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// follow walks the feed to its end while rows change, and once more when it is there. It
// gives the rows whose last change was not told. next says where the next page begins.
func (f *feed) follow(t *testing.T, w *apptest.World, next func(read int, last list.Info) (list.Request, *time.Time)) (missed []int64) {
	t.Helper()
	truth, told, r := changed{}, changed{}, rand.New(rand.NewPCG(1, 16))
	change := func() {
		err := w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
			for range 3 {
				id := r.Int64N(feedRows) + 1
				at, err := f.change(tx, id)
				if err != nil {
					return err
				}
				truth[id] = at
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	begin, rows, info := time.Unix(0, 0), 0, list.Info{}
	page := func(q list.Request, since *time.Time) {
		got, last, err := f.read(q, since)
		if err != nil {
			t.Fatal(err)
		}
		for id, at := range got {
			told[id] = at
		}
		rows, info = rows+len(got), last
	}
	for page(list.Request{}, &begin); info.HasMore; page(next(rows, info)) {
		change()
	}
	change()
	for page(next(rows, info)); info.HasMore; page(next(rows, info)) {
	}
	if rows < feedRows/2 {
		t.Fatalf("the feed has %d rows", rows)
	}
	for id := range int64(feedRows) {
		at, found := told[id+1]
		if want, moved := truth[id+1]; !found || moved && !at.Equal(want) {
			missed = append(missed, id+1)
		}
	}
	return missed
}

// TestFeedsHaveNoCeiling follows lists of more rows than a search looks through, by cursor,
// while rows change behind and before it: each row is told in its last state. Whoever counts
// customers instead misses some, so that the test can tell.
func TestFeedsHaveNoCeiling(t *testing.T) {
	kvtest.SingleGoroutine(t)
	w := apptest.New(t, apptest.Calm(), apptest.Unchecked()) // events without zones, and the like
	for _, f := range feedsOf(t.Context(), w) {
		t.Run(f.name, func(t *testing.T) {
			f.fill(t, w)
			missed := f.follow(t, w, func(_ int, last list.Info) (list.Request, *time.Time) {
				return list.Request{Cursor: last.Cursor}, nil
			})
			if len(missed) > 0 {
				t.Errorf("%d rows were not told as they are, the first is %d", len(missed), missed[0])
			}
			if f.name != "customers" {
				return
			}
			begin := time.Unix(0, 0)
			missed = f.follow(t, w, func(read int, _ list.Info) (list.Request, *time.Time) {
				return list.Request{Offset: int64(read)}, &begin
			})
			if len(missed) == 0 {
				t.Error("who counts rows misses none: the test proves nothing")
			}
		})
	}
}

// TestFeedsMoveOnByTheNewestTime: whoever goes on from the newest change of a page, and not by its
// cursor, comes to the end too, also where more changed in one transaction than a page has.
func TestFeedsMoveOnByTheNewestTime(t *testing.T) {
	const rows = 350
	w := apptest.New(t, apptest.Calm(), apptest.Unchecked()) // as above
	for _, f := range feedsOf(t.Context(), w) {
		t.Run(f.name, func(t *testing.T) {
			is := is.New(t)
			is.NoErr(w.App.UpdateCompany(t.Context(), w.A.Company.ID, func(tx app.Tx) error {
				for i := range rows {
					if err := f.add(tx, i); err != nil {
						return err
					}
				}
				return nil
			}))
			told, since := changed{}, time.Unix(0, 0)
			for more := true; more; {
				page, _, err := f.read(list.Request{}, &since)
				is.NoErr(err)
				before := len(told)
				for id, at := range page {
					if told[id] = at; at.After(since) {
						since = at
					}
				}
				more = len(told) > before
			}
			is.Equal(len(told), rows)
		})
	}
}
