package order

import (
	"time"

	"marquee/app/accesscode"
	"marquee/app/discount"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// discountCodeJSON is a discount code beside the orders that were made with it.
type discountCodeJSON struct {
	_                  rest.Of    `rest:"discountCodes"`
	ID                 int64      `json:"id"`
	Type               string     `json:"type"`
	Code               string     `json:"code"`
	Amount             float64    `json:"amount" doc:"Minor units of the currency for a fixed code, else percent."`
	MaximumUses        *int64     `json:"maximumUses"`
	MaxUsesPerCustomer *int64     `json:"maxUsesPerCustomer"`
	MaxUsesPerOrder    *int64     `json:"maxUsesPerOrder"`
	MinimumSpend       *int64     `json:"minimumSpend"`
	ValidFrom          *time.Time `json:"validFrom"`
	ValidTo            *time.Time `json:"validTo"`
	BoxOfficeOnly      bool       `json:"boxOfficeOnly"`
	DisabledAt         *time.Time `json:"disabledAt"`
	wire.SoftStamps
}

func discountCodeForm(c *discount.Code) discountCodeJSON {
	return discountCodeJSON{
		ID: c.ID, Type: string(c.Type), Code: c.Text, Amount: c.ShownAmount(),
		MaximumUses: c.MaximumUses, MaxUsesPerCustomer: c.MaxUsesPerCustomer, MaxUsesPerOrder: c.MaxUsesPerOrder,
		MinimumSpend: c.MinimumSpend, ValidFrom: c.ValidFrom, ValidTo: c.ValidTo, BoxOfficeOnly: c.BoxOfficeOnly,
		DisabledAt: c.DisabledAt, SoftStamps: wire.SoftStampsOf(c.CreatedAt, c.UpdatedAt, c.DeletedAt),
	}
}

// discountCodes are those of an order, where they were asked for.
func (x *ordersAround) discountCodes(o *order.Order) (ids []int64, all []discountCodeJSON) {
	if c := x.Codes[o.DiscountID]; c != nil {
		ids, all = append(ids, c.ID), append(all, discountCodeForm(c))
	}
	return ids, all
}

// accessCodes are those of an order, where they were asked for.
func (x *ordersAround) accessCodes(o *order.Order) (ids []int64, all []accessCodeJSON) {
	if c := x.AccessCodes[o.AccessID]; c != nil {
		ids, all = append(ids, c.ID), append(all, accessCodeForm(x.Company, c))
	}
	return ids, all
}

func accessCodeForm(company int64, c *accesscode.Code) accessCodeJSON {
	return accessCodeJSON{
		ID: c.ID, CompanyID: company, ParentID: wire.OrNull(c.ParentID), Code: c.Text,
		MaximumUses: c.MaximumUses, MaxUsesPerCustomer: c.MaxUsesPerCustomer, ValidFrom: c.ValidFrom, ValidTo: c.ValidTo,
		HideUnrestrictedItems: c.HideUnrestricted, HideRestrictedAfterwards: c.HideAfterwards,
		Stamps: wire.StampsOf(c.CreatedAt, c.UpdatedAt), DisabledAt: c.DisabledAt, DeletedAt: c.DeletedAt,
	}
}

// accessCodeJSON is an access code beside the orders that it was entered for.
type accessCodeJSON struct {
	_                        rest.Of    `rest:"accessCodes"`
	ID                       int64      `json:"id"`
	CompanyID                int64      `json:"companyId"`
	ParentID                 *int64     `json:"parentId"`
	Code                     string     `json:"code"`
	MaximumUses              *int64     `json:"maximumUses"`
	MaxUsesPerCustomer       *int64     `json:"maxUsesPerCustomer"`
	ValidFrom                *time.Time `json:"validFrom"`
	ValidTo                  *time.Time `json:"validTo"`
	HideUnrestrictedItems    bool       `json:"hideUnrestrictedItems"`
	HideRestrictedAfterwards bool       `json:"hideRestrictedItemsAfterValidityPeriod"`
	wire.Stamps
	DisabledAt *time.Time `json:"disabledAt"`
	DeletedAt  *time.Time `json:"deletedAt"`
}
