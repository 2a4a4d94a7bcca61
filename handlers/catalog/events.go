package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type eventsIn struct {
	rest.Page
	wire.CursorIn
	WithTrashed    rest.Trashed `query:"withTrashed"`
	Include        rest.Include `query:"include" enum:"tags,tagCategories,venues,companies,eventSettings,eventSchedules,salePeriods,eventCodes,images"`
	After          int64        `query:"after" blank:"true" doc:"Ids greater than this."`
	EndingBefore   *rest.Time   `query:"endingBefore" blank:"true" date:"true" doc:"Any of these four, and lastUpdated, replaces the default, events that end in the future."`
	EndingAfter    *rest.Time   `query:"endingAfter" blank:"true" date:"true"`
	StartingBefore *rest.Time   `query:"startingBefore" blank:"true" date:"true"`
	StartingAfter  *rest.Time   `query:"startingAfter" blank:"true" date:"true"`
	LastUpdated    *rest.Time   `query:"lastUpdated" blank:"true" date:"true" doc:"Events that changed at or after, with their settings, stream, teams, venue, items and prices, oldest change first."`
	Query          string       `query:"query" maxlen:"255" doc:"Parts of the name, in any order; case, accents and width do not matter."`
	State          *eventState  `query:"state" doc:"coming: published and not over; drafts; over; cancelled. The events are then in the order of their ends, those of the last two latest first."`
	OnlyUnseated   rest.Flag    `query:"onlyUnseatedItems" doc:"Every item is unseated."`
	OnlyOnSale     rest.Flag    `query:"onlyOnSale" doc:"Something can be bought now."`
	HideChildren   rest.Flag    `query:"hideChildEvents" doc:"Leaves the events of companies below this one out."`
	HideDemo       rest.Flag    `query:"hideDemoMode" doc:"Leaves the events of demo companies out."`
	ScheduleID     *rest.Text   `query:"scheduleId" doc:"The events of this schedule. Null, 0 or empty: only those of none."`
	GroupScheduled rest.Flag    `query:"groupScheduledEvents" doc:"Of each schedule only the next event that fits."`
	CurrencyID     rest.Text    `query:"currencyId" maxlen:"10" doc:"Of minPrice and maxPrice; the company's own when absent."`
	WithPriceRange rest.Trashed `query:"withPriceRange"`
	Kiosk          rest.Flag    `header:"X-SERVICE-KIOSK-MODE" doc:"Only what a kiosk shows."`
}

// eventState is a state that events are listed by.
type eventState string

// Values lists the states.
func (eventState) Values() []string { return catalog.EventStates() }

type eventIn struct {
	ID             rest.ID      `query:"id" required:"true" min:"1"`
	Include        rest.Include `query:"include" enum:"tags,tagCategories,venues,companies,eventSettings,eventTimeslots,eventZones,dataCaptureFields,eventContentBlocks,eventStreams,saleItems,eventSchedules,salePeriods,images" needs:"eventZones=zones.scan|events.edit"`
	WithTrashed    rest.Trashed `query:"withTrashed"`
	CurrencyID     rest.Text    `query:"currencyId" maxlen:"10"`
	WithPriceRange rest.Trashed `query:"withPriceRange"`
}

// pageJSON is how the public page of an event looks.
type pageJSON struct {
	ListingURL              *rest.Path      `json:"listingUrl" doc:"Its page in the shop; null while that is closed. Of a draft it is a preview with a signature, for whoever has it, that ends after a week; nothing can be bought there."`
	PageDisplayDate         string          `json:"pageDisplayDate"`
	PageDisplayLocation     string          `json:"pageDisplayLocation"`
	PagePricingDisplay      bool            `json:"pagePricingDisplay"`
	PagePricingDisplayRange *string         `json:"pagePricingDisplayRange"`
	MinPrice                *int64          `json:"minPrice"`
	MaxPrice                *int64          `json:"maxPrice"`
	SeatingPlan             seatingPlanJSON `json:"seatingPlan"`
}

type seatingPlanJSON struct {
	Enabled                   bool       `json:"enabled"`
	BestAvailableSeatsEnabled bool       `json:"bestAvailableSeatsEnabled"`
	EmbedURL                  *rest.Path `json:"embedUrl" doc:"The event in a frame, for the promoter's own site, on whose page buyers choose seats; null where there are none, of a draft, and while the shop is closed."`
}

// listingURL is the page of an event in the shop of its company, nil where there is none. Of
// a draft it is a preview.
func listingURL(own *company.Company, e *catalog.Event, now time.Time) *rest.Path {
	at := eventPath(own, e)
	if at == nil || e.Published {
		return at
	}
	preview := catalog.Preview(own, e.ID, now)
	if preview == "" {
		return nil
	}
	*at += rest.Path("?preview=" + preview)
	return at
}

// eventPath is where the page of an event is, or will be; nil where there is none.
func eventPath(own *company.Company, e *catalog.Event) *rest.Path {
	if !own.Shop.Open || e.DeletedAt != nil {
		return nil
	}
	at := rest.Path(fmt.Sprintf("%s/%s/events/%d", wire.ShopPath, own.Alias, e.ID))
	return &at
}

// shopURL is the front page of the shop of a company, nil while it is closed.
func shopURL(own *company.Company) *rest.Path {
	if !own.Shop.Open {
		return nil
	}
	at := rest.Path(wire.ShopPath + "/" + own.Alias)
	return &at
}

func pageForm(own *company.Company, e *catalog.EventView, now time.Time) pageJSON {
	return pageJSON{
		ListingURL: listingURL(own, &e.Event, now), PageDisplayDate: e.PageDisplayDate, PageDisplayLocation: e.PageDisplayLocation,
		PagePricingDisplay: e.PagePricingRange != "", PagePricingDisplayRange: wire.OrNull(e.PagePricingRange),
		MinPrice: e.MinPrice, MaxPrice: e.MaxPrice,
		SeatingPlan: seatingForm(own, e),
	}
}

func seatingForm(own *company.Company, e *catalog.EventView) seatingPlanJSON {
	out := seatingPlanJSON{Enabled: e.Seats != nil, BestAvailableSeatsEnabled: e.Seats != nil && e.Seats.Best}
	if at := eventPath(own, &e.Event); out.Enabled && e.Published && at != nil {
		*at += "/embed"
		out.EmbedURL = at
	}
	return out
}

type eventListJSON struct {
	CompanyID     int64               `json:"companyId"`
	CompanyName   string              `json:"companyName"`
	Events        []eventJSON         `json:"events"`
	EventCodes    []eventQuestionJSON `json:"eventCodes" rest:"include"`
	TagCategories []tagCategoryJSON   `json:"tagCategories" rest:"include"`
	Companies     []eventCompanyRow   `json:"companies" rest:"include"`
	Schedules     []scheduleJSON      `json:"eventSchedules" rest:"include"`
	Media         *eventMediaJSON     `json:"media" rest:"include:images"`
	Meta          rest.Meta           `json:"meta"`
	Links         rest.Links          `json:"links"`
}

type eventCompanyRow struct {
	_        rest.Of    `rest:"companies"`
	ID       int64      `json:"id"`
	Name     string     `json:"name"`
	Alias    string     `json:"alias"`
	URL      *rest.Path `json:"url" doc:"The shop; null while it is closed."`
	LiveMode bool       `json:"liveMode"`
}

type eventJSON struct {
	_           rest.Of   `rest:"events"`
	ID          int64     `json:"id"`
	ExternalID  *string   `json:"externalId"`
	Name        string    `json:"name"`
	Description *string   `json:"description"`
	CompanyID   int64     `json:"companyId"`
	Start       time.Time `json:"start"`
	End         time.Time `json:"end"`
	capacityJSON
	charityJSON
	traitsJSON
	pageJSON
	Tags        []tagRow         `json:"tags"`
	SalePeriods []salePeriodJSON `json:"salePeriods"`
	wire.SoftStamps
	IsOnline       bool            `json:"isOnline"`
	OrganiserName  *string         `json:"organiserName"`
	OrganiserEmail *string         `json:"organiserEmail"`
	OrganiserPhone *string         `json:"organiserPhone"`
	Venue          *eventVenueJSON `json:"venue"`
	EventCodes     []eventCodeJSON `json:"eventCodes"`
	Media          eventMediaJSON  `json:"media" rest:"include:images"`
	Meta           lastUpdatedJSON `json:"meta"`
}

type tagRow struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CompanyID  int64  `json:"companyId"`
	CategoryID *int64 `json:"categoryId"`
}

type eventVenueJSON struct {
	_         rest.Of    `rest:"venues"`
	ID        int64      `json:"id"`
	Address   string     `json:"address"`
	Region    *string    `json:"region"`
	City      string     `json:"city"`
	Name      string     `json:"name"`
	Postcode  *string    `json:"postcode"`
	Latitude  *string    `json:"latitude"`
	Longitude *string    `json:"longitude"`
	DeletedAt *time.Time `json:"deletedAt"`
}

type lastUpdatedJSON struct {
	LastUpdated time.Time `json:"lastUpdated"`
}

func events(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/events", Summary: "List events", Tag: "Catalogue",
			Doc:   "By id; with lastUpdated in the order of their changes. Without it or a bound on start or end: those that end in the future. A company lists the events of those below it, too; what else there is of these is asked for in their company, by who belongs to it. " + wire.CursorDoc,
			Allow: app.ListEvents, Or: []app.Ability{app.ViewEvents}, Fields: true, Limit: catalog.MaxEventPage,
		}, rest.OnList(a, listEvents)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event", Summary: "Retrieve an event", Tag: "Catalogue",
			Allow: app.ViewEvents, Fields: true,
		}, rest.On(a, viewEvent)),
	}
}

func listEvents(ctx context.Context, a *app.App, c *app.Caller, in eventsIn) (out eventListJSON, l list.Info, err error) {
	own, currency, err := wire.Asked(ctx, a, c, in.CurrencyID, "currencyId")
	if err != nil {
		return out, l, err
	}
	f, err := in.filter()
	if err != nil {
		return out, l, err
	}
	out = eventListJSON{CompanyID: own.ID, CompanyName: own.Name, Events: []eventJSON{}}
	page, err := catalog.ListEvents(ctx, a, c, f, catalog.EventWants{
		Tags: true, Prices: bool(in.WithPriceRange), CurrencyID: currency.ID, Schedules: in.Include.Has("eventSchedules"),
	})
	out.Meta, out.Links = rest.MetaOf(page.Info), in.Links(page.Info)
	if err != nil {
		return out, page.Info, err
	}
	owners, asked, err := ownersOf(ctx, a, c, own, page.Events)
	if err != nil {
		return out, page.Info, err
	}
	if in.Include.Has("companies") {
		out.addCompanies(owners)
	}
	for _, e := range page.Events {
		out.Events = append(out.Events, eventForm(owners[e.CompanyID], &e, asked[e.ID], a.Now()))
		out.addSchedule(e.Schedule)
	}
	return out, page.Info, nil
}

// ownersOf are the caller's company and the others whose events these are, and what buyers of
// the events are asked.
func ownersOf(ctx context.Context, a *app.App, c *app.Caller, own company.Company, events []catalog.EventView) (map[int64]*company.Company, map[int64]capture.Kinds, error) {
	owners, of := map[int64]*company.Company{own.ID: &own}, map[int64][]catalog.EventView{own.ID: nil}
	for _, e := range events {
		of[e.CompanyID] = append(of[e.CompanyID], e)
	}
	asked := map[int64]capture.Kinds{}
	for id, some := range of {
		at := company.In(c, id)
		if owners[id] == nil {
			child, err := company.Settings(ctx, a, at)
			if err != nil {
				return nil, nil, err
			}
			owners[id] = &child
		}
		kinds, err := askedAt(ctx, a, at, some...)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(asked, kinds)
	}
	return owners, asked, nil
}

// addCompanies puts whose events these are beside the list, by id.
func (out *eventListJSON) addCompanies(owners map[int64]*company.Company) {
	for _, id := range slices.Sorted(maps.Keys(owners)) {
		c := owners[id]
		out.Companies = append(out.Companies, eventCompanyRow{ID: c.ID, Name: c.Name, Alias: c.Alias, URL: shopURL(c), LiveMode: !c.Demo})
	}
}

func (in *eventsIn) filter() (catalog.EventFilter, error) {
	f := catalog.EventFilter{
		After: in.After, EndingBefore: in.EndingBefore.At(), EndingAfter: in.EndingAfter.At(),
		StartingBefore: in.StartingBefore.At(), StartingAfter: in.StartingAfter.At(),
		LastUpdated: in.LastUpdated.At(), HideChildren: bool(in.HideChildren), HideDemo: bool(in.HideDemo), Query: in.Query, OnlyOnSale: bool(in.OnlyOnSale), OnlyUnseated: bool(in.OnlyUnseated), State: catalog.EventState(wire.Value(in.State)), Kiosk: bool(in.Kiosk),
		GroupScheduled: bool(in.GroupScheduled), WithTrashed: bool(in.WithTrashed), Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
	}
	if in.ScheduleID == nil {
		return f, nil
	}
	var none int64
	f.ScheduleID = &none
	text := strings.TrimSpace(string(*in.ScheduleID))
	if text == "" || text == "null" {
		return f, nil
	}
	id, err := wire.WholeNumber(text, "scheduleId")
	f.ScheduleID = &id
	return f, err
}

func eventForm(own *company.Company, e *catalog.EventView, asked capture.Kinds, now time.Time) eventJSON {
	out := eventJSON{
		ID: e.ID, ExternalID: wire.OrNull(e.ExternalID), Name: e.Name, Description: wire.OrNull(e.Description),
		CompanyID: own.ID, Start: e.Start, End: e.End,
		capacityJSON: capacityForm(e.Capacity), charityJSON: charityJSON{e.Capacity.Charity.Total, e.Capacity.Charity.Current()},
		traitsJSON: traitsForm(own, e, asked), pageJSON: pageForm(own, e, now), Tags: []tagRow{},
		SoftStamps: wire.SoftStampsOf(e.CreatedAt, e.UpdatedAt, e.DeletedAt), IsOnline: e.OnlineOnly,
		OrganiserName: wire.OrNull(e.OrganiserName), OrganiserEmail: wire.OrNull(e.OrganiserEmail), OrganiserPhone: wire.OrNull(e.OrganiserPhone),
		SalePeriods: salePeriodForms(&e.Event), Meta: lastUpdatedJSON{e.ChangedAt}, Media: eventMedia(own, &e.Event),
	}
	for _, t := range e.TagList {
		out.Tags = append(out.Tags, tagRow{ID: t.ID, Name: t.Name, CompanyID: own.ID})
	}
	if v := e.Place; v != nil {
		out.Venue = &eventVenueJSON{
			ID: v.ID, Address: v.Address, Region: wire.OrNull(v.Region), City: v.City, Name: v.Name,
			Postcode: wire.OrNull(v.Postcode), Latitude: v.Latitude, Longitude: v.Longitude, DeletedAt: v.DeletedAt,
		}
	}
	return out
}

// eventDetailJSON is one event by itself.
type eventDetailJSON struct {
	eventWrittenJSON
	pageJSON
}

func viewEvent(ctx context.Context, a *app.App, c *app.Caller, in eventIn) (out rest.One[eventDetailJSON], err error) {
	if c, err = catalog.Seeing(ctx, a, c, int64(in.ID)); err != nil {
		return out, err
	}
	own, currency, err := wire.Asked(ctx, a, c, in.CurrencyID, "currencyId")
	if err != nil {
		return out, err
	}
	e, err := catalog.ViewEvent(ctx, a, c, int64(in.ID), catalog.EventWants{
		Slots: in.Include.Has("eventTimeslots"), Tags: in.Include.Has("tags"), SaleItems: in.Include.Has("saleItems"),
		Schedules: in.Include.Has("eventSchedules"),
		Prices:    bool(in.WithPriceRange), CurrencyID: currency.ID,
		Channel: wire.ReadChannel(false), WithTrashed: bool(in.WithTrashed),
	})
	if err != nil {
		return out, err
	}
	asked, err := askedAt(ctx, a, c, e)
	if err != nil {
		return out, err
	}
	out = rest.One[eventDetailJSON]{Data: rest.Resource[eventDetailJSON]{
		Type: "events", ID: e.ID, Self: eventSelf(e.ID),
		Attributes: eventDetailJSON{eventWritten(&own, &e, asked[e.ID]), pageForm(&own, &e, a.Now())},
	}}
	relate := eventRelations(&out.Included, &e, own, currency)
	for _, name := range in.Include {
		if name == "eventZones" {
			zones, err := includeZones(ctx, a, c, &out.Included, e.ID, bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			out.Data.Relationships = append(out.Data.Relationships, zones)
			continue
		}
		out.Data.Relationships = append(out.Data.Relationships, relate(name)...)
	}
	return out, nil
}

// eventRelations gives the relationships that an include asks for. What does not
// exist yet is empty.
func eventRelations(in *rest.Included, e *catalog.EventView, own company.Company, currency company.Currency) func(name string) rest.Relations {
	return func(name string) rest.Relations {
		switch name {
		case "tags":
			return rest.Relations{includeTags(in, e)}
		case "venues":
			return rest.Relations{includeVenue(in, e)}
		case "companies":
			return rest.Relations{includeCompany(in, own)}
		case "eventSettings":
			return rest.Relations{includeSettings(in, e)}
		case "eventStreams":
			return rest.Relations{includeStreams(in, e)}
		case "eventTimeslots":
			return rest.Relations{includeSlots(in, e)}
		case "saleItems":
			return rest.Relations{includeSaleItems(in, e.Items, currency)}
		case "salePeriods":
			return rest.Relations{includeSalePeriods(in, e)}
		case "eventSchedules":
			return rest.Relations{includeSchedule(in, e)}
		case "images":
			return includeImages(in, &own, &e.Event)
		}
		return rest.Relations{{Name: name, Data: []rest.Ref{}}}
	}
}

// includeZones adds the zones of an event for those who may see them; nobody
// else learns that there are any.
func includeZones(ctx context.Context, a *app.App, c *app.Caller, in *rest.Included, eventID int64, trashed bool) (rest.Relation, error) {
	refs := []rest.Ref{}
	zones, err := entry.ListZones(ctx, a, c, eventID, trashed)
	if app.KindOf(err) == app.Forbidden {
		err = nil
	}
	for _, z := range zones {
		refs = append(refs, rest.Ref{Type: "eventZones", ID: z.ID})
		in.Add("eventZones", z.ID, wire.ZoneForm(z))
	}
	return rest.Relation{Name: "eventZones", Data: refs}, err
}

type eventOwnerJSON struct {
	Name  string     `json:"name"`
	Alias string     `json:"alias"`
	URL   *rest.Path `json:"url" doc:"The shop; null while it is closed."`
	wire.SoftStamps
}

func includeCompany(in *rest.Included, own company.Company) rest.Relation {
	in.Add("companies", own.ID, eventOwnerJSON{Name: own.Name, Alias: own.Alias, URL: shopURL(&own), SoftStamps: wire.SoftStampsOf(own.CreatedAt, own.UpdatedAt, nil)})
	return rest.Relation{Name: "companies", Data: rest.Ref{Type: "companies", ID: own.ID}}
}
