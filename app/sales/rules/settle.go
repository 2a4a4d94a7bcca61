package rules

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/wallet"
)

// MayTake refuses methods that the caller may not use, before anything is looked up.
func (p Payment) MayTake(c *app.Caller) error {
	if p.Method == order.ComplimentaryMethod {
		return c.Need(app.Complimentary)
	}
	if p.Method != "" && p.Method != order.SplitMethod {
		return mayPay(c, "paymentMethod", p.Method)
	}
	for i, s := range p.Splits {
		if err := mayPay(c, Path("paymentSplits", i, "paymentMethod"), s.Method); err != nil {
			return err
		}
	}
	return nil
}

// Agreed is the method that an order which waits was to be paid by; "" where none was.
func Agreed(s order.Status) order.Method {
	switch s {
	case order.AwaitingPaymentLink:
		return order.PaymentLinkMethod
	case order.AwaitingInvoice:
		return order.InvoiceMethod
	case order.AwaitingOnsite:
		return order.OnSiteMethod
	}
	return ""
}

// Fits refuses a method or parts that are not those of the payment.
func (w Payment) Fits(p *payment.Payment) error {
	if w.Method != "" && w.Method != p.Method && !(w.Method == order.SplitMethod && len(p.Parts) > 0) {
		return app.Field("paymentMethod", "is not the method of the transaction")
	}
	if len(w.Splits) == 0 {
		return nil
	}
	same := len(w.Splits) == len(p.Parts)
	for i := range p.Parts {
		same = same && w.Splits[i] == Split(p.Parts[i])
	}
	if !same {
		return app.Field("paymentSplits", "is not what the transaction is a part of")
	}
	return nil
}

// offline names the ability each method needs whose money staff took.
var offline = map[order.Method]app.Ability{
	order.Cash: app.PayCash, order.Bank: app.PayBank,
	order.CardPresentOffline: app.PayCard, order.CardNotPresentOffline: app.PayCard,
	order.Cheque: app.PayOtherOffline, order.MoneyOrder: app.PayOtherOffline, order.GiftCard: app.PayOtherOffline,
}

// Split is one part of a payment, in minor units.
type Split struct {
	Amount int64
	Method order.Method
}

// Payment is what the caller says about how an order is paid.
type Payment struct {
	// Method may be empty when nothing is due, or when there are Splits.
	Method order.Method
	Splits []Split
	// Plan is PayAll unless a deposit is to be paid first.
	Plan Plan
	// Medium is what the buyer shows to pay from a wallet.
	Medium wallet.Medium
}

// Settle turns a payment into the transactions to note for an amount due: one
// per part, each with its method. A complimentary order notes one of nothing.
// Where nothing is due there is none, whatever method was named: the order is
// free. It refuses methods that the caller may not use.
func Settle(c *app.Caller, p Payment, due, currencyID int64) ([]Split, error) {
	if due == 0 && len(p.Splits) == 0 {
		return nil, nil
	}
	if p.Method == order.SplitMethod || p.Method == "" && len(p.Splits) > 0 {
		return settleSplits(c, p.Splits, due, currencyID)
	}
	if len(p.Splits) > 0 {
		return nil, app.Field("paymentSplits", "is only possible with the payment method split")
	}
	switch {
	case p.Method == order.ComplimentaryMethod:
		return []Split{{0, order.ComplimentaryMethod}}, c.Need(app.Complimentary)
	case p.Method == "":
		return nil, app.Field("paymentMethod", "is required")
	}
	if err := mayPay(c, "paymentMethod", p.Method); err != nil {
		return nil, err
	}
	return []Split{{due, p.Method}}, nil
}

// settleSplits checks the parts of a split payment: at least two, each above
// zero, adding up to the amount due.
func settleSplits(c *app.Caller, parts []Split, due, currencyID int64) ([]Split, error) {
	if err := AddUp(parts, due, currencyID); err != nil {
		return nil, err
	}
	for i, s := range parts {
		if err := mayPay(c, Path("paymentSplits", i, "paymentMethod"), s.Method); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// AddUp refuses parts that do not make up what is due: at least two, each above zero.
func AddUp(parts []Split, due, currencyID int64) error {
	if len(parts) < 2 || len(parts) > MaxSplits {
		return app.Field("paymentSplits", "must have between %d and %d entries", 2, MaxSplits)
	}
	left := due
	for _, s := range parts {
		if s.Amount <= 0 || s.Amount > left {
			return app.Field("paymentSplits", "must add up to %s", locale.Money{CurrencyID: currencyID, Minor: due})
		}
		left -= s.Amount
	}
	if left != 0 {
		return app.Field("paymentSplits", "must add up to %s", locale.Money{CurrencyID: currencyID, Minor: due})
	}
	return nil
}

// mayPay refuses a method that does not complete an order, or not for this caller.
func mayPay(c *app.Caller, at string, m order.Method) error {
	switch {
	case m == order.EWalletOnline && c.Guest && c.CustomerID != 0:
		return nil // they spend what is theirs
	case m == order.EWalletOnline && !c.Guest:
		return c.Need(app.AnyOf{app.PayWallet, app.PayOtherOffline})
	}
	return MayTake(c, at, m)
}

// MayTake refuses a method that is not taken here, or not by this caller.
func MayTake(c *app.Caller, at string, m order.Method) error {
	need, ok := offline[m]
	if c.Guest {
		return app.Field(at, "is not available") // nobody takes a buyer's word for it
	}
	if payment.Online(m) {
		return app.Field(at, "needs a payment intent: name its transactionId")
	}
	if !ok {
		return app.Field(at, "is not available")
	}
	return c.Need(need)
}

// IsWallet tells the part of a payment that a wallet pays.
func IsWallet(s Split) bool { return s.Method == order.EWalletOnline }

// IsCredit tells what becomes credit of somebody.
func IsCredit(it order.Item) bool {
	return it.Type == catalog.GiftVoucher || it.Type == catalog.CashlessTopup
}
