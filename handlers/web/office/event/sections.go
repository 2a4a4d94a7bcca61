package event

import (
	"strings"

	"marquee/app"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// saleSections are the parts of what an event sells, in the order of their tabs.
var saleSections = []struct {
	below, word string
	needs       app.Requirement
}{
	{"", "office.tickets", app.ViewEvents},
	{"/groups", "office.groups", app.ViewEvents},
	{"/fees", "office.fees", app.ViewFees},
	{"/resale", "office.resale", app.EditCompany},
}

// saleTabs are those that somebody may see.
func saleTabs(v *screen.Visit, e *office.Event) (all []screen.Tab) {
	at := v.Path("/events/%d/tickets", e.ID)
	for _, s := range saleSections {
		if to := at + s.below; v.Holds(s.needs) {
			all = append(all, screen.Tab{Text: v.View.T(s.word), To: to, Here: v.R.URL.Path == to || s.below != "" && strings.HasPrefix(v.R.URL.Path, to+"/")})
		}
	}
	return all
}

// soldBody is what the pages of a part of what an event sells share.
type soldBody struct {
	E                   *office.Event
	Event, All, Section string
	Tabs                []screen.Tab
}

// soldAtEvent reads the event of such a page; section is where the list of the part is.
func soldAtEvent(v *screen.Visit, section string) (soldBody, error) {
	if !v.Holds(app.ViewEvents) {
		return soldBody{}, app.Missing("page")
	}
	e, err := ReadEvent(v)
	if err != nil {
		return soldBody{}, err
	}
	at := v.Path("/events/%d", e.ID)
	return soldBody{E: e, Event: at, All: v.Path("/events"), Section: at + "/tickets" + section, Tabs: saleTabs(v, e)}, nil
}
