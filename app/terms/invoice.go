package terms

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
)

// methodField is the request field in which a way to pay later is named.
const methodField = "method"

// CheckInvoice refuses an invoice for a basket that can have none.
func (t *Terms) CheckInvoice(total, currencyID int64, ch catalog.Channel) error {
	i := t.Invoice
	if i == nil || !i.On.offered(ch) {
		return app.Field(methodField, "is not offered here")
	}
	if least, ok := leastIn(i.Least, currencyID); ok && online(ch) && total < least {
		return app.Field(methodField, "is offered from a total of %s on", locale.Money{CurrencyID: currencyID, Minor: least})
	}
	return nil
}

// InvoiceUntil is when an order by invoice expires, nil: when staff say so.
func (t *Terms) InvoiceUntil(now time.Time) *time.Time {
	if t.Invoice.Days == 0 || t.Invoice.Instant {
		return nil
	}
	at := now.AddDate(0, 0, int(t.Invoice.Days))
	return &at
}
