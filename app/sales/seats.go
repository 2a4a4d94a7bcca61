package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
	"marquee/app/seating"
)

// WarmSeats reads the charts of the seats that a call asks for before its transaction
// begins, so that nobody waits for it to read them. What is wrong is told there.
func WarmSeats(ctx context.Context, a *app.App, c *app.Caller, items []rules.AddItem) {
	for _, in := range items {
		if in.SpaceID == 0 && !in.BestSeats && in.AreaID == 0 {
			continue
		}
		_ = a.View(ctx, c, app.AnyOf{app.Sell, app.EditOrders}, func(r app.Reader) error {
			event := int64(0)
			s, err := catalog.SharedSaleItem(r, in.SaleItemID)
			if err == nil {
				event = s.EventID
			} else if event, err = seating.EventOf(r, in.SpaceID); err != nil {
				return err
			}
			e, err := catalog.SharedEvent(r, event)
			if err == nil {
				err = seating.Warm(r, e)
			}
			return err
		})
		return // of one event, for nearly all baskets
	}
}

// SeatsOf looks at the seats of an event, once.
func (d *Draft) SeatsOf(e *catalog.Event) (*seating.Seats, error) {
	if s := d.seats[e.ID]; s != nil {
		return s, nil
	}
	s, err := seating.Open(d.Tx, e, d.Caller)
	if err != nil {
		return nil, err
	}
	if d.seats == nil {
		d.seats = map[int64]*seating.Seats{}
	}
	d.seats[e.ID] = s
	return s, nil
}

// seatsThroughout looks at the seats of goods: those of their event, and of a season ticket
// only what can be had at every event of its run.
func (d *Draft) seatsThroughout(g *catalog.Goods) (*seating.Seats, error) {
	own, err := d.SeatsOf(g.Event)
	if err != nil || len(g.Run) < 2 {
		return own, err
	}
	others, err := d.seatsOfRun(g, own)
	return own.Throughout(others), err
}

// seatsOfRun are the seats of the other events of a season ticket.
func (d *Draft) seatsOfRun(g *catalog.Goods, own *seating.Seats) (others []*seating.Seats, err error) {
	for _, id := range g.Run {
		if id == g.EventID {
			continue
		}
		e, err := catalog.SharedEvent(d.Tx, id)
		if err != nil {
			return nil, err
		}
		s, err := d.SeatsOf(e)
		if err != nil {
			return nil, err
		}
		if s.Plan.SourceID != own.Plan.SourceID {
			return nil, app.Missing("seating plan")
		}
		others = append(others, s)
	}
	return others, nil
}

// place gives a unit its space, at each event of its run.
func (d *Draft) place(u *rules.Unit, g *catalog.Goods, at int) error {
	own := d.seats[g.EventID]
	others, err := d.seatsOfRun(g, own)
	u.Place, u.RunPlaces = own.Settle(at), nil
	for _, s := range others {
		u.RunPlaces = append(u.RunPlaces, s.Place(at).Claim())
	}
	return err
}

// sellerOf finds the sale item of a seat that is named alone: the only one that sells it
// now, or the one that the event prefers.
func sellerOf(d *Draft, line int, spaceID int64, ch catalog.Channel) (int64, error) {
	if spaceID == 0 {
		return 0, app.Field(rules.Path("items", line, "id"), "is required")
	}
	eventID, err := seating.EventOf(d.Tx, spaceID)
	if app.KindOf(err) == app.NotFound {
		err = app.Field(rules.Path("items", line, "spaceId"), "does not exist")
	}
	if err != nil {
		return 0, err
	}
	e, err := catalog.SharedEvent(d.Tx, eventID)
	if err != nil {
		return 0, err
	}
	s, err := d.SeatsOf(e)
	if err != nil {
		return 0, err
	}
	at, there := s.Chart.Index(spaceID)
	if !there { // it was taken off the plan
		return 0, app.Field(rules.Path("items", line, "spaceId"), "does not exist")
	}
	sellers, err := sellersOf(d, s.Place(at).BandID, ch)
	if err != nil {
		return 0, err
	}
	if id := rules.Choose(sellers, s.Plan.Settings.Automatic); id != 0 {
		return id, nil
	}
	if len(sellers) == 0 {
		return 0, app.Field(rules.Path("items", line, "spaceId"), "is sold by no sale item")
	}
	return 0, app.Field(rules.Path("items", line, "id"), "is required: several sale items sell this seat")
}

func sellersOf(d *Draft, bandID int64, ch catalog.Channel) ([]rules.SeatSeller, error) {
	items, err := catalog.SaleItemsOfPriceBand(d.Tx, bandID)
	if err != nil {
		return nil, err
	}
	var all []rules.SeatSeller
	for i := range items {
		g, err := d.Cache.Get(items[i].ID)
		if err != nil {
			return nil, err
		}
		not, err := d.Cache.NotSold(g, ch, d.Wall)
		if err != nil {
			return nil, err
		}
		if row, ok := g.PriceFor(d.Order.CurrencyID, ch); ok && not.Reason == catalog.OnSale {
			all = append(all, rules.SeatSeller{ID: g.ID, Base: row.Base})
		}
	}
	return all, nil
}

// chooseSeats finds the spaces of the lines that have some. When there are not enough it
// first ends baskets of others whose time is up.
func chooseSeats(d *Draft, r *rules.Refusals, all []*rules.Wanted) error {
	for {
		now := slices.Clone(*r)
		short, err := trySeats(d, &now, all)
		if err != nil {
			return err
		}
		freed := false
		if short != nil {
			if freed, err = freeOverdue(d, short, catalog.LayerEvent); err != nil {
				return err
			}
		}
		if !freed {
			*r = now
			return nil
		}
		d.seats = nil
	}
}

// trySeats is chooseSeats as things are. It tells of one thing that was short.
func trySeats(d *Draft, r *rules.Refusals, all []*rules.Wanted) (short *catalog.Goods, err error) {
	for _, w := range all {
		w.Spaces = nil
		asks := w.SpaceID != 0 || w.BestSeats || w.AreaID != 0
		if w.PriceBandID == 0 && len(w.Bundled) > 0 {
			if r.Has(w.ID) {
				continue
			}
			lacks, err := seatContent(d, r, w)
			if err != nil {
				return nil, err
			}
			if lacks != nil {
				short = lacks
			}
			continue
		}
		if w.PriceBandID == 0 {
			if asks {
				r.Add(rules.TypeInvalid, w.ID, app.Msg("%s is sold without seats.", w.Item.Name))
			}
			continue
		}
		if r.Has(w.ID) {
			continue
		}
		s, err := d.seatsThroughout(w.Goods)
		if err != nil {
			return nil, err
		}
		enough, err := seat(w, r, s)
		if err == nil {
			err = s.Err()
		}
		if err != nil {
			return nil, err
		}
		if !enough {
			short = w.Goods
		}
	}
	return short, checkTables(d, r, all)
}

// seat finds the spaces of one line, and tells whether there were enough.
func seat(w *rules.Wanted, r *rules.Refusals, s *seating.Seats) (enough bool, err error) {
	if w.AreaID != 0 && !s.HasArea(w.AreaID) {
		return true, app.Field(rules.Path("items", w.Place, "areaId"), "does not exist")
	}
	switch {
	case w.SpaceID != 0:
		return seatAt(w, r, s)
	case w.BestSeats && !s.Plan.Settings.Best:
		r.Add(rules.TypeInvalid, w.ID, app.Msg("The best seats of this event are not chosen for anybody: name seats."))
		return true, nil
	case w.BestSeats:
		if w.Spaces, err = s.Best(w.PriceBandID, w.AreaID, int(w.N)); err == nil && w.Spaces == nil {
			r.Add(rules.TypeStock, w.ID, app.Msg("There are no %d seats left of %s that fit.", w.N, w.Item.Name))
		}
		return w.Spaces != nil, err
	}
	return stand(w, r, s)
}

// seatAt takes the space that was named.
func seatAt(w *rules.Wanted, r *rules.Refusals, s *seating.Seats) (enough bool, err error) {
	at, ok := s.Chart.Index(w.SpaceID)
	if !ok {
		return true, app.Field(rules.Path("items", w.Place, "spaceId"), "does not exist")
	}
	p := s.Place(at)
	switch left := s.Left(at); {
	case w.BestSeats:
		return true, app.Field(rules.Path("items", w.Place, "bestAvailableSeats"), "is not possible together with %s", "spaceId")
	case w.N > 1 && !p.General:
		return true, app.Field(rules.Path("items", w.Place, "quantity"), "must be 1 for a seat")
	case p.BandID != w.PriceBandID:
		r.Add(rules.TypeInvalid, w.ID, app.Msg("%s is not sold for the seat %s.", w.Item.Name, p.FullName()))
		return true, nil
	case left < w.N && p.General && left > 0:
		r.Add(w.Taken(), w.ID, app.Msg("Only %d left of %s.", left, p.FullName()))
		return false, nil
	case left < w.N:
		r.Add(w.Taken(), w.ID, app.Msg("%s is not free.", p.FullName()))
		return false, nil
	}
	take(w, s, at)
	return true, nil
}

// stand takes a general admission area of the price band.
func stand(w *rules.Wanted, r *rules.Refusals, s *seating.Seats) (enough bool, err error) {
	at, some, err := s.General(w.PriceBandID, w.AreaID, w.N)
	switch {
	case err != nil:
		return true, err
	case !some:
		r.Add(rules.TypeInvalid, w.ID, app.Msg("%s is sold by seats: name one.", w.Item.Name))
		return true, nil
	case at < 0:
		r.Add(rules.TypeStock, w.ID, app.Msg("%s is sold out.", w.Item.Name))
		return false, nil
	}
	take(w, s, at)
	return true, nil
}

// take chooses one space for all units of the line.
func take(w *rules.Wanted, s *seating.Seats, at int) {
	s.Choose(at, w.N)
	for range w.N {
		w.Spaces = append(w.Spaces, at)
	}
}

// checkTables refuses to sell some seats of a table that is sold as a whole only.
func checkTables(d *Draft, r *rules.Refusals, all []*rules.Wanted) error {
	has := map[int64]bool{} // spaces
	for _, u := range d.Units {
		if u.Place != nil {
			has[u.Place.SpaceID] = true
		}
	}
	for _, w := range all {
		for _, at := range w.Spaces {
			has[d.seats[w.EventID].Chart.SpaceID(at)] = true
		}
	}
	for _, w := range all {
		for _, at := range w.Spaces {
			s := d.seats[w.EventID]
			p := s.Place(at)
			if p.TableID == 0 {
				continue
			}
			for _, seat := range s.TableSeats(p.TableID) {
				if !has[s.Chart.SpaceID(seat)] && !d.Lifts(rules.WholeTables) {
					r.Add(rules.TypeInvalid, w.ID, app.Msg("Table %s is only sold as a whole.", p.Table))
				}
			}
		}
	}
	return nil
}

// reseat takes the spaces of an order again that gave them back, all or none of them.
func reseat(d *Draft) (bool, error) {
	own := rules.OfStock(d.Units)
	for _, u := range own {
		if u.Place == nil {
			continue
		}
		g, err := d.Cache.Get(u.SaleItemID)
		if err != nil {
			return false, err
		}
		if g.Event == nil || g.Event.Seats == nil || g.Event.Seats.PlanID != u.Place.PlanID {
			return false, nil
		}
		s, err := d.seatsThroughout(g)
		if err != nil {
			return false, err
		}
		at, ok := s.Chart.Index(u.Place.SpaceID)
		if free := ok && s.Free(at, u.Place.HoldID); s.Err() != nil || !free {
			return false, s.Err()
		}
		s.Retake(at, 1)
	}
	return true, seating.Reserve(d.Tx, rules.Claims(own))
}

// leave takes the units of a sale item in one space out of the basket. Below the sale
// item's minimum the line goes as a whole.
func leave(d *Draft, g *catalog.Goods, spaceID int64) error {
	var gone []*rules.Unit
	for _, u := range d.Units {
		if u.SaleItemID == g.ID && u.Place != nil && u.Place.SpaceID == spaceID && !u.Bundled() {
			gone = append(gone, u)
		}
	}
	if len(gone) == 0 {
		return app.Field("spaceId", "is not in the basket")
	}
	if gone[0].FromSeller() {
		return returnOffers(d, gone)
	}
	have := d.Units.Count(g.ID)
	if left := have - int64(len(gone)); left < rules.LeastQuantity(g.SaleItem) && !d.MayHoldFew(g, left) {
		return shrink(d, g, have)
	}
	return reduceBy(d, g, gone)
}
