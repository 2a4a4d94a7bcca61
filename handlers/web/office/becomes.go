package office

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"marquee/app/catalog"
	"marquee/app/sales/quote"
	"marquee/handlers/web/page"
)

// becomes is what comes of a price: what a buyer pays, what of it is tax, and what stays.
type becomes struct {
	Title string
	Lines []moneyLine
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
func (f *form) typed() []typedPrice {
	values := url.Values{}
	for _, from := range []url.Values{f.values, f.sent} {
		for name, all := range from {
			if strings.HasPrefix(name, priceFields) {
				values[name] = all
			}
		}
	}
	text, err := f.route.Body(f.visit.reading(values))
	var in struct {
		SaleItemData struct{ Pricing []typedPrice }
	}
	if err != nil || json.Unmarshal(text, &in) != nil {
		return nil
	}
	return in.SaleItemData.Pricing
}

// allowed tells whether an amount is one that a price may have.
func (f *form) allowed(path string, n int64) bool {
	d, _ := f.route.FormField(path)
	return n >= 0 && (d.Max == nil || float64(n) <= *d.Max)
}

// becomes works out what the prices of a form come to, by the arithmetic of baskets. There is
// nothing to say of the places of guests.
func (f *form) becomes(e int64, s *catalog.SaleItem) (*sum, error) {
	v := f.visit
	if s.Type == catalog.GuestList || !v.holds(quote.Previewers) {
		return nil, nil
	}
	all := &sum{Op: f.Op, Text: v.r.URL.Query().Get(textQuery)}
	for i, p := range f.typed() {
		at := fmt.Sprintf("%s%d.", priceFields, i)
		if p.BasePrice == nil || !f.allowed(at+"basePrice", *p.BasePrice) || !f.allowed(at+"processingFee", p.ProcessingFee) {
			continue
		}
		ask := quote.Preview{
			EventID: e, CurrencyID: v.currency(p.CurrencyID).ID, Type: s.Type, Channel: soldAt(f, catalog.Channel(p.SalesPointTypeID)), Base: *p.BasePrice,
			ProcessingFee: p.ProcessingFee, HideProcessingFee: fmt.Sprint(p.HideProcessingFee) == "true", TaxBandID: s.TaxBandID,
		}
		out, err := quote.PreviewPrice(v.r.Context(), v.app, v.caller, ask)
		if err != nil {
			return nil, err
		}
		all.Prices = append(all.Prices, becomesOf(v.view, *p.BasePrice, &out))
	}
	return all, nil
}

// soldAt is where a price counts: some fees are charged in one place alone. One for everywhere is
// taken for that of the shop, where it is sold there.
func soldAt(f *form, c catalog.Channel) catalog.Channel {
	if c != catalog.NoChannel {
		return c
	}
	sold := url.Values(f.values)
	if f.sent != nil {
		sold = f.sent
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
	line := func(text string, n int64) { out.Lines = append(out.Lines, moneyLine{Text: text, Amount: amount(n)}) }
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
func retyped(v *visit, f *form) error {
	sent, err := v.given()
	if err == nil {
		f.takes(sent)
	}
	return err
}
