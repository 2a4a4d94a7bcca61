package firstrun

import (
	"context"
	"regexp"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
)

// usualLength is how long an event is until somebody says otherwise.
const usualLength = 4 * time.Hour

// NewEvent is the first event as somebody typed it.
type NewEvent struct {
	Name string
	// Day and Time are on the clocks of the company: 2027-06-19 and 20:30.
	Day, Time string
	// Place, Street and Town are empty for an event that is online only.
	Place, Street, Town string
}

// plan is a NewEvent that can be made.
type plan struct {
	change catalog.EventChange
	venue  *catalog.NewVenue
}

// postcode is in front of the name of a town in much of the world.
var postcode = regexp.MustCompile(`^(\d[\d -]{2,9}) +(\D.*)$`)

// read names every problem of what was typed.
func (in *NewEvent) read(own *company.Company, country int64, now time.Time) (p plan, err error) {
	var wrong app.Problems
	name := strings.TrimSpace(in.Name)
	if name == "" {
		wrong.Add("name", "is required")
	}
	start := in.start(own.Location(), now, &wrong)
	end, online, draft := start.Add(usualLength), app.Blank(in.Place), false
	p.change = catalog.EventChange{Name: &name, Start: &start, End: &end, Timezone: &own.Timezone, OnlineOnly: &online, Published: &draft}
	if online {
		p.change.VenueID = catalog.Cleared[int64]()
		return p, wrong.Err()
	}
	v := catalog.NewVenue{Name: in.Place, Address: in.Street, City: strings.TrimSpace(in.Town), CountryID: country}
	if at := postcode.FindStringSubmatch(v.City); at != nil {
		v.Postcode, v.City = strings.TrimSpace(at[1]), at[2]
	}
	v.Region = v.City
	if app.Blank(v.Address) {
		wrong.Add("street", "is required")
	}
	if v.City == "" {
		wrong.Add("town", "is required")
	}
	p.venue = &v
	return p, wrong.Err()
}

// start is when it begins, which lies ahead.
func (in *NewEvent) start(place *time.Location, now time.Time, wrong *app.Problems) time.Time {
	_, badDay := time.Parse(time.DateOnly, in.Day)
	_, badTime := time.Parse("15:04", in.Time)
	if badDay != nil {
		wrong.Add("day", "must be a date such as %s", now.In(place).AddDate(0, 1, 0).Format(time.DateOnly))
	}
	if badTime != nil {
		wrong.Add("time", "must be a time of the day, as 06:30")
	}
	if badDay != nil || badTime != nil {
		return time.Time{}
	}
	start, _ := time.ParseInLocation("2006-01-02 15:04", in.Day+" "+in.Time, place)
	if !start.After(now) {
		wrong.Add("day", "must lie ahead")
	}
	return start
}

// SaveEvent makes the first event, as a draft, or changes it.
func SaveEvent(ctx context.Context, a *app.App, c *app.Caller, in NewEvent) error {
	own, err := company.ReadSettings(ctx, a, c)
	if err != nil {
		return err
	}
	p, err := in.read(&own, CountryOf(own.Timezone).ID(), a.Now())
	if err != nil {
		return err
	}
	known, err := only(ctx, a, c)
	if err != nil {
		return err
	}
	return asOne(ctx, a, c, func(a *app.App) error {
		if err := p.takePlace(ctx, a, c, known); err != nil {
			return fieldsAs(err, map[string]string{"name": "place", "address": "street", "city": "town", "region": "town", "postcode": "town"})
		}
		if known == nil {
			_, err := catalog.CreateEvent(ctx, a, c, p.change)
			return err
		}
		p.change.Published = nil
		_, _, err := catalog.UpdateEvent(ctx, a, c, known.ID, p.change, nil)
		return err
	})
}

// takePlace makes the venue, or changes the one that the event has.
func (p *plan) takePlace(ctx context.Context, a *app.App, c *app.Caller, known *catalog.EventView) error {
	if p.venue == nil {
		return nil
	}
	if known == nil || known.Place == nil {
		made, err := catalog.CreateVenue(ctx, a, c, *p.venue)
		p.change.VenueID = catalog.Is(made.ID)
		return err
	}
	v := p.venue
	_, err := catalog.UpdateVenue(ctx, a, c, known.Place.ID, catalog.VenueChange{
		Name: &v.Name, Address: &v.Address, City: &v.City, Region: &v.Region, Postcode: catalog.Is(v.Postcode),
	})
	return err
}
