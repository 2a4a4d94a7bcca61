package door_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/indexes"

	"github.com/matryer/is"
)

// festival is a small one whose gates are open, with the ids of its zones.
type festival struct {
	t     *testing.T
	w     *apptest.World
	event int64
	zones []int64
	gates []int64 // of the plan
	free  int64   // a seat that was not sold
}

func newFestival(t *testing.T, opts ...apptest.Option) *festival {
	t.Helper()
	w := apptest.New(t, opts...)
	made, err := demo.Load(t.Context(), w.App, w.A.Owner, demo.Options{Orders: 12, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := &festival{t: t, w: w, event: made.Event.ID}
	zones, err := entry.ListZones(t.Context(), w.App, w.A.Owner, f.event, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, z := range zones {
		f.zones = append(f.zones, z.ID)
	}
	return f
}

func (f *festival) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *festival) bounds() door.Bounds {
	return door.Bounds{EventID: f.event, ZoneIDs: f.zones[:1], Gate: "Bahnhof"}
}

// link makes one as the owner.
func (f *festival) link(in door.NewLink) (door.Link, string) {
	f.t.Helper()
	if in.EventID == 0 {
		in.Bounds = f.bounds()
	}
	l, secret, err := door.MakeLink(f.t.Context(), f.w.App, f.w.A.Owner, in)
	f.must(err)
	return l, secret
}

// phone joins by a new link.
func (f *festival) phone(name string) (*door.Pass, string) {
	f.t.Helper()
	_, secret := f.link(door.NewLink{})
	_, own, err := door.Join(f.t.Context(), f.w.App, secret, name)
	f.must(err)
	return f.enter(own), own
}

func (f *festival) enter(secret string) *door.Pass {
	f.t.Helper()
	p, err := door.Enter(f.t.Context(), f.w.App, secret)
	f.must(err)
	return p
}

// fresh is a ticket that the Entry zone lets in.
func (f *festival) fresh(p *door.Pass) string {
	f.t.Helper()
	page, err := p.Tickets(f.t.Context(), f.w.App, door.ListQuery{})
	f.must(err)
	for _, t := range page.Tickets {
		if len(t.Zones) > 0 {
			continue
		}
		v, err := p.Check(f.t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{t.Barcode}})
		f.must(err)
		if v.Status == entry.Valid {
			return t.Barcode
		}
	}
	f.t.Fatal("nobody is left to come in")
	return ""
}

// lastRow is the newest of the scan log.
func (f *festival) lastRow() (row entry.Scan) {
	f.t.Helper()
	f.must(f.w.App.View(f.t.Context(), f.w.A.Owner, app.Anyone, func(r app.Reader) error {
		for h, err := range entry.Scans.Scan(r, indexes.All[int64]().Reversed().Limit(1)) {
			if err != nil {
				return err
			}
			row = h.Rec
		}
		return nil
	}))
	return row
}

func isClosed(err error) bool {
	var e *app.Error
	return errors.As(err, &e) && len(e.Fields) > 0 && e.Fields[0].Field == "code"
}

func TestPhonesJoinByLinks(t *testing.T) {
	t.Run("once, unless the link is for more", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		_, secret := f.link(door.NewLink{Phones: 2})
		for range 2 {
			d, own, err := door.Join(t.Context(), f.w.App, secret, " Mirko ")
			is.NoErr(err)
			is.Equal(d.Name, "Mirko")
			is.Equal(f.enter(own).Device.Gate, "Bahnhof")
		}
		_, _, err := door.Join(t.Context(), f.w.App, secret, "Third")
		is.True(isClosed(err))
	})
	t.Run("for ten minutes, unless it is for longer", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		_, short := f.link(door.NewLink{})
		_, long := f.link(door.NewLink{Open: time.Hour})
		f.w.Clock.Jump(door.DefaultOpen)
		_, _, err := door.Join(t.Context(), f.w.App, short, "")
		is.True(isClosed(err))
		_, _, err = door.Join(t.Context(), f.w.App, long, "")
		is.NoErr(err)
	})
	t.Run("never by another secret, and all refusals are alike", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		_, own := f.phone("Mirko")
		for _, secret := range []string{"", "mq_nothing", own, f.w.A.OwnerToken} {
			_, _, err := door.Join(t.Context(), f.w.App, secret, "")
			is.True(isClosed(err))
		}
	})
	t.Run("until the link is ended, with its phones", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		l, secret := f.link(door.NewLink{Phones: 5})
		_, own, err := door.Join(t.Context(), f.w.App, secret, "")
		is.NoErr(err)
		is.NoErr(door.EndLink(t.Context(), f.w.App, f.w.A.Owner, l.ID))
		_, _, err = door.Join(t.Context(), f.w.App, secret, "")
		is.True(isClosed(err))
		_, err = door.Enter(t.Context(), f.w.App, own)
		is.Equal(app.KindOf(err), app.Unauthenticated)
	})
	t.Run("as many at once as the link is for", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t, apptest.Calm())
		_, secret := f.link(door.NewLink{Phones: 3})
		var rivals sync.WaitGroup
		var mu sync.Mutex
		joined := 0
		for range 12 {
			rivals.Go(func() {
				if _, _, err := door.Join(t.Context(), f.w.App, secret, ""); err == nil {
					mu.Lock()
					joined++
					mu.Unlock()
				}
			})
		}
		rivals.Wait()
		is.Equal(joined, 3)
	})
}

// TestALinkSaysWhyItIsClosed: to who has its secret, and to nobody else.
func TestALinkSaysWhyItIsClosed(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	why := func(secret string) door.Closing {
		why, until, err := door.WhyClosed(t.Context(), f.w.App, secret)
		is.NoErr(err)
		is.Equal(until.IsZero(), why == "" && secret[:3] == "mq_" && len(secret) < 20)
		return why
	}
	open, _ := f.link(door.NewLink{})
	_, used := f.link(door.NewLink{})
	_, _, err := door.Join(t.Context(), f.w.App, used, "Mirko")
	is.NoErr(err)
	ended, secret := f.link(door.NewLink{Phones: 2})
	is.Equal(why(secret), door.Closing(""))
	is.NoErr(door.EndLink(t.Context(), f.w.App, f.w.A.Owner, ended.ID))
	is.Equal(why(secret), door.ClosedByStaff)
	is.Equal(why(used), door.ClosedByPhones)
	_, late := f.link(door.NewLink{})
	f.w.Clock.Jump(open.OpenUntil.Sub(f.w.Clock.Now()) + door.DefaultOpen)
	is.Equal(why(late), door.ClosedByTime)
	is.Equal(why(secret), door.ClosedByStaff)
	is.Equal(why("mq_nothing"), door.Closing(""))
	_, own := f.phone("Ines")
	got, until, err := door.WhyClosed(t.Context(), f.w.App, own)
	is.NoErr(err)
	is.Equal(got, door.Closing(""))
	is.True(until.IsZero()) // the secret of a phone is none of a link
}

func TestWhoMakesLinks(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	make := func(c *app.Caller, overrides bool) error {
		in := door.NewLink{Bounds: f.bounds()}
		in.Overrides = overrides
		_, _, err := door.MakeLink(t.Context(), f.w.App, c, in)
		return err
	}
	is.Equal(app.KindOf(make(f.w.A.With(app.ScanZones, app.Sell), false)), app.Forbidden)
	is.Equal(app.KindOf(make(f.w.B.Owner, false)), app.NotFound) // another company's event
	organiser := f.w.A.With(app.EditEvents)
	is.NoErr(make(organiser, false))
	is.Equal(app.KindOf(make(organiser, true)), app.Invalid) // more than they may do
	for name, in := range map[string]door.NewLink{
		"too many phones":     {Bounds: f.bounds(), Phones: door.MaxPhones + 1},
		"open too long":       {Bounds: f.bounds(), Open: door.MaxOpen + time.Minute},
		"a zone of elsewhere": {Bounds: door.Bounds{EventID: f.event, ZoneIDs: []int64{999}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := door.MakeLink(t.Context(), f.w.App, f.w.A.Owner, in)
			is.New(t).Equal(app.KindOf(err), app.Invalid)
		})
	}
}

func TestPhonesScanWithinTheirBounds(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, own := f.phone("Mirko")
	code := f.fresh(p)
	scan := entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{code}}
	v, err := p.Scan(t.Context(), f.w.App, scan)
	is.NoErr(err)
	is.Equal(v.Status, entry.Valid)
	is.True(v.SaleName != "")

	other, _ := f.phone("Ines")
	v, err = other.Scan(t.Context(), f.w.App, scan)
	is.NoErr(err)
	is.Equal(v.Status, entry.AlreadyIn)
	is.Equal(v.Last.By, "Mirko") // who, and where
	is.Equal(v.Last.Gate, "Bahnhof")

	scan.ZoneID = f.zones[1]
	_, err = p.Scan(t.Context(), f.w.App, scan)
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = p.Upload(t.Context(), f.w.App, entry.Upload{Rows: []entry.UploadRow{{Barcode: code, ZoneID: f.zones[1], ScannedOn: f.w.App.Now()}}})
	is.Equal(app.KindOf(err), app.NotFound)

	_, err = company.Authenticate(t.Context(), f.w.App, own, nil) // the API does not know it
	is.Equal(app.KindOf(err), app.Unauthenticated)
	_, err = door.Enter(t.Context(), f.w.App, f.w.A.OwnerToken) // nor the door an API token
	is.Equal(app.KindOf(err), app.Unauthenticated)
	is.True(!p.Caller.Can(app.OverrideScans))
	is.True(!p.Caller.Can(app.EditEvents))
	is.True(!p.Caller.Super)
}

func TestPhonesEnd(t *testing.T) {
	t.Run("a day after their event", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		p, own := f.phone("Mirko")
		f.w.Clock.Jump(p.Device.EndsAt.Sub(f.w.App.Now()) - time.Second)
		f.enter(own)
		f.w.Clock.Jump(time.Second)
		_, err := door.Enter(t.Context(), f.w.App, own)
		is.Equal(app.KindOf(err), app.Unauthenticated)
	})
	for name, stop := range map[string]func(f *festival, lead int64) error{
		"who was suspended": func(f *festival, _ int64) error {
			_, err := company.SuspendUser(f.t.Context(), f.w.App, "lead@a.example.com")
			return err
		},
		"who left the company": func(f *festival, lead int64) error {
			_, err := company.SuspendMember(f.t.Context(), f.w.App, f.w.A.Owner, company.UserKey{ID: lead})
			return err
		},
		"who may not scan any longer": func(f *festival, lead int64) error {
			_, err := company.EditUser(f.t.Context(), f.w.App, f.w.A.Owner, lead, company.UserFields{Abilities: app.Maybe[[]app.Ability]{Given: true, Value: &[]app.Ability{app.Sell}}})
			return err
		},
		"who scans at other events alone": func(f *festival, lead int64) error {
			_, err := company.EditUser(f.t.Context(), f.w.App, f.w.A.Owner, lead, company.UserFields{
				Abilities: app.Maybe[[]app.Ability]{Given: true, Value: &[]app.Ability{}},
				Grants:    app.Maybe[[]app.Grant]{Given: true, Value: &[]app.Grant{{Ability: app.EditEvents, Own: true}}},
			})
			return err
		},
	} {
		t.Run("with whom they act for, "+name+", and what they bring then is kept", func(t *testing.T) {
			is := is.New(t)
			f := newFestival(t)
			lead, err := company.CreateUser(t.Context(), f.w.App, f.w.A.Owner, company.NewUser{Name: "Lead", Email: "lead@a.example.com", Abilities: []app.Ability{app.EditEvents}})
			is.NoErr(err)
			_, token, err := company.CreateToken(t.Context(), f.w.App, "lead@a.example.com", "lead")
			is.NoErr(err)
			_, own, err := door.Start(t.Context(), f.w.App, f.w.Caller(token), f.bounds())
			is.NoErr(err)
			code := f.fresh(f.enter(own))
			is.NoErr(stop(f, lead.User.ID))
			_, err = door.Enter(t.Context(), f.w.App, own)
			is.Equal(app.KindOf(err), app.Unauthenticated)

			up := entry.Upload{Rows: []entry.UploadRow{{UUID: "late", Barcode: code, ZoneID: f.zones[0], ScannedOn: f.w.App.Now()}}}
			res, err := door.UploadAfterEnd(t.Context(), f.w.App, own, up)
			is.NoErr(err)
			is.Equal(res.Kept, int64(1))
			last := f.lastRow()
			is.Equal([]any{last.Status, last.Detail, last.UUID}, []any{entry.Failed, door.Revoked, "late"})
		})
	}
	t.Run("when a supervisor of their company says so", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		p, own := f.phone("Mirko")
		is.Equal(app.KindOf(door.EndDevice(t.Context(), f.w.App, f.w.B.Owner, p.Device.ID)), app.NotFound)
		is.Equal(app.KindOf(door.EndDevice(t.Context(), f.w.App, f.w.A.With(app.ScanZones), p.Device.ID)), app.Forbidden)
		is.NoErr(door.EndDevice(t.Context(), f.w.App, f.w.A.Owner, p.Device.ID))
		is.NoErr(door.EndDevice(t.Context(), f.w.App, f.w.A.Owner, p.Device.ID))
		_, err := door.Enter(t.Context(), f.w.App, own)
		is.Equal(app.KindOf(err), app.Unauthenticated)
	})
	t.Run("and what they bring then moves nobody", func(t *testing.T) {
		is := is.New(t)
		f := newFestival(t)
		p, own := f.phone("Mirko")
		code := f.fresh(p)
		up := func() entry.Upload {
			return entry.Upload{Rows: []entry.UploadRow{{UUID: "late", Barcode: code, ZoneID: f.zones[0], ScannedOn: f.w.App.Now()}}}
		}
		_, err := door.UploadAfterEnd(t.Context(), f.w.App, own, up())
		is.Equal(app.KindOf(err), app.Unauthenticated) // it has not ended
		is.NoErr(door.Leave(t.Context(), f.w.App, p))
		res, err := door.UploadAfterEnd(t.Context(), f.w.App, own, up())
		is.NoErr(err)
		is.Equal(res.Kept, int64(1))
		forced := entry.UploadRow{Barcode: code, ZoneID: f.zones[0], ScannedOn: f.w.App.Now(), Forced: true, Detail: "Lost in the crowd"}
		_, err = door.UploadAfterEnd(t.Context(), f.w.App, own, entry.Upload{Rows: []entry.UploadRow{forced}})
		is.NoErr(err)
		is.Equal(f.lastRow().Detail, door.Revoked+": Lost in the crowd") // whoever looks at it should know
		q, _ := f.phone("Ines")
		v, err := q.Check(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{code}})
		is.NoErr(err)
		is.Equal(v.Status, entry.Valid)

		lost := entry.ScanRequest{UUID: "lost", ZoneID: f.zones[0], Barcodes: []string{f.fresh(q)}}
		_, err = q.Scan(t.Context(), f.w.App, lost)
		is.NoErr(err)
		_, err = door.UploadAfterEnd(t.Context(), f.w.App, own, entry.Upload{Rows: []entry.UploadRow{
			{UUID: "lost", Barcode: lost.Barcodes[0], ZoneID: f.zones[0], ScannedOn: f.w.App.Now(), Refused: true, Unheard: true},
		}})
		is.NoErr(err)
		v, err = q.Check(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: lost.Barcodes})
		is.NoErr(err)
		is.Equal(v.Status, entry.AlreadyIn)
	})
}

// TestPhonesFollowTheirEvent: one that scans at a show that is put off does so on the new day, and
// no longer than a day after a show that ends sooner.
func TestPhonesFollowTheirEvent(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, secret := f.phone("Mirko")
	_, ended := f.phone("Ada")
	is.NoErr(door.Leave(t.Context(), f.w.App, f.enter(ended)))
	home, err := p.Home(t.Context(), f.w.App)
	is.NoErr(err)
	end, online := home.Event.End, true
	move := func(to time.Time) {
		_, _, err := catalog.UpdateEvent(t.Context(), f.w.App, f.w.A.Owner, f.event, catalog.EventChange{End: &to, OnlineOnly: &online}, nil)
		is.NoErr(err)
	}
	isEnded := func(secret string) bool {
		_, err := door.Enter(t.Context(), f.w.App, secret)
		return app.KindOf(err) == app.Unauthenticated
	}
	move(end.Add(48 * time.Hour))
	f.w.Clock.Jump(end.Add(71 * time.Hour).Sub(f.w.Clock.Now()))
	is.Equal(f.enter(secret).Device.EndsAt, end.Add(72*time.Hour))
	is.True(isEnded(ended))
	move(end.Add(46 * time.Hour))
	is.True(isEnded(secret))
	move(end.Add(96 * time.Hour))
	is.True(isEnded(secret)) // it has forgotten its list
}

// TestPhonesKeepWhatTheyNeed: the whole list is there, in pages, with what decides, and
// without what a lost phone should not have.
func TestPhonesKeepWhatTheyNeed(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, _ := f.phone("Mirko")
	page, err := p.Tickets(t.Context(), f.w.App, door.ListQuery{})
	is.NoErr(err)
	api, err := entry.ListTickets(t.Context(), f.w.App, f.w.A.Owner, entry.TicketQuery{EventID: f.event, Products: true})
	is.NoErr(err)
	is.True(len(page.Tickets) >= int(api.Total))
	moved := false
	for _, one := range page.Tickets {
		is.True(one.Barcode != "")
		is.True(one.SaleName != "")
		moved = moved || one.Last != nil && one.Last.By == f.w.A.Owner.UserName
	}
	is.True(moved) // the demo's own guests
	home, err := p.Home(t.Context(), f.w.App)
	is.NoErr(err)
	is.True(home.Bound(f.zones[0]))
	is.True(!home.Bound(f.zones[1]))
	is.Equal(len(home.Zones), len(f.zones))

	code := f.fresh(p)
	since := page.End
	f.w.Clock.Jump(time.Minute)
	_, err = p.Scan(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{code}})
	is.NoErr(err)
	changes, err := p.Tickets(t.Context(), f.w.App, door.ListQuery{Since: &since})
	is.NoErr(err)
	last := changes.Tickets[len(changes.Tickets)-1]
	is.Equal(last.Barcode, code)
	is.Equal(last.Last.Gate, "Bahnhof")
}

// TestPhonesOfOtherEvents: whoever runs one event ends no phones of another.
func TestPhonesOfOtherEvents(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, secret := f.phone("Mirko")
	runs := func(events ...int64) *app.Caller {
		c := *f.w.A.With(app.ListEvents)
		c.Abilities, c.Scoped = nil, map[app.Ability]app.Scope{app.EditEvents: {{IDs: events}}}
		return &c
	}
	err := door.EndDevice(t.Context(), f.w.App, runs(f.event+1000), p.Device.ID)
	is.Equal(app.KindOf(err), app.NotFound)
	f.enter(secret)
	is.NoErr(door.EndDevice(t.Context(), f.w.App, runs(f.event), p.Device.ID))
	_, err = door.Enter(t.Context(), f.w.App, secret)
	is.Equal(app.KindOf(err), app.Unauthenticated)
}
