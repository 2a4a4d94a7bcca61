package catalog

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type inventoryIn struct {
	rest.Page
	Query       string       `query:"query" maxlen:"255" doc:"Parts of the name, in any order; case, accents and width do not matter."`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type inventoryJSON struct {
	Name              string           `json:"name"`
	CompanyID         int64            `json:"companyId"`
	ExternalID        *string          `json:"externalId"`
	Description       *string          `json:"description"`
	Website           *string          `json:"website"`
	Type              catalog.ItemType `json:"type"`
	InventoryID       int64            `json:"inventoryId"`
	ShowDescription   bool             `json:"showDescription"`
	TotalStock        *int64           `json:"totalStock"`
	CurrentStock      *int64           `json:"currentStock"`
	HasUnlimitedStock bool             `json:"hasUnlimitedStock"`
	RequiresApproval  bool             `json:"requiresApproval"`
	wire.SoftStamps
}

func inventory(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/inventory-items", Summary: "List inventory items", Tag: "Catalogue",
			Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Fields: true, Limit: catalog.MaxItemPage,
		}, func(ctx context.Context, c *app.Caller, in inventoryIn) (rest.Many[inventoryJSON], list.Info, error) {
			page, err := catalog.ListInventory(ctx, a, c, catalog.ItemFilter{
				Query: in.Query, WithTrashed: bool(in.WithTrashed), Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			return rest.ListOf(in.Page, page.Info, page.Items, func(v catalog.InventoryView) rest.Resource[inventoryJSON] {
				return inventoryForm(c.CompanyID, v)
			}), page.Info, err
		}),
	}
}

func inventoryForm(companyID int64, v catalog.InventoryView) rest.Resource[inventoryJSON] {
	return rest.Resource[inventoryJSON]{Type: "items", ID: v.ID, Attributes: inventoryJSON{
		Name: v.Name, CompanyID: companyID, ExternalID: wire.OrNull(v.ExternalID), Description: wire.OrNull(v.Description),
		Website: wire.OrNull(v.Website), Type: v.Type, InventoryID: v.ID, ShowDescription: v.Description != "",
		TotalStock: v.Stock.Total, CurrentStock: v.Stock.Current(), HasUnlimitedStock: v.Stock.Total == nil,
		RequiresApproval: v.RequiresApproval, SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
	}}
}
