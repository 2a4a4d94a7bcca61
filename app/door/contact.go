package door

import (
	"sync"
	"time"

	"marquee/app"
)

// Contact is what is known of a phone by its being heard of. It is no promise of the store: after
// a restart a phone is unknown until it says something, which costs no scan a write.
type Contact struct {
	// At is when it was heard of last; nil: not since the box office started.
	At *time.Time
	// Waits is how many scans were on it that had not come then; nil: it did not say.
	Waits *int64
	// Scans is how many it asked the box office about within paceMinutes.
	Scans int64
}

// contacts are those of all phones.
type contacts struct {
	mu sync.Mutex
	of map[int64]*heard
}

type heard struct {
	at    time.Time
	waits *int64
	// scans are those of a minute since 1970 each, the newest last.
	scans []minuteScans
}

type minuteScans struct{ minute, scans int64 }

var allContacts = app.NewPerApp(func() *contacts { return &contacts{of: map[int64]*heard{}} })

// hear notes that a phone said something, and what of it is told by change.
func (c *contacts) hear(device int64, now time.Time, change func(*heard)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.of[device]
	if h == nil {
		c.forget(now)
		h = &heard{}
		c.of[device] = h
	}
	if h.at = now; change != nil {
		change(h)
	}
}

// forget drops the phones that were silent for long, when there are many.
func (c *contacts) forget(now time.Time) {
	if len(c.of) < MaxDevices {
		return
	}
	for id, h := range c.of {
		if now.Sub(h.at) > endsAfter {
			delete(c.of, id)
		}
	}
}

// scanned counts a scan, and forgets those of minutes that count no more.
func (h *heard) scanned(now time.Time) {
	minute := now.Unix() / 60
	if n := len(h.scans); n > 0 && h.scans[n-1].minute >= minute {
		h.scans[n-1].scans++
		return
	}
	if len(h.scans) == paceMinutes {
		h.scans = append(h.scans[:0], h.scans[1:]...)
	}
	h.scans = append(h.scans, minuteScans{minute, 1})
}

// contact is what is known of a phone.
func (c *contacts) contact(device int64, now time.Time) (out Contact) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.of[device]
	if h == nil {
		return out
	}
	at, from := h.at, now.Unix()/60-paceMinutes
	out.At, out.Waits = &at, h.waits
	for _, m := range h.scans {
		if m.minute > from {
			out.Scans += m.scans
		}
	}
	return out
}

// Says notes how many scans wait on the phone, as it says.
func (p *Pass) Says(a *app.App, waits int64) {
	allContacts.Of(a).hear(p.Device.ID, a.Now(), func(h *heard) { h.waits = &waits })
}

// brought notes that so many of those that waited have come.
func (p *Pass) brought(a *app.App, rows int) {
	allContacts.Of(a).hear(p.Device.ID, a.Now(), func(h *heard) {
		if h.waits != nil {
			left := max(0, *h.waits-int64(rows))
			h.waits = &left
		}
	})
}
