package catalog

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// eventFields are those that creating and changing an event share.
type eventFields struct {
	ExternalID  rest.Opt[string] `json:"externalId" maxlen:"160" doc:"Unique in the company."`
	Name        *string          `json:"name" maxlen:"255"`
	Description rest.Opt[string] `json:"description"`
	catalog.PageTexts[rest.Opt[string]]
	StartDate *rest.Time        `json:"startDate"`
	EndDate   *rest.Time        `json:"endDate"`
	Timezone  *string           `json:"timezone" maxlen:"64" doc:"Of the IANA database; the company's when absent. A change of it keeps the wall times."`
	VenueID   rest.Opt[rest.ID] `json:"venueId" blank:"true"`
	Venue     *venueFields      `json:"venue" doc:"Makes a new venue, and beats venueId."`
	Organiser *organiserFields  `json:"organiser"`
	Settings  *settingsFields   `json:"settings"`
	Teams     *teamFields       `json:"teamSettings"`
	Stream    *streamFields     `json:"stream"`
	Tags      *[]tagFields      `json:"tags" maxitems:"100" doc:"By id, or by a name that is used or made. Replaces all tags."`

	IsPublished *rest.Flag `json:"isPublished" doc:"Needs events.publish. A new event is published when this is absent; of somebody without the ability it is a draft."`
	IsHidden    *rest.Flag `json:"isHidden" doc:"Not listed, but sold."`
	OnSale      *rest.Flag `json:"onSale" doc:"The manual stop of all sales."`
	IsCancelled *rest.Flag `json:"isCancelled" doc:"Final: off sale, hidden, never published or put on sale again. Needs events.cancel."`

	ScanningMode *scanningMode          `json:"scanningMode"`
	DisplayDate  *dateDisplay           `json:"pageDisplayDate"`
	DisplayPlace *placeDisplay          `json:"pageDisplayLocation"`
	DisplayPrice rest.Opt[priceDisplay] `json:"pagePricingDisplayRange"`

	Capacities *capacityFields  `json:"capacities" doc:"Limits over all types and by type; null is none. A limit below what is sold and reserved is raised to that."`
	Timeslots  []timeslotFields `json:"timeslots" maxitems:"30" doc:"With an id it changes that timeslot, without it makes one."`

	SalePeriods *[]salePeriodFields `json:"salePeriods" maxitems:"50" doc:"When it is sold; none is always. Replaces all; with an id it keeps that period. The windows of sale items count as well."`
}

type organiserFields struct {
	Name  rest.Opt[string] `json:"name" maxlen:"255"`
	Email rest.Opt[string] `json:"email" maxlen:"255"`
	Phone rest.Opt[string] `json:"phone" maxlen:"255"`
}

type settingsFields struct {
	IsOnlineOnly        *rest.Flag         `json:"isOnlineOnly"`
	MaxTickets          rest.Opt[rest.Raw] `json:"maxTicketsPerCustomer" doc:"A number; null or false is no limit, true leaves it as it is."`
	ShareTicketsBefore  *rest.Flag         `json:"shareTicketsBeforePurchaseEnabled"`
	ShareTicketsAfter   *rest.Flag         `json:"shareTicketsAfterPurchaseEnabled"`
	ShareProductsBefore *rest.Flag         `json:"shareProductsBeforePurchaseEnabled"`
	ShareProductsAfter  *rest.Flag         `json:"shareProductsAfterPurchaseEnabled"`
	PurchaserOnly       *rest.Flag         `json:"transfersByPurchaserOnly" doc:"Who was given a ticket does not give it on."`
	Corrections         *rest.Flag         `json:"transferCorrectionsEnabled" doc:"The purchaser may give a ticket that is somebody else's by now to a third."`
	SeasonOutside       *rest.Flag         `json:"seasonTicketsOutsideCapacity" doc:"Season tickets of its schedule take nothing of the ticket capacity of the event. Changing it moves what is sold; a ticket capacity that becomes too small is raised."`
	NamesShop           *namesIn           `json:"namedHoldersShop" doc:"Whether tickets that buyers buy by themselves have the name of who holds them."`
	NamesStaff          *namesIn           `json:"namedHoldersBoxOffice" doc:"The same for all other sales, those of the API too."`
	Renaming            *rest.Flag         `json:"namedHolderRenamingEnabled" doc:"Buyers put other names on their tickets, on the page of their order."`
	RenameHours         *int64             `json:"namedHolderRenamingCutoffHours" min:"0" max:"8760" doc:"Until so many hours before the event begins."`
	MaxRenames          *int64             `json:"maxNamedHolderRenames" min:"0" max:"100" doc:"How often for each ticket; 0: as often as they like."`
	IsHidden            *rest.Flag         `json:"isHidden"`
}

// namesIn says whether tickets have names.
type namesIn string

// Values lists the rules.
func (namesIn) Values() []string { return catalog.NameRules() }

func (in *namesIn) rule() *catalog.NameRule {
	if in == nil {
		return nil
	}
	return new(catalog.ParseNameRule(string(*in)))
}

type teamFields struct {
	Enabled            *rest.Flag      `json:"teamsEnabled" unavailable:"true" doc:"Participants form no teams: true is refused. The other settings are kept and returned."`
	Terminology        rest.Opt[int64] `json:"teamsTerminology"`
	CustomName         *rest.Flag      `json:"teamsCustomName"`
	NameMustBeUnique   *rest.Flag      `json:"teamsNameMustBeUnique"`
	NameIsEditable     *rest.Flag      `json:"teamsNameIsEditable"`
	JoinWithCode       *rest.Flag      `json:"teamsCanJoinUsingCode"`
	AllowSolo          *rest.Flag      `json:"teamsAllowSoloParticipants"`
	EnforceMinimumSize *rest.Flag      `json:"teamsEnforceMinimumSize"`
	MinimumSize        rest.Opt[int64] `json:"teamsMinimumSize" min:"0" max:"1000000"`
	EnforceMaximumSize *rest.Flag      `json:"teamsEnforceMaximumSize"`
	MaximumSize        rest.Opt[int64] `json:"teamsMaximumSize" min:"0" max:"1000000"`
}

type streamFields struct {
	Enabled     *rest.Flag               `json:"enabled" doc:"Whoever has a ticket whose sale item may access the stream (canAccessStream) finds it on the page of the order, from a minute before the event until its end. Who watches is for its provider to see."`
	Body        rest.Opt[string]         `json:"body" maxlen:"20000" doc:"Stands beside it."`
	Provider    rest.Opt[streamProvider] `json:"provider"`
	URL         rest.Opt[string]         `json:"url" maxlen:"2000" doc:"A web address."`
	DisplayChat *rest.Flag               `json:"displayChat" unavailable:"true" doc:"There is no chat: true is refused."`
}

type tagFields struct {
	ID   *rest.ID `json:"id"`
	Name *string  `json:"name" maxlen:"50"`
}

type capacityFields struct {
	Event     rest.Opt[int64] `json:"event" min:"0" max:"1000000000"`
	Ticket    rest.Opt[int64] `json:"ticket" min:"0" max:"1000000000"`
	Product   rest.Opt[int64] `json:"product" min:"0" max:"1000000000"`
	GuestList rest.Opt[int64] `json:"guestList" min:"0" max:"1000000000"`
	Charity   rest.Opt[int64] `json:"charity" min:"0" max:"1000000000"`
}

type timeslotFields struct {
	ID                 *rest.ID            `json:"id"`
	Name               rest.Opt[string]    `json:"name" maxlen:"255"`
	Start              *rest.Time          `json:"start"`
	End                *rest.Time          `json:"end"`
	OnSaleFrom         rest.Opt[rest.Time] `json:"onSaleFrom"`
	OnSaleUntil        rest.Opt[rest.Time] `json:"onSaleUntil"`
	HideWhenOffSale    *rest.Flag          `json:"hideWhenOffSale"`
	HideWhenOutOfStock *rest.Flag          `json:"hideWhenOutOfStock"`
	TotalStock         rest.Opt[int64]     `json:"totalStock" min:"0" max:"1000000000"`
}

// change is the request as the business takes it.
func (in *eventFields) change() (catalog.EventChange, error) {
	ch := catalog.EventChange{
		Name: in.Name, ExternalID: wire.Maybe(in.ExternalID), Description: wire.Maybe(in.Description),
		Page:  catalog.PageTextsOf(in.PageTexts, wire.Maybe[string]),
		Start: in.StartDate.At(), End: in.EndDate.At(), Timezone: in.Timezone, VenueID: wire.MaybeID(in.VenueID),
		Published: wire.Yes(in.IsPublished), Hidden: wire.Yes(in.IsHidden), OnSale: wire.Yes(in.OnSale), Cancelled: wire.Yes(in.IsCancelled),
		ScanningMode: (*string)(in.ScanningMode), PageDisplayDate: (*string)(in.DisplayDate), PageDisplayLocation: (*string)(in.DisplayPlace),
		PagePricingRange: wire.MaybeText(in.DisplayPrice), Stream: in.Stream.change(), Teams: in.Teams.change(),
	}
	if o := in.Organiser; o != nil {
		ch.OrganiserName, ch.OrganiserEmail, ch.OrganiserPhone = wire.Maybe(o.Name), wire.Maybe(o.Email), wire.Maybe(o.Phone)
	}
	if c := in.Capacities; c != nil {
		ch.Capacities = catalog.CapacityChange{
			Event: wire.Maybe(c.Event), Tickets: wire.Maybe(c.Ticket), Products: wire.Maybe(c.Product),
			Guests: wire.Maybe(c.GuestList), Charity: wire.Maybe(c.Charity),
		}
	}
	if in.Tags != nil {
		ch.Tags = tagRefs(*in.Tags)
	}
	ch.SalePeriods = salePeriods(in.SalePeriods)
	for _, t := range in.Timeslots {
		ch.Timeslots = append(ch.Timeslots, t.change())
	}
	if in.Venue != nil {
		v, err := in.Venue.venue("venue.")
		if err != nil {
			return ch, err
		}
		ch.Venue = &v
	}
	return ch, in.Settings.into(&ch)
}

func tagRefs(in []tagFields) *[]catalog.TagRef {
	refs := []catalog.TagRef{}
	for _, t := range in {
		var ref catalog.TagRef
		if t.ID != nil {
			ref.ID = int64(*t.ID)
		}
		if t.Name != nil {
			ref.Name = *t.Name
		}
		refs = append(refs, ref)
	}
	return &refs
}

func (in *timeslotFields) change() catalog.TimeslotChange {
	ch := catalog.TimeslotChange{
		Name: wire.Maybe(in.Name), Start: in.Start.At(), End: in.End.At(),
		OnSaleFrom: wire.MaybeTime(in.OnSaleFrom), OnSaleUntil: wire.MaybeTime(in.OnSaleUntil),
		HideWhenOffSale: wire.Yes(in.HideWhenOffSale), HideWhenOutOfStock: wire.Yes(in.HideWhenOutOfStock),
		TotalStock: wire.Maybe(in.TotalStock),
	}
	if in.ID != nil {
		ch.ID = int64(*in.ID)
	}
	return ch
}

func (in *settingsFields) into(ch *catalog.EventChange) error {
	if in == nil {
		return nil
	}
	ch.OnlineOnly = wire.Yes(in.IsOnlineOnly)
	ch.ShareTicketsBefore, ch.ShareTicketsAfter = wire.Yes(in.ShareTicketsBefore), wire.Yes(in.ShareTicketsAfter)
	ch.ShareProductsBefore, ch.ShareProductsAfter = wire.Yes(in.ShareProductsBefore), wire.Yes(in.ShareProductsAfter)
	ch.PurchaserOnly, ch.Corrections = wire.Yes(in.PurchaserOnly), wire.Yes(in.Corrections)
	ch.SeasonOutside = wire.Yes(in.SeasonOutside)
	ch.Naming = catalog.NamingChange{
		Shop: in.NamesShop.rule(), Staff: in.NamesStaff.rule(), Renaming: wire.Yes(in.Renaming), RenameHours: in.RenameHours, MostRenames: in.MaxRenames,
	}
	if ch.Hidden == nil {
		ch.Hidden = wire.Yes(in.IsHidden)
	}
	var err error
	ch.MaxTickets, err = maxTickets(in.MaxTickets)
	return err
}

// maxTickets reads the one field that is a number in answers and a boolean in
// old requests.
func maxTickets(in rest.Opt[rest.Raw]) (catalog.Maybe[int64], error) {
	raw := bytes.Trim(in.Value, `"`)
	switch {
	case !in.Set || string(raw) == "true":
		return catalog.Maybe[int64]{}, nil
	case in.Null || string(raw) == "false" || len(raw) == 0:
		return catalog.Cleared[int64](), nil
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		return catalog.Maybe[int64]{}, app.Field("settings.maxTicketsPerCustomer", "must be an integer")
	}
	return catalog.Is(n), nil
}

func (in *teamFields) change() *catalog.TeamsChange {
	if in == nil {
		return nil
	}
	return &catalog.TeamsChange{
		Enabled: wire.Yes(in.Enabled), Terminology: wire.Maybe(in.Terminology), CustomName: wire.Yes(in.CustomName),
		NameMustBeUnique: wire.Yes(in.NameMustBeUnique), NameIsEditable: wire.Yes(in.NameIsEditable),
		JoinWithCode: wire.Yes(in.JoinWithCode), AllowSolo: wire.Yes(in.AllowSolo),
		EnforceMinimumSize: wire.Yes(in.EnforceMinimumSize), MinimumSize: wire.Maybe(in.MinimumSize),
		EnforceMaximumSize: wire.Yes(in.EnforceMaximumSize), MaximumSize: wire.Maybe(in.MaximumSize),
	}
}

func (in *streamFields) change() *catalog.StreamChange {
	if in == nil {
		return nil
	}
	return &catalog.StreamChange{
		Enabled: wire.Yes(in.Enabled), Body: wire.Maybe(in.Body), Provider: wire.MaybeText(in.Provider),
		URL: wire.Maybe(in.URL), DisplayChat: wire.Yes(in.DisplayChat),
	}
}

type updateEventIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
	eventFields
	unchangedIn
	Mass *massFields `json:"massUpdates" doc:"Takes fields of the event over to other events."`
}

// unchangedIn guards a change against that of somebody else.
type unchangedIn struct {
	UnchangedSince *rest.Time `json:"unchangedSince" doc:"When the caller knows it to be changed last, its updatedAt: refused with 409 where somebody changed it since."`
}

type massFields struct {
	Events []rest.ID `json:"events" maxitems:"100"`
	Fields struct {
		Generic  genericMass  `json:"generic"`
		Settings settingsMass `json:"settings"`
	} `json:"fields"`
}

type genericMass struct {
	Name        rest.Flag `json:"name"`
	Description rest.Flag `json:"description"`
	PageTexts   rest.Flag `json:"pageTexts" doc:"The texts of the page beside the description."`
	StartDate   rest.Flag `json:"startDate"`
	EndDate     rest.Flag `json:"endDate"`
	VenueID     rest.Flag `json:"venueId"`
	Tags        rest.Flag `json:"tags"`
	Organiser   rest.Flag `json:"organiser"`
	Stream      rest.Flag `json:"stream"`
}

type settingsMass struct {
	IsOnlineOnly        rest.Flag `json:"isOnlineOnly"`
	IsHidden            rest.Flag `json:"isHidden"`
	ShareProductsBefore rest.Flag `json:"shareProductsBeforePurchaseEnabled"`
	ShareProductsAfter  rest.Flag `json:"shareProductsAfterPurchaseEnabled"`
	ShareTicketsBefore  rest.Flag `json:"shareTicketsBeforePurchaseEnabled"`
	ShareTicketsAfter   rest.Flag `json:"shareTicketsAfterPurchaseEnabled"`
	MaxTickets          rest.Flag `json:"maxTicketsPerCustomer"`
}

func (in *massFields) mass() *catalog.MassUpdate {
	if in == nil {
		return nil
	}
	g, s := in.Fields.Generic, in.Fields.Settings
	return &catalog.MassUpdate{Events: wire.IDs(in.Events), Fields: catalog.MassFields{
		Name: bool(g.Name), Description: bool(g.Description), Page: bool(g.PageTexts), Start: bool(g.StartDate), End: bool(g.EndDate),
		Venue: bool(g.VenueID), Tags: bool(g.Tags), Organiser: bool(g.Organiser), Stream: bool(g.Stream),
		OnlineOnly: bool(s.IsOnlineOnly), Hidden: bool(s.IsHidden), MaxTickets: bool(s.MaxTickets),
		ShareTicketsBefore: bool(s.ShareTicketsBefore), ShareTicketsAfter: bool(s.ShareTicketsAfter),
		ShareProductsBefore: bool(s.ShareProductsBefore), ShareProductsAfter: bool(s.ShareProductsAfter),
	}}
}

// eventChanged is the answer to a change of an event.
type eventChanged struct {
	rest.One[eventWrittenJSON]
	Along []int64 `json:"successfulEventMassUpdates"`
}

type deleteEventIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func eventWrites(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events", Summary: "Create an event", Tag: "Catalogue",
			Doc:   "Name, startDate, endDate, and venue or venueId unless it is online only, are required.",
			Allow: app.CreateEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in eventFields) (out rest.One[eventWrittenJSON], err error) {
			ch, err := in.change()
			if err != nil {
				return out, err
			}
			e, err := catalog.CreateEvent(ctx, a, c, ch)
			if err != nil {
				return out, err
			}
			return writtenForm(ctx, a, c, e)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/events/update", Summary: "Change an event", Tag: "Catalogue",
			Allow: app.EditEvents, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in updateEventIn) (out eventChanged, err error) {
			ch, err := in.change()
			if err != nil {
				return out, err
			}
			ch.UnchangedSince = in.UnchangedSince.At()
			e, along, err := catalog.UpdateEvent(ctx, a, c, int64(in.ID), ch, in.Mass.mass())
			if err != nil {
				return out, wire.SayWho(ctx, a, c, "events", int64(in.ID), err)
			}
			form, err := writtenForm(ctx, a, c, e)
			return eventChanged{form, along}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/events", Summary: "Delete an event", Tag: "Catalogue",
			Doc:   "With its sale items; refused while an order knows it. Deleted records stay readable with withTrashed.",
			Allow: app.DeleteEvents,
		}, func(ctx context.Context, c *app.Caller, in deleteEventIn) (wire.SuccessJSON, error) {
			return wire.Done(catalog.DeleteEvent(ctx, a, c, int64(in.ID)))
		}),
	}
}

func eventSelf(id int64) string { return fmt.Sprintf("/v1/event?id=%d", id) }
