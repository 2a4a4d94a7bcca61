package webhook_test

import (
	"testing"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/webhook"
	"marquee/indexes"

	"github.com/matryer/is"
)

// TestKindsThatComeTogether have one notice, and a call each; so has a kind of which two
// notices of one transaction tell.
func TestKindsThatComeTogether(t *testing.T) {
	in := entry.Scan{ID: 7, ItemID: 3, Status: entry.Valid}
	again := in
	again.TakenBack = true
	for _, c := range []struct {
		name  string
		wants []webhook.Kind
		scans []entry.Scan
		noted int
		told  []string
	}{
		{"both", []webhook.Kind{webhook.CheckIn, webhook.ScanRecorded}, []entry.Scan{in}, 1, []string{"attendee-check-in 7", "scan-recorded 7"}},
		{"the first", []webhook.Kind{webhook.CheckIn}, []entry.Scan{in}, 1, []string{"attendee-check-in 7"}},
		{"the second", []webhook.Kind{webhook.ScanRecorded}, []entry.Scan{in}, 1, []string{"scan-recorded 7"}},
		{"neither", []webhook.Kind{webhook.CheckOut}, []entry.Scan{in}, 0, []string{}},
		{"twice", []webhook.Kind{webhook.CheckIn, webhook.ScanRecorded}, []entry.Scan{in, in}, 1, []string{"attendee-check-in 7", "scan-recorded 7"}},
		{"taken back at once", []webhook.Kind{webhook.CheckIn, webhook.ScanRecorded}, []entry.Scan{in, again}, 2, []string{"attendee-check-in 7", "scan-recorded 7"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			o := newOffice(t)
			o.endpoint(o.A.Owner, c.wants...)
			is.NoErr(o.App.Update(t.Context(), o.A.Owner, app.Authenticated, func(tx app.Tx) error {
				for i := range c.scans {
					if err := webhook.ScanSaved(tx, []indexes.Change[entry.Scan]{{Now: &c.scans[i]}}); err != nil {
						return err
					}
				}
				return nil
			}))
			is.Equal(o.notices(), c.noted)
			o.send()
			is.Equal(o.carrier.told(), c.told)
			is.Equal(o.notices(), 0)
		})
	}
}

// notices counts what is noted.
func (o *office) notices() (n int) {
	o.t.Helper()
	o.must(o.App.ViewCompany(o.t.Context(), o.A.Company.ID, func(r app.Reader) (err error) {
		n, err = webhook.Noted(r)
		return err
	}))
	return n
}
