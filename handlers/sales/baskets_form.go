package sales

import (
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// basketJSON is a basket, or what became of it.
type basketJSON struct {
	ID int64 `json:"id"`
	wire.CurrencyFields
	HasExpired          bool             `json:"hasExpired"`
	ExpiresAt           *time.Time       `json:"expiresAt"`
	ExpiresAtMillis     *int64           `json:"expiresAtMilliseconds" doc:"Milliseconds since 1970."`
	Items               []basketLineJSON `json:"items"`
	Count               int64            `json:"count" doc:"The number of units."`
	TotalExTax          int64            `json:"totalExTax"`
	Discount            *basketCodeJSON  `json:"discount"`
	Tax                 int64            `json:"tax"`
	TaxBreakdown        []basketTaxJSON  `json:"taxBreakdown"`
	Total               int64            `json:"total"`
	TotalDeferred       int64            `json:"totalDeferred"`
	HasTaxes            bool             `json:"hasTaxes"`
	HasDiscounts        bool             `json:"hasDiscounts"`
	HasDeferredPayments bool             `json:"hasDeferredPayments"`

	ReverseCharge rest.Opt[int64] `json:"reverseChargeTax" doc:"Tax that the buyer accounts for, and is not charged; absent where there is none."`

	Overrides  rest.Opt[[]string]         `json:"overrides" doc:"The rules that were lifted for it; absent where none was."`
	AccessCode rest.Opt[basketAccessJSON] `json:"accessCode" doc:"The access code that was entered; absent where none was."`

	DeliveryMethod rest.Opt[wire.DeliveryJSON] `json:"deliveryMethod" doc:"The delivery that was chosen; absent for tickets by e-mail."`

	ModifiesOrderID rest.Opt[int64] `json:"modifiesOrderId" doc:"The order that it takes the place of when it is completed; absent for most."`
	CarriedBalance  rest.Opt[int64] `json:"carriedBalance" doc:"What was paid for that order, without what is forfeited: so much less is due."`
	ForfeitedFees   rest.Opt[int64] `json:"forfeitedFees" doc:"What of its money is kept; absent where nothing is."`
	Remainder       rest.Opt[int64] `json:"remainder" doc:"What of the carried balance is more than the total; absent where nothing is."`
}

// basketLineJSON is the units of a sale item that are alike.
type basketLineJSON struct {
	IDs        []int64 `json:"ids" doc:"The order items."`
	SaleItemID int64   `json:"saleItemId"`
	Quantity   int64   `json:"quantity"`
	BasePrice  int64   `json:"basePrice"`
	UnitPrice  int64   `json:"unitPrice" doc:"With the fees charged on top."`
	Total      int64   `json:"total"`
	Discount   int64   `json:"discount"`
	IsDeferred bool    `json:"isDeferred"`
}

type basketTaxJSON struct {
	Name       string  `json:"name"`
	Rate       float64 `json:"rate" doc:"Percent."`
	TotalPrice int64   `json:"totalPrice"`
	TotalTax   int64   `json:"totalTax"`
}

type basketCodeJSON struct {
	ID        int64  `json:"id"`
	Code      string `json:"code"`
	Amount    int64  `json:"amount"`
	AutoApply bool   `json:"autoApply"`
}

type basketAccessJSON struct {
	ID   int64  `json:"id"`
	Code string `json:"code"`
}

// changedBasketJSON is a basket after a change, with its units.
type changedBasketJSON struct {
	basketJSON
	OrderItems     []basketUnitJSON    `json:"orderItems"`
	StartBasketURL rest.Opt[rest.Path] `json:"startBasketUrl" doc:"With generateBasketUrl: who has it goes on with the basket, so keep it between you and the buyer."`
	status         int
}

// addedBasketJSON is a basket after something was added to it.
type addedBasketJSON struct {
	changedBasketJSON
	Wallet rest.Opt[wire.WalletJSON] `json:"wallet" needs:"wallets.view" doc:"With include=wallet: what the customer has in the currency of the basket; null for none."`
}

// Status is 201 for a new basket.
func (b changedBasketJSON) Status() int { return b.status }

type basketUnitJSON struct {
	ID           int64            `json:"id"`
	SaleItemID   int64            `json:"saleItemId"`
	EventID      *int64           `json:"eventId"`
	ItemSaleName string           `json:"itemSaleName"`
	ItemType     catalog.ItemType `json:"itemType"`
	Barcode      *string          `json:"barcode" doc:"Null until the order is complete."`
	Price        int64            `json:"price"`
	Tax          int64            `json:"tax"`
	ValidFrom    *time.Time       `json:"validFrom"`
	ValidTo      *time.Time       `json:"validTo"`
	IsDeferred   bool             `json:"isDeferred"`

	BundleLead    rest.Opt[int64]  `json:"bundleLeadOrderItemId" doc:"The order item of the bundle that brings it; absent where none does."`
	SpaceID       rest.Opt[int64]  `json:"spaceId" doc:"Its seat or general admission area; absent where it has none."`
	FullSpaceName rest.Opt[string] `json:"fullSpaceName"`
}

func basketForm(b order.Basket) basketJSON {
	cur, _ := company.CurrencyByID(b.Order.CurrencyID)
	t := b.Order.Totals
	out := basketJSON{
		ID: b.Order.ID, CurrencyFields: wire.CurrencyFieldsOf(cur),
		HasExpired: b.Expired, ExpiresAt: b.Order.ExpiresAt, Count: int64(len(b.Items)),
		TotalExTax: t.Total - t.Tax, Tax: t.Tax, Total: t.Total, TotalDeferred: b.Deferred,
		HasTaxes: t.Tax > 0, HasDiscounts: t.Discount > 0, HasDeferredPayments: b.Deferred > 0,
	}
	if lifted := b.Order.Lifted; len(lifted) > 0 {
		out.Overrides = rest.Some(lifted)
	}
	if o := &b.Order; o.Modifies != 0 {
		out.ModifiesOrderID, out.CarriedBalance = rest.Some(o.Modifies), rest.Some(o.Carried)
		if o.Forfeits > 0 {
			out.ForfeitedFees = rest.Some(o.Forfeits)
		}
		if n := o.Carried - t.Total; n > 0 && o.Status == order.Active {
			out.Remainder = rest.Some(n)
		}
	}
	if n := order.ReverseTaxOf(b.Items); n > 0 {
		out.ReverseCharge = rest.Some(n)
	}
	out.DeliveryMethod = wire.DeliveryForm(b.Order.Delivery)
	if b.Access != nil {
		out.AccessCode = rest.Some(basketAccessJSON{b.Access.ID, b.Access.Text})
	}
	if b.Code != nil {
		out.Discount = &basketCodeJSON{ID: b.Code.ID, Code: b.Code.Text, Amount: t.Discount, AutoApply: b.Order.AutoDiscount}
	}
	if at := b.Order.ExpiresAt; at != nil {
		ms := at.UnixMilli()
		out.ExpiresAtMillis = &ms
	}
	for _, l := range b.Lines {
		out.Items = append(out.Items, basketLineJSON{
			IDs: l.ItemIDs, SaleItemID: l.SaleItemID, Quantity: l.Quantity(), BasePrice: l.BasePrice,
			UnitPrice: l.UnitPrice, Total: l.Total, Discount: l.Discount, IsDeferred: l.Deferred,
		})
	}
	for _, x := range b.Taxes {
		out.TaxBreakdown = append(out.TaxBreakdown, basketTaxJSON{x.Name, float64(x.Rate) / company.RateUnit, x.Price, x.Tax})
	}
	return out
}

func changedBasketForm(b order.Basket) changedBasketJSON {
	out := changedBasketJSON{basketJSON: basketForm(b)}
	for i := range b.Items {
		it := &b.Items[i]
		unit := basketUnitJSON{
			ID: it.ID, SaleItemID: it.SaleItemID, EventID: wire.OrNull(it.EventID), ItemSaleName: it.SaleName,
			ItemType: it.Type, Barcode: wire.OrNull(it.Barcode), Price: it.Price, Tax: it.Tax,
			ValidFrom: it.ValidFrom, ValidTo: it.ValidTo, IsDeferred: b.AllDeferred || it.Deferred(),
		}
		if it.LeadItemID != 0 {
			unit.BundleLead = rest.Some(it.LeadItemID)
		}
		if p := it.Place; p != nil {
			unit.SpaceID, unit.FullSpaceName = rest.Some(p.SpaceID), rest.Some(p.FullName())
		}
		out.OrderItems = append(out.OrderItems, unit)
	}
	return out
}
