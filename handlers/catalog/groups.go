package catalog

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// groupFields are what making and changing a group share.
type groupFields struct {
	Description        rest.Opt[string]    `json:"description"`
	ExternalID         rest.Opt[string]    `json:"externalId" maxlen:"255"`
	IsCollapsed        *rest.Flag          `json:"isCollapsed" doc:"Shown closed."`
	OnSale             *rest.Flag          `json:"onSale" doc:"The manual stop of its tickets."`
	OnSaleFrom         rest.Opt[rest.Time] `json:"onSaleFrom"`
	OnSaleUntil        rest.Opt[rest.Time] `json:"onSaleUntil"`
	HideWhenOffSale    *rest.Flag          `json:"hideWhenOffSale"`
	HideWhenOutOfStock *rest.Flag          `json:"hideWhenOutOfStock"`
	TotalStock         rest.Opt[int64]     `json:"totalStock" min:"0" max:"1000000000" doc:"The pool that its tickets share; null is none. Below what is sold and reserved it is raised to that."`
}

func (in *groupFields) change(name *string) catalog.GroupChange {
	return catalog.GroupChange{
		Name: name, Description: wire.Maybe(in.Description), ExternalID: wire.Maybe(in.ExternalID),
		Collapsed: wire.Yes(in.IsCollapsed), OnSale: wire.Yes(in.OnSale),
		OnSaleFrom: wire.MaybeTime(in.OnSaleFrom), OnSaleUntil: wire.MaybeTime(in.OnSaleUntil),
		HideWhenOffSale: wire.Yes(in.HideWhenOffSale), HideWhenOutOfStock: wire.Yes(in.HideWhenOutOfStock), TotalStock: wire.Maybe(in.TotalStock),
	}
}

type createGroupIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	Name    string  `json:"name" required:"true" maxlen:"255"`
	groupFields
}

type updateGroupIn struct {
	ID   rest.ID `json:"id" required:"true" min:"1"`
	Name *string `json:"name" maxlen:"255"`
	groupFields
}

type groupsIn struct {
	rest.Page
	EventID     rest.ID      `query:"eventId" required:"true" min:"1"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

// groupJSON is tickets of an event that are shown together and share a pool.
type groupJSON struct {
	EventID            int64      `json:"eventId"`
	Name               string     `json:"name"`
	Description        *string    `json:"description"`
	ExternalID         *string    `json:"externalId"`
	IsCollapsed        bool       `json:"isCollapsed"`
	OnSale             bool       `json:"onSale"`
	OnSaleFrom         *time.Time `json:"onSaleFrom"`
	OnSaleUntil        *time.Time `json:"onSaleUntil"`
	HideWhenOffSale    bool       `json:"hideWhenOffSale"`
	HideWhenOutOfStock bool       `json:"hideWhenOutOfStock"`
	TotalStock         *int64     `json:"totalStock"`
	CurrentStock       *int64     `json:"currentStock"`
	Sold               int64      `json:"sold"`
	Reserved           int64      `json:"reserved"`
	wire.SoftStamps
}

func groupForm(v catalog.GroupView) rest.Resource[groupJSON] {
	out := rest.Resource[groupJSON]{
		Type: "saleItemGroups", ID: v.ID, Self: fmt.Sprintf("/v1/sale-item-groups?eventId=%d", v.EventID),
		Attributes: groupJSON{
			EventID: v.EventID, Name: v.Name, Description: wire.OrNull(v.Description), ExternalID: wire.OrNull(v.ExternalID),
			IsCollapsed: v.Collapsed, OnSale: !v.OffSale, OnSaleFrom: v.OnSaleFrom, OnSaleUntil: v.OnSaleUntil,
			HideWhenOffSale: v.HideWhenOffSale, HideWhenOutOfStock: v.HideWhenOutOfStock,
			TotalStock: v.Stock.Total, CurrentStock: v.Stock.Current(), Sold: v.Stock.Sold, Reserved: v.Stock.Reserved,
			SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
		},
	}
	refs := []rest.Ref{}
	for _, id := range v.ItemIDs {
		refs = append(refs, rest.Ref{Type: "saleItems", ID: id})
	}
	out.Relate("saleItems", refs)
	return out
}

func groups(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/sale-item-groups", Summary: "List the sale-item groups of an event", Tag: "Catalogue",
			Doc: "By id.", Allow: app.ViewEvents, Or: []app.Ability{app.ListEvents}, Fields: true, Limit: catalog.MaxItemPage,
		}, func(ctx context.Context, c *app.Caller, in groupsIn) (rest.Many[groupJSON], list.Info, error) {
			page, err := catalog.ListGroups(ctx, a, c, catalog.GroupFilter{
				EventID: int64(in.EventID), WithTrashed: bool(in.WithTrashed), Request: list.Request{Offset: in.Offset, Limit: in.Limit},
			})
			return rest.ListOf(in.Page, page.Info, page.Rows, groupForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-item-groups", Summary: "Make a sale-item group", Tag: "Catalogue",
			Doc:   "Tickets of an event that are shown together and share a pool. They join it with groupId.",
			Allow: app.EditEvents, Or: saleEditors, Status: 201, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in createGroupIn) (rest.One[groupJSON], error) {
			v, err := catalog.CreateGroup(ctx, a, c, int64(in.EventID), in.change(&in.Name))
			return rest.One[groupJSON]{Data: groupForm(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-item-groups/update", Summary: "Change a sale-item group", Tag: "Catalogue",
			Allow: app.EditEvents, Or: saleEditors, Fields: true, MaxBody: textBody,
		}, func(ctx context.Context, c *app.Caller, in updateGroupIn) (rest.One[groupJSON], error) {
			v, err := catalog.UpdateGroup(ctx, a, c, int64(in.ID), in.change(in.Name))
			return rest.One[groupJSON]{Data: groupForm(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/sale-item-groups", Summary: "Delete a sale-item group", Tag: "Catalogue",
			Doc: "Refused while it has tickets.", Allow: app.EditEvents, Or: saleEditors,
		}, act(a, catalog.DeleteGroup)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/sale-item-groups/restore", Summary: "Restore a deleted sale-item group", Tag: "Catalogue",
			Doc: "Without tickets: it had none.", Allow: app.EditEvents, Or: saleEditors,
		}, act(a, catalog.RestoreGroup)),
	}
}
