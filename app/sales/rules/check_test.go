package rules

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"

	"github.com/matryer/is"
)

// The sale items of the tables: a ticket of an event, its add-on, a bundle of both, a donation
// and what is for a group.
const (
	ticket int64 = iota + 1
	addon
	bundle
	donation
	grouped
	guest
)

// table is a basket of nothing, in a company that sells in euros.
func table() *Basket {
	event := &catalog.Event{}
	event.ID = 9
	b := &Basket{Caller: &app.Caller{Super: true}, Company: &company.Company{}, Wall: time.Now(), Goods: map[int64]*catalog.Goods{}}
	b.Order.CurrencyID, b.Order.Channel = 978, catalog.BoxOffice
	for id := ticket; id <= guest; id++ {
		s, item := &catalog.SaleItem{ID: id, ItemID: 10 + id, Type: catalog.Ticket, Prices: []catalog.Price{{CurrencyID: 978, Base: 1000}}}, &catalog.InventoryItem{Name: "Thing"}
		b.Goods[id] = &catalog.Goods{SaleItem: s, Item: item, Event: event}
		s.EventID = event.ID
	}
	b.Goods[addon].ParentID = ticket
	b.Goods[bundle].Type, b.Goods[bundle].Bundled = catalog.Bundle, []catalog.Bundled{{SaleItemID: ticket, Quantity: 2}, {SaleItemID: addon, Quantity: 1}}
	b.Goods[donation].Type, b.Goods[donation].EventID, b.Goods[donation].Event = catalog.Charity, 0, nil
	b.Goods[grouped].CustomerGroups = []int64{1}
	b.Goods[guest].Type = catalog.GuestList
	return b
}

// holds puts units that are stored into the basket.
func (b *Basket) holds(id, n int64) {
	g := b.Goods[id]
	for range n {
		it := order.Item{ID: int64(len(b.Units) + 1), SaleItemID: id, ItemID: g.ItemID, EventID: g.EventID, Type: g.Type}
		b.Units = append(b.Units, &Unit{Item: it, Was: &it})
		b.Order.ItemIDs = append(b.Order.ItemIDs, it.ID)
	}
}

func TestCheck(t *testing.T) {
	two := int64(2)
	for _, tt := range []struct {
		name string
		set  func(b *Basket, f *Facts)
		id   int64
		n    int64
		want string
	}{
		{"what fits is not refused", nil, ticket, 4, ""},
		{"what is not on sale", func(b *Basket, f *Facts) {
			f.NotSold[0] = catalog.NotSold{Reason: catalog.IsCancelled, Of: b.Goods[ticket]}
		}, ticket, 1, TypeNotOnSale},
		{"a window that is lifted", func(b *Basket, f *Facts) {
			f.NotSold[0], b.Lifting.May = catalog.NotSold{Reason: catalog.NotYetOpen}, []Override{OnSaleDates}
		}, ticket, 1, ""},
		{"what was cancelled is not lifted", func(b *Basket, f *Facts) {
			f.NotSold[0], b.Lifting.May = catalog.NotSold{Reason: catalog.IsCancelled, Of: b.Goods[ticket]}, []Override{OnSaleDates}
		}, ticket, 1, TypeNotOnSale},
		{"no price in the currency", func(b *Basket, _ *Facts) { b.Order.CurrencyID = 840 }, ticket, 1, TypeCurrency},
		{"what an access code is needed for", func(b *Basket, f *Facts) { f.Locked = []*catalog.Goods{b.Goods[ticket]} }, ticket, 1, TypeNotOnSale},
		{"a customer of no group", func(b *Basket, _ *Facts) { b.Order.CustomerID = 5 }, grouped, 1, TypeInvalid},
		{"a customer of the group", func(b *Basket, f *Facts) { b.Order.CustomerID, f.Member = 5, map[int64]bool{grouped: true} }, grouped, 1, ""},
		{"nobody is asked for a group before they are known", nil, grouped, 1, ""},
		{"too many for a shop basket", func(b *Basket, _ *Facts) { b.Order.Channel, b.Company.BasketSizeLimit = catalog.Shop, 2 }, ticket, 3, TypeSize},
		{"staff are not bound by it", func(b *Basket, _ *Facts) { b.Company.BasketSizeLimit = 2 }, ticket, 3, ""},
		{"a basket that was changed too often", func(b *Basket, _ *Facts) { b.Order.ItemIDs = make([]int64, maxEverInBasket) }, ticket, 1, TypeSize},
		{"another event in a basket of one", func(b *Basket, _ *Facts) {
			b.Company.SingleEventBaskets = true
			b.holds(addon, 1)
			b.Units[0].EventID = 8
		}, ticket, 1, typeSeveralEvents},
		{"below the minimum", func(b *Basket, _ *Facts) { b.Goods[ticket].MinOrder = 3 }, ticket, 2, typeMinimum},
		{"the minimum counts what is there", func(b *Basket, _ *Facts) { b.Goods[ticket].MinOrder = 3; b.holds(ticket, 1) }, ticket, 2, ""},
		{"a minimum that is lifted", func(b *Basket, _ *Facts) {
			b.Goods[ticket].MinOrder, b.Lifting.May = 3, []Override{Minimum}
		}, ticket, 2, ""},
		{"above the maximum", func(b *Basket, _ *Facts) { b.Goods[ticket].MaxOrder = 3; b.holds(ticket, 2) }, ticket, 2, TypeInvalid},
		{"no multiple", func(b *Basket, _ *Facts) { b.Goods[ticket].MultiplesOf = 2 }, ticket, 3, TypeInvalid},
		{"a second donation of a kind", func(b *Basket, _ *Facts) { b.holds(donation, 1) }, donation, 1, TypeInvalid},
		{"an add-on alone", nil, addon, 1, TypeInvalid},
		{"an add-on of what is there", func(b *Basket, _ *Facts) { b.holds(ticket, 1) }, addon, 1, ""},
		{"an add-on that is lifted", func(b *Basket, _ *Facts) { b.Lifting.May = []Override{Companions} }, addon, 1, ""},
		{"an add-on comes with a bundle of its parent", nil, bundle, 1, ""},
		{"a prerequisite that is not there", func(b *Basket, _ *Facts) { b.Goods[ticket].Prerequisites = []int64{grouped} }, ticket, 1, TypeInvalid},
		{"a prerequisite that the customer has", func(b *Basket, f *Facts) {
			b.Goods[ticket].Prerequisites, f.Owned = []int64{grouped}, map[int64]bool{grouped: true}
		}, ticket, 1, ""},
		{"one of two prerequisites is not all", func(b *Basket, f *Facts) {
			b.Goods[ticket].Prerequisites, f.Owned = []int64{grouped, guest}, map[int64]bool{guest: true}
		}, ticket, 1, TypeInvalid},
		{"one of two is enough where any is", func(b *Basket, f *Facts) {
			b.Goods[ticket].Prerequisites, b.Goods[ticket].AnyPrerequisite, f.Owned = []int64{grouped, guest}, true, map[int64]bool{guest: true}
		}, ticket, 1, ""},
		{"more tickets of the event than a customer has", func(b *Basket, f *Facts) {
			b.Goods[ticket].Event.MaxTicketsPerCustomer, f.Tickets = &two, map[int64]int64{9: 1}
		}, ticket, 2, TypePurchaseLimit},
		{"as many as a customer has", func(b *Basket, f *Facts) {
			b.Goods[ticket].Event.MaxTicketsPerCustomer, f.Tickets = &two, map[int64]int64{9: 1}
		}, ticket, 1, ""},
		{"those that are given up do not count", func(b *Basket, f *Facts) {
			b.Goods[ticket].Event.MaxTicketsPerCustomer, f.Tickets = &two, map[int64]int64{9: 2}
			f.GivenUp = []order.Item{{SaleItemID: ticket, EventID: 9, Type: catalog.Ticket, Sold: true}}
		}, ticket, 1, ""},
		{"a limit that is lifted", func(b *Basket, _ *Facts) {
			b.Goods[ticket].Event.MaxTicketsPerCustomer, b.Lifting.May = &two, []Override{PurchaseLimit}
		}, ticket, 3, ""},
		{"more of a sale item than a customer has", func(b *Basket, f *Facts) { b.Goods[ticket].MaxPerCustomer, f.Units = 3, map[int64]int64{ticket: 2} }, ticket, 2, TypePurchaseLimit},
		{"a second sign-up for a list", func(_ *Basket, f *Facts) { f.Units = map[int64]int64{guest: 1} }, guest, 1, TypePurchaseLimit},
		{"an amount where none is asked for", nil, ticket, -1, TypeAmount},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b, f, p := table(), Facts{NotSold: make([]catalog.NotSold, 1)}, app.Problems{}
			if tt.set != nil {
				tt.set(b, &f)
			}
			in := AddItem{SaleItemID: tt.id, Quantity: &tt.n}
			if tt.n < 0 {
				in.Quantity, in.Amount = new(int64(1)), new(int64(500))
			}
			w, err := b.Want(&p, in, 0, b.Order.Channel)
			is.NoErr(err)
			is.NoErr(p.Err())
			w.Band = &company.TaxBand{}
			ask := Asked(b, []*Wanted{w}, b.Order.Channel)
			got := Check(b, &ask, &f)
			if tt.want == "" {
				is.Equal(len(got), 0)
				return
			}
			is.Equal(len(got), 1)
			is.Equal(got[0].Type, tt.want)
		})
	}
}

// What comes needs approval or not, and is not mixed.
func TestApprovalsAreNotMixed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		coming Approvals
		mixed  bool
	}{
		{"what is free alone", Approvals{free: true}, false},
		{"what waits alone", Approvals{before: true}, false},
		{"what waits beside what is free", Approvals{before: true, free: true}, true},
		{"guests beside what is free", Approvals{after: true, free: true}, true},
		{"guests beside what waits", Approvals{before: true, after: true}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r Refusals
			CheckApproval(table(), &r, tt.coming)
			is.New(t).Equal(len(r) > 0, tt.mixed)
		})
	}
}
