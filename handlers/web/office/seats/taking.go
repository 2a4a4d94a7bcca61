package seats

import (
	"strconv"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/seating"
	"marquee/handlers/web/office/event"
	"marquee/handlers/web/office/screen"
)

// takingBody is what becomes of the seats of an event with the newest revision of its plan.
type takingBody struct {
	E              *office.Event
	Event, All, At string
	Does           []doesRow
	Sold, Blocked  []string
	Any, May       bool
	Button         string
}

// doesRow is a sentence with its sign.
type doesRow struct{ Icon, Text string }

// taken is the answer of the operation.
type taken struct {
	From, Revision                        int64
	Added, Gone, Moved, Renamed, Rebanded int64
	Sold, Blocked                         []struct{ Change, From, To string }
}

func takingScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/seats/take-over", Post: "POST /office/{alias}/events/{id}/seats/take-over", Needs: app.EditSeating,
		Template: o.Template(templates, "taking.html"), Show: showTaking,
		Forms: map[string]screen.Then{"POST events/seating-plan/resync": {Say: "office.seats_taken_over", To: toSeats}},
	}
}

// showTaking asks the operation what it would do, by the call that its button makes.
func showTaking(v *screen.Visit) error {
	e, err := event.ReadEvent(v)
	if err != nil {
		return err
	}
	at := v.Path("/events/%d", e.ID)
	b := &takingBody{E: e, Event: at, All: v.Path("/events"), At: at + "/seats"}
	v.View.Title, v.Body.It = v.View.T("office.seats_take_over"), b
	if _, err := seating.ReadOfEvent(v.R.Context(), v.App, v.Caller, e.ID); err != nil {
		return err
	}
	f := v.Body.Add("POST events/seating-plan/resync")
	f.Fill(map[string]any{"eventId": e.ID, "revision": ""})
	var would taken
	ok, err := v.Try(f, map[string][]string{"eventId": {strconv.FormatInt(e.ID, 10)}}, &would)
	if err != nil || !ok {
		return err
	}
	f.Put("revision", would.Revision)
	b.tell(v, &would)
	return nil
}

// tell says in sentences what the operation would do.
func (b *takingBody) tell(v *screen.Visit, t *taken) {
	for _, d := range []struct {
		icon, key string
		n         int64
	}{
		{"plus", "office.seats_added", t.Added}, {"minus", "office.seats_gone", t.Gone}, {"arrow", "office.seats_moved", t.Moved},
		{"pencil", "office.seats_renamed", t.Renamed}, {"tag", "office.seats_rebanded", t.Rebanded},
	} {
		if d.n > 0 {
			b.Does = append(b.Does, doesRow{d.icon, v.View.T(d.key, "n", d.n)})
		}
	}
	for _, s := range t.Sold {
		b.Sold = append(b.Sold, v.View.T("office.seats_sold_"+s.Change, "from", s.From, "to", s.To))
	}
	for _, s := range t.Blocked {
		b.Blocked = append(b.Blocked, v.View.T("office.seats_blocked_"+s.Change, "from", s.From, "to", s.To))
	}
	b.Any = t.From != t.Revision || len(b.Does) > 0
	b.May = b.Any && len(b.Blocked) == 0
	changes := t.Added + t.Gone + t.Moved + t.Renamed + t.Rebanded
	b.Button = v.View.T("office.seats_take_over_n", "n", changes)
}
