package office

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/report"
)

// Door is how the doors of an event go right now.
type Door struct {
	catalog.EventView
	Zones   []entry.ZoneView
	Phones  []door.Phone
	Gates   []door.Gate
	Doubles []door.Double
	Away    []door.Refusal
	Day     report.DoorDay
	// Minutes are how many came into the Entry zone in each of the last ten minutes.
	Minutes []int64
	// Expected is how many tickets and guests stand.
	Expected int64
	Now      time.Time
}

// ReadDoor reads how the doors of an event go, from one snapshot. Scans are in the figures of the day
// a second behind at most; who is inside is counted with each.
func ReadDoor(ctx context.Context, a *app.App, c *app.Caller, id int64) (out Door, err error) {
	err = a.View(ctx, c, door.Supervisors, func(r app.Reader) (err error) {
		out = Door{Now: a.Now()}
		if out.EventView, err = catalog.EventViewIn(r, c, id, out.Now, catalog.EventWants{}); err != nil {
			return err
		}
		if out.Zones, err = entry.ZoneViewsIn(r, id, false); err != nil {
			return err
		}
		if out.Phones, err = door.PhonesIn(r, id); err != nil {
			return err
		}
		if out.Doubles, err = door.DoublesIn(r, id); err != nil {
			return err
		}
		if out.Away, err = door.LatestRefusals(r, id); err != nil {
			return err
		}
		if out.Day, err = report.DoorDayIn(r, id, out.Now); err != nil {
			return err
		}
		if out.Minutes, err = report.EnteredLately(r, id, out.Zones[0].ID, out.Now, liveMinutes); err != nil {
			return err
		}
		out.Gates = door.GatesOf(out.Phones, out.Day.By, out.Now)
		out.Expected, err = entry.ExpectedAt(r, id)
		return err
	})
	return out, err
}

// Entered is how many came in within the last ten minutes.
func (d *Door) Entered() (n int64) {
	for _, in := range d.Minutes {
		n += in
	}
	return n
}

// ToCome is how many have not come yet.
func (d *Door) ToCome() int64 { return max(0, d.Expected-d.Zones[0].Tally.UniqueIn) }

// Until is when all will have come at the pace of the last minutes; zero: nobody comes.
func (d *Door) Until() time.Time {
	n := d.Entered()
	if n == 0 || d.ToCome() == 0 {
		return time.Time{}
	}
	return d.Now.Add(time.Duration(d.ToCome()) * liveMinutes * time.Minute / time.Duration(n))
}

// Moves tells that somebody scans.
func (d *Door) Moves() bool {
	if d.Entered() > 0 {
		return true
	}
	for _, g := range d.Gates {
		if g.Scans > 0 {
			return true
		}
	}
	return false
}
