package event

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// copyOp is what the page is about.
const copyOp = "POST events/copy"

// Nth counts fields of one name for people who hear them.
func (*copyBody) Nth(i int) int { return i + 1 }

// copyBody is a copy of an event that somebody makes up their mind about.
type copyBody struct {
	E          *office.Event
	Event, All string
	// Dates are the fields of when copies begin; there is always an empty one more.
	Dates         []string
	Days          []screen.Option
	Parts         []screen.Option
	Times, Until  string
	Unit          []screen.Option
	Step          string
	Known         bool
	Made          []string
	More          string
	Each, LeftOut []string
	Button        string
	// Schedules: whoever looks may make them dates of one show.
	Schedules bool
}

func copyScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/copy", Post: "POST /office/{alias}/events/{id}/copy", Needs: app.CreateEvents,
		Template: o.Template(templates, "copy.html"), Show: showCopy,
		Forms: map[string]screen.Then{copyOp: {Say: "office.copies_made", To: toCopies, Unmake: "DELETE events", Made: madeCopies}},
	}
}

// copies is the answer of the operation.
type copies struct {
	Events []struct {
		ID                 int64
		Name, Timezone     string
		StartDate, EndDate time.Time
	}
	Each, LeftOut []struct {
		Part   string
		Count  int64
		Reason string
	}
}

// toCopies leads to the copy, or to the drafts where there are several.
func toCopies(v *screen.Visit, out any) string {
	var made copies
	if screen.Read(out, &made) == nil && len(made.Events) == 1 {
		return v.Path("/events/%d", made.Events[0].ID)
	}
	return v.Path("/events?state=%s", catalog.Drafts)
}

// madeCopies are the copies, which are gone again where somebody takes it back: those that nobody
// bought from.
func madeCopies(out any) (ids []int64) {
	var made copies
	if screen.Read(out, &made) == nil {
		for _, e := range made.Events {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

func showCopy(v *screen.Visit) error {
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.copy_event")
	body := &copyBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Schedules: v.Holds(app.EditEvents)}
	v.Body.It = body
	f := v.Body.Add(copyOp).Fill(map[string]any{"eventId": e.ID, "name": e.Name, "schedule": false})
	sent, err := v.Given()
	if err != nil {
		return err
	}
	first := sent == nil
	if first {
		sent = url.Values{"dates": {suggested(v, e).Format("2006-01-02T15:04")}, "eventId": {screen.Number(e.ID)}}
	}
	f.Takes(sent)
	body.fields(v, sent, first)
	if v.R.Method == "POST" {
		return nil
	}
	var made copies
	if body.Known, err = v.Try(f, sent, &made); err != nil || !body.Known {
		return err
	}
	body.say(v, &made)
	return nil
}

// suggested is a week later; of what is over long ago, that day of the week a year later.
func suggested(v *screen.Visit, e *office.Event) time.Time {
	at := e.Start.In(v.Zone).AddDate(0, 0, 7)
	for at.Before(v.App.Now()) {
		at = at.AddDate(0, 0, 7*52)
	}
	return at
}

// weekdays in the order of calendars, with the first day of which each is the name.
var weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday, time.Sunday}

// fields are those that the page draws by hand: lists of dates and days, as they were filled in.
func (b *copyBody) fields(v *screen.Visit, sent url.Values, first bool) {
	for _, d := range sent["dates"] {
		if d != "" {
			b.Dates = append(b.Dates, d)
		}
	}
	b.Dates = append(b.Dates, "")
	b.Days = daysOfWeek(v, sent["repeat.weekdays"])
	for _, p := range catalog.CopyPartsFor(v.Caller, &b.E.Stored) {
		b.Parts = append(b.Parts, screen.Option{Value: p, Text: v.View.T("office.part_" + p), Chosen: first || !sent.Has("parts") || slices.Contains(sent["parts"], p)})
	}
	for _, u := range []string{"", "days", "weeks", "months"} {
		b.Unit = append(b.Unit, screen.Option{Value: u, Text: v.View.T("office.repeat_" + u), Chosen: sent.Get("repeat.unit") == u})
	}
	b.Step, b.Until = sent.Get("repeat.step"), sent.Get("repeat.until")
}

// daysOfWeek are the days to choose from.
func daysOfWeek(v *screen.Visit, chosen []string) (all []screen.Option) {
	for i, d := range weekdays {
		name := strings.ToLower(d.String())
		all = append(all, screen.Option{Value: name, Text: v.View.Lang.Weekday(time.Date(2024, 1, 1+i, 12, 0, 0, 0, time.UTC)), Chosen: slices.Contains(chosen, name)})
	}
	return all
}

// shownDates is how many dates are said by name before anything is made.
const shownDates = 12

// say says what would be made.
func (b *copyBody) say(v *screen.Visit, made *copies) {
	for i, e := range made.Events {
		if i == shownDates && len(made.Events) > shownDates+1 {
			b.More = v.View.T("office.and_n_more", "n", len(made.Events)-i)
			break
		}
		b.Made = append(b.Made, v.View.Lang.ShortMoment(e.StartDate.In(v.Zone)))
	}
	for _, p := range made.Each {
		if p.Count > 0 {
			b.Each = append(b.Each, v.View.T("office.has_"+p.Part, "n", p.Count))
		}
	}
	for _, p := range made.LeftOut {
		b.LeftOut = append(b.LeftOut, v.View.T("office.part_"+p.Part)+": "+p.Reason)
	}
	b.Button = v.View.T("office.make_drafts", "n", len(made.Events))
}
