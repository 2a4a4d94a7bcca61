package mail_test

import (
	"context"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
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
			_, err := indexes.Forge(catalog.Events).Update(tx, e.ID, func(e *catalog.Event) error { e.Published, e.OnlineOnly = false, true; return nil })
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

// between is an engine in which somebody else does something when a transaction is about to
// commit.
type between struct {
	kv.Engine
	rival func()
}

func (e *between) Update(ctx context.Context, fn func(kv.Tx) error) error {
	return e.Engine.Update(ctx, func(tx kv.Tx) error {
		err := fn(tx)
		if rival := e.rival; rival != nil {
			e.rival = nil
			rival()
		}
		return err
	})
}

// TestNoPublishedEventAwaitsApproval, though somebody publishes it while somebody asks.
func TestNoPublishedEventAwaitsApproval(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	e := &between{Engine: mem.New(mem.Options{Clock: clock.Now})}
	t.Cleanup(func() { _ = e.Close() })
	d := newDesk(t, apptest.On(e), apptest.Calm(), apptest.WithClock(clock))
	ev := d.addEvent("Quiet Night", 40*24*time.Hour)
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, ev.ID, func(e *catalog.Event) error { e.Published, e.OnlineOnly = false, true; return nil })
		return err
	})
	e.rival = func() {
		_, _, err := catalog.UpdateEvent(t.Context(), d.App, d.A.Owner, ev.ID, catalog.EventChange{Published: new(true)}, nil)
		is.NoErr(err)
	}
	_, err := catalog.AskApproval(t.Context(), d.App, d.A.Owner, ev.ID)
	is.Equal(app.KindOf(err), app.Invalid) // it is published already
	p, err := catalog.LookAtApproval(t.Context(), d.App, d.A.Owner, ev.ID)
	is.NoErr(err)
	is.True(p.State != catalog.ApprovalAsked)
}
