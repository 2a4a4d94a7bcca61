package event

import (
	"fmt"
	"net/url"
	"slices"
	"time"

	"marquee/app/catalog"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

// The operations of timeslots.
const (
	seriesOp  = "POST timeslots/series"
	slotsOp   = "POST events/update"
	noSlotOp  = "DELETE timeslots"
	monthForm = "2006-01"
)

// timesBody is when an event takes place: its timeslots in a month, and what makes more of them.
type timesBody struct {
	E                    *office.Event
	Event, All           string
	When                 string
	Month, Earlier, Next string
	Heads                []string
	Weeks                [][]calendarDay
	Slots                []slotRow
	Series               *series
	Seasons              string
}

// calendarDay is a day of a month.
type calendarDay struct {
	Day           string
	Out, In, Here bool
	Slots         []calendarSlot
}

// calendarSlot is a timeslot in a day.
type calendarSlot struct{ Clock, Name, Left string }

// slotRow is a timeslot in the table.
type slotRow struct {
	At   int
	ID   string
	Name string
	Sold string
}

// Cell is a field of a timeslot under a heading.
func (r slotRow) Cell(f *screen.Form, head, path string) (tableCell, error) {
	one, err := f.Field(fmt.Sprintf("timeslots.%d.%s", r.At, path))
	return tableCell{one, fmt.Sprintf("slot-%d %s", r.At, head)}, err
}

// Field is a field that goes along.
func (r slotRow) Hidden(f *screen.Form, path string) (*screen.Field, error) {
	return f.Hidden(fmt.Sprintf("timeslots.%d.%s", r.At, path))
}

// Nth counts fields of one name for people who hear them.
func (*series) Nth(i int) int { return i + 1 }

// series is what would be made.
type series struct {
	Days  []screen.Option
	Times []string
	Unit  []screen.Option
	Known bool
	Made  []string
	More  string
	Title string
}

func timesScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/times", Post: "POST /office/{alias}/events/{id}/times", Needs: catalog.SaleEditors,
		Template: o.Template(templates, "times.html"), Show: showTimes,
		Forms: map[string]screen.Then{seriesOp: {Say: "office.slots_made", To: toTimes}, slotsOp: {Say: "office.saved", Undo: true}, noSlotOp: {Say: "office.slot_gone", Restore: "POST timeslots/restore"}},
	}
}

func toTimes(v *screen.Visit, _ any) string { return v.Path("/events/%d/times", v.ID("id")) }

func showTimes(v *screen.Visit) error {
	v.Writing()
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.event_times")
	body := &timesBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), When: v.View.Lang.Span(e.Start.In(v.Zone), e.End.In(v.Zone))}
	v.Body.It = body
	view, err := catalog.ViewEvent(v.R.Context(), v.App, v.Caller, e.ID, catalog.EventWants{Slots: true})
	if err != nil {
		return err
	}
	slots := view.Slots
	slices.SortStableFunc(slots, func(a, b catalog.SlotView) int { return a.Start.Compare(b.Start) })
	body.month(v, slots)
	body.rows(v, slots)
	if e.CancelledAt != nil {
		return nil
	}
	return body.series(v, slots)
}

// month is the calendar of the month that the address names, else of the first timeslot or of the
// event.
func (b *timesBody) month(v *screen.Visit, slots []catalog.SlotView) {
	at := b.E.Start.In(v.Zone)
	if len(slots) > 0 {
		at = slots[0].Start.In(v.Zone)
	}
	if asked, err := time.ParseInLocation(monthForm, v.R.URL.Query().Get("month"), v.Zone); err == nil {
		at = asked
	}
	first := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, v.Zone)
	b.Month = page.Capitalised(fmt.Sprintf("%s %d", v.View.Lang.Month(first), first.Year()))
	b.Earlier, b.Next = b.Event+"/times?month="+first.AddDate(0, -1, 0).Format(monthForm), b.Event+"/times?month="+first.AddDate(0, 1, 0).Format(monthForm)
	monday := first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
	for i := range 7 {
		b.Heads = append(b.Heads, v.View.Lang.ShortWeekday(monday.AddDate(0, 0, i)))
	}
	today := v.App.Now().In(v.Zone).Format(time.DateOnly)
	for day := monday; day.Month() == first.Month() || day.Before(first); {
		var week []calendarDay
		for range 7 {
			c := calendarDay{Day: fmt.Sprint(day.Day()), Out: day.Month() != first.Month(), Here: day.Format(time.DateOnly) == today}
			c.In = day.Before(b.E.End) && day.AddDate(0, 0, 1).After(b.E.Start)
			for i := range slots {
				if start := slots[i].Start.In(v.Zone); start.Format(time.DateOnly) == day.Format(time.DateOnly) {
					c.Slots = append(c.Slots, slotOf(v, &slots[i]))
				}
			}
			week, day = append(week, c), day.AddDate(0, 0, 1)
		}
		b.Weeks = append(b.Weeks, week)
	}
}

func slotOf(v *screen.Visit, s *catalog.SlotView) calendarSlot {
	out := calendarSlot{Clock: v.View.Lang.Clock(s.Start.In(v.Zone)), Name: s.Name}
	if left := s.Stock.Current(); left != nil {
		out.Left = v.View.T("office.n_left", "n", max(0, *left))
	}
	return out
}

// rows are all timeslots, to be changed together.
func (b *timesBody) rows(v *screen.Visit, slots []catalog.SlotView) {
	f, gone := v.Body.Add(slotsOp), v.Body.Add(noSlotOp)
	gone.Fill(map[string]any{"id": ""})
	f.Since = b.E.UpdatedAt
	f.About("events", b.E.ID)
	f.Put("id", b.E.ID)
	for i := range slots {
		s := &slots[i]
		for path, value := range map[string]any{
			"id": s.ID, "name": s.Name, "start": s.Start, "end": s.End, "onSaleFrom": s.OnSaleFrom, "onSaleUntil": s.OnSaleUntil, "totalStock": s.Stock.Total,
		} {
			f.Put(fmt.Sprintf("timeslots.%d.%s", i, path), value)
		}
		label := v.View.Lang.ShortMoment(s.Start.In(v.Zone))
		if s.Name != "" {
			label = s.Name + ", " + label
		}
		b.Slots = append(b.Slots, slotRow{At: i, ID: screen.Number(s.ID), Name: label, Sold: v.View.Number(s.Stock.Sold)})
	}
}

// defaultLength is how long a new timeslot is.
const defaultLength = time.Hour

// series asks for a series, and says what it would make.
func (b *timesBody) series(v *screen.Visit, slots []catalog.SlotView) error {
	f := v.Body.Add(seriesOp)
	start, length := b.E.Start, defaultLength
	if n := len(slots); n > 0 {
		length = slots[n-1].End.Sub(slots[n-1].Start)
	}
	// What is suggested counts as typed: a form sends what is other than it was.
	f.Fill(map[string]any{"eventId": b.E.ID, "name": "", "start": "", "end": "", "until": "", "totalStock": "", "step": ""})
	const layout = "2006-01-02T15:04"
	f.Takes(url.Values{
		"start": {start.In(v.Zone).Format(layout)}, "end": {start.Add(length).In(v.Zone).Format(layout)}, "until": {b.E.End.In(v.Zone).Format(layout)}, "step": {"1"},
	})
	q := v.R.URL.Query()
	asked := q.Get(screen.DoQuery) == seriesOp
	var sent url.Values
	if asked {
		var err error
		if sent, err = v.Given(); err != nil {
			return err
		}
		f.Takes(sent)
	}
	b.Series = &series{Days: daysOfWeek(v, sent["weekdays"])}
	for _, t := range sent["times"] {
		if t != "" {
			b.Series.Times = append(b.Series.Times, t)
		}
	}
	b.Series.Times = append(b.Series.Times, "")
	for _, u := range []string{"weeks", "days", "hours", "minutes", "months"} {
		b.Series.Unit = append(b.Series.Unit, screen.Option{Value: u, Text: v.View.T("office.step_" + u), Chosen: sent.Get("unit") == u})
	}
	if !asked || sent == nil || v.R.Method == "POST" {
		return nil
	}
	return b.Series.work(v, f, sent, slots)
}

// work asks the operation what it would make.
func (s *series) work(v *screen.Visit, f *screen.Form, sent url.Values, slots []catalog.SlotView) error {
	var made struct {
		Included struct {
			Rows []struct {
				Type       string
				ID         int64
				Attributes struct {
					Start time.Time `json:"start"`
				}
			}
		}
	}
	var err error
	if s.Known, err = v.Try(f, sent, &made); err != nil || !s.Known {
		return err
	}
	var starts []time.Time
	for _, in := range made.Included.Rows {
		known := slices.ContainsFunc(slots, func(o catalog.SlotView) bool { return o.ID == in.ID })
		if in.Type == "eventTimeslots" && !known {
			starts = append(starts, in.Attributes.Start)
		}
	}
	slices.SortFunc(starts, time.Time.Compare)
	for i, at := range starts {
		if i == shownDates && len(starts) > shownDates+1 {
			s.More = v.View.T("office.and_n_more", "n", len(starts)-i)
			break
		}
		s.Made = append(s.Made, v.View.Lang.ShortWeekday(at.In(v.Zone))+" "+v.View.Lang.ShortMoment(at.In(v.Zone)))
	}
	s.Title = v.View.T("office.n_times", "n", len(starts))
	return nil
}
