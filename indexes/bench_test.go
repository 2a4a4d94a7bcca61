package indexes_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

// ticket looks like what the box office writes most: thirty fields, an index of
// each kind.
type ticket struct {
	ID         int64      `msgpack:"a"`
	OrderID    int64      `msgpack:"b"`
	EventID    int64      `msgpack:"c"`
	SaleItemID int64      `msgpack:"d"`
	CustomerID int64      `msgpack:"e"`
	Barcode    string     `msgpack:"f"`
	Status     string     `msgpack:"g"`
	Title      string     `msgpack:"h"`
	Gross      int64      `msgpack:"i"`
	Net        int64      `msgpack:"j"`
	Tax        int64      `msgpack:"k"`
	Fee        int64      `msgpack:"l"`
	Currency   string     `msgpack:"m"`
	TimeslotID *int64     `msgpack:"n"`
	SeatID     *int64     `msgpack:"o"`
	Holder     string     `msgpack:"p"`
	Email      string     `msgpack:"q"`
	UsedAt     *time.Time `msgpack:"r"`
	LockedAt   *time.Time `msgpack:"s"`
	DeletedAt  *time.Time `msgpack:"t"`
	CreatedAt  time.Time  `msgpack:"u"`
	UpdatedAt  time.Time  `msgpack:"v"`
	Scans      int64      `msgpack:"w"`
	Groups     []int64    `msgpack:"x"`
	Notes      string     `msgpack:"y"`
	Reference  string     `msgpack:"z"`
	Position   int64      `msgpack:"A"`
	Quantity   int64      `msgpack:"B"`
	Test       bool       `msgpack:"C"`
	Locale     string     `msgpack:"D"`
}

func exampleTicket(i int) ticket {
	slot := int64(77)
	return ticket{
		OrderID: int64(i / 3), EventID: int64(i % 20), SaleItemID: 4711, CustomerID: int64(i / 5), Barcode: fmt.Sprintf("MQ%014d", i*7919),
		Status: "valid", Title: "Weekend ticket", Gross: 12900, Net: 10840, Tax: 2060, Fee: 250, Currency: "EUR", TimeslotID: &slot,
		Holder: "Ada Lovelace", Email: "ada@example.org", CreatedAt: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC),
		Groups: []int64{3, 9}, Reference: "R7K2M9", Position: 2, Quantity: 1, Locale: "de",
	}
}

// turnstile has a hand-written encoding; plainTurnstile is the same without.
type turnstile struct {
	Ticket  int64     `msgpack:"a"`
	Inside  bool      `msgpack:"b"`
	Entries int64     `msgpack:"c"`
	Zone    int64     `msgpack:"d"`
	LastAt  time.Time `msgpack:"e"`
	Device  string    `msgpack:"f"`
}

type plainTurnstile turnstile

func (t *turnstile) EncodeMsgpack(e *indexes.Encoder) {
	inside := int64(0)
	if t.Inside {
		inside = 1
	}
	e.Array(6)
	for _, n := range [...]int64{t.Ticket, t.Entries, t.Zone, inside} {
		e.Int(n)
	}
	e.Time(t.LastAt)
	e.Text(t.Device)
}

func (t *turnstile) DecodeMsgpack(d *indexes.Decoder) error {
	f, inside := d.Array(), int64(0)
	for _, n := range [...]*int64{&t.Ticket, &t.Entries, &t.Zone, &inside} {
		f.Int(n)
	}
	f.Time(&t.LastAt)
	f.Text(&t.Device)
	t.Inside = inside == 1
	return f.Close()
}

type bench struct {
	b       *testing.B
	e       kv.Engine
	tickets indexes.Owned[ticket]
	byEvent *indexes.By[ticket, kv.Pair2[int64, time.Time]]
	byCode  *indexes.Unique[ticket, string]
	changed *indexes.By[ticket, kv.Pair2[int64, time.Time]]
	hot     indexes.OwnedKeyed[int64, turnstile]
	plain   indexes.OwnedKeyed[int64, plainTurnstile]
}

func newBench(b *testing.B, records int) *bench {
	x := &bench{b: b, e: mem.New(mem.Options{})}
	x.byCode = indexes.NewUnique("barcode", kv.String, func(t *ticket) []string { return []string{t.Barcode} }).Global()
	x.byEvent = indexes.NewBy("event", kv.PairOf(kv.Int, kv.Desc(kv.Time)), func(t *ticket) []kv.Pair2[int64, time.Time] {
		return []kv.Pair2[int64, time.Time]{{A: t.EventID, B: t.CreatedAt}}
	}).Counted()
	byOrder := indexes.NewBy("order", kv.Int, func(t *ticket) []int64 { return []int64{t.OrderID} })
	x.changed = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), func(t *ticket) []kv.Pair2[int64, time.Time] {
		return []kv.Pair2[int64, time.Time]{{A: t.EventID, B: t.UpdatedAt}}
	}).Ascending()
	x.tickets = indexes.Define(indexes.Spec[ticket]{Person: indexes.Nobody("a test"), Name: "tickets", Version: 1, ID: func(t *ticket) *int64 { return &t.ID },
		Stamp: func(tx indexes.Tx, _, t *ticket) { t.UpdatedAt = tx.Now() }}, x.byCode.Index, x.byEvent.Index, byOrder.Index, x.changed.Index)
	x.hot = indexes.DefineKeyed(indexes.KeyedSpec[int64, turnstile]{Person: indexes.Nobody("a test"), Name: "hot", Version: 1, Key: kv.Int, KeyOf: func(t *turnstile) int64 { return t.Ticket }})
	x.plain = indexes.DefineKeyed(indexes.KeyedSpec[int64, plainTurnstile]{Person: indexes.Nobody("a test"), Name: "plain", Version: 1, Key: kv.Int, KeyOf: func(t *plainTurnstile) int64 { return t.Ticket }})
	x.update(func(tx indexes.Tx) error {
		for i := range records {
			t := exampleTicket(i)
			if err := x.tickets.Insert(tx, &t); err != nil {
				return err
			}
		}
		h := turnstile{Ticket: 70000, Inside: true, Entries: 3, Zone: 12, LastAt: time.UnixMicro(1779000000000000).UTC(), Device: "gate 4"}
		p := plainTurnstile(h)
		if err := x.hot.Put(tx, &h); err != nil {
			return err
		}
		return x.plain.Put(tx, &p)
	})
	b.ReportAllocs()
	b.ResetTimer()
	return x
}

func (x *bench) update(fn func(indexes.Tx) error) {
	if err := x.e.Update(context.Background(), func(tx kv.Tx) error { return fn(indexes.BindTx(tx, 1)) }); err != nil {
		x.b.Fatal(err)
	}
}

func (x *bench) view(fn func(indexes.Reader) error) {
	if err := x.e.View(context.Background(), func(r kv.Reader) error { return fn(indexes.Bind(r, 1)) }); err != nil {
		x.b.Fatal(err)
	}
}

// each runs fn b.N times, a hundred to a transaction, so that the table is
// measured and not the engine.
func (x *bench) each(fn func(tx indexes.Tx, i int) error) {
	for done := 0; done < x.b.N; done += 100 {
		x.update(func(tx indexes.Tx) error {
			for i := done; i < min(done+100, x.b.N); i++ {
				if err := fn(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

func BenchmarkInsert(b *testing.B) {
	x := newBench(b, 0)
	x.each(func(tx indexes.Tx, i int) error {
		t := exampleTicket(i)
		return x.tickets.Insert(tx, &t)
	})
}

func BenchmarkUpdate(b *testing.B) {
	x := newBench(b, 10000)
	x.each(func(tx indexes.Tx, i int) error {
		_, err := x.tickets.Update(tx, int64(i%10000)+1, func(t *ticket) error { t.Scans++; return nil })
		return err
	})
}

func BenchmarkGet(b *testing.B) {
	x := newBench(b, 10000)
	x.view(func(r indexes.Reader) error {
		for i := range b.N {
			if _, err := x.tickets.Get(r, int64(i%10000)+1); err != nil {
				return err
			}
		}
		return nil
	})
}

func BenchmarkGetByUnique(b *testing.B) {
	x := newBench(b, 10000)
	codes := make([]string, 1000)
	for i := range codes {
		codes[i] = exampleTicket(i).Barcode
	}
	b.ResetTimer()
	x.view(func(r indexes.Reader) error {
		for i := range b.N {
			if _, err := x.byCode.Get(r, codes[i%1000]); err != nil {
				return err
			}
		}
		return nil
	})
}

// hundred reads a page.
func hundred(walk iter.Seq2[indexes.Hit[ticket], error]) error {
	page := make([]ticket, 0, 100)
	for h, err := range walk {
		if err != nil {
			return err
		}
		if page = append(page, h.Rec); len(page) == 100 {
			break
		}
	}
	return nil
}

func BenchmarkScan100(b *testing.B) {
	x := newBench(b, 10000)
	x.view(func(r indexes.Reader) error {
		for i := range b.N {
			rg := indexes.PrefixOf[time.Time](int64(i % 20)).Limit(100)
			if err := hundred(x.byEvent.Scan(r, rg)); err != nil {
				return err
			}
		}
		return nil
	})
}

func BenchmarkTurnstile(b *testing.B) {
	b.Run("custom", func(b *testing.B) {
		x := newBench(b, 0)
		x.each(func(tx indexes.Tx, _ int) error {
			_, err := x.hot.Update(tx, 70000, func(t *turnstile) error { t.Entries++; return nil })
			return err
		})
	})
	b.Run("reflection", func(b *testing.B) {
		x := newBench(b, 0)
		x.each(func(tx indexes.Tx, _ int) error {
			_, err := x.plain.Update(tx, 70000, func(t *plainTurnstile) error { t.Entries++; return nil })
			return err
		})
	})
}
