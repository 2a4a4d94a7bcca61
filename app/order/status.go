package order

import "slices"

// Status is the state of an order. The number is the statusId of
// the API and what is stored; it never changes its meaning.
type Status int64

// The states of an order, and the states that only items have.
const (
	Active               Status = 1
	Processing           Status = 2
	Complete             Status = 3
	Failed               Status = 4
	Expired              Status = 5
	Cancelled            Status = 6
	Refunded             Status = 7
	PartiallyRefunded    Status = 8
	AwaitingApproval     Status = 9
	Approved             Status = 10
	Rejected             Status = 11
	AwaitingPaymentLink  Status = 12
	AwaitingOnsite       Status = 13
	AwaitingInvoice      Status = 14
	AwaitingLocalPayment Status = 15
	PartiallyPaid        Status = 16
	RequiresApproval     Status = 17
	Valid                Status = 18
	Unknown              Status = 19
)

var statusNames = [...]struct{ slug, name string }{
	Active:               {"active", "Active"},
	Processing:           {"processing", "Processing"},
	Complete:             {"complete", "Complete"},
	Failed:               {"failed", "Failed"},
	Expired:              {"expired", "Expired"},
	Cancelled:            {"cancelled", "Cancelled"},
	Refunded:             {"refunded", "Refunded"},
	PartiallyRefunded:    {"partially_refunded", "Partially refunded"},
	AwaitingApproval:     {"awaiting_approval", "Awaiting approval"},
	Approved:             {"approved", "Approved"},
	Rejected:             {"rejected", "Rejected"},
	AwaitingPaymentLink:  {"awaiting_payment_link", "Awaiting payment link"},
	AwaitingOnsite:       {"awaiting_onsite_payment", "Awaiting on-site payment"},
	AwaitingInvoice:      {"awaiting_invoice", "Awaiting invoice"},
	AwaitingLocalPayment: {"awaiting_local_payment", "Awaiting local payment"},
	PartiallyPaid:        {"partially_paid", "Partially paid"},
	RequiresApproval:     {"requires_approval", "Requires approval"},
	Valid:                {"valid", "Valid"},
	Unknown:              {"unknown", "Unknown"},
}

// StatusSlugs lists them all, in the order of their numbers.
func StatusSlugs() (all []string) {
	for s := Active; s.Slug() != ""; s++ {
		all = append(all, s.Slug())
	}
	return all
}

// Slug is the statusSlug of the API.
func (s Status) Slug() string {
	if s < 1 || int(s) >= len(statusNames) {
		return ""
	}
	return statusNames[s].slug
}

// StatusOf is the status with a slug, 0 for none.
func StatusOf(slug string) Status { return Status(slices.Index(StatusSlugs(), slug) + 1) }

// Name is the status as people read it.
func (s Status) Name() string {
	if s < 1 || int(s) >= len(statusNames) {
		return ""
	}
	return statusNames[s].name
}

// transitions lists what may follow each state; a state that is
// not here is final.
var transitions = map[Status][]Status{
	Active:               {Processing, Complete, Expired, AwaitingApproval, AwaitingPaymentLink, AwaitingOnsite, AwaitingInvoice, AwaitingLocalPayment, PartiallyPaid},
	Processing:           {Complete, Failed, Unknown, Expired, PartiallyPaid, Active, AwaitingPaymentLink, AwaitingOnsite, AwaitingInvoice, AwaitingLocalPayment},
	AwaitingApproval:     {AwaitingPaymentLink, Complete, Rejected, Expired},
	AwaitingPaymentLink:  {Processing, Complete, Expired},
	AwaitingOnsite:       {Processing, Complete, Expired},
	AwaitingInvoice:      {Processing, Complete, Expired},
	AwaitingLocalPayment: {Processing, Complete, Expired},
	PartiallyPaid:        {Processing, Complete, Expired},
	Unknown:              {Complete, Failed, PartiallyPaid, AwaitingPaymentLink, AwaitingOnsite, AwaitingInvoice, AwaitingLocalPayment},
	Rejected:             {Complete},
	Complete:             {PartiallyRefunded, Refunded, Cancelled},
	PartiallyRefunded:    {PartiallyRefunded, Refunded, Cancelled},
	Cancelled:            {Refunded},                                // by money that was returned all the same
	Expired:              {Active, Failed, PartiallyPaid, Complete}, // the last two by money that came late
}

// MayBecome tells whether the move is in the table.
func (s Status) MayBecome(next Status) bool {
	for _, t := range transitions[s] {
		if t == next {
			return true
		}
	}
	return false
}

// AwaitsPayment tells whether the order is decided about, and only its payment is due, or
// the rest of it.
func (s Status) AwaitsPayment() bool {
	return slices.Contains(awaiting, s)
}

var awaiting = []Status{AwaitingPaymentLink, AwaitingOnsite, AwaitingInvoice, AwaitingLocalPayment, PartiallyPaid}

// Sold tells whether the order went through: its items are the buyer's, or were.
func (s Status) Sold() bool {
	return s == Complete || s == PartiallyRefunded || s == Refunded || s == Cancelled
}

// Holds tells whether the order keeps stock reserved: a basket, and whatever
// waits for a payment or an approval.
func (s Status) Holds() bool {
	switch s {
	case Active, Processing, AwaitingApproval, Approved, AwaitingPaymentLink, AwaitingOnsite, AwaitingInvoice,
		AwaitingLocalPayment, PartiallyPaid, Unknown:
		return true
	}
	return false
}
