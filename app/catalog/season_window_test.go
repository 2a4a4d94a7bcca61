package catalog

import (
	"testing"
	"time"
)

func TestAMovedWindow(t *testing.T) {
	at := func(hour int) *time.Time { return new(time.Date(2026, 7, 4, hour, 0, 0, 0, time.UTC)) }
	same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }
	for name, c := range map[string]struct {
		by                   Moved
		from, to, want, till *time.Time
	}{
		"not at all":       {Moved{}, at(1), at(2), at(1), at(2)},
		"both ends":        {Moved{3 * time.Hour, 4 * time.Hour}, at(1), at(2), at(4), at(6)},
		"earlier":          {Moved{-time.Hour, -time.Hour}, at(1), at(2), at(0), at(1)},
		"the start alone":  {Moved{3 * time.Hour, 4 * time.Hour}, at(1), nil, at(4), nil},
		"the end alone":    {Moved{3 * time.Hour, 4 * time.Hour}, nil, at(2), nil, at(6)},
		"neither":          {Moved{time.Hour, time.Hour}, nil, nil, nil, nil},
		"past its own end": {Moved{10 * time.Hour, time.Hour}, at(5), at(8), at(15), at(18)},
	} {
		from, to := c.by.Window(c.from, c.to)
		if !same(from, c.want) || !same(to, c.till) {
			t.Errorf("%s: %v – %v", name, from, to)
		}
	}
}
