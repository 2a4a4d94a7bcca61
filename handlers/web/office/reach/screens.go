package reach

import (
	"embed"

	"marquee/app"
	"marquee/app/office"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those by which an event reaches people.
func Screens(o *screen.Pages) (all []*screen.Screen) {
	for _, at := range []string{"", "/events/{id}"} {
		all = append(all, codesScreens(o, at)...)
		all = append(all, messagesScreens(o, at)...)
		all = append(all, newCodeScreen(o, at), discountScreen(o, at), accessScreen(o, at))
	}
	return append(all, guestsScreen(o), pasteScreen(o), guestSheetScreen(o))
}

// place is where a page lies: below an event, or in the company. It reads the event, which is nil
// in the company.
func place(v *screen.Visit) (at string, e *office.Event, err error) {
	if v.R.PathValue("id") == "" {
		return v.Path(""), nil, nil
	}
	if !v.Holds(app.ViewEvents) {
		return "", nil, app.Missing("page")
	}
	e, err = event.ReadEvent(v)
	if err != nil {
		return "", nil, err
	}
	return v.Path("/events/%d", e.ID), e, nil
}
