package report

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/locale"
	"marquee/app/report/chart"
)

// Picture is a way to show the figures of an event.
type Picture string

// The pictures.
const (
	HourlySales  Picture = "sales-by-hour"
	DailySales   Picture = "sales-by-day"
	ZonesByTime  Picture = "attendance"
	GatesInOrOut Picture = "gates"
)

// AskPicture asks for a picture of an event.
type AskPicture struct {
	EventID int64
	Picture Picture
	// CurrencyID is one of the company's, of the amounts beside sales; 0 is its primary one.
	CurrencyID int64
	// From and Until bound the time; nil is what suits the picture.
	From, Until *company.Moment
	// Language is that of the words; empty is the caller's.
	Language string
}

// Draw draws a picture of an event, with the figures up to the last second.
func Draw(ctx context.Context, a *app.App, c *app.Caller, in AskPicture) (*chart.Chart, error) {
	if err := c.NeedSome(app.ViewReports); err != nil {
		return nil, err
	}
	if err := CatchUp(ctx, a, c.CompanyID); err != nil {
		return nil, err
	}
	var out *chart.Chart
	err := a.Browse(ctx, c, app.ViewReports, func(r app.Reader) error {
		d, err := in.start(r, c)
		if err == nil {
			err = d.draw(in.Picture)
			out = d.out
		}
		return err
	})
	return out, err
}

// drafted is a picture that is being put together.
type drafted struct {
	r           app.Reader
	out         *chart.Chart
	words       pictureWords
	language    locale.Language
	event       catalog.Event
	currency    company.Currency
	demo        bool
	zone        *time.Location
	now         time.Time
	from, until *time.Time // what was asked for
}

func (in *AskPicture) start(r app.Reader, c *app.Caller) (*drafted, error) {
	event, err := catalog.EventByID(r, in.EventID)
	if err != nil || event.DeletedAt != nil {
		return nil, missing(err, "event")
	}
	settings, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	asked := c.Language
	if in.Language != "" {
		asked.Asked = in.Language
	}
	d := &drafted{
		r: r, language: locale.Of(asked.Asked), event: event, demo: settings.Demo, now: app.Of(r).Now(), zone: zonesOf(r).of(event.ID),
	}
	if d.currency, err = currencyOf(r, in.CurrencyID); err != nil {
		return nil, err
	}
	if in.From != nil {
		d.from = new(in.From.In(d.zone, false))
	}
	if in.Until != nil {
		d.until = new(in.Until.In(d.zone, true))
	}
	d.words = picturesIn[d.language]
	d.out = &chart.Chart{
		ID: string(in.Picture), Language: d.language, Nothing: d.words.nothing, Others: d.words.others, Head: d.words.time,
		Title: ": " + event.NameIn(asked),
	}
	return d, nil
}

func (d *drafted) draw(p Picture) error {
	w := &d.words
	switch p {
	case HourlySales:
		d.entitle(w.hourly, w.hourlyAbout)
		return d.sales(ByHour, -48*time.Hour)
	case DailySales:
		d.entitle(w.daily, w.dailyAbout)
		return d.sales(ByDay, -60*24*time.Hour)
	case ZonesByTime:
		d.entitle(w.inside, w.insideAbout)
		return d.attendance()
	case GatesInOrOut:
		d.entitle(w.gates, w.gatesAbout)
		return d.gates()
	}
	return app.Field("picture", "is not a picture of an event")
}

func (d *drafted) entitle(title, about string) {
	d.out.Title, d.out.About = title+d.out.Title, about
}

// bounds are the time that a picture is of, no later than now. What was not asked for is
// what suits it.
func (d *drafted) bounds(from, until time.Time) (time.Time, time.Time) {
	if d.until != nil {
		until = *d.until
	}
	if until.After(d.now) {
		until = d.now
	}
	if d.from != nil {
		from = *d.from
	}
	return from, until
}

// sales are the units that were sold in each period; by is how long before now the picture
// begins.
func (d *drafted) sales(by Interval, before time.Duration) error {
	_, until := d.bounds(d.now, d.now)
	from, until := d.bounds(until.Add(before), until)
	if err := by.fits("until", from, until); err != nil {
		return err
	}
	t := d.timeline(by, from, until)
	sold, amounts := make([]int64, len(t.starts)), make([]int64, len(t.starts))
	err := read(d.r).each(salesCube, d.event.ID, t.span, d.zone, by.levelIn(d.zone, from), func(k *cellKey, s *sums) {
		at := t.column(k)
		if at < 0 || k.Dims[bySaleItem] == 0 || !shows(d.demo, k.Dims[bySimulated]) {
			return
		}
		sold[at] += s[live]
		if k.Dims[byCurrency] == d.currency.ID {
			amounts[at] += s[volume]
		}
	})
	d.out.Columns, d.out.Form = t.columns(d.language), chart.Bars
	d.out.Series = []chart.Series{{Name: d.words.sold, Values: sold}}
	d.out.Beside = &chart.Series{Name: d.words.volume, Values: amounts}
	d.out.Amount = func(minor int64) string { return d.language.Amount(d.currency, minor) }
	return err
}
