package event

import (
	"encoding/json"
	"fmt"
	"marquee/handlers/web/office/screen"
	"net/url"
	"strings"

	"marquee/app/catalog"
	"marquee/app/sales/quote"
	"marquee/handlers/web/page"
)

// becomes is what comes of a price: what a buyer pays, what of it is tax, and what stays.
type becomes struct {
	Title string
	Lines []screen.MoneyLine
	Yours string
	// Inside are fees that are part of the price.
	Inside []string
}

// sum is what comes of the prices of a form. Text is in which language its texts are written, for the
// button that asks without scripts.
type sum struct {
	Op, Text string
	Prices   []becomes
}

// typedPrice is a price as a form holds it. An amount is nil where none was written.
type typedPrice struct {
	CurrencyID        int64
	BasePrice         *int64
	ProcessingFee     int64
	HideProcessingFee any // true or "true"
	SalesPointTypeID  int64
}

// priceFields are in front of all fields of prices.
const priceFields = "saleItemData.pricing."

// typed are the prices of a form as they stand in it now; nil where one cannot be read. What is
// wrong with it is told when it is saved.
func typed(f *screen.Form) []typedPrice {
	values := url.Values{}
	for _, from := range []url.Values{f.Values, f.Sent} {
		for name, all := range from {
			if strings.HasPrefix(name, priceFields) {
				values[name] = all
			}
		}
	}
	text, err := f.Route.Body(f.Visit.Reading(values))
	var in struct {
		SaleItemData struct{ Pricing []typedPrice }
	}
	if err != nil || json.Unmarshal(text, &in) != nil {
		return nil
	}
	return in.SaleItemData.Pricing
}

// allowed tells whether an amount is one that a price may have.
func allowed(f *screen.Form, path string, n int64) bool {
	d, _ := f.Route.FormField(path)
	return n >= 0 && (d.Max == nil || float64(n) <= *d.Max)
}

// comesTo works out what the prices of a form come to, by the arithmetic of baskets. There is
// nothing to say of the places of guests.
func comesTo(f *screen.Form, e int64, s *catalog.SaleItem) (*sum, error) {
	v := f.Visit
	if s.Type == catalog.GuestList || !v.Holds(quote.Previewers) {
		return nil, nil
	}
	all := &sum{Op: f.Op, Text: v.R.URL.Query().Get(screen.TextQuery)}
	for i, p := range typed(f) {
		at := fmt.Sprintf("%s%d.", priceFields, i)
		if p.BasePrice == nil || !allowed(f, at+"basePrice", *p.BasePrice) || !allowed(f, at+"processingFee", p.ProcessingFee) {
			continue
		}
		ask := quote.Preview{
			EventID: e, CurrencyID: v.Currency(p.CurrencyID).ID, Type: s.Type, Channel: soldAt(f, catalog.Channel(p.SalesPointTypeID)), Base: *p.BasePrice,
			ProcessingFee: p.ProcessingFee, HideProcessingFee: fmt.Sprint(p.HideProcessingFee) == "true", TaxBandID: s.TaxBandID,
		}
		out, err := quote.PreviewPrice(v.R.Context(), v.App, v.Caller, ask)
		if err != nil {
			return nil, err
		}
		all.Prices = append(all.Prices, becomesOf(v.View, *p.BasePrice, &out))
	}
	return all, nil
}

// soldAt is where a price counts: some fees are charged in one place alone. One for everywhere is
// taken for that of the shop, where it is sold there.
func soldAt(f *screen.Form, c catalog.Channel) catalog.Channel {
	if c != catalog.NoChannel {
		return c
	}
	sold := url.Values(f.Values)
	if f.Sent != nil {
		sold = f.Sent
	}
	if said := strings.Join(sold["saleItemData.salesChannels"], ""); said == catalog.ChannelBoxOffice {
		return catalog.BoxOffice
	}
	return catalog.Shop
}

// becomesOf says it in lines. What the buyer pays is a line where it is another amount than the
// price that was written.
func becomesOf(v *page.View, base int64, p *quote.Previewed) becomes {
	amount := func(n int64) string { return v.Amount(p.Currency, n) }
	out := becomes{Title: v.T("office.becomes", "amount", amount(base)), Yours: amount(p.Yours)}
	line := func(text string, n int64) {
		out.Lines = append(out.Lines, screen.MoneyLine{Text: text, Amount: amount(n)})
	}
	if p.Total != base {
		line(v.T("office.price"), p.Unit.Price)
	}
	for _, f := range p.Fees {
		if f.Absorbed {
			out.Inside = append(out.Inside, v.T("office.becomes_inside", "name", f.Name, "amount", amount(f.Charges.ProcessingFee)))
			continue
		}
		line(f.Name, f.Charges.Price)
	}
	if p.Total != base {
		line(v.T("office.becomes_paid"), p.Total)
	}
	if rate, one := oneRate(p); one {
		line(v.T("office.becomes_tax_at", "rate", v.Lang.Percent(rate)), p.Tax)
	} else {
		line(v.T("office.becomes_tax"), p.Tax)
	}
	return out
}

// oneRate is at which rate all of a price and its fees is taxed, if it is one.
func oneRate(p *quote.Previewed) (int64, bool) {
	for _, f := range p.Fees {
		if f.Charges.Price != 0 && f.Charges.TaxRate != p.Unit.TaxRate {
			return 0, false
		}
	}
	return p.Unit.TaxRate, true
}

// retyped fills a form in with what was typed so far, where the page is asked what comes of it.
func retyped(v *screen.Visit, f *screen.Form) error {
	sent, err := v.Given()
	if err == nil {
		f.Takes(sent)
	}
	return err
}
