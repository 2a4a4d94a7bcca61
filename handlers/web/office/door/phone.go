package door

import (
	"slices"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// phoneBody is a phone that scans.
type phoneBody struct {
	Name, Gate, Heard, Waits string
	All, Event, Doors        string
	EventName                string
	Did                      []screen.Figure
	Aside                    string
	Over                     bool
	// Back is what would be taken back, nil: it cannot be told now.
	Back *takenBack
}

// takenBack is what taking back what a phone did comes to.
type takenBack struct {
	Tickets int64 `json:"tickets"`
	Scans   int64 `json:"scans"`
	Others  int64 `json:"scannedByOthersSince"`
	// Says are these in words.
	Says, Left string
}

func phoneScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/door/phones/{phone}", Post: "POST /office/{alias}/events/{id}/door/phones/{phone}", Needs: door.Supervisors,
		Template: o.Template(templates, "phone.html"), Show: showPhone,
		Forms: map[string]screen.Then{
			"DELETE door-devices":    {Say: "office.gate_phone_ended"},
			"POST door-devices/undo": {Say: "office.gate_phone_undone"},
		},
	}
}

// showPhone shows a phone, and what would come of taking back what it did.
func showPhone(v *screen.Visit) error {
	d, err := office.ReadDoor(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	v.Inside(&d.EventView)
	i := slices.IndexFunc(d.Phones, func(p door.Phone) bool { return p.ID == v.ID("phone") })
	if i < 0 {
		return app.Missing("page")
	}
	p := &d.Phones[i]
	at := v.Path("/events/%d", d.ID)
	did := d.Day.By[p.TokenID]
	body := &phoneBody{Name: nameOf(p), Gate: p.Gate, All: v.Path("/events"), Event: at, Doors: at + "/door", EventName: d.Name, Over: !p.Device.Scans(d.Now)}
	for _, figure := range []struct {
		word string
		n    int64
	}{{"office.gate_phone_in", did.In}, {"office.gate_phone_out", did.Out}, {"office.gate_phone_away", did.Refused}, {"office.gate_phone_lately", p.Contact.Scans}} {
		body.Did = append(body.Did, screen.Figure{Label: v.View.T(figure.word), Values: []string{v.View.Number(figure.n)}})
	}
	if p.Contact.At != nil {
		body.Heard = v.View.T("office.gate_heard", "clock", v.MomentOf(p.Contact.At.In(v.Zone)))
	}
	if p.Contact.Waits != nil {
		body.Waits = v.View.T("office.gate_waits", "n", *p.Contact.Waits)
	}
	if p.Pace.Aside > 0 {
		body.Aside = v.View.T("office.gate_aside", "n", p.Pace.Aside)
	}
	v.View.Title = body.Name
	v.Body.It = body
	v.Body.Add("DELETE door-devices").Put("id", p.ID)
	f := v.Body.Add("POST door-devices/undo")
	f.Put("deviceId", p.ID)
	var back takenBack
	if ok, err := v.Try(f, map[string][]string{"deviceId": {screen.Number(p.ID)}}, &back); err != nil || !ok {
		return err
	}
	back.Says = v.View.T("office.gate_back_tickets", "n", back.Tickets)
	if back.Others > 0 {
		back.Left = v.View.T("office.gate_back_others", "n", back.Others)
	}
	body.Back = &back
	return nil
}
