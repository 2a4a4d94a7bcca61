package bench

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"

	"github.com/julienschmidt/httprouter"
	"go.etcd.io/bbolt"
)

// refServer is the reference: the smallest server that does the same over the
// same file. It has no tokens, no permissions, no checksums, no indexes to keep
// in step; its transactions are written by hand straight on bbolt.
type refServer struct {
	*baseline
	last atomic.Int64 // sequence of whatever it appends
	// What the product answers: the reference writes as many bytes.
	scanned, reserved json.RawMessage
	// Recordings of the lists: which records a page is made of.
	orders, changes []recording
}

// The buckets that the reference keeps for itself. Tickets, their states and the
// feed are those of the festival.
var refBuckets = []string{"ref.zones", "ref.counts", "ref.log", "ref.answers", "ref.stock", "ref.baskets", "ref.expiry"}

// festivalCompany owns everything in the festival.
const festivalCompany = 1

// headSize is what stands in front of a stored record.
const headSize = 7

// refCount and refStock are counters that many share.
type refCount struct {
	ID     int64 `msgpack:"i"`
	Inside int64 `msgpack:"n"`
}

type refBasket struct {
	ID, Item int64     `msgpack:"i"`
	At       time.Time `msgpack:"a"`
}

func (s *refServer) handler(t testing.TB) http.Handler {
	t.Helper()
	must(t, s.update(func(b buckets) error {
		for _, name := range refBuckets {
			if _, err := b.tx.CreateBucketIfNotExists([]byte(name)); err != nil {
				return err
			}
		}
		return errors.Join(put(b.at("ref.zones"), key(1), &refCount{ID: 1}), put(b.at("ref.stock"), key(1), &refCount{ID: 1, Inside: 1 << 40}))
	}))
	r := httprouter.New()
	r.POST("/v1/zones/scan", s.scan)
	r.POST("/v1/basket-items", s.reserve)
	r.GET("/v1/orders", s.list)
	return r
}

func (s *refServer) scan(out http.ResponseWriter, in *http.Request, _ httprouter.Params) {
	var asked struct {
		UUID, ZoneID, Scan string
		Barcodes           []string
	}
	if !read(out, in, &asked) {
		return
	}
	now, row := time.Now().UTC().Truncate(time.Microsecond), s.last.Add(1)
	err := s.update(func(b buckets) error {
		if b.at("ref.answers").Get([]byte(asked.UUID)) != nil {
			return nil
		}
		return scanByHand(b, asked.UUID, asked.Barcodes[0], now, row)
	})
	answer(out, s.scanned, err)
}

// scanByHand finds a ticket by its barcode, lets it in or out, counts, and appends
// to the log, the feed and the answers.
func scanByHand(b buckets, uuid, barcode string, now time.Time, row int64) error {
	var (
		item  order.Item
		state entry.TicketState
		zone  refCount
		count refCount
	)
	id := b.at("order_items.barcode").Get(kv.String.Append(key(festivalCompany), barcode))
	pk := append(key(festivalCompany), id...)
	err := errors.Join(get(b.at("order_items"), pk, &item), get(b.at("ticket_states"), pk, &state), get(b.at("ref.zones"), key(1), &zone))
	if err != nil || !item.Admissible() {
		return errors.Join(err, b.at("ref.log").Put(key(row), []byte(barcode)))
	}
	if b.at("ref.counts").Get(key(1)) != nil {
		err = get(b.at("ref.counts"), key(1), &count)
	}
	if len(state.Zones) == 0 {
		state.Zones = []entry.ZoneState{{ZoneID: 1}}
	}
	z := &state.Zones[0]
	if z.Inside = !z.Inside; z.Inside {
		z.In, z.LastIn, count.Inside = z.In+1, now, count.Inside+1
	} else {
		z.Out, z.LastOut, count.Inside = z.Out+1, now, count.Inside-1
	}
	state.ChangedAt = now
	log := entry.Scan{ID: row, EventID: item.EventID, ZoneID: 1, ItemID: item.ID, Status: entry.Valid, UUID: uuid, ScannedOn: now, At: now}
	feed := append(kv.Time.Append(kv.Int.Append(key(festivalCompany), item.EventID), now), id...)
	return errors.Join(err, put(b.at("ticket_states"), pk, &state), put(b.at("ref.counts"), key(1), &count), put(b.at("ref.log"), key(row), &log),
		b.at("ticket_states.changed").Put(feed, []byte{1}), put(b.at("ref.answers"), []byte(uuid), &count))
}

func (s *refServer) reserve(out http.ResponseWriter, in *http.Request, _ httprouter.Params) {
	var asked struct {
		Items []struct{ ID, Quantity int64 }
	}
	if !read(out, in, &asked) {
		return
	}
	now, row := time.Now().UTC().Truncate(time.Microsecond), s.last.Add(1)
	err := s.update(func(b buckets) error { return reserveByHand(b, asked.Items[0].Quantity, now, row) })
	answer(out, s.reserved, err)
}

// reserveByHand takes from the stock, and appends a basket and when it expires.
func reserveByHand(b buckets, quantity int64, now time.Time, row int64) error {
	var stock refCount
	if err := get(b.at("ref.stock"), key(1), &stock); err != nil || stock.Inside < quantity {
		return err
	}
	stock.Inside -= quantity
	return errors.Join(put(b.at("ref.stock"), key(1), &stock), put(b.at("ref.baskets"), key(row), &refBasket{row, 1, now}),
		b.at("ref.expiry").Put(kv.Int.Append(kv.Time.Append(nil, now), row), []byte{1}))
}

// list reads the records of a page, decodes each, and writes them with
// encoding/json. Which they are it knows from the recording: a walk of one index.
func (s *refServer) list(out http.ResponseWriter, in *http.Request, _ httprouter.Params) {
	query := in.URL.Query()
	recordings := s.changes
	if query.Get("include") != "" {
		recordings = s.orders
	}
	p := refPage{rel: &order.Related{
		Contacts: map[int64]*customer.Contact{}, Events: map[int64]*catalog.Event{},
		Venues: map[int64]*catalog.Venue{}, Inventory: map[int64]*catalog.InventoryItem{},
	}}
	for _, one := range recordings[int(s.next.Add(1))%len(recordings)] {
		err := s.db.View(func(tx *bbolt.Tx) error { return p.read(newBuckets(tx), one.ops) })
		if err != nil {
			answer(out, nil, err)
			return
		}
	}
	answer(out, listedOrders(p.orders, p.rel), nil)
}

// own gives the reference the records of its pages: what the product was asked
// before has changed some of them, and added others.
func (s *refServer) own(t testing.TB, pages []recording) {
	t.Helper()
	must(t, s.update(func(b buckets) error {
		for _, page := range pages {
			for _, one := range page {
				for _, m := range one.ops {
					if m.kind != 'g' || len(m.value) == 0 {
						continue
					}
					if err := b.at(m.space).Put(m.key, m.value); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}))
}

// refPage is a page of orders being read.
type refPage struct {
	orders []order.View
	at     int // the order whose items are read
	rel    *order.Related
}

func (p *refPage) read(b buckets, ops []op) error {
	const page = 101
	for _, m := range ops {
		at := b.at(m.space)
		if m.kind == 's' {
			m.pairs = min(m.pairs, page) // it does not count what follows
			m.scan(at.Cursor())
			continue
		}
		value := at.Get(m.key)
		if len(value) <= headSize {
			continue // a counter
		}
		if err := p.take(m.space, value[headSize:]); err != nil {
			return err
		}
	}
	return nil
}

func (p *refPage) take(space string, record []byte) error {
	switch space {
	case "orders":
		o := new(order.Order)
		p.orders = append(p.orders, order.View{Order: o})
		return indexes.Unmarshal(record, o)
	case "order_items":
		var it order.Item
		if err := indexes.Unmarshal(record, &it); err != nil {
			return err
		}
		for p.orders[p.at].ID != it.OrderID {
			p.at++
		}
		p.orders[p.at].Items = append(p.orders[p.at].Items, it)
	case "customers":
		var c customer.Customer
		err := indexes.Unmarshal(record, &c)
		p.rel.Contacts[c.ID] = &customer.Contact{ID: c.ID, Name: c.Name, Email: c.Email}
		return err
	case "events":
		return related(record, p.rel.Events, func(e *catalog.Event) int64 { return e.ID })
	case "venues":
		return related(record, p.rel.Venues, func(v *catalog.Venue) int64 { return v.ID })
	case "inventory_items":
		return related(record, p.rel.Inventory, func(i *catalog.InventoryItem) int64 { return i.ID })
	}
	return nil
}

func related[T any](record []byte, into map[int64]*T, id func(*T) int64) error {
	rec := new(T)
	err := indexes.Unmarshal(record, rec)
	into[id(rec)] = rec
	return err
}

func read(out http.ResponseWriter, in *http.Request, v any) bool {
	err := json.NewDecoder(in.Body).Decode(v)
	if err != nil {
		http.Error(out, err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

func answer(out http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = out.Write(body)
}

func key(n int64) []byte { return kv.Int.Append(make([]byte, 0, 32), n) }

func get[T any](b *bbolt.Bucket, key []byte, v *T) error {
	value := b.Get(key)
	if len(value) <= headSize {
		return errors.New("nothing there")
	}
	return indexes.Unmarshal(value[headSize:], v)
}

// put leaves room for the head that the product has.
func put[T any](b *bbolt.Bucket, key []byte, v *T) error {
	value, err := indexes.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, append(bytes.Clone(binary.BigEndian.AppendUint64(nil, 0)[:headSize]), value...))
}
