package order

import (
	"errors"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/seating"
	"marquee/indexes"
)

// checkSeats wants each seat to have one live item at most, whose sale item sells its
// price band, and the occupancy of each piece to be what the items say.
func checkSeats(r app.Reader, report func(app.Breach)) error {
	c := &seatCount{r: r, report: report, cache: catalog.NewCache(r), pieces: map[int64]*seating.Occupancy{}}
	for e, err := range itemBySpace.Keys(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		it, err := Items.Get(r, e.ID)
		if err == nil {
			err = c.item(&it, e.Key)
		}
		if err != nil {
			return err
		}
	}
	for hit, err := range seating.Occupancies.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		c.compare(&hit.Rec)
		delete(c.pieces, hit.Key)
	}
	for id := range c.pieces {
		report(app.Breach{ID: id, Key: "seats from", Expected: "an occupancy", Found: "none"})
	}
	return nil
}

// seatCount is who has which seat, as the items tell it. It grows with the plans.
type seatCount struct {
	r      app.Reader
	report func(app.Breach)
	cache  *catalog.Cache
	pieces map[int64]*seating.Occupancy
	last   int64 // the seat of the live item before
}

// item counts one of the spaces that an item has.
func (c *seatCount) item(it *Item, space int64) error {
	o, err := Orders.Get(c.r, it.OrderID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && !it.Sold && !o.Status.Holds() {
		return nil // the first is for the check of what orders refer to
	}
	if err != nil {
		return err
	}
	g, err := c.cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	p := it.Place
	if g.PriceBandID != p.BandID && !p.Moved {
		c.report(app.Breach{ID: it.ID, Key: "order item", Expected: fmt.Sprintf("a seat of price band %d", g.PriceBandID), Found: fmt.Sprint(p.BandID)})
	}
	if len(it.RunPlaces) != max(len(it.Run)-1, 0) {
		c.report(app.Breach{ID: it.ID, Key: "order item", Expected: "a seat at each event of its run", Found: fmt.Sprint(len(it.RunPlaces) + 1)})
	}
	if space == c.last && !p.General {
		c.report(app.Breach{ID: space, Key: "seat", Expected: "one live order item", Found: "several"})
	}
	c.last = space
	for _, claim := range it.Claims() {
		if claim.SpaceID != space {
			continue // it is looked at when it is its turn
		}
		n := c.pieces[claim.PieceID]
		if n == nil {
			n = &seating.Occupancy{PieceID: claim.PieceID, PlanID: claim.PlanID}
			c.pieces[claim.PieceID] = n
		}
		n.Note(claim, it.Sold)
	}
	return nil
}

func (c *seatCount) compare(o *seating.Occupancy) {
	want := c.pieces[o.PieceID]
	if want == nil {
		want = &seating.Occupancy{}
	}
	if have, expected := o.Told(), want.Told(); have != expected {
		c.report(app.Breach{ID: o.PieceID, Key: "seats from", Expected: expected, Found: have})
	}
}
