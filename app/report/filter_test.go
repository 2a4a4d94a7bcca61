package report_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/indexes"
)

// TestFiltersByTimeslot: reports find what was sold for a timeslot by the name that it has.
func TestFiltersByTimeslot(t *testing.T) {
	p := newPromoter(t)
	p.update(func(tx app.Tx) error {
		for _, name := range []string{"Matinee", "Soiree"} {
			slot := catalog.Timeslot{EventID: p.event.ID, Name: name, Start: p.event.Start, End: p.event.Start.Add(time.Hour)}
			if err := indexes.Forge(catalog.Timeslots).Insert(tx, &slot); err != nil {
				return err
			}
			at := len(name) - len("Soiree") // the poster is for no timeslot
			if _, err := indexes.Forge(catalog.SaleItems).Update(tx, p.items[at].ID, func(s *catalog.SaleItem) error { s.TimeslotID = slot.ID; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	p.sell(order.Cash, 2, 3, 1)
	for name, sold := range map[string]int64{"Soiree": 2, "Matinee": 3, "Vigil": 0} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			filter := map[string][]string{"timeslotName": {name}}
			res, err := report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: report.Attendance, Filter: filter})
			is.NoErr(err)
			is.Equal(int64(len(res.Rows)), sold)
			res, err = report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: report.EventSales, Filter: filter, Refresh: true, Headers: []string{"items_issued_before"}, Replace: true})
			is.NoErr(err)
			if sold == 0 {
				is.Equal(len(res.Rows), 0)
			} else {
				is.Equal(res.Rows[0][0], sold)
			}
		})
	}
}
