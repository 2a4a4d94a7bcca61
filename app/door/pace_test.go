package door_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/door"
	"marquee/app/entry"

	"github.com/matryer/is"
)

// state is how a ticket stands at the Entry zone.
func (f *festival) state(barcode string) (z entry.ZoneState) {
	f.t.Helper()
	page, err := entry.ListTickets(f.t.Context(), f.w.App, f.w.A.Owner, entry.TicketQuery{EventID: f.event, Zones: true})
	f.must(err)
	for _, t := range page.Tickets {
		if t.Item.Barcode == barcode {
			return t.State.In(f.zones[0])
		}
	}
	f.t.Fatal("no such ticket: " + barcode)
	return z
}

// attendance is how many are inside.
func (f *festival) attendance() int64 {
	f.t.Helper()
	zones, err := entry.ListZones(f.t.Context(), f.w.App, f.w.A.Owner, f.event, false)
	f.must(err)
	return zones[0].Tally.Attendance
}

// made are rows of codes of nobody that were scanned at a moment.
func (f *festival) made(n int, at time.Time) (rows []entry.UploadRow) {
	for i := range n {
		rows = append(rows, entry.UploadRow{UUID: fmt.Sprint("made up ", i), Barcode: fmt.Sprint("NOBODY", i), ZoneID: f.zones[0], ScannedOn: at})
	}
	return rows
}

// TestAStolenPhoneCannotCloseTheGate: what is more than anybody can scan moves nobody, is kept,
// and is told.
func TestAStolenPhoneCannotCloseTheGate(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, _ := f.phone("Mirko")
	guest, before := f.fresh(p), f.attendance()
	now := f.w.App.Now()
	rows := append(f.made(900, now), entry.UploadRow{UUID: "guest", Barcode: guest, ZoneID: f.zones[0], ScannedOn: now, Forced: true, Detail: "I say so"})
	for range 2 { // a second time it is the same upload
		res, err := p.Upload(t.Context(), f.w.App, entry.Upload{UUID: "stolen", Rows: append([]entry.UploadRow{}, rows...)})
		is.NoErr(err)
		is.Equal(res.Kept, int64(701))
		is.True(!f.state(guest).Inside)
		is.Equal(f.attendance(), before)
		phones, err := door.PhonesAt(t.Context(), f.w.App, f.w.A.Owner, f.event)
		is.NoErr(err)
		is.Equal(phones[0].Pace.Aside, int64(701))
		is.Equal(door.SetAside(f.w.App), int64(701))
	}
	row := f.lastRow()
	is.Equal(row.Status, entry.Failed)
	is.Equal(row.Detail, door.TooFast+": I say so")

	_, err := p.Upload(t.Context(), f.w.App, entry.Upload{Rows: append([]entry.UploadRow{}, rows[900:]...)})
	is.NoErr(err)
	is.True(!f.state(guest).Inside) // what was set aside stays so, whatever brings it

	other, _ := f.phone("Ines") // at whose gate the guest comes in
	v, err := other.Scan(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{guest}, Direction: "in"})
	is.NoErr(err)
	is.Equal(v.Status, entry.Valid)
}

func TestAPhoneThatAsksScansNoFasterThanAnybodyCan(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Calm())
	p, _ := f.phone("Mirko")
	asks := func() (n int, err error) {
		for n = 0; err == nil && n < 1_000; n++ {
			_, err = p.Scan(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{"NOBODY"}, Direction: "in"})
		}
		return n - 1, err
	}
	n, err := asks()
	is.Equal(app.KindOf(err), app.TooMany)
	is.Equal(n, 200)
	phones, err := door.PhonesAt(t.Context(), f.w.App, f.w.A.Owner, f.event)
	is.NoErr(err)
	is.Equal(phones[0].Pace.Aside, int64(1))
	f.w.Clock.Jump(5 * time.Second)
	n, err = asks()
	is.Equal(app.KindOf(err), app.TooMany)
	is.True(n >= 10 && n < 20)
}

// TestWhatAPhoneDidIsTakenBack: tickets that it scanned last are what they were before; what
// others did since stands; and a second time there is nothing.
func TestWhatAPhoneDidIsTakenBack(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	ctx := t.Context()
	thief, _ := f.phone("Thief")
	honest, _ := f.phone("Ines")
	scan := func(p *door.Pass, code, direction string) {
		t.Helper()
		v, err := p.Scan(ctx, f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{code}, Direction: direction})
		is.NoErr(err)
		is.Equal(v.Status, entry.Valid)
		f.w.Clock.Jump(time.Second)
	}
	early := f.fresh(honest)
	scan(thief, early, "in") // while it was in good hands
	f.w.Clock.Jump(time.Minute)
	inside := f.fresh(honest)
	scan(honest, inside, "in")
	was := map[string]entry.ZoneState{early: f.state(early), inside: f.state(inside)}
	attended, since := f.attendance(), f.w.App.Now()

	scan(thief, early, "out")
	scan(thief, early, "in")
	scan(thief, inside, "out")
	fresh := f.fresh(honest)
	was[fresh] = f.state(fresh)
	scan(thief, fresh, "in")
	uploaded := f.fresh(honest)
	was[uploaded] = f.state(uploaded)
	_, err := thief.Upload(ctx, f.w.App, entry.Upload{Rows: []entry.UploadRow{{UUID: "offline", Barcode: uploaded, ZoneID: f.zones[0], ScannedOn: since.Add(-30 * time.Second)}}})
	is.NoErr(err)
	left := f.fresh(honest)
	scan(thief, left, "in")
	scan(honest, left, "out") // somebody else has seen the guest since
	stands := f.state(left)

	ask := door.Undo{DeviceID: thief.Device.ID, Since: &since, DryRun: true}
	want := entry.Undone{Tickets: 4, Scans: 5, Others: 1}
	look, err := door.UndoDevice(ctx, f.w.App, f.w.A.Owner, ask)
	is.NoErr(err)
	is.Equal(look, want)
	is.True(f.state(fresh).Inside) // nothing has changed

	ask.DryRun = false
	done, err := door.UndoDevice(ctx, f.w.App, f.w.A.Owner, ask)
	is.NoErr(err)
	is.Equal(done, want)
	for code, z := range was {
		is.Equal(f.state(code), z)
	}
	is.Equal(f.state(left), stands)
	is.Equal(f.attendance(), attended)

	done, err = door.UndoDevice(ctx, f.w.App, f.w.A.Owner, ask)
	is.NoErr(err)
	is.Equal(done, entry.Undone{Others: 1})
	scan(honest, fresh, "in") // as if nothing had been

	_, err = door.UndoDevice(ctx, f.w.App, f.w.A.With(app.ScanZones), ask)
	is.Equal(app.KindOf(err), app.Forbidden)
	_, err = door.UndoDevice(ctx, f.w.App, f.w.B.Owner, ask)
	is.Equal(app.KindOf(err), app.NotFound)
}

// TestCountsAreOfWhatLives: phones and links that have ended leave room for others.
func TestCountsAreOfWhatLives(t *testing.T) {
	f := newFestival(t)
	room := func(few func(app.Tx, int64, int) error, limit int) bool {
		t.Helper()
		err := f.w.App.Update(t.Context(), f.w.A.Owner, app.EditEvents, func(tx app.Tx) error { return few(tx, f.event, limit) })
		if err != nil && app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
		return err == nil
	}
	t.Run("phones", func(t *testing.T) {
		is := is.New(t)
		first, _ := f.phone("Mirko")
		_, _ = f.phone("Ines")
		is.True(!room(door.FewPhones, 2))
		is.NoErr(door.EndDevice(t.Context(), f.w.App, f.w.A.Owner, first.Device.ID))
		is.True(room(door.FewPhones, 2))
	})
	t.Run("links", func(t *testing.T) {
		is := is.New(t)
		_, secret := f.link(door.NewLink{})
		ended, _ := f.link(door.NewLink{Open: time.Hour})
		is.True(!room(door.FewLinks, 2))
		_, _, err := door.Join(t.Context(), f.w.App, secret, "Jo") // it was for one
		is.NoErr(err)
		is.True(room(door.FewLinks, 2))
		is.True(!room(door.FewLinks, 1))
		is.NoErr(door.EndLink(t.Context(), f.w.App, f.w.A.Owner, ended.ID))
		is.True(room(door.FewLinks, 1))
		f.link(door.NewLink{})
		is.True(!room(door.FewLinks, 1))
		f.w.Clock.Jump(door.DefaultOpen)
		is.True(room(door.FewLinks, 1))
	})
}

// TestPhonesAreStartedSlowly: one user starts so many within an hour, however often they end.
func TestPhonesAreStartedSlowly(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Calm())
	steward := f.w.A.With(app.ScanZones)
	start := func(c *app.Caller) error {
		d, _, err := door.Start(t.Context(), f.w.App, c, f.bounds())
		if err == nil {
			err = door.EndDevice(t.Context(), f.w.App, f.w.A.Owner, d.ID)
		}
		return err
	}
	for range door.MaxStarts {
		is.NoErr(start(steward))
	}
	var refused *app.Error
	is.True(errors.As(start(steward), &refused))
	is.Equal(refused.Kind, app.TooMany)
	is.True(refused.RetryAfter > 3_000 && refused.RetryAfter <= 3_601)
	is.NoErr(start(f.w.A.Owner)) // others are not kept from it
	f.w.Clock.Jump(time.Duration(refused.RetryAfter) * time.Second)
	is.NoErr(start(steward))
}
