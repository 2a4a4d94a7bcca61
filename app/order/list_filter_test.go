package order

import (
	"context"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"

	"github.com/matryer/is"
)

func TestOrderFilter(t *testing.T) {
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	one, two := int64(1), int64(2)
	for _, c := range []struct {
		name   string
		filter Filter
		order  Order
		want   bool
	}{
		{"a complete order", Filter{}, Order{Status: Complete}, true},
		{"a refunded order", Filter{}, Order{Status: Refunded}, true},
		{"an order cancelled after its sale", Filter{}, Order{Status: Cancelled}, true},
		{"a reservation", Filter{}, Order{Status: AwaitingInvoice}, false},
		{"a reservation asked for", Filter{WithReservations: true}, Order{Status: AwaitingInvoice}, true},
		{"a failed reservation asked for", Filter{WithReservations: true}, Order{Status: Expired}, true},
		{"a basket, whatever is asked for", Filter{WithReservations: true, WithTrashed: true}, Order{Status: Active}, false},
		{"a deleted order", Filter{}, Order{Status: Complete, DeletedAt: &now}, false},
		{"a deleted order with the trash", Filter{WithTrashed: true}, Order{Status: Complete, DeletedAt: &now}, true},
		{"a deleted reservation with the trash alone", Filter{WithTrashed: true}, Order{Status: Expired, DeletedAt: &now}, false},
		{"of the event", Filter{EventID: &one}, Order{Status: Complete, EventIDs: []int64{1, 2}}, true},
		{"of another event", Filter{EventID: &two}, Order{Status: Complete, EventIDs: []int64{1}}, false},
		{"any type of the list is enough", Filter{Contains: []catalog.ItemType{catalog.Product, catalog.Charity}}, Order{Status: Complete, Types: []catalog.ItemType{catalog.Ticket, catalog.Charity}}, true},
		{"none of the types", Filter{Contains: []catalog.ItemType{catalog.Product}}, Order{Status: Complete, Types: []catalog.ItemType{catalog.Ticket}}, false},
		{"resale only", Filter{Resale: flag(true)}, Order{Status: Complete, Resale: true}, true},
		{"no resale", Filter{Resale: flag(false)}, Order{Status: Complete, Resale: true}, false},
		{"modified only", Filter{Modification: flag(true)}, Order{Status: Complete}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(c.filter.fits(&c.order), c.want)
		})
	}
}

func TestItemFilter(t *testing.T) {
	now := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	later := now.Add(time.Microsecond)
	one := int64(1)
	resold := &Replaced{Type: ByResale, ItemID: 1, OrderID: 1}
	for _, c := range []struct {
		name   string
		filter ItemFilter
		item   Item
		want   bool
	}{
		{"anything", ItemFilter{}, Item{}, true},
		{"deleted", ItemFilter{}, Item{DeletedAt: &now}, false},
		{"deleted, with the trash", ItemFilter{WithTrashed: true}, Item{DeletedAt: &now}, true},
		{"of the type", ItemFilter{Types: []catalog.ItemType{catalog.Fee}}, Item{Type: catalog.Fee}, true},
		{"of another type", ItemFilter{Types: []catalog.ItemType{catalog.Fee}}, Item{Type: catalog.Ticket}, false},
		{"resold", ItemFilter{Resale: flag(true)}, Item{Replaced: resold}, true},
		{"resold is no modification", ItemFilter{Modification: flag(true)}, Item{Replaced: resold}, false},
		{"no resale wanted", ItemFilter{Resale: flag(false)}, Item{Replaced: resold}, false},
		{"another holder", ItemFilter{CustomerID: &one}, Item{CustomerID: 2}, false},
		{"another event", ItemFilter{EventIDs: []int64{1, 3}}, Item{EventID: 2}, false},
		{"changed at the moment", ItemFilter{LastUpdated: &now}, Item{UpdatedAt: now}, true},
		{"changed before", ItemFilter{LastUpdated: &later}, Item{UpdatedAt: now}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			c.item.Sold = true
			is.Equal(c.filter.fits(&c.item), c.want)
		})
	}
}

// TestOtherListsPageOnce walks items, transactions and customers by offset and by
// cursor: each row once, and the total is their number.
func TestOtherListsPageOnce(t *testing.T) {
	s, ctx := newStore(t), context.Background()
	var basket Order
	for n := range 7 {
		o := s.order(Complete, func(o *Order) { o.EventIDs = []int64{int64(n%2 + 1)} })
		s.update(func(tx app.Tx) error {
			gone := tx.Now()
			for i := range 3 {
				it := Item{OrderID: o.ID, SaleName: "x", Type: catalog.Ticket, Sold: true, EventID: o.EventIDs[0], CustomerID: int64(i)}
				if i == 2 && n == 0 {
					it.DeletedAt = &gone
				}
				if err := itemTable.Insert(tx, &it); err != nil {
					return err
				}
				o.ItemIDs = append(o.ItemIDs, it.ID)
			}
			if err := transactionTable.Insert(tx, &Transaction{OrderID: o.ID, Type: "cash", Status: TransactionSuccess}); err != nil {
				return err
			}
			if _, err := customer.FindOrCreate(tx, customer.Buyer{Name: "A", Email: o.Reference + "@example.org"}); err != nil {
				return err
			}
			var err error
			basket, err = orderTable.Update(tx, o.ID, func(have *Order) error { have.ItemIDs = o.ItemIDs; return nil })
			return err
		})
	}
	start, one := time.Time{}, int64(1)
	items := func(f ItemFilter) lister {
		return func(cursor string, offset int64) (int64, int64, string, bool, error) {
			f.Cursor, f.Offset, f.Limit = cursor, offset, 4
			p, err := ListItems(ctx, s.a, clerk, f)
			return int64(len(p.Rows)), p.Total, p.Cursor, p.HasMore, err
		}
	}
	for _, c := range []struct {
		name string
		list lister
		want int64
	}{
		{"items", items(ItemFilter{}), 20},
		{"items with the trash", items(ItemFilter{WithTrashed: true}), 21},
		{"items of an event", items(ItemFilter{EventIDs: []int64{1}}), 11},
		{"items of both events", items(ItemFilter{EventIDs: []int64{2, 1, 1}}), 20},
		{"items of both events with the trash", items(ItemFilter{EventIDs: []int64{2, 1}, WithTrashed: true}), 21},
		{"items of an order", items(ItemFilter{OrderID: &basket.ID}), 3},
		{"items of a holder", items(ItemFilter{CustomerID: &one}), 7},
		{"items that changed", items(ItemFilter{LastUpdated: &start}), 20},
		{"transactions", func(cursor string, offset int64) (int64, int64, string, bool, error) {
			p, err := ListTransactions(ctx, s.a, clerk, TransactionFilter{Cursor: cursor, Offset: offset, Limit: 3})
			return int64(len(p.Rows)), p.Total, p.Cursor, p.HasMore, err
		}, 7},
		{"customers", func(cursor string, offset int64) (int64, int64, string, bool, error) {
			p, err := customer.List(ctx, s.a, clerk, customer.Filter{Cursor: cursor, Offset: offset, Limit: 3})
			return int64(len(p.Rows)), p.Total, p.Cursor, p.HasMore, err
		}, 7},
		{"customers that changed", func(cursor string, offset int64) (int64, int64, string, bool, error) {
			f := customer.Filter{Cursor: cursor, Offset: offset, Limit: 3}
			if cursor == "" {
				f.LastUpdated = &start
			}
			p, err := customer.List(ctx, s.a, clerk, f)
			return int64(len(p.Rows)), p.Total, p.Cursor, p.HasMore, err
		}, 7},
	} {
		t.Run(c.name, func(t *testing.T) { c.list.walk(is.New(t), c.want) })
	}
}

// lister reads one page: its rows, the total, and where it goes on.
type lister func(cursor string, offset int64) (rows, total int64, next string, more bool, err error)

func (l lister) walk(is *is.I, want int64) {
	is.Helper()
	var byCursor, byOffset int64
	for cursor, more := "", true; more; {
		rows, total, next, hasMore, err := l(cursor, 0)
		is.NoErr(err)
		is.Equal(total, want)
		byCursor, cursor, more = byCursor+rows, next, hasMore
	}
	for more := true; more; {
		rows, total, _, hasMore, err := l("", byOffset)
		is.NoErr(err)
		is.Equal(total, want)
		byOffset, more = byOffset+rows, hasMore
	}
	is.Equal(byCursor, want)
	is.Equal(byOffset, want)
}
