package attention

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/door"
	"marquee/app/list"
)

// doorsLast is how long after its end the doors of an event are looked at.
const doorsLast = 3 * 24 * time.Hour

// doubles looks for tickets that came in twice, at the events whose doors somebody watches over.
func (x *reading) doubles() error {
	if !x.c.Holds(door.Supervisors) {
		return nil
	}
	since := x.now.Add(-doorsLast)
	page, err := catalog.ListEvents(x.ctx, x.a, x.c, catalog.EventFilter{
		EndingAfter: &since, HideChildren: true, Request: list.Request{Limit: maxEvents},
	}, catalog.EventWants{})
	if err != nil {
		return err
	}
	return x.a.View(x.ctx, x.c, door.Supervisors, func(r app.Reader) error {
		for i := range page.Events {
			e := &page.Events[i]
			if !x.c.MeetsAt(door.Supervisors, e.Subject()) {
				continue
			}
			n, oldest, err := door.Unseen(r, e.ID, maxCounted)
			if err != nil {
				return err
			}
			x.add(Entry{Kind: DoublesUnseen, Count: n, Since: oldest, EventID: e.ID, Name: e.Name})
		}
		return nil
	})
}
