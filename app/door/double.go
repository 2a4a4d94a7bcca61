package door

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/order"
)

// Double is a ticket that came in twice, as supervisors are told of it.
type Double struct {
	ID                int64
	Barcode, SaleName string
	OrderID           int64
	First, Second     Move
	// Reason is that of the supervisor who let it in, of both where there were two, and Forced:
	// there was one.
	Reason string
	Forced bool
	// SeenAt is when somebody looked at it, and SeenBy who; nil: nobody has.
	SeenAt *time.Time
	SeenBy int64
}

// Doubles lists the tickets of an event that came in twice, newest first.
func Doubles(ctx context.Context, a *app.App, c *app.Caller, event int64) (all []Double, err error) {
	err = a.View(ctx, c, Supervisors, func(r app.Reader) error {
		if _, err := entry.ZoneIDs(r, event); err != nil {
			return err
		}
		all, err = DoublesIn(r, event)
		return err
	})
	return all, err
}

// DoublesIn lists them in a snapshot.
func DoublesIn(r app.Reader, event int64) (all []Double, err error) {
	found, err := entry.DoublesAt(r, event, maxDoubles)
	if err != nil {
		return nil, err
	}
	known := scanned{}
	for i := range found {
		d, err := known.double(r, &found[i])
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// MarkDouble notes that somebody looked at a ticket that came in twice, or that nobody has. Doing
// it twice changes nothing the second time.
func MarkDouble(ctx context.Context, a *app.App, c *app.Caller, id int64, looked bool) (out Double, err error) {
	err = a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		d, err := entry.DoubleByID(tx, id)
		if err != nil {
			return err
		}
		_, before, err := seens.Find(tx, id)
		switch {
		case err != nil:
			return err
		case looked && !before:
			err = seens.Put(tx, &seen{ScanID: id, At: tx.Now(), UserID: c.UserID})
		case !looked && before:
			err = seens.Delete(tx, id)
		}
		if err != nil {
			return err
		}
		out, err = scanned{}.double(tx, &d)
		return err
	})
	return out, err
}

// Unseen counts the tickets of an event that came in twice and at which nobody has looked, among the
// newest, and tells when the first of them did.
func Unseen(r app.Reader, event int64, most int) (n int64, since *time.Time, err error) {
	found, err := entry.DoublesAt(r, event, most)
	if err != nil {
		return 0, nil, err
	}
	for i := range found {
		_, looked, err := seens.Find(r, found[i].ID)
		if err != nil {
			return 0, nil, err
		}
		if !looked {
			n, since = n+1, &found[i].Second.ScannedOn
		}
	}
	return n, since, nil
}

func (s scanned) double(r app.Reader, in *entry.Double) (out Double, err error) {
	it, err := order.FindItem(app.Whole(r), in.First.ItemID) // a season ticket may be of an event that is hidden
	if err != nil {
		return out, err
	}
	out = Double{ID: in.ID, Barcode: it.Barcode, SaleName: it.SaleName, OrderID: it.OrderID, Reason: strings.Join(in.Reasons(), "; "), Forced: in.Forced()}
	if out.First, err = s.of(r, &in.First); err == nil {
		out.Second, err = s.of(r, &in.Second)
	}
	if err != nil {
		return out, err
	}
	looked, found, err := seens.Find(r, in.ID)
	if found {
		out.SeenAt, out.SeenBy = &looked.At, looked.UserID
	}
	return out, err
}
