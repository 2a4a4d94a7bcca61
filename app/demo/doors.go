package demo

import (
	"fmt"

	"marquee/app/catalog"
	"marquee/app/entry"
)

const (
	// maxGuests bounds how many guests are at the gates when the store is made.
	maxGuests = 2000
	// guestShare: one in so many sold tickets shows up.
	guestShare = 6
)

// zones makes the zones beside the event's own Entry zone.
func (l *loader) zones() error {
	items := map[string]int64{}
	for i, spec := range l.data.items {
		items[spec.name] = l.made.SaleItems[i].ID
	}
	for _, spec := range l.data.zones {
		ids := make([]int64, len(spec.items))
		for i, name := range spec.items {
			ids[i] = items[name]
		}
		fields := entry.ZoneFields{
			Name: &spec.name, Mode: &spec.scan, SaleItemIDs: &ids,
			MinAge: maybe(spec.minAge), MaxAge: maybe(spec.maxAge), ScansInMax: maybe(spec.maxIn),
			Opening: maybe(l.at(spec.open.from)), Closing: maybe(l.at(spec.open.until)),
		}
		if spec.capacity != nil {
			fields.Capacity = catalog.Is(*spec.capacity * l.scale())
		}
		if _, err := entry.CreateZone(l.ctx, l.app, l.caller, l.made.Event.ID, fields); err != nil {
			return fmt.Errorf("demo: zone %s: %w", spec.name, err)
		}
	}
	return nil
}

// doors lets some guests in, as their phones would ask for it: most stay, some
// go on to another zone, some have left again, some were refused.
func (l *loader) doors() error {
	zones, err := entry.ListZones(l.ctx, l.app, l.caller, l.made.Event.ID, false)
	if err != nil {
		return err
	}
	n := min(len(l.tickets)/guestShare, maxGuests)
	return l.chunks("guests", n, 100, func(from, to int) error {
		for range to - from {
			if err := l.guest(zones); err != nil {
				return err
			}
		}
		return nil
	})
}

// guest is one ticket at the gates. A refusal is a result, not an error.
func (l *loader) guest(zones []entry.ZoneView) error {
	t := l.tickets[l.rng.IntN(len(l.tickets))]
	first := zones[0]
	steps := []entry.ScanRequest{{ZoneID: first.ID, Direction: "in"}}
	switch l.rng.IntN(10) {
	case 0, 1, 2:
		next := zones[1+l.rng.IntN(len(zones)-1)]
		steps = append(steps, entry.ScanRequest{ZoneID: next.ID, Direction: "in"})
	case 3:
		steps = append(steps, entry.ScanRequest{ZoneID: first.ID, Direction: "out"})
	}
	for _, step := range steps {
		step.Barcodes = []string{t.barcode}
		if _, err := entry.ScanZone(l.ctx, l.app, l.caller, step); err != nil {
			return fmt.Errorf("demo: scan: %w", err)
		}
		l.made.Entries++
	}
	return nil
}
