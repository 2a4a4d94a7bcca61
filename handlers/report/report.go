package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type reportIn struct {
	rest.Page
	wire.CursorIn
	asked
}

// asked is what a report is asked for with.
type asked struct {
	ID             rest.ID             `query:"id" required:"true" doc:"1 to 40 are the reports that come with the program, those from 1000 on were saved: what the call says goes before what they have."`
	Refresh        rest.Flag           `query:"refresh" doc:"Brings the figures up to date first, if they are not."`
	Filter         map[string]rest.Raw `query:"filter" maxitems:"40" doc:"An object of filters, in either way of writing names: event_ids, schedule_ids, venue_ids, item_types, sale_item_ids, timeslot_ids, price_band_ids, statuses, payment_methods, sales_channels, currency_id, tax_rates (in percent), zone_ids, customer_email, purchaser_name, order_reference, barcode, item_name, timeslot_name, price_band_name, completed_from, completed_to, event_start_from, event_start_to, scanned_from, scanned_to, payment_mode (company, live, demo, all), has_split, has_access_code, is_guest, has_timeslot, has_price_band. A report takes those that fit what it is about."`
	Headers        []string            `query:"headers" maxitems:"100" maxlen:"100" doc:"Further columns, as order_reference or orderReference."`
	ReplaceHeaders rest.Flag           `query:"replaceHeaders" doc:"Only the columns in headers."`
	GroupBy        []string            `query:"groupBy" enum:"event,venue,schedule,item_type,item,sale_item,timeslot,price_band,group,channel,payment_method,user,price,tax_rate" doc:"How a report of sums is grouped, in place of its own way."`
	Interval       string              `query:"interval" enum:"minute,quarter,hour,day,week,month,year" blank:"true" doc:"Groups a report of sums by periods as well, and gives a trial balance of each."`
	Formatted      rest.Flag           `query:"formatted" doc:"Amounts and percentages as text with decimals, instead of integers in minor units and numbers."`
}

type reportJSON struct {
	Data struct {
		Type       string `json:"type"`
		ID         int64  `json:"id"`
		Attributes struct {
			Name        string `json:"name"`
			Description string `json:"description"`
		} `json:"attributes"`
		Rows         reportRows          `json:"rows"`
		Headers      reportHeaders       `json:"headers" doc:"What the columns are called."`
		Links        rest.Links          `json:"links"`
		Synchronised rest.Opt[time.Time] `json:"dataLastSynchronised" doc:"Every change until then is in the figures. Reports of records, which are always as of now, do not have it."`
		Meta         struct {
			Total     int64          `json:"total"`
			PageTotal int64          `json:"pageTotal" doc:"Rows of this page."`
			Limit     int64          `json:"limit"`
			AtLeast   rest.Opt[bool] `json:"totalIsLowerBound" doc:"True: there may be more than total. Left out when it is exact."`
		} `json:"meta"`
	} `json:"data"`
}

func reports(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/report", Summary: "Retrieve a report", Tag: "Reports",
			Doc: "One of the 40 reports that come with the program: 1 event sales, 2 tickets, 3 products, 4 guest lists, 5 season tickets, 6 item types, 7 sale items, " +
				"8 timeslots, 9 channels, 10 payment methods, 11 purchase prices, 12 attendance, 13 attendance by event, 14 attendance by ticket type, 15 orders, 16 completed orders, " +
				"17 active reservations, 18 abandoned baskets, 19 transactions, 20 zones, 21 customer journey, 22 ticket scanning, 23 failed scans, 24 newest customers, 25 seat allocation, " +
				"26 price bands, 27 wallet transactions, 28 wallet balances, 29 top-ups, 30 points of sale, 31 replaced tickets, 32 discount codes, 33 access codes, 34 vouchers, " +
				"35 barcode history, 36 events, 37 resale listings, 38 resale contracts, 39 ledger entries, 40 trial balance. Amounts are integers in minor units. Names and addresses are for callers who may see customers, barcodes for those who may list orders. " + wire.CursorDoc,
			Allow: app.ViewReports, Limit: report.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in reportIn) (reportJSON, list.Info, error) {
			ask, err := in.ask()
			if err != nil {
				return reportJSON{}, list.Info{}, err
			}
			ask.Request = list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit}
			res, err := report.Run(ctx, a, c, ask)
			return in.form(res), res.Info, err
		}),
	}
}

func (in *asked) ask() (report.Ask, error) {
	ask := report.Ask{
		ID: int64(in.ID), Headers: in.Headers, Replace: bool(in.ReplaceHeaders), By: in.GroupBy, Interval: report.Interval(in.Interval),
		Refresh: bool(in.Refresh),
	}
	var err error
	ask.Filter, err = filtersIn(in.Filter)
	return ask, err
}

// filtersIn are filters with what was said for each.
func filtersIn(raw map[string]rest.Raw) (map[string][]string, error) {
	filters := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		said, err := saidIn(raw[key])
		if err != nil {
			return nil, app.Field("filter."+key, "must be a text, a number, or a list of these")
		}
		if said != nil {
			filters[key] = said
		}
	}
	return filters, nil
}

// saidIn are the texts of a filter; null says nothing.
func saidIn(raw []byte) ([]string, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	all, ok := v.([]any)
	if !ok {
		all = []any{v}
	}
	said := make([]string, 0, len(all))
	for _, one := range all {
		switch t := one.(type) {
		case string:
			said = append(said, t)
		case json.Number:
			said = append(said, t.String())
		case bool:
			said = append(said, strconv.FormatBool(t))
		case nil:
			return nil, nil
		default:
			return nil, fmt.Errorf("a filter is a %T", one)
		}
	}
	return said, nil
}

func (in *reportIn) form(res report.Result) (out reportJSON) {
	d := &out.Data
	d.Type, d.ID = "reports", res.ID
	d.Attributes.Name, d.Attributes.Description = res.Name, res.Description
	d.Rows = reportRows{res.Columns, res.Rows, bool(in.Formatted)}
	d.Headers = reportHeaders{res.Columns}
	d.Links = in.Links(res.Info)
	d.Meta.Total, d.Meta.PageTotal, d.Meta.Limit = res.Total, int64(len(res.Rows)), in.Limit
	d.Meta.AtLeast = rest.Opt[bool]{Set: res.TotalIsLowerBound, Value: true}
	if res.SyncedUntil != nil {
		d.Synchronised = rest.Opt[time.Time]{Set: true, Value: *res.SyncedUntil}
	}
	return out
}

// reportRows are rows as objects under the keys of their columns.
type reportRows struct {
	columns   []report.Column
	rows      []report.Row
	formatted bool
}

// Describe makes it a rest.Described.
func (reportRows) Describe() *rest.Schema {
	return &rest.Schema{Type: "array", Items: &rest.Schema{Type: "object", AdditionalProperties: &rest.Schema{}, Description: "Values under the keys of the columns, as in headers."}}
}

func (r reportRows) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, row := range r.rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		for j := range r.columns {
			if j > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendQuote(b, r.columns[j].CamelKey())
			b = append(b, ':')
			v, err := json.Marshal(shownValue(r.columns[j].Kind, row[j], r.formatted))
			if err != nil {
				return nil, err
			}
			b = append(b, v...)
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

// shownValue is a value of a row as answers have it.
func shownValue(kind report.Kind, v any, formatted bool) any {
	switch t := v.(type) {
	case report.Amount:
		if !formatted {
			return t.Minor
		}
		cur, _ := company.CurrencyByID(t.CurrencyID)
		return plainAmount(cur, t.Minor)
	case time.Time:
		return t.UTC().Format("2006-01-02T15:04:05.000000Z")
	case int64:
		switch {
		case kind == report.Percent && formatted:
			return fmt.Sprintf("%d.%d%%", t/10, t%10)
		case kind == report.Percent:
			return float64(t) / 10
		case kind == report.TaxRate:
			return float64(t) / company.RateUnit
		}
	case []string:
		if t == nil {
			return []string{}
		}
	}
	return v
}

// reportHeaders are the labels of columns under their keys.
type reportHeaders struct{ columns []report.Column }

// Describe makes it a rest.Described.
func (reportHeaders) Describe() *rest.Schema {
	return &rest.Schema{Type: "object", AdditionalProperties: &rest.Schema{Type: "string"}}
}

func (h reportHeaders) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range h.columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, h.columns[i].CamelKey())
		b = append(b, ':')
		label, err := json.Marshal(h.columns[i].Label)
		if err != nil {
			return nil, err
		}
		b = append(b, label...)
	}
	return append(b, '}'), nil
}
