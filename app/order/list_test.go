package order

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/kv/mem"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var clerk = &app.Caller{CompanyID: 1, Super: true}

// store is a company with orders made by hand, for lists.
type store struct {
	a  *app.App
	tb interface{ Fatal(...any) }
	n  int
}

func newStore(tb interface{ Fatal(...any) }) *store {
	return &store{a: app.New(mem.New(mem.Options{}), app.Options{}), tb: tb}
}

func (s *store) update(fn func(tx app.Tx) error) {
	if err := s.a.Update(context.Background(), clerk, fn); err != nil {
		s.tb.Fatal(err)
	}
}

// order adds an order in a state; change may set more.
func (s *store) order(st Status, change func(*Order)) (o Order) {
	s.n++
	s.update(func(tx app.Tx) error {
		o = Order{Reference: fmt.Sprintf("REF%05d", s.n), Status: st, CurrencyID: 978, Channel: catalog.BoxOffice}
		now := tx.Now()
		if st.Sold() {
			o.CompletedAt = &now
		}
		if st.Holds() {
			later := now.Add(time.Hour)
			o.ExpiresAt = &later
		}
		if change != nil {
			change(&o)
		}
		return Orders.Insert(tx, &o)
	})
	return o
}

func (s *store) touch(id int64) {
	s.update(func(tx app.Tx) error {
		_, err := Orders.Update(tx, id, func(o *Order) error { o.Notes += "."; return nil })
		return err
	})
}

func (s *store) list(f Filter) Page {
	p, err := List(context.Background(), s.a, clerk, f)
	if err != nil {
		s.tb.Fatal(err)
	}
	return p
}

func (p Page) ids() (ids []int64) {
	for i := range p.Rows {
		ids = append(ids, p.Rows[i].ID)
	}
	return ids
}

func (s *store) byOffset(f Filter) (ids []int64, total int64) {
	for {
		p := s.list(f)
		ids, total = append(ids, p.ids()...), p.Total
		if f.Offset += f.Limit; f.Offset >= p.Total {
			return ids, total
		}
	}
}

func (s *store) byCursor(f Filter) (ids []int64, totals []int64, last string) {
	for {
		p := s.list(f)
		ids, totals = append(ids, p.ids()...), append(totals, p.Total)
		if p.Cursor != "" {
			f.Cursor, f.Offset, f.LastUpdated = p.Cursor, 0, nil
		}
		if !p.HasMore {
			return ids, totals, f.Cursor
		}
	}
}

func flag(b bool) *bool { return &b }

// TestEveryPageOnce walks lists by offset and by cursor on a quiet store: each
// order that fits comes once, and the total is their number.
func TestEveryPageOnce(t *testing.T) {
	states := []Status{Active, Complete, Complete, Refunded, Cancelled, Expired, AwaitingInvoice, Failed}
	rapid.Check(t, func(t *rapid.T) {
		s := newStore(t)
		var all []Order
		for range rapid.IntRange(0, 60).Draw(t, "orders") {
			st := rapid.SampledFrom(states).Draw(t, "state")
			all = append(all, s.order(st, func(o *Order) {
				o.EventIDs = rapid.SampledFrom([][]int64{nil, {1}, {2}, {1, 2}}).Draw(t, "events")
				o.Types = rapid.SampledFrom([][]catalog.ItemType{{catalog.Ticket}, {catalog.Ticket, catalog.Product}, {catalog.Fee}}).Draw(t, "types")
				o.Resale = rapid.Bool().Draw(t, "resale")
				if rapid.IntRange(0, 9).Draw(t, "deleted") == 0 {
					o.DeletedAt = &o.CreatedAt
				}
			}))
		}
		for range rapid.IntRange(0, 10).Draw(t, "edits") {
			if len(all) > 0 {
				s.touch(rapid.SampledFrom(all).Draw(t, "edited").ID)
			}
		}
		f := drawFilter(t)
		var want []int64
		for i := range all {
			if f := f.fold(); f.fits(&all[i]) {
				want = append(want, all[i].ID)
			}
		}
		slices.Sort(want)
		byOffset, total := s.byOffset(f)
		byCursor, totals, _ := s.byCursor(f)
		for _, ids := range [][]int64{byOffset, byCursor} {
			if f.LastUpdated == nil && !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) {
				t.Fatalf("not newest first: %v", ids)
			}
			if slices.Sort(ids); !slices.Equal(ids, want) {
				t.Fatalf("walked %v, want %v", ids, want)
			}
		}
		for _, n := range append(totals, total) {
			if n != int64(len(want)) {
				t.Fatalf("total %d of %d", n, len(want))
			}
		}
	})
}

func drawFilter(t *rapid.T) Filter {
	f := Filter{
		Limit:            rapid.Int64Range(1, 20).Draw(t, "limit"),
		WithReservations: rapid.Bool().Draw(t, "with reservations"),
		WithTrashed:      rapid.Bool().Draw(t, "with trashed"),
	}
	one := int64(1)
	f.EventID = rapid.SampledFrom([]*int64{nil, nil, &one}).Draw(t, "event")
	f.Resale = rapid.SampledFrom([]*bool{nil, nil, flag(true), flag(false)}).Draw(t, "resale")
	f.Contains = rapid.SampledFrom([][]catalog.ItemType{nil, nil, {catalog.Product}, {catalog.Product, catalog.Fee}}).Draw(t, "contains")
	f.Reference = rapid.SampledFrom([]string{"", "", "ref", "ef0001"}).Draw(t, "reference")
	if rapid.Bool().Draw(t, "feed") {
		f.LastUpdated = &time.Time{}
	}
	return f
}

func TestCursor(t *testing.T) {
	s := newStore(t)
	for range 5 {
		s.order(Complete, func(o *Order) { o.EventIDs = []int64{1} })
	}
	start := time.Unix(0, 0)
	first := s.list(Filter{Limit: 2})
	feed := s.list(Filter{Limit: 2, LastUpdated: &start})
	one := int64(1)
	other := start.Add(time.Second)

	for _, c := range []struct {
		name   string
		filter Filter
		caller *app.Caller
	}{
		{"other filters", Filter{Cursor: first.Cursor, EventID: &one}, clerk},
		{"a filter more in a feed", Filter{Cursor: feed.Cursor, WithReservations: true}, clerk},
		{"another lastUpdated", Filter{Cursor: feed.Cursor, LastUpdated: &other}, clerk},
		{"a lastUpdated on the cursor of a plain list", Filter{Cursor: first.Cursor, LastUpdated: &start}, clerk},
		{"another company", Filter{Cursor: first.Cursor}, &app.Caller{CompanyID: 2, Super: true}},
		{"nonsense", Filter{Cursor: "x"}, clerk},
		{"a damaged one", Filter{Cursor: first.Cursor[:len(first.Cursor)-4] + "AAAA"}, clerk},
	} {
		t.Run(c.name+" is refused on cursor", func(t *testing.T) {
			is := is.New(t)
			_, err := List(t.Context(), s.a, c.caller, c.filter)
			is.Equal(app.KindOf(err), app.Invalid)
			is.Equal(err.(*app.Error).Fields[0].Field, "cursor")
		})
	}
	t.Run("the same cursor finds what changes later", func(t *testing.T) {
		is := is.New(t)
		_, _, last := s.byCursor(Filter{LastUpdated: &start})
		p := s.list(Filter{Cursor: last})
		is.Equal(len(p.Rows), 0)
		is.Equal(p.HasMore, false)
		is.Equal(p.Cursor, last)
		s.touch(3)
		p = s.list(Filter{Cursor: last})
		is.Equal(p.ids(), []int64{3})
	})
}

func TestSearch(t *testing.T) {
	s := newStore(t)
	var ann customer.Customer
	s.update(func(tx app.Tx) (err error) {
		if err = catalog.Events.Insert(tx, &catalog.Event{Name: "Straßenfest", Start: tx.Now(), End: tx.Now().Add(time.Hour), Timezone: "UTC"}); err != nil {
			return err
		}
		ann, err = customer.FindOrCreate(tx, customer.Buyer{Name: "Änne Öztürk", Email: "anne@example.org"})
		return err
	})
	mine := s.order(Complete, func(o *Order) { o.CustomerID = ann.ID })
	there := s.order(Complete, func(o *Order) { o.EventIDs = []int64{1} })
	s.order(Complete, nil)
	for _, c := range []struct {
		name string
		f    Filter
		want []int64
	}{
		{"by part of the name, in any case", Filter{CustomerName: "ÖZT"}, []int64{mine.ID}},
		{"by part of the e-mail", Filter{Query: "ANNE@"}, []int64{mine.ID}},
		{"by name through query", Filter{Query: "änne"}, []int64{mine.ID}},
		{"by the event's name", Filter{Query: "strassenFEST"}, []int64{there.ID}},
		{"by reference through query", Filter{Query: mine.Reference}, []int64{mine.ID}},
		{"both must fit", Filter{Query: "strassenfest", CustomerName: "änne"}, nil},
		{"an e-mail is no name", Filter{CustomerName: "example.org"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			p := s.list(c.f)
			is.Equal(p.ids(), c.want)
			is.Equal(p.Total, int64(len(c.want)))
		})
	}
}

// TestRareFilter: a filter that nothing answers ends its page when the budget is
// spent, and the cursor still reaches what is there.
func TestRareFilter(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	rare := s.order(Complete, func(o *Order) { o.Resale = true })
	s.update(func(tx app.Tx) error {
		now := tx.Now()
		for i := range app.ScanBudget*app.ScanRounds + 1 {
			o := Order{Reference: fmt.Sprintf("X%d", i), Status: Complete, CompletedAt: &now}
			if err := Orders.Insert(tx, &o); err != nil {
				return err
			}
		}
		return nil
	})
	p := s.list(Filter{Resale: flag(true)})
	is.Equal(len(p.Rows), 0)
	is.True(p.HasMore)
	p = s.list(Filter{Resale: flag(true), Cursor: p.Cursor})
	is.Equal(p.ids(), []int64{rare.ID})
	is.Equal(p.HasMore, false)
}
