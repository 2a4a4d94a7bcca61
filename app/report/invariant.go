package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/indexes"
)

// checkOrders counts every order anew. One that changed after the fold was there is
// passed over.
func checkOrders(r app.Reader, report func(app.Breach)) error {
	m, known, err := marks.Find(r, orderFeed)
	if err != nil || !known {
		return err
	}
	if stale, err := isStale(r); err != nil || stale {
		return err
	}
	z := zonesOf(r)
	for h, err := range order.Orders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if h.Rec.ChangedAt.After(m.Until) {
			continue
		}
		want, later, err := recount(z, &h.Rec, m)
		if err != nil {
			return err
		}
		was, _, err := foldedOrders.Find(r, h.Rec.ID)
		if err != nil {
			return err
		}
		if !later && !bytes.Equal(was.Counts, pack(want)) {
			now, _ := unpack(was.Counts)
			report(app.Breach{ID: h.Rec.ID, Key: "order", Expected: fmt.Sprint(want), Found: fmt.Sprint(now)})
		}
	}
	return nil
}

// recount counts an order; later tells that something of it changed after the fold was
// there.
func recount(z *zones, o *order.Order, m mark) (all []count, later bool, err error) {
	items, err := order.Items.GetMany(z.r, o.ItemIDs)
	if err != nil {
		return nil, false, err
	}
	payments, err := order.Transactions.GetMany(z.r, o.TransactionIDs)
	for i := range items {
		later = later || items[i].UpdatedAt.After(m.Until)
	}
	for i := range payments {
		later = later || payments[i].UpdatedAt.After(m.Until)
	}
	return countOrder(z, o, items, payments), later, err
}

// digest stands for many sums: it is linear, so that the digest of sums that were added
// up is the sum of their digests. Two ways to the same sums have the same digest, and
// nobody has to hold them.
type digest uint64

func digestOf(k *cellKey, s *sums) (d digest) {
	h := fnv.New64a()
	var b []byte
	for _, n := range [...]int64{int64(k.Cube), int64(k.Level), k.Scope, k.Period} {
		b = binary.AppendVarint(b, n)
	}
	_, _ = h.Write(packInts(b, k.Dims[:]))
	weight := h.Sum64() | 1
	for _, v := range s {
		d += digest(uint64(v) * weight)
		weight = weight*6364136223846793005 + 1442695040888963407
	}
	return d
}

// place is what digests are told apart by.
type place struct {
	group, scope int64
}

// digests are those of each event at each level.
type digests map[place]digest

func (d digests) add(c *count, sign int64) {
	for _, l := range c.Cube.kept() {
		k := cellKey{Cube: c.Cube, Level: l, Scope: c.Scope, Period: l.period(c), Dims: c.Dims}
		d[place{group(c.Cube, l), c.Scope}] += digest(sign) * digestOf(&k, &c.Sums)
	}
}

// checkCells compares the sums with what was counted, without holding either.
func checkCells(r app.Reader, report func(app.Breach)) error {
	if stale, err := isStale(r); err != nil || stale {
		return err
	}
	d := digests{}
	if err := d.addCounted(r); err != nil {
		return err
	}
	for h, err := range cells.Scan(r, indexes.All[storedKey]()) {
		if err != nil {
			return err
		}
		k, s, ok := h.Rec.read()
		if !ok || s == (sums{}) {
			report(app.Breach{Key: fmt.Sprint("sum ", h.Key.A), Expected: "numbers", Found: fmt.Sprintf("%x", h.Rec.Sums)})
			continue
		}
		d[place{h.Rec.Group, k.Scope}] -= digestOf(&k, &s)
	}
	for at, left := range d {
		if left != 0 {
			report(app.Breach{ID: at.scope, Key: fmt.Sprint("sums ", at.group), Expected: "those of the orders and scans", Found: "others"})
		}
	}
	return nil
}

// addCounted adds what is remembered of orders, and the scans that are folded.
func (d digests) addCounted(r app.Reader) error {
	for h, err := range foldedOrders.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		all, ok := unpack(h.Rec.Counts)
		if !ok {
			return errCounts
		}
		for i := range all {
			d.add(&all[i], 1)
		}
	}
	m, _, err := marks.Find(r, scanFeed)
	if err != nil {
		return err
	}
	z := zonesOf(r)
	for h, err := range entry.Scans.Scan(r, indexes.To(m.LastID+1)) {
		if err != nil {
			return err
		}
		for _, c := range countScan(z, &h.Rec) {
			d.add(&c, 1)
		}
	}
	return nil
}

// read takes a stored sum apart.
func (c *cell) read() (k cellKey, s sums, ok bool) {
	k = cellKey{Cube: cube(c.Group / 8), Level: level(c.Group % 8), Scope: c.Scope, Period: c.Period}
	ok = unpackInts(c.Dims, k.Dims[:]) && unpackInts(c.Sums, s[:])
	return k, s, ok
}

// checkRuns looks for runs whose report is gone: they go with it.
func checkRuns(r app.Reader, report func(app.Breach)) error {
	for h, err := range deliveries.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		_, err := savedReports.Get(r, h.Rec.SavedID)
		if isMissing(err) {
			report(app.Breach{ID: h.Rec.ID, Key: "report run", Expected: fmt.Sprint("saved report ", h.Rec.SavedID), Found: "none"})
		} else if err != nil {
			return err
		}
	}
	return nil
}
