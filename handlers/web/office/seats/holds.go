package seats

import (
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/office"
	"marquee/app/seating"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
)

// holdBody is a hold, to be made or changed.
type holdBody struct {
	E              *office.Event
	Event, All, At string
	Hold           *seating.HoldView
	Users          bool
	Keeps          string
	// Kept is how many places it keeps.
	Kept int64
}

// holdAgain makes a hold anew that kept nothing. What another one kept may be sold by now.
func holdAgain(v *screen.Visit) (string, any) {
	b := v.Body.It.(*holdBody)
	if b.Kept > 0 {
		return "", nil
	}
	body := map[string]any{"eventId": b.E.ID, "name": b.Hold.Name}
	if len(b.Hold.Users) > 0 {
		body["users"] = b.Hold.Users
	}
	if at := b.Hold.ReleaseAt; at != nil && at.After(v.App.Now()) {
		body["releaseAt"] = at.UTC()
	}
	return "POST seating-holds", body
}

func newHoldScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/seats/holds/new", Post: "POST /office/{alias}/events/{id}/seats/holds/new", Needs: app.EditSeating,
		Template: o.Template(templates, "hold.html"), Show: showNewHold,
		Forms: map[string]screen.Then{"POST seating-holds": {Say: "office.seats_hold_made", To: toSeats}},
	}
}

func holdScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/seats/holds/{hold}", Post: "POST /office/{alias}/events/{id}/seats/holds/{hold}", Needs: app.EditSeating,
		Template: o.Template(templates, "hold.html"), Show: showHold,
		Forms: map[string]screen.Then{
			"POST seating-holds/update": {Say: "office.saved", To: toSeats, Undo: true},
			"DELETE seating-holds":      {Say: "office.seats_hold_dropped", To: toSeats, Remake: holdAgain},
		},
	}
}

func toSeats(v *screen.Visit, _ any) string { return v.Path("/events/%d/seats", v.ID("id")) }

// readHolds reads the event and its plan.
func readHolds(v *screen.Visit) (*holdBody, *seating.Plan, error) {
	e, err := event.ReadEvent(v)
	if err != nil {
		return nil, nil, err
	}
	p, err := seating.ReadOfEvent(v.R.Context(), v.App, v.Caller, e.ID)
	at := v.Path("/events/%d", e.ID)
	return &holdBody{E: e, Event: at, All: v.Path("/events"), At: at + "/seats"}, &p, err
}

func showNewHold(v *screen.Visit) error {
	b, _, err := readHolds(v)
	if err != nil {
		return err
	}
	v.View.Title, v.Body.It = v.View.T("office.seats_new_hold"), b
	f := v.Body.Add("POST seating-holds")
	f.Fill(map[string]any{"eventId": b.E.ID, "name": "", "releaseAt": ""})
	return b.listUsers(v, f, nil)
}

func showHold(v *screen.Visit) error {
	b, p, err := readHolds(v)
	if err != nil {
		return err
	}
	for _, h := range p.HoldViews() {
		if h.ID == v.ID("hold") {
			b.Hold = &h
		}
	}
	if b.Hold == nil {
		return app.Missing("page")
	}
	list, err := seating.ListSpaces(v.R.Context(), v.App, v.Caller, b.E.ID, 0)
	if err != nil {
		return err
	}
	for _, row := range holdRows(v, &sellBody{Plan: p}, &list) {
		if row.ID == b.Hold.ID {
			b.Keeps, b.Kept = row.About, row.kept
		}
	}
	v.View.Title, v.Body.It = b.Hold.Name, b
	v.Body.Add("DELETE seating-holds").Fill(map[string]any{"eventId": b.E.ID, "id": b.Hold.ID})
	f := v.Body.Add("POST seating-holds/update").About("seating_plans", p.ID)
	f.Fill(map[string]any{"eventId": b.E.ID, "id": b.Hold.ID, "name": b.Hold.Name, "releaseAt": b.Hold.ReleaseAt})
	return b.listUsers(v, f, b.Hold.Users)
}

// listUsers offers the users who may sell from the hold, to those who see them.
func (b *holdBody) listUsers(v *screen.Visit, f *screen.Form, chosen []int64) error {
	page, err := company.ListUsers(v.R.Context(), v.App, v.Caller, company.UserFilter{Limit: company.MaxUserPage})
	if app.KindOf(err) == app.Forbidden {
		return nil
	}
	if err != nil {
		return err
	}
	ids := []string{}
	for _, id := range chosen {
		ids = append(ids, strconv.FormatInt(id, 10))
	}
	f.Put("users", ids)
	for i := range page.Rows {
		u := &page.Rows[i]
		f.Lists["users"] = append(f.Lists["users"], screen.Option{Value: strconv.FormatInt(u.User.ID, 10), Text: u.User.Name})
	}
	b.Users = len(f.Lists["users"]) > 0
	return nil
}
