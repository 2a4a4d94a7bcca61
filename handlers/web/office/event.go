package office

import (
	"fmt"
	"html/template"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/app/paper"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// overviewBody is the overview of an event.
type overviewBody struct {
	E         *office.Event
	When      string
	Where     string
	Chip      chip
	Meter     meter
	Net       []string
	Money     bool
	Left      string
	Items     []itemRow
	Event     string
	Tickets   string
	NewTicket string
	Page      string // of the shop, empty: there is none
	Share     *share
	// Draft, Selling and Stopped say what can be done.
	Draft, Selling, Stopped, Final bool
	// Needed is what it still needs to be sold.
	Needed     []todo
	NeededDone string
	// Publishes: whoever looks may show it to buyers, and take it from them.
	Publishes bool
}

// share is how people come to the page of an event.
type share struct {
	Address, Embed string
	Code           template.HTML
}

func (o *Office) event() *screen {
	return &screen{
		get: "GET /office/{alias}/events/{id}", post: "POST /office/{alias}/events/{id}", needs: app.ViewEvents,
		template: o.template("event.html"), show: (*visit).showEvent,
		forms: map[string]then{"POST events/update": {say: "office.saved", undo: true, sets: map[string]string{
			"isPublished=true": "office.published", "isPublished=false": "office.unpublished", "onSale=false": "office.stopped", "onSale=true": "office.goes_on",
		}}},
	}
}

// readEvent reads the event that an address names, and makes this one of its pages.
func (v *visit) readEvent() (*office.Event, error) {
	e, err := office.ReadEvent(v.r.Context(), v.app, v.caller, v.id("id"))
	if err != nil {
		return nil, err
	}
	v.inside(&e.EventView)
	return &e, nil
}

// showEvent shows how the sale of an event goes.
func (v *visit) showEvent() error {
	e, err := v.readEvent()
	if err != nil {
		return err
	}
	v.view.Title = e.Name
	at := v.path("/events/%d", e.ID)
	body := &overviewBody{
		E: e, When: v.when(&e.EventView), Chip: v.chip(e.Standing, v.zone), Meter: v.meter(e.Sold, e.Of), Net: v.amounts(e.Net), Money: e.Net != nil,
		Event: at, Tickets: at + "/tickets", Draft: !e.Published && e.CancelledAt == nil, Stopped: e.OffSale && e.CancelledAt == nil, Final: e.CancelledAt != nil || e.Ended(v.app.Now()),
	}
	body.Publishes = v.holds(app.Publish)
	body.Selling = e.Published && !e.OffSale && !body.Final
	if e.Place != nil {
		body.Where = e.Place.NameOnLine()
	}
	if e.Of != nil {
		body.Left = v.view.Number(max(0, *e.Of-e.Sold))
	}
	for _, it := range ordered(e) {
		body.Items = append(body.Items, v.itemRow(e, &it))
	}
	if v.holds(catalog.SaleEditors) && !body.Final {
		body.NewTicket = body.Tickets + "/new"
	}
	if err := v.shared(body); err != nil {
		return err
	}
	if err := body.addNeeded(v); err != nil {
		return err
	}
	f := v.body.form("POST events/update")
	f.since = e.UpdatedAt
	f.about("events", e.ID)
	f.fill(map[string]any{"id": e.ID, "isPublished": e.Published, "onSale": !e.OffSale})
	v.body.It = body
	return nil
}

// shared says how people come to the page of the event.
func (v *visit) shared(body *overviewBody) error {
	if !v.company.Shop.Open {
		return nil
	}
	at := fmt.Sprintf("%s/%s/events/%d", wire.ShopPath, v.company.Alias, body.E.ID)
	if body.Page = at; !body.E.Published {
		body.Page += "?preview"
		return nil
	}
	origin := v.site.Origin(v.r)
	symbol, err := paper.NewPrinter().Symbol(paper.QR, origin+at)
	if err != nil {
		return err
	}
	body.Share = &share{
		Address: origin + at, Code: page.Symbol(symbol),
		Embed: fmt.Sprintf(`<script async src="%s%s/embed.js" data-event="%s"></script>`, origin, wire.ShopPath, at),
	}
	return nil
}
