package catalog

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// capacityJSON are the limits of an event and what is left of them; null is no
// limit.
type capacityJSON struct {
	TotalEvent         *int64 `json:"totalEventCapacity"`
	RemainingEvent     *int64 `json:"remainingEventCapacity"`
	TotalTicket        *int64 `json:"totalTicketCapacity"`
	RemainingTicket    *int64 `json:"remainingTicketCapacity"`
	TotalProduct       *int64 `json:"totalProductCapacity"`
	RemainingProduct   *int64 `json:"remainingProductCapacity"`
	TotalGuestList     *int64 `json:"totalGuestListCapacity"`
	RemainingGuestList *int64 `json:"remainingGuestListCapacity"`
}

// charityJSON is the pair that only the list of events has.
type charityJSON struct {
	TotalCharity     *int64 `json:"totalCharityCapacity"`
	RemainingCharity *int64 `json:"remainingCharityCapacity"`
}

func capacityForm(c catalog.Capacity) capacityJSON {
	return capacityJSON{
		c.Event.Total, c.Event.Current(), c.Tickets.Total, c.Tickets.Current(),
		c.Products.Total, c.Products.Current(), c.Guests.Total, c.Guests.Current(),
	}
}

// traitsJSON is what an event is and has, the same in every form of it.
type traitsJSON struct {
	OffSale                 bool       `json:"offSale"`
	Thumbnail               *rest.Path `json:"thumbnail" doc:"Its picture in lists, or that of its company."`
	HasMandatoryDataCapture bool       `json:"hasMandatoryDataCapture" doc:"Something that is asked at the checkout must be answered."`
	HasOptionalDataCapture  bool       `json:"hasOptionalDataCapture" doc:"Something is asked that may be left open."`
	HasNoDataCapture        bool       `json:"hasNoDataCapture" doc:"Nothing is asked."`
	HasTimeslots            bool       `json:"hasTimeslots"`
	HasLiveStream           bool       `json:"hasLiveStream"`
	HasGroups               bool       `json:"hasGroups"`
	IsHidden                bool       `json:"isHidden"`
	IsPublished             bool       `json:"isPublished"`
	IsCancelled             bool       `json:"isCancelled"`
	ScheduleID              *int64     `json:"scheduleId"`
	Timezone                string     `json:"timezone"`
	catalog.PageTexts[*string]
}

func traitsForm(own *company.Company, e *catalog.EventView, asked capture.Kinds) traitsJSON {
	return traitsJSON{
		OffSale: e.OffSale, Thumbnail: address(eventImage(own, &e.Event, media.Thumbnail)), HasTimeslots: e.HasSlots,
		HasMandatoryDataCapture: asked.Mandatory, HasOptionalDataCapture: asked.Optional, HasNoDataCapture: asked == capture.Kinds{},
		HasLiveStream: e.Stream != nil && e.Stream.Enabled, HasGroups: e.Grouped,
		IsHidden: e.Hidden, IsPublished: e.Published, IsCancelled: e.CancelledAt != nil,
		Timezone: e.Timezone, ScheduleID: wire.OrNull(e.ScheduleID),
		PageTexts: catalog.PageTextsOf(e.Page, wire.OrNull[string]),
	}
}

// askedAt are the kinds of questions that buyers of some events are asked.
func askedAt(ctx context.Context, a *app.App, c *app.Caller, views ...catalog.EventView) (map[int64]capture.Kinds, error) {
	events := make([]*catalog.Event, len(views))
	for i := range views {
		events[i] = &views[i].Event
	}
	return capture.AtEvents(ctx, a, c, seesEvents, events)
}

// seesEvents is held by everybody who gets the form of an event.
var seesEvents = app.AnyOf{app.ListEvents, app.ViewEvents, app.EditEvents, app.CreateEvents, app.EditSaleData}

// eventWrittenJSON is an event in the answer to its change.
type eventWrittenJSON struct {
	ExternalID     *string    `json:"externalId"`
	Name           string     `json:"name"`
	Description    *string    `json:"description"`
	StartDate      time.Time  `json:"startDate"`
	EndDate        time.Time  `json:"endDate"`
	ActivatedAt    *time.Time `json:"activatedAt"`
	OrganiserName  *string    `json:"organiserName"`
	OrganiserEmail *string    `json:"organiserEmail"`
	OrganiserPhone *string    `json:"organiserPhone"`
	wire.SoftStamps
	capacityJSON
	traitsJSON
}

func eventWritten(own *company.Company, e *catalog.EventView, asked capture.Kinds) eventWrittenJSON {
	return eventWrittenJSON{
		ExternalID: wire.OrNull(e.ExternalID), Name: e.Name, Description: wire.OrNull(e.Description),
		StartDate: e.Start, EndDate: e.End, ActivatedAt: e.ActivatedAt,
		OrganiserName: wire.OrNull(e.OrganiserName), OrganiserEmail: wire.OrNull(e.OrganiserEmail), OrganiserPhone: wire.OrNull(e.OrganiserPhone),
		SoftStamps:   wire.SoftStampsOf(e.CreatedAt, e.UpdatedAt, e.DeletedAt),
		capacityJSON: capacityForm(e.Capacity), traitsJSON: traitsForm(own, e, asked),
	}
}

// writtenForm is the envelope of an event with everything that belongs to it.
func writtenForm(ctx context.Context, a *app.App, c *app.Caller, e catalog.EventView) (rest.One[eventWrittenJSON], error) {
	own, _, err := wire.Asked(ctx, a, c, "", "")
	if err != nil {
		return rest.One[eventWrittenJSON]{}, err
	}
	asked, err := askedAt(ctx, a, c, e)
	out := rest.One[eventWrittenJSON]{Data: rest.Resource[eventWrittenJSON]{
		Type: "events", ID: e.ID, Attributes: eventWritten(&own, &e, asked[e.ID]), Self: eventSelf(e.ID),
	}}
	out.Data.Relationships = rest.Relations{
		includeSettings(&out.Included, &e), includeStreams(&out.Included, &e),
		includeTags(&out.Included, &e), includeVenue(&out.Included, &e), includeSlots(&out.Included, &e),
	}
	return out, err
}

type eventSettingsJSON struct {
	MaxTickets          *int64  `json:"maxTicketsPerCustomer"`
	IsOnlineOnly        bool    `json:"isOnlineOnly"`
	ShareTicketsBefore  int     `json:"shareTicketsBeforePurchaseEnabled"`
	ShareTicketsAfter   int     `json:"shareTicketsAfterPurchaseEnabled"`
	ShareProductsBefore int     `json:"shareProductsBeforePurchaseEnabled"`
	ShareProductsAfter  int     `json:"shareProductsAfterPurchaseEnabled"`
	PurchaserOnly       int     `json:"transfersByPurchaserOnly"`
	Corrections         int     `json:"transferCorrectionsEnabled"`
	SeasonOutside       int     `json:"seasonTicketsOutsideCapacity"`
	NamesShop           string  `json:"namedHoldersShop"`
	NamesStaff          string  `json:"namedHoldersBoxOffice"`
	Renaming            int     `json:"namedHolderRenamingEnabled"`
	RenameHours         int64   `json:"namedHolderRenamingCutoffHours"`
	MaxRenames          int64   `json:"maxNamedHolderRenames"`
	IsHidden            int     `json:"isHidden"`
	OffSaleAt           *string `json:"offSaleAt"`
	PageSubheading      *string `json:"pageSubheading" doc:"The summary of the event."`
	PageDisplayDate     bool    `json:"pageDisplayDate"`
	PageDisplayLocation bool    `json:"pageDisplayLocation"`
	TeamsEnabled        bool    `json:"teamsEnabled"`
	TeamsTerminology    *int64  `json:"teamsTerminology"`
	TeamsCustomName     bool    `json:"teamsCustomName"`
	TeamsNameUnique     bool    `json:"teamsNameMustBeUnique"`
	TeamsNameEditable   bool    `json:"teamsNameIsEditable"`
	TeamsJoinWithCode   bool    `json:"teamsCanJoinUsingCode"`
	TeamsAllowSolo      bool    `json:"teamsAllowSoloParticipants"`
	TeamsEnforceMinimum bool    `json:"teamsEnforceMinimumSize"`
	TeamsMinimum        int64   `json:"teamsMinimumSize"`
	TeamsEnforceMaximum bool    `json:"teamsEnforceMaximumSize"`
	TeamsMaximum        int64   `json:"teamsMaximumSize"`
	wire.Stamps
}

func eventSettingsForm(e *catalog.EventView) eventSettingsJSON {
	s, names := e.Settings, catalog.NamingOf(&e.Event)
	out := eventSettingsJSON{
		MaxTickets: e.MaxTicketsPerCustomer, IsOnlineOnly: e.OnlineOnly, PageSubheading: wire.OrNull(e.Page.Summary),
		ShareTicketsBefore: digit(s.TicketsBefore), ShareTicketsAfter: digit(s.TicketsAfter),
		ShareProductsBefore: digit(s.ProductsBefore), ShareProductsAfter: digit(s.ProductsAfter),
		PurchaserOnly: digit(s.PurchaserOnly), Corrections: digit(s.Corrections), SeasonOutside: digit(s.SeasonOutside),
		NamesShop: names.Shop.String(), NamesStaff: names.Staff.String(), Renaming: digit(names.Renaming),
		RenameHours: names.RenameHours, MaxRenames: names.MostRenames,
		IsHidden:        digit(e.Hidden),
		PageDisplayDate: e.PageDisplayDate != "hide", PageDisplayLocation: e.PageDisplayLocation != "hide",
		Stamps: wire.StampsOf(e.CreatedAt, e.UpdatedAt),
	}
	if t := e.Teams; t != nil {
		out.TeamsEnabled, out.TeamsTerminology, out.TeamsCustomName = t.Enabled, t.Terminology, t.CustomName
		out.TeamsNameUnique, out.TeamsNameEditable = t.NameMustBeUnique, t.NameIsEditable
		out.TeamsJoinWithCode, out.TeamsAllowSolo = t.JoinWithCode, t.AllowSolo
		out.TeamsEnforceMinimum, out.TeamsMinimum = t.EnforceMinimumSize, t.MinimumSize
		out.TeamsEnforceMaximum, out.TeamsMaximum = t.EnforceMaximumSize, t.MaximumSize
	}
	return out
}

// digit is a boolean as the settings of an event write it.
func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

type eventStreamJSON struct {
	Enabled     bool    `json:"enabled"`
	Body        *string `json:"body"`
	Provider    *string `json:"provider"`
	URL         *string `json:"url"`
	URLStream   *string `json:"urlStream"`
	URLChat     *string `json:"urlChat"`
	DisplayChat bool    `json:"displayChat"`
	wire.Stamps
}

// The settings and the stream of an event are part of it and carry its id.

func includeSettings(in *rest.Included, e *catalog.EventView) rest.Relation {
	in.Add("eventSettings", e.ID, eventSettingsForm(e))
	return rest.Relation{Name: "eventSettings", Data: rest.Ref{Type: "eventSettings", ID: e.ID}}
}

func includeStreams(in *rest.Included, e *catalog.EventView) rest.Relation {
	refs := []rest.Ref{}
	if s := e.Stream; s != nil {
		refs = append(refs, rest.Ref{Type: "eventStreams", ID: e.ID})
		in.Add("eventStreams", e.ID, eventStreamJSON{
			Enabled: s.Enabled, Body: wire.OrNull(s.Body), Provider: wire.OrNull(s.Provider), URL: wire.OrNull(s.URL),
			URLStream: wire.OrNull(s.URL), DisplayChat: s.DisplayChat, Stamps: wire.StampsOf(e.CreatedAt, e.UpdatedAt),
		})
	}
	return rest.Relation{Name: "eventStreams", Data: refs}
}

type tagJSON struct {
	Name       string `json:"name"`
	CategoryID *int64 `json:"categoryId"`
	wire.SoftStamps
}

func includeTags(in *rest.Included, e *catalog.EventView) rest.Relation {
	refs := []rest.Ref{}
	for _, t := range e.TagList {
		refs = append(refs, rest.Ref{Type: "tags", ID: t.ID})
		in.Add("tags", t.ID, tagJSON{Name: t.Name, SoftStamps: wire.SoftStampsOf(t.CreatedAt, t.UpdatedAt, nil)})
	}
	return rest.Relation{Name: "tags", Data: refs}
}

// includeVenue adds the venue and its city; an event without one refers to null.
func includeVenue(in *rest.Included, e *catalog.EventView) rest.Relation {
	if e.Place == nil {
		return rest.Relation{Name: "venues", Data: (*rest.Ref)(nil)}
	}
	form := venueForm(*e.Place)
	in.Add("venues", form.ID, form.Attributes, form.Relationships...)
	includeCity(in, *e.Place)
	return rest.Relation{Name: "venues", Data: rest.Ref{Type: "venues", ID: form.ID}}
}

// slotJSON is a timeslot as events and sale items show it.
type slotJSON struct {
	Name    *string   `json:"name"`
	StartAt time.Time `json:"startAt"`
	EndAt   time.Time `json:"endAt"`
	wire.SoftStamps
	OnSaleFrom         *time.Time `json:"onSaleFrom"`
	OnSaleUntil        *time.Time `json:"onSaleUntil"`
	HideWhenOffSale    bool       `json:"hideWhenOffSale"`
	HideWhenOutOfStock bool       `json:"hideWhenOutOfStock"`
	TotalStock         *int64     `json:"totalStock"`
	CurrentStock       *int64     `json:"currentStock"`
	HasUnlimitedStock  bool       `json:"hasUnlimitedStock"`
	Tickets            []int64    `json:"tickets"`
}

func slotForm(s catalog.SlotView) slotJSON {
	return slotJSON{
		Name: wire.OrNull(s.Name), StartAt: s.Start, EndAt: s.End,
		SoftStamps: wire.SoftStampsOf(s.CreatedAt, s.UpdatedAt, s.DeletedAt),
		OnSaleFrom: s.OnSaleFrom, OnSaleUntil: s.OnSaleUntil,
		HideWhenOffSale: s.HideWhenOffSale, HideWhenOutOfStock: s.HideWhenOutOfStock,
		TotalStock: s.Stock.Total, CurrentStock: s.Stock.Current(), HasUnlimitedStock: s.Stock.Total == nil,
		Tickets: s.ItemIDs,
	}
}

func includeSlots(in *rest.Included, e *catalog.EventView) rest.Relation {
	refs := []rest.Ref{}
	for _, s := range e.Slots {
		refs = append(refs, rest.Ref{Type: "eventTimeslots", ID: s.ID})
		in.Add("eventTimeslots", s.ID, slotForm(s))
	}
	return rest.Relation{Name: "eventTimeslots", Data: refs}
}

// besideEvents is what may stand beside an event that was written.
var besideEvents = []rest.Kind{
	{Type: "eventSettings", Attributes: eventSettingsJSON{}}, {Type: "eventStreams", Attributes: eventStreamJSON{}}, {Type: "tags", Attributes: tagJSON{}},
	{Type: "venues", Attributes: venueJSON{}}, {Type: "cities", Attributes: wire.CityJSON{}}, {Type: "eventTimeslots", Attributes: slotJSON{}},
}

// Beside lists what an event that was written has beside it.
func (eventWrittenJSON) Beside() []rest.Kind { return besideEvents }

// Beside lists what can be asked for beside an event.
func (eventDetailJSON) Beside() []rest.Kind {
	return append([]rest.Kind{
		{Type: "companies", Attributes: eventOwnerJSON{}}, {Type: "saleItems", Attributes: saleItemDetailJSON{}}, {Type: "salePeriods", Attributes: salePeriodJSON{}},
		{Type: "eventSchedules", Attributes: scheduleFields{}}, {Type: "images", Attributes: includedImageJSON{}}, {Type: "eventZones", Attributes: wire.ZoneJSON{}},
	}, besideEvents...)
}

// The words that an event is described with; the catalogue lists them.
type (
	scanningMode   string
	dateDisplay    string
	placeDisplay   string
	priceDisplay   string
	streamProvider string
)

func (scanningMode) Values() []string   { return catalog.ScanningModes }
func (dateDisplay) Values() []string    { return catalog.DateDisplays }
func (placeDisplay) Values() []string   { return catalog.LocationDisplays }
func (priceDisplay) Values() []string   { return catalog.PricingRanges }
func (streamProvider) Values() []string { return catalog.StreamProviders }
