package order

import (
	"time"

	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// discountCodeJSON is a discount code beside the orders it was used for. None can
// be made yet.
type discountCodeJSON struct {
	_                  rest.Of    `rest:"discountCodes"`
	ID                 int64      `json:"id"`
	Type               string     `json:"type"`
	Code               string     `json:"code"`
	Amount             int64      `json:"amount"`
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

// accessCodeJSON is an access code beside the orders it was used for. None can be
// made yet.
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
