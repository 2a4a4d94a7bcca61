package rules

import (
	"slices"
	"time"
)

// The scan settings of a zone.
const (
	ScanIn    = "in"     // in only
	ScanInOut = "in&out" // the operator chooses
	ScanAuto  = "auto"   // out when inside, else in
)

// The directions that a gate can ask for.
const (
	In   = "in"
	Out  = "out"
	Auto = "auto"
	Any  = "" // as the zone is set
)

// Kind is what a ticket is to a gate; the number is stored.
type Kind uint8

// The kinds of items a gate knows.
const (
	KindTicket Kind = iota
	KindProduct
	KindSeason
	KindGuest
)

// CodeKind is what the code that was read is.
type CodeKind uint8

// The kinds of codes.
const (
	UnknownCode  CodeKind = iota // of no ticket of this event
	ReplacedCode                 // a barcode that the ticket has no more
	TicketCode
	SignedCode // the box office signed it, and the gate knows no such ticket
	StaleCode  // of a ticket, with digits that are not those of the moment
)

// Form is how a code was shown, or a ticket was given out with one; a larger one is harder
// to copy.
type Form uint8

// The forms.
const (
	Plain Form = iota
	Signed
	Rotating
)

// Codes are what an event says about the codes that its gates take.
type Codes struct {
	// SignedOnly: a ticket with a signed code is not taken by its barcode alone.
	SignedOnly bool
	// StaticToo: a ticket with a rotating code is taken by its barcode alone too.
	StaticToo bool
	// Provisional: a ticket that the gate does not know is taken by its signature.
	Provisional bool
}

// Ask is everything the decision about one scan rests on.
type Ask struct {
	Zone       Zone
	Attendance int64
	// Direction is what the gate asked for.
	Direction string
	Now       time.Time
	// Day is the day the event starts, in its own timezone: ages are counted on it.
	Day Day
	// Confirmed: the operator has chosen among several items.
	Confirmed bool
	// IgnoreCapacity and IgnoreAge are set only for callers who may override.
	IgnoreCapacity, IgnoreAge bool
	// IgnoreCode takes a ticket in another form than the event says, and IgnoreLease one
	// that another device holds: so do supervisors, with a reason.
	IgnoreCode, IgnoreLease bool
	// IgnoreInside lets in who is inside by what the gates know: somebody stepped out and
	// nobody scanned that. It is only for who was told so and judged otherwise.
	IgnoreInside bool
	Codes        Codes
	// Disabled are sale items the device does not take. They only ever narrow.
	Disabled map[int64]bool
	Tickets  []Ticket
}

// Zone is a place with a gate, as far as the rules look at it.
type Zone struct {
	// Entry marks the event's own zone.
	Entry bool
	Mode  string
	// ScansInMax limits the entries of one ticket, Capacity the people inside; nil is no
	// limit.
	ScansInMax, Capacity *int64
	// SaleItemIDs are what may enter; none means every ticket, season ticket and guest,
	// but no product.
	SaleItemIDs []int64
	// Opening and Closing bound the hours of the gate, half open; nil is open-ended.
	Opening, Closing *time.Time
	// MinAge and MaxAge are full years.
	MinAge, MaxAge *int64
	// Precision: the gate asks when a ticket and its add-ons could both be meant.
	Precision bool
	// IgnoreValidity: the windows of the items do not count here.
	IgnoreValidity bool
}

// Ticket is one that wants through the gate.
type Ticket struct {
	Code CodeKind
	Item Item
	// Shown is the form of the code that was read, and Step the step of a rotating one. Used
	// is the newest step by which the ticket was let in.
	Shown      Form
	Step, Used int64
	// Elsewhere: another device holds the ticket, and it alone lets it in.
	Elsewhere bool
	// State is the ticket's own in this zone.
	State State
	// Born is the holder's birth date, nil when not known.
	Born *Day
	// AddOns hang on the ticket; they are given only where the zone is precise.
	AddOns []Ticket
}

// Item is what a gate must know of a sold item.
type Item struct {
	SaleItemID         int64
	Kind               Kind
	Sold, Frozen, Void bool
	// Undecided: approval is pending or was refused.
	Undecided bool
	// Barred: the kind of item carries no entry at all.
	Barred bool
	// Demo: it was sold in demo mode, and the company takes real money now.
	Demo bool
	// Issued is the form of the code with which it was given out.
	Issued Form
	// From, To and Grace are the window of the sale item as it is now.
	From, To *time.Time
	Grace    time.Duration
}

// State is one ticket in one zone.
type State struct {
	Inside bool
	// Entries is how often it was let in.
	Entries int64
}

// Day is one of the calendar.
type Day struct {
	Year, Month, Date int
}

// DayOf is the day of a moment in the timezone that it carries.
func DayOf(t time.Time) Day { return Day{t.Year(), int(t.Month()), t.Day()} }

// YearsUntil counts the full years from a birth date to a day.
func (d Day) YearsUntil(day Day) int64 {
	years := day.Year - d.Year
	if day.Month < d.Month || day.Month == d.Month && day.Date < d.Date {
		years--
	}
	return int64(years)
}

// Open tells whether the gate is open at a moment.
func (z *Zone) Open(now time.Time) bool {
	return !z.opensLater(now) && (z.Closing == nil || now.Before(*z.Closing))
}

func (z *Zone) opensLater(now time.Time) bool { return z.Opening != nil && now.Before(*z.Opening) }

// Takes tells whether a zone that names these sale items, or none, takes an item. Products
// are no tickets: they enter only where a zone names them.
func Takes(named []int64, saleItem int64, kind Kind) bool {
	if len(named) == 0 {
		return kind != KindProduct
	}
	return slices.Contains(named, saleItem)
}

// MaxIn is how often one ticket may enter, nil without limit. An Entry zone that only lets
// in does so once, unless it is told otherwise.
func (z *Zone) MaxIn() *int64 {
	if z.ScansInMax == nil && z.Entry && z.Mode == ScanIn {
		once := int64(1)
		return &once
	}
	return z.ScansInMax
}

// ages tells whether the zone looks at birth dates.
func (z *Zone) ages() bool { return z.MinAge != nil || z.MaxAge != nil }

// validAt tells whether a moment lies in the window, widened at both ends by its grace. Windows are
// half open.
func (i *Item) validAt(now time.Time) bool {
	return !i.beginsLater(now) && (i.To == nil || now.Before(i.To.Add(i.Grace)))
}

func (i *Item) beginsLater(now time.Time) bool {
	return i.From != nil && now.Before(i.From.Add(-i.Grace))
}
