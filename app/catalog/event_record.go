package catalog

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/media"
	"marquee/app/search"
	"marquee/indexes"
	"marquee/kv"
)

// Event is one start and end, at one place, with things to sell.
type Event struct {
	ID          int64     `msgpack:"id"`
	ExternalID  string    `msgpack:"x,omitempty"`
	Name        string    `msgpack:"n"`
	Description string    `msgpack:"d,omitempty"`
	Start       time.Time `msgpack:"s"`
	End         time.Time `msgpack:"e"`
	// Timezone is an IANA name; local wall times are shown in it.
	Timezone string `msgpack:"tz"`
	// VenueID is 0 for an online event.
	VenueID        int64  `msgpack:"v,omitempty"`
	OnlineOnly     bool   `msgpack:"o,omitempty"`
	OrganiserName  string `msgpack:"on,omitempty"`
	OrganiserEmail string `msgpack:"oe,omitempty"`
	OrganiserPhone string `msgpack:"op,omitempty"`

	Published   bool       `msgpack:"pu,omitempty"`
	Hidden      bool       `msgpack:"h,omitempty"`
	OffSale     bool       `msgpack:"os,omitempty"` // the manual stop of all sales
	CancelledAt *time.Time `msgpack:"ca,omitempty"` // final
	ActivatedAt *time.Time `msgpack:"aa,omitempty"` // flagged for scanning devices

	// MaxTicketsPerCustomer counts over all orders of one customer; nil is no limit.
	MaxTicketsPerCustomer *int64 `msgpack:"mt,omitempty"`
	ScanningMode          string `msgpack:"sm,omitempty"`
	PageDisplayDate       string `msgpack:"pd,omitempty"`
	PageDisplayLocation   string `msgpack:"pl,omitempty"`
	PagePricingRange      string `msgpack:"pr,omitempty"`

	// Page are the texts of its page beside the description.
	Page     PageTexts[string] `msgpack:"pt,omitempty"`
	Settings Sharing           `msgpack:"st,omitempty"`
	Stream   *Stream           `msgpack:"sr,omitempty"`
	Teams    *Teams            `msgpack:"te,omitempty"`
	Tags     []int64           `msgpack:"tg,omitempty"`
	Texts    Texts             `msgpack:"tx,omitempty"`
	// SalePeriods are when it is sold; none: always.
	SalePeriods []SalePeriod `msgpack:"sp,omitempty"`
	// ScheduleID is the schedule that it belongs to, 0: none.
	ScheduleID int64 `msgpack:"sc,omitempty"`
	// Grouped: it has sale-item groups, or had.
	Grouped bool `msgpack:"gr,omitempty"`
	// Images are its pictures, one in each place at most.
	Images []media.Image `msgpack:"im,omitempty"`
	// Seats: it is sold from a seating plan; nil: it is not.
	Seats *EventSeats `msgpack:"se,omitempty"`
	// Codes say which codes its tickets have, and which of them its gates take.
	Codes Codes `msgpack:"co,omitempty"`
	// Tickets says when and how buyers get its tickets.
	Tickets TicketAccess `msgpack:"tk,omitempty"`
	// Naming is whether its tickets have names, nil: they have none.
	Naming *Naming `msgpack:"nm,omitempty"`
	// Groups are the visibility groups that see it, and Users the members of groups who see
	// it whatever their groups.
	Groups []int64 `msgpack:"vg,omitempty"`
	Users  []int64 `msgpack:"vu,omitempty"`
	// CreatedBy is the user who made it. Events of an earlier release have none, nor have
	// those that nobody of the staff made.
	CreatedBy int64 `msgpack:"cb,omitempty"`

	CreatedAt time.Time  `msgpack:"cr"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
	// ChangedAt also moves with the event's venue, items and prices.
	ChangedAt time.Time `msgpack:"ch"`
}

// Sharing says when buyers may pass tickets and products on, and what counts where.
type Sharing struct {
	TicketsBefore  bool `msgpack:"tb,omitempty"`
	TicketsAfter   bool `msgpack:"ta,omitempty"`
	ProductsBefore bool `msgpack:"pb,omitempty"`
	ProductsAfter  bool `msgpack:"pa,omitempty"`
	// PurchaserOnly: who was given something does not give it on.
	PurchaserOnly bool `msgpack:"po,omitempty"`
	// Corrections: the purchaser may give what is somebody else's by now to a third.
	Corrections bool `msgpack:"co,omitempty"`
	// SeasonOutside: season tickets of its schedule take nothing of its ticket capacity.
	SeasonOutside bool `msgpack:"so,omitempty"`
}

// Stream is the broadcast of an online or hybrid event.
type Stream struct {
	Enabled     bool   `msgpack:"e,omitempty"`
	Body        string `msgpack:"b,omitempty"`
	Provider    string `msgpack:"p,omitempty"`
	URL         string `msgpack:"u,omitempty"`
	DisplayChat bool   `msgpack:"c,omitempty"`
}

// Teams are the team settings of an event, stored and returned.
type Teams struct {
	Enabled            bool   `msgpack:"e,omitempty"`
	Terminology        *int64 `msgpack:"t,omitempty"` // id of a word for "team"; nil is the usual one
	CustomName         bool   `msgpack:"n,omitempty"` // buyers may name their team
	NameMustBeUnique   bool   `msgpack:"u,omitempty"`
	NameIsEditable     bool   `msgpack:"ed,omitempty"`
	JoinWithCode       bool   `msgpack:"j,omitempty"`
	AllowSolo          bool   `msgpack:"s,omitempty"`
	EnforceMinimumSize bool   `msgpack:"em,omitempty"`
	MinimumSize        int64  `msgpack:"mi,omitempty"`
	EnforceMaximumSize bool   `msgpack:"ex,omitempty"`
	MaximumSize        int64  `msgpack:"ma,omitempty"`
}

func (e *Event) check() error {
	if e.Name == "" || !e.End.After(e.Start) {
		return fmt.Errorf("event %d: has no name or does not end after its start", e.ID)
	}
	if e.CancelledAt != nil && !e.OffSale {
		return fmt.Errorf("event %d: is cancelled and on sale", e.ID)
	}
	return nil
}

var (
	// eventByStart, eventByEnd and eventByChange are grouped by class.
	eventByStart = indexes.NewBy("start", kv.PairOf(kv.Int, kv.Time), func(e *Event) []classTime { return []classTime{{A: e.class(), B: e.Start}} }).
			Version(2)
	eventByEnd = indexes.NewBy("end", kv.PairOf(kv.Int, kv.Time), func(e *Event) []classTime { return []classTime{{A: e.class(), B: e.End}} }).
			Counted().Version(2)
	eventByVenue = indexes.NewBy("venue", kv.Int, func(e *Event) []int64 {
		if e.VenueID == 0 || e.DeletedAt != nil {
			return nil
		}
		return []int64{e.VenueID}
	})
	// eventByGroup finds the events of a visibility group.
	eventByGroup      = indexes.NewBy("group", kv.Int, func(e *Event) []int64 { return e.Groups })
	eventByExternalID = indexes.NewUnique("external", kv.String, func(e *Event) []string {
		if e.ExternalID == "" || e.DeletedAt != nil {
			return nil
		}
		return []string{e.ExternalID}
	})
	eventByText   = indexes.NewTexts("text", func(e *Event) string { return search.Line([]string{e.Name}) }).Version(2)
	eventByChange = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), func(e *Event) []classTime { return []classTime{{A: e.class(), B: e.ChangedAt}} }).
			Version(2)
)

// Events is the table of events.
var Events = eventTable.Table

var eventTable = indexes.Define(indexes.Spec[Event]{
	Name: "events", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	ID:     func(e *Event) *int64 { return &e.ID },
	Stamp: func(tx app.Tx, old, e *Event) {
		if old != nil && !e.ChangedAt.Equal(old.ChangedAt) {
			return // touched: something that hangs on it changed
		}
		app.Stamp(tx, old == nil, &e.CreatedAt, &e.UpdatedAt)
		e.ChangedAt = app.ChangeOf(tx, old, func(e *Event) time.Time { return e.ChangedAt })
	},
	Check: (*Event).check,
	Shown: func(r app.Reader, e *Event) (bool, error) { return e.shown(r) },
}, eventByStart.Index, eventByEnd.Index, eventByVenue.Index, eventByExternalID.Index, eventByChange.Index, eventByText.Index, eventBySchedule.Index, eventByGroup.Index)
