package savedview

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/savedview"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type listIn struct {
	rest.Page
	List string `query:"list" maxlen:"40" doc:"Only those of this list."`
}

type whichIn struct {
	ID rest.ID `json:"id" required:"true"`
}

type makeIn struct {
	List   string `json:"list" required:"true" maxlen:"40" doc:"The list that it is of, by its name in the office: orders."`
	Name   string `json:"name" required:"true" minlen:"1" maxlen:"60"`
	Filter string `json:"filter" maxlen:"2000" doc:"The query of the list's address in the office: view=due&event=7."`
	Shared bool   `json:"shared" doc:"Everybody in the company sees it; asks for company.edit."`
}

type updateIn struct {
	ID     rest.ID `json:"id" required:"true"`
	Name   *string `json:"name" minlen:"1" maxlen:"60"`
	Filter *string `json:"filter" maxlen:"2000"`
	Shared *bool   `json:"shared"`
}

// viewJSON is a saved view.
type viewJSON struct {
	List   string `json:"list"`
	Name   string `json:"name"`
	Filter string `json:"filter" doc:"The query of the list's address."`
	Shared bool   `json:"shared"`
	UserID int64  `json:"userId" doc:"Who made it."`
	wire.Stamps
}

func row(v savedview.View) rest.Resource[viewJSON] {
	return rest.Resource[viewJSON]{Type: "savedViews", ID: v.ID, Attributes: viewJSON{
		List: v.List, Name: v.Name, Filter: v.Filter, Shared: v.Shared, UserID: v.UserID, Stamps: wire.StampsOf(v.CreatedAt, v.UpdatedAt),
	}}
}

// Routes are the endpoints of saved views.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/saved-views", Summary: "List saved views", Tag: "Views",
			Doc: "The caller's own ones and those that are shared, by their numbers.", Allow: app.Authenticated, Limit: savedview.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in listIn) (rest.Many[viewJSON], list.Info, error) {
			page, err := savedview.List(ctx, a, c, in.List, list.Request{Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, row), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/saved-views", Summary: "Save a view of a list", Tag: "Views",
			Doc:   "A view is a name for the filters and the order that a list of the office is looked at with. It shows nobody more than they may see. At most 100 are one user's.",
			Allow: app.Authenticated, Status: http.StatusCreated,
		}, func(ctx context.Context, c *app.Caller, in makeIn) (rest.One[viewJSON], error) {
			v, err := savedview.Make(ctx, a, c, savedview.Save{List: in.List, Name: in.Name, Filter: in.Filter, Shared: in.Shared})
			return rest.One[viewJSON]{Data: row(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodPost, Path: "/saved-views/update", Summary: "Change a saved view", Tag: "Views",
			Doc:   "A shared one asks for company.edit, before and after.",
			Allow: app.Authenticated,
		}, func(ctx context.Context, c *app.Caller, in updateIn) (rest.One[viewJSON], error) {
			v, err := savedview.Update(ctx, a, c, int64(in.ID), savedview.Change{Name: in.Name, Filter: in.Filter, Shared: in.Shared})
			return rest.One[viewJSON]{Data: row(v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: http.MethodDelete, Path: "/saved-views", Summary: "Delete a saved view", Tag: "Views", Allow: app.Authenticated,
		}, func(ctx context.Context, c *app.Caller, in whichIn) (wire.SuccessJSON, error) {
			return wire.Done(savedview.Delete(ctx, a, c, int64(in.ID)))
		}),
	}
}
