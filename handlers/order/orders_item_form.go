package order

import (
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// orderItemJSON is an item inside its order.
type orderItemJSON struct {
	_                    rest.Of          `rest:"orderItems"`
	ID                   int64            `json:"id"`
	SaleItemID           int64            `json:"saleItemId"`
	BundleLead           *int64           `json:"bundleLeadOrderItemId"`
	Producing            *int64           `json:"producingOrderItemId"`
	CustomerID           *int64           `json:"customerId"`
	TopupCurrencyID      *int64           `json:"topupCurrencyId"`
	ItemSaleName         string           `json:"itemSaleName" doc:"The name at the moment of sale."`
	ItemName             *string          `json:"itemName" doc:"The name now."`
	ItemType             catalog.ItemType `json:"itemType"`
	ItemTypeName         string           `json:"itemTypeName"`
	ItemID               *int64           `json:"itemId"`
	FullSpaceName        *string          `json:"fullSpaceName"`
	SpaceNameParts       *spacePartsJSON  `json:"spaceNameParts"`
	PriceBand            *string          `json:"priceBand"`
	Barcode              *string          `json:"barcode"`
	Price                int64            `json:"price"`
	TaxRate              float64          `json:"taxRate" doc:"Percent."`
	TaxBandID            *int64           `json:"taxBandId"`
	Tax                  int64            `json:"tax"`
	ReverseChargeTax     int64            `json:"reverseChargeTax" doc:"What the buyer accounts for; tax and its rate are 0 then."`
	ReverseChargeTaxRate float64          `json:"reverseChargeTaxRate" doc:"Percent."`
	BaseTax              int64            `json:"baseTax"`
	ProcessingTax        int64            `json:"processingTax"`
	ProcessingFee        int64            `json:"processingFee"`
	HideProcessingFee    bool             `json:"hideProcessingFee"`
	ResellerTax          int64            `json:"resellerTax"`
	ResellerFee          int64            `json:"resellerFee"`
	HideResellerFee      bool             `json:"hideResellerFee"`
	Refunded             int64            `json:"refunded"`
	RefundedAmount       int64            `json:"refundedAmount"`
	ProtectionSnake      wire.Protection  `json:"protection_status"`
	Protection           wire.Protection  `json:"protectionStatus"`
	RequiresApproval     bool             `json:"requiresApproval"`
	IsValid              bool             `json:"isValid"`
	ValidFrom            *time.Time       `json:"validFrom"`
	ValidTo              *time.Time       `json:"validTo"`
	EventStartDate       *time.Time       `json:"eventStartDate"`
	EventEndDate         *time.Time       `json:"eventEndDate"`
	CustomerName         *string          `json:"customerName" needs:"customers.view"`
	NamedHolder          *string          `json:"namedHolder" needs:"customers.view"`
	CustomerEmail        *string          `json:"customerEmail" needs:"customers.view"`
	DetailsUnknown       bool             `json:"customerDetailsUnknown"`
	Notes                *string          `json:"notes"`
	wire.SoftStamps
	ApprovedAt         *time.Time           `json:"approvedAt"`
	RejectedAt         *time.Time           `json:"rejectedAt"`
	CancelledAt        *time.Time           `json:"cancelledAt"`
	EventID            *int64               `json:"eventId"`
	EventName          *string              `json:"eventName"`
	TicketName         *string              `json:"ticketName"`
	Venue              *wire.OrderVenueJSON `json:"venue"`
	Replaced           *replacedJSON        `json:"replacedOrderItem"`
	DownloadURL        *rest.Path           `json:"downloadUrl" needs:"customers.view"`
	AppleWalletPassURL *rest.Path           `json:"appleWalletPassUrl" needs:"customers.view" doc:"Its pass as a .pkpass file; null where the company makes none."`
	OldBarcodes        []oldBarcodeJSON     `json:"historicBarcodes" rest:"include"`
}

// spacePartsJSON names a seat.
type spacePartsJSON struct {
	Name  string `json:"name"`
	Table string `json:"table"`
	Area  string `json:"area"`
	Block string `json:"block"`
	Row   string `json:"row"`
	Stand string `json:"stand"`
}

// replacedJSON is the item that another one took the place of.
type replacedJSON struct {
	Type        string `json:"type" enum:"resale,modification"`
	OrderItemID int64  `json:"orderItemId"`
	OrderID     int64  `json:"orderId"`
}

type oldBarcodeJSON struct {
	ID          int64     `json:"id"`
	OrderItemID int64     `json:"orderItemId"`
	OldBarcode  string    `json:"oldBarcode"`
	NewBarcode  string    `json:"newBarcode"`
	ChangedAt   time.Time `json:"changedAt"`
}

// item writes an item into the form of its order.
func (x *ordersAround) item(it *order.Item, out *orderItemJSON) {
	processingTax, resellerTax := it.FeeTaxes()
	*out = orderItemJSON{
		ID: it.ID, SaleItemID: it.SaleItemID, ItemID: wire.Shown(&it.ItemID),
		BundleLead: wire.Shown(&it.LeadItemID), Producing: wire.Shown(&it.ProducingItemID), CustomerID: wire.Shown(&it.CustomerID),
		ItemSaleName: it.SaleName, ItemType: it.Type, ItemTypeName: it.Type.DisplayName(),
		Barcode: wire.Shown(&it.Barcode), Price: it.Price,
		TaxRate: float64(it.TaxRate) / company.RateUnit, TaxBandID: wire.Shown(&it.TaxBandID), Tax: it.Tax, BaseTax: it.BaseTax,
		ReverseChargeTax: it.ReverseTax(), ReverseChargeTaxRate: float64(it.ReverseRate) / company.RateUnit,
		ProcessingTax: processingTax, ProcessingFee: it.ProcessingFee, HideProcessingFee: it.HideProcessingFee,
		ResellerTax: resellerTax, ResellerFee: it.ResellerFee, HideResellerFee: it.HideResellerFee,
		Refunded: it.Refunded, RefundedAmount: it.Refunded, ProtectionSnake: wire.Protection(it.ProtectionNow().String()), Protection: wire.Protection(it.ProtectionNow().String()),
		RequiresApproval: it.RequiresApproval, IsValid: it.Valid(), ValidFrom: it.ValidFrom, ValidTo: it.ValidTo,
		NamedHolder: wire.Shown(&it.NamedHolder), Notes: wire.Shown(&it.Notes), DetailsUnknown: true,
		SoftStamps: wire.SoftStampsOf(it.CreatedAt, it.UpdatedAt, it.DeletedAt),
		ApprovedAt: it.ApprovedAt, RejectedAt: it.RejectedAt, CancelledAt: it.CancelledAt,
		EventID: wire.Shown(&it.EventID), Replaced: replacedForm(it.Replaced), OldBarcodes: oldBarcodeForms(x.OldBarcodes[it.ID]),
	}
	if it.Credit != nil {
		out.TopupCurrencyID = &it.Credit.CurrencyID
	}
	if p := it.Place; p != nil && x.Spaces {
		full := p.FullName()
		out.FullSpaceName, out.SpaceNameParts = &full, &spacePartsJSON{p.Name, p.Table, p.Area, p.Block, p.Row, p.Stand}
	}
	x.around(it, out)
}

// around fills in what an item shows of its holder, its event and its inventory
// item.
func (x *ordersAround) around(it *order.Item, out *orderItemJSON) {
	if c := x.Contacts[it.CustomerID]; c != nil {
		out.CustomerName, out.CustomerEmail, out.DetailsUnknown = &c.Name, wire.Shown(&c.Email), false
	}
	if e := x.Events[it.EventID]; e != nil {
		out.EventName, out.EventStartDate, out.EventEndDate = &e.Name, &e.Start, &e.End
		out.Venue = x.venues[e.VenueID]
	}
	if i := x.Inventory[it.ItemID]; i != nil {
		out.ItemName, out.TicketName = &i.Name, &i.Name
	}
}

func replacedForm(r *order.Replaced) *replacedJSON {
	if r == nil {
		return nil
	}
	return &replacedJSON{r.Type, r.ItemID, r.OrderID}
}

func oldBarcodeForms(codes []order.OldBarcode) []oldBarcodeJSON {
	var out []oldBarcodeJSON
	for _, b := range codes {
		out = append(out, oldBarcodeJSON{b.ID, b.OrderItemID, b.Old, b.New, b.ChangedAt})
	}
	return out
}
