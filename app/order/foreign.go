package order

import (
	"time"

	"marquee/app/customer"
)

// ForeignOrder is an order that was sold and paid for in another system.
type ForeignOrder struct {
	Buyer      customer.Buyer
	CurrencyID int64
	// Date lies in the past; one that is ahead counts as now.
	Date time.Time
	// Method is Elsewhere unless told.
	Method Method
	Notes  string
	Items  []ForeignItem
	// Notify mails the buyer a confirmation.
	Notify bool
	// Oversell takes stock that is not there.
	Oversell bool
}

// ForeignItem is one unit of such an order.
type ForeignItem struct {
	SaleItemID int64
	// Price is what the unit cost there.
	Price int64
	// Barcode is what was printed there; "" issues one here.
	Barcode string
	// Holder is the name on it.
	Holder   string
	Refunded bool
	// Repeats: something at another event has the barcode. Whoever keeps the order finds out.
	Repeats bool
}
