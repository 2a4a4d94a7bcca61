package door

import (
	"errors"
	"slices"
	"time"

	"marquee/app/ticketcode/form"
	"marquee/indexes"
	"marquee/kv"
)

// Leases say who alone lets in which tickets at a zone. There are none unless somebody has
// shared the tickets out.
type Leases struct {
	ZoneID  int64 `msgpack:"z"`
	EventID int64 `msgpack:"e"`
	// Epoch is how often tickets were shared out, Serial the number of the newest lease.
	Epoch  int64 `msgpack:"n"`
	Serial int64 `msgpack:"l"`
	// Waits are the phones that have not heard of this epoch yet, or have not brought what
	// they did before. No lease counts before they have.
	Waits []int64 `msgpack:"w,omitempty"`
	Given []Lease `msgpack:"g,omitempty"`
	// Taken are those that were taken from phones that could not be asked, newest last.
	Taken []Taken `msgpack:"t,omitempty"`
}

// Lease is one that was given.
type Lease struct {
	Serial     int64 `msgpack:"n"`
	DeviceID   int64 `msgpack:"d"`
	form.Share `msgpack:"h"`
	Until      time.Time `msgpack:"u"`
	// Back: the phone is asked to give it back. It counts until the phone has.
	Back bool `msgpack:"b,omitempty"`
}

// Taken is a lease that was taken from a phone that was not asked: from then on its tickets
// may come in twice, at that phone and elsewhere. One that had not heard of the leases yet lets
// in the tickets of all, and may have had none.
type Taken struct {
	Lease  `msgpack:"l"`
	At     time.Time `msgpack:"a"`
	UserID int64     `msgpack:"u"`
	Reason string    `msgpack:"r"`
}

// endedUnheard is why a phone that was waited for is among those that may let in anybody.
const endedUnheard = "ended before it heard of the leases"

// Count tells whether leases count: every phone has heard of them.
func (l *Leases) Count() bool { return len(l.Given) > 0 && len(l.Waits) == 0 }

// byGate tells whether tickets are shared by the gates that lead to their seats.
func (l *Leases) byGate() bool {
	return slices.ContainsFunc(l.Given, func(g Lease) bool { return g.ByGate })
}

// of is the lease of a device, nil without one.
func (l *Leases) of(device int64) *Lease {
	if i := slices.IndexFunc(l.Given, func(g Lease) bool { return g.DeviceID == device }); i >= 0 {
		return &l.Given[i]
	}
	return nil
}

// drop removes the lease of a device.
func (l *Leases) drop(device int64) {
	l.Given = slices.DeleteFunc(slices.Clone(l.Given), func(g Lease) bool { return g.DeviceID == device })
}

// take keeps that a phone may let in what others let in too.
func (l *Leases) take(t Taken) {
	l.Taken = append(slices.Clone(l.Taken), t)
	l.Taken = l.Taken[max(0, len(l.Taken)-maxTaken):]
}

// heard: a phone has heard of the epoch.
func (l *Leases) heard(device int64) {
	l.Waits = slices.DeleteFunc(slices.Clone(l.Waits), func(id int64) bool { return id == device })
}

// check holds that no two leases have a ticket in common.
func (l *Leases) check() error {
	for i := range l.Given {
		for j := range l.Given[:i] {
			if l.Given[i].Meets(&l.Given[j].Share) || l.Given[i].DeviceID == l.Given[j].DeviceID {
				return errors.New("door leases: two have a ticket in common")
			}
		}
	}
	return nil
}

var leases = indexes.DefineKeyed(indexes.KeyedSpec[int64, Leases]{
	Name: "door_leases", Version: 1,
	Person: indexes.Nobody("what devices may sell"),
	Key:    kv.Int,
	KeyOf:  func(l *Leases) int64 { return l.ZoneID },
	Check:  (*Leases).check,
})
