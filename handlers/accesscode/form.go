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
	CustomerGroups          []int64    `json:"customerGroups" doc:"Only their members may use it; none: everybody may."`
	IsParent                bool       `json:"isParent" doc:"It cannot be entered; its children can."`
	Children                int64      `json:"children"`
	Uses                    int64      `json:"uses" doc:"Finished and reserved orders; of a parent, those of its children."`
	wire.Stamps
	DisabledAt *time.Time `json:"disabledAt"`
	PausedAt   *time.Time `json:"pausedAt" doc:"Since when nobody can enter it, until that is taken back. What it closes stays closed."`
	DeletedAt  *time.Time `json:"deletedAt"`
}

func form(company int64, v *accesscode.View) rest.Resource[accessCodeAttributes] {
	code := &v.Code
	out := rest.Resource[accessCodeAttributes]{
		Type: "accessCodes", ID: code.ID, Self: fmt.Sprintf("/v1/access-code?id=%d", code.ID),
		Attributes: accessCodeAttributes{
			CompanyID: company, ParentID: wire.OrNull(code.ParentID), Code: code.Text,
			MaximumUses: code.MaximumUses, MaxUsesPerCustomer: code.MaxUsesPerCustomer, ValidFrom: code.ValidFrom, ValidTo: code.ValidTo,
			HideUnrestrictedItems: code.HideUnrestricted, HideRestrictedItemsLate: code.HideAfterwards,
			CustomerGroups: code.GroupIDs, IsParent: code.IsParent, Children: v.Children, Uses: v.Uses,
			Stamps: wire.StampsOf(code.CreatedAt, code.UpdatedAt), DisabledAt: code.DisabledAt, PausedAt: code.PausedAt, DeletedAt: code.DeletedAt,
		},
	}
	out.Relate("saleItems", refs("saleItems", code.SaleItemIDs))
	out.Relate("items", refs("items", code.ItemIDs))
	out.Relate("events", refs("events", code.EventIDs))
	out.Relate("eventSchedules", refs("eventSchedules", code.ScheduleIDs))
	return out
}

func refs(typ string, ids []int64) []rest.Ref {
	all := []rest.Ref{}
	for _, id := range ids {
		all = append(all, rest.Ref{Type: typ, ID: id})
	}
	return all
}
