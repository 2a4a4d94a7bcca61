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

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// office makes orders in all states, of several channels, users and days.
func (s *store) office(t *rapid.T) {
	n := rapid.IntRange(1, 30).Draw(t, "orders")
	for range n {
		st := rapid.SampledFrom([]Status{Complete, Complete, Refunded, Cancelled, Expired, AwaitingInvoice, AwaitingOnsite, AwaitingApproval, Active}).Draw(t, "state")
		s.order(st, func(o *Order) {
			day := time.Duration(rapid.Int64Range(0, 3).Draw(t, "day")) * 24 * time.Hour
			for _, at := range []*time.Time{o.CompletedAt, o.ExpiresAt} {
				if at != nil {
					*at = at.Add(day)
				}
			}
			o.Channel = rapid.SampledFrom([]catalog.Channel{catalog.Shop, catalog.BoxOffice}).Draw(t, "channel")
			o.UserID = rapid.Int64Range(0, 2).Draw(t, "user")
			o.EventIDs = []int64{rapid.Int64Range(1, 2).Draw(t, "event")}
			if rapid.Bool().Draw(t, "paid") {
				o.Methods = []string{rapid.SampledFrom([]string{string(Cash), string(Bank)}).Draw(t, "method")}
			}
		})
	}
}

func anyOrderFilter(t *rapid.T, now time.Time) (f Filter) {
	maybe := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	day := func(name string) *time.Time {
		return new(now.Add(time.Duration(rapid.Int64Range(-1, 4).Draw(t, name)) * 24 * time.Hour))
	}
	if maybe("by state") {
		f.Statuses = rapid.SliceOfNDistinct(rapid.SampledFrom([]Status{Complete, Refunded, Expired, AwaitingInvoice, AwaitingOnsite}), 1, 3, rapid.ID).Draw(t, "states")
	}
	if maybe("by due") {
		f.DueBefore = day("due")
	}
	if maybe("from") {
		f.From = day("first")
	}
	if maybe("until") {
		f.Until = day("last")
	}
	if maybe("by method") {
		f.Methods = []string{string(Cash)}
	}
	if maybe("by channel") {
		f.Channels = []string{catalog.Shop.Slug()}
	}
	if maybe("by user") {
		f.UserID = new(int64(1))
	}
	if maybe("by event") {
		f.EventID = new(int64(2))
	}
	if maybe("by change") {
		f.LastUpdated = new(time.Time)
	}
	f.WithReservations = rapid.Bool().Draw(t, "reservations")
	return f
}

// TestOrderFiltersTogether: any filters together list what looking at every record finds, by cursor
// and by offset, and the sums are theirs.
func TestOrderFiltersTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStore(t)
		s.office(t)
		var want []Order
		var f Filter
		s.update(func(tx app.Tx) error {
			f = anyOrderFilter(t, tx.Now())
			for hit, err := range Orders.Scan(tx, indexes.All[int64]()) {
				if err != nil {
					return err
				}
				if f.fits(&hit.Rec) {
					want = append(want, hit.Rec)
				}
			}
			return nil
		})
		slices.SortFunc(want, func(a, b Order) int {
			if f.LastUpdated != nil {
				return a.ChangedAt.Compare(b.ChangedAt)
			}
			if c := b.Date().Compare(a.Date()); c != 0 {
				return c
			}
			return int(b.ID - a.ID)
		})
		var ids, byOffset, byCursor []int64
		var total, due int64
		for i := range want {
			ids, total = append(ids, want[i].ID), total+want[i].Totals.Total
			if want[i].Status.AwaitsPayment() {
				due += want[i].Totals.Total - want[i].Totals.Paid
			}
		}
		f.Limit = rapid.Int64Range(1, 7).Draw(t, "limit")
		for f.Offset = 0; f.Offset < int64(len(want)); f.Offset += f.Limit {
			p := s.list(f)
			if p.Total != int64(len(want)) || p.TotalIsLowerBound {
				t.Fatalf("the total of %d orders is %d", len(want), p.Total)
			}
			byOffset = append(byOffset, p.ids()...)
		}
		sums, all, err := Sums(context.Background(), s.a, clerk, f)
		if err != nil || !all || len(sums) > 1 || len(sums) == 1 && (sums[0].Orders != int64(len(want)) || sums[0].Total != total || sums[0].Due != due) {
			t.Fatalf("the sums of %d orders are %v, %v, %v", len(want), sums, all, err)
		}
		for f.Offset = 0; ; {
			p := s.list(f)
			byCursor = append(byCursor, p.ids()...)
			if !p.HasMore {
				break
			}
			f.Cursor = p.Cursor
		}
		if fmt.Sprint(byOffset) != fmt.Sprint(ids) || fmt.Sprint(byCursor) != fmt.Sprint(ids) {
			t.Fatalf("by offset %v, by cursor %v, want %v", byOffset, byCursor, ids)
		}
	})
}

// TestManyOfAnEventInAState: where an event has many orders, and many others are in the same state,
// those that are both are listed, and no other.
func TestManyOfAnEventInAState(t *testing.T) {
	is, s := is.New(t), newStore(t)
	const many = 1_100
	var want []int64
	for i := range 3 * many {
		o := s.order([]Status{AwaitingInvoice, AwaitingInvoice, Complete}[i%3], func(o *Order) { o.EventIDs = []int64{[]int64{1, 2, 2}[i%3]} })
		if i%3 == 1 {
			want = append(want, o.ID)
		}
	}
	slices.Reverse(want)
	for _, f := range []Filter{
		{EventID: new(int64(2)), Statuses: []Status{AwaitingInvoice}, Limit: MaxPage},
		{EventID: new(int64(2)), DueBefore: new(time.Now().Add(1000 * time.Hour)), Limit: MaxPage},
	} {
		var got []int64
		for {
			p := s.list(f)
			is.Equal(p.Total, int64(many))
			got = append(got, p.ids()...)
			if !p.HasMore {
				break
			}
			f.Cursor = p.Cursor
		}
		is.Equal(got, want)
		sums, all, err := Sums(t.Context(), s.a, clerk, f)
		is.NoErr(err)
		is.True(all)
		is.Equal(sums[0].Orders, int64(many))
	}
}
