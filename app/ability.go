package app

import "slices"

// Ability is one thing a caller may be allowed to do. Every route names the one
// it needs; roles are lists of them.
type Ability string

// Who may call, beside the abilities proper.
const (
	// Anyone needs no token at all (login).
	Anyone Ability = "anyone"
	// Authenticated needs a good token and nothing else.
	Authenticated Ability = "authenticated"
	// Installation is the super user of the whole installation.
	Installation Ability = "installation"
)

// The abilities a role can hold.
const (
	ViewEvents   Ability = "events.view"      // GET /event, /sale-items, /sale-item
	ListEvents   Ability = "events.list"      // event lists
	CreateEvents Ability = "events.create"    // POST /events
	EditEvents   Ability = "events.edit"      // events, sale items, zones
	EditSaleData Ability = "events.sale_data" // sale items, their groups, timeslots and zones alone
	ChangeStock  Ability = "events.stock"     // how much there is of a sale item, and nothing else of it
	Publish      Ability = "events.publish"
	CancelEvents Ability = "events.cancel"
	DeleteEvents Ability = "events.delete"

	ViewVenues   Ability = "venues.view"
	CreateVenues Ability = "venues.create"

	ViewCustomers   Ability = "customers.view"
	CreateCustomers Ability = "customers.create"
	EditCustomers   Ability = "customers.edit"
	DeleteCustomers Ability = "customers.delete"  // for good: what is known of the person goes
	SignInCustomers Ability = "customers.sign_in" // links that sign a customer in
	EditGroups      Ability = "customer_groups.edit"

	Sell          Ability = "sales.sell"
	Complimentary Ability = "sales.complimentary"
	Discounts     Ability = "sales.discounts"
	Overuse       Ability = "sales.overuse_discounts" // codes that are used up
	Override      Ability = "sales.override"          // lift basket rules at the till
	SellAnyHold   Ability = "sales.any_hold"          // seats that are held for others

	ViewDiscountCodes Ability = "discount_codes.view"
	EditDiscountCodes Ability = "discount_codes.edit"
	ViewAccessCodes   Ability = "access_codes.view"
	EditAccessCodes   Ability = "access_codes.edit"
	ViewFees          Ability = "fees.view"
	EditFees          Ability = "fees.edit"

	ViewSeating Ability = "seating.view"
	EditSeating Ability = "seating.edit"

	ViewQuestions Ability = "questions.view"
	EditQuestions Ability = "questions.edit"

	ListOrders Ability = "orders.list"
	ViewOrders Ability = "orders.view"
	EditOrders Ability = "orders.edit"
	Refund     Ability = "orders.refund"

	ViewPayments   Ability = "payments.view"
	SettlePayments Ability = "payments.settle" // what is in doubt, and money that came by transfer

	ViewResale   Ability = "resale.view"
	EditResale   Ability = "resale.edit"   // list for holders, and end listings
	SettleResale Ability = "resale.settle" // let sellers have what they earned

	ScanZones       Ability = "zones.scan"
	OverrideScans   Ability = "zones.override" // ignoreCapacity, ignoreAgeRestrictions
	AdmitGuests     Ability = "guests.admit"
	ViewReports     Ability = "reports.view"
	WalletTopup     Ability = "wallets.topup"
	WalletCashout   Ability = "wallets.cashout"
	ViewWallets     Ability = "wallets.view"
	EditWallets     Ability = "wallets.edit" // confirm, adjust, freeze, merge
	DrawerNoSale    Ability = "drawer.no_sale"
	DrawerCardSale  Ability = "drawer.card_sale"
	ManageUsers     Ability = "users.manage" // all of the following but users.sign_in
	ListUsers       Ability = "users.list"
	ViewUsers       Ability = "users.view"
	CreateUsers     Ability = "users.create"
	EditUsers       Ability = "users.edit"
	DeleteUsers     Ability = "users.delete" // suspends them
	RestoreUsers    Ability = "users.restore"
	SignInUsers     Ability = "users.sign_in" // links that sign somebody else in
	ManageTaxBands  Ability = "tax_bands.manage"
	EditCompany     Ability = "company.edit" // the settings of the company
	ViewMails       Ability = "mails.view"   // who got which mail
	ReadMails       Ability = "mails.read"   // and what stood in it
	SendMails       Ability = "mails.send"   // again, to attendees, or to an address no more
	ViewAudit       Ability = "audit.view"   // who changed what
	ViewWebhooks    Ability = "webhooks.view"
	EditWebhooks    Ability = "webhooks.edit" // who is called about what
	EditImports     Ability = "imports.edit"  // take files in; what stands in them asks for more
	PayCash         Ability = "payment.cash"
	PayCard         Ability = "payment.card"
	PayBank         Ability = "payment.bank"
	PayOtherOffline Ability = "payment.other"
	PayWallet       Ability = "payment.wallet"
)

// Abilities lists everything a role can hold, in the order of documents.
var Abilities = []Ability{
	ViewEvents, ListEvents, CreateEvents, EditEvents, EditSaleData, ChangeStock, Publish, CancelEvents, DeleteEvents,
	ViewVenues, CreateVenues,
	ViewCustomers, CreateCustomers, EditCustomers, DeleteCustomers, SignInCustomers, EditGroups,
	Sell, Complimentary, Discounts, Overuse, Override, SellAnyHold,
	ViewDiscountCodes, EditDiscountCodes, ViewAccessCodes, EditAccessCodes, ViewFees, EditFees,
	ViewSeating, EditSeating,
	ViewQuestions, EditQuestions,
	ListOrders, ViewOrders, EditOrders, Refund,
	ViewPayments, SettlePayments,
	ViewResale, EditResale, SettleResale,
	ScanZones, OverrideScans, AdmitGuests, ViewReports,
	WalletTopup, WalletCashout, ViewWallets, EditWallets, DrawerNoSale, DrawerCardSale,
	ManageUsers, ListUsers, ViewUsers, CreateUsers, EditUsers, DeleteUsers, RestoreUsers, SignInUsers,
	ManageTaxBands, EditCompany,
	ViewMails, ReadMails, SendMails,
	ViewAudit, ViewWebhooks, EditWebhooks, EditImports,
	PayCash, PayCard, PayBank, PayOtherOffline, PayWallet,
}

// Requirement is what a command or query asks of its caller: an Ability, or AnyOf some.
// App.View and App.Update cannot be called without one, so that what a route forgets to
// ask, or an include, a flag or another command comes by, is asked all the same.
//
// What is asked may be held at some events alone: then the snapshot or transaction shows
// no others.
type Requirement interface {
	// heldBy tells whether the caller holds it, and at which events; nil: everywhere.
	heldBy(c *Caller) (at Scope, held bool)
}

// AnyOf is met by whoever holds one of the abilities, and counts where one of them does.
type AnyOf []Ability

// Everywhere is an ability that must not be narrowed to some events: what is asked for
// hangs on none.
type Everywhere Ability

func (a Ability) heldBy(c *Caller) (Scope, bool) {
	if c.Can(a) {
		return nil, true
	}
	if c == nil {
		return nil, false
	}
	at := c.Scoped[a]
	if at != nil && c.Can(Publish) {
		at = at.published()
	}
	return at, at != nil
}

func (all AnyOf) heldBy(c *Caller) (at Scope, held bool) {
	for _, a := range all {
		more, also := a.heldBy(c)
		if also && more == nil {
			return nil, true
		}
		if also {
			at, held = slices.Concat(at, more), true
		}
	}
	return at, held
}

func (e Everywhere) heldBy(c *Caller) (Scope, bool) { return nil, c.Can(Ability(e)) }

// Known tells whether a role may hold the ability.
func (a Ability) Known() bool { return slices.Contains(Abilities, a) }
