package report

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// zones are the timezones in which things count, read once for many.
type zones struct {
	r      app.Reader
	events map[int64]*time.Location
	names  map[string]*time.Location
}

func zonesOf(r app.Reader) *zones {
	return &zones{r, map[int64]*time.Location{}, map[string]*time.Location{}}
}

// of is the timezone of an event; that of the company for 0, and for an event that cannot
// be read.
func (z *zones) of(event int64) *time.Location {
	if known := z.events[event]; known != nil {
		return known
	}
	name := ""
	if e, err := catalog.SharedEvent(z.r, event); event != 0 && err == nil {
		name = e.Timezone
	} else if settings, err := company.SettingsOf(z.r); err == nil {
		name = settings.Timezone
	}
	z.events[event] = z.named(name)
	return z.events[event]
}

func (z *zones) named(name string) *time.Location {
	if known := z.names[name]; known != nil {
		return known
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		l = time.UTC
	}
	z.names[name] = l
	return l
}

// stand tells whether what was counted in these timezones can be added to the figures:
// none of them changed since, nor are the figures those of other days. The transaction is
// the rival of those that change timezones, because both write marks.
func (z *zones) stand(tx app.Tx) (bool, error) {
	stale, err := isStale(tx)
	if err != nil || stale {
		return false, err
	}
	now := zonesOf(tx)
	for event, counted := range z.events {
		if now.of(event).String() != counted.String() {
			return false, nil
		}
	}
	return true, nil
}
