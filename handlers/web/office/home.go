package office

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
)

// homeBody is what Home shows.
type homeBody struct {
	Coming []eventRow
	All    string
	New    string
}

// comingUp is how many events Home shows.
const comingUp = 6

func (o *Office) home() *screen {
	return &screen{
		get: "GET /office/{alias}", needs: app.Authenticated, template: o.template("home.html"), show: (*visit).showHome,
	}
}

// showHome shows what comes next.
func (v *visit) showHome() error {
	now := v.app.Now().In(v.zone)
	v.view.Title = v.view.Lang.Weekday(now) + ", " + v.view.Lang.DayMonth(now)
	body := &homeBody{All: v.path("/events")}
	v.body.It = body
	if v.holds(app.CreateEvents) {
		body.New = v.path("/events/new")
	}
	if !v.holds(catalogReaders) {
		return nil
	}
	page, err := office.ReadEvents(v.r.Context(), v.app, v.caller, office.AskEvents{State: catalog.Coming})
	if err != nil {
		return err
	}
	for i := range page.Rows[:min(len(page.Rows), comingUp)] {
		body.Coming = append(body.Coming, v.eventRow(&page.Rows[i]))
	}
	return nil
}
