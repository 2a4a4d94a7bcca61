package order

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"

	"pgregory.net/rapid"
)

// stand makes items of all kinds and changes them, as sales and refunds do.
type stand struct {
	*store
	t     *rapid.T
	items []int64
}

func (s *stand) sell() {
	s.update(func(tx app.Tx) error {
		it := Item{
			OrderID: 1, SaleName: "x", Sold: rapid.IntRange(0, 9).Draw(s.t, "sold") > 0,
			Type:       rapid.SampledFrom([]catalog.ItemType{catalog.Ticket, catalog.Product, catalog.Fee}).Draw(s.t, "type"),
			EventID:    rapid.Int64Range(1, 3).Draw(s.t, "event"),
			CustomerID: rapid.Int64Range(0, 3).Draw(s.t, "holder"),
		}
		if err := itemTable.Insert(tx, &it); err != nil {
			return err
		}
		s.items = append(s.items, it.ID)
		return transactionTable.Insert(tx, &Transaction{OrderID: 1, Type: rapid.SampledFrom([]string{"cash", "card", "invoice"}).Draw(s.t, "method"), Status: TransactionSuccess})
	})
}

func (s *stand) change() {
	s.update(func(tx app.Tx) error {
		_, err := itemTable.Update(tx, rapid.SampledFrom(s.items).Draw(s.t, "item"), func(i *Item) error {
			now := tx.Now()
			switch rapid.IntRange(0, 3).Draw(s.t, "change") {
			case 0:
				i.DeletedAt = &now
			case 1:
				i.CustomerID = 2
			case 2:
				i.Notes += "."
			case 3:
				i.Replaced = &Replaced{Type: ByResale, ItemID: 1, OrderID: 1}
			}
			return nil
		})
		return err
	})
}

func anyItemFilter(t *rapid.T) (f ItemFilter) {
	maybe := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	if maybe("by type") {
		f.Types = []catalog.ItemType{catalog.Ticket, catalog.Fee}
	}
	if maybe("by resale") {
		f.Resale = new(rapid.Bool().Draw(t, "resale"))
	}
	if maybe("by holder") {
		f.CustomerID = new(rapid.Int64Range(1, 4).Draw(t, "holder"))
	}
	if maybe("by event") {
		f.EventIDs = []int64{3, 1}
	}
	if maybe("by change") {
		f.LastUpdated = new(time.Time)
	}
	f.WithTrashed = rapid.Bool().Draw(t, "trash")
	return f
}

// want is what a filter lists, found by looking at every record.
func (s *stand) want(f ItemFilter) (ids []int64) {
	err := s.a.View(context.Background(), clerk, app.Authenticated, func(r app.Reader) error {
		var all []Item
		for hit, err := range Items.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if f.fits(&hit.Rec) {
				all = append(all, hit.Rec)
			}
		}
		if f.LastUpdated != nil {
			slices.SortStableFunc(all, func(a, b Item) int { return a.UpdatedAt.Compare(b.UpdatedAt) })
		}
		for i := range all {
			ids = append(ids, all[i].ID)
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return ids
}

// TestItemFiltersTogether: any filters together list what looking at every record
// finds, by cursor and by offset, and the total is its number.
func TestItemFiltersTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &stand{store: newStore(t), t: t}
		s.order(Complete, nil)
		for range rapid.IntRange(1, 40).Draw(t, "items") {
			s.sell()
		}
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			s.change()
		}
		f := anyItemFilter(t)
		want := s.want(f)
		f.Limit = rapid.Int64Range(1, 7).Draw(t, "limit")
		read := func(f ItemFilter) ItemPage {
			p, err := ListItems(context.Background(), s.a, clerk, f)
			if err != nil {
				t.Fatal(err)
			}
			if p.Total != int64(len(want)) || p.TotalIsLowerBound {
				t.Fatalf("the total of %d items is %d", len(want), p.Total)
			}
			return p
		}
		var byOffset, byCursor []int64
		for f.Offset = 0; f.Offset < int64(len(want)); f.Offset += f.Limit {
			byOffset = append(byOffset, idsOf(read(f).Rows)...)
		}
		for f.Offset = 0; ; {
			p := read(f)
			byCursor = append(byCursor, idsOf(p.Rows)...)
			if !p.HasMore {
				break
			}
			f.Cursor = p.Cursor
		}
		if fmt.Sprint(byOffset) != fmt.Sprint(want) || fmt.Sprint(byCursor) != fmt.Sprint(want) {
			t.Fatalf("by offset %v, by cursor %v, want %v", byOffset, byCursor, want)
		}
	})
}

func idsOf(items []Item) (ids []int64) {
	for i := range items {
		ids = append(ids, items[i].ID)
	}
	return ids
}

// TestItemFeedMissesNothing: whoever follows the cursor alone, while items are sold
// and changed, hears of the last state of each one that the filters are about, and of
// every transaction.
func TestItemFeedMissesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &stand{store: newStore(t), t: t}
		s.order(Complete, nil)
		s.sell()
		items := ItemFilter{LastUpdated: new(time.Time), WithTrashed: true, Limit: 3}
		payments := TransactionFilter{LastUpdated: new(time.Time), Limit: 2}
		heard, paid := map[int64]time.Time{}, map[int64]bool{}
		read := func() (more bool) {
			p, err := ListItems(context.Background(), s.a, clerk, items)
			if err != nil {
				t.Fatal(err)
			}
			for i := range p.Rows {
				heard[p.Rows[i].ID] = p.Rows[i].UpdatedAt
			}
			items = ItemFilter{Cursor: p.Cursor, Limit: 3}
			q, err := ListTransactions(context.Background(), s.a, clerk, payments)
			if err != nil {
				t.Fatal(err)
			}
			for i := range q.Rows {
				paid[q.Rows[i].ID] = true
			}
			payments = TransactionFilter{Cursor: q.Cursor, Limit: 2}
			return p.HasMore || q.HasMore
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				s.sell()
			case 1:
				s.change()
			default:
				read()
			}
		}
		for read() {
		}
		err := s.a.View(context.Background(), clerk, app.Authenticated, func(r app.Reader) error {
			for hit, err := range Items.Scan(r, indexes.All[int64]()) {
				if err != nil {
					return err
				}
				if hit.Rec.Sold && !heard[hit.ID].Equal(hit.Rec.UpdatedAt) {
					t.Fatalf("the last change of item %d was missed", hit.ID)
				}
			}
			return nil
		})
		if err != nil || len(paid) != len(s.items) {
			t.Fatalf("heard of %d payments of %d: %v", len(paid), len(s.items), err)
		}
	})
}
