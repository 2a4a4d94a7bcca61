package event

import (
	"fmt"
	"html/template"
	"marquee/handlers/web/office/screen"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/app/paper"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// overviewBody is the overview of an event.
type overviewBody struct {
	E         *office.Live
	Live      *screen.Live
	When      string
	Where     string
	Chip      screen.Chip
	Event     string
	Tickets   string
	NewTicket string
	Page      string // of the shop, empty: there is none
	Copy      string
	Queue     string
	Share     *share
	// Draft, Selling and Stopped say what can be done.
	Draft, Selling, Stopped, Final bool
	// Needed is what it still needs to be sold.
	Needed     []Todo
	NeededDone string
	// Lined: there is a line before the event.
	// LinePaused: nobody more is let in for now.
	Lined, LinePaused bool
	// Publishes: whoever looks may show it to buyers, and take it from them.
	Publishes bool
}

// share is how people come to the page of an event.
type share struct {
	Address, Embed string
	Code           template.HTML
}

func eventScreen(overview *page.Template) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}", Post: "POST /office/{alias}/events/{id}", Needs: app.ViewEvents,
		Template: overview, Show: func(v *screen.Visit) error { return showEvent(v, overview) },
		Forms: map[string]screen.Then{"POST events/queue": {Say: "office.live_line_set", Undo: true}, "POST events/update": {Say: "office.saved", Undo: true, Sets: map[string]string{
			"isPublished=true": "office.published", "isPublished=false": "office.unpublished", "onSale=false": "office.stopped", "onSale=true": "office.goes_on",
		}}},
	}
}

// ReadEvent reads the event that an address names, and makes this one of its pages.
func ReadEvent(v *screen.Visit) (*office.Event, error) {
	e, err := office.ReadEvent(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return nil, err
	}
	v.Inside(&e.EventView)
	return &e, nil
}

// readLive reads the event that an address names with how its sale goes, and makes this one of its
// pages.
func readLive(v *screen.Visit) (*office.Live, error) {
	if err := office.CatchUp(v.R.Context(), v.App, v.Caller); err != nil {
		return nil, err
	}
	e, err := office.ReadLive(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return nil, err
	}
	v.Inside(&e.EventView)
	return &e, nil
}

// showEvent shows how the sale of an event goes.
func showEvent(v *screen.Visit, overview *page.Template) error {
	e, err := readLive(v)
	if err != nil {
		return err
	}
	v.View.Title = e.Name
	at := v.Path("/events/%d", e.ID)
	body := &overviewBody{
		E: e, When: v.When(&e.EventView), Chip: v.Chip(e.Standing, v.Zone), Lined: e.Line != nil, LinePaused: e.Line != nil && e.Line.Paused,
		Event: at, Tickets: at + "/tickets", Draft: !e.Published && e.CancelledAt == nil, Stopped: e.OffSale && e.CancelledAt == nil, Final: e.CancelledAt != nil || e.Ended(v.App.Now()),
	}
	if body.Live, err = liveParts(v, overview, e); err != nil {
		return err
	}
	body.Publishes = v.Holds(app.Publish)
	body.Selling = e.Published && !e.OffSale && !body.Final
	if e.Place != nil {
		body.Where = e.Place.NameOnLine()
	}
	if v.Holds(catalog.SaleEditors) && !body.Final {
		body.NewTicket = body.Tickets + "/new"
	}
	if v.Holds(app.CreateEvents) {
		body.Copy = at + "/copy"
	}
	if v.Holds(app.EditEvents) && !body.Final {
		body.Queue = at + "/queue"
	}
	if body.Page, body.Share, err = sharedOf(v, &e.EventView); err != nil {
		return err
	}
	if err := body.addNeeded(v); err != nil {
		return err
	}
	fillOverview(v, e)
	v.Body.It = body
	return nil
}

// fillOverview says what the forms of the overview show.
func fillOverview(v *screen.Visit, e *office.Live) {
	f := v.Body.Add("POST events/update")
	f.Since = e.UpdatedAt
	f.About("events", e.ID)
	f.Fill(map[string]any{"id": e.ID, "isPublished": e.Published, "onSale": !e.OffSale})
	if e.Line != nil {
		v.Body.Add("POST events/queue").Fill(map[string]any{"eventId": e.ID, "shoppers": e.Line.Shoppers})
	}
}

// sharedOf says how people come to the page of an event: where it is, empty where there is no shop,
// and what tells of it once it is published.
func sharedOf(v *screen.Visit, e *catalog.EventView) (at string, how *share, err error) {
	if !v.Company.Shop.Open {
		return "", nil, nil
	}
	at = fmt.Sprintf("%s/%s/events/%d", wire.ShopPath, v.Company.Alias, e.ID)
	if !e.Published {
		return at + "?preview", nil, nil
	}
	origin := v.Site.Origin(v.R)
	symbol, err := paper.NewPrinter().Symbol(paper.QR, origin+at)
	if err != nil {
		return at, nil, err
	}
	return at, &share{
		Address: origin + at, Code: page.Symbol(symbol),
		Embed: fmt.Sprintf(`<script async src="%s%s/embed.js" data-event="%s"></script>`, origin, wire.ShopPath, at),
	}, nil
}
