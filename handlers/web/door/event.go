package door

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/door"
	"marquee/app/entry"
	"marquee/app/paper"
	"marquee/app/seating"
	"marquee/handlers/web/page"
)

// eventBody is the page of the doors of one event.
type eventBody struct {
	ID                    int64
	Name                  string
	Zones                 []entry.ZoneView
	Supervisor, Overrides bool
	// Figures: they are shown to this user.
	Figures bool
	Links   []linkRow
	Devices []deviceRow
	// Gates are those on the plan of the event.
	Gates  []seating.NamedPart
	Shared []sharedRow
	// Unshared are the zones whose tickets are shared out to nobody.
	Unshared []entry.ZoneView
	Doubles  []doubleRow
	// Code is a gate code that was just made.
	Code    template.HTML
	Address string
	Made    linkRow
}

type linkRow struct {
	ID, Phones, Joined int64
	Gate, Until        string
	Open               bool
}

type deviceRow struct {
	ID               int64
	Name, Gate, When string
	Scans            bool
	// Aside tells of what was set aside, empty where nothing was.
	Aside string
	// At is the gate of the plan that has the name of its gate, 0: none.
	At int64
}

func idOf(r *http.Request, name string) int64 {
	id, err := strconv.ParseInt(r.PathValue(name), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

func (d *Door) showEvent(w http.ResponseWriter, r *http.Request) {
	if c, ok := d.staff(w, r); ok {
		d.drawEvent(w, r, c, func(*page.View, *eventBody) error { return nil })
	}
}

// drawEvent shows the page of an event, with what change adds.
func (d *Door) drawEvent(w http.ResponseWriter, r *http.Request, c *app.Caller, change func(*page.View, *eventBody) error) {
	id := idOf(r, "id")
	seen, err := door.Look(r.Context(), d.app, c, id)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	zones, err := entry.ListZones(r.Context(), d.app, c, id, false)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.title")
	v.Title, v.Back, v.Address = v.T("staff.door_of", "event", seen.Event.Name), StaffPath, StaffPath+"/events/"+r.PathValue("id")
	body := eventBody{ID: id, Name: seen.Event.Name, Zones: zones, Supervisor: c.MeetsAt(door.Supervisors, seen.Event.Subject()), Overrides: c.Can(app.OverrideScans), Figures: c.MeetsAt(app.ViewReports, seen.Event.Subject())}
	now, where := d.app.Now(), seen.Event.Timezone
	for _, l := range seen.Links {
		if l.EndedAt == nil {
			body.Links = append(body.Links, linkRowOf(v, &l, now, where))
		}
	}
	for _, p := range seen.Devices {
		pace := seen.Paces[p.ID]
		body.Devices = append(body.Devices, deviceRow{p.ID, p.Name, p.Gate, v.Clock(localTime(p.CreatedAt, where)), p.Scans(now), asideText(v, &pace, where), gateNamed(seen.Gates, p.Gate)})
	}
	body.Gates = seen.Gates
	if body.Supervisor {
		if err := body.addLeases(r, d, c, v, &seen); err != nil {
			d.site.Refuse(w, r, err)
			return
		}
	}
	if err := change(v, &body); err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v.Body = body
	d.site.Show(w, r, d.event, v)
}

func linkRowOf(v *page.View, l *door.Link, now time.Time, zone string) linkRow {
	return linkRow{l.ID, l.Phones, l.Joined, l.Gate, v.Clock(localTime(l.OpenUntil, zone)), l.Open(now)}
}

func localTime(t time.Time, zone string) time.Time {
	where, err := time.LoadLocation(zone)
	if err != nil {
		return t
	}
	return t.In(where)
}

// bounds reads which zones and gate a form names.
func bounds(event int64, form url.Values) (door.Bounds, error) {
	b := door.Bounds{EventID: event, Gate: form.Get("gate"), Overrides: form.Get("overrides") != ""}
	for _, text := range form["zone"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return b, app.Field("zone", "must be an integer")
		}
		b.ZoneIDs = append(b.ZoneIDs, id)
	}
	return b, nil
}

// postStart makes this phone a scanner.
func (d *Door) postStart(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error {
	b, err := bounds(idOf(r, "id"), form)
	if err != nil {
		return err
	}
	made, secret, err := door.Start(r.Context(), d.app, c, b)
	if err != nil {
		return err
	}
	d.site.SetCookie(w, r, deviceCookie, secret, made.Keeps(d.app.Now()))
	page.GoOn(w, r, DoorPath+"/")
	return nil
}

// postLink makes a gate code and shows it: it cannot be had again.
func (d *Door) postLink(w http.ResponseWriter, r *http.Request, c *app.Caller, form url.Values) error {
	var err error
	in := door.NewLink{Phones: whole(form.Get("phones")), Open: time.Duration(whole(form.Get("minutes"))) * time.Minute}
	if in.Bounds, err = bounds(idOf(r, "id"), form); err != nil {
		return err
	}
	made, secret, err := door.MakeLink(r.Context(), d.app, c, in)
	if err != nil {
		return err
	}
	d.drawEvent(w, r, c, func(v *page.View, body *eventBody) error {
		// Behind the # the secret stays in the browser: no log and no proxy sees it.
		body.Address = d.site.Origin(r) + DoorPath + "/#" + secret
		symbol, err := paper.NewPrinter().Symbol(paper.QR, body.Address)
		if err != nil {
			return err
		}
		body.Code = page.Symbol(symbol)
		for _, l := range body.Links {
			if l.ID == made.ID {
				body.Made = l
			}
		}
		return nil
	})
	return nil
}

// whole reads a number; what is none is 0, which stands for the usual.
func whole(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return n
}

func (d *Door) postEndLink(w http.ResponseWriter, r *http.Request, c *app.Caller, _ url.Values) error {
	return backToEvent(w, r, door.EndLink(r.Context(), d.app, c, idOf(r, "link")))
}

func (d *Door) postEndDevice(w http.ResponseWriter, r *http.Request, c *app.Caller, _ url.Values) error {
	return backToEvent(w, r, door.EndDevice(r.Context(), d.app, c, idOf(r, "device")))
}

// backToEvent goes on to the page of the event after what was done, where nothing refused it.
func backToEvent(w http.ResponseWriter, r *http.Request, err error) error {
	if err == nil {
		page.GoOn(w, r, StaffPath+"/events/"+strconv.FormatInt(idOf(r, "id"), 10))
	}
	return err
}
