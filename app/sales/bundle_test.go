package sales_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/approval"
	"marquee/app/sales/recovery"
	"marquee/app/sales/rules"
	"marquee/app/seating"
	"marquee/app/wallet"
	"marquee/indexes"
)

// bundle puts a bundle on sale for 50.00 that brings so many of some sale items.
func (h *hall) bundle(change func(*catalog.NewSaleItem), content ...catalog.Bundled) (catalog.SaleItem, error) {
	name, unlimited := "Family", true
	in := catalog.NewSaleItem{Type: catalog.Bundle, EventID: h.event.ID}
	in.Item.Name, in.Item.Unlimited = &name, &unlimited
	in.Sale.Prices = &[]catalog.Price{{CurrencyID: h.A.Currency().ID, Base: 5000, ProcessingFee: 100}}
	in.Sale.Bundled = &content
	if change != nil {
		change(&in)
	}
	v, err := catalog.CreateSaleItem(h.t.Context(), h.App, h.A.Owner, in)
	return v.SaleItem, err
}

func (h *hall) mustBundle(content ...catalog.Bundled) catalog.SaleItem {
	h.t.Helper()
	s, err := h.bundle(nil, content...)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

func of(s catalog.SaleItem, n int64) catalog.Bundled {
	return catalog.Bundled{SaleItemID: s.ID, Quantity: n}
}

func mug(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, i.Name = catalog.Product, "Mug" }

func TestABundleBringsItsContent(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket, mugs := h.addItem(10, plain), h.addItem(3, mug)
	b := h.mustBundle(of(ticket, 2), of(mugs, 1))
	in := adding(one(b, 2), one(ticket, 1))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	basket := h.mustAdd(in)
	is.Equal(basket.Order.Totals.Total, int64(2*5100+2250))
	is.Equal(len(basket.Items), 1+2*4)
	is.Equal(h.stock(ticket).Reserved, int64(5))
	is.Equal(h.stock(mugs).Reserved, int64(2))
	for _, it := range basket.Items {
		if it.LeadItemID != 0 {
			is.Equal(it.Price, int64(0))
		}
	}
	var rows []string
	for _, l := range basket.Lines {
		rows = append(rows, fmt.Sprint(l.Quantity(), " for ", l.Total))
	}
	is.Equal(rows, []string{"2 for 10200", "4 for 0", "2 for 0", "1 for 2250"}) // what comes with bundles stands apart

	// One bundle goes, with what it brought, and the ticket by itself stays.
	basket, err := sales.SetQuantity(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(basket), SaleItemID: b.ID, Quantity: 1, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(h.stock(ticket).Reserved, int64(3))
	_, err = sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(basket), SaleItemID: mugs.ID, Channel: catalog.APIChannel})
	is.Equal(fieldsOf(err), []string{"itemId"}) // is not there by itself
	basket, err = sales.RemoveItem(t.Context(), h.App, h.A.Owner, sales.ChangeItem{Basket: key(basket), SaleItemID: ticket.ID, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(h.stock(ticket).Reserved, int64(2))

	done, err := h.complete(basket, cash)
	is.NoErr(err)
	is.Equal(done.Order.Totals.Paid, int64(5100))
	var codes []string
	for _, it := range done.Items {
		is.Equal(it.Barcode != "", it.Type != catalog.Bundle)
		if it.Barcode != "" {
			codes = append(codes, it.Barcode)
		}
	}
	slices.Sort(codes)
	is.Equal(len(slices.Compact(codes)), 3)
	is.Equal(h.stock(b).Sold, int64(1))
	is.Equal(h.capacity(h.event.ID).Sold, int64(2)) // the bundle itself is no ticket
}

// What a bundle brings is not there: the bundle is refused, and nothing is taken.
func TestABundleIsAsScarceAsItsContent(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket, mugs := h.addItem(5, plain), h.addItem(-1, mug)
	b := h.mustBundle(of(ticket, 2), of(mugs, 1))
	shown := func(left int64) {
		d, err := catalog.ViewSaleItem(t.Context(), h.App, h.A.Owner, b.ID, catalog.APIChannel, false)
		is.NoErr(err)
		is.Equal(*d.Left(), left)
	}
	shown(2)
	_, err := h.add(adding(one(b, 3)))
	var e *app.Error
	is.True(errors.As(err, &e))
	is.Equal(len(e.Reasons), 1)
	is.Equal(e.Reasons[0].Type, "not_enough_stock")
	is.Equal(e.Reasons[0].ID, b.ID) // the one that was asked for
	is.Equal(h.stock(ticket).Reserved, int64(0))
	h.mustAdd(adding(one(b, 2)))
	shown(0)
	_, err = h.add(adding(one(ticket, 2)))
	is.Equal(types(err), []string{"not_enough_stock"})

	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.SaleItems).Update(tx, mugs.ID, func(s *catalog.SaleItem) error { s.HideFromBoxOffice = true; return nil })
		return err
	})
	_, err = h.add(adding(one(b, 1)))
	is.Equal(types(err), []string{"not_on_sale"})
}

func TestWhatABundleMayBring(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket, free := h.addItem(-1, plain), h.addItem(-1, plain)
	other := h.addEvent(func(*catalog.Event) {})
	for name, c := range map[string]struct {
		of   catalog.SaleItem
		want string
	}{
		"of another event": {h.addItem(-1, at(other.ID)), "saleItemData.bundledItems.0.id"},
		"an add-on":        {h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.ParentID = free.ID }), "saleItemData.bundledItems.0.id"},
		"a donation":       {h.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type = catalog.Charity }), "saleItemData.bundledItems.0.id"},
		"variable":         {h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prices[0].Variable = true }), "saleItemData.bundledItems.0.id"},
		"nothing":          {catalog.SaleItem{ID: 999}, "saleItemData.bundledItems.0.id"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			_, err := h.bundle(nil, of(c.of, 1))
			is.Equal(fieldsOf(err), []string{c.want})
		})
	}
	asked := h.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	_, err := h.bundle(nil, of(ticket, 1), of(asked, 1))
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems.1.id"})
	_, err = h.bundle(nil, of(ticket, 26), of(free, 25))
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems"})
	_, err = h.bundle(nil)
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems"})
	_, err = h.bundle(nil, of(ticket, 1), of(ticket, 1))
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems.1.id"})

	b := h.mustBundle(of(ticket, 2))
	_, err = h.bundle(nil, of(ticket, 1))
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems.0.id"}) // in another bundle
	_, err = h.bundle(nil, of(b, 1))
	is.Equal(fieldsOf(err), []string{"saleItemData.bundledItems.0.id"}) // no bundle in a bundle
	update := func(typ catalog.ItemType, s catalog.SaleItem, c catalog.SaleItemChange) error {
		_, err := catalog.UpdateSaleItem(t.Context(), h.App, h.A.Owner, typ, s.ID, c, catalog.ItemChange{})
		return err
	}
	is.Equal(fieldsOf(update(catalog.Ticket, ticket, catalog.SaleItemChange{ParentID: app.Is(free.ID)})), []string{"saleItemData.parentSaleItemId"})
	fewer := []catalog.Bundled{of(ticket, 1)}
	is.NoErr(update(catalog.Bundle, b, catalog.SaleItemChange{Bundled: &fewer}))
	h.mustAdd(adding(one(b, 1)))
	more := []catalog.Bundled{of(ticket, 3)}
	is.Equal(fieldsOf(update(catalog.Bundle, b, catalog.SaleItemChange{Bundled: &more})), []string{"saleItemData.bundledItems"})
}

// Rules and charges are about the bundle, not about what it brings, but for what a customer
// may hold.
func TestRulesOfABundle(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MinOrder, s.MaxOrder = 4, 4 })
	addon := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.ParentID = ticket.ID })
	needs := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.Prerequisites = []int64{ticket.ID} })
	b := h.mustBundle(of(ticket, 3))
	h.code(discount.Percentage, "HALF", 5000)
	basket := h.mustAdd(adding(one(b, 2), one(addon, 1), one(needs, 1)))
	basket = h.mustEnter(basket, "HALF")
	is.Equal(basket.Order.Totals.Discount, int64(5000+1000+1000)) // half of two bundles, an add-on and a ticket
	_, err := h.add(adding(one(b, 76)))                           // 76 and 228 units
	is.Equal(types(err), []string{"basket_size_limit_exceeded"})
	_, err = h.add(adding(one(b, 75)))
	is.NoErr(err)

	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, h.event.ID, func(e *catalog.Event) error { e.MaxTicketsPerCustomer = new(int64(5)); return nil })
		return err
	})
	_, err = h.add(adding(one(b, 2)))
	is.Equal(types(err), []string{"purchase_limit"})
	_, err = h.add(adding(one(b, 1)))
	is.NoErr(err)
}

// A bundle waits for approval when what it brings does, and is decided about as a whole.
func TestApprovingABundle(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	asked := h.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.RequiresApproval = true })
	b := h.mustBundle(of(asked, 2))
	basket := h.mustAdd(adding(one(b, 2)))
	done, err := h.complete(basket, cash)
	is.NoErr(err)
	is.Equal(done.Order.Status, order.AwaitingApproval)
	var leads []int64
	for _, it := range done.Items {
		if it.Type == catalog.Bundle {
			leads = append(leads, it.ID)
		}
	}
	_, err = approval.Decide(t.Context(), h.App, h.A.Owner, []approval.Decision{{OrderItemID: leads[0], Approve: true}, {OrderItemID: leads[1]}})
	is.NoErr(err)
	is.Equal(h.stock(asked).Reserved, int64(2)) // what the rejected one brought is free
	done, err = h.complete(done, cash)
	is.NoErr(err)
	is.Equal(done.Order.Totals.Paid, int64(5100))
	is.Equal(h.stock(asked).Sold, int64(2))
}

// An expired basket is recovered with its bundles, and each brings its content once.
func TestABundleIsRecovered(t *testing.T) {
	is := is.New(t)
	h := newHall(t)
	ticket := h.addItem(4, plain)
	b := h.mustBundle(of(ticket, 2))
	in := adding(one(b, 2))
	in.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	h.mustAdd(in)
	h.Clock.Jump(h.A.Company.BasketTimeout())
	again, missing, err := recovery.RecoverBasket(t.Context(), h.App, h.A.Owner, recovery.Recovery{Email: "ada@example.com", Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(missing), 0)
	is.Equal(len(again.Items), 6)
	is.Equal(h.stock(ticket).Reserved, int64(4))
}

// looksAtContentFirst is the seller these tests must be able to catch: it sees that there is
// content, and sells the bundle by the stock of the bundle alone.
func (h *hall) looksAtContentFirst(b, content catalog.SaleItem, looked *sync.WaitGroup) bool {
	left := h.stock(content).Current()
	looked.Done()
	looked.Wait()
	if *left < 2 {
		return false
	}
	_, err := patient(func() (int, error) {
		return 0, h.App.UpdateCompany(h.t.Context(), h.A.Company.ID, func(tx app.Tx) error {
			return catalog.Reserve(tx, &b, 1, false)
		})
	})
	return err == nil
}

// Bundles and single tickets want the same stock: not one too many of either.
func TestBundlesAndTicketsRace(t *testing.T) {
	const buyers, stock = 60, 21
	t.Run("no unit too many", func(t *testing.T) {
		is := is.New(t)
		h := rush(t)
		ticket := h.addItem(stock, plain)
		b := h.mustBundle(of(ticket, 2))
		var sold atomic.Int64
		together(buyers, func(i int) {
			in, n := adding(one(b, 1)), int64(2)
			if i%3 == 0 {
				in, n = adding(one(ticket, 1)), 1
			}
			in.Payment = &cash
			if _, err := patient(func() (order.Basket, error) { return h.add(in) }); err == nil {
				sold.Add(n)
			}
		})
		is.Equal(h.stock(ticket).Sold, sold.Load())
		is.True(sold.Load() == stock || sold.Load() == stock-1) // the last one may be too few for a bundle
	})
	t.Run("control: who looks first sells content many times", func(t *testing.T) {
		h := rush(t)
		ticket := h.addItem(2, plain)
		b := h.mustBundle(of(ticket, 2))
		var sold atomic.Int64
		var looked sync.WaitGroup
		looked.Add(buyers)
		together(buyers, func(int) {
			if h.looksAtContentFirst(b, ticket, &looked) {
				sold.Add(1)
			}
		})
		h.update(func(tx app.Tx) error { return catalog.Release(tx, &b, sold.Load()) })
		if sold.Load() < 2 {
			t.Fatal("the race does not show: the test above proves nothing")
		}
	})
}

// A bundle can bring a top-up, of any event or none: it credits its price when the bundle is
// bought, nobody cashes that out, and it is taken back with the bundle.
func TestABundleBringsATopup(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	ticket := p.addItem(-1, plain)
	credit := p.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) {
		i.Type, i.Name, s.EventID, s.Prices[0] = catalog.CashlessTopup, "Drinks", 0, catalog.Price{ID: 1, CurrencyID: p.currency.ID, Base: 1500}
	})
	b := p.mustBundle(of(ticket, 1), of(credit, 2))
	basket := p.mustAdd(adding(one(b, 1)))
	is.Equal(basket.Order.Totals.Total, int64(5100))
	_, err := p.complete(basket, cash)
	is.Equal(fieldsOf(err), []string{"customerId"}) // nobody could be credited
	named := adding(one(b, 1))
	named.Buyer = customer.Buyer{Email: "ada@example.com", Name: "Ada Lovelace"}
	done, err := p.complete(p.mustAdd(named), cash)
	is.NoErr(err)
	is.Equal(done.Order.Totals.Paid, int64(5100))
	balance := func() (n int64) {
		is.NoErr(p.App.View(t.Context(), p.A.Owner, app.Authenticated, func(r app.Reader) error {
			all, err := wallet.Of(r, done.Order.CustomerID)
			for _, w := range all {
				is.Equal(w.Refundable(false, p.Clock.Now()), int64(0))
				n += w.Available
			}
			return err
		}))
		return n
	}
	is.Equal(balance(), int64(3000))
	n, err := p.refundOf(done, func(*rules.Refund) {})
	is.NoErr(err)
	is.Equal(n, int64(5100))
	is.Equal(balance(), int64(0))
}

// A bundle can bring seats: the best there are, taken, sold and given back with it.
func TestABundleBringsSeats(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	b := x.mustBundle(of(x.row, 2))
	basket := x.mustAdd(adding(one(b, 2)))
	taken := x.has(basket)
	is.Equal(len(taken), 4)
	for _, at := range taken {
		is.Equal(x.status(at), seating.IsReserved)
	}
	_, err := sales.RemoveItem(t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(basket), SaleItemID: x.row.ID, SpaceID: x.plan.FirstSpace + taken[0], Channel: catalog.APIChannel})
	is.Equal(fieldsOf(err), []string{"spaceId"}) // it goes with the bundle alone
	basket, err = sales.SetQuantity(t.Context(), x.App, x.A.Owner, sales.ChangeItem{Basket: key(basket), SaleItemID: b.ID, Quantity: 1, Channel: catalog.APIChannel})
	is.NoErr(err)
	is.Equal(len(x.has(basket)), 2)
	done, err := x.complete(basket, cash)
	is.NoErr(err)
	for _, at := range x.has(done) {
		is.Equal(x.status(at), seating.IsSold)
	}
	_, err = x.add(adding(one(b, 6))) // ten seats are left
	is.Equal(types(err), []string{"not_enough_stock"})
	named := one(b, 1)
	named.SpaceID = x.plan.FirstSpace
	_, err = x.add(adding(named))
	is.Equal(fieldsOf(err), []string{"items.0.spaceId"}) // of two seats which one?
	_, err = x.refundOf(done, func(*rules.Refund) {})
	is.NoErr(err)
	for _, at := range taken {
		is.Equal(x.status(at), seating.IsAvailable)
	}
}

// Of a bundle with one seat the buyer may name it.
func TestTheSeatOfABundleIsNamed(t *testing.T) {
	is := is.New(t)
	x := newSeated(t)
	b, bare := x.mustBundle(of(x.row, 1)), x.mustBundle(of(x.addItem(-1, plain), 2))
	named := func(s catalog.SaleItem, at, n int64) sales.AddToBasket {
		it := one(s, n)
		it.SpaceID = x.plan.FirstSpace + at
		return adding(it)
	}
	basket, err := x.add(named(b, 3, 1))
	is.NoErr(err)
	is.Equal(x.has(basket), []int64{3})
	for _, refused := range []struct {
		in          sales.AddToBasket
		field, kind string
	}{
		{named(b, 3, 1), "", "not_enough_stock"},
		{named(b, 4, 2), "items.0.quantity", ""},
		{named(b, 1_000, 1), "items.0.spaceId", ""},
		{named(bare, 4, 1), "", "order_item_invalid"},
	} {
		_, err := x.add(refused.in)
		if refused.field != "" {
			is.Equal(fieldsOf(err), []string{refused.field})
		} else {
			is.Equal(types(err), []string{refused.kind})
		}
	}
}
