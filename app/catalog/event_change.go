package catalog

import (
	"errors"
	"time"

	"marquee/app"
)

// EventChange asks for a new event, or for a change of one: what is nil or not
// given stays as it is, or is empty on a new event.
type EventChange struct {
	Name        *string
	ExternalID  Maybe[string]
	Description Maybe[string]
	Page        PageTexts[Maybe[string]]
	Start, End  *time.Time
	// Timezone is an IANA name. A change of it keeps the wall times of everything
	// about the event that the same change does not set.
	Timezone *string
	// Venue makes a new venue and beats VenueID.
	Venue   *NewVenue
	VenueID Maybe[int64]

	OrganiserName, OrganiserEmail, OrganiserPhone Maybe[string]

	OnlineOnly           *bool
	MaxTickets           Maybe[int64]
	ShareTicketsBefore   *bool
	ShareTicketsAfter    *bool
	ShareProductsBefore  *bool
	ShareProductsAfter   *bool
	PurchaserOnly        *bool
	Corrections          *bool
	SeasonOutside        *bool
	Naming               NamingChange
	Hidden               *bool
	ScanningMode         *string
	PageDisplayDate      *string
	PageDisplayLocation  *string
	PagePricingRange     Maybe[string]
	Teams                *TeamsChange
	Stream               *StreamChange
	Tags                 *[]TagRef
	Capacities           CapacityChange
	Timeslots            []TimeslotChange
	SalePeriods          *[]SalePeriod // replace all
	Published, Cancelled *bool
	OnSale               *bool

	// UnchangedSince refuses the change where the event was changed after it.
	UnchangedSince *time.Time

	// tagIDs are the Tags, found or made.
	tagIDs *[]int64
	// lang is the language that it is written in.
	lang app.Language
}

// TeamsChange changes the team settings of an event.
type TeamsChange struct {
	Enabled, NameMustBeUnique, NameIsEditable, JoinWithCode *bool
	AllowSolo, EnforceMinimumSize, EnforceMaximumSize       *bool
	CustomName                                              *bool
	Terminology                                             Maybe[int64]
	MinimumSize, MaximumSize                                Maybe[int64]
}

// StreamChange changes the broadcast of an event.
type StreamChange struct {
	Enabled, DisplayChat *bool
	Body, Provider, URL  Maybe[string]
}

// CapacityChange sets the limits of an event, all types together and by type; nil
// is no limit.
type CapacityChange struct {
	Event, Tickets, Products, Guests, Charity Maybe[int64]
}

// apply writes the plain fields of a change into an event. Venue, tags, stock,
// timeslots and the state of the event have rules of their own.
func (in *EventChange) apply(e *Event) {
	e.Texts.put(in.lang, nameText, &e.Name, given(in.Name))
	in.ExternalID.Put(&e.ExternalID)
	e.Texts.put(in.lang, descriptionText, &e.Description, in.Description)
	in.putPage(e)
	set(&e.Timezone, in.Timezone)
	set(&e.Start, in.Start)
	set(&e.End, in.End)
	in.VenueID.Put(&e.VenueID)
	in.OrganiserName.Put(&e.OrganiserName)
	in.OrganiserEmail.Put(&e.OrganiserEmail)
	in.OrganiserPhone.Put(&e.OrganiserPhone)
	set(&e.OnlineOnly, in.OnlineOnly)
	in.MaxTickets.Point(&e.MaxTicketsPerCustomer)
	set(&e.Settings.TicketsBefore, in.ShareTicketsBefore)
	set(&e.Settings.TicketsAfter, in.ShareTicketsAfter)
	set(&e.Settings.ProductsBefore, in.ShareProductsBefore)
	set(&e.Settings.ProductsAfter, in.ShareProductsAfter)
	set(&e.Settings.PurchaserOnly, in.PurchaserOnly)
	set(&e.Settings.Corrections, in.Corrections)
	set(&e.Settings.SeasonOutside, in.SeasonOutside)
	in.Naming.apply(e)
	set(&e.ScanningMode, in.ScanningMode)
	set(&e.PageDisplayDate, in.PageDisplayDate)
	set(&e.PageDisplayLocation, in.PageDisplayLocation)
	in.PagePricingRange.Put(&e.PagePricingRange)
	set(&e.Tags, in.tagIDs)
	in.putPeriods(e)
	e.Teams = in.Teams.apply(e.Teams)
	e.Stream = in.Stream.apply(e.Stream)
}

func (in *TeamsChange) apply(old *Teams) *Teams {
	if in == nil {
		return old
	}
	var t Teams
	if old != nil {
		t = *old
	}
	set(&t.Enabled, in.Enabled)
	in.Terminology.Point(&t.Terminology)
	set(&t.CustomName, in.CustomName)
	set(&t.NameMustBeUnique, in.NameMustBeUnique)
	set(&t.NameIsEditable, in.NameIsEditable)
	set(&t.JoinWithCode, in.JoinWithCode)
	set(&t.AllowSolo, in.AllowSolo)
	set(&t.EnforceMinimumSize, in.EnforceMinimumSize)
	in.MinimumSize.Put(&t.MinimumSize)
	set(&t.EnforceMaximumSize, in.EnforceMaximumSize)
	in.MaximumSize.Put(&t.MaximumSize)
	return &t
}

func (in *StreamChange) apply(old *Stream) *Stream {
	if in == nil {
		return old
	}
	var s Stream
	if old != nil {
		s = *old
	}
	set(&s.Enabled, in.Enabled)
	in.Body.Put(&s.Body)
	in.Provider.Put(&s.Provider)
	in.URL.Put(&s.URL)
	set(&s.DisplayChat, in.DisplayChat)
	return &s
}

// shift moves the times of an event into its new zone, but for those that the
// change sets itself. ok is false when the zone stays.
func (in *EventChange) shift(e *Event) (m ZoneMove, ok bool) {
	if in.Timezone == nil || *in.Timezone == e.Timezone {
		return m, false
	}
	to, known := zone(*in.Timezone)
	if !known {
		return m, false
	}
	m = ZoneMove{EventID: e.ID, From: e.Location(), To: to}
	e.Start, e.End = shiftSpan(e.Start, e.End, m.From, m.To)
	e.shiftPeriods(between(m.From, m.To))
	return m, true
}

// The values of the enumerations of an event.
var (
	ScanningModes    = []string{"qr-only", "pair-nfc-no-credits", "pair-nfc-with-credits", SecureScanning}
	DateDisplays     = []string{"both", "hide", "start", "end"}
	LocationDisplays = []string{"show-all", "hide", "show-venue"}
	PricingRanges    = []string{"both", "highest", "lowest"}
	StreamProviders  = []string{"youtube", "vimeo", "other"}
)

func (e *Event) fillDefaults(companyZone string) {
	for field, value := range map[*string]string{
		&e.Timezone: companyZone, &e.ScanningMode: ScanningModes[0],
		&e.PageDisplayDate: DateDisplays[0], &e.PageDisplayLocation: LocationDisplays[0],
	} {
		if *field == "" {
			*field = value
		}
	}
}

// problems looks at the event as it would be stored. Names are those of the API.
func (e *Event) problems() app.Problems {
	var p app.Problems
	wantName(&p, "name", e.Name, maxName)
	wantText(&p, "description", e.Description, maxText)
	e.Texts.problems(&p, nameText, "name", maxName)
	e.Texts.problems(&p, descriptionText, "description", maxText)
	e.pageProblems(&p)
	wantText(&p, "externalId", e.ExternalID, maxExternal)
	wantText(&p, "organiser.name", e.OrganiserName, maxShort)
	wantText(&p, "organiser.email", e.OrganiserEmail, maxShort)
	wantText(&p, "organiser.phone", e.OrganiserPhone, maxShort)
	if _, ok := zone(e.Timezone); !ok {
		p.Add("timezone", "is not a known time zone")
	}
	e.timeProblems(&p)
	if e.VenueID == 0 && !e.OnlineOnly {
		p.Add("venueId", "is required unless the event is online only")
	}
	if m := e.MaxTicketsPerCustomer; m != nil {
		wantRange(&p, "settings.maxTicketsPerCustomer", *m, 1, maxQuantity)
	}
	n := NamingOf(e)
	wantRange(&p, "settings.namedHolderRenamingCutoffHours", n.RenameHours, 0, maxRenameHours)
	wantRange(&p, "settings.maxNamedHolderRenames", n.MostRenames, 0, maxRenames)
	e.choiceProblems(&p)
	e.Teams.problems(&p)
	return p
}

func (e *Event) timeProblems(p *app.Problems) {
	if e.Start.IsZero() {
		p.Add("startDate", "is required")
	}
	if e.End.IsZero() {
		p.Add("endDate", "is required")
		return
	}
	if !e.End.After(e.Start) {
		p.Add("endDate", "must be after %s", "startDate")
	}
}

func (e *Event) choiceProblems(p *app.Problems) {
	wantOneOf(p, "scanningMode", e.ScanningMode, ScanningModes)
	wantOneOf(p, "pageDisplayDate", e.PageDisplayDate, DateDisplays)
	wantOneOf(p, "pageDisplayLocation", e.PageDisplayLocation, LocationDisplays)
	wantOneOf(p, "pagePricingDisplayRange", e.PagePricingRange, PricingRanges)
	if s := e.Stream; s != nil {
		wantOneOf(p, "stream.provider", s.Provider, StreamProviders)
		wantText(p, "stream.body", s.Body, maxStreamText)
		wantText(p, "stream.url", s.URL, maxURL)
	}
}

func (t *Teams) problems(p *app.Problems) {
	if t == nil {
		return
	}
	wantRange(p, "teamSettings.teamsMinimumSize", t.MinimumSize, 0, maxQuantity)
	wantRange(p, "teamSettings.teamsMaximumSize", t.MaximumSize, 0, maxQuantity)
	if t.EnforceMinimumSize && t.EnforceMaximumSize && t.MaximumSize < t.MinimumSize {
		p.Add("teamSettings.teamsMaximumSize", "must not be below %s", "teamsMinimumSize")
	}
}

// unchanged refuses a change of what somebody else changed since its caller read it. Who does
// not say since when takes whatever is there.
func unchanged(since *time.Time, updated time.Time) error {
	if since == nil || !updated.After(*since) {
		return nil
	}
	return app.Refuse(app.Conflict, changedMeanwhile)
}

const changedMeanwhile = "This was changed by somebody else in the meantime. Please look at it again."

// ChangedMeanwhile tells that a change was refused because somebody else came before it.
func ChangedMeanwhile(err error) bool {
	var refused *app.Error
	return errors.As(err, &refused) && refused.Message.Format == changedMeanwhile
}
