package handlers

import "marquee/app/sales"

// refOrders is the list of orders as the reference server writes it with
// encoding/json: our structs, so as much JSON. What nobody asked for is hidden
// behind fields that are always empty.
type refOrders struct {
	ordersJSON
	Orders            []refOrder `json:"orders"`
	Customers         *int       `json:"customers,omitempty"`
	DeliveryAddresses *int       `json:"deliveryAddresses,omitempty"`
	Transactions      *int       `json:"transactions,omitempty"`
	DiscountCodes     *int       `json:"discountCodes,omitempty"`
	AccessCodes       *int       `json:"accessCodes,omitempty"`
}

type refOrder struct {
	listedOrderJSON
	Items           []refItem `json:"items,omitempty"`
	DiscountCodeIDs *int      `json:"discountCodeIds,omitempty"`
	AccessCodeIDs   *int      `json:"accessCodeIds,omitempty"`
	Customer        *int      `json:"customer,omitempty"`
	DeliveryAddress *int      `json:"deliveryAddress,omitempty"`
	Transactions    *int      `json:"transactions,omitempty"`
	DiscountCodes   *int      `json:"discountCodes,omitempty"`
	AccessCodes     *int      `json:"accessCodes,omitempty"`
}

type refItem struct {
	orderItemJSON
	ProtectionStatus string `json:"protectionStatus"`
	OldBarcodes      *int   `json:"historicBarcodes,omitempty"`
}

// ListedOrders brings the records of a page into that form.
func ListedOrders(views []sales.OrderView, rel *sales.Related) any {
	x := newOrdersAround(rel)
	out := refOrders{Orders: make([]refOrder, len(views))}
	for i := range views {
		o := &out.Orders[i]
		o.orderCommon, o.TransactionIDs = x.common(views[i].Order), views[i].TransactionIDs
		if n := len(views[i].Items); n > 0 {
			o.Items = make([]refItem, n)
		}
		for j := range views[i].Items {
			x.item(&views[i].Items[j], &o.Items[j].orderItemJSON)
			o.Items[j].ProtectionStatus = o.Items[j].ProtectionSnake
		}
	}
	return out
}
