package catalog

// ItemType is what kind of thing is sold. The text is the slug of
// the API.
type ItemType string

// The fourteen item types of the contract.
const (
	Ticket           ItemType = "ticket"
	Product          ItemType = "product"
	GuestList        ItemType = "guest_list"
	Charity          ItemType = "charity"
	SeasonTicket     ItemType = "season_ticket"
	Fee              ItemType = "fee"
	CashlessTopup    ItemType = "cashless_topup"
	CashlessProduct  ItemType = "cashless_product"
	GiftVoucher      ItemType = "gift_voucher"
	FulfilmentFee    ItemType = "fulfilment_fee"
	Bundle           ItemType = "bundle"
	RefundProtectFee ItemType = "refund_protect_fee"
	ResaleFee        ItemType = "resale_fee"
	ManualProtectFee ItemType = "manual_refund_protect_fee"
)

// Values are the slugs of all item types, for whoever reads one.
func (ItemType) Values() []string {
	all := make([]string, len(ItemTypes))
	for i, t := range ItemTypes {
		all[i] = string(t)
	}
	return all
}

// ItemTypes lists them by their numeric type id, which is the place plus one.
var ItemTypes = []ItemType{
	Ticket, Product, GuestList, Charity, SeasonTicket, Fee, CashlessTopup,
	CashlessProduct, GiftVoucher, FulfilmentFee, Bundle, RefundProtectFee,
	ResaleFee, ManualProtectFee,
}

var typeNames = map[ItemType]string{
	Ticket: "Ticket", Product: "Product", GuestList: "Guest List",
	Charity: "Charity Donation", SeasonTicket: "Season Ticket", Fee: "Fee",
	CashlessTopup: "Cashless Topup", CashlessProduct: "Cashless Product",
	GiftVoucher: "Gift Voucher", FulfilmentFee: "Fulfilment Fee", Bundle: "Bundle",
	RefundProtectFee: "Refund Protection Fee", ResaleFee: "Resale Fee",
	ManualProtectFee: "Refund Protection Fee",
}

// ID is the numeric type id, 0 for an unknown type.
func (t ItemType) ID() int64 {
	for i, known := range ItemTypes {
		if known == t {
			return int64(i + 1)
		}
	}
	return 0
}

// DisplayName is the type as people read it.
func (t ItemType) DisplayName() string { return typeNames[t] }

// LeastAmount is the least that one unit of a type may cost: donations, vouchers and top-ups
// are never free.
func (t ItemType) LeastAmount() int64 {
	if t == Charity || t == GiftVoucher || t == CashlessTopup {
		return 1
	}
	return 0
}

// Admits tells whether an item of the type is bought to be let in, so that an event costs
// what it costs.
func (t ItemType) Admits() bool { return t == Ticket || t == SeasonTicket || t == Bundle }

// GoesWithAny tells whether an item of the type is bought with whatever there is, whether that
// needs approval or not.
func (t ItemType) GoesWithAny() bool {
	return t == Fee || t == FulfilmentFee || t == ResaleFee || t == Charity
}

// HasCode tells whether an item of the type is given a code when it is sold: gates read
// it, or it is redeemed.
func (t ItemType) HasCode() bool { return t.Scannable() || t == GiftVoucher }

// Scannable tells whether an item of the type carries a barcode that a gate
// accepts.
func (t ItemType) Scannable() bool {
	return t == Ticket || t == Product || t == SeasonTicket || t == GuestList
}
