package report

import (
	"slices"

	"marquee/app"
)

// The numbers of the reports that come with the program. They never change.
const (
	EventSales int64 = iota + 1
	TicketSales
	ProductSales
	GuestListSales
	SeasonTicketSales
	ItemTypeSales
	SaleItemSales
	TimeslotSales
	ChannelSales
	PaymentMethodSales
	PriceSales
	Attendance
	AttendanceByEvent
	AttendanceByItem
	AllOrders
	CompletedOrders
	Reservations
	AbandonedBaskets
	Transactions
	ZoneSummary
	CustomerJourney
	TicketScanning
	FailedScans
	NewestCustomers
	SeatAllocation
	SeatingSales
	WalletTransactions
	WalletBalances
	TopUps
	ShopSales
	Transfers
	DiscountUsage
	AccessCodeUsage
	VoucherRedemption
	BarcodeHistory
	EventsOverview
	ResaleListings
	ResaleContracts
	LedgerEntries
	TrialBalance
)

// LastPreset is the largest of the numbers.
const LastPreset = TrialBalance

// Preset is a report that comes with the program.
type Preset struct {
	ID                int64
	Name, Description string
	// family is where its rows come from.
	family family
	// headers are the columns that it has if none are asked for; nil: those of its family.
	headers []string
	// by are the groupings of a report of sums.
	by []string
	// only fills filters that belong to the report.
	only func(*Filter)
	// needs names filters without which there is no report.
	needs []string
}

// Presets lists all of them by number.
func Presets() []Preset {
	return []Preset{
		{ID: EventSales, Name: "Event sales", Description: "What each event sold.", family: sales{}, by: []string{"event"}},
		{ID: TicketSales, Name: "Ticket sales", Description: "What each kind of ticket sold.", family: sales{}, by: []string{"sale_item"}, only: ofType("ticket")},
		{ID: ProductSales, Name: "Product sales", Description: "What each product sold.", family: sales{}, by: []string{"sale_item"}, only: ofType("product")},
		{ID: GuestListSales, Name: "Guest lists", Description: "Guests on each list.", family: sales{}, by: []string{"sale_item"}, only: ofType("guest_list")},
		{ID: SeasonTicketSales, Name: "Season ticket sales", Description: "What each season ticket sold.", family: sales{}, by: []string{"sale_item"}, only: ofType("season_ticket")},
		{ID: ItemTypeSales, Name: "Sales by item type", Description: "What was sold of each type of item.", family: sales{}, by: []string{"item_type"}},
		{ID: SaleItemSales, Name: "Sales by sale item", Description: "What was sold of each sale item.", family: sales{}, by: []string{"event", "sale_item"}},
		{ID: TimeslotSales, Name: "Sales by timeslot", Description: "What was sold for each timeslot.", family: sales{}, by: []string{"event", "timeslot"}},
		{ID: ChannelSales, Name: "Sales by channel", Description: "What was sold where.", family: sales{}, by: []string{"channel"}},
		{ID: PaymentMethodSales, Name: "Sales by payment method", Description: "How what was sold was paid.", family: sales{}, by: []string{"payment_method"}},
		{ID: PriceSales, Name: "Sales by purchase price", Description: "What was sold at which price.", family: sales{}, by: []string{"sale_item", "price"}},
		{ID: Attendance, Name: "Attendance", Description: "Every ticket with its holder and its scans.", family: attendance},
		{ID: AttendanceByEvent, Name: "Attendance by event", Description: "How many came to each event.", family: sales{}, by: []string{"event"}, headers: attendanceHeaders},
		{ID: AttendanceByItem, Name: "Attendance by ticket type", Description: "How many came with each kind of ticket.", family: sales{}, by: []string{"event", "sale_item"}, headers: attendanceHeaders},
		{ID: AllOrders, Name: "Orders", Description: "Every order, also those that wait or came to nothing.", family: orderRows},
		{ID: CompletedOrders, Name: "Completed orders", Description: "Orders that went through.", family: orderRows, only: ofState("sold")},
		{ID: Reservations, Name: "Active reservations", Description: "Orders that wait for an approval or a payment.", family: orderRows, only: ofState("waiting")},
		{ID: AbandonedBaskets, Name: "Abandoned baskets", Description: "Baskets and reservations that ran out.", family: orderRows, only: ofState("expired")},
		{ID: Transactions, Name: "Transactions", Description: "Every movement of money.", family: transactionRows},
		{ID: ZoneSummary, Name: "Zones", Description: "How many are in each zone, and how many came and went.", family: zoneRows{}, needs: []string{"event_ids"}},
		{ID: CustomerJourney, Name: "Customer journey", Description: "The scans of tickets, each with its zone and its time, newest first.", family: scanRows},
		{ID: TicketScanning, Name: "Ticket scanning", Description: "Every scan, newest first.", family: scanRows},
		{ID: FailedScans, Name: "Failed scans", Description: "Every scan that was refused, newest first.", family: scanRows, only: ofState("refused")},
		{ID: NewestCustomers, Name: "Newest customers", Description: "Customers, the newest first.", family: customerRows},
		{ID: SeatAllocation, Name: "Seat allocation", Description: "Who has which seat.", family: attendance, headers: seatHeaders, only: ofState("seated")},
		{ID: SeatingSales, Name: "Sales by price band", Description: "What was sold of each price band.", family: sales{}, by: []string{"event", "price_band"}, only: func(f *Filter) { f.HasPriceBand = new(true) }},
		{ID: WalletTransactions, Name: "Wallet transactions", Description: "What went into and out of wallets, newest first.", family: movementRows},
		{ID: WalletBalances, Name: "Wallet balances", Description: "What is in each wallet.", family: walletRows},
		{ID: TopUps, Name: "Top-ups bought", Description: "Every top-up that was bought.", family: attendance, headers: topUpHeaders, only: ofType("cashless_topup")},
		{ID: ShopSales, Name: "Sales at points of sale", Description: "What users sold at tills.", family: sales{}, by: []string{"channel", "user"}},
		{ID: Transfers, Name: "Replaced tickets", Description: "Tickets that took the place of others.", family: attendance, only: ofState("replacing")},
		{ID: DiscountUsage, Name: "Discount codes used", Description: "Orders that were made with a discount code.", family: orderRows, headers: discountHeaders, only: ofState("discounted")},
		{ID: AccessCodeUsage, Name: "Access codes used", Description: "Orders that were made with an access code.", family: orderRows, headers: accessHeaders, only: func(f *Filter) { f.HasAccessCode = new(true) }},
		{ID: VoucherRedemption, Name: "Vouchers", Description: "Gift vouchers that were sold, and when they were redeemed.", family: attendance, headers: voucherHeaders, only: ofType("gift_voucher")},
		{ID: BarcodeHistory, Name: "Barcode history", Description: "Barcodes that were replaced, newest first.", family: barcodeRows},
		{ID: EventsOverview, Name: "Events", Description: "Every event with its time, its place and what it sold.", family: eventRows{}},
		{ID: ResaleListings, Name: "Resale listings", Description: "What was listed for resale, newest first.", family: listingRows},
		{ID: ResaleContracts, Name: "Resale contracts", Description: "Every ticket that was offered for resale, who bought it and what its seller gets, newest first.", family: contractRows},
		{ID: LedgerEntries, Name: "Ledger entries", Description: "Every posting of the ledger in a period, in the order of the journal.", family: ledgerRows{}},
		{ID: TrialBalance, Name: "Trial balance", Description: "The balance of every account of the ledger before and after a period, and what happened to it.", family: trialBalance{}},
	}
}

// Takes names the filters that the report knows.
func (p *Preset) Takes() []string { return p.family.takes() }

// Sums tells that it is of sums, which periods can be made of.
func (p *Preset) Sums() bool {
	_, is := p.family.(sales)
	return is
}

// Needs is what a caller must hold to see it.
func (p *Preset) Needs() app.Requirement { return p.family.needs() }

func ofType(slug string) func(*Filter) {
	return func(f *Filter) { f.ItemTypes = []string{slug} }
}

func ofState(slug string) func(*Filter) { return func(f *Filter) { f.state = slug } }

// PresetByID finds a report that comes with the program.
func PresetByID(id int64) (Preset, error) {
	all := Presets()
	i := slices.IndexFunc(all, func(p Preset) bool { return p.ID == id })
	if i < 0 {
		return Preset{}, app.Missing("report")
	}
	return all[i], nil
}
