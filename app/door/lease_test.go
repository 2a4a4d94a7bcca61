package door_test

import (
	"testing"
	"time"

	"marquee/app/apptest"
	"marquee/app/door"

	"github.com/matryer/is"
)

// share gives each of some phones a lease over the tickets of the first zone.
func (f *festival) share(phones ...*door.Pass) door.Leases {
	f.t.Helper()
	in := door.ShareOut{EventID: f.event, ZoneID: f.zones[0]}
	for _, p := range phones {
		in.Devices = append(in.Devices, p.Device.ID)
	}
	l, err := door.ShareTickets(f.t.Context(), f.w.App, f.w.A.Owner, in)
	f.must(err)
	return l
}

func (f *festival) leases() *door.Leases {
	f.t.Helper()
	all, err := door.LeasesOf(f.t.Context(), f.w.App, f.w.A.Owner, f.zones[:1])
	f.must(err)
	return &all[0]
}

func (f *festival) hears(p *door.Pass, l door.Leases) {
	f.t.Helper()
	h := door.Heard{ZoneID: f.zones[0], Epoch: l.Epoch}
	for _, g := range l.Given {
		if g.DeviceID == p.Device.ID {
			h.Holds = g.Serial
		}
	}
	f.must(p.Hear(f.t.Context(), f.w.App, h))
}

func TestPhonesThatEndWithLeases(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Calm())
	one, _ := f.phone("one")
	two, _ := f.phone("two")
	three, _ := f.phone("three")
	four, _ := f.phone("four")
	l := f.share(one, two, three)
	f.hears(one, l)

	// Nobody knows whether those that are waited for will ever hear of it.
	is.NoErr(door.EndDevice(t.Context(), f.w.App, f.w.A.Owner, four.Device.ID))
	_, err := door.TakeAway(t.Context(), f.w.App, f.w.A.Owner, f.zones[0], three.Device.ID, "lost")
	is.NoErr(err)
	is.True(!f.leases().Count())
	taken := f.leases().Taken
	is.Equal(len(taken), 2)
	is.Equal(taken[0].DeviceID, four.Device.ID)
	is.Equal(taken[0].UserID, f.w.A.Owner.UserID)
	is.Equal(taken[1].Reason, "lost")

	// Whoever goes home has brought everything, whether it had heard or not.
	is.NoErr(door.Leave(t.Context(), f.w.App, two))
	is.True(f.leases().Count())
	is.Equal(len(f.leases().Given), 1)
	is.NoErr(door.Leave(t.Context(), f.w.App, one))
	is.Equal(len(f.leases().Given), 0)
	is.Equal(len(f.leases().Taken), 2)
}

func TestLeasesAreRenewed(t *testing.T) {
	is := is.New(t)
	f := newFestival(t, apptest.Calm())
	phone, _ := f.phone("phone")
	l := f.share(phone)
	f.hears(phone, l)
	until := l.Given[0].Until
	f.w.Clock.Jump(time.Hour)
	f.hears(phone, l)
	is.Equal(f.leases().Given[0].Until, until) // long enough
	f.w.Clock.Jump(90 * time.Minute)
	f.hears(phone, l)
	is.True(f.leases().Given[0].Until.After(until.Add(2 * time.Hour)))

	// One that is asked back is not; it counts until it is given back, however late.
	_, err := door.TakeBack(t.Context(), f.w.App, f.w.A.Owner, f.zones[0])
	is.NoErr(err)
	until = f.leases().Given[0].Until
	f.w.Clock.Jump(5 * time.Hour)
	f.hears(phone, l)
	is.Equal(f.leases().Given[0].Until, until)
	is.True(f.leases().Count())
	is.NoErr(phone.Hear(t.Context(), f.w.App, door.Heard{ZoneID: f.zones[0], Epoch: l.Epoch, Dropped: l.Given[0].Serial}))
	is.Equal(len(f.leases().Given), 0)
}
