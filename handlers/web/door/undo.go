package door

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/handlers/web/page"
)

// sinceForm is how a browser writes a moment.
const sinceForm = "2006-01-02T15:04"

// undoBody is the page on which what a phone did is taken back.
type undoBody struct {
	Name, Gate string
	// Since is the moment that was chosen, in the time of the event.
	Since string
	// Look is what would be taken back, nil before a moment was chosen.
	Look *entry.Undone
	// Done: it was, just now.
	Done bool
	// Aside tells of what was set aside, empty where nothing was.
	Aside string
}

// showUndo lets a supervisor choose a moment, and says what would be taken back since then.
func (d *Door) showUndo(w http.ResponseWriter, r *http.Request) {
	c, ok := d.staff(w, r)
	if !ok {
		return
	}
	phone, pace, event, err := d.phone(r, c)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.undo_title")
	v.Back = StaffPath + "/events/" + r.PathValue("id")
	asked := r.URL.Query()
	body := undoBody{Name: phone.Name, Gate: phone.Gate, Done: asked.Get("done") != "", Since: localTime(phone.CreatedAt, event.Timezone).Format(sinceForm)}
	body.Aside = asideText(v, &pace, event.Timezone)
	if text := asked.Get("since"); text != "" {
		since, err := sinceOf(text, event.Timezone)
		if err != nil {
			d.site.Refuse(w, r, err)
			return
		}
		look, err := door.UndoDevice(r.Context(), d.app, c, door.Undo{DeviceID: phone.ID, Since: &since, DryRun: true})
		if err != nil {
			d.site.Refuse(w, r, err)
			return
		}
		body.Since, body.Look = text, &look
	}
	v.Body = body
	d.site.Show(w, r, d.undo, v)
}

// postUndo takes back what a phone did since a moment.
func (d *Door) postUndo(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error {
	phone, _, event, err := d.phone(r, c)
	if err != nil {
		return err
	}
	since, err := sinceOf(form.Get("since"), event.Timezone)
	if err == nil {
		_, err = door.UndoDevice(r.Context(), d.app, c, door.Undo{DeviceID: phone.ID, Since: &since})
	}
	if err == nil {
		page.GoOn(w, r, r.URL.Path+"?"+url.Values{"since": {form.Get("since")}, "done": {"1"}}.Encode())
	}
	return err
}

// phone is the one of a page, with its event.
func (d *Door) phone(r *http.Request, c *app.Caller) (door.Device, door.Pace, *catalog.Event, error) {
	seen, err := door.Look(r.Context(), d.app, c, idOf(r, "id"))
	if err != nil {
		return door.Device{}, door.Pace{}, nil, err
	}
	at := slices.IndexFunc(seen.Devices, func(p door.Device) bool { return p.ID == idOf(r, "device") })
	if at < 0 {
		return door.Device{}, door.Pace{}, nil, app.Missing("device")
	}
	return seen.Devices[at], seen.Paces[seen.Devices[at].ID], &seen.Event, nil
}

// sinceOf reads a moment in the time of an event.
func sinceOf(text, zone string) (time.Time, error) {
	where, err := time.LoadLocation(zone)
	if err != nil {
		where = time.UTC
	}
	at, err := time.ParseInLocation(sinceForm, text, where)
	if err != nil {
		return at, app.Field("since", "must be a date and a time")
	}
	return at.UTC(), nil
}

// asideText tells of scans that were set aside because nobody scans so fast.
func asideText(v *page.View, p *door.Pace, zone string) string {
	if p.AsideAt == nil {
		return ""
	}
	return v.T("staff.aside", "n", p.Aside, "time", v.Clock(localTime(*p.AsideAt, zone)))
}
