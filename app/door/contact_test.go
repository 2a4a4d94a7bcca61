package door_test

import (
	"testing"
	"time"

	"marquee/app/door"
	"marquee/app/entry"

	"github.com/matryer/is"
)

// TestWhatIsKnownOfPhones: a phone is heard of whenever it asks something, what waits on it is what
// it says, less what it brought since, and its scans count for ten minutes.
func TestWhatIsKnownOfPhones(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	_, secret := f.link(door.NewLink{})
	_, own, err := door.Join(t.Context(), f.w.App, secret, "Mirko")
	is.NoErr(err)
	known := func() door.Contact {
		t.Helper()
		all, err := door.PhonesAt(t.Context(), f.w.App, f.w.A.Owner, f.event)
		is.NoErr(err)
		return all[0].Contact
	}
	is.Equal(known(), door.Contact{}) // it joined, and said nothing yet

	began := f.w.App.Now()
	p := f.enter(own)
	is.Equal(*known().At, began)
	is.Equal(known().Waits, nil)

	scan := func(code string) {
		t.Helper()
		_, err := p.Scan(t.Context(), f.w.App, entry.ScanRequest{ZoneID: f.zones[0], Barcodes: []string{code}, Direction: "in"})
		is.NoErr(err)
	}
	scan(f.fresh(p))
	f.w.Clock.Jump(6 * time.Minute)
	scan("NOBODY")
	scan("NOBODY")
	is.Equal(known().Scans, int64(3))
	is.Equal(*known().At, began.Add(6*time.Minute))
	f.w.Clock.Jump(5 * time.Minute)
	is.Equal(known().Scans, int64(2)) // the first one is eleven minutes ago
	f.w.Clock.Jump(time.Hour)
	is.Equal(known().Scans, int64(0))

	p.Says(f.w.App, 3)
	is.Equal(*known().Waits, int64(3))
	_, err = p.Upload(t.Context(), f.w.App, entry.Upload{UUID: "two", Rows: f.made(2, f.w.App.Now())})
	is.NoErr(err)
	is.Equal(*known().Waits, int64(1))
	_, err = p.Upload(t.Context(), f.w.App, entry.Upload{UUID: "more", Rows: f.made(2, f.w.App.Now())})
	is.NoErr(err)
	is.Equal(*known().Waits, int64(0)) // never fewer than none
}

func TestAPhoneIsQuiet(t *testing.T) {
	now := time.Date(2027, 7, 3, 17, 42, 0, 0, time.UTC)
	at := func(ago time.Duration) *time.Time { return new(now.Add(-ago)) }
	ends, ended := now.Add(time.Hour), now.Add(-time.Hour)
	for name, c := range map[string]struct {
		p    door.Phone
		want bool
	}{
		"heard of just now":       {door.Phone{Device: door.Device{EndsAt: ends}, Contact: door.Contact{At: at(time.Minute)}}, false},
		"not for three minutes":   {door.Phone{Device: door.Device{EndsAt: ends}, Contact: door.Contact{At: at(3 * time.Minute)}}, true},
		"not since the start":     {door.Phone{Device: door.Device{EndsAt: ends}}, true},
		"one that somebody ended": {door.Phone{Device: door.Device{EndsAt: ends, EndedAt: &ended}}, false},
		"one whose time is up":    {door.Phone{Device: door.Device{EndsAt: ended}}, false},
	} {
		if got := c.p.Quiet(now); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestGates(t *testing.T) {
	is := is.New(t)
	now := time.Date(2027, 7, 3, 17, 42, 0, 0, time.UTC)
	early, late := now.Add(-time.Hour), now.Add(-time.Second)
	phone := func(token int64, gate string, at *time.Time, scans, waits int64, ended bool) door.Phone {
		p := door.Phone{Device: door.Device{TokenID: token, Bounds: door.Bounds{Gate: gate}, EndsAt: now.Add(time.Hour)}, Contact: door.Contact{At: at, Scans: scans, Waits: &waits}}
		if ended {
			p.EndedAt = &early
		}
		return p
	}
	all := door.GatesOf([]door.Phone{
		phone(1, "Bahnhof", &late, 90, 0, false), phone(2, "Bahnhof", &early, 0, 14, false), phone(3, "Seetor", &late, 120, 0, false),
		phone(4, "Seetor", &early, 0, 0, true), phone(5, "Gone", &early, 0, 0, true),
	}, map[int64]entry.Passed{1: {In: 10, Refused: 2}, 2: {In: 5, Out: 1}, 4: {In: 7}, 9: {Out: 3}}, now)
	is.Equal(all, []door.Gate{
		{Name: "Seetor", Phones: 1, SeenAt: &late, Scans: 120, Passed: entry.Passed{In: 7}}, // also by a phone that has ended
		{Name: "Bahnhof", Phones: 2, Quiet: 1, SeenAt: &late, Scans: 90, Waits: 14, Passed: entry.Passed{In: 15, Out: 1, Refused: 2}},
		{Passed: entry.Passed{Out: 3}}, // by no phone; a gate whose phones are gone and did nothing is not there
	})
}

// TestDoublesAreLookedAt: somebody notes that they looked at one, and takes that back.
func TestDoublesAreLookedAt(t *testing.T) {
	is := is.New(t)
	f := newFestival(t)
	p, _ := f.phone("Mirko")
	guest, at := f.fresh(p), f.w.App.Now()
	f.w.Clock.Jump(time.Hour)
	row := func(uuid string, after time.Duration) entry.UploadRow {
		return entry.UploadRow{UUID: uuid, Barcode: guest, ZoneID: f.zones[0], ScannedOn: at.Add(after)}
	}
	other, _ := f.phone("Ines")
	for uuid, by := range map[string]*door.Pass{"a": p, "b": other} {
		_, err := by.Upload(t.Context(), f.w.App, entry.Upload{Rows: []entry.UploadRow{row(uuid, time.Minute)}})
		is.NoErr(err)
	}
	listed := func() door.Double {
		t.Helper()
		all, err := door.Doubles(t.Context(), f.w.App, f.w.A.Owner, f.event)
		is.NoErr(err)
		is.Equal(len(all), 1)
		return all[0]
	}
	one := listed()
	is.Equal(one.SeenAt, nil)
	for range 2 { // the second time it stands as it was
		d, err := door.MarkDouble(t.Context(), f.w.App, f.w.A.Owner, one.ID, true)
		is.NoErr(err)
		is.Equal(d, listed())
		is.True(d.SeenAt != nil)
		is.Equal(d.SeenBy, f.w.A.Owner.UserID)
	}
	d, err := door.MarkDouble(t.Context(), f.w.App, f.w.A.Owner, one.ID, false)
	is.NoErr(err)
	is.Equal(d, one)
	_, err = door.MarkDouble(t.Context(), f.w.App, f.w.A.Owner, f.lastRow().ID+1, true)
	is.True(err != nil) // there is none
	_, err = door.MarkDouble(t.Context(), f.w.App, f.w.B.Owner, one.ID, true)
	is.True(err != nil) // nor for another company
}
