package rules

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
)

// GivenAway tells whether nothing is paid for what is sold.
func GivenAway(parts []Split) bool {
	return len(parts) == 1 && parts[0].Method == order.ComplimentaryMethod
}

// CheckGivenAway refuses to give away what is not given away.
func CheckGivenAway(b *Basket, now Share) error {
	switch {
	case b.Order.Modifies != 0:
		return app.Field("paymentMethod", "is not possible for an order that is changed")
	case now.Total != b.Totals().Total:
		return app.Field("paymentMethod", "is not possible with a deposit")
	case len(b.Units.FromSellers()) > 0:
		return app.Field("paymentMethod", "is not possible for what others sell on")
	}
	return nil
}

// Pay notes the parts that pay a share, each with its part of the tax and the fees. What is
// complimentary is not paid. A part from a wallet is of the one that is named.
func Pay(b *Basket, userID, walletID int64, now Share, parts []Split) []order.Transaction {
	t := now.Totals
	if GivenAway(parts) {
		t = money.Totals{}
	}
	amounts, noted := make([]int64, len(parts)), make([]order.Transaction, len(parts))
	for i, p := range parts {
		amounts[i] = p.Amount
	}
	tax, fees := money.Share(t.Tax, amounts), money.Share(t.Fees, amounts)
	for i, p := range parts {
		noted[i] = order.Transaction{
			Total: p.Amount, Type: string(p.Method), Status: order.TransactionSuccess, UserID: userID,
			Tax: tax[i], Fees: fees[i], Deposit: now.Deposit != nil,
		}
		if IsWallet(p) {
			noted[i].WalletID = walletID
		}
		b.Order.Totals.Paid += p.Amount
		b.PaidBy(p.Method)
	}
	if len(parts) == 0 && b.Carried() == 0 {
		b.PaidBy(order.Free)
	}
	b.Order.UserID = userID
	return noted
}

// Carry notes what was paid for the order that this one takes the place of: what wallets had
// paid by itself, as it goes back to them.
func Carry(b *Basket, noted []order.Transaction) (all []order.Transaction) {
	n := b.Carried()
	from, amounts := CarriedFrom(MoveOut(noted, n, 0))
	t, left := b.Totals(), b.Rest()
	tax, fees := money.Share(t.Tax-left.Tax, amounts), money.Share(t.Fees-left.Fees, amounts)
	for i, amount := range amounts {
		if amount != 0 {
			all = append(all, order.Transaction{
				Total: amount, Type: CarriedAs(&b.Order), Status: order.TransactionSuccess, UserID: b.Caller.UserID, Tax: tax[i], Fees: fees[i], Carries: from[i],
			})
		}
	}
	b.Order.Totals.Paid += n
	b.PaidBy(order.Method(CarriedAs(&b.Order)))
	return all
}

// NoteCredits notes on top-ups what they credit.
func NoteCredits(b *Basket) {
	for _, u := range b.Units {
		if u.Type != catalog.CashlessTopup {
			continue
		}
		g := b.Goods[u.SaleItemID]
		c := order.Credit{CurrencyID: b.Order.CurrencyID, Amount: u.Base}
		if row, ok := g.PriceFor(b.Order.CurrencyID, u.PricedFor(&b.Order)); ok && u.Bundled() {
			c.Amount = row.Base
		}
		if g.TopupCurrencyID != 0 {
			c = order.Credit{CurrencyID: g.TopupCurrencyID, Amount: g.TopupAmount}
		}
		if c.Amount > 0 {
			u.Credit, u.Changed = &c, true
		}
	}
}

// GiveCode gives a unit its barcode, in the form that its event says. Codes of add-ons do
// not rotate: gates offer them to the operator together with their ticket.
func GiveCode(b *Basket, u *Unit, barcode string) {
	u.Barcode, u.Form = barcode, form.Plain
	if e := b.Goods[u.SaleItemID].Event; e != nil {
		u.Form = e.CodeForm(b.Company, u.Type, u.SecureDisabled || u.ParentItemID != 0 || u.Parent != nil)
	}
}

// MarkSold makes sold units of reserved ones, and gives each that a gate reads a barcode of its
// own. It tells whether one had a barcode before.
func MarkSold(b *Basket, barcode func() string) (known bool) {
	for _, u := range b.Units {
		u.Sold, u.Access, u.Changed = true, 0, true
		known = known || u.Barcode != ""
		if u.Barcode == "" && u.Type.HasCode() && !(u.RequiresApproval && u.ApprovedAt == nil) {
			GiveCode(b, u, barcode())
		}
	}
	return known
}

// OpenGates lets gates take what they read of the order, as if it were sold.
func OpenGates(b *Basket, barcode func() string) {
	b.Order.Instant = true
	for _, u := range b.Units {
		if !u.Type.Scannable() || u.RequiresApproval && u.ApprovedAt == nil {
			continue
		}
		if u.Access, u.Changed = order.AccessOpen, true; u.Barcode == "" {
			GiveCode(b, u, barcode())
		}
	}
}
