package sales_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/kv/kvtest"

	"pgregory.net/rapid" // draws the histories and shrinks those that fail
)

// modelBasket is a basket or order as the reference knows it.
type modelBasket struct {
	status  order.Status
	units   map[int64]int64 // by sale item
	expires time.Time
}

// model is the reference: maps and integers, one caller at a time.
type model struct {
	file  *file
	now   time.Time
	items map[int64]*modelItem
	known map[int64]*modelBasket
}

type modelItem struct {
	catalog.SaleItem
	price, total int64
}

// leaps cannot add up to the ten minutes of a basket, so that a few microseconds
// more or less decide nothing.
var leaps = []time.Duration{7 * time.Second, 253 * time.Second, 617 * time.Second, 26 * time.Hour, -time.Hour}

// TestModel plays random histories of baskets, completions, expiry, restarts and
// leaps of the clock against the store and against the reference.
func TestModel(t *testing.T) {
	kvtest.SingleGoroutine(t)
	base := newFile(t, apptest.Unchecked())
	single := base.addItem(5, plain)
	pairs := base.addItem(8, func(s *catalog.SaleItem, _ *catalog.InventoryItem) {
		s.MinOrder, s.MaxOrder, s.MultiplesOf, s.Prices[0].ProcessingFee = 2, 6, 2, 0
	})
	if err := base.engine.Close(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		f := base.copied(rt)
		defer func() { _ = f.engine.Close() }()
		m := &model{file: f, now: f.Clock.Now(), items: map[int64]*modelItem{}, known: map[int64]*modelBasket{}}
		m.offer(single, 2250, 5)
		m.offer(pairs, 2000, 8)
		rt.Repeat(map[string]func(*rapid.T){
			"": m.compare, "add": m.add, "set": m.set, "complete": m.complete, "expire": m.expire,
			"leap": m.leap, "sweep": m.sweep,
			"restart": func(t *rapid.T) { f.restart(t) },
		})
		apptest.CheckApp(t.Context(), rt, f.App)
	})
}

func (m *model) offer(s catalog.SaleItem, price, total int64) {
	m.items[s.ID] = &modelItem{s, price, total}
}

// live is the status that a caller sees: what is overdue has expired.
func (m *model) live(b *modelBasket) order.Status {
	if b.status == order.Active && !m.now.Before(b.expires) {
		return order.Expired
	}
	return b.status
}

// free is what is left of an item.
func (m *model) free(id int64) int64 {
	left := m.items[id].total
	for _, b := range m.known {
		if m.live(b) != order.Expired {
			left -= b.units[id]
		}
	}
	return left
}

// allowed tells whether a basket may hold n units of an item.
func (m *model) allowed(id, n int64) bool {
	s := m.items[id]
	return n == 0 || n >= max(s.MinOrder, 1) && (s.MaxOrder == 0 || n <= s.MaxOrder) && n%max(s.MultiplesOf, 1) == 0
}

func (m *model) drawItem(t *rapid.T) int64 {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.items))).Draw(t, "item")
}

func (m *model) drawBasket(t *rapid.T) (int64, *modelBasket) {
	if len(m.known) == 0 {
		t.Skip("no basket yet")
	}
	id := rapid.SampledFrom(slices.Sorted(maps.Keys(m.known))).Draw(t, "basket")
	return id, m.known[id]
}

// expect compares what the store said with what the reference says.
func (m *model) expect(t *rapid.T, call string, may bool, err error) {
	if may != (err == nil) {
		t.Fatalf("%s: reference says %t, the store %v", call, may, err)
	}
}

func (m *model) add(t *rapid.T) {
	item, n := m.drawItem(t), rapid.Int64Range(1, 4).Draw(t, "n")
	in := adding(one(m.items[item].SaleItem, n))
	var b *modelBasket
	if len(m.known) > 0 && rapid.Bool().Draw(t, "continue") {
		in.Basket.ID, b = m.drawBasket(t)
	}
	may := (b == nil || m.live(b) == order.Active) && n <= m.free(item)
	if b == nil {
		b = &modelBasket{status: order.Active, units: map[int64]int64{}}
	}
	may = may && m.allowed(item, b.units[item]+n)
	got, err := m.file.add(in)
	m.expect(t, "add", may, err)
	if err == nil {
		b.units[item] += n
		b.expires = *got.Order.ExpiresAt
		m.known[got.Order.ID] = b
	}
}

func (m *model) set(t *rapid.T) {
	id, b := m.drawBasket(t)
	item, n := m.drawItem(t), rapid.Int64Range(0, 6).Draw(t, "n")
	have := b.units[item]
	may := m.live(b) == order.Active && have > 0
	switch {
	case n > have:
		may = may && m.allowed(item, n) && n-have <= m.free(item)
	case n < max(m.items[item].MinOrder, 1):
		n = 0 // the line goes as a whole
	default:
		may = may && m.allowed(item, n)
	}
	got, err := sales.SetQuantity(m.file.t.Context(), m.file.App, m.file.A.Owner, sales.ChangeItem{
		Basket: order.Key{ID: id}, SaleItemID: item, Quantity: n, Channel: catalog.APIChannel,
	})
	m.expect(t, "set", may, err)
	if err == nil {
		b.units[item] = n
		b.expires = *got.Order.ExpiresAt
	}
}

func (m *model) complete(t *rapid.T) {
	id, b := m.drawBasket(t)
	may := m.live(b) == order.Active && b.units[1]+b.units[2] > 0
	_, err := m.file.complete(order.Basket{Order: order.Order{ID: id}}, cash)
	m.expect(t, "complete", may, err)
	if err == nil {
		b.status = order.Complete
	}
}

func (m *model) expire(t *rapid.T) {
	id, b := m.drawBasket(t)
	err := sales.ExpireBasket(m.file.t.Context(), m.file.App, m.file.A.Owner, order.Key{ID: id})
	m.expect(t, "expire", b.status != order.Complete, err)
	if err == nil {
		b.status = order.Expired
	}
}

// leap moves the wall clock, sometimes back: what is overdue is judged by the wall
// clock, although the store's own time never goes back. What was swept before a leap
// back stays expired, so the overdue baskets are swept, or the reference could not
// know which of them were. A commit lets the store see the clock.
func (m *model) leap(t *rapid.T) {
	d := rapid.SampledFrom(leaps).Draw(t, "leap")
	if d < 0 {
		m.sweep(t)
		m.settle()
	}
	m.file.Clock.Jump(d)
	m.file.update(func(tx app.Tx) error {
		m.now = tx.Wall()
		leap := struct {
			At time.Time `msgpack:"a"`
		}{m.now}
		call, err := app.NewCall("leap", "leap", &leap)
		if err != nil {
			return err
		}
		return app.Remember(m.file.App, tx, call, leap)
	})
}

func (m *model) sweep(t *rapid.T) {
	if err := m.file.App.RunJob(m.file.t.Context(), sales.ExpireBaskets); err != nil {
		t.Fatal(err)
	}
}

// settle makes the expiry of overdue baskets final.
func (m *model) settle() {
	for _, b := range m.known {
		b.status = m.live(b)
	}
}

// compare looks at every basket and counter.
func (m *model) compare(t *rapid.T) {
	for id, b := range m.known {
		got, err := order.ReadBasket(m.file.t.Context(), m.file.App, m.file.A.Owner, order.Key{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		var total int64
		for item, n := range b.units {
			total += n * m.items[item].price
		}
		if got.Order.Totals.Total != total {
			t.Fatalf("basket %d: total %d, want %d", id, got.Order.Totals.Total, total)
		}
	}
	for id, s := range m.items {
		c := m.file.stock(s.SaleItem)
		if left := *c.Current(); left > m.free(id) || c.Sold+c.Reserved > s.total {
			t.Fatalf("item %d: %d left of %+v, reference says %d", id, left, c, m.free(id))
		}
	}
}
