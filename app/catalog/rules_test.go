package catalog

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/app/list"
)

var zones = []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe"}

// The wall clock shows the same in the new zone, unless that zone skips the hour.
func TestShiftedTimesKeepTheirWallClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := location(rapid.SampledFrom(zones).Draw(t, "from")), location(rapid.SampledFrom(zones).Draw(t, "to"))
		at := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "at"), 0).UTC()
		wall := at.In(from).Format(time.DateTime)
		moved := ShiftZone(at, from, to)
		if moved.In(to).Format(time.DateTime) != wall && !skipped(wall, to) {
			t.Fatalf("%s in %s became %s in %s", wall, from, moved.In(to).Format(time.DateTime), to)
		}
	})
}

// skipped tells whether a zone has no moment with that wall time.
func skipped(wall string, l *time.Location) bool {
	t, err := time.ParseInLocation(time.DateTime, wall, l)
	return err != nil || t.Format(time.DateTime) != wall
}

func TestUnknownZonesAreRefused(t *testing.T) {
	is := is.New(t)
	for _, name := range []string{"", "Local", "Mars/Base", "../../etc/passwd", string(make([]byte, 65))} {
		_, ok := zone(name)
		is.True(!ok)
	}
}

func TestAnEventChangesItsState(t *testing.T) {
	yes, no := true, false
	all := &app.Caller{Super: true}
	editor := &app.Caller{Abilities: map[app.Ability]bool{app.EditEvents: true}}
	cancelled := Event{CancelledAt: &noon, OffSale: true, Hidden: true, Published: true}
	cases := []struct {
		name  string
		event Event
		in    EventChange
		who   *app.Caller
		fresh bool
		want  Event
		kind  app.Kind
	}{
		{"a publisher publishes", Event{}, EventChange{Published: &yes}, all, false, Event{Published: true}, 0},
		{"an editor does not", Event{}, EventChange{Published: &yes}, editor, false, Event{}, app.Forbidden},
		{"nor takes back", Event{Published: true}, EventChange{Published: &no}, editor, false, Event{}, app.Forbidden},
		{"but may say what is so already", Event{Published: true}, EventChange{Published: &yes}, editor, false, Event{Published: true}, 0},
		{"a new event of an editor is a draft", Event{}, EventChange{Published: &yes}, editor, true, Event{}, 0},
		{"sales stop by hand", Event{}, EventChange{OnSale: &no}, editor, false, Event{OffSale: true}, 0},
		{"and go on", Event{OffSale: true}, EventChange{OnSale: &yes}, editor, false, Event{}, 0},
		{"hiding", Event{}, EventChange{Hidden: &yes}, editor, false, Event{Hidden: true}, 0},
		{"cancelling is off sale and hidden", Event{Published: true}, EventChange{Cancelled: &yes}, all, false, cancelled, 0},
		{"even when it should be shown", Event{Published: true}, EventChange{Cancelled: &yes, Hidden: &no}, all, false, cancelled, 0},
		{"an editor does not cancel", Event{}, EventChange{Cancelled: &yes}, editor, false, Event{}, app.Forbidden},
		{"cancelled is final", cancelled, EventChange{Cancelled: &no}, all, false, Event{}, app.Invalid},
		{"and not done twice", cancelled, EventChange{Cancelled: &yes}, all, false, Event{}, app.Invalid},
		{"not published any more", cancelled, EventChange{Published: &yes}, all, false, Event{}, app.Invalid},
		{"not on sale any more", cancelled, EventChange{OnSale: &yes}, all, false, Event{}, app.Invalid},
		{"not cancelled and on sale at once", Event{}, EventChange{Cancelled: &yes, OnSale: &yes}, all, false, Event{}, app.Invalid},
		{"a cancelled event may be shown", cancelled, EventChange{Hidden: &no}, all, false, Event{CancelledAt: &noon, OffSale: true, Published: true}, 0},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			e := tc.event
			err := tc.in.applyState(&e, tc.who, tc.fresh, noon)
			is.Equal(app.KindOf(err), tc.kind)
			if tc.kind == 0 {
				is.NoErr(err)
				is.Equal(e, tc.want)
			}
		})
	}
}

func drawPrices(t *rapid.T, name string) []Price {
	row := rapid.Custom(func(t *rapid.T) Price {
		return Price{
			CurrencyID: rapid.SampledFrom([]int64{978, 840, 826}).Draw(t, "currency"),
			Channel:    rapid.SampledFrom([]Channel{NoChannel, Shop, Kiosk}).Draw(t, "channel"),
			Base:       rapid.Int64Range(0, 3).Draw(t, "base"),
		}
	})
	rows := rapid.SliceOfNDistinct(row, 1, 6, func(p Price) [2]int64 {
		return [2]int64{p.CurrencyID, int64(p.Channel)}
	}).Draw(t, name)
	return rows
}

// Rows of currencies that are sent are exactly those that were sent; all others
// stay; a row that says the same keeps its id.
func TestPricesMergeByCurrency(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := drawPrices(t, "old")
		for i := range old {
			old[i].ID = int64(i + 1)
		}
		sent := drawPrices(t, "sent")
		merged := mergePrices(old, sent)
		for _, row := range old {
			inSent := slices.ContainsFunc(sent, func(p Price) bool { return p.CurrencyID == row.CurrencyID })
			if !inSent && !slices.Contains(merged, row) {
				t.Fatalf("%+v is lost", row)
			}
		}
		for _, row := range sent {
			i := slices.IndexFunc(merged, func(p Price) bool { return p.CurrencyID == row.CurrencyID && p.Channel == row.Channel })
			if i < 0 || merged[i].Base != row.Base {
				t.Fatalf("%+v did not come into force", row)
			}
			known := slices.ContainsFunc(old, func(p Price) bool { p.ID = 0; return p.equal(row) })
			if known != (merged[i].ID != 0) {
				t.Fatalf("%+v has id %d", row, merged[i].ID)
			}
		}
		for _, row := range merged {
			from := slices.ContainsFunc(append(old, sent...), func(p Price) bool {
				return p.CurrencyID == row.CurrencyID && p.Channel == row.Channel && p.Base == row.Base
			})
			if !from {
				t.Fatalf("%+v comes from nowhere", row)
			}
		}
	})
}

func TestPriceRange(t *testing.T) {
	item := func(base int64, set func(*SaleItem)) SaleItem {
		s := SaleItem{Prices: []Price{{CurrencyID: 978, Base: base, ProcessingFee: 10}}}
		if set != nil {
			set(&s)
		}
		return s
	}
	cases := []struct {
		name      string
		items     []SaleItem
		low, high int64 // -1: none
	}{
		{"nothing has no range", nil, -1, -1},
		{"lowest and highest with fees", []SaleItem{item(500, nil), item(100, nil), item(300, nil)}, 110, 510},
		{"deleted items do not count", []SaleItem{item(500, nil), item(1, func(s *SaleItem) { s.DeletedAt = &noon })}, 510, 510},
		{"nor items that are not on the channel", []SaleItem{item(500, nil), item(1, func(s *SaleItem) { s.HideFromBoxOffice = true })}, 510, 510},
		{"nor items that are not on sale", []SaleItem{item(500, nil), item(1, func(s *SaleItem) { s.OnSaleUntil = &noon })}, 510, 510},
		{"nor items without price in the currency", []SaleItem{item(500, func(s *SaleItem) { s.Prices[0].CurrencyID = 840 })}, -1, -1},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			low, high := priceRange(tc.items, 978, BoxOffice, noon)
			is.Equal(orNone(low), tc.low)
			is.Equal(orNone(high), tc.high)
		})
	}
}

func orNone(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

func TestSaleItemsSortByColumnThenID(t *testing.T) {
	is := is.New(t)
	col := func(id int64, column *int64) SaleItem { return SaleItem{ID: id, OrderColumn: column} }
	one, two := int64(1), int64(2)
	items := []SaleItem{col(4, nil), col(3, &two), col(2, nil), col(1, &two), col(5, &one)}
	slices.SortFunc(items, func(a, b SaleItem) int {
		return bytes.Compare(list.AtNumber(a.column(), a.ID), list.AtNumber(b.column(), b.ID))
	})
	var got []int64
	for _, s := range items {
		got = append(got, s.ID)
	}
	is.Equal(got, []int64{5, 1, 3, 2, 4})
}

func TestScannersSee(t *testing.T) {
	day := func(hours float64) time.Time { return noon.Add(time.Duration(hours * float64(time.Hour))) }
	cases := []struct {
		name       string
		start, end time.Time
		set        func(*Event)
		want       bool
	}{
		{"what goes on now", day(-1), day(1), nil, true},
		{"what comes later today", day(8), day(20), nil, true},
		{"what was over this morning", day(-11), day(-10), nil, true},
		{"not what comes tomorrow", day(30), day(33), nil, false},
		{"unless activated", day(30), day(33), func(e *Event) { e.ActivatedAt = &noon }, true},
		{"what is over for less than a day", day(-30), day(-23.9), nil, true},
		{"not what is over for a day", day(-30), day(-24), nil, false},
		{"not even activated", day(-30), day(-24), func(e *Event) { e.ActivatedAt = &noon }, false},
		{"no drafts", day(-1), day(1), func(e *Event) { e.Published = false }, false},
		{"nothing deleted", day(-1), day(1), func(e *Event) { e.DeletedAt = &noon }, false},
		{"today is today over there", day(13), day(14), func(e *Event) { e.Timezone = "Pacific/Kiritimati" }, true},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			e := Event{Published: true, Start: tc.start, End: tc.end, Timezone: "UTC"}
			if tc.set != nil {
				tc.set(&e)
			}
			is.Equal(e.OnScanners(noon), tc.want)
		})
	}
}

func TestFutureFilter(t *testing.T) {
	e := Event{Name: "Sommerfest ÄÖ", Start: noon.Add(time.Hour), End: noon.Add(20 * time.Hour), Timezone: "UTC"}
	date := func(s string) *time.Time { d, _ := time.Parse(time.DateOnly, s); return &d }
	cases := []struct {
		name string
		f    FutureFilter
		now  time.Time
		want bool
	}{
		{"it starts in the future", FutureFilter{}, noon, true},
		{"not once it began", FutureFilter{}, noon.Add(time.Hour), false},
		{"a day it goes on", FutureFilter{Date: date("2026-07-02"), Day: true}, noon, true},
		{"also when it began already", FutureFilter{Date: date("2026-07-01"), Day: true}, noon.Add(2 * time.Hour), true},
		{"a day it does not", FutureFilter{Date: date("2026-07-03"), Day: true}, noon, false},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			tc.f.now = tc.now
			is.Equal(tc.f.keeps(&e), tc.want)
		})
	}
}
