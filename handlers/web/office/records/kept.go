package records

import (
	"embed"
	"net/url"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/savedview"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those on which views of lists are kept and changed.
func Screens(o *screen.Pages) []*screen.Screen {
	back := func(v *screen.Visit, _ any) string { return listAt(v) }
	return []*screen.Screen{{
		Get: "GET /office/{alias}/views/new", Post: "POST /office/{alias}/views/new", Needs: app.Authenticated,
		Template: o.Template(templates, "new_view.html"), Show: showNewView,
		Forms: map[string]screen.Then{"POST saved-views": {Say: "office.view_kept", To: back}},
	}, {
		Get: "GET /office/{alias}/views/{id}", Post: "POST /office/{alias}/views/{id}", Needs: app.Authenticated,
		Template: o.Template(templates, "view.html"), Show: showView,
		Forms: map[string]screen.Then{
			"POST saved-views/update": {Say: "office.saved", To: back, Undo: true},
			"DELETE saved-views":      {Say: "office.view_deleted", To: func(v *screen.Visit, _ any) string { return strings.SplitN(listAt(v), "?", 2)[0] }, Remake: keepAgain},
		},
	}}
}

// viewBody is a view that is kept or changed.
type viewBody struct {
	Back   string
	Shares bool
	kept   savedview.View
}

// keepAgain keeps a view anew that was deleted.
func keepAgain(v *screen.Visit) (string, any) {
	kept := v.Body.It.(*viewBody).kept
	return "POST saved-views", map[string]any{"list": kept.List, "name": kept.Name, "filter": kept.Filter, "shared": kept.Shared}
}

// What the address of these pages says: the list, and its address.
const (
	listQuery = "list"
	backQuery = "at"
)

// listAt is the address of the list that a view is of.
func listAt(v *screen.Visit) string {
	at := v.R.URL.Query().Get(backQuery)
	if u, err := url.Parse(at); err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, v.Path("/")) {
		return v.Path("")
	}
	return at
}

func showNewView(v *screen.Visit) error {
	v.View.Title = v.View.T("office.keep_view")
	v.Body.Carry(listQuery, backQuery)
	_, filter, _ := strings.Cut(listAt(v), "?")
	v.Body.It = &viewBody{Back: listAt(v), Shares: v.Holds(app.EditCompany)}
	v.Body.Add("POST saved-views").Fill(map[string]any{"list": v.R.URL.Query().Get(listQuery), "filter": filter, "name": "", "shared": false})
	return nil
}

func showView(v *screen.Visit) error {
	all, err := savedview.List(v.R.Context(), v.App, v.Caller, "", list.Request{Limit: savedview.MaxPage})
	if err != nil {
		return err
	}
	for _, kept := range all.Rows {
		if kept.ID != v.ID("id") || !mayChange(v, &kept) {
			continue
		}
		v.View.Title = kept.Name
		v.Body.Carry(listQuery, backQuery)
		v.Body.It = &viewBody{Back: listAt(v), Shares: v.Holds(app.EditCompany), kept: kept}
		v.Body.Add("POST saved-views/update").Fill(map[string]any{"id": kept.ID, "name": kept.Name, "shared": kept.Shared})
		v.Body.Add("DELETE saved-views").Fill(map[string]any{"id": kept.ID})
		return nil
	}
	return app.Missing("page")
}

func mayChange(v *screen.Visit, kept *savedview.View) bool {
	return !kept.Shared || v.Holds(app.EditCompany)
}

// addKept adds the views that were kept, and where what is shown is kept as one. A list that stands
// on the page of something else has none: its filters are not all that narrows it.
func (l *List[R, F]) addKept(v *screen.Visit, a *asking, body *Body) error {
	if len(a.fixed) > 0 || len(l.Facets) == 0 {
		return nil
	}
	all, err := savedview.List(v.R.Context(), v.App, v.Caller, l.Name, list.Request{Limit: savedview.MaxPage})
	if err != nil {
		return err
	}
	now, shown := a.query().Encode(), false
	at := func(below string) string {
		return v.Path("/views/%s?%s", below, url.Values{listQuery: {l.Name}, backQuery: {address(a.at, a.query())}}.Encode())
	}
	for _, kept := range all.Rows {
		q, err := url.ParseQuery(kept.Filter)
		if err != nil {
			return err
		}
		t := screen.Tab{Text: kept.Name, To: address(a.at, q), Here: kept.Filter == now && !shown}
		if t.Here {
			for i := range body.Tabs {
				body.Tabs[i].Here = false
			}
			if shown = true; mayChange(v, &kept) {
				body.Kept = at(strconv.FormatInt(kept.ID, 10))
			}
		}
		body.Tabs = append(body.Tabs, t)
	}
	if len(a.own) > 0 && !shown {
		body.Keep = at("new")
	}
	return nil
}
