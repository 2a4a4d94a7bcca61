package door_test

import (
	"slices"
	"testing"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/door"

	"github.com/matryer/is"
)

// TestScannersAreWrittenDown: who made a scanner and who ended it stands in the audit log,
// although those who scan all day are not written down.
func TestScannersAreWrittenDown(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	steward := f.w.A.With(app.ScanZones, app.OverrideScans)
	made, own, err := door.Start(t.Context(), f.w.App, steward, f.bounds())
	is.NoErr(err)
	f.must(door.Leave(t.Context(), f.w.App, f.enter(own)))
	page, err := audit.List(t.Context(), f.w.App, f.w.A.With(app.ViewAudit), audit.Filter{})
	is.NoErr(err)
	var notes []string
	for _, e := range slices.Backward(page.Rows) {
		for _, o := range e.Objects {
			if o.Type == "door_devices" && o.Did == audit.Noted {
				notes = append(notes, o.Fields[0].After)
				is.Equal(e.UserID, steward.UserID)
			}
		}
	}
	is.Equal(notes, []string{"made a scanner: Bahnhof, which may lift rules", "ended a scanner: Bahnhof"})
	is.True(made.ID > 0)
}
