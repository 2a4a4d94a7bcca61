package door

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
)

// Double is a ticket that came in twice, as supervisors are told of it.
type Double struct {
	Barcode, SaleName string
	OrderID           int64
	First, Second     Move
	// Reason is that of the supervisor who let it in, of both where there were two, and Forced:
	// there was one.
	Reason string
	Forced bool
}

// Doubles lists the tickets of an event that came in twice, newest first.
func Doubles(ctx context.Context, a *app.App, c *app.Caller, event int64) (all []Double, err error) {
	err = a.View(ctx, c, Supervisors, func(r app.Reader) error {
		if _, err := entry.ZoneIDs(r, event); err != nil {
			return err
		}
		found, err := entry.DoublesAt(r, event, maxDoubles)
		if err != nil {
			return err
		}
		all = nil
		known := scanned{}
		for i := range found {
			d, err := known.double(r, &found[i])
			if err != nil {
				return err
			}
			all = append(all, d)
		}
		return nil
	})
	return all, err
}

func (s scanned) double(r app.Reader, in *entry.Double) (out Double, err error) {
	it, err := order.FindItem(app.Whole(r), in.First.ItemID) // a season ticket may be of an event that is hidden
	if err != nil {
		return out, err
	}
	out = Double{Barcode: it.Barcode, SaleName: it.SaleName, OrderID: it.OrderID, Reason: strings.Join(in.Reasons(), "; "), Forced: in.Forced()}
	if out.First, err = s.of(r, &in.First); err == nil {
		out.Second, err = s.of(r, &in.Second)
	}
	return out, err
}
