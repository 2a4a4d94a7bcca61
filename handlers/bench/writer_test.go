package bench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/app/seating"
)

const (
	// writerGoal is how long somebody else's write may wait while something large is made or
	// deleted.
	writerGoal = 50 * time.Millisecond
	// How large that is.
	manyChildren, manyLines, manySeats = 5_000, 300, 60_000
)

// writer times small writes beside large ones, which are done in pieces.
func (c *comparison) writer() {
	ctx, text, amount := c.t.Context(), "M"+rand.Text()[:10], int64(1000)
	parent, err := discount.Create(ctx, c.s.app, c.s.owner, discount.Percentage, discount.Fields{Fields: codes.Fields{Text: &text}, Amount: &amount})
	must(c.t, err)
	key := codes.Key{ID: parent.Code.ID}
	c.beside(fmt.Sprintf("%d children of a code are made", manyChildren), func() error {
		_, err := discount.Codes.MakeChildren(ctx, c.s.app, c.s.owner, key, codes.ChildRequest{Number: manyChildren})
		return err
	})
	c.beside(fmt.Sprintf("%d children of a code are deleted", manyChildren), func() error {
		_, err := discount.Codes.Delete(ctx, c.s.app, c.s.owner, key)
		return err
	})
	venue, event := c.s.venueWithEvent(c.t)
	var plan seating.Plan
	c.beside(fmt.Sprintf("a plan of %d seats is imported", manySeats), func() (err error) {
		plan, err = seating.Import(ctx, c.s.app, c.s.owner, seating.NewPlan{VenueID: venue, Document: plainHouse(manySeats)})
		return err
	})
	c.beside(fmt.Sprintf("an event gets a copy of %d seats", manySeats), func() error {
		_, err := seating.AttachPlan(ctx, c.s.app, c.s.owner, seating.Attach{EventID: event, PlanID: plan.ID})
		return err
	})
	c.beside(fmt.Sprintf("an event loses its %d seats", manySeats), func() error {
		return seating.DetachPlan(ctx, c.s.app, c.s.owner, event)
	})
	item := c.s.hotSale(c.t)
	c.beside(fmt.Sprintf("baskets of %d lines are filled and paid for", manyLines), func() error {
		for range 5 {
			c.s.fillAndPay(item)
		}
		return nil
	})
}

// beside does something large and notes how long small writes waited meanwhile for their
// turn.
func (c *comparison) beside(what string, work func() error) {
	done := make(chan error, 1)
	go func() { done <- work() }()
	waited := []time.Duration{c.s.waitForWriter(c.t)}
	for {
		select {
		case err := <-done:
			must(c.t, err)
			c.atMost("the longest wait of a write while "+what, slices.Max(waited).Seconds()*1000, writerGoal.Seconds()*1000, 0,
				"of %d; the median %s ms", len(waited), milliseconds(median(waited)))
			c.in("ms")
			return
		default:
			waited = append(waited, c.s.waitForWriter(c.t))
		}
	}
}

// waitForWriter is the time until a write has its turn.
func (s *hotStore) waitForWriter(t testing.TB) (waited time.Duration) {
	start := time.Now()
	must(t, s.app.Update(context.Background(), s.owner, app.Sell, func(app.Tx) error {
		waited = time.Since(start)
		return nil
	}))
	return waited
}

func (s *hotStore) venueWithEvent(t testing.TB) (venue, event int64) {
	v, err := catalog.CreateVenue(t.Context(), s.app, s.owner, catalog.NewVenue{Name: "Arena", Address: "1 Street", City: "Town", Region: "Region"})
	must(t, err)
	name, start, end, yes := "Arena", time.Now().AddDate(1, 0, 0), time.Now().AddDate(1, 0, 1), true
	e, err := catalog.CreateEvent(t.Context(), s.app, s.owner, catalog.EventChange{Name: &name, Start: &start, End: &end, VenueID: catalog.Is(v.ID), Published: &yes})
	must(t, err)
	return v.ID, e.ID
}

// plainHouse is a plan of rows of fifty seats.
func plainHouse(seats int) seating.Document {
	d := seating.Document{Name: "Arena", PriceBands: []seating.Label{{Name: "A"}}}
	for y := range seats / 50 {
		row := seating.Group{Name: fmt.Sprint(y + 1), Band: "A"}
		for x := range 50 {
			row.Seats = append(row.Seats, seating.Seat{Name: fmt.Sprint(x + 1), At: seating.Position{X: float64(x), Y: float64(y)}})
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// fillAndPay makes a basket of as many lines as one may have, and pays for it.
func (s *hotStore) fillAndPay(item int64) {
	lines := strings.Repeat(fmt.Sprintf(`{"id":%d,"quantity":1},`, item), manyLines)
	var basket struct{ ID json.Number }
	if err := json.Unmarshal(s.post("/v1/basket-items", http.StatusCreated, `{"items":[%s]}`, strings.TrimSuffix(lines, ",")), &basket); err != nil {
		panic(err)
	}
	s.post("/v1/orders/complete", http.StatusOK, `{"basketId":%s,"paymentMethod":"cash"}`, basket.ID)
}
