package door

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/app/ticketcode/form"
	"marquee/indexes"
)

// ShareOut divides the tickets of a zone among phones.
type ShareOut struct {
	EventID, ZoneID int64
	// Devices get equal parts.
	Devices []int64
	// SaleItems are those whose tickets are shared; none means all.
	SaleItems []int64
	// Gates are those of the plan, all of them, with the phones that share the tickets to
	// whose seats each of them leads first. The other tickets are shared by all devices.
	// Without gates all tickets are.
	Gates []GatePhones

	asked []int64 // the devices as they were named
}

// GatePhones are the phones that share the tickets of a gate.
type GatePhones struct {
	GateID  int64
	Devices []int64
}

// ShareTickets gives each phone a lease over a part of the tickets of a zone. They count as
// soon as every phone of the zone has heard of it. Whoever has one has to give it back first.
func ShareTickets(ctx context.Context, a *app.App, c *app.Caller, in ShareOut) (out Leases, err error) {
	if err := in.check(); err != nil {
		return out, err
	}
	err = a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		all, err := in.phones(tx)
		if err != nil {
			return err
		}
		if err := in.known(tx); err != nil {
			return err
		}
		l, _, err := leases.Find(tx, in.ZoneID)
		if err != nil {
			return err
		}
		before := l
		if len(l.Given) > 0 {
			return app.Field("devices", "cannot share what %d phones still have", len(l.Given))
		}
		l.ZoneID, l.EventID, l.Epoch, l.Waits = in.ZoneID, in.EventID, l.Epoch+1, all
		until := tx.Wall().Add(leaseTerm).Truncate(time.Second)
		l.Given = nil
		for i, id := range in.Devices {
			l.Serial++
			l.Given = append(l.Given, Lease{Serial: l.Serial, DeviceID: id, Share: in.share(i), Until: until})
		}
		if out, err = l.store(tx, &before); err != nil {
			return err
		}
		return entry.SetLeased(tx, in.ZoneID, true)
	})
	return out, err
}

func (in *ShareOut) check() error {
	var p app.Problems
	in.asked = slices.Clone(in.Devices)
	slices.Sort(in.Devices)
	slices.Sort(in.SaleItems)
	in.Devices, in.SaleItems = slices.Compact(in.Devices), slices.Compact(in.SaleItems)
	if len(in.Devices) == 0 {
		p.Add("devices", "is required")
	}
	if len(in.Devices) > form.Parts {
		p.Add("devices", "must not have more than %d entries", form.Parts)
	}
	if len(in.SaleItems) > form.MaxShareItems {
		p.Add("saleItems", "must not have more than %d entries", form.MaxShareItems)
	}
	if len(in.Gates) > form.MaxShareGates {
		p.Add("gates", "must not have more than %d entries", form.MaxShareGates)
	}
	for i := range in.Gates {
		in.checkGate(i, &p)
	}
	return p.Err()
}

// checkGate looks at a gate: it is named once, and some of the phones stand at it.
func (in *ShareOut) checkGate(i int, p *app.Problems) {
	g, at := &in.Gates[i], "gates."+strconv.Itoa(i)
	asked := slices.Clone(g.Devices)
	slices.Sort(g.Devices)
	g.Devices = slices.Compact(g.Devices)
	if slices.ContainsFunc(in.Gates[:i], func(o GatePhones) bool { return o.GateID == g.GateID }) {
		p.Add(at+".id", "is there twice")
	}
	if len(g.Devices) == 0 {
		p.Add(at+".devices", "is required")
	}
	for _, id := range g.Devices {
		if !slices.Contains(in.Devices, id) {
			p.Add(at+".devices."+strconv.Itoa(slices.Index(asked, id)), "is unknown")
		}
	}
}

// known holds the gates against those of the plan: a gate that nobody has would be nobody's.
func (in *ShareOut) known(r app.Reader) error {
	if len(in.Gates) == 0 {
		return nil
	}
	plan, err := seating.GatesOf(r, in.EventID)
	if err != nil {
		return err
	}
	for i := range in.Gates {
		if !slices.ContainsFunc(plan, func(g seating.NamedPart) bool { return g.ID == in.Gates[i].GateID }) {
			return app.Field("gates."+strconv.Itoa(i)+".id", "is unknown")
		}
	}
	if len(in.Gates) != len(plan) {
		return app.Field("gates", "must name each of the %d gates of the plan", len(plan))
	}
	return nil
}

// share is what the nth phone gets.
func (in *ShareOut) share(n int) form.Share {
	s := form.Share{Parts: partOf(n, len(in.Devices)), SaleItems: in.SaleItems, ByGate: len(in.Gates) > 0}
	for _, g := range in.Gates {
		if i := slices.Index(g.Devices, in.Devices[n]); i >= 0 {
			s.Gates = append(s.Gates, form.GateShare{ID: g.GateID, Parts: partOf(i, len(g.Devices))})
		}
	}
	return s
}

// partOf are the parts of the nth of some phones.
func partOf(nth, of int) (parts uint64) {
	for i := nth; i < form.Parts; i += of {
		parts |= 1 << i
	}
	return parts
}

// phones are all that scan at the zone, those that get a lease among them.
func (in *ShareOut) phones(tx app.Tx) (all []int64, err error) {
	phones, err := living(tx, in.EventID, tx.Wall())
	if err != nil {
		return nil, err
	}
	for i := range phones {
		if slices.Contains(phones[i].ZoneIDs, in.ZoneID) {
			all = append(all, phones[i].ID)
		}
	}
	for _, id := range in.Devices {
		if !slices.Contains(all, id) {
			return nil, app.Field("devices."+strconv.Itoa(slices.Index(in.asked, id)), "is unknown")
		}
	}
	return all, nil
}

// store writes what changed; without a lease nobody looks at the zone's any more.
func (l *Leases) store(tx app.Tx, before *Leases) (Leases, error) {
	if len(l.Given) == 0 {
		l.Waits = nil
		if len(before.Given) > 0 {
			if err := entry.SetLeased(tx, l.ZoneID, false); err != nil {
				return *l, err
			}
		}
	}
	return leases.Upsert(tx, l.ZoneID, func(rec *Leases) error { *rec = *l; return nil })
}

// TakeBack asks the phones of a zone for their leases. Those that no phone was told of end at
// once; the others when their phones have given them back and brought what they did.
func TakeBack(ctx context.Context, a *app.App, c *app.Caller, zone int64) (out Leases, err error) {
	err = a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		l, err := leasesOf(tx, zone)
		if err != nil {
			return err
		}
		before := l
		l.Given = slices.Clone(l.Given)
		for i := range l.Given {
			l.Given[i].Back = true
		}
		if !before.Count() {
			l.Given = nil
		}
		out, err = l.store(tx, &before)
		return err
	})
	return out, err
}

// TakeAway ends the lease of a phone that cannot be asked: it is lost, or broken. Its tickets
// may come in twice then, so the reason is kept.
func TakeAway(ctx context.Context, a *app.App, c *app.Caller, zone, device int64, reason string) (out Leases, err error) {
	reason = strings.TrimSpace(reason)
	err = a.Update(ctx, c, app.OverrideScans, func(tx app.Tx) error {
		l, err := leasesOf(tx, zone)
		if err != nil {
			return err
		}
		before, held := l, l.of(device)
		if held == nil {
			return app.Missing("device")
		}
		if err := checkReason(reason); err != nil {
			return err
		}
		if l.Count() || slices.Contains(l.Waits, device) {
			l.take(Taken{Lease: *held, At: tx.Now(), UserID: c.UserID, Reason: reason})
		}
		l.drop(device)
		l.heard(device)
		app.Note(tx, "zones", zone, "took the tickets of a phone away") // why stands with the lease
		out, err = l.store(tx, &before)
		return err
	})
	return out, err
}

// checkReason wants a reason for what cannot be undone.
func checkReason(reason string) error {
	if reason == "" {
		return app.Field("reason", "is required")
	}
	if utf8.RuneCountInString(reason) > entry.MaxDetail {
		return app.Field("reason", "must not be longer than %d characters", entry.MaxDetail)
	}
	return nil
}

// Heard is what a phone says when it has done as it was told: it knows the epoch, has brought
// whatever it did before, holds the lease of a number or none, and will never use one again of
// those up to Dropped.
type Heard struct {
	ZoneID, Epoch, Holds, Dropped int64
}

// Hear takes note of it.
func (p *Pass) Hear(ctx context.Context, a *app.App, in Heard) error {
	if err := p.within(in.ZoneID); err != nil {
		return err
	}
	return a.Update(ctx, p.Caller, scanners, func(tx app.Tx) error {
		l, found, err := leases.Find(tx, in.ZoneID)
		if err != nil || !found {
			return err
		}
		if !l.hear(p.Device.ID, in, tx.Wall()) {
			return nil
		}
		before, err := leases.Get(tx, in.ZoneID)
		if err == nil {
			_, err = l.store(tx, &before)
		}
		return err
	})
}

// hear changes what follows from what a phone said, and tells whether anything does. What it
// said about an older epoch says nothing about this one.
func (l *Leases) hear(device int64, in Heard, now time.Time) (changed bool) {
	if in.Epoch == l.Epoch && slices.Contains(l.Waits, device) {
		l.heard(device)
		changed = true
	}
	held := l.of(device)
	switch {
	case held == nil:
	case held.Back && in.Holds == 0 && in.Dropped >= held.Serial:
		l.drop(device)
		changed = true
	case !held.Back && in.Holds == held.Serial && held.Until.Sub(now) < leaseTerm/2:
		l.Given = slices.Clone(l.Given)
		l.of(device).Until = now.Add(leaseTerm).Truncate(time.Second)
		changed = true
	}
	return changed
}

// Elsewhere answers the gate: whether another phone alone lets a ticket in.
func Elsewhere(r app.Reader, in entry.Claim) (bool, error) {
	l, found, err := leases.Find(r, in.ZoneID)
	if err != nil || !found || !l.Count() {
		return false, err
	}
	gate := form.AnyGate
	if l.byGate() {
		ways, err := seating.WaysInOf(r, in.EventID)
		if err != nil {
			return false, err
		}
		gate = form.HomeGate(ways.Gates(in.Seats))
	}
	for i := range l.Given {
		if !l.Given[i].Has(in.OrderID, in.SaleItemID, gate) {
			continue
		}
		d, err := devices.Get(r, l.Given[i].DeviceID)
		return err == nil && d.TokenID != in.TokenID, err
	}
	return false, nil
}

// KeepsSeat answers sales: a phone knows by its list whether a ticket is of its gate, so none
// gets a seat with another gate as long as tickets are shared out by gates.
func KeepsSeat(r app.Reader, m order.SeatMove) (bool, error) {
	zones, err := entry.ZoneIDs(r, m.EventID)
	if err != nil {
		return false, err
	}
	for _, zone := range zones {
		l, found, err := leases.Find(r, zone)
		if err != nil {
			return false, err
		}
		if !found || !l.byGate() {
			continue
		}
		ways, err := seating.WaysInOf(r, m.EventID)
		home := func(seat seating.Claim) int64 { return form.HomeGate(ways.Gates([]seating.Claim{seat})) }
		return err == nil && home(m.From) != home(m.To), err
	}
	return false, nil
}

// ZoneLeases are the leases of a zone as one phone is told of them.
type ZoneLeases struct {
	Epoch int64
	// Text is the phone's own lease, signed; empty: it has none, or none that counts. Serial
	// is its number, also once it is asked back.
	Text   string
	Serial int64
	Others []OtherLease
}

// OtherLease is that of another phone.
type OtherLease struct {
	Gate string
	form.Share
}

// leasesFor tells a phone of the leases of one of its zones, nil without any.
func leasesFor(r app.Reader, own *company.Company, d *Device, zone int64) (*ZoneLeases, error) {
	l, found, err := leases.Find(r, zone)
	if err != nil || !found || len(l.Given) == 0 {
		return nil, err
	}
	out := &ZoneLeases{Epoch: l.Epoch}
	for i := range l.Given {
		g := &l.Given[i]
		switch {
		case g.DeviceID != d.ID:
			other, err := devices.Get(r, g.DeviceID)
			if err != nil {
				return nil, err
			}
			out.Others = append(out.Others, OtherLease{placeOf(&other), g.Share})
		case l.Count():
			out.Serial = g.Serial
			if !g.Back {
				out.Text, _ = own.SignLease(form.Lease{ZoneID: zone, DeviceID: d.ID, Serial: g.Serial, Until: g.Until, Share: g.Share})
			}
		}
	}
	return out, nil
}

// placeOf is what people are told about where a phone is.
func placeOf(d *Device) string {
	if d.Gate != "" {
		return d.Gate
	}
	return d.Name
}

// leasesOf are those of a zone whose tickets were shared out once.
func leasesOf(tx app.Tx, zone int64) (Leases, error) {
	event, err := entry.EventOfZone(tx, zone)
	if err == nil && event == 0 {
		err = app.Missing("zone")
	}
	if err != nil {
		return Leases{}, err
	}
	l, err := leases.Get(tx, zone)
	return l, missing(err, "zone")
}

// LeasesAt are the leases of the zones of an event.
func LeasesAt(ctx context.Context, a *app.App, c *app.Caller, event int64) (all []Leases, err error) {
	var zones []int64
	err = a.View(ctx, c, Supervisors, func(r app.Reader) (err error) {
		zones, err = entry.ZoneIDs(r, event)
		return err
	})
	if err != nil {
		return nil, err
	}
	return LeasesOf(ctx, a, c, zones)
}

// LeasesOf are the leases of the zones of an event, for whoever watches over its doors.
func LeasesOf(ctx context.Context, a *app.App, c *app.Caller, zones []int64) (all []Leases, err error) {
	err = a.View(ctx, c, Supervisors, func(r app.Reader) error {
		all = nil
		for _, zone := range zones {
			l, err := leases.Get(r, zone)
			if errors.Is(err, indexes.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			all = append(all, l)
		}
		return nil
	})
	return all, err
}

// Percent is how much of the tickets a lease has, of those that were shared; by gates, of
// those to whose seats none leads.
func (l *Lease) Percent() int { return percentOf(l.Parts) }

// PercentOf is how much it has of the tickets of one of its gates.
func (l *Lease) PercentOf(gate int) int { return percentOf(l.Gates[gate].Parts) }

func percentOf(parts uint64) int { return bits.OnesCount64(parts) * 100 / form.Parts }
