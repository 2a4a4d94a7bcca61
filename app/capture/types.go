package capture

import "slices"

// Type is the type of a question; the text is what is stored.
type Type string

// The types, in the order of their numbers.
const (
	Text          Type = "text"
	LongText      Type = "long_text"
	Select        Type = "select"
	Number        Type = "number"
	Checkbox      Type = "checkbox"
	MultiCheckbox Type = "multi_checkbox"
	Radio         Type = "radio"
	YesNo         Type = "yes_no"
	Phone         Type = "phone"
	Email         Type = "email"
	Date          Type = "date"
	DateTime      Type = "datetime"
	DateRange     Type = "daterange"
	DateTimeRange Type = "datetimerange"
)

// Types are all of them.
var Types = []Type{Text, LongText, Select, Number, Checkbox, MultiCheckbox, Radio, YesNo, Phone, Email, Date, DateTime, DateRange, DateTimeRange}

// ID is the number of the type, from 1; 0 of an unknown one.
func (t Type) ID() int64 { return int64(slices.Index(Types, t) + 1) }

// HasOptions tells whether answers choose among options.
func (t Type) HasOptions() bool { return t == Select || t == MultiCheckbox || t == Radio }

// marketable tells whether a question of the type can ask for a consent.
func (t Type) marketable() bool {
	switch t {
	case Checkbox, YesNo, Date, DateTime, DateRange, DateTimeRange:
		return true
	}
	return false
}

// Group says whom the answers of a question serve.
type Group string

// The groups.
const (
	Shop          Group = "shop"
	Marketing     Group = "marketing"
	Internal      Group = "internal"
	AccessControl Group = "access_control"
)

// Groups are all of them.
var Groups = []Group{Shop, Marketing, Internal, AccessControl}

// Entity is what a field is assigned to.
type Entity string

// The entities, in the order of the groups of the list, which are stored: new ones come
// last.
const (
	OfCompany  Entity = "companies"
	OfEvent    Entity = "events"
	OfItem     Entity = "items"
	OfSaleItem Entity = "item_sales"
	OfUnit     Entity = "item_tickets"
	OfSchedule Entity = "event_schedules"
	OfZone     Entity = "zones"
)

// Entities are all of them.
var Entities = []Entity{OfCompany, OfEvent, OfItem, OfSaleItem, OfUnit, OfSchedule, OfZone}

func (e Entity) number() int64 { return int64(slices.Index(Entities, e)) }

// Values lists the types.
func (Type) Values() []string { return texts(Types) }

// Values lists the groups.
func (Group) Values() []string { return texts(Groups) }

// Values lists the entities.
func (Entity) Values() []string { return texts(Entities) }

func texts[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, one := range all {
		out[i] = string(one)
	}
	return out
}
