package mail

import "slices"

// Kind is what a mail is about. The text is stored, and the slug of the API.
type Kind string

// The kinds.
const (
	Confirmation   Kind = "order-confirmation"
	Reservation    Kind = "reservation-received" // somebody has to approve it
	PayNow         Kind = "reservation-approved"
	PaymentLink    Kind = "payment-link"
	Invoice        Kind = "invoice"
	OnSite         Kind = "payment-on-site"
	LocalPayment   Kind = "local-payment"
	Deposit        Kind = "deposit-received"
	ItemsApproved  Kind = "items-approved"
	ItemsRejected  Kind = "items-rejected"
	OrderRejected  Kind = "order-rejected"
	OrderExpired   Kind = "order-expired"
	PaymentFailed  Kind = "payment-failed"
	Refund         Kind = "refund"
	Cancellation   Kind = "order-cancelled"
	GiftVoucher    Kind = "gift-voucher"
	SeatMoved      Kind = "seat-moved"
	Reminder       Kind = "event-reminder"
	EventChanged   Kind = "event-changed"
	EventCancelled Kind = "event-cancelled"

	StaffPurchase Kind = "staff-purchase"
	StaffApproval Kind = "staff-approval"
	StaffEvent    Kind = "staff-event-created"

	ItemsCancelled Kind = "items-cancelled"
	NewPassword    Kind = "new-password"

	TransferOffer     Kind = "transfer-offered"
	TransferClaimed   Kind = "transfer-claimed"  // to who gave
	TransferReceived  Kind = "transfer-received" // to who claimed
	TransferCancelled Kind = "transfer-cancelled"
	ResaleListed      Kind = "resale-listed"
	ResaleSold        Kind = "resale-sold"
	ResalePaid        Kind = "resale-paid"
	WalletPayout      Kind = "wallet-payout"
	StaffRefunds      Kind = "staff-event-refunded"
	SignIn            Kind = "customer-sign-in"
	StaffReport       Kind = "staff-report"
	StaffNoReport     Kind = "staff-report-failed"
	TicketsReady      Kind = "tickets-ready" // they were withheld, and are open now
	TaxReceipt        Kind = "tax-receipt"
	GroupJoined       Kind = "group-joined"
	StaffRefundsBegun Kind = "staff-event-refund-begun"

	StaffEventApproval Kind = "staff-event-approval" // to those who may publish it
	StaffEventAsked    Kind = "staff-event-approval-sent"
	StaffEventApproved Kind = "staff-event-approved"
	StaffEventRejected Kind = "staff-event-rejected"

	NewAddress Kind = "customer-address-changed" // to the one that was theirs before

	InvoiceCopy Kind = "invoice-document" // one that was written, again

	StaffInvitation Kind = "staff-invitation"
	OfStaff         Kind = "message" // what staff write to many in words of their own
)

// about is what a mail of a kind has facts of.
type about int

const (
	anOrder about = iota
	anEvent
	aUser
	aTransfer
	aCustomer
	aReport
)

// trait is what is to be known of a kind.
type trait struct {
	kind  Kind
	about about
	// staff: it goes to people of the company.
	staff bool
	// bulk: it goes to many at once, behind those that somebody waits for.
	bulk bool
	// tickets: they are attached where the company wants that.
	tickets bool
	// opens: it is sent for the sake of a link that opens an account, or what somebody has.
	opens bool
	// more are the placeholders of this kind beside those that all have which are about
	// the same.
	more []string
}

// traits are those of all kinds. The place of a kind is part of stored keys: new ones
// come to the end.
var traits = []trait{
	{kind: Confirmation, tickets: true, more: []string{"tickets.date"}},
	{kind: Reservation},
	{kind: PayNow, more: []string{"payment.link"}},
	{kind: PaymentLink, more: []string{"payment.link"}},
	{kind: Invoice, more: transferOnes},
	{kind: OnSite},
	{kind: LocalPayment},
	{kind: Deposit},
	{kind: ItemsApproved, tickets: true, more: []string{"items"}},
	{kind: ItemsRejected, more: []string{"items"}},
	{kind: OrderRejected},
	{kind: OrderExpired},
	{kind: PaymentFailed},
	{kind: Refund, more: []string{"refund.amount", "refund.stays", "items"}},
	{kind: Cancellation},
	{kind: GiftVoucher, tickets: true, more: []string{"voucher.codes", "voucher.link"}},
	{kind: SeatMoved, tickets: true, more: []string{"items"}},
	{kind: Reminder, about: anEvent, bulk: true},
	{kind: EventChanged, about: anEvent, bulk: true, more: []string{"note"}},
	{kind: EventCancelled, about: anEvent, bulk: true, more: []string{"note"}},
	{kind: StaffPurchase, staff: true},
	{kind: StaffApproval, staff: true},
	{kind: StaffEvent, about: anEvent, staff: true},
	{kind: ItemsCancelled, more: []string{"items"}},
	{kind: NewPassword, about: aUser, opens: true, more: []string{"password.link", "password.minutes"}},
	{kind: TransferOffer, about: aTransfer, opens: true, more: []string{"claim.link"}},
	{kind: TransferClaimed, about: aTransfer},
	{kind: TransferReceived, about: aTransfer, more: []string{"tickets.link", "calendar.link", "voucher.codes", "voucher.link"}},
	{kind: TransferCancelled, about: aTransfer},
	{kind: ResaleListed, more: []string{"items", "resale.amount"}},
	{kind: ResaleSold, more: []string{"items", "resale.amount"}},
	{kind: ResalePaid, more: []string{"items", "resale.amount"}},
	{kind: WalletPayout, about: aCustomer, more: []string{"payout.amount"}},
	{kind: StaffRefunds, about: anEvent, staff: true, more: []string{"refund.amount", "refund.orders", "refund.failed"}},
	{kind: SignIn, about: aCustomer, opens: true, more: []string{"sign-in.link", "sign-in.minutes"}},
	{kind: StaffReport, about: aReport, staff: true, more: []string{"report.figures"}},
	{kind: StaffNoReport, about: aReport, staff: true, more: []string{"report.problem"}},
	{kind: TicketsReady, bulk: true, tickets: true, more: []string{"items"}},
	{kind: TaxReceipt, more: []string{"order.net", "order.tax", "order.taxes", "company.tax-number", "customer.address", "customer.tax-number"}},
	{kind: GroupJoined, about: aCustomer, bulk: true, more: []string{"group.name"}},
	{kind: StaffRefundsBegun, about: anEvent, staff: true, more: []string{"refund.by"}},
	{kind: StaffEventApproval, about: anEvent, staff: true, more: []string{"approval.by"}},
	{kind: StaffEventAsked, about: anEvent, staff: true},
	{kind: StaffEventApproved, about: anEvent, staff: true, more: []string{"decision.by"}},
	{kind: StaffEventRejected, about: anEvent, staff: true, more: []string{"decision.by", "decision.reason"}},
	{kind: NewAddress, about: aCustomer},
	{kind: InvoiceCopy, more: append([]string{"invoice.number"}, transferOnes...)},
	{kind: StaffInvitation, about: aUser, opens: true, more: []string{"invitation.link", "invitation.days"}},
	{kind: OfStaff, about: aCustomer, bulk: true, more: ofAnEvent},
}

// transferOnes say where the money for an invoice goes.
var transferOnes = []string{"transfer.holder", "transfer.iban", "transfer.bic"}

// Kinds are all kinds.
func Kinds() []Kind {
	all := make([]Kind, len(traits))
	for i := range traits {
		all[i] = traits[i].kind
	}
	return all
}

// Values are the slugs of all kinds, for whoever reads one.
func (Kind) Values() []string {
	all := make([]string, len(traits))
	for i := range traits {
		all[i] = string(traits[i].kind)
	}
	return all
}

// number is the place of the kind, -1 for none.
func (k Kind) number() int64 {
	return int64(slices.IndexFunc(traits, func(t trait) bool { return t.kind == k }))
}

// Known tells whether there is such a kind.
func (k Kind) Known() bool { return k.number() >= 0 }

// trait of a kind; that of none is empty.
func (k Kind) trait() trait {
	if n := k.number(); n >= 0 {
		return traits[n]
	}
	return trait{}
}

// common are the placeholders of every kind, and those of what a kind is about. secretOnes are
// those of any kind that open something to whoever knows them.
var (
	common      = []string{"company.name", "company.address", "company.support", "customer.name"}
	ofAnOrder   = []string{"order.reference", "order.date", "order.items", "order.total", "order.reverse-charge", "order.paid", "order.balance", "order.due", "order.events", "event.name", "tickets.link", "calendar.link"}
	ofAnEvent   = []string{"event.name", "event.date", "event.venue", "event.address"}
	ofAReport   = []string{"report.name", "report.number", "report.date", "report.file"}
	ofATransfer = []string{"giver.name", "receiver.name", "items", "order.events", "event.name"}
	secretOnes  = []string{"password.link", "invitation.link", "sign-in.link", "claim.link", "payment.link", "tickets.link", "calendar.link", "voucher.codes", "voucher.link"}
)

// Placeholders are those that a text of the kind may have, in their order.
func (k Kind) Placeholders() []string {
	t := k.trait()
	var own []string
	switch t.about {
	case anOrder:
		own = ofAnOrder
	case anEvent:
		own = ofAnEvent
	case aTransfer:
		own = ofATransfer
	case aReport:
		own = ofAReport
	}
	return slices.Concat(common, own, t.more)
}
