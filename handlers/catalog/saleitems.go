package catalog

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type saleItemsIn struct {
	rest.Page
	wire.CursorIn
	ItemID      *rest.ID     `query:"itemId" blank:"true" doc:"Made from this inventory item."`
	EventID     *rest.ID     `query:"eventId" blank:"true"`
	ShopID      *rest.ID     `query:"shopId" blank:"true" doc:"Products of this shop."`
	Types       []string     `query:"types" enum:"ticket,product,guest_list,charity,season_ticket,cashless_product,cashless_topup,gift_voucher"`
	Include     rest.Include `query:"include" enum:"priceHistory" doc:"The 100 newest prices of each, the newest first."`
	LastUpdated *rest.Time   `query:"lastUpdated" blank:"true" date:"true" doc:"Those that changed at or after, with their inventory item and prices, oldest change first."`
	WithTrashed rest.Trashed `query:"withTrashed"`
	Currency    rest.Text    `header:"X-SERVICE-CURRENCY-ID" maxlen:"10" doc:"Number or code; the company's own when absent."`
}

type saleItemIn struct {
	ID          rest.ID      `query:"id" required:"true" min:"1"`
	Include     rest.Include `query:"include" enum:"event,parentSaleItems,taxBands,variants,eventTimeslots,conditionalTaxBands,conditionalTaxBands.taxBands"`
	WithTrashed rest.Trashed `query:"withTrashed"`
	Currency    rest.Text    `header:"X-SERVICE-CURRENCY-ID" maxlen:"10" doc:"Number or code; the company's own when absent."`
}

type saleItemListJSON struct {
	SaleItems []saleItemRow `json:"saleItems"`
	Timeslots []slotRow     `json:"timeslots"`
	Links     rest.Links    `json:"links"`
	Meta      rest.Meta     `json:"meta"`
}

type saleItemRow struct {
	_ rest.Of `rest:"saleItems"`
	saleItemJSON
	PriceHistory []pastPriceJSON `json:"priceHistory" rest:"include"`
}

// pastPriceJSON is a price row beside its sale item.
type pastPriceJSON struct {
	ID int64 `json:"id"`
	pastPriceAttributes
}

// pastPriceAttributes are a price row from the moment it came into force. A row never
// changes: another takes its place.
type pastPriceAttributes struct {
	CurrencyID          int64           `json:"currencyId"`
	BasePrice           int64           `json:"basePrice"`
	TotalPrice          int64           `json:"totalPrice"`
	ResellerFee         int64           `json:"resellerFee"`
	ProcessingFee       int64           `json:"processingFee"`
	SalesPointType      *salesPointJSON `json:"salesPointType"`
	CreatedBy           *int64          `json:"createdBy"`
	UpdatedBy           *int64          `json:"updatedBy"`
	IsDynamicallyPriced bool            `json:"isDynamicallyPriced"`
	Causer              *causerJSON     `json:"causer" doc:"The integration that changed the price; null when it was a user."`
	UpdatedAt           time.Time       `json:"updatedAt"`
}

type causerJSON struct {
	IntegrationID int64     `json:"integrationId"`
	CreatedAt     time.Time `json:"createdAt"`
}

// bundledItemJSON is a sale item that another one brings with it.
type bundledItemJSON struct {
	ID       int64 `json:"id"`
	Quantity int64 `json:"quantity"`
}

// bundledForms is null for what is no bundle.
func bundledForms(v *catalog.SaleItemView) (all []bundledItemJSON) {
	for _, b := range v.Bundled {
		all = append(all, bundledItemJSON{b.SaleItemID, b.Quantity})
	}
	return all
}

func pastPriceForms(history []catalog.PriceChange) []pastPriceJSON {
	out := []pastPriceJSON{}
	for _, h := range history {
		out = append(out, pastPriceJSON{h.ID, pastPriceForm(h)})
	}
	return out
}

func pastPriceForm(h catalog.PriceChange) pastPriceAttributes {
	return pastPriceAttributes{
		CurrencyID: h.Price.CurrencyID, BasePrice: h.Price.Base, TotalPrice: h.Price.Total(),
		ResellerFee: h.Price.ResellerFee, ProcessingFee: h.Price.ProcessingFee, SalesPointType: salesPointForm(h.Price.Channel),
		CreatedBy: wire.OrNull(h.UserID), UpdatedBy: wire.OrNull(h.UserID), UpdatedAt: h.At,
	}
}

type slotRow struct {
	_  rest.Of `rest:"timeslots"`
	ID int64   `json:"id"`
	slotJSON
}

// saleItemJSON is a sale item as lists show it.
type saleItemJSON struct {
	ID               int64            `json:"id"`
	ExternalID       *string          `json:"externalId"`
	ItemID           int64            `json:"itemId"`
	EventID          *int64           `json:"eventId"`
	EventTimeslotID  *int64           `json:"eventTimeslotId"`
	EventPriceBandID *int64           `json:"eventPriceBandId"`
	ShopID           *int64           `json:"shopId"`
	Type             catalog.ItemType `json:"type"`
	Name             string           `json:"name"`
	Description      *string          `json:"description"`
	BasePrice        *int64           `json:"basePrice"`
	TotalPrice       *int64           `json:"totalPrice"`
	ResellerFee      *int64           `json:"resellerFee"`
	ProcessingFee    *int64           `json:"processingFee"`
	VariableEnabled  bool             `json:"variablePriceEnabled"`
	VariableMin      *int64           `json:"variablePriceMin"`
	VariableMax      *int64           `json:"variablePriceMax"`
	CustomEnabled    bool             `json:"customPriceEnabled"`
	CustomRequired   bool             `json:"customPriceRequired"`
	wire.CurrencyFields
	AllPrices []priceJSON `json:"allPrices"`

	TotalStock       *int64            `json:"totalStock"`
	Sold             int64             `json:"sold"`
	Reserved         int64             `json:"reserved"`
	CurrentStock     *int64            `json:"currentStock"`
	ValidFrom        *time.Time        `json:"validFrom"`
	ValidUntil       *time.Time        `json:"validUntil"`
	MinOrderQuantity int64             `json:"minOrderQuantity"`
	MaxOrderQuantity *int64            `json:"maxOrderQuantity"`
	MultiplesOf      int64             `json:"multiplesOf"`
	BundledItems     []bundledItemJSON `json:"bundledItems"`
	BundledWith      []int64           `json:"bundledWith" deprecated:"true" doc:"Use bundledItems."`
	ParentSaleItemID *int64            `json:"parentSaleItemId"`
	OrderColumn      *int64            `json:"orderColumn"`

	HideProcessingFee  bool       `json:"hideProcessingFee"`
	HideResellerFee    bool       `json:"hideResellerFee"`
	HideFromBoxOffice  bool       `json:"hideFromBoxOffice"`
	HideFromShop       bool       `json:"hideFromShop"`
	HideWhenOffSale    bool       `json:"hideWhenOffSale"`
	HideWhenOutOfStock bool       `json:"hideWhenOutOfStock"`
	OnSaleFrom         *time.Time `json:"onSaleFrom"`
	OnSaleUntil        *time.Time `json:"onSaleUntil"`
	OnSale             bool       `json:"onSale"`
	wire.SoftStamps
	SeatingPlanAreas []int64 `json:"seatingPlanAreas"`
}

// priceJSON is one price row. Of the rows in a currency, that of the channel
// counts, else the one whose salesPointType is null.
type priceJSON struct {
	ID int64 `json:"id"`
	wire.CurrencyFields
	BasePrice       int64           `json:"basePrice"`
	TotalPrice      int64           `json:"totalPrice"`
	ResellerFee     int64           `json:"resellerFee"`
	ProcessingFee   int64           `json:"processingFee"`
	VariableEnabled bool            `json:"variablePriceEnabled"`
	VariableMin     *int64          `json:"variablePriceMin"`
	VariableMax     *int64          `json:"variablePriceMax"`
	CustomEnabled   bool            `json:"customPriceEnabled"`
	CustomRequired  bool            `json:"customPriceRequired"`
	SalesPointType  *salesPointJSON `json:"salesPointType"`

	AllIn rest.Opt[int64] `json:"allInPrice" doc:"What buyers are shown: with tax, and with the fees of the setting allInPrices; absent without that."`
}

type salesPointJSON struct {
	ID   int64  `json:"id"`
	Slug string `json:"slug"`
}

func saleItemForm(v *catalog.SaleItemView, currency company.Currency, ch catalog.Channel) saleItemJSON {
	out := saleItemJSON{
		ID: v.ID, ExternalID: wire.OrNull(v.ExternalID), ItemID: v.ItemID,
		EventID: wire.OrNull(v.EventID), EventTimeslotID: wire.OrNull(v.TimeslotID),
		Type: v.Type, Name: v.Item.Name, Description: wire.OrNull(v.Item.Description),
		CurrencyFields: wire.CurrencyFieldsOf(currency), AllPrices: []priceJSON{},
		TotalStock: v.Stock.Total, Sold: v.Stock.Sold, Reserved: v.Stock.Reserved, CurrentStock: v.Left(),
		ValidFrom: v.ValidFrom, ValidUntil: v.ValidUntil,
		MinOrderQuantity: v.MinOrder, MaxOrderQuantity: wire.OrNull(v.MaxOrder), MultiplesOf: max(v.MultiplesOf, 1),
		BundledWith: append([]int64{}, v.Bundles...), BundledItems: bundledForms(v), SeatingPlanAreas: append([]int64{}, v.Areas...), EventPriceBandID: wire.OrNull(v.PriceBandID), ShopID: wire.OrNull(v.ShopID),
		ParentSaleItemID: wire.OrNull(v.ParentID), OrderColumn: v.OrderColumn,
		HideFromBoxOffice: v.HideFromBoxOffice, HideFromShop: v.HideFromShop,
		HideWhenOffSale: v.HideWhenOffSale, HideWhenOutOfStock: v.HideWhenOutOfStock,
		OnSaleFrom: v.OnSaleFrom, OnSaleUntil: v.OnSaleUntil,
		SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
	}
	for i, p := range v.Prices {
		row := priceForm(p)
		if len(v.AllIn) > i {
			row.AllIn = rest.Some(v.AllIn[i])
		}
		out.AllPrices = append(out.AllPrices, row)
	}
	if p, ok := v.PriceFor(currency.ID, ch); ok {
		out.priced(p)
		out.OnSale = v.OnSale // without a price in the currency it cannot be bought
	}
	return out
}

// priced fills in the row that counts for the reader.
func (out *saleItemJSON) priced(p catalog.Price) {
	total := p.Total()
	out.BasePrice, out.TotalPrice, out.ResellerFee, out.ProcessingFee = &p.Base, &total, &p.ResellerFee, &p.ProcessingFee
	out.VariableEnabled, out.VariableMin, out.VariableMax = p.Variable, p.VariableMin, p.VariableMax
	out.CustomEnabled, out.CustomRequired = p.Custom, p.CustomRequired
	out.HideProcessingFee, out.HideResellerFee = p.HideProcessingFee, p.HideResellerFee
}

func priceForm(p catalog.Price) priceJSON {
	currency, _ := company.CurrencyByID(p.CurrencyID)
	return priceJSON{
		ID: p.ID, CurrencyFields: wire.CurrencyFieldsOf(currency),
		BasePrice: p.Base, TotalPrice: p.Total(), ResellerFee: p.ResellerFee, ProcessingFee: p.ProcessingFee,
		VariableEnabled: p.Variable, VariableMin: p.VariableMin, VariableMax: p.VariableMax,
		CustomEnabled: p.Custom, CustomRequired: p.CustomRequired, SalesPointType: salesPointForm(p.Channel),
	}
}

func salesPointForm(ch catalog.Channel) *salesPointJSON {
	if ch == catalog.NoChannel {
		return nil
	}
	return &salesPointJSON{int64(ch), ch.Slug()}
}

// saleItemDetailJSON is one sale item by itself.
type saleItemDetailJSON struct {
	saleItemJSON
	PriceBandID           *int64    `json:"priceBandId"`
	ScanningGracePeriod   int64     `json:"scanningGracePeriod"`
	AdditionalInformation *string   `json:"additionalInformation"`
	AttractsDiscount      bool      `json:"attractsDiscount"`
	CanBeDownloaded       bool      `json:"canBeDownloaded"`
	CanAccessStream       bool      `json:"canAccessStream"`
	Sharing               sharingIn `json:"sharing"`
	HideFromKiosk         bool      `json:"hideFromKiosk"`
	GroupID               *int64    `json:"groupId"`
	Prerequisites         []int64   `json:"prerequisites" doc:"Sale items that must be in the basket or owned."`
	PrerequisitesMode     string    `json:"prerequisitesMode" enum:"all,any" doc:"any: one is enough."`
	MaxPerCustomer        *int64    `json:"maxPerCustomer" doc:"How many one customer may have; null is no limit."`
	CustomerGroups        []int64   `json:"customerGroups" doc:"Only their members may buy it; none: everybody may."`
}

func saleItemDetail(v *catalog.SaleItemView, currency company.Currency) saleItemDetailJSON {
	return saleItemDetailJSON{
		saleItemJSON: saleItemForm(v, currency, wire.ReadChannel(false)), PriceBandID: wire.OrNull(v.PriceBandID), ScanningGracePeriod: v.GraceMinutes,
		AdditionalInformation: wire.OrNull(v.AdditionalInformation), AttractsDiscount: !v.NoDiscount,
		CanBeDownloaded: !v.NoDownload, CanAccessStream: !v.NoStream, Sharing: sharingIn(v.Sharing.String()), HideFromKiosk: v.HideFromKiosk,
		GroupID: wire.OrNull(v.GroupID), Prerequisites: append([]int64{}, v.Prerequisites...), PrerequisitesMode: prerequisitesMode(v),
		MaxPerCustomer: wire.OrNull(v.MaxPerCustomer), CustomerGroups: append([]int64{}, v.CustomerGroups...),
	}
}

func prerequisitesMode(v *catalog.SaleItemView) string {
	if v.AnyPrerequisite {
		return "any"
	}
	return "all"
}

// includeSaleItems adds the sale items of an event.
func includeSaleItems(in *rest.Included, items []catalog.SaleItemView, currency company.Currency) rest.Relation {
	refs := []rest.Ref{}
	for _, v := range items {
		refs = append(refs, rest.Ref{Type: "saleItems", ID: v.ID})
		in.Add("saleItems", v.ID, saleItemDetail(&v, currency))
	}
	return rest.Relation{Name: "saleItems", Data: refs}
}

func saleItems(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/sale-items", Summary: "List sale items", Tag: "Catalogue",
			Doc:   "With lastUpdated in the order of their changes; else those of an event or inventory item by orderColumn and id, all others by id. " + wire.CursorDoc,
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Fields: true, Limit: catalog.MaxItemPage,
		}, rest.OnList(a, listSaleItems)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/sale-item", Summary: "Retrieve a sale item", Tag: "Catalogue",
			Allow: app.ViewEvents, Fields: true,
		}, rest.On(a, viewSaleItem)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-items/move", Summary: "Move a sale item within its event", Tag: "Catalogue",
			Doc:   "The sale items of the event get order columns from 1 on.",
			Allow: app.EditEvents, Or: saleEditors,
		}, func(ctx context.Context, c *app.Caller, in moveSaleItemIn) (wire.SuccessJSON, error) {
			before, _ := in.BeforeID.Get()
			return wire.Done(catalog.MoveSaleItem(ctx, a, c, int64(in.ID), int64(before)))
		}),
	}
}

func listSaleItems(ctx context.Context, a *app.App, c *app.Caller, in saleItemsIn) (saleItemListJSON, list.Info, error) {
	out := saleItemListJSON{SaleItems: []saleItemRow{}, Timeslots: []slotRow{}, Links: in.Links(list.Empty())}
	_, currency, err := wire.Asked(ctx, a, c, in.Currency, "X-SERVICE-CURRENCY-ID")
	if err != nil {
		return out, list.Empty(), err
	}
	page, err := catalog.ListSaleItems(ctx, a, c, in.filter())
	out.Links, out.Meta = in.Links(page.Info), rest.MetaOf(page.Info)
	for _, v := range page.Items {
		out.SaleItems = append(out.SaleItems, saleItemRow{saleItemJSON: saleItemForm(&v, currency, wire.ReadChannel(false)), PriceHistory: pastPriceForms(v.History)})
	}
	for _, s := range page.Slots {
		out.Timeslots = append(out.Timeslots, slotRow{ID: s.ID, slotJSON: slotForm(s)})
	}
	return out, page.Info, err
}

func (in *saleItemsIn) filter() catalog.SaleItemFilter {
	f := catalog.SaleItemFilter{
		EventID: (*int64)(in.EventID), ItemID: (*int64)(in.ItemID), ShopID: (*int64)(in.ShopID), LastUpdated: in.LastUpdated.At(), WithTrashed: bool(in.WithTrashed),
		Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit},
		Channel: wire.ReadChannel(false), History: in.Include.Has("priceHistory"),
	}
	for _, t := range in.Types {
		f.Types = append(f.Types, catalog.ItemType(t))
	}
	return f
}

func viewSaleItem(ctx context.Context, a *app.App, c *app.Caller, in saleItemIn) (out rest.One[saleItemDetailJSON], err error) {
	own, currency, err := wire.Asked(ctx, a, c, in.Currency, "X-SERVICE-CURRENCY-ID")
	if err != nil {
		return out, err
	}
	d, err := catalog.ViewSaleItem(ctx, a, c, int64(in.ID), wire.ReadChannel(false), bool(in.WithTrashed))
	if err != nil {
		return out, err
	}
	out = writtenItem(&d.SaleItemView, saleItemDetail(&d.SaleItemView, currency))
	for _, name := range in.Include {
		if name == "event" && d.Event != nil {
			asked, err := askedAt(ctx, a, c, *d.Event)
			if err != nil {
				return out, err
			}
			out.Included.Add("events", d.Event.ID, eventDetailJSON{eventWritten(&own, d.Event, asked[d.Event.ID]), pageForm(&own, d.Event, a.Now())})
		}
		out.Data.Relationships = append(out.Data.Relationships, saleItemRelation(&out.Included, &d, name, currency))
	}
	return out, nil
}

// saleItemRelation gives the relationship that an include asks for. What does
// not exist yet is empty.
func saleItemRelation(in *rest.Included, d *catalog.SaleItemDetail, name string, currency company.Currency) rest.Relation {
	none := rest.Relation{Name: name, Data: (*rest.Ref)(nil)}
	switch {
	case name == "event" && d.Event != nil:
		return rest.Relation{Name: name, Data: rest.Ref{Type: "events", ID: d.Event.ID}}
	case name == "parentSaleItems" && d.Parent != nil:
		in.Add("saleItems", d.Parent.ID, saleItemDetail(d.Parent, currency))
		return rest.Relation{Name: name, Data: rest.Ref{Type: "saleItems", ID: d.Parent.ID}}
	case name == "taxBands" && d.TaxBand != nil:
		in.Add("taxBands", d.TaxBand.ID, wire.TaxBandForm(*d.TaxBand).Attributes)
		return rest.Relation{Name: name, Data: rest.Ref{Type: "taxBands", ID: d.TaxBand.ID}}
	case name == "eventTimeslots" && d.Slot != nil:
		in.Add("eventTimeslots", d.Slot.ID, slotForm(*d.Slot))
		return rest.Relation{Name: name, Data: rest.Ref{Type: "eventTimeslots", ID: d.Slot.ID}}
	case name == "event", name == "parentSaleItems", name == "taxBands", name == "eventTimeslots":
		return none
	}
	return rest.Relation{Name: name, Data: []rest.Ref{}}
}

func saleItemSelf(id int64) string { return fmt.Sprintf("/v1/sale-item?id=%d", id) }

// Beside lists what can be asked for beside a sale item; what it is made from always is.
func (saleItemDetailJSON) Beside() []rest.Kind {
	return append([]rest.Kind{
		{Type: "events", Attributes: eventDetailJSON{}}, {Type: "saleItems", Attributes: saleItemDetailJSON{}},
		{Type: "taxBands", Attributes: wire.TaxBandJSON{}}, {Type: "eventTimeslots", Attributes: slotJSON{}},
	}, wire.BesideSaleItem...)
}

type moveSaleItemIn struct {
	ID       rest.ID           `json:"id" required:"true" min:"1"`
	BeforeID rest.Opt[rest.ID] `json:"beforeId" blank:"true" doc:"The sale item of the same event that it is to stand in front of; behind all of them when absent or null."`
}
