package catalog

import (
	"encoding/json"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// saleItemFields are those that creating and changing a sale item share.
type saleItemFields struct {
	Pricing               *[]pricingFields    `json:"pricing" maxitems:"100" doc:"Replaces the rows of the currencies it names."`
	TotalStock            rest.Opt[int64]     `json:"totalStock" min:"0" max:"1000000000" doc:"Allocated to this sale item; null is no limit of its own."`
	ExternalID            rest.Opt[string]    `json:"externalId" maxlen:"255"`
	ParentSaleItemID      rest.Opt[rest.ID]   `json:"parentSaleItemId" blank:"true" doc:"Makes it an add-on."`
	MinOrderQuantity      rest.Opt[int64]     `json:"minOrderQuantity" min:"0" max:"1000000"`
	MaxOrderQuantity      rest.Opt[int64]     `json:"maxOrderQuantity" min:"0" max:"1000000"`
	MultiplesOf           rest.Opt[int64]     `json:"multiplesOf" min:"0" max:"1000000"`
	MaxPerCustomer        rest.Opt[int64]     `json:"maxPerCustomer" min:"0" max:"1000000" doc:"How many one customer may have, over all orders; null or 0 is no limit."`
	CustomerGroups        *[]rest.ID          `json:"customerGroups" maxitems:"100" doc:"Customer groups: only their members may buy it; none is everybody."`
	OrderColumn           rest.Opt[int64]     `json:"orderColumn" min:"-1000000" max:"1000000"`
	OnSaleFrom            rest.Opt[rest.Time] `json:"onSaleFrom" blank:"true"`
	OnSaleUntil           rest.Opt[rest.Time] `json:"onSaleUntil" blank:"true"`
	ValidFrom             rest.Opt[rest.Time] `json:"validFrom" blank:"true"`
	ValidUntil            rest.Opt[rest.Time] `json:"validUntil" blank:"true"`
	ScanningGracePeriod   rest.Opt[int64]     `json:"scanningGracePeriod" min:"0" max:"10080" doc:"In minutes, at both ends of validity."`
	TaxBandID             rest.Opt[rest.ID]   `json:"taxBandId" blank:"true" doc:"The company's default when null."`
	AttractsDiscount      *rest.Flag          `json:"attractsDiscount"`
	CanBeDownloaded       *rest.Flag          `json:"canBeDownloaded"`
	CanAccessStream       *rest.Flag          `json:"canAccessStream"`
	Sharing               *sharingIn          `json:"sharing" doc:"When units may be given to others: what the event says, never, before or after they were bought, or always; compulsory: each is given to somebody before it is bought."`
	HideWhenOffsale       *rest.Flag          `json:"hideWhenOffsale" doc:"The same as hideWhenOffSale."`
	HideWhenOffSale       *rest.Flag          `json:"hideWhenOffSale"`
	HideWhenOutOfStock    *rest.Flag          `json:"hideWhenOutOfStock"`
	HideFromKiosk         *rest.Flag          `json:"hideFromKiosk"`
	AdditionalInformation rest.Opt[string]    `json:"additionalInformation"`
	Prerequisites         *[]rest.ID          `json:"prerequisites" maxitems:"100" doc:"Sale items that must be in the basket or owned."`
	PrerequisitesMode     *string             `json:"prerequisitesMode" enum:"all,any" doc:"Whether all of them are needed, or one is enough."`
	GroupID               rest.Opt[rest.ID]   `json:"groupId" blank:"true" doc:"A sale-item group of the event, for tickets in no timeslot: they share its pool."`
	PriceBandID           rest.Opt[rest.ID]   `json:"priceBandId" blank:"true" doc:"A price band of the event's seating plan, for tickets: they sell its seats."`
	TopupCurrencyID       rest.Opt[rest.ID]   `json:"topupCurrencyId" blank:"true" doc:"Of a top-up: the tokens that it credits, a currency of the company's own. Null credits the money that it costs."`
	TopupTokenAmount      rest.Opt[int64]     `json:"topupTokenAmount" min:"1" max:"1000000000000" doc:"How many of them."`
	SalesChannels         *[]string           `json:"salesChannels" enum:"online,box_office" doc:"An empty list is sold nowhere."`
}

type pricingFields struct {
	CurrencyID        rest.ID   `json:"currencyId" required:"true"`
	BasePrice         *int64    `json:"basePrice" money:"true" min:"0" max:"1000000000000" doc:"In the minor unit of the currency. Required, but where the buyer names the amount: there it is what is suggested, and variablePriceMin or nothing when absent."`
	ProcessingFee     int64     `json:"processingFee" money:"true" min:"0" max:"1000000000000"`
	HideProcessingFee rest.Flag `json:"hideProcessingFee" doc:"The fee is contained in the base price."`
	HideResellerFee   rest.Flag `json:"hideResellerFee"`
	Variable          rest.Flag `json:"variablePrice" doc:"The buyer names the amount, within the bounds; null is open."`
	VariableMin       *int64    `json:"variablePriceMin" money:"true" min:"0" max:"1000000000000"`
	VariableMax       *int64    `json:"variablePriceMax" money:"true" min:"0" max:"1000000000000"`
	Custom            rest.Flag `json:"customPriceEnabled" doc:"Staff may name the amount at the till."`
	CustomRequired    rest.Flag `json:"customPriceRequired"`
	SalesPointTypeID  *int64    `json:"salesPointTypeId" enum:"1,2,7" doc:"Only on this channel: 1 shop, 2 box office, 7 kiosk; every channel without a row of its own when absent."`
}

// sharingIn says when units may be given to others.
type sharingIn string

// Values lists the rules.
func (sharingIn) Values() []string { return catalog.SharingRules() }

// change is the request as the business takes it.
func (in *saleItemFields) change() catalog.SaleItemChange {
	ch := catalog.SaleItemChange{
		TotalStock: wire.Maybe(in.TotalStock), ExternalID: wire.Maybe(in.ExternalID),
		ParentID: wire.MaybeID(in.ParentSaleItemID), TaxBandID: wire.MaybeID(in.TaxBandID),
		Channels: in.SalesChannels, HideFromKiosk: wire.Yes(in.HideFromKiosk),
		OnSaleFrom: wire.MaybeTime(in.OnSaleFrom), OnSaleUntil: wire.MaybeTime(in.OnSaleUntil),
		ValidFrom: wire.MaybeTime(in.ValidFrom), ValidUntil: wire.MaybeTime(in.ValidUntil),
		GraceMinutes: wire.Maybe(in.ScanningGracePeriod),
		MinOrder:     wire.Maybe(in.MinOrderQuantity), MaxOrder: wire.Maybe(in.MaxOrderQuantity), MultiplesOf: wire.Maybe(in.MultiplesOf),
		OrderColumn: wire.Maybe(in.OrderColumn), AdditionalInformation: wire.Maybe(in.AdditionalInformation),
		AttractsDiscount: wire.Yes(in.AttractsDiscount), CanBeDownloaded: wire.Yes(in.CanBeDownloaded),
		CanAccessStream: wire.Yes(in.CanAccessStream), HideWhenOffSale: wire.Yes(in.HideWhenOffSale),
		HideWhenOutOfStock: wire.Yes(in.HideWhenOutOfStock),
	}
	if ch.HideWhenOffSale == nil {
		ch.HideWhenOffSale = wire.Yes(in.HideWhenOffsale)
	}
	if in.Sharing != nil {
		ch.Sharing = new(catalog.ParseSharing(string(*in.Sharing)))
	}
	ch.TopupCurrencyID, ch.TopupAmount = wire.MaybeID(in.TopupCurrencyID), wire.Maybe(in.TopupTokenAmount)
	ch.GroupID, ch.PriceBandID = wire.MaybeID(in.GroupID), wire.MaybeID(in.PriceBandID)
	if in.PrerequisitesMode != nil {
		any := *in.PrerequisitesMode == "any"
		ch.AnyPrerequisite = &any
	}
	ch.MaxPerCustomer = wire.Maybe(in.MaxPerCustomer)
	if in.CustomerGroups != nil {
		list := wire.IDs(*in.CustomerGroups)
		ch.CustomerGroups = &list
	}
	if in.Prerequisites != nil {
		list := wire.IDs(*in.Prerequisites)
		ch.Prerequisites = &list
	}
	if in.Pricing != nil {
		rows := []catalog.Price{}
		for _, p := range *in.Pricing {
			rows = append(rows, p.price())
		}
		ch.Prices = &rows
	}
	return ch
}

func (in *pricingFields) price() catalog.Price {
	p := catalog.Price{
		CurrencyID: int64(in.CurrencyID), ProcessingFee: in.ProcessingFee,
		HideProcessingFee: bool(in.HideProcessingFee), HideResellerFee: bool(in.HideResellerFee),
		Variable: bool(in.Variable), VariableMin: in.VariableMin, VariableMax: in.VariableMax,
		Custom: bool(in.Custom), CustomRequired: bool(in.CustomRequired),
	}
	switch {
	case in.BasePrice != nil:
		p.Base = *in.BasePrice
	case p.Variable:
		p.Base = wire.Value(in.VariableMin)
	default:
		p.Unsaid = true
	}
	if in.SalesPointTypeID != nil {
		p.Channel = catalog.Channel(*in.SalesPointTypeID)
	}
	return p
}

// itemFields are those of the inventory item behind a sale item.
type itemFields struct {
	Name              *string          `json:"name" maxlen:"255"`
	Description       rest.Opt[string] `json:"description"`
	ExternalID        rest.Opt[string] `json:"externalId" maxlen:"255"`
	Website           rest.Opt[string] `json:"website" maxlen:"2000"`
	TotalStock        rest.Opt[int64]  `json:"totalStock" min:"0" max:"1000000000" doc:"Over all events; null is no limit."`
	HasUnlimitedStock *rest.Flag       `json:"hasUnlimitedStock" doc:"Beats totalStock when true."`
	RequiresApproval  *rest.Flag       `json:"requiresApproval"`
}

func (in *itemFields) change() catalog.ItemChange {
	return catalog.ItemChange{
		Name: in.Name, Description: wire.Maybe(in.Description), ExternalID: wire.Maybe(in.ExternalID), Website: wire.Maybe(in.Website),
		TotalStock: wire.Maybe(in.TotalStock), Unlimited: wire.Yes(in.HasUnlimitedStock), RequiresApproval: wire.Yes(in.RequiresApproval),
	}
}

type createSaleItemIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	Sale    struct {
		saleItemFields
		Timeslots []rest.Raw `json:"timeslots" maxitems:"30" doc:"Makes one sale item in each: the id of a timeslot, or {id, totalStock}."`
	} `json:"saleItemData" required:"true"`
	Item struct {
		ID *rest.ID `json:"id" doc:"An inventory item of the same type to link to, which is changed too."`
		itemFields
	} `json:"itemData" required:"true"`
}

// placeOf reads a timeslot to sell in: its id, or an object with its id and stock.
func placeOf(raw rest.Raw, field string) (catalog.SlotPlace, error) {
	var place struct {
		ID         json.Number `json:"id"`
		TotalStock *int64      `json:"totalStock"`
	}
	if json.Unmarshal(raw, &place.ID) != nil && json.Unmarshal(raw, &place) != nil {
		return catalog.SlotPlace{}, app.Field(field, "must be an integer")
	}
	id, err := wire.WholeNumber(place.ID.String(), field)
	if place.TotalStock == nil {
		return catalog.SlotPlace{ID: id}, err
	}
	return catalog.SlotPlace{ID: id, TotalStock: catalog.Is(*place.TotalStock)}, err
}

func (in createSaleItemIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	n := catalog.NewSaleItem{
		Type: typ, EventID: int64(in.EventID), Sale: in.Sale.change(), Item: in.Item.change(),
	}
	if in.Item.ID != nil {
		n.ItemID = int64(*in.Item.ID)
	}
	for i, raw := range in.Sale.Timeslots {
		place, err := placeOf(raw, fmt.Sprintf("saleItemData.timeslots.%d", i))
		if err != nil {
			return n, err
		}
		n.Slots = append(n.Slots, place)
	}
	return n, nil
}

type updateSaleItemIn struct {
	Sale struct {
		ID rest.ID `json:"id" required:"true" min:"1"`
		saleItemFields
	} `json:"saleItemData" required:"true"`
	Item itemFields `json:"itemData"`
	unchangedIn
}

// saleItemCreatedJSON calls the end of sale onSaleTo, as clients know it.
type saleItemCreatedJSON struct {
	wire.SaleItemStockJSON
	OnSaleTo *time.Time `json:"onSaleTo"`
	wire.SaleItemRulesJSON
}

// saleItemUpdatedJSON calls it by both its names.
type saleItemUpdatedJSON struct {
	wire.SaleItemStockJSON
	OnSaleTo    *time.Time `json:"onSaleTo"`
	OnSaleUntil *time.Time `json:"onSaleUntil"`
	wire.SaleItemRulesJSON
}

// writtenItem is the envelope of a sale item in the answer to its change.
func writtenItem[A any](v *catalog.SaleItemView, attributes A) rest.One[A] {
	out := rest.One[A]{Data: rest.Resource[A]{Type: "saleItems", ID: v.ID, Attributes: attributes, Self: saleItemSelf(v.ID)}}
	out.Data.Relationships = rest.Relations{wire.IncludeItem(&out.Included, v)}
	return out
}

func saleItemWrites(a *app.App) []rest.Route {
	var all []rest.Route
	for _, k := range []struct {
		path, noun string
		typ        catalog.ItemType
	}{{"/events/tickets", "ticket", catalog.Ticket}, {"/events/products", "product", catalog.Product}, {"/events/guest-lists", "guest list", catalog.GuestList}} {
		all = append(all, createSaleItem(a, k.path, k.noun, k.typ), updateSaleItem(a, k.path, k.noun, k.typ))
	}
	return all
}

func createSaleItem(a *app.App, path, noun string, typ catalog.ItemType) rest.Route {
	return makes[createSaleItemIn](a, rest.Spec{Path: path, Summary: "Put a " + noun + " on sale"}, typ, createdForm)
}

// createdForm is what a new sale item is answered with, updatedForm one that was changed.
func createdForm(v *catalog.SaleItemView) saleItemCreatedJSON {
	return saleItemCreatedJSON{wire.SaleItemStock(v), v.OnSaleUntil, wire.SaleItemRules(v)}
}

func updatedForm(v *catalog.SaleItemView) saleItemUpdatedJSON {
	return saleItemUpdatedJSON{wire.SaleItemStock(v), v.OnSaleUntil, v.OnSaleUntil, wire.SaleItemRules(v)}
}

func (in updateSaleItemIn) changed() (int64, catalog.SaleItemChange, catalog.ItemChange, error) {
	ch := in.Sale.change()
	ch.UnchangedSince = in.UnchangedSince.At()
	return int64(in.Sale.ID), ch, in.Item.change(), nil
}

func updateSaleItem(a *app.App, path, noun string, typ catalog.ItemType) rest.Route {
	return changes[updateSaleItemIn](a, rest.Spec{Path: path + "/update", Summary: "Change a " + noun + " on sale"}, typ, updatedForm)
}

// Beside is what it is made from.
func (saleItemCreatedJSON) Beside() []rest.Kind { return wire.BesideSaleItem }

// Beside is what it is made from.
func (saleItemUpdatedJSON) Beside() []rest.Kind { return wire.BesideSaleItem }
