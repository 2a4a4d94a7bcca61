package door

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/seating"
	"marquee/indexes"
)

// Start makes the phone of somebody who may scan a device, and gives its secret.
func Start(ctx context.Context, a *app.App, c *app.Caller, in Bounds) (made Device, secret string, err error) {
	var p app.Problems
	if in.Gate = checkName(&p, "gate", in.Gate); p.Err() != nil {
		return made, "", p.Err()
	}
	in.Overrides = c.Can(app.OverrideScans)
	secret = company.NewTokenText()
	err = a.Update(ctx, c, scanners, func(tx app.Tx) error {
		if _, err := in.settle(tx, c); err != nil {
			return err
		}
		if err := slowly(tx, deviceStarted, c.UserID, MaxStarts); err != nil {
			return err
		}
		made = Device{Bounds: in, UserID: c.UserID, Name: c.UserName}
		return made.insert(tx, secret)
	})
	return made, secret, err
}

// insert stores a new device under a secret.
func (d *Device) insert(tx app.Tx, secret string) error {
	e, err := catalog.SharedEvent(tx, d.EventID)
	if err != nil {
		return err
	}
	if err := few(tx, deviceLiving, d.EventID, MaxDevices); err != nil {
		return err
	}
	d.EndsAt = e.End.Add(endsAfter)
	lends := []app.Ability{app.ScanZones}
	if d.Overrides {
		lends = append(lends, app.OverrideScans)
	}
	token, err := company.LendToken(tx, company.Token{
		UserID: d.UserID, Name: "door: " + d.Gate, Purpose: company.ForDoor, ExpiresAt: &d.EndsAt, Lends: lends,
	}, secret)
	if err != nil {
		return err
	}
	d.TokenID = token.ID
	if err := devices.Insert(tx, d); err != nil {
		return err
	}
	made := "made a scanner: " + d.Gate
	if d.Overrides {
		made += ", which may lift rules"
	}
	app.Note(tx, "door_devices", d.ID, made)
	return nil
}

// Keeps is how long from now a phone keeps its secret: until the device ends, and then as
// long as it may still upload the scans it made before.
func (d *Device) Keeps(now time.Time) time.Duration { return d.EndsAt.Sub(now) + company.AfterEnd }

// end takes a device its secret.
func (d *Device) end(tx app.Tx, by *app.Caller) error {
	if d.EndedAt != nil {
		return nil
	}
	now := tx.Now()
	if _, err := devices.Update(tx, d.ID, func(d *Device) error { d.EndedAt = &now; return nil }); err != nil {
		return err
	}
	if err := d.forget(tx, by); err != nil {
		return err
	}
	app.Note(tx, "door_devices", d.ID, "ended a scanner: "+d.Gate)
	_, err := company.EndToken(tx, d.TokenID)
	return err
}

// living are the phones of an event that have not ended.
func living(r app.Reader, event int64, now time.Time) (all []Device, err error) {
	after := numberTime{A: event, B: now.Add(time.Microsecond)}
	return indexes.Records(deviceLiving.Scan(r, indexes.PrefixOf[time.Time](event).From(after)))
}

// FollowEvent lets the phones of an event that ends at another time scan until a day after that.
// One whose time is up is no scanner any more, and has forgotten its list: it stays ended.
func FollowEvent(tx app.Tx, e *catalog.Event) error {
	ends, now := e.End.Add(endsAfter), tx.Wall()
	all, err := living(tx, e.ID, now)
	if err != nil {
		return err
	}
	for i := range all {
		d := &all[i]
		if d.EndsAt.Equal(ends) {
			continue
		}
		if _, err := devices.Update(tx, d.ID, func(d *Device) error { d.EndsAt = ends; return nil }); err != nil {
			return err
		}
		if err := company.MoveTokenEnd(tx, d.TokenID, ends); err != nil {
			return err
		}
	}
	return nil
}

// EndDevice ends a phone, at once and for good. Doing it twice is no error. There are no
// phones at events that the caller does not see, or does not run.
func EndDevice(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, Supervisors, func(tx app.Tx) error {
		d, err := shownDevice(tx, id)
		if err != nil {
			return err
		}
		return d.end(tx, c)
	})
}

// Pass is a device that was recognised, with the caller that it acts as.
type Pass struct {
	Device Device
	Caller *app.Caller
}

// Enter recognises a device by its secret. One whose user may not scan at its event any longer,
// suspended or with fewer abilities, is refused as Unauthenticated, as one that was ended: its
// phone locks itself for nothing less, and would let in as if it had no network.
func Enter(ctx context.Context, a *app.App, secret string) (*Pass, error) {
	c, err := company.AuthenticateFor(ctx, a, company.ForDoor, secret)
	if err != nil {
		return nil, unknown(err)
	}
	p := &Pass{Caller: c}
	err = a.View(ctx, c, scanners, func(r app.Reader) (err error) {
		if p.Device, err = deviceByToken.Get(r, c.TokenID); err != nil {
			return missing(err, "device")
		}
		shown, err := catalog.ShownAt(r, p.Device.EventID)
		if err != nil || shown {
			return err
		}
		return unauthenticated()
	})
	if err != nil {
		return nil, unknown(err)
	}
	allContacts.Of(a).hear(p.Device.ID, a.Now(), nil)
	return p, nil
}

// unknown takes a device whose user may do too little for one that is not known.
func unknown(err error) error {
	if app.KindOf(err) == app.Forbidden {
		return unauthenticated()
	}
	return err
}

func unauthenticated() error { return app.Refuse(app.Unauthenticated, "Unauthenticated.") }

// Leave ends the device itself: its steward goes home.
func Leave(ctx context.Context, a *app.App, p *Pass) error {
	return a.Update(ctx, p.Caller, scanners, func(tx app.Tx) error {
		d, err := devices.Get(tx, p.Device.ID)
		if err != nil {
			return missing(err, "device")
		}
		if err := d.giveUp(tx); err != nil {
			return err
		}
		return d.end(tx, p.Caller)
	})
}

// Overview is what a supervisor sees of the doors of an event.
type Overview struct {
	Event   catalog.Event
	Links   []Link
	Devices []Device
	// Paces are how fast they scan, by device.
	Paces map[int64]Pace
	// Gates are those on the plan of the event.
	Gates []seating.NamedPart
}

// Look lists the links and phones of an event, newest first. Who may scan but makes no
// links sees the event alone.
func Look(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (o Overview, err error) {
	err = a.View(ctx, c, scanners, func(r app.Reader) (err error) {
		if o.Event, err = catalog.EventByID(r, eventID); err == nil && o.Event.DeletedAt != nil {
			err = app.Missing("event")
		}
		if err != nil || !c.MeetsAt(Supervisors, o.Event.Subject()) {
			return err
		}
		if o.Links, err = newest(r, linkByEvent, eventID); err != nil {
			return err
		}
		if o.Devices, err = newest(r, deviceByEvent, eventID); err != nil {
			return err
		}
		if o.Paces, err = pacesOf(r, o.Devices); err != nil {
			return err
		}
		o.Gates, err = seating.GatesOf(r, eventID)
		return err
	})
	return o, err
}

// maxShown is how many links and phones are listed.
const maxShown = 200

// Phone is a phone with what is known of how it does.
type Phone struct {
	Device
	Pace    Pace
	Contact Contact
}

// PhonesAt lists the phones of an event, newest first, with how they do, for whoever watches over
// its doors.
func PhonesAt(ctx context.Context, a *app.App, c *app.Caller, event int64) (all []Phone, err error) {
	err = a.View(ctx, c, Supervisors, func(r app.Reader) (err error) {
		all, err = PhonesIn(r, event)
		return err
	})
	return all, err
}

// PhonesIn lists them in a snapshot.
func PhonesIn(r app.Reader, event int64) ([]Phone, error) {
	if _, err := entry.ZoneIDs(r, event); err != nil {
		return nil, err
	}
	phones, err := newest(r, deviceByEvent, event)
	if err != nil {
		return nil, err
	}
	fast, err := pacesOf(r, phones)
	if err != nil {
		return nil, err
	}
	known, now := allContacts.Of(app.Of(r)), app.Of(r).Now()
	all := make([]Phone, len(phones))
	for i := range phones {
		all[i] = Phone{Device: phones[i], Pace: fast[phones[i].ID], Contact: known.contact(phones[i].ID, now)}
	}
	return all, nil
}

func newest[T any](r app.Reader, by *indexes.By[T, int64], event int64) (all []T, err error) {
	for h, err := range by.Scan(r, indexes.Equal(event).Reversed()) {
		if err != nil || len(all) == maxShown {
			return all, err
		}
		all = append(all, h.Rec)
	}
	return all, nil
}
