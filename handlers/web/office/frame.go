package office

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/lookup"
)

// frame is what stands around a page.
type frame struct {
	Company, Person, Home string
	Companies             []place
	Places, AtWork        []place
	// Search is where everything is found, empty for somebody who finds nothing.
	Search string
}

// place is somewhere to go.
type place struct {
	Text, To, Icon string
	// Short is its name in the narrow bar of a phone, empty where Text is short in every language.
	Short string
	// Key goes there after G.
	Key  string
	Here bool
}

// inside is the event that a page is of.
type inside struct {
	Name, When, All string
	Picture         string
	Places          []place
	E               *catalog.EventView
}

// frame puts together what stands around the page, by what its reader may do.
func (v *visit) frame() {
	f := frame{Company: v.company.Name, Person: v.caller.UserName, Home: v.path(""), Places: navigation(v)}
	if v.holds(app.AnyOf{app.ScanZones, app.EditEvents}) {
		f.AtWork = []place{{Text: v.view.T("office.door"), To: "/staff", Icon: "scan"}}
	}
	if v.holds(lookup.Requirement) {
		f.Search = v.path("/search")
	}
	all, err := company.Reachable(v.r.Context(), v.app, v.caller)
	if err != nil {
		all = nil // who cannot be told of other companies works in this one
	}
	for i := range all {
		f.Companies = append(f.Companies, place{Text: all[i].Name, To: Path + "/" + all[i].Alias, Here: all[i].ID == v.company.ID})
	}
	v.body.Frame = f
}

// navigation is where somebody may go in the company.
func navigation(v *visit) []place {
	all := []place{v.place("", "office.home", "home", "h")}
	for _, p := range []struct {
		below, word, short, icon, key string
		needs                         app.Requirement
	}{
		{"/events", "office.events", "office.events_short", "calendar", "e", catalogReaders},
		{"/orders", "office.orders", "office.orders_short", "ticket", "o", app.ListOrders},
		{"/customers", "office.customers", "", "people", "c", app.ViewCustomers},
	} {
		if v.holds(p.needs) {
			to := v.place(p.below, p.word, p.icon, p.key)
			if p.short != "" {
				to.Short = v.view.T(p.short)
			}
			all = append(all, to)
		}
	}
	return all
}

// catalogReaders see the lists of events.
var catalogReaders = app.AnyOf{app.ListEvents, app.ViewEvents}

// place is a place of the company, here where the page lies below it.
func (v *visit) place(below, word, icon, key string) place {
	to, at := v.path("%s", below), v.r.URL.Path
	here := at == to || below != "" && len(at) > len(to) && at[:len(to)+1] == to+"/"
	return place{Text: v.view.T(word), To: to, Icon: icon, Key: key, Here: here}
}

// insideOf is the navigation of an event.
func insideOf(v *visit, e *catalog.EventView) *inside {
	at := v.path("/events/%d", e.ID)
	in := &inside{Name: e.Name, When: v.view.Lang.Days(e.Start.In(e.Location()), e.End.In(e.Location())), All: v.path("/events"), Picture: pictureOf(v.company.ID, e.Images), E: e}
	in.Places = v.placesOf(at)
	for i := range in.Places {
		to := in.Places[i].To
		in.Places[i].Here = v.r.URL.Path == to || to != at && strings.HasPrefix(v.r.URL.Path, to+"/")
	}
	return in
}

// placesOf are the pages of an event that somebody may see.
func (v *visit) placesOf(at string) (all []place) {
	for _, p := range []struct {
		below, word, icon string
		needs             app.Requirement
	}{{"", "office.overview", "pulse", app.ViewEvents}, {"/basics", "office.basics", "calendar", app.EditEvents}, {"/tickets", "office.tickets", "ticket", app.ViewEvents}, {"/orders", "office.orders", "list", app.ListOrders}} {
		if v.holds(p.needs) {
			all = append(all, place{Text: v.view.T(p.word), To: at + p.below, Icon: p.icon})
		}
	}
	return all
}
