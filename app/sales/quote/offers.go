package quote

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/app/wallet"
)

// PayOffers are the ways to pay for a basket that what lies in it, and who buys it, decide.
type PayOffers struct {
	// Deposit is what holds it until the rest is paid, nil: there is none.
	Deposit *terms.Offer
	// Wallet is that of the buyer who signed in, nil: they have none that pays for it.
	Wallet *wallet.Wallet
}

// PayOffersOf reads how a buyer may pay for an open basket beside the ways of its company.
// What is refused when it is paid is not offered.
func PayOffersOf(r app.Reader, c *app.Caller, b *order.Basket, now time.Time) (out PayOffers, err error) {
	if b.Order.Status != order.Active || b.Expired {
		return out, nil
	}
	if out.Deposit, err = depositFor(r, b, now); err != nil {
		return out, err
	}
	due := b.Order.Totals.Total - b.Deferred
	if c.CustomerID == 0 || due <= 0 || app.KindOf(MaySpendOn(r, b.Items)) != 0 {
		return out, nil
	}
	w, err := wallet.ToSpend(r, c.CustomerID, b.Order.CurrencyID, due)
	switch {
	case err == nil:
		out.Wallet = &w
	case app.KindOf(err) != 0:
		err = nil
	}
	return out, err
}

// depositFor is the deposit that a basket can be paid by, nil without one.
func depositFor(r app.Reader, b *order.Basket, now time.Time) (*terms.Offer, error) {
	if b.Order.Modifies != 0 || slices.ContainsFunc(b.Items, func(it order.Item) bool { return it.FromSeller() }) {
		return nil, nil
	}
	cache, ask := catalog.NewCache(r), terms.Basket{Total: b.Order.Totals.Total, CurrencyID: b.Order.CurrencyID, Channel: b.Order.Channel}
	var kinds []*catalog.Goods
	for i := range b.Items {
		g, err := cache.Get(b.Items[i].SaleItemID)
		if err != nil {
			return nil, err
		}
		kinds, ask.Fees = append(kinds, g), ask.Fees+b.Items[i].KeptFees(true, true)
	}
	ask.Events = rules.EventsOf(kinds)
	o, err := terms.OfferOf(r, ask, now)
	if app.KindOf(err) != 0 {
		return nil, nil
	}
	return &o, err
}

// MaySpendOn refuses what is never bought from a wallet: it would make credit that can be
// cashed out, or given away, of credit that cannot.
func MaySpendOn(r app.Reader, items []order.Item) error {
	allowed, err := wallet.SettingsOf(r)
	switch {
	case err != nil:
		return err
	case allowed.NoSpending:
		return app.Field("paymentMethod", "is not available")
	}
	if slices.ContainsFunc(items, rules.IsCredit) {
		return app.Field("paymentMethod", "buys no vouchers and no top-ups")
	}
	return nil
}
