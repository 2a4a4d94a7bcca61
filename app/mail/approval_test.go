package mail_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/mail"
)

// TestApprovalOfAnEvent: those who may publish it and who asks are told once that it is asked
// for, and who asked how it was decided. What was decided before its mail went out is not
// asked for any more.
func TestApprovalOfAnEvent(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{ApprovalsTo: &[]string{"chief@example.com"}})
	is.NoErr(err)
	var maker company.User
	is.NoErr(d.App.View(t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		maker, err = company.UserByID(app.ReadCompany(r, 0), d.A.Owner.UserID)
		return err
	}))
	draft := func(name string) int64 {
		e := d.addEvent(name, 40*24*time.Hour)
		d.update(func(tx app.Tx) error {
			_, err := catalog.Events.Update(tx, e.ID, func(e *catalog.Event) error { e.Published, e.OnlineOnly = false, true; return nil })
			return err
		})
		return e.ID
	}
	id := draft("Quiet Night")
	_, err = catalog.AskApproval(t.Context(), d.App, d.A.Owner, id)
	is.NoErr(err)
	d.jobs()
	d.jobs()
	is.Equal(d.carrier.to("chief@example.com"), []string{"To be approved: Quiet Night"})
	has(t, d.carrier.lastTo("chief@example.com").Text, "Asked for by: "+maker.Name)
	is.Equal(d.carrier.to(maker.Email), []string{"You asked for approval: Quiet Night"})

	_, err = catalog.RefuseApproval(t.Context(), d.App, d.A.Owner, id, "The poster is missing.")
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.to(maker.Email)[1:], []string{"Not approved: Quiet Night"})
	has(t, d.carrier.lastTo(maker.Email).Text, "The poster is missing.", "Decided by: "+maker.Name)

	_, err = catalog.AskApproval(t.Context(), d.App, d.A.Owner, id)
	is.NoErr(err)
	d.jobs()
	_, _, err = catalog.UpdateEvent(t.Context(), d.App, d.A.Owner, id, catalog.EventChange{Published: new(true)}, nil)
	is.NoErr(err)
	d.jobs()
	is.Equal(d.carrier.to(maker.Email)[2:], []string{"You asked for approval: Quiet Night", "Approved: Quiet Night"})
	is.Equal(len(d.carrier.to("chief@example.com")), 2)

	sent := len(d.carrier.letters)
	hasty := draft("Hasty Night")
	_, err = catalog.AskApproval(t.Context(), d.App, d.A.Owner, hasty)
	is.NoErr(err)
	_, _, err = catalog.UpdateEvent(t.Context(), d.App, d.A.Owner, hasty, catalog.EventChange{Published: new(true)}, nil)
	is.NoErr(err)
	d.jobs()
	is.Equal(len(d.carrier.letters), sent+1) // that it is approved, and nothing else
	is.Equal(d.carrier.last().Subject, "Approved: Hasty Night")
}

// TestNoPublishedEventAwaitsApproval, whoever asks while somebody publishes it.
func TestNoPublishedEventAwaitsApproval(t *testing.T) {
	is, d := is.New(t), newDesk(t)
	for range 40 {
		e := d.addEvent("Quiet Night", 40*24*time.Hour)
		d.update(func(tx app.Tx) error {
			_, err := catalog.Events.Update(tx, e.ID, func(e *catalog.Event) error { e.Published, e.OnlineOnly = false, true; return nil })
			return err
		})
		done := make(chan error)
		go func() {
			_, _, err := catalog.UpdateEvent(t.Context(), d.App, d.A.Owner, e.ID, catalog.EventChange{Published: new(true)}, nil)
			done <- err
		}()
		_, asked := catalog.AskApproval(t.Context(), d.App, d.A.Owner, e.ID)
		is.NoErr(<-done)
		is.True(asked == nil || app.KindOf(asked) == app.Invalid)
		p, err := catalog.LookAtApproval(t.Context(), d.App, d.A.Owner, e.ID)
		is.NoErr(err)
		is.True(p.State != catalog.ApprovalAsked)
	}
}
