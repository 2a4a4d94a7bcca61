package sales

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/sales/quote"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type pricePreviewIn struct {
	EventID           *rest.ID    `query:"eventId" min:"1" doc:"Its fees and those of the company count; without it only those of the company."`
	BasePrice         int64       `query:"basePrice" required:"true" min:"0" max:"10000000000" doc:"Minor units, as in the pricing of a sale item."`
	ProcessingFee     int64       `query:"processingFee" min:"0" max:"10000000000" doc:"Minor units."`
	HideProcessingFee rest.Flag   `query:"hideProcessingFee" doc:"The processing fee is inside the base price."`
	CurrencyID        rest.Text   `query:"currencyId" maxlen:"3" doc:"Number or code; the company's first when absent."`
	TaxBandID         *rest.ID    `query:"taxBandId" min:"1" doc:"The company's default when absent."`
	ItemType          previewType `query:"itemType" doc:"ticket when absent."`
	SalesChannel      string      `query:"salesChannel" enum:"online,box_office" doc:"Where it is sold: some fees are charged in one of them; online when absent."`
}

// previewType is a kind of goods whose price somebody may set.
type previewType string

// Values are those of the API.
func (previewType) Values() []string {
	return []string{string(catalog.Ticket), string(catalog.Product), string(catalog.Charity)}
}

type pricePreviewJSON struct {
	CurrencyCode string           `json:"currencyCode"`
	Price        int64            `json:"price" doc:"What one unit costs by itself. Minor units, as all amounts here."`
	TaxRate      float64          `json:"taxRate" doc:"In percent."`
	Fees         []previewFeeJSON `json:"fees" doc:"What a basket with that unit alone is charged beside it."`
	Total        int64            `json:"total" doc:"All that is paid."`
	Tax          int64            `json:"tax" doc:"What of the total is tax."`
	Net          int64            `json:"net" doc:"The total without its tax: what stays, before the payment gateway takes its share."`
}

type previewFeeJSON struct {
	Name       string `json:"name"`
	Per        string `json:"per" doc:"item, event or order: what it is charged once for."`
	Price      int64  `json:"price" doc:"What it adds; nothing where it is absorbed."`
	IsAbsorbed bool   `json:"isAbsorbed" doc:"It is inside the price."`
}

func pricePreviews(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/price-preview", Summary: "Preview what a price becomes", Tag: "Catalogue",
			Doc:   "What a buyer who is not known pays for one unit, with tax and fees, by the arithmetic of baskets, and what of it stays. Nothing is made.",
			Allow: app.EditEvents, Or: []app.Ability{app.EditSaleData, app.CreateEvents},
		}, func(ctx context.Context, c *app.Caller, in pricePreviewIn) (pricePreviewJSON, error) {
			_, cur, err := wire.Asked(ctx, a, c, in.CurrencyID, "currencyId")
			if err != nil {
				return pricePreviewJSON{}, err
			}
			ask := quote.Preview{
				EventID: int64(wire.Value(in.EventID)), CurrencyID: cur.ID, Type: catalog.Ticket, Channel: catalog.Shop, Base: in.BasePrice,
				ProcessingFee: in.ProcessingFee, HideProcessingFee: bool(in.HideProcessingFee), TaxBandID: int64(wire.Value(in.TaxBandID)),
			}
			if in.ItemType != "" {
				ask.Type = catalog.ItemType(in.ItemType)
			}
			if in.SalesChannel == catalog.ChannelBoxOffice {
				ask.Channel = catalog.BoxOffice
			}
			p, err := quote.PreviewPrice(ctx, a, c, ask)
			return pricePreviewForm(&p), err
		}),
	}
}

func pricePreviewForm(p *quote.Previewed) pricePreviewJSON {
	out := pricePreviewJSON{
		CurrencyCode: p.Currency.Code, Price: p.Unit.Price, TaxRate: float64(p.Unit.TaxRate) / money.RateUnit, Fees: []previewFeeJSON{},
		Total: p.Total, Tax: p.Tax, Net: p.Yours,
	}
	for _, f := range p.Fees {
		out.Fees = append(out.Fees, previewFeeJSON{f.Name, string(f.Per), f.Charges.Price, f.Absorbed})
	}
	return out
}
