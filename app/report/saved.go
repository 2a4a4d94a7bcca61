package report

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report/sheet"
	"marquee/indexes"
)

// Save says what a saved report is to be.
type Save struct {
	// ID is the number of the one that is replaced, 0 for a new one.
	ID       int64
	Name     string
	Ask      Ask
	Span     Span
	Schedule *Schedule
}

// SaveReport saves a report, or replaces one that was saved. What is sent by mail asks for
// the right to send mails, what is put into the folder for that to change the company.
func SaveReport(ctx context.Context, a *app.App, c *app.Caller, in Save) (out Saved, err error) {
	if err := c.Need(app.ViewReports); err != nil {
		return out, err
	}
	if err := in.may(c); err != nil {
		return out, err
	}
	err = a.Update(ctx, c, app.Everywhere(app.ViewReports), func(tx app.Tx) (err error) {
		s, err := in.saved(tx, c)
		if err != nil {
			return err
		}
		if in.ID == 0 {
			n, err := savedReports.Count(tx)
			if err != nil {
				return err
			}
			if n >= maxSaved {
				return app.Field("name", "there are %d saved reports already", maxSaved)
			}
			out = s
			return savedReports.Insert(tx, &out)
		}
		out, err = savedReports.Update(tx, in.ID-firstSaved+1, func(stored *Saved) error {
			if err := (&Save{Schedule: stored.Schedule}).may(c); err != nil {
				return err
			}
			s.ID, s.CreatedAt, s.Revision = stored.ID, stored.CreatedAt, stored.Revision+1
			*stored = s
			return nil
		})
		return unsaved(err)
	})
	return out, err
}

// may refuses a schedule to who may not do by hand what it does: to make one, and to end one.
func (in *Save) may(c *app.Caller) error {
	if in.Schedule == nil {
		return nil
	}
	if len(in.Schedule.To) > 0 {
		if err := c.Need(app.SendMails); err != nil {
			return err
		}
	}
	if in.Schedule.Folder {
		return c.Need(app.EditCompany)
	}
	return nil
}

// lasting are the rights that decide what stands in reports.
var lasting = []app.Ability{app.ViewReports, app.ViewCustomers, app.ListOrders, app.ViewWallets, app.ViewResale, app.ViewDiscountCodes, app.ViewAccessCodes}

// saved checks everything and puts it together.
func (in *Save) saved(tx app.Tx, c *app.Caller) (s Saved, err error) {
	var p app.Problems
	if in.Name == "" || utf8.RuneCountInString(in.Name) > maxSavedName {
		p.Add("name", "must have between %d and %d characters", 1, maxSavedName)
	}
	if in.Span == "" {
		in.Span = Everything
	}
	s = Saved{
		Name: in.Name, Preset: in.Ask.ID, Filter: maps.Clone(in.Ask.Filter), Headers: slices.Clone(in.Ask.Headers), Replace: in.Ask.Replace,
		By: slices.Clone(in.Ask.By), Interval: in.Ask.Interval, Span: in.Span, UserID: c.UserID,
	}
	for _, right := range lasting {
		if c.Can(right) {
			s.Rights = append(s.Rights, right)
		}
	}
	settings, err := company.SettingsOf(tx)
	if err != nil {
		return s, err
	}
	if in.Schedule != nil {
		of := *in.Schedule
		of.finish(&p, app.Of(tx), settings.Timezone)
		s.Schedule = &of
	}
	if err := p.Err(); err != nil {
		return s, err
	}
	if s.Schedule != nil {
		next := s.Schedule.after(tx.Wall())
		s.NextAt = &next
	}
	asked, err := s.asked(tx.Wall(), settings.Location())
	if err != nil {
		return s, err
	}
	_, p2, err := asked.query()
	if app.KindOf(err) == app.NotFound {
		return s, app.Field("reportId", "does not exist")
	}
	if err != nil {
		return s, err
	}
	return s, c.Need(p2.family.needs())
}

// finish fills in what a schedule leaves open, and names what is wrong with it.
func (s *Schedule) finish(p *app.Problems, a *app.App, zone string) {
	if s.Zone == "" {
		s.Zone = zone
	}
	if _, err := time.LoadLocation(s.Zone); err != nil || s.Zone == "Local" {
		p.Add("schedule.timezone", "is not a known time zone")
	}
	if s.Minute < 0 || s.Minute >= minutesOfDay {
		p.Add("schedule.at", "must be a time of the day, as 06:30")
	}
	if s.Every != Weekly {
		s.Weekday = 0
	} else if s.Weekday < 1 || s.Weekday > 7 {
		p.Add("schedule.weekday", "must be between %d and %d", 1, 7)
	}
	if s.Every != Monthly {
		s.Day = 0
	} else if s.Day < 1 || s.Day > 31 {
		p.Add("schedule.day", "must be between %d and %d", 1, 31)
	}
	if s.Format == "" {
		s.Format = sheet.CSV
	}
	if !slices.Contains(deliveredAs, string(s.Format)) {
		p.Add("schedule.format", "must be one of: %s", strings.Join(deliveredAs, ", "))
	}
	if !slices.Contains(s.Every.Values(), string(s.Every)) {
		p.Add("schedule.every", "must be one of: %s", strings.Join(s.Every.Values(), ", "))
	}
	if len(s.To) > maxRecipients {
		p.Add("schedule.to", "must not have more than %d entries", maxRecipients)
		return
	}
	for i, address := range s.To {
		normal, err := company.NormalEmail(address)
		if err != nil {
			p.Add("schedule.to."+strconv.Itoa(i), "must be a valid e-mail address")
		}
		s.To[i] = normal
	}
	if s.Folder && folders.Of(a).keep == nil {
		p.Add("schedule.folder", "is not there: this box office has no folder for reports")
	}
	if len(s.To) == 0 && !s.Folder {
		p.Add("schedule.to", "is required, or folder")
	}
}

// asked is how the report is asked for at a moment: its span becomes a filter.
func (s *Saved) asked(at time.Time, zone *time.Location) (Ask, error) {
	in := Ask{
		ID: s.Preset, Filter: maps.Clone(s.Filter), Headers: slices.Clone(s.Headers), Replace: s.Replace,
		By: slices.Clone(s.By), Interval: s.Interval,
	}
	if s.Schedule != nil {
		zone = s.Schedule.location()
	}
	from, until, ok := s.Span.bounds(at, zone)
	if !ok {
		return in, nil
	}
	in.Filter = canonicalKeys(in.Filter)
	preset, err := PresetByID(s.Preset)
	if err != nil {
		return in, app.Field("reportId", "does not exist")
	}
	for _, name := range []string{"completed", "scanned"} {
		if slices.Contains(preset.family.takes(), name+"_from") {
			in.Filter[name+"_from"], in.Filter[name+"_to"] = []string{from.Format(time.RFC3339Nano)}, []string{until.Format(time.RFC3339Nano)}
			return in, nil
		}
	}
	return in, app.Field("period", "is for reports that can be of a time")
}

// resolve turns the number of a saved report into what it is asked for with now. What the
// request says goes before what was saved.
func (in Ask) resolve(ctx context.Context, a *app.App, c *app.Caller) (Ask, *Saved, error) {
	if in.ID < firstSaved {
		return in, nil, nil
	}
	var s Saved
	var out Ask
	err := a.View(ctx, c, app.Everywhere(app.ViewReports), func(r app.Reader) (err error) {
		if s, err = savedReports.Get(r, in.ID-firstSaved+1); err != nil {
			return unsaved(err)
		}
		settings, err := company.SettingsOf(r)
		if err == nil {
			out, err = s.asked(app.Of(r).Now(), settings.Location())
		}
		return err
	})
	if err != nil {
		return in, nil, err
	}
	out.Filter = canonicalKeys(out.Filter)
	maps.Copy(out.Filter, canonicalKeys(in.Filter))
	if in.Replace {
		out.Headers, out.Replace = nil, true
	}
	out.Headers = append(out.Headers, in.Headers...)
	if len(in.By) > 0 {
		out.By = in.By
	}
	if in.Interval != "" {
		out.Interval = in.Interval
	}
	out.Refresh, out.Request = in.Refresh, in.Request
	return out, &s, nil
}

// canonicalKeys are filters by the one name of each, so that one goes before the other however
// it is spelled.
func canonicalKeys(filters map[string][]string) map[string][]string {
	all := make(map[string][]string, len(filters))
	for _, key := range slices.Sorted(maps.Keys(filters)) {
		all[canonical(key)] = filters[key]
	}
	return all
}

// unsaved is the refusal where a report was not saved.
func unsaved(err error) error {
	if isMissing(err) {
		return app.Missing("saved report")
	}
	return err
}

// ReadSaved reads a saved report by its number.
func ReadSaved(ctx context.Context, a *app.App, c *app.Caller, number int64) (s Saved, err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewReports), func(r app.Reader) (err error) {
		s, err = savedReports.Get(r, number-firstSaved+1)
		return unsaved(err)
	})
	return s, err
}

// ListSaved gives the saved reports of a company by their numbers.
func ListSaved(ctx context.Context, a *app.App, c *app.Caller, q list.Request) (out list.Page[Saved], err error) {
	err = a.View(ctx, c, app.Everywhere(app.ViewReports), func(r app.Reader) error {
		var all []Saved
		for h, err := range savedReports.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			all = append(all, h.Rec)
		}
		out = list.Held(all, q)
		return nil
	})
	return out, err
}

// DeleteSaved removes a saved report. What of it is on its way is not sent any more, and its
// runs are forgotten.
func DeleteSaved(ctx context.Context, a *app.App, c *app.Caller, number int64) error {
	return a.Update(ctx, c, app.Everywhere(app.ViewReports), func(tx app.Tx) error {
		id := number - firstSaved + 1
		s, err := savedReports.Get(tx, id)
		if err != nil {
			return unsaved(err)
		}
		if err := (&Save{Schedule: s.Schedule}).may(c); err != nil {
			return err
		}
		runs, err := runsOf(tx, id)
		if err != nil {
			return err
		}
		for _, run := range runs {
			if err := deliveries.Delete(tx, run); err != nil {
				return err
			}
		}
		return savedReports.Delete(tx, id)
	})
}
