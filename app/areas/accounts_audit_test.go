package areas_test

import (
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/audit"
	"marquee/app/catalog"
	"marquee/app/company"

	"github.com/matryer/is"
)

// TestWhatOpensAnAccountIsWrittenDown: tokens of one's own, and a password by a mailed link,
// without their secrets.
func TestWhatOpensAnAccountIsWrittenDown(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	ctx := t.Context()
	c := w.A.With(app.ViewEvents)
	made, _, err := company.MakeOwnToken(ctx, w.App, c, "mine", nil, nil)
	is.NoErr(err)
	is.NoErr(company.RevokeOwnToken(ctx, w.App, c, made.ID))
	var notes []string
	for _, e := range logged(t, w, w.A, audit.Filter{UserID: c.UserID}) {
		notes = append(notes, e.Objects[0].Fields[0].After)
	}
	is.Equal(notes, []string{"ended a token", "made a token"})

	link := company.NewTokenText()
	is.NoErr(company.StartReset(ctx, w.App, c.UserID, link, company.ResetLife))
	_, err = company.SetPassword(ctx, w.App, link, "another good word 7", "203.0.113.9")
	is.NoErr(err)
	all := logged(t, w, w.A, audit.Filter{Operation: "new password by a mailed link"})
	is.Equal(len(all), 1)
	is.Equal(all[0].Address, "203.0.113.9")
	_, err = company.EnrolFactor(ctx, w.App, c, company.Reauthentication{Password: "another good word 7"})
	is.NoErr(err)
	is.Equal(len(logged(t, w, w.A, audit.Filter{UserID: c.UserID})), 3)
	event := show(t, w, w.A.Owner, nil)
	is.NoErr(catalog.ActivateEvents(ctx, w.App, w.A.With(app.ViewEvents, app.ScanZones), []int64{event.ID}, "eventIds"))
	newest := logged(t, w, w.A, audit.Filter{})[0]
	is.Equal(newest.Objects[0].Fields[0].After, "activated for scanning")
	for _, o := range all[0].Objects {
		for _, f := range o.Fields {
			is.True(f.Name != "passwordHash" || f.After == "***")
		}
	}
}
