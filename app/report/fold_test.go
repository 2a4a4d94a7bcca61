package report_test

import (
	"context"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/sales"
	"marquee/app/sales/modification"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/indexes"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// promoter is an event with two kinds of tickets and a product, and what was sold of it.
type promoter struct {
	*apptest.World
	t     rapid.TB
	ctx   context.Context
	event catalog.Event
	items []catalog.SaleItem
	sold  []int64
}

func newPromoter(t testing.TB, opts ...apptest.Option) *promoter {
	p := &promoter{World: apptest.New(t, opts...), t: t, ctx: t.Context()}
	p.update(func(tx app.Tx) error {
		p.event = catalog.Event{Name: "Concert", Start: p.Clock.Now().AddDate(1, 0, 9), End: p.Clock.Now().AddDate(1, 0, 10), Timezone: "Europe/Berlin", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &p.event); err != nil {
			return err
		}
		return catalog.PortsOf(tx).EventCreated(tx, &p.event)
	})
	p.offer(catalog.Ticket, "Standing", 2000, 250)
	p.offer(catalog.Ticket, "Seated", 3500, 0)
	p.offer(catalog.Product, "Poster", 900, 0)
	return p
}

func (p *promoter) update(fn func(tx app.Tx) error) {
	p.must(p.App.Update(p.ctx, p.A.Owner, app.Authenticated, fn))
}

func (p *promoter) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *promoter) offer(kind catalog.ItemType, name string, base, fee int64) {
	var s catalog.SaleItem
	p.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: kind, Name: name}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{EventID: p.event.ID, ItemID: i.ID, Type: kind, Prices: []catalog.Price{
			{ID: 1, CurrencyID: p.A.Company.CurrencyID, Base: base, ProcessingFee: fee},
		}}
		if err := indexes.Forge(catalog.SaleItems).Insert(tx, &s); err != nil {
			return err
		}
		total := int64(1000)
		_, err := catalog.SetTotal(tx, catalog.LayerSaleItem, s.ID, &total)
		return err
	})
	p.items = append(p.items, s)
}

func (p *promoter) sell(method order.Method, quantities ...int64) order.Basket {
	in := sales.AddToBasket{Channel: catalog.APIChannel}
	for i, n := range quantities {
		if n > 0 {
			in.Items = append(in.Items, rules.AddItem{SaleItemID: p.items[i].ID, Quantity: &n})
		}
	}
	b, err := sales.Add(p.ctx, p.App, p.A.Owner, in)
	p.must(err)
	done, err := sales.CompleteOrder(p.ctx, p.App, p.A.Owner, sales.Completion{
		Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: method}, Channel: catalog.APIChannel,
	})
	p.must(err)
	p.sold = append(p.sold, b.Order.ID)
	return done.Basket
}

func (p *promoter) refund(id int64, items ...int64) error {
	_, err := refund.Orders(p.ctx, p.App, p.A.Owner, rules.Refund{Order: order.Key{ID: id}, ItemIDs: items, Kind: rules.MoneyBack})
	return err
}

func (p *promoter) fold() { p.must(p.App.RunJob(p.ctx, report.FoldFigures)) }

func (p *promoter) statistics(in report.AskStatistics) report.Statistics {
	p.t.Helper()
	in.EventID = p.event.ID
	s, err := report.EventStatistics(p.ctx, p.App, p.A.Owner, in)
	p.must(err)
	return s
}

// recount adds up what the statistics must say from the items, in its own way.
func (p *promoter) recount(from, until time.Time) (volume, tickets, products int64) {
	p.must(p.App.View(p.ctx, p.A.Owner, app.Authenticated, func(r app.Reader) error {
		for h, err := range order.Items.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			it := &h.Rec
			o, err := order.Orders.Get(r, it.OrderID)
			if err != nil {
				return err
			}
			if !it.Admissible() || o.CompletedAt.Before(from) || o.CompletedAt.After(until) {
				continue
			}
			switch it.Type {
			case catalog.Ticket:
				tickets++
			case catalog.Product:
				products++
			}
			if len(o.Methods) == 1 && o.Methods[0] != string(order.ComplimentaryMethod) {
				volume += it.Base - it.Refunded
			}
		}
		return nil
	}))
	return volume, tickets, products
}

func TestStatistics(t *testing.T) {
	t.Run("say what was sold, and what is left after a refund", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		first := p.sell(order.Cash, 3, 0, 1)
		p.sell(order.Bank, 0, 2)
		p.sell(order.ComplimentaryMethod, 1)
		s := p.statistics(report.AskStatistics{})
		is.Equal(s.Volume, int64(3*2000+900+2*3500))
		is.Equal(s.Orders, int64(3))
		is.Equal(s.Tickets.Quantity, int64(6))
		is.Equal(s.Tickets.Volume, int64(3*2000+2*3500))
		is.Equal(s.Products.Quantity, int64(1))
		is.Equal(s.Tickets.Top[0].Name, "Standing")
		is.Equal(s.Tickets.Top[0].Quantity, int64(4))
		is.Equal(*s.Tickets.Capacity.Total, int64(2000))
		is.Equal(*s.Tickets.Capacity.Permille(), int64(3))
		is.Equal(p.statistics(report.AskStatistics{TopByVolume: true}).Tickets.Top[0].Name, "Seated")

		p.must(p.refund(first.Order.ID))
		s = p.statistics(report.AskStatistics{})
		is.Equal(s.Volume, int64(2*3500))
		is.Equal(s.Orders, int64(2))
		is.Equal(s.Tickets.Quantity, int64(3))
		is.Equal(s.Products.Quantity, int64(0))
	})
	t.Run("of a span count its first and its last minute", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		at := p.Clock.Now()
		for range 4 {
			p.sell(order.Cash, 1)
			p.Clock.Jump(45 * time.Minute)
		}
		for _, c := range []struct {
			from, until time.Duration
			sold        int64
		}{{0, 3 * time.Hour, 4}, {45 * time.Minute, 90 * time.Minute, 2}, {46 * time.Minute, 89 * time.Minute, 0}, {90 * time.Minute, 90 * time.Minute, 1}, {-time.Hour, -time.Minute, 0}, {30 * time.Minute, 300 * time.Hour, 3}} {
			from, until := at.Add(c.from), at.Add(c.until)
			is.Equal(p.statistics(report.AskStatistics{From: &from, Until: &until}).Tickets.Quantity, c.sold) // sold within the span
		}
	})
	t.Run("are of one currency, and of the own company", func(t *testing.T) {
		is := is.New(t)
		p := newPromoter(t)
		_, err := report.EventStatistics(t.Context(), p.App, p.A.Owner, report.AskStatistics{EventID: p.event.ID, CurrencyID: 392})
		is.Equal(app.KindOf(err), app.Invalid)
		_, err = report.EventStatistics(t.Context(), p.App, p.B.Owner, report.AskStatistics{EventID: p.event.ID})
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = report.EventStatistics(t.Context(), p.App, p.A.With(app.ViewEvents), report.AskStatistics{EventID: p.event.ID})
		is.Equal(app.KindOf(err), app.Forbidden)
	})
}

// TestFiguresFollow: whatever happens, in whatever steps it is folded and however often the
// box office starts again, the figures are those of a recount.
func TestFiguresFollow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := newPromoter(t, apptest.Unchecked())
		p.t = rt
		barcodes := map[string]bool{}
		began := p.Clock.Now()
		rt.Repeat(map[string]func(*rapid.T){
			"sell": func(rt *rapid.T) {
				n := rapid.SliceOfN(rapid.Int64Range(0, 3), 3, 3).Draw(rt, "quantities")
				n[0]++
				method := rapid.SampledFrom([]order.Method{order.Cash, order.Bank, order.ComplimentaryMethod}).Draw(rt, "method")
				for _, it := range p.unitsOf(p.sell(method, n...).Order.ID) {
					barcodes[it.Barcode] = true
				}
			},
			"refund": func(rt *rapid.T) {
				if len(p.sold) == 0 {
					return
				}
				id := rapid.SampledFrom(p.sold).Draw(rt, "order")
				units := p.unitsOf(id)
				_ = p.refund(id, units[rapid.IntRange(0, len(units)-1).Draw(rt, "unit")].ID) // may be refunded already
			},
			"scan": func(rt *rapid.T) {
				for code := range barcodes {
					p.scan(code, rapid.SampledFrom([]string{"in", "out"}).Draw(rt, "direction"))
					return
				}
			},
			"leap": func(rt *rapid.T) {
				p.Clock.Jump(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 3 * time.Hour}).Draw(rt, "leap"))
			},
			"fold":    func(*rapid.T) { p.fold() },
			"restart": func(*rapid.T) { p.App = app.New(p.App.Engine(), p.App.Definition(), app.Options{Clock: p.Clock.Now}) },
			"refold":  func(*rapid.T) { p.must(report.Refold(p.ctx, p.App, p.A.Company.ID)) },
			"": func(rt *rapid.T) {
				if !rapid.Bool().Draw(rt, "look") {
					apptest.CheckApp(p.ctx, rt, p.App)
					return
				}
				s := p.statistics(report.AskStatistics{})
				volume, tickets, products := p.recount(began, p.Clock.Now().Add(time.Hour))
				if s.Volume != volume || s.Tickets.Quantity != tickets || s.Products.Quantity != products {
					rt.Fatalf("figures %d, %d, %d; recount %d, %d, %d", s.Volume, s.Tickets.Quantity, s.Products.Quantity, volume, tickets, products)
				}
			},
		})
		p.fold()
		apptest.CheckApp(p.ctx, rt, p.App)
	})
}

func (p *promoter) unitsOf(id int64) (all []order.Item) {
	p.must(p.App.View(p.ctx, p.A.Owner, app.Authenticated, func(r app.Reader) error {
		o, err := order.Orders.Get(r, id)
		if err == nil {
			all, err = order.ItemsOf(r, &o)
		}
		return err
	}))
	return all
}

func (p *promoter) scan(barcode, direction string) {
	zones, err := entry.ListZones(p.ctx, p.App, p.A.Owner, p.event.ID, false)
	p.must(err)
	_, err = entry.ScanZone(p.ctx, p.App, p.A.Owner, entry.ScanRequest{ZoneID: zones[0].ID, Barcodes: []string{barcode}, Direction: direction})
	p.must(err)
}

// TestManyChangesAtOnce: changes of one moment are followed all, however few are looked at
// in one go.
func TestManyChangesAtOnce(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t)
	for range 3 {
		p.sell(order.Cash, 1)
	}
	p.fold()
	var since time.Time
	p.must(p.App.View(p.ctx, p.A.Owner, app.Authenticated, func(r app.Reader) error { since = r.SafeTime(); return nil }))
	p.update(func(tx app.Tx) error { // transactions of several orders, and nothing else of them
		for id := int64(1); id <= 3; id++ {
			if _, err := indexes.Forge(order.Transactions).Update(tx, id, func(t *order.Transaction) error { t.Fees++; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	seen := map[int64]bool{}
	for more := true; more; {
		p.must(p.App.View(p.ctx, p.A.Owner, app.Authenticated, func(r app.Reader) error {
			c, err := order.ChangedAfter(r, since, 1)
			for _, id := range c.OrderIDs {
				seen[id] = true
			}
			since, more = c.Until, c.More
			return err
		}))
	}
	is.Equal(len(seen), 3)
}

// TestAChangedOrderCountsOnce: what takes the place of an order counts in its stead, with what
// was paid on top.
func TestAChangedOrderCountsOnce(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t)
	b := p.sell(order.Cash, 2, 0, 1)
	before := p.statistics(report.AskStatistics{})
	m, err := modification.Modify(p.ctx, p.App, p.A.Owner, order.Key{ID: b.Order.ID}, catalog.APIChannel)
	is.NoErr(err)
	locked := p.statistics(report.AskStatistics{})
	is.Equal([]int64{locked.Volume, locked.Tickets.Quantity}, []int64{before.Volume, before.Tickets.Quantity})
	_, err = sales.SetQuantity(p.ctx, p.App, p.A.Owner, sales.ChangeItem{
		Basket: order.Key{ID: m.Order.ID}, SaleItemID: p.items[0].ID, Quantity: 3, Channel: catalog.APIChannel,
	})
	is.NoErr(err)
	_, err = sales.CompleteOrder(p.ctx, p.App, p.A.Owner, sales.Completion{
		Basket: order.Key{ID: m.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel,
	})
	is.NoErr(err)
	after := p.statistics(report.AskStatistics{})
	is.Equal(after.Tickets.Quantity, before.Tickets.Quantity+1)
	is.Equal(after.Products.Quantity, before.Products.Quantity)
	is.Equal(after.Volume, before.Volume+2000)
	p.fold()
	again := p.statistics(report.AskStatistics{})
	is.Equal(again.Volume, after.Volume)
}
