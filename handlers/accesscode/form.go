package accesscode

import (
	"fmt"
	"time"

	"marquee/app/accesscode"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// accessCodeAttributes is an access code; of a child with the settings of its parent.
type accessCodeAttributes struct {
	CompanyID               int64      `json:"companyId"`
	ParentID                *int64     `json:"parentId"`
	Code                    string     `json:"code"`
	MaximumUses             *int64     `json:"maximumUses"`
	MaxUsesPerCustomer      *int64     `json:"maxUsesPerCustomer"`
	ValidFrom               *time.Time `json:"validFrom"`
	ValidTo                 *time.Time `json:"validTo"`
	HideUnrestrictedItems   bool       `json:"hideUnrestrictedItems"`
	HideRestrictedItemsLate bool       `json:"hideRestrictedItemsAfterValidityPeriod"`
	IsParent                bool       `json:"isParent" doc:"It cannot be entered; its children can."`
	Children                int64      `json:"children"`
	wire.Stamps
	DisabledAt *time.Time `json:"disabledAt"`
	DeletedAt  *time.Time `json:"deletedAt"`
}

// one is the envelope of a code.
func one(company int64, v accesscode.View) rest.One[accessCodeAttributes] {
	return rest.One[accessCodeAttributes]{Data: form(company, &v)}
}

func form(company int64, v *accesscode.View) rest.Resource[accessCodeAttributes] {
	out := rest.Resource[accessCodeAttributes]{
		Type: "accessCodes", ID: v.ID, Self: fmt.Sprintf("/v1/access-code?id=%d", v.ID),
		Attributes: accessCodeAttributes{
			CompanyID: company, ParentID: wire.OrNull(v.ParentID), Code: v.Text,
			MaximumUses: v.MaximumUses, MaxUsesPerCustomer: v.MaxUsesPerCustomer, ValidFrom: v.ValidFrom, ValidTo: v.ValidTo,
			HideUnrestrictedItems: v.HideUnrestricted, HideRestrictedItemsLate: v.HideAfterwards,
			IsParent: v.IsParent, Children: v.Children,
			Stamps: wire.StampsOf(v.CreatedAt, v.UpdatedAt), DisabledAt: v.DisabledAt, DeletedAt: v.DeletedAt,
		},
	}
	out.Relate("saleItems", refs("saleItems", v.SaleItemIDs))
	out.Relate("items", refs("items", v.ItemIDs))
	out.Relate("events", refs("events", v.EventIDs))
	return out
}

func refs(typ string, ids []int64) []rest.Ref {
	all := []rest.Ref{}
	for _, id := range ids {
		all = append(all, rest.Ref{Type: typ, ID: id})
	}
	return all
}
