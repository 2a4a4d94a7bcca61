package webhook

import (
	"slices"

	"marquee/app"
)

// Kind is what a call is about. The text is stored, and the slug of the API.
type Kind string

// The kinds.
const (
	OrderCompleted     Kind = "order-completed"
	ReservationCreated Kind = "reservation-created" // an order that waits for an approval or its money
	OrderFailed        Kind = "order-failed"        // it expired, or its payment failed
	OrderRefunded      Kind = "order-refunded"
	RefundFailed       Kind = "order-refund-failed"
	NewEvent           Kind = "new-event"
	CheckIn            Kind = "attendee-check-in"
	CheckOut           Kind = "attendee-check-out"
	FormSubmission     Kind = "custom-form-submission"
	ResalePayout       Kind = "resale-payout"
	ResalePayoutFailed Kind = "resale-payout-failed"

	OrderChanged    Kind = "order-changed"
	ItemChanged     Kind = "order-item-changed"
	CustomerChanged Kind = "customer-changed"
	WalletChanged   Kind = "wallet-changed"
	ScanRecorded    Kind = "scan-recorded" // also those that were refused

	// Test is what somebody asks for, to see whether an endpoint works.
	Test Kind = "test"
)

// Object is what sort of thing a call is about. The number is stored.
type Object int64

// The objects.
const (
	NoObject Object = iota
	Order
	Item
	Customer
	Wallet
	Scan
	Event
	// Ticket is an order item at the gates: its scans keep their order.
	Ticket
	lastObject
)

var objectNames = map[Object]string{Order: "order", Item: "order-item", Customer: "customer", Wallet: "wallet", Scan: "scan", Event: "event"}

func (o Object) String() string { return objectNames[o] }

// trait is what is to be known of a kind.
type trait struct {
	kind   Kind
	object Object
	// needs is what somebody must be able to read who has it told.
	needs []app.Requirement
}

var (
	readOrders  = []app.Requirement{app.ViewOrders, app.ViewCustomers}
	readScans   = []app.Requirement{app.AnyOf{app.ScanZones, app.EditEvents}, app.ViewOrders}
	readWallets = []app.Requirement{app.ViewWallets, app.ViewCustomers}
)

// traits are those of all kinds. The place of a kind is part of stored keys: new ones come
// to the end.
var traits = []trait{
	{OrderCompleted, Order, readOrders},
	{ReservationCreated, Order, readOrders},
	{OrderFailed, Order, readOrders},
	{OrderRefunded, Order, readOrders},
	{RefundFailed, Order, readOrders},
	{NewEvent, Event, []app.Requirement{app.ViewEvents}},
	{CheckIn, Scan, readScans},
	{CheckOut, Scan, readScans},
	{FormSubmission, Item, readOrders},
	{ResalePayout, Item, readOrders},
	{ResalePayoutFailed, Item, readOrders},
	{OrderChanged, Order, readOrders},
	{ItemChanged, Item, readOrders},
	{CustomerChanged, Customer, []app.Requirement{app.ViewCustomers}},
	{WalletChanged, Wallet, readWallets},
	{ScanRecorded, Scan, readScans},
	{Test, NoObject, nil},
}

// Kinds are those that an endpoint can ask for.
func Kinds() []Kind {
	var all []Kind
	for _, t := range traits {
		if t.kind != Test {
			all = append(all, t.kind)
		}
	}
	return all
}

// Values are the slugs of the kinds that an endpoint can ask for.
func (Kind) Values() []string {
	var all []string
	for _, k := range Kinds() {
		all = append(all, string(k))
	}
	return all
}

// number is the place of the kind, -1 for none.
func (k Kind) number() int64 {
	return int64(slices.IndexFunc(traits, func(t trait) bool { return t.kind == k }))
}

// bit is the place of the kind in a set of kinds.
func (k Kind) bit() int64 { return 1 << k.number() }

// kindAt is the kind at a place, "" where there is none.
func kindAt(n int64) Kind {
	if n < 0 || n >= int64(len(traits)) {
		return ""
	}
	return traits[n].kind
}

// Known tells whether an endpoint can ask for the kind.
func (k Kind) Known() bool { return k != Test && k.number() >= 0 }

// trait of a kind; that of none is empty.
func (k Kind) trait() trait {
	if n := k.number(); n >= 0 {
		return traits[n]
	}
	return trait{}
}

// Object is what sort of thing a call of the kind is about.
func (k Kind) Object() Object { return k.trait().object }
