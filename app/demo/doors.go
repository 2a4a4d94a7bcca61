package demo

import (
	"errors"
	"fmt"
	"sync"

	"marquee/app/catalog"
	"marquee/app/entry"
)

const (
	// maxGuests bounds how many guests are at the gates when the store is made.
	maxGuests = 2000
	// guestShare: one in so many sold tickets shows up.
	guestShare = 6
	// guestsAtOnce go through the gates side by side.
	guestsAtOnce = 100
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
	order := l.rng.Perm(len(l.tickets))
	return l.chunks("guests", n, guestsAtOnce, func(from, to int) error {
		walks := make([][]entry.ScanRequest, 0, to-from)
		for _, i := range order[from:to] {
			walks = append(walks, l.walk(l.tickets[i], zones))
		}
		return l.scan(walks)
	})
}

// walk is the way of one ticket through the gates.
func (l *loader) walk(t ticket, zones []entry.ZoneView) []entry.ScanRequest {
	codes := []string{t.barcode}
	first := zones[0].ID
	steps := []entry.ScanRequest{{Barcodes: codes, ZoneID: first, Direction: "in"}}
	switch l.rng.IntN(10) {
	case 0, 1, 2:
		next := zones[1+l.rng.IntN(len(zones)-1)]
		steps = append(steps, entry.ScanRequest{Barcodes: codes, ZoneID: next.ID, Direction: "in"})
	case 3:
		steps = append(steps, entry.ScanRequest{Barcodes: codes, ZoneID: first, Direction: "out"})
	}
	return steps
}

// scan sends the guests through the gates side by side, as on the day: scans that
// meet share a commit. A refusal is a result, not an error.
func (l *loader) scan(walks [][]entry.ScanRequest) error {
	errs := make([]error, len(walks))
	var guests sync.WaitGroup
	for i, steps := range walks {
		l.made.Entries += len(steps)
		guests.Go(func() {
			for _, step := range steps {
				if _, err := entry.ScanZone(l.ctx, l.app, l.caller, step); err != nil {
					errs[i] = fmt.Errorf("demo: scan: %w", err)
				}
			}
		})
	}
	guests.Wait()
	return errors.Join(errs...)
}
