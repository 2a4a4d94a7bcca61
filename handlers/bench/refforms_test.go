package bench

import (
	"time"

	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// refOrders is the list of orders as the reference server writes it with
// encoding/json: the fields that the product shows, so as much JSON.
type refOrders struct {
	Orders []refOrder `json:"orders"`
	Meta   refMeta    `json:"meta"`
	Links  rest.Links `json:"links"`
}

type refMeta struct {
	Total       int64      `json:"total"`
	ListEndTime *time.Time `json:"listEndTime"`
	Cursor      *string    `json:"cursor"`
	HasMore     bool       `json:"hasMore"`
}

type refOrder struct {
	ID                  int64     `json:"id"`
	TotalExTax          int64     `json:"totalExTax"`
	Tax                 int64     `json:"tax"`
	Paid                int64     `json:"paid"`
	Fees                int64     `json:"fees"`
	Discount            int64     `json:"discount"`
	Refunded            int64     `json:"refunded"`
	Total               int64     `json:"total"`
	CurrencyID          int64     `json:"currencyId"`
	CurrencySymbol      string    `json:"currencySymbol"`
	CurrencyCode        string    `json:"currencyCode"`
	FeeCurrencyID       int64     `json:"feeCurrencyId"`
	FeeCurrencySymbol   string    `json:"feeCurrencySymbol"`
	FeeCurrencyCode     string    `json:"feeCurrencyCode"`
	Reference           string    `json:"reference"`
	Date                time.Time `json:"date"`
	Notes               *string   `json:"notes"`
	Status              string    `json:"status"`
	StatusSlug          string    `json:"statusSlug"`
	StatusID            int64     `json:"statusId"`
	ReserverName        *string   `json:"reserverName"`
	CustomerID          *int64    `json:"customerId"`
	CustomerName        *string   `json:"customerName"`
	CustomerEmail       *string   `json:"customerEmail"`
	PointOfSale         refPlace  `json:"pointOfSale"`
	DownloadURL         *string   `json:"downloadUrl"`
	FullDownloadURL     *string   `json:"fullDownloadUrl"`
	MobileWalletPassURL *string   `json:"mobileWalletPassUrl"`
	AppleWalletPassURL  *string   `json:"appleWalletPassUrl"`
	TransactionIDs      []int64   `json:"transactionIds"`
	Items               []refItem `json:"items,omitempty"`
}

type refPlace struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

type refItem struct {
	ID                   int64                `json:"id"`
	SaleItemID           int64                `json:"saleItemId"`
	BundleLead           *int64               `json:"bundleLeadOrderItemId"`
	Producing            *int64               `json:"producingOrderItemId"`
	CustomerID           *int64               `json:"customerId"`
	TopupCurrencyID      *int64               `json:"topupCurrencyId"`
	ItemSaleName         string               `json:"itemSaleName"`
	ItemName             *string              `json:"itemName"`
	ItemType             string               `json:"itemType"`
	ItemTypeName         string               `json:"itemTypeName"`
	ItemID               *int64               `json:"itemId"`
	FullSpaceName        *string              `json:"fullSpaceName"`
	SpaceNameParts       *struct{}            `json:"spaceNameParts"`
	PriceBand            *string              `json:"priceBand"`
	Barcode              *string              `json:"barcode"`
	Price                int64                `json:"price"`
	TaxRate              float64              `json:"taxRate"`
	TaxBandID            *int64               `json:"taxBandId"`
	Tax                  int64                `json:"tax"`
	ReverseChargeTax     int64                `json:"reverseChargeTax"`
	ReverseChargeTaxRate float64              `json:"reverseChargeTaxRate"`
	BaseTax              int64                `json:"baseTax"`
	ProcessingTax        int64                `json:"processingTax"`
	ProcessingFee        int64                `json:"processingFee"`
	HideProcessingFee    bool                 `json:"hideProcessingFee"`
	ResellerTax          int64                `json:"resellerTax"`
	ResellerFee          int64                `json:"resellerFee"`
	HideResellerFee      bool                 `json:"hideResellerFee"`
	Refunded             int64                `json:"refunded"`
	RefundedAmount       int64                `json:"refundedAmount"`
	ProtectionSnake      string               `json:"protection_status"`
	RequiresApproval     bool                 `json:"requiresApproval"`
	IsValid              bool                 `json:"isValid"`
	ValidFrom            *time.Time           `json:"validFrom"`
	ValidTo              *time.Time           `json:"validTo"`
	EventStartDate       *time.Time           `json:"eventStartDate"`
	EventEndDate         *time.Time           `json:"eventEndDate"`
	CustomerName         *string              `json:"customerName"`
	NamedHolder          *string              `json:"namedHolder"`
	CustomerEmail        *string              `json:"customerEmail"`
	DetailsUnknown       bool                 `json:"customerDetailsUnknown"`
	Notes                *string              `json:"notes"`
	CreatedAt            time.Time            `json:"createdAt"`
	UpdatedAt            time.Time            `json:"updatedAt"`
	DeletedAt            *time.Time           `json:"deletedAt"`
	ApprovedAt           *time.Time           `json:"approvedAt"`
	RejectedAt           *time.Time           `json:"rejectedAt"`
	CancelledAt          *time.Time           `json:"cancelledAt"`
	EventID              *int64               `json:"eventId"`
	EventName            *string              `json:"eventName"`
	TicketName           *string              `json:"ticketName"`
	Venue                *wire.OrderVenueJSON `json:"venue"`
	Replaced             *struct{}            `json:"replacedOrderItem"`
	DownloadURL          *string              `json:"downloadUrl"`
	AppleWalletPassURL   *string              `json:"appleWalletPassUrl"`
	ProtectionStatus     string               `json:"protectionStatus"`
}

// listedOrders brings the records of a page into that form.
func listedOrders(views []order.View, rel *order.Related) any {
	venues := map[int64]*wire.OrderVenueJSON{}
	for id, v := range rel.Venues {
		venues[id] = wire.OrderVenueForm(v)
	}
	out := refOrders{Orders: make([]refOrder, len(views))}
	for i := range views {
		o := &out.Orders[i]
		o.fill(views[i].Order, rel)
		if n := len(views[i].Items); n > 0 {
			o.Items = make([]refItem, n)
		}
		for j := range views[i].Items {
			o.Items[j].fill(&views[i].Items[j], rel, venues)
		}
	}
	return out
}

func (out *refOrder) fill(o *order.Order, rel *order.Related) {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	t := o.Totals
	*out = refOrder{
		ID: o.ID, TotalExTax: t.Total - t.Tax, Tax: t.Tax, Paid: t.Paid, Fees: t.Fees,
		Discount: t.Discount, Refunded: t.Refunded, Total: t.Total,
		CurrencyID: cur.ID, CurrencySymbol: cur.Symbol, CurrencyCode: cur.Code,
		FeeCurrencyID: cur.ID, FeeCurrencySymbol: cur.Symbol, FeeCurrencyCode: cur.Code,
		Reference: o.Reference, Date: o.Date(), Notes: wire.Shown(&o.Notes),
		Status: o.Status.Name(), StatusSlug: o.Status.Slug(), StatusID: int64(o.Status),
		ReserverName: wire.Shown(&o.ReserverName), CustomerID: wire.Shown(&o.CustomerID), PointOfSale: refPlace{"box_office", "Box office"}, TransactionIDs: o.TransactionIDs,
	}
	if c := rel.Contacts[o.CustomerID]; c != nil {
		out.CustomerName, out.CustomerEmail = &c.Name, wire.Shown(&c.Email)
	}
}

func (out *refItem) fill(it *order.Item, rel *order.Related, venues map[int64]*wire.OrderVenueJSON) {
	processingTax, resellerTax := it.FeeTaxes()
	*out = refItem{
		ID: it.ID, SaleItemID: it.SaleItemID, ItemID: wire.Shown(&it.ItemID),
		BundleLead: wire.Shown(&it.LeadItemID), Producing: wire.Shown(&it.ProducingItemID), CustomerID: wire.Shown(&it.CustomerID),
		ItemSaleName: it.SaleName, ItemType: string(it.Type), ItemTypeName: it.Type.DisplayName(),
		Barcode: wire.Shown(&it.Barcode), Price: it.Price,
		TaxRate: float64(it.TaxRate) / company.RateUnit, TaxBandID: wire.Shown(&it.TaxBandID), Tax: it.Tax, BaseTax: it.BaseTax,
		ProcessingTax: processingTax, ProcessingFee: it.ProcessingFee, HideProcessingFee: it.HideProcessingFee,
		ResellerTax: resellerTax, ResellerFee: it.ResellerFee, HideResellerFee: it.HideResellerFee,
		Refunded: it.Refunded, RefundedAmount: it.Refunded, ProtectionSnake: "unprotected", ProtectionStatus: "unprotected",
		RequiresApproval: it.RequiresApproval, IsValid: it.Valid(), ValidFrom: it.ValidFrom, ValidTo: it.ValidTo,
		NamedHolder: wire.Shown(&it.NamedHolder), Notes: wire.Shown(&it.Notes), DetailsUnknown: true,
		CreatedAt: it.CreatedAt, UpdatedAt: it.UpdatedAt, DeletedAt: it.DeletedAt,
		ApprovedAt: it.ApprovedAt, RejectedAt: it.RejectedAt, CancelledAt: it.CancelledAt,
		EventID: wire.Shown(&it.EventID),
	}
	out.around(it, rel, venues)
}

func (out *refItem) around(it *order.Item, rel *order.Related, venues map[int64]*wire.OrderVenueJSON) {
	if c := rel.Contacts[it.CustomerID]; c != nil {
		out.CustomerName, out.CustomerEmail, out.DetailsUnknown = &c.Name, wire.Shown(&c.Email), false
	}
	if e := rel.Events[it.EventID]; e != nil {
		out.EventName, out.EventStartDate, out.EventEndDate = &e.Name, &e.Start, &e.End
		out.Venue = venues[e.VenueID]
	}
	if i := rel.Inventory[it.ItemID]; i != nil {
		out.ItemName, out.TicketName = &i.Name, &i.Name
	}
}
