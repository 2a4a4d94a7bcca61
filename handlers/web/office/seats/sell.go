package seats

import (
	"html/template"
	"strconv"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/seating"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/wire"
)

// manySeats is from how many spaces on a page shows the parts of a plan first.
const manySeats = 1_500

// partQuery names the part of the plan that is shown.
const partQuery = "part"

// sellBody is which seats of an event are sold, held and free.
type sellBody struct {
	E                   *office.Event
	Event, All, At      string
	Plan                *seating.Plan
	About, Sold, Buyers string
	// Part is the part of the plan that is shown, Whole leads back to all of it.
	Part, Whole string
	PartID      int64
	// Parts are shown before seats where there are many.
	Parts   []partRow
	Rows    []row
	Places  []placeRow
	Map     template.HTML
	Legend  []legend
	Holds   []holdRow
	NewHold string
	Edits   bool
	Behind  string // there is a newer revision
	Taking  string
	Draw    string // where the plan is drawn
}

// partRow is a part of a large plan.
type partRow struct{ Name, About, To string }

// legend is what a sign on the map means.
type legend struct{ Sign, Text, More string }

func sellScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/seats", Post: "POST /office/{alias}/events/{id}/seats", Needs: viewers,
		Template: o.Template(templates, "sell.html"), Show: showSell,
		Forms: map[string]screen.Then{
			"POST seating-spaces/update": {Sets: map[string]string{
				"status=restricted": "office.seats_held", "status=available": "office.seats_given_back", "status=unavailable": "office.seats_taken_off",
			}},
			"POST seating-holds/places":       {Say: "office.saved"},
			"POST events/seating-plan":        {Say: "office.seats_plan_given"},
			"POST events/seating-plan/update": {Say: "office.saved", Undo: true},
		},
	}
}

// viewers see the seats of an event.
var viewers = app.AnyOf{app.ViewSeating, app.EditSeating}

// showSell shows the seats of an event.
func showSell(v *screen.Visit) error {
	e, err := event.ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.seats")
	v.View.Styles, v.View.Scripts = append(v.View.Styles, "seats.css"), append(v.View.Scripts, "seats.js")
	at := v.Path("/events/%d", e.ID)
	body := &sellBody{E: e, Event: at, All: v.Path("/events"), At: at + "/seats", Edits: v.Holds(app.EditSeating)}
	v.Body.It = body
	if body.Edits && e.VenueID != 0 && v.Holds(app.ViewSeating) {
		body.Draw = body.At + "/draw"
	}
	p, err := seating.ReadOfEvent(v.R.Context(), v.App, v.Caller, e.ID)
	if app.KindOf(err) == app.NotFound {
		return body.choosePlan(v)
	}
	if err != nil {
		return err
	}
	body.Plan = &p
	if v.Company.Shop.Open && e.Published {
		body.Buyers = wire.ShopPath + "/" + v.Company.Alias + "/events/" + strconv.FormatInt(e.ID, 10)
	}
	if err := body.compared(v); err != nil {
		return err
	}
	return body.read(v)
}

// choosePlan offers the plans of the venue to an event without one.
func (b *sellBody) choosePlan(v *screen.Visit) error {
	if b.E.VenueID == 0 {
		return nil
	}
	page, err := seating.List(v.R.Context(), v.App, v.Caller, seating.Filter{VenueID: b.E.VenueID, Limit: seating.MaxPage})
	if err != nil || len(page.Rows) == 0 {
		return err
	}
	f := v.Body.Add("POST events/seating-plan")
	f.Fill(map[string]any{"eventId": b.E.ID})
	for i := range page.Rows {
		p := &page.Rows[i]
		f.Lists["planId"] = append(f.Lists["planId"], screen.Option{Value: strconv.FormatInt(p.RootID(), 10), Text: v.View.T("office.seats_plan_of", "name", p.Name, "n", p.Capacity)})
	}
	return nil
}

// compared says whether the plan of the venue is newer than what the event is sold from.
func (b *sellBody) compared(v *screen.Visit) error {
	b.About = v.View.T("office.seats_copy_of", "name", b.Plan.Name, "n", v.View.Number(b.Plan.Number()))
	src, err := seating.Read(v.R.Context(), v.App, v.Caller, b.Plan.RootID(), 0)
	if app.KindOf(err) == app.NotFound {
		return nil // it was deleted
	}
	if err == nil && src.ID != b.Plan.SourceID && b.Edits {
		b.Taking, b.Behind = b.At+"/take-over", v.View.T("office.seats_behind", "n", v.View.Number(src.Number()))
	}
	return err
}

// read puts together what is shown of the seats.
func (b *sellBody) read(v *screen.Visit) error {
	whole, err := seating.ListSpaces(v.R.Context(), v.App, v.Caller, b.E.ID, 0)
	if err != nil {
		return err
	}
	count := counted(whole.Spaces)
	b.Sold = v.View.T("office.seats_sold_of", "sold", v.View.Number(count.sold), "of", v.View.Number(b.Plan.Capacity))
	b.Legend = legendOf(v, &whole, count)
	b.Holds = holdRows(v, b, &whole)
	if b.Edits {
		b.NewHold = b.At + "/holds/new"
	}
	shown := &whole
	if b.PartID, err = strconv.ParseInt(v.R.URL.Query().Get(partQuery), 10, 64); err == nil && b.PartID != 0 {
		part, err := seating.ListSpaces(v.R.Context(), v.App, v.Caller, b.E.ID, b.PartID)
		if err != nil {
			return err
		}
		shown, b.Whole = &part, b.At
	}
	if len(shown.Spaces) > manySeats {
		b.Parts = partsOf(v, b, shown)
	}
	if len(b.Parts) > 0 {
		b.Map = drawParts(v, b, shown)
	} else {
		b.Rows, b.Places = rowsOf(v, shown, b.Plan)
		b.Map = drawSeats(v, shown, b.Plan)
	}
	b.fill(v)
	return nil
}

// fill fills the forms in.
func (b *sellBody) fill(v *screen.Visit) {
	f := v.Body.Add("POST seating-spaces/update")
	f.Fill(map[string]any{"eventId": b.E.ID})
	for _, h := range b.Plan.HoldViews() {
		f.Lists["holdId"] = append(f.Lists["holdId"], screen.Option{Value: strconv.FormatInt(h.ID, 10), Text: h.Name})
	}
	v.Body.Add("POST seating-holds/places").Fill(map[string]any{"eventId": b.E.ID, "id": "", "spaceId": "", "left": ""}).Lists["id"] = f.Lists["holdId"]
	s := v.Body.Add("POST events/seating-plan/update")
	s.Since = b.Plan.UpdatedAt
	s.Fill(map[string]any{"eventId": b.E.ID, "bestAvailableSeatsEnabled": b.Plan.Settings.Best})
}
