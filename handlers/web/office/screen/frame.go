package screen

import (
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/door"
	"marquee/app/lookup"
	"marquee/app/office"
)

// frame is what stands around a page.
type frame struct {
	Company, Person, Home string
	Companies             []Place
	Places, AtWork, House []Place
	// Own is where the menu of the company leads: its people, and one's own access.
	Own []Place
	// Search is where everything is found, empty for somebody who finds nothing.
	Search string
}

// barPlaces is how many places the bar of a phone has beside those at work.
const barPlaces = 4

// InBar are the places that stand in the bar of a phone, Beyond those that are behind its last one.
func (f frame) InBar() []Place { return f.Places[:min(len(f.Places), barPlaces)] }

// Beyond is InBar's rest.
func (f frame) Beyond() []Place { return f.Places[min(len(f.Places), barPlaces):] }

// Keyed are the places that have a key.
func (f frame) Keyed() (all []Place) {
	for _, p := range slices.Concat(f.Places, f.House, f.AtWork) {
		if p.Key != "" {
			all = append(all, p)
		}
	}
	return all
}

// Place is somewhere to go.
type Place struct {
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
	Places          []Place
	E               *catalog.EventView
}

// frame puts together what stands around the page, by what its reader may do.
func (v *Visit) frame() {
	f := frame{Company: v.Company.Name, Person: v.Caller.UserName, Home: v.Path(""), Places: Navigation(v), House: house(v)}
	if v.Holds(app.AnyOf{app.ScanZones, app.EditEvents}) {
		f.AtWork = []Place{{Text: v.View.T("office.door"), To: "/staff", Icon: "scan", Key: "d"}}
	}
	if v.Holds(lookup.Requirement) {
		f.Search = v.Path("/search")
	}
	if v.Holds(app.AnyOf{app.ListUsers, app.ManageUsers}) {
		f.Own = append(f.Own, v.place("/people", "office.people", "people", ""))
	}
	f.Own = append(f.Own, v.place("/me", "office.me", "person", ""))
	all, err := company.Reachable(v.R.Context(), v.App, v.Caller)
	if err != nil {
		all = nil // who cannot be told of other companies works in this one
	}
	for i := range all {
		f.Companies = append(f.Companies, Place{Text: all[i].Name, To: Path + "/" + all[i].Alias, Here: all[i].ID == v.Company.ID})
	}
	v.Body.Frame = f
}

// Navigation is where somebody may go in the company.
func Navigation(v *Visit) []Place {
	all := []Place{v.place("", "office.home", "home", "h")}
	for _, p := range []struct {
		below, word, short, icon, key string
		needs                         app.Requirement
	}{
		{"/events", "office.events", "office.events_short", "calendar", "e", CatalogReaders},
		{"/orders", "office.orders", "office.orders_short", "ticket", "o", app.ListOrders},
		{"/customers", "office.customers", "", "people", "c", app.ViewCustomers},
		{"/money", "office.money", "", "coins", "m", Accountants},
		{"/reports", "office.reports", "", "pulse", "r", app.ViewReports},
		{"/codes", "office.codes", "", "tag", "", office.CodeReaders},
		{"/messages", "office.messages", "office.messages_short", "mail", "", app.ViewMails},
	} {
		if v.Holds(p.needs) {
			to := v.place(p.below, p.word, p.icon, p.key)
			if p.short != "" {
				to.Short = v.View.T(p.short)
			}
			all = append(all, to)
		}
	}
	return all
}

// house is where somebody sets up the company and the machine.
func house(v *Visit) (all []Place) {
	if v.Holds(SettingsReaders) {
		all = append(all, v.place("/settings", "office.settings", "gear", "s"))
	}
	if v.Holds(app.Installation) {
		all = append(all, Place{Text: v.View.T("office.system"), To: SystemPath, Icon: "shield", Here: v.R.URL.Path == SystemPath})
	}
	return all
}

// SettingsReaders see some page of settings.
var SettingsReaders = app.AnyOf{app.EditCompany, app.Installation, app.ManageTaxBands, app.ViewWebhooks, app.ViewAudit, app.EditImports}

// SettingsAt is where all settings are.
func (b *Body) SettingsAt() string { return b.visit.Path("/settings") }

// Accountants see a part of what is about money.
var Accountants = app.AnyOf{app.ViewPayments, app.Refund, app.ViewWallets, app.ViewReports, app.ViewResale}

// CatalogReaders see the lists of events.
var CatalogReaders = app.AnyOf{app.ListEvents, app.ViewEvents}

// place is a place of the company, here where the page lies below it.
func (v *Visit) place(below, word, icon, key string) Place {
	to, at := v.Path("%s", below), v.R.URL.Path
	here := at == to || below != "" && len(at) > len(to) && at[:len(to)+1] == to+"/"
	return Place{Text: v.View.T(word), To: to, Icon: icon, Key: key, Here: here}
}

// insideOf is the navigation of an event.
func insideOf(v *Visit, e *catalog.EventView) *inside {
	at := v.Path("/events/%d", e.ID)
	in := &inside{Name: e.Name, When: v.View.Lang.Days(e.Start.In(e.Location()), e.End.In(e.Location())), All: v.Path("/events"), Picture: pictureOf(v.Company.ID, e.Images), E: e}
	in.Places = v.placesOf(at)
	for i := range in.Places {
		to := in.Places[i].To
		in.Places[i].Here = v.R.URL.Path == to || to != at && strings.HasPrefix(v.R.URL.Path, to+"/")
	}
	return in
}

// placesOf are the pages of an event that somebody may see.
func (v *Visit) placesOf(at string) (all []Place) {
	for _, p := range []struct {
		below, word, icon string
		needs             app.Requirement
	}{{"", "office.overview", "pulse", app.ViewEvents}, {"/basics", "office.basics", "calendar", app.EditEvents}, {"/times", "office.event_times", "clock", catalog.SaleEditors}, {"/tickets", "office.tickets", "ticket", app.ViewEvents}, {"/page", "office.page_and_pictures", "eye", app.EditEvents}, {"/questions", "office.questions", "info", app.ViewQuestions}, {"/codes", "office.codes", "tag", office.CodeReaders}, {"/messages", "office.messages", "mail", app.ViewMails}, {"/guests", "office.guests", "people", app.AnyOf{app.AdmitGuests, app.EditEvents}}, {"/seats", "office.seats", "seat", app.AnyOf{app.ViewSeating, app.EditSeating}}, {"/orders", "office.orders", "list", app.ListOrders}, {"/door", "office.door", "scan", door.Supervisors}} {
		if v.Holds(p.needs) {
			all = append(all, Place{Text: v.View.T(p.word), To: at + p.below, Icon: p.icon})
		}
	}
	return all
}

// OrdersAt is where all orders are, empty where the reader has no such page.
func (b *Body) OrdersAt() string {
	at := b.visit.Path("/orders")
	if slices.ContainsFunc(b.Frame.Places, func(p Place) bool { return p.To == at }) {
		return at
	}
	return ""
}

// MaxSearch is how long a search is that is looked at, in bytes.
const MaxSearch = 4 * lookup.MaxQuery
