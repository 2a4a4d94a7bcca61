package entry

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
)

// ZoneFields are the settings of a zone a caller can choose. Unset ones stay as
// they are.
type ZoneFields struct {
	Name           *string
	Mode           *string
	Capacity       catalog.Maybe[int64]
	Opening        catalog.Maybe[time.Time]
	Closing        catalog.Maybe[time.Time]
	MinAge         catalog.Maybe[int64]
	MaxAge         catalog.Maybe[int64]
	ScansInMax     catalog.Maybe[int64]
	SaleItemIDs    *[]int64
	Precision      *bool
	IgnoreValidity *bool
	HideAttendees  *bool
	ScanOut        *[]time.Time
}

// CreateZone adds a zone to an event: open to every item, in or out as the
// operator chooses, without limits, unless told otherwise.
func CreateZone(ctx context.Context, a *app.App, c *app.Caller, eventID int64, in ZoneFields) (ZoneView, error) {
	var made ZoneView
	err := a.Update(ctx, c, catalog.SaleEditors, func(tx app.Tx) error {
		if _, err := liveEvent(tx, eventID); err != nil {
			return err
		}
		zones, err := zonesOf(tx, eventID)
		if err != nil {
			return err
		}
		if len(zones) >= MaxZones {
			return app.Field("eventId", "must not have more than %d zones", MaxZones)
		}
		z := Zone{EventID: eventID, Mode: ScanInOut}
		if err := in.apply(tx, &z); err != nil {
			return err
		}
		if err := zoneTable.Insert(tx, &z); err != nil {
			return err
		}
		if err := touchTickets(tx, &z, z.SaleItemIDs); err != nil {
			return err
		}
		made, err = viewOne(tx, z)
		return err
	})
	return made, err
}

// UpdateZone changes what is set in the fields. An Entry zone keeps its name, and has
// no ages, hours or items of its own; its direction is never automatic.
func UpdateZone(ctx context.Context, a *app.App, c *app.Caller, id int64, in ZoneFields) (ZoneView, error) {
	var now ZoneView
	err := a.Update(ctx, c, catalog.SaleEditors, func(tx app.Tx) error {
		z, err := liveZone(tx, id)
		if err != nil {
			return err
		}
		if err := in.checkEntry(&z); err != nil {
			return err
		}
		was := z
		if err := in.apply(tx, &z); err != nil {
			return err
		}
		if err := touchChanged(tx, &was, &z); err != nil {
			return err
		}
		if z, err = zoneTable.Update(tx, id, func(stored *Zone) error { *stored = z; return nil }); err != nil {
			return err
		}
		// The counter is written even where nothing moves: a scan that is decided
		// on the old settings must meet this change.
		if _, err := moveCounter(tx, &z, 0, Tally{}); err != nil {
			return err
		}
		now, err = viewOne(tx, z)
		return err
	})
	return now, err
}

// DeleteZone takes a zone away. Its log and counters stay; the Entry zone cannot
// be deleted.
func DeleteZone(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, catalog.SaleEditors, func(tx app.Tx) error {
		z, err := liveZone(tx, id)
		if err != nil {
			return err
		}
		if z.Entry {
			return app.Field("id", "is the entry zone of its event and cannot be deleted")
		}
		now := tx.Now()
		if _, err := zoneTable.Update(tx, id, func(z *Zone) error { z.DeletedAt = &now; return nil }); err != nil {
			return err
		}
		if _, err = moveCounter(tx, &z, 0, Tally{}); err != nil {
			return err
		}
		return touchTickets(tx, &z, z.SaleItemIDs)
	})
}

// RestoreZone brings a zone back that was deleted, with its rules and its counters.
func RestoreZone(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, catalog.SaleEditors, func(tx app.Tx) error {
		z, err := Zones.Get(tx, id)
		if err != nil {
			return missing(err, "zone")
		}
		if z.DeletedAt == nil {
			return nil
		}
		if _, err := liveEvent(tx, z.EventID); err != nil {
			return err
		}
		standing, err := zonesOf(tx, z.EventID)
		if err == nil && len(standing) >= MaxZones {
			err = app.Field("id", "must not have more than %d zones", MaxZones)
		}
		if err != nil {
			return err
		}
		if z, err = zoneTable.Update(tx, id, func(z *Zone) error { z.DeletedAt = nil; return nil }); err != nil {
			return err
		}
		if _, err = moveCounter(tx, &z, 0, Tally{}); err != nil {
			return err
		}
		return touchTickets(tx, &z, z.SaleItemIDs)
	})
}

// liveEvent finds an event that was not deleted.
func liveEvent(r app.Reader, id int64) (catalog.Event, error) {
	e, err := catalog.EventByID(r, id)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	return e, err
}

// checkEntry refuses what cannot change at an event's own zone.
func (in *ZoneFields) checkEntry(z *Zone) error {
	if !z.Entry {
		return nil
	}
	var p app.Problems
	fixed := func(field string, given bool) {
		if given {
			p.Add(field, "cannot be changed for the entry zone")
		}
	}
	fixed("name", in.Name != nil && *in.Name != z.Name)
	fixed("openingDate", in.Opening.Value != nil)
	fixed("closingDate", in.Closing.Value != nil)
	fixed("minAge", in.MinAge.Value != nil)
	fixed("maxAge", in.MaxAge.Value != nil)
	fixed("saleItemIds", in.SaleItemIDs != nil && len(*in.SaleItemIDs) > 0)
	fixed("precision", in.Precision != nil && *in.Precision)
	fixed("hideAttendees", in.HideAttendees != nil && *in.HideAttendees)
	if in.Mode != nil && *in.Mode == ScanAuto {
		p.Add("scan", "must be one of: %s", "in, in&out")
	}
	return p.Err()
}

// apply sets the given fields and checks the zone as it then is.
func (in *ZoneFields) apply(r app.Reader, z *Zone) error {
	set(&z.Mode, in.Mode)
	set(&z.Precision, in.Precision)
	set(&z.IgnoreValidity, in.IgnoreValidity)
	set(&z.HideAttendees, in.HideAttendees)
	if in.Name != nil {
		z.Name = strings.TrimSpace(*in.Name)
	}
	replace(&z.Capacity, in.Capacity)
	replace(&z.Opening, in.Opening)
	replace(&z.Closing, in.Closing)
	replace(&z.MinAge, in.MinAge)
	replace(&z.MaxAge, in.MaxAge)
	replace(&z.ScansInMax, in.ScansInMax)
	if in.ScanOut != nil {
		z.ScanOut = ascending(*in.ScanOut)
	}
	var p app.Problems
	z.check(&p)
	if err := in.applyItems(r, &p, z); err != nil {
		return err
	}
	return p.Err()
}

func set[T any](field *T, v *T) {
	if v != nil {
		*field = *v
	}
}

func replace[T any](field **T, v catalog.Maybe[T]) {
	if v.Given {
		*field = v.Value
	}
}

// check lists what is wrong with the settings of a zone.
func (z *Zone) check(p *app.Problems) {
	switch n := utf8.RuneCountInString(z.Name); {
	case n == 0:
		p.Add("name", "is required")
	case n > MaxZoneName:
		p.Add("name", "must not be longer than %d characters", MaxZoneName)
	case !printable(z.Name):
		p.Add("name", "contains characters that are not allowed")
	}
	if z.Mode != ScanIn && z.Mode != ScanInOut && z.Mode != ScanAuto {
		p.Add("scan", "must be one of: %s", "in, in&out, auto")
	}
	if z.Mode == ScanIn && z.Capacity != nil {
		p.Add("capacity", "cannot be set for a zone that only lets in")
	}
	if z.Mode == ScanIn && len(z.ScanOut) > 0 {
		p.Add("autoScanOut", "cannot be set for a zone that only lets in")
	}
	if len(z.ScanOut) > MaxScanOut {
		p.Add("autoScanOut", "must not have more than %d entries", MaxScanOut)
	}
	atLeast(p, "capacity", z.Capacity, 0)
	atLeast(p, "scansInMax", z.ScansInMax, 1)
	atLeast(p, "minAge", z.MinAge, 0)
	atLeast(p, "maxAge", z.MaxAge, 0)
	if z.MinAge != nil && z.MaxAge != nil && *z.MaxAge < *z.MinAge {
		p.Add("maxAge", "must be at least %d", *z.MinAge)
	}
	if z.Opening != nil && z.Closing != nil && !z.Closing.After(*z.Opening) {
		p.Add("closingDate", "must be after the opening date")
	}
}

// ascending puts times in order, each once.
func ascending(all []time.Time) []time.Time {
	all = slices.Clone(all)
	for i := range all {
		all[i] = all[i].UTC().Truncate(time.Microsecond)
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal)
}

func atLeast(p *app.Problems, field string, v *int64, least int64) {
	if v != nil && *v < least {
		p.Add(field, "must be at least %d", least)
	}
}

// applyItems sets the eligible sale items, each once. They must be of the zone's
// event and have a barcode that a gate can read.
func (in *ZoneFields) applyItems(r app.Reader, p *app.Problems, z *Zone) error {
	if in.SaleItemIDs == nil {
		return nil
	}
	ids := *in.SaleItemIDs
	if len(ids) > MaxZoneItems {
		p.Add("saleItemIds", "must not have more than %d entries", MaxZoneItems)
		return nil
	}
	items, err := catalog.SaleItemsByID(r, ids)
	if err != nil {
		return err
	}
	for i, id := range ids {
		it, ok := items[id]
		switch {
		case !ok || !it.At(z.EventID) || it.DeletedAt != nil:
			p.Add("saleItemIds."+strconv.Itoa(i), "is unknown")
		case !it.Type.Scannable():
			p.Add("saleItemIds."+strconv.Itoa(i), "has no barcode")
		}
	}
	z.SaleItemIDs = slices.Compact(slices.Sorted(slices.Values(ids)))
	return nil
}
