package bench

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/seating"
)

const (
	// How long the best four seats may take to choose inside the writer, in houses of two
	// sizes, and the plan of the smaller one to read and to send.
	bestGoal      = 2 * time.Millisecond
	bestLargeGoal = 5 * time.Millisecond
	planGoal      = 15 * time.Millisecond
	planBytesGoal = 400_000
	// bestPicks is how many choices are timed in each house; the medians count.
	bestPicks = 100
)

// seats times the best seats and the plan of an event.
func (c *comparison) seats() {
	for _, house := range []struct {
		seats int
		goal  time.Duration
	}{{10_000, bestGoal}, {40_000, bestLargeGoal}} {
		event := c.s.house(c.t, house.seats)
		took := c.s.pickBest(c.t, event)
		c.atMost(fmt.Sprintf("best 4 of %d seats, chosen inside the writer", house.seats), took.Seconds()*1000, house.goal.Seconds()*1000, 0,
			"median of %d; 5 of 7 seats are taken, so that the four are far back", bestPicks)
		c.in("ms")
		if house.seats > 10_000 {
			continue
		}
		for _, path := range []string{"/v1/seating-plan-data", "/v1/seating-spaces"} {
			took, size := c.readPlan(event, path)
			c.atMost(fmt.Sprintf("GET %s of %d seats over HTTP", strings.TrimPrefix(path, "/v1"), house.seats), took.Seconds()*1000, planGoal.Seconds()*1000, 0, "median of %d", bestPicks)
			c.in("ms")
			c.atMost(fmt.Sprintf("GET %s of %d seats over HTTP, compressed", strings.TrimPrefix(path, "/v1"), house.seats), float64(size), planBytesGoal, 0, "gzip")
			c.in("bytes")
		}
	}
}

// house makes an event with so many seats. Of each seven five are taken, but for the
// last rows, so that four side by side are found only there.
func (s *hotStore) house(t testing.TB, seats int) int64 {
	ctx := t.Context()
	d := seating.Document{Name: "House", Focal: &seating.Position{X: 25, Y: -5}, PriceBands: []seating.Label{{Name: "A"}}}
	for a := range 20 {
		d.Areas = append(d.Areas, seating.Label{Name: fmt.Sprint("Area ", a+1)})
	}
	for y := range seats / 50 {
		row := seating.Group{Name: fmt.Sprint(y + 1), Area: d.Areas[y%20].Name, Band: "A"}
		for x := range 50 {
			row.Seats = append(row.Seats, seating.Seat{Name: fmt.Sprint(x + 1), At: seating.Position{X: float64(x), Y: float64(y)}})
		}
		d.Rows = append(d.Rows, row)
	}
	venue, err := catalog.CreateVenue(ctx, s.app, s.owner, catalog.NewVenue{Name: d.Name, Address: "1 Street", City: "Town", Region: "Region"})
	must(t, err)
	name, start, end, yes := "Seated", time.Now().AddDate(1, 0, 0), time.Now().AddDate(1, 0, 1), true
	event, err := catalog.CreateEvent(ctx, s.app, s.owner, catalog.EventChange{Name: &name, Start: &start, End: &end, VenueID: catalog.Is(venue.ID), Published: &yes})
	must(t, err)
	plan, err := seating.Import(ctx, s.app, s.owner, seating.NewPlan{VenueID: venue.ID, Document: d})
	must(t, err)
	plan, err = seating.AttachPlan(ctx, s.app, s.owner, seating.Attach{EventID: event.ID, PlanID: plan.ID, Settings: seating.Settings{Best: true}})
	must(t, err)
	// What is not to be had is marked: that costs the choice as much as what is sold.
	var taken []int64
	mark := func() {
		_, err := seating.SetMarks(ctx, s.app, s.owner, seating.Marking{EventID: event.ID, SpaceIDs: taken, Mark: seating.Unavailable})
		must(t, err)
		taken = taken[:0]
	}
	for n := range int64(seats) {
		if n%7 < 5 && n < int64(seats)-500 {
			taken = append(taken, plan.FirstSpace+n)
		}
		if len(taken) == seating.MaxMarked {
			mark()
		}
	}
	mark()
	return event.ID
}

// pickBest times the choice of four seats inside a transaction.
func (s *hotStore) pickBest(t testing.TB, eventID int64) time.Duration {
	var took []time.Duration
	for range bestPicks {
		err := s.app.Update(t.Context(), s.owner, app.Sell, func(tx app.Tx) error {
			e, err := catalog.SharedEvent(tx, eventID)
			if err != nil {
				return err
			}
			start := time.Now()
			seats, err := seating.Open(tx, e, s.owner)
			if err != nil {
				return err
			}
			chosen, err := seats.Best(seats.Plan.BandID(0), 0, 4)
			took = append(took, time.Since(start))
			if err == nil && len(chosen) != 4 {
				err = fmt.Errorf("%d seats were chosen", len(chosen))
			}
			return err
		})
		must(t, err)
	}
	return median(took)
}

// readPlan times a read of the plan over HTTP, and tells how large the answer is when it
// is compressed.
func (c *comparison) readPlan(eventID int64, path string) (time.Duration, int) {
	var took []time.Duration
	var body []byte
	for range bestPicks {
		in, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, fmt.Sprintf("%s%s?eventId=%d", c.product, path, eventID), nil)
		must(c.t, err)
		in.Header.Set("Authorization", "Bearer "+c.s.token)
		start := time.Now()
		out, err := http.DefaultClient.Do(in)
		must(c.t, err)
		body, err = io.ReadAll(out.Body)
		took = append(took, time.Since(start))
		must(c.t, errors.Join(err, out.Body.Close()))
		if out.StatusCode != http.StatusOK {
			c.t.Fatalf("%s: %d", path, out.StatusCode)
		}
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body)
	_ = w.Close()
	return median(took), b.Len()
}
