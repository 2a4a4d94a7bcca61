package sold

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// MoveSeat gives a sold item another free seat of its event, of whatever price band. The
// price stays, and so does the barcode.
func MoveSeat(ctx context.Context, a *app.App, c *app.Caller, itemID, spaceID int64) (order.Item, error) {
	sales.WarmSeats(ctx, a, c, []rules.AddItem{{SpaceID: spaceID}})
	var out order.Item
	err := a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		d, err := sales.NewDraft(tx, c)
		if err != nil {
			return err
		}
		out, err = moveSeat(d, itemID, spaceID)
		return err
	})
	return out, err
}

func moveSeat(d *sales.Draft, itemID, spaceID int64) (order.Item, error) {
	it, err := order.FindItem(d.Tx, itemID)
	if err != nil {
		return it, err
	}
	o, err := order.Orders.Get(d.Tx, it.OrderID)
	if err == nil {
		err = d.Load(o)
	}
	if err != nil {
		return it, err
	}
	to, err := newSeat(d, &it, spaceID)
	if err != nil {
		return it, err
	}
	kept, err := order.PortsOf(d.Tx).SeatKept(d.Tx, order.SeatMove{EventID: it.EventID, From: it.Place.Claim(), To: to.Claim()})
	if err == nil && kept {
		err = app.Field("spaceId", "has another gate, and the tickets are shared out by gates")
	}
	if err != nil {
		return it, err
	}
	u := d.Units[slices.IndexFunc(d.Units, func(u *rules.Unit) bool { return u.ID == itemID })]
	if err := seating.Restock(d.Tx, []seating.Claim{u.Place.Claim()}); err != nil {
		return it, err
	}
	taken := []seating.Claim{to.Claim()}
	if err := seating.Reserve(d.Tx, taken); err != nil {
		return it, err
	}
	if err := seating.Sell(d.Tx, taken); err != nil {
		return it, err
	}
	u.Place, u.Changed = to, true
	if err := d.Store(); err != nil {
		return it, err
	}
	if err := order.PortsOf(d.Tx).ItemsChanged(d.Tx, []int64{itemID}); err != nil {
		return it, err
	}
	return u.Item, order.PortsOf(d.Tx).SeatMoved(d.Tx, &u.Item)
}

// newSeat decides whether an item may have another seat, and describes that.
func newSeat(d *sales.Draft, it *order.Item, spaceID int64) (*seating.Place, error) {
	switch {
	case it.Place == nil:
		return nil, app.Field("orderItemId", "has no seat")
	case !it.Admissible():
		return nil, app.Field("orderItemId", "is not sold, or does not stand any more")
	case len(it.RunPlaces) > 0:
		return nil, app.Field("orderItemId", "has the same seat at every event of its run")
	case it.Frozen:
		return nil, app.Field("orderItemId", "is locked")
	}
	g, err := d.Cache.Get(it.SaleItemID)
	if err != nil {
		return nil, err
	}
	s, err := d.SeatsOf(g.Event)
	if err != nil {
		return nil, err
	}
	at, ok := s.Chart.Index(spaceID)
	if !ok {
		return nil, app.Field("spaceId", "does not exist")
	}
	to, left := s.Place(at), s.Left(at)
	switch {
	case s.Err() != nil:
		return nil, s.Err()
	case to.General != it.Place.General:
		return nil, app.Field("spaceId", "is of another kind")
	case to.TableID != 0 || it.Place.TableID != 0:
		return nil, app.Field("spaceId", "belongs to a table that is only sold as a whole")
	case left < 1:
		return nil, app.Field("spaceId", "is not free")
	}
	s.Choose(at, 1)
	to = s.Settle(at)
	to.Moved = to.BandID != g.PriceBandID
	return to, nil
}
