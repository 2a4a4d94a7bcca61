package report

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
)

// Filter says which rows a report has. Its zero value has all of them.
type Filter struct {
	// Preset is the report itself; a cursor belongs to one.
	Preset int64 `list:"report"`

	EventIDs     []int64 `list:"event_ids"`
	ScheduleIDs  []int64 `list:"schedule_ids"`
	VenueIDs     []int64 `list:"venue_ids"`
	SaleItemIDs  []int64 `list:"sale_item_ids"`
	TimeslotIDs  []int64 `list:"timeslot_ids"`
	PriceBandIDs []int64 `list:"price_band_ids"`
	ZoneIDs      []int64 `list:"zone_ids"`
	CurrencyID   *int64  `list:"currency_id"`
	// TaxRates are in ten-thousandths of a percent.
	TaxRates []int64 `list:"tax_rates"`

	ItemTypes      []string `list:"item_types"`
	Statuses       []string `list:"statuses"`
	PaymentMethods []string `list:"payment_methods"`
	SalesChannels  []string `list:"sales_channels"`
	PaymentMode    string   `list:"payment_mode"`

	CustomerEmail  string `list:"customer_email"`
	PurchaserName  string `list:"purchaser_name"`
	OrderReference string `list:"order_reference"`
	Barcode        string `list:"barcode"`
	ItemName       string `list:"item_name"`
	TimeslotName   string `list:"timeslot_name"`
	PriceBandName  string `list:"price_band_name"`

	CompletedFrom  *time.Time `list:"completed_from"`
	CompletedTo    *time.Time `list:"completed_to"`
	EventStartFrom *time.Time `list:"event_start_from"`
	EventStartTo   *time.Time `list:"event_start_to"`
	ScannedFrom    *time.Time `list:"scanned_from"`
	ScannedTo      *time.Time `list:"scanned_to"`

	HasSplit      *bool `list:"has_split"`
	HasAccessCode *bool `list:"has_access_code"`
	IsGuest       *bool `list:"is_guest"`
	HasTimeslot   *bool `list:"has_timeslot"`
	HasPriceBand  *bool `list:"has_price_band"`

	// state is what the report itself is about: it belongs to the preset.
	state string
}

// The words of some filters.
var (
	paymentModes = []string{"company", "live", "demo", "all"}
	channelSlugs = []string{"online", "box_office", "api", "import", "invoice", "kiosk"}
)

// aliases are other names of filters.
var aliases = map[string]string{"events": "event_ids", "email": "customer_email", "purchaser_email": "customer_email", "currency": "currency_id", "tax_rate": "tax_rates"}

// Put sets a filter by its name, in either way of writing it, from the texts that were
// said. It refuses unknown names and texts that do not fit.
func (f *Filter) Put(key string, said []string) error {
	name := snakeKey(strings.TrimSpace(key))
	if other, ok := aliases[name]; ok {
		name = other
	}
	field := "filter." + key
	switch name {
	case "event_ids", "schedule_ids", "venue_ids", "sale_item_ids", "timeslot_ids", "price_band_ids", "zone_ids":
		return putIDs(f.ids(name), field, said)
	case "tax_rates":
		return putRates(&f.TaxRates, field, said)
	case "item_types":
		return putWords(&f.ItemTypes, field, said, catalog.ItemType("").Values())
	case "statuses":
		return putWords(&f.Statuses, field, said, nil)
	case "payment_methods":
		return putWords(&f.PaymentMethods, field, said, nil)
	case "sales_channels":
		return putWords(&f.SalesChannels, field, said, channelSlugs)
	case "currency_id":
		var ids []int64
		if err := putIDs(&ids, field, said); err != nil || len(ids) == 0 {
			return err
		}
		f.CurrencyID = &ids[0]
		return nil
	}
	return f.putOne(name, field, strings.Join(said, ","))
}

// putOne sets a filter that has one value.
func (f *Filter) putOne(name, field, said string) error {
	texts := map[string]*string{
		"customer_email": &f.CustomerEmail, "purchaser_name": &f.PurchaserName, "order_reference": &f.OrderReference,
		"barcode": &f.Barcode, "item_name": &f.ItemName, "timeslot_name": &f.TimeslotName, "price_band_name": &f.PriceBandName,
	}
	times := map[string]**time.Time{
		"completed_from": &f.CompletedFrom, "completed_to": &f.CompletedTo, "event_start_from": &f.EventStartFrom,
		"event_start_to": &f.EventStartTo, "scanned_from": &f.ScannedFrom, "scanned_to": &f.ScannedTo,
	}
	flags := map[string]**bool{
		"has_split": &f.HasSplit, "has_access_code": &f.HasAccessCode, "is_guest": &f.IsGuest,
		"has_timeslot": &f.HasTimeslot, "has_price_band": &f.HasPriceBand,
	}
	switch {
	case texts[name] != nil:
		if len(said) > maxFilterText {
			return app.Field(field, "must not be longer than %d characters", maxFilterText)
		}
		*texts[name] = strings.TrimSpace(said)
		return nil
	case times[name] != nil:
		return putTime(times[name], field, said, strings.HasSuffix(name, "_to"))
	case flags[name] != nil:
		on, err := strconv.ParseBool(said)
		if err != nil {
			return app.Field(field, "must be true or false")
		}
		*flags[name] = &on
		return nil
	case name == "payment_mode":
		if !slices.Contains(paymentModes, said) {
			return app.Field(field, "must be one of: %s", strings.Join(paymentModes, ", "))
		}
		f.PaymentMode = said
		return nil
	}
	return app.Field(field, "is not a filter of this report")
}

func (f *Filter) ids(name string) *[]int64 {
	return map[string]*[]int64{
		"event_ids": &f.EventIDs, "schedule_ids": &f.ScheduleIDs, "venue_ids": &f.VenueIDs, "sale_item_ids": &f.SaleItemIDs,
		"timeslot_ids": &f.TimeslotIDs, "price_band_ids": &f.PriceBandIDs, "zone_ids": &f.ZoneIDs,
	}[name]
}

func putIDs(into *[]int64, field string, said []string) error {
	if len(said) > maxFilterValues {
		return app.Field(field, "must not have more than %d entries", maxFilterValues)
	}
	*into = nil
	for i, s := range said {
		id, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
		if err != nil {
			return app.Field(field+"."+strconv.Itoa(i), "must be an integer")
		}
		*into = append(*into, id)
	}
	return nil
}

func putWords(into *[]string, field string, said, known []string) error {
	if len(said) > maxFilterValues {
		return app.Field(field, "must not have more than %d entries", maxFilterValues)
	}
	*into = nil
	for i, s := range said {
		s = strings.TrimSpace(s)
		if known != nil && !slices.Contains(known, s) {
			return app.Field(field+"."+strconv.Itoa(i), "must be one of: %s", strings.Join(known, ", "))
		}
		*into = append(*into, s)
	}
	return nil
}

// putTime reads a moment in UTC, or a day; the end of a span is behind its day.
func putTime(into **time.Time, field, said string, end bool) error {
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, "2006-01-02T15:04:05", time.DateOnly} {
		t, err := time.Parse(layout, strings.TrimSpace(said))
		if err != nil || t.Year() < 1970 || t.Year() > 9999 {
			continue
		}
		if end && layout == time.DateOnly {
			t = t.AddDate(0, 0, 1).Add(-time.Microsecond)
		}
		t = t.UTC()
		*into = &t
		return nil
	}
	return app.Field(field, "must be a date (YYYY-MM-DD, or with a time YYYY-MM-DD HH:MM:SS)")
}

// set names the filters that are set.
func (f *Filter) set() []string {
	var names []string
	for name, ids := range map[string][]int64{
		"event_ids": f.EventIDs, "schedule_ids": f.ScheduleIDs, "venue_ids": f.VenueIDs, "sale_item_ids": f.SaleItemIDs,
		"timeslot_ids": f.TimeslotIDs, "price_band_ids": f.PriceBandIDs, "zone_ids": f.ZoneIDs, "tax_rates": f.TaxRates,
	} {
		if len(ids) > 0 {
			names = append(names, name)
		}
	}
	for name, set := range map[string]bool{
		"currency_id": f.CurrencyID != nil, "item_types": f.ItemTypes != nil, "statuses": f.Statuses != nil,
		"payment_methods": f.PaymentMethods != nil, "sales_channels": f.SalesChannels != nil, "payment_mode": f.PaymentMode != "",
		"customer_email": f.CustomerEmail != "", "purchaser_name": f.PurchaserName != "", "order_reference": f.OrderReference != "",
		"barcode": f.Barcode != "", "item_name": f.ItemName != "", "timeslot_name": f.TimeslotName != "", "price_band_name": f.PriceBandName != "", "completed_from": f.CompletedFrom != nil, "completed_to": f.CompletedTo != nil,
		"event_start_from": f.EventStartFrom != nil, "event_start_to": f.EventStartTo != nil, "scanned_from": f.ScannedFrom != nil,
		"scanned_to": f.ScannedTo != nil, "has_split": f.HasSplit != nil, "has_access_code": f.HasAccessCode != nil, "is_guest": f.IsGuest != nil,
		"has_timeslot": f.HasTimeslot != nil, "has_price_band": f.HasPriceBand != nil,
	} {
		if set {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
