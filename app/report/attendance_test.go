package report_test

import (
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/report"

	"github.com/matryer/is"
)

// TestAttendanceAgrees: the report of items counts those as arrived whom the attendance of
// the event counts, and shows the earliest arrival, however late it was uploaded.
func TestAttendanceAgrees(t *testing.T) {
	is := is.New(t)
	p := newPromoter(t, apptest.Calm())
	units := p.unitsOf(p.sell(order.Cash, 2).Order.ID)
	name := "Backstage"
	zone, err := entry.CreateZone(p.ctx, p.App, p.A.Owner, p.event.ID, entry.ZoneFields{Name: &name})
	is.NoErr(err)
	scan := func(zone int64, barcode string) {
		res, err := entry.ScanZone(p.ctx, p.App, p.A.Owner, entry.ScanRequest{ZoneID: zone, Barcodes: []string{barcode}, Direction: "in"})
		is.NoErr(err)
		is.Equal(res.Status, entry.Valid)
	}
	p.Clock.Jump(p.event.Start.Sub(p.Clock.Now()))
	scan(zone.ID, units[1].Barcode) // at another zone alone
	p.scan(units[0].Barcode, "in")
	early := p.event.Start.Add(-time.Hour)
	p.Clock.Jump(time.Minute)
	_, err = entry.UploadScans(p.ctx, p.App, p.A.Owner, entry.Upload{Rows: []entry.UploadRow{{Barcode: units[0].Barcode, EventID: p.event.ID, ScannedOn: early}}})
	is.NoErr(err)

	res, err := report.Run(p.ctx, p.App, p.A.Owner, report.Ask{ID: 12, Headers: []string{"order_item_id", "number_attended", "first_scan_in"}, Replace: true})
	is.NoErr(err)
	is.Equal(len(res.Rows), 2)
	for _, row := range res.Rows {
		if row[0] == units[1].ID {
			is.Equal(row[1], int64(0))
			continue
		}
		is.Equal(row[1], int64(1))
		is.Equal(row[2], early)
	}
}
