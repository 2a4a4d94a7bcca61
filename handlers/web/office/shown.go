package office

import (
	"fmt"
	"slices"
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/app/office"
	"marquee/handlers/wire"
)

// tab is a view of a list.
type tab struct {
	Text, To, Count string
	Here            bool
	// Sign says whether something is missing there, and Lacks that it is.
	Sign  string
	Lacks bool
}

// chip says a state in words; its colour is a second sign.
type chip struct{ Text, Tone string }

// meter is how much of something is sold.
type meter struct {
	Sold, Of    string
	Share       string // in hundredths
	Shown, Full bool
}

// eventRow is an event in a list.
type eventRow struct {
	ID                    int64
	Name, When, Where, To string
	Picture               string
	Chip                  chip
	Meter                 meter
	Net                   []string
	Menu                  []place
}

func (v *visit) eventRow(e *office.Row) eventRow {
	at := v.path("/events/%d", e.ID)
	row := eventRow{
		ID: e.ID, Name: e.Name, To: at, When: v.when(&e.EventView), Chip: v.chip(e.Standing, e.Location()),
		Meter: v.meter(e.Sold, e.Of), Net: v.amounts(e.Net), Picture: pictureOf(v.company.ID, e.Images),
	}
	if e.Place != nil {
		row.Where = e.Place.NameOnLine()
	}
	row.Menu = v.placesOf(at)
	return row
}

// when is the time of an event in a list.
func (v *visit) when(e *catalog.EventView) string {
	start, end := e.Start.In(e.Location()), e.End.In(e.Location())
	text := v.view.Lang.Days(start, end)
	if sameDay(start, end) {
		text += ", " + v.view.Lang.Clock(start)
	}
	return text
}

// sameDay tells whether something is over by the morning after.
func sameDay(start, end time.Time) bool { return end.Sub(start) < 20*time.Hour }

// pictureOf is where a small picture of an event is, empty: it has none.
func pictureOf(companyID int64, all []media.Image) string {
	for _, at := range []media.Place{media.Thumbnail, media.Header} {
		if i := media.In(all, at); i != nil {
			return string(wire.MediaURL(companyID, i))
		}
	}
	return ""
}

// tones are the colours of chips, by how a sale stands.
var tones = map[office.Stands]string{
	office.Selling: "ok", office.Scarce: "warn", office.Later: "info", office.Stopped: "warn", office.Nothing: "warn", office.OffSale: "warn", office.Cancelled: "bad",
}

func (v *visit) chip(s office.Standing, zone *time.Location) chip {
	text := v.view.T("office.is_" + string(s.Is))
	switch s.Is {
	case office.Later:
		text = v.view.T("office.is_later", "day", v.view.Lang.DayMonth(s.From.In(zone)))
	case office.Scarce:
		text = v.view.T("office.is_scarce", "n", s.Left)
	}
	return chip{text, tones[s.Is]}
}

func (v *visit) meter(sold int64, of *int64) meter {
	m := meter{Sold: v.view.Number(sold)}
	if of == nil {
		return m
	}
	m.Of, m.Full, m.Shown = v.view.T("office.of", "of", v.view.Number(*of)), sold >= *of && *of > 0, sold > 0 && *of > 0
	if m.Shown {
		m.Share = fmt.Sprintf("%.1f", min(100, float64(sold)*100/float64(*of)))
	}
	return m
}

// amounts are sums by currency, the company's own first; each by itself.
func (v *visit) amounts(by map[int64]int64) (all []string) {
	ids := make([]int64, 0, len(by))
	for id, n := range by {
		if n != 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int64) int {
		if (a == v.company.CurrencyID) != (b == v.company.CurrencyID) {
			if a == v.company.CurrencyID {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	for _, id := range ids {
		if cur, ok := company.CurrencyByID(id); ok {
			all = append(all, v.view.Amount(cur, by[id]))
		}
	}
	return all
}

// emptyState is what stands where there is nothing yet.
type emptyState struct {
	Title, Text string
	Action      *place
}

// NoEvents is the empty list of events.
func (b *body) NoEvents() emptyState {
	out := emptyState{Title: b.V.T("office.no_events"), Text: b.V.T("office.no_events_text")}
	if b.May("POST events") {
		out.Action = &place{Text: b.V.T("office.new_event"), To: b.visit.path("/events/new")}
	}
	return out
}
