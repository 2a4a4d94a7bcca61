package accesscode

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	"marquee/indexes"
)

// Open refuses a code that cannot be entered now.
func (c *Code) Open(now time.Time) *app.Error {
	switch {
	case c.Gone():
		return Codes.Unknown()
	case c.ValidFrom != nil && now.Before(*c.ValidFrom):
		return app.Field("accessCode", "is not valid yet")
	case c.ValidTo != nil && !now.Before(*c.ValidTo):
		return app.Field("accessCode", "is not valid any more")
	}
	return nil
}

// restricts tells whether the code closes what it names at a moment.
func (c *Code) restricts(now time.Time) bool {
	return c.HideAfterwards || catalog.Open(nil, c.ValidTo, now)
}

// LockedThen tells whether goods could not be bought at a moment with the code that was
// entered then, nil for none, as far as that can be told: a code that was changed since is
// believed.
func LockedThen(r app.Reader, g *catalog.Goods, entered *Code, at time.Time) (bool, error) {
	locked := false
	for _, t := range targetsOf(g) {
		if entered != nil && entered.opens(t) {
			return false, nil
		}
		if locked || t.B == 0 {
			continue
		}
		for hit, err := range byTarget.Scan(r, indexes.Equal(t)) {
			if err != nil {
				return false, err
			}
			if locked = !hit.Rec.UpdatedAt.After(at) && hit.Rec.restricts(at); locked {
				break
			}
		}
	}
	return locked, nil
}

// targetsOf are what codes name that goods belong to.
func targetsOf(g *catalog.Goods) []target {
	return []target{
		{A: codes.SaleItemTarget, B: g.ID}, {A: codes.ItemTarget, B: g.ItemID},
		{A: codes.EventTarget, B: g.EventID}, {A: codes.ScheduleTarget, B: g.ScheduleID()},
	}
}

// Any tells whether anything is named by a code: a page of many things asks this first.
func Any(r app.Reader) (bool, error) {
	for _, err := range byTarget.Keys(r, indexes.All[target]()) {
		return err == nil, err
	}
	return false, nil
}

// Locked tells whether goods cannot be bought with the code that was entered, nil for
// none: they need another, or that one hides them.
func Locked(r app.Reader, g *catalog.Goods, entered *Code, now time.Time) (bool, error) {
	restricted := false
	for _, t := range targetsOf(g) {
		if entered != nil && entered.opens(t) {
			return false, nil
		}
		if restricted || t.B == 0 {
			continue
		}
		for hit, err := range byTarget.Scan(r, indexes.Equal(t)) {
			if err != nil {
				return false, err
			}
			if restricted = hit.Rec.restricts(now); restricted {
				break
			}
		}
	}
	return restricted || entered != nil && entered.HideUnrestricted, nil
}
