package report

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/locale"
)

// Ask asks for a report.
type Ask struct {
	ID int64
	// Filter are filters by name with what was said; they go before those of the report.
	Filter map[string][]string
	// Headers are further columns, or with Replace all of them.
	Headers []string
	Replace bool
	// By and Interval group a report of sums, in place of how it is grouped.
	By       []string
	Interval Interval
	// Refresh brings the figures up to date first.
	Refresh bool
	// DecimalComma is how a CSV file looks, nil: as the company wants it.
	DecimalComma *bool
	list.Request
}

// Result is some rows of a report.
type Result struct {
	Preset
	Columns []Column
	Rows    []Row
	list.Info
	// SyncedUntil is until when changes are in the figures; nil for a report of records,
	// which are as they are now.
	SyncedUntil *time.Time
}

// Run reads some rows of a report.
func Run(ctx context.Context, a *app.App, c *app.Caller, in Ask) (Result, error) {
	var out Result
	if err := c.NeedSome(app.ViewReports); err != nil {
		return out, err
	}
	in, own, err := in.resolve(ctx, a, c)
	if err != nil {
		return out, err
	}
	q, p, err := in.query()
	if err != nil {
		return out, err
	}
	if out.Preset = p.Preset; own != nil {
		out.ID, out.Name = own.Number(), own.Name
	}
	p.translate(locale.Of(c.Language.Asked))
	out.Columns = p.columns
	if in.Refresh {
		if err := CatchUp(ctx, a, c.CompanyID); err != nil {
			return out, err
		}
	}
	if out.Rows, out.Info, err = p.family.page(ctx, a, c, q); err != nil {
		return out, err
	}
	p.fillCurrencies(out.Rows)
	if summed(p.family) {
		err = a.View(ctx, c, app.ViewReports, func(r app.Reader) error {
			until, err := syncedUntil(r)
			out.SyncedUntil = &until
			return err
		})
	}
	return out, err
}

func summed(f family) bool {
	switch f.(type) {
	case sales, eventRows:
		return true
	}
	return false
}

// prepared is a report with the columns that are shown.
type prepared struct {
	Preset
	columns []Column
	// currencies are the columns that show another one, if it is in their currency.
	currencies map[int]int64
}

// query checks what is asked for and puts it together.
func (in *Ask) query() (*query, *prepared, error) {
	preset, err := PresetByID(in.ID)
	if err != nil {
		return nil, nil, err
	}
	p := &prepared{Preset: preset, currencies: map[int]int64{}}
	q := &query{Request: in.Request, by: preset.by, interval: in.Interval}
	q.filter.Preset = in.ID
	if preset.only != nil {
		preset.only(&q.filter)
	}
	if err := in.putFilters(&q.filter, &preset); err != nil {
		return nil, nil, err
	}
	if err := in.putGroups(q, &preset); err != nil {
		return nil, nil, err
	}
	if err := p.choose(q, in.Headers, in.Replace); err != nil {
		return nil, nil, err
	}
	if _, sums := p.family.(sales); sums && p.shows("tax_rate") && !slices.Contains(q.by, "tax_rate") {
		q.by = append(slices.Clone(q.by), "tax_rate")
	}
	return q, p, nil
}

// putFilters takes the filters of a request over.
func (in *Ask) putFilters(f *Filter, p *Preset) error {
	var problems app.Problems
	var named Filter
	for _, key := range slices.Sorted(maps.Keys(in.Filter)) {
		if err := named.Put(key, in.Filter[key]); err != nil {
			if e, ok := errors.AsType[*app.Error](err); ok {
				problems = append(problems, e.Fields...)
			}
			continue
		}
		_ = f.Put(key, in.Filter[key])
		name := canonical(key)
		if !slices.Contains(p.family.takes(), name) {
			problems.Add("filter."+key, "is not a filter of this report")
		}
	}
	set := f.set()
	for _, name := range p.needs {
		if !slices.Contains(set, name) {
			problems.Add("filter."+name, "is required")
		}
	}
	return problems.Err()
}

// putGroups takes the groups over, of a report that has some.
func (in *Ask) putGroups(q *query, p *Preset) error {
	_, grouped := p.family.(sales)
	_, balance := p.family.(trialBalance)
	switch {
	case len(in.By) > 0 && !grouped:
		return app.Field("groupBy", "is for reports of sums")
	case in.Interval != "" && !grouped && !balance:
		return app.Field("interval", "is for reports of sums")
	case !grouped && !balance:
		return nil
	}
	for i, by := range in.By {
		if !slices.Contains(Groupings, by) {
			return app.Field("groupBy."+strconv.Itoa(i), "is not a grouping")
		}
	}
	if len(in.By) > 0 {
		q.by = in.By
	}
	if in.Interval == "" {
		return nil
	}
	from, until := time.Time{}, time.Time{}
	if q.filter.CompletedFrom != nil {
		from = *q.filter.CompletedFrom
	}
	if q.filter.CompletedTo != nil {
		until = *q.filter.CompletedTo
	}
	if from.IsZero() || until.IsZero() {
		if in.Interval == ByMonth || in.Interval == ByYear || in.Interval == ByWeek || in.Interval == ByDay {
			return nil
		}
		return app.Field("filter.completed_from", "is required, as is completed_to, by this interval")
	}
	return in.Interval.fits("filter.completed_to", from, until)
}

// choose picks the columns: the usual ones, others that are asked for, or these alone.
func (p *prepared) choose(q *query, asked []string, replace bool) error {
	all := p.family.columns()
	if len(asked) > maxHeaders {
		return app.Field("headers", "must not have more than %d entries", maxHeaders)
	}
	var keys []string
	switch {
	case replace && len(asked) > 0:
	case p.headers != nil:
		keys = slices.Clone(p.headers)
	default:
		for _, c := range all[:p.family.shown()] {
			keys = append(keys, c.Key)
		}
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == "period" && q.interval == "" })
	}
	if q.interval != "" && !slices.Contains(keys, "period") && !replace {
		keys = append([]string{"period"}, keys...)
	}
	if !replace {
		keys = append(keys, ofGroups(q.by)...)
	}
	usual := len(keys)
	for i, key := range append(keys, asked...) {
		if err := p.column(q, all, snakeKey(key)); err != nil {
			if i < usual {
				continue // a column of a grouping that the family shows under another name
			}
			return app.Field("headers."+strconv.Itoa(i-usual), "is not a column of this report")
		}
	}
	return nil
}

// shows tells whether a column is shown.
func (p *prepared) shows(key string) bool {
	return slices.ContainsFunc(p.columns, func(c Column) bool { return c.Key == key })
}

// ofGroups are the columns that tell groups apart.
func ofGroups(by []string) (keys []string) {
	columns := map[string]string{
		"event": "event_name", "venue": "venue_name", "schedule": "schedule_id", "item_type": "item_type", "item": "item_name", "sale_item": "sale_item_id",
		"timeslot": "timeslot_name", "price_band": "price_band_name", "group": "group_id", "channel": "sales_channel", "payment_method": "payment_method",
		"user": "sold_by", "price": "price", "tax_rate": "tax_rate",
	}
	for _, one := range by {
		keys = append(keys, columns[one])
	}
	return keys
}

// column adds a column, once.
func (p *prepared) column(q *query, all []Column, key string) error {
	if slices.ContainsFunc(p.columns, func(c Column) bool { return c.Key == key }) {
		return nil
	}
	shown := key
	if of, currency, ok := currencyColumn(key); ok {
		if _, known := company.CurrencyByID(currency); !known {
			return app.Missing("column")
		}
		p.currencies[len(p.columns)] = currency
		shown = of
	}
	i := slices.IndexFunc(all, func(c Column) bool { return c.Key == shown })
	if i < 0 {
		return app.Missing("column")
	}
	c := all[i]
	if shown != key {
		c = labelled(key, Cash)
	}
	p.columns = append(p.columns, c)
	q.columns = append(q.columns, i)
	return nil
}

// fillCurrencies leaves amounts out of the columns of other currencies.
func (p *prepared) fillCurrencies(rows []Row) {
	for at, currency := range p.currencies {
		for _, row := range rows {
			if a, ok := row[at].(Amount); ok && a.CurrencyID != currency {
				row[at] = Amount{0, currency}
			}
		}
	}
}

// canonical is the name of a filter, however it is written.
func canonical(key string) string {
	name := snakeKey(key)
	if other, ok := aliases[name]; ok {
		return other
	}
	return name
}
