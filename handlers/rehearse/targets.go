package rehearse

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
)

// Festival is what the clients need to know of a store.
type Festival struct {
	Zone      int64
	Barcodes  []string
	SaleItems []int64 // what sold most comes first
}

const (
	// wanted bounds the tickets that are looked up, spread over the whole store.
	wanted = 10000
	// perRead keeps each read short.
	perRead = 500
)

// Find finds tickets and what sold most among them, and adds a zone to the event
// of the last one that lets everything in and out.
func Find(ctx context.Context, a *app.App, c *app.Caller) (Festival, error) {
	l := &look{sold: map[int64]int{}, next: 1}
	for more := true; more; {
		err := a.View(ctx, c, app.EditEvents, func(r app.Reader) (err error) {
			more, err = l.some(r)
			return err
		})
		if err != nil {
			return Festival{}, err
		}
	}
	if len(l.found.Barcodes) == 0 {
		return Festival{}, errors.New("the store holds no tickets to scan")
	}
	l.found.SaleItems = slices.SortedFunc(maps.Keys(l.sold), func(a, b int64) int {
		return cmp.Or(cmp.Compare(l.sold[b], l.sold[a]), cmp.Compare(a, b))
	})
	name, mode, anytime := "Rehearsal", entry.ScanAuto, true
	zone, err := entry.CreateZone(ctx, a, c, l.event, entry.ZoneFields{Name: &name, Mode: &mode, IgnoreValidity: &anytime})
	l.found.Zone = zone.ID
	return l.found, err
}

// look is a walk over the order items, some at a time.
type look struct {
	found Festival
	event int64
	sold  map[int64]int
	next  int64
}

// some looks at the next items and tells whether there are more.
func (l *look) some(r app.Reader) (more bool, err error) {
	total, err := order.Items.Count(r)
	if err != nil {
		return false, err
	}
	step := max(1, total/wanted)
	var ids []int64
	for ; l.next <= total && len(ids) < perRead; l.next += step {
		ids = append(ids, l.next)
	}
	items, err := order.Items.GetMany(r, ids)
	for i := range items {
		l.see(&items[i])
	}
	return l.next <= total, err
}

func (l *look) see(it *order.Item) {
	if it.Barcode == "" || it.CancelledAt != nil {
		return
	}
	l.found.Barcodes, l.event = append(l.found.Barcodes, it.Barcode), it.EventID
	l.sold[it.SaleItemID]++
}
