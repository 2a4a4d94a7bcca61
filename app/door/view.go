package door

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/entry/rules"
	"marquee/app/seating"
)

// Home is what a phone knows of the place where it scans.
type Home struct {
	Device Device
	Event  *catalog.Event
	// Zones are all of the event: where a ticket that is not taken here is good. Bound
	// tells at which of them the device scans.
	Zones []entry.PhoneZone
	// Gates are those on the plan of the event: seats lie behind some of them.
	Gates []seating.NamedPart
	// Day is the one on which ages are counted.
	Day rules.Day
	Now time.Time
	// Leases are those of the zones where the device scans, by zone.
	Leases map[int64]*ZoneLeases
	// Keys are those whose signed codes are believed.
	Keys []company.CodeKey
	// Demo: the company is in demo mode, and what was sold in it lets in.
	Demo bool
}

// Bound tells whether the device scans at a zone.
func (h *Home) Bound(zone int64) bool { return slices.Contains(h.Device.ZoneIDs, zone) }

// Home reads it.
func (p *Pass) Home(ctx context.Context, a *app.App) (Home, error) {
	h := Home{Device: p.Device, Now: a.Now()}
	err := a.View(ctx, p.Caller, scanners, func(r app.Reader) (err error) {
		if h.Event, err = catalog.SharedEvent(r, p.Device.EventID); err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		h.Keys, h.Demo, h.Leases = own.CodeKeys(), own.Demo, map[int64]*ZoneLeases{}
		for _, zone := range p.Device.ZoneIDs {
			if h.Leases[zone], err = leasesFor(r, own, &p.Device, zone); err != nil {
				return err
			}
		}
		if h.Gates, err = seating.GatesOf(r, h.Event.ID); err != nil {
			return err
		}
		h.Zones, h.Day, err = entry.PhoneZones(r, h.Event)
		return err
	})
	return h, err
}
