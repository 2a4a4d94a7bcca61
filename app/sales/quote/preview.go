package quote

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// Previewers may ask what a price becomes: whoever may set one.
var Previewers = app.AnyOf{app.EditEvents, app.EditSaleData, app.CreateEvents}

// Preview asks what a price becomes that nobody has to pay yet.
type Preview struct {
	// EventID is 0 for what belongs to none. The currency is one of the company.
	EventID, CurrencyID int64
	Type                catalog.ItemType
	Channel             catalog.Channel
	// Base and ProcessingFee are those of the price row; the fee is hidden in the price or not.
	Base, ProcessingFee int64
	HideProcessingFee   bool
	// TaxBandID is 0 for the company's default.
	TaxBandID int64
}

// Previewed is what one unit costs somebody who is not known, in a basket with nothing else.
type Previewed struct {
	Currency company.Currency
	Unit     money.Charges
	Fees     []PreviewedFee
	// Total is all that is paid, Tax what of it is tax, and Yours the rest.
	Total, Tax, Yours int64
}

// PreviewedFee is a fee that such a basket is charged.
type PreviewedFee struct {
	Name    string
	Per     fee.Per
	Charges money.Charges
	// Absorbed: it is inside the price.
	Absorbed bool
}

// PreviewPrice computes it as a basket does.
func PreviewPrice(ctx context.Context, a *app.App, c *app.Caller, in Preview) (out Previewed, err error) {
	err = a.View(ctx, c, Previewers, func(r app.Reader) error {
		out, err = in.compute(r, a.Now())
		return err
	})
	return out, err
}

// check finds what the request names.
func (in *Preview) check(r app.Reader) error {
	if in.TaxBandID != 0 {
		if _, err := company.TaxBandByID(r, in.TaxBandID); err != nil {
			return app.Field("taxBandId", "does not exist")
		}
	}
	if in.EventID == 0 {
		return nil
	}
	there, err := catalog.EventExists(r, in.EventID)
	if err == nil && !there {
		err = app.Missing("event")
	}
	return err
}

// compute is what a basket with one unit is charged.
func (in *Preview) compute(r app.Reader, now time.Time) (out Previewed, err error) {
	if err := in.check(r); err != nil {
		return out, err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	cache, unknown := catalog.NewCache(r), TaxedCustomer(r, 0)
	g := &catalog.Goods{SaleItem: &catalog.SaleItem{EventID: in.EventID, Type: in.Type, TaxBandID: in.TaxBandID}}
	_, levy, err := TaxOf(cache, g, in.EventID, unknown)
	if err != nil {
		return out, err
	}
	row := catalog.Price{CurrencyID: in.CurrencyID, Base: in.Base, ProcessingFee: in.ProcessingFee, HideProcessingFee: in.HideProcessingFee}
	offered := rules.Offer(own, row)
	offered.TaxMode = rules.ModeOf(offered.TaxMode, levy)
	out.Currency, _ = company.CurrencyByID(in.CurrencyID)
	out.Unit, _ = money.PriceUnit(offered, nil, levy.Rate)
	if out.Fees, err = in.fees(r, own, cache, now); err != nil {
		return out, err
	}
	out.Total, out.Tax = out.Unit.Price, out.Unit.Tax
	for _, f := range out.Fees {
		out.Total, out.Tax = out.Total+f.Charges.Price, out.Tax+f.Charges.Tax
	}
	out.Yours = out.Total - out.Tax
	return out, nil
}

// fees are those that the basket is charged. Nothing is delivered.
func (in *Preview) fees(r app.Reader, own *company.Company, cache *catalog.Cache, now time.Time) (all []PreviewedFee, err error) {
	if !own.ChargesFees {
		return nil, nil
	}
	var events []int64
	if in.EventID != 0 {
		events = []int64{in.EventID}
	}
	known, err := fee.For(r, events)
	if err != nil {
		return nil, err
	}
	b := fee.Basket{CurrencyID: in.CurrencyID, Channel: in.Channel, Now: now, Units: []fee.Unit{{EventID: in.EventID, Type: in.Type, Base: in.Base}}}
	for _, c := range fee.Charges(known, b) {
		g, err := cache.Get(c.Fee.SaleItemID)
		if err != nil {
			return nil, err
		}
		_, levy, err := TaxOf(cache, g, c.EventID, TaxedCustomer(r, 0))
		if err != nil {
			return nil, err
		}
		charged := money.ChargeFee(c.Amount, c.Fee.Absorbed, levy.Rate, rules.ModeOf(order.TaxModeOf(own), levy))
		all = append(all, PreviewedFee{Name: g.Item.Name, Per: c.Fee.Per, Charges: charged, Absorbed: c.Fee.Absorbed})
	}
	return all, nil
}
