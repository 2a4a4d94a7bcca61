package catalog

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// charityFields are those that creating and changing a donation share.
type charityFields struct {
	Pricing         *[]charityPricingFields `json:"pricing" maxitems:"100" doc:"Replaces the rows of the currencies it names."`
	AttractsGiftAid *rest.Flag              `json:"attractsGiftAid"`
	AttractsGiftaid *rest.Flag              `json:"attractsGiftaid" doc:"The same as attractsGiftAid."`
}

type charityPricingFields struct {
	pricingFields
	ProcessingFeePercent *float64 `json:"processingFeePercent" min:"0" max:"100" doc:"Of the base price, or of the amount that the buyer names; at most two decimals. Above zero it counts in place of processingFee."`
}

// change is the request as the business takes it.
func (in *charityFields) change() (catalog.SaleItemChange, error) {
	ch := catalog.SaleItemChange{AttractsGiftAid: wire.Yes(in.AttractsGiftAid)}
	if ch.AttractsGiftAid == nil {
		ch.AttractsGiftAid = wire.Yes(in.AttractsGiftaid)
	}
	if in.Pricing == nil {
		return ch, nil
	}
	rows := []catalog.Price{}
	for i := range *in.Pricing {
		row := &(*in.Pricing)[i]
		price := row.price()
		percent, err := wire.Percent(row.ProcessingFeePercent, fmt.Sprintf("saleItemData.pricing.%d.processingFeePercent", i))
		if err != nil {
			return ch, err
		}
		if percent != nil {
			price.ProcessingPercent = *percent
		}
		rows = append(rows, price)
	}
	ch.Prices = &rows
	return ch, nil
}

// charityItemFields are those of the inventory item behind a donation.
type charityItemFields struct {
	Name        *string          `json:"name" maxlen:"255"`
	ExternalID  rest.Opt[string] `json:"externalId" maxlen:"255"`
	Description rest.Opt[string] `json:"description"`
	Website     rest.Opt[string] `json:"website" maxlen:"2000"`
}

func (in *charityItemFields) change() catalog.ItemChange {
	return catalog.ItemChange{
		Name: in.Name, Description: wire.Maybe(in.Description), ExternalID: wire.Maybe(in.ExternalID), Website: wire.Maybe(in.Website),
	}
}

type createCharityIn struct {
	EventID rest.ID           `json:"eventId" required:"true" min:"1"`
	Sale    charityFields     `json:"saleItemData" required:"true"`
	Item    charityItemFields `json:"itemData" required:"true"`
}

type updateCharityIn struct {
	Sale struct {
		ID rest.ID `json:"id" required:"true" min:"1"`
		charityFields
	} `json:"saleItemData" required:"true"`
	Item charityItemFields `json:"itemData"`
}

// charityCreatedJSON spells the tax relief as clients know it, and as requests do.
type charityCreatedJSON struct {
	AttractsGiftaid bool `json:"attractsGiftaid"`
	AttractsGiftAid bool `json:"attractsGiftAid"`
	wire.Stamps
}

// charityUpdatedJSON has one more spelling, which the answer to a change has always had.
type charityUpdatedJSON struct {
	charityCreatedJSON
	AttractsGiftaidt bool `json:"attractsGiftaidt" doc:"The same as attractsGiftaid."`
}

func charityForm(v *catalog.SaleItemView) charityCreatedJSON {
	return charityCreatedJSON{v.AttractsGiftAid, v.AttractsGiftAid, wire.StampsOf(v.CreatedAt, v.UpdatedAt)}
}

const charityDoc = "A donation carries no tax, is never reduced and has no stock. Its price is fixed, or named by the buyer; it is never free."

func (in createCharityIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	sale, err := in.Sale.change()
	return catalog.NewSaleItem{Type: typ, EventID: int64(in.EventID), Sale: sale, Item: in.Item.change()}, err
}

func (in updateCharityIn) changed() (int64, catalog.SaleItemChange, catalog.ItemChange, error) {
	sale, err := in.Sale.change()
	return int64(in.Sale.ID), sale, in.Item.change(), err
}

func charities(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createCharityIn](a, rest.Spec{Path: "/events/charities", Summary: "Ask for donations at an event", Doc: charityDoc}, catalog.Charity, charityForm),
		changes[updateCharityIn](a, rest.Spec{Path: "/events/charities/update", Summary: "Change a donation", Doc: charityDoc}, catalog.Charity,
			func(v *catalog.SaleItemView) charityUpdatedJSON {
				return charityUpdatedJSON{charityForm(v), v.AttractsGiftAid}
			}),
	}
}

// Beside is what it is made from.
func (charityCreatedJSON) Beside() []rest.Kind { return wire.BesideSaleItem }
