package order

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
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/app/porttest"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv/mem"
)

var clerk = &app.Caller{CompanyID: 1, Super: true}

// store is a company with orders made by hand, for lists.
type store struct {
	a  *app.App
	tb interface{ Fatal(...any) }
	n  int
}

// alone is this area with those above it that its records are read with.
func alone() *app.Definition {
	return app.Compose(nil,
		catalog.Area(porttest.Silent[catalog.Ports]()), customer.Area(porttest.Silent[customer.Ports]()), Area(porttest.Silent[Ports]()))
}

func newStore(tb interface{ Fatal(...any) }) *store {
	return &store{a: app.New(mem.New(mem.Options{}), alone(), app.Options{}), tb: tb}
}

func (s *store) update(fn func(tx app.Tx) error) {
	if err := s.a.Update(context.Background(), clerk, app.Authenticated, fn); err != nil {
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
		return orderTable.Insert(tx, &o)
	})
	return o
}

func (s *store) touch(id int64) {
	s.update(func(tx app.Tx) error {
		_, err := orderTable.Update(tx, id, func(o *Order) error { o.Notes += "."; return nil })
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
		people := s.people()
		var all []Order
		for range rapid.IntRange(0, 60).Draw(t, "orders") {
			st := rapid.SampledFrom(states).Draw(t, "state")
			all = append(all, s.order(st, func(o *Order) {
				o.EventIDs = rapid.SampledFrom([][]int64{nil, {1}, {2}, {1, 2}}).Draw(t, "events")
				o.Types = rapid.SampledFrom([][]catalog.ItemType{{catalog.Ticket}, {catalog.Ticket, catalog.Product}, {catalog.Fee}}).Draw(t, "types")
				o.Resale = rapid.Bool().Draw(t, "resale")
				if i := rapid.IntRange(-1, len(people)-1).Draw(t, "purchaser"); i >= 0 && st != Active {
					o.CustomerID = people[i].ID
				} else {
					o.ReserverName = rapid.SampledFrom(names).Draw(t, "reserver")
				}
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
			if f.fits(&all[i]) && named(f, &all[i], people) {
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

var names = []string{"Änne Öztürk", "Anna Muller", "Zoë Ørsted", ""}

// people are customers of those names, and two events are named after them.
func (s *store) people() (people []customer.Customer) {
	s.update(func(tx app.Tx) error {
		people = nil
		for i, name := range names[:3] {
			c, err := customer.FindOrCreate(tx, customer.Buyer{Name: name, Email: fmt.Sprintf("c%d@example.org", i)})
			if err != nil {
				return err
			}
			people = append(people, c)
			e := catalog.Event{Name: "Night of " + name, Start: tx.Now(), End: tx.Now().Add(time.Hour), Timezone: "UTC"}
			if err := indexes.Forge(catalog.Events).Insert(tx, &e); err != nil {
				return err
			}
		}
		return nil
	})
	return people
}

// named tells in the plainest way whether the texts of a filter name an order.
func named(f Filter, o *Order, people []customer.Customer) bool {
	var c customer.Customer
	if o.CustomerID != 0 {
		c = people[o.CustomerID-1]
	}
	if f.Reference != "" && !strings.Contains(o.Reference, strings.ToUpper(f.Reference)) {
		return false
	}
	if f.CustomerName != "" && !search.Query(f.CustomerName).Matches(c.Name) {
		return false
	}
	if f.Query == "" {
		return true
	}
	texts := [][]string{{c.Name, c.Email}, {o.Reference, o.ReserverName}}
	for _, id := range o.EventIDs {
		texts = append(texts, []string{"Night of " + names[id-1]})
	}
	return slices.ContainsFunc(texts, func(said []string) bool { return search.Query(f.Query).Matches(said...) })
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
	f.CustomerName = rapid.SampledFrom([]string{"", "", "", "an", "rsted zo", "%"}).Draw(t, "name")
	f.Query = rapid.SampledFrom([]string{"", "", "ann", "zturk", "1@EXAMPLE", "ight", "EF0000", "nobody", "%", "_"}).Draw(t, "query")
	if rapid.Bool().Draw(t, "feed") {
		f.LastUpdated = new(time.Unix(0, 0))
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
	t.Run("a cursor goes on alone, whatever filters it was made with", func(t *testing.T) {
		is := is.New(t)
		s.order(Complete, nil) // of no event
		p := s.list(Filter{Limit: 2, LastUpdated: &start, EventID: &one, Resale: flag(false), Contains: []catalog.ItemType{}})
		ids, _, _ := s.byCursor(Filter{Limit: 2, Cursor: p.Cursor})
		is.Equal(ids, []int64{3, 4, 5})
		p = s.list(Filter{Limit: 2, EventID: &one})
		is.Equal(s.list(Filter{Cursor: p.Cursor}).ids(), []int64{3, 2, 1})
		is.Equal(s.list(Filter{Cursor: p.Cursor, EventID: &one}).ids(), []int64{3, 2, 1})
	})
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
		if err = indexes.Forge(catalog.Events).Insert(tx, &catalog.Event{Name: "Straßenfest", Start: tx.Now(), End: tx.Now().Add(time.Hour), Timezone: "UTC"}); err != nil {
			return err
		}
		ann, err = customer.FindOrCreate(tx, customer.Buyer{Name: "Änne Öztürk", Email: "anne@example.org"})
		return err
	})
	mine := s.order(Complete, func(o *Order) { o.CustomerID = ann.ID })
	there := s.order(Complete, func(o *Order) { o.EventIDs = []int64{1} })
	reserved := s.order(Complete, func(o *Order) { o.ReserverName = "Jürgen Müller" })
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
		{"without accents, the words in any order", Filter{Query: "ozturk anne"}, []int64{mine.ID}},
		{"by the whole e-mail", Filter{Query: "anne@example.org"}, []int64{mine.ID}},
		{"by part of the reference", Filter{Reference: mine.Reference[2:]}, []int64{mine.ID}},
		{"by a name that never was a customer's", Filter{Query: "muller"}, []int64{reserved.ID}},
		{"from the middle of a name", Filter{CustomerName: "ztür"}, []int64{mine.ID}},
		{"from the middle of an e-mail and a name", Filter{Query: "xample nne"}, []int64{mine.ID}},
		{"from the middle of an event's name", Filter{Query: "RASSENF"}, []int64{there.ID}},
		{"from the middle of a reserver's name", Filter{Query: "üller ürg"}, []int64{reserved.ID}},
		{"from the middle of the reference", Filter{Query: strings.ToLower(mine.Reference[3:])}, []int64{mine.ID}},
		{"a pattern is no pattern", Filter{Query: "a%e"}, nil},
		{"words of two texts", Filter{Query: "strassenfest muller"}, nil},
		{"by a name, of one event", Filter{Query: "anne", EventID: new(int64(1))}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			p := s.list(c.f)
			is.Equal(p.ids(), c.want)
			is.Equal(p.Total, int64(len(c.want)))
		})
	}
}

// TestNobodySearchesForNamesUnseen: whoever may not read names finds references alone.
func TestNobodySearchesForNamesUnseen(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	reserved := s.order(Complete, func(o *Order) { o.ReserverName = "Jürgen Müller" })
	seller := &app.Caller{CompanyID: clerk.CompanyID, Abilities: map[app.Ability]bool{app.ListOrders: true}}
	for query, want := range map[string]int{"üller": 0, "Jürgen": 0, reserved.Reference[2:]: 1} {
		p, err := List(t.Context(), s.a, seller, Filter{Query: query})
		is.NoErr(err)
		is.Equal(len(p.Rows), want)
	}
}

// TestNamesOfMany: of a name that thousands have nobody reads each customer, and an
// e-mail is no name all the same.
func TestNamesOfMany(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	var people []customer.Customer
	s.update(func(tx app.Tx) error {
		people = nil
		for i := range 5_010 {
			c := customer.Customer{Name: "Legion", Email: fmt.Sprintf("l%d@example.org", i)}
			if i%2 == 1 {
				c.Name, c.Email = "Somebody", fmt.Sprintf("legion%d@example.org", i)
			}
			if err := indexes.Forge(customer.Customers).Insert(tx, &c); err != nil {
				return err
			}
			people = append(people, c)
		}
		return nil
	})
	s.order(Complete, func(o *Order) { o.CustomerID = people[1].ID })
	named := s.order(Complete, func(o *Order) { o.CustomerID = people[2].ID })
	for _, since := range []*time.Time{nil, &named.CreatedAt} {
		p := s.list(Filter{CustomerName: "legion", LastUpdated: since})
		is.Equal(p.ids(), []int64{named.ID})
		is.Equal(p.Total, int64(1))
	}
}

// TestRareFilter: what hardly any order has is found at once, with an exact total,
// however many orders there are.
func TestRareFilter(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	rare := s.order(Complete, func(o *Order) { o.Resale = true })
	s.many(list.MaxCounted + 50)
	p := s.list(Filter{Resale: flag(true)})
	is.Equal(p.ids(), []int64{rare.ID})
	is.Equal(p.Total, int64(1))
	is.Equal(p.HasMore, false)
	p = s.list(Filter{Offset: list.MaxCounted + 49})
	is.Equal(len(p.Rows), 2)
	is.Equal(p.Total, int64(list.MaxCounted+51))
}

// many adds complete orders in one go, all reserved under one name.
func (s *store) many(n int) {
	s.update(func(tx app.Tx) error {
		now := tx.Now()
		for i := range n {
			o := Order{Reference: fmt.Sprintf("X%d", i), Status: Complete, CompletedAt: &now, ReserverName: "Legion"}
			if err := orderTable.Insert(tx, &o); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestLowerBound: a search that names more orders than are counted fills its pages
// and says that its total is a lower bound; the walk reaches everything.
func TestLowerBound(t *testing.T) {
	is := is.New(t)
	s := newStore(t)
	s.many(list.MaxCounted + 150)
	f := Filter{Query: "legion"}
	p := s.list(f)
	is.Equal(len(p.Rows), MaxPage)
	is.Equal(p.TotalIsLowerBound, true)
	is.True(p.Total >= list.MaxCounted)
	f.Offset = list.MaxCounted + 100
	p = s.list(f)
	is.Equal(len(p.Rows), 50)
	is.Equal(p.TotalIsLowerBound, false) // the end was seen
	is.Equal(p.Total, int64(list.MaxCounted+150))
	f.Offset = 0
	ids, _, _ := s.byCursor(f)
	slices.Sort(ids)
	is.Equal(len(slices.Compact(ids)), list.MaxCounted+150)
}
