package screen

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/media"
	"marquee/app/office"
	"marquee/handlers/web/words"
	"marquee/handlers/wire"
)

// Tab is a view of a list.
type Tab struct {
	Text, To, Count string
	Here            bool
	// Sign says whether something is missing there, and Lacks that it is.
	Sign  string
	Lacks bool
}

// Chip says a state in words; its colour is a second sign.
type Chip struct{ Text, Tone string }

// Meter is how much of something is sold.
type Meter struct {
	Sold, Of    string
	Share       string // in hundredths
	Shown, Full bool
}

// EventRow is an event in a list.
type EventRow struct {
	ID                    int64
	Name, When, Where, To string
	Picture               string
	Chip                  Chip
	Meter                 Meter
	Net                   []string
	Menu                  []Place
}

func (v *Visit) EventRow(e *office.Row) EventRow {
	at := v.Path("/events/%d", e.ID)
	row := EventRow{
		ID: e.ID, Name: e.Name, To: at, When: v.When(&e.EventView), Chip: v.Chip(e.Standing, e.Location()),
		Meter: v.Meter(e.Sold, e.Of), Net: v.Amounts(e.Net), Picture: pictureOf(v.Company.ID, e.Images),
	}
	if e.Place != nil {
		row.Where = e.Place.NameOnLine()
	}
	row.Menu = v.placesOf(at)
	if v.Holds(app.CreateEvents) {
		row.Menu = append(row.Menu, Place{Text: v.View.T("office.copy_event"), To: at + "/copy", Icon: "copy"})
	}
	return row
}

// When is the time of an event in a list.
func (v *Visit) When(e *catalog.EventView) string {
	start, end := e.Start.In(e.Location()), e.End.In(e.Location())
	text := v.View.Lang.Days(start, end)
	if sameDay(start, end) {
		text += ", " + v.View.Lang.Clock(start)
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

func (v *Visit) Chip(s office.Standing, zone *time.Location) Chip {
	text := v.View.T("office.is_" + string(s.Is))
	switch s.Is {
	case office.Later:
		text = v.View.T("office.is_later", "day", v.View.Lang.DayMonth(s.From.In(zone)))
	case office.Scarce:
		text = v.View.T("office.is_scarce", "n", s.Left)
	}
	return Chip{text, tones[s.Is]}
}

func (v *Visit) Meter(sold int64, of *int64) Meter {
	m := Meter{Sold: v.View.Number(sold)}
	if of == nil {
		m.Of = v.View.T("office.sold_of_any")
		return m
	}
	m.Of, m.Full, m.Shown = v.View.T("office.of", "of", v.View.Number(*of)), sold >= *of && *of > 0, sold > 0 && *of > 0
	if m.Shown {
		m.Share = fmt.Sprintf("%.1f", min(100, float64(sold)*100/float64(*of)))
	}
	return m
}

// Amounts are sums by currency, the company's own first; each by itself.
func (v *Visit) Amounts(by map[int64]int64) (all []string) {
	ids := make([]int64, 0, len(by))
	for id, n := range by {
		if n != 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int64) int {
		if (a == v.Company.CurrencyID) != (b == v.Company.CurrencyID) {
			if a == v.Company.CurrencyID {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	for _, id := range ids {
		if cur, ok := company.CurrencyByID(id); ok {
			all = append(all, v.View.Amount(cur, by[id]))
		}
	}
	return all
}

// Figure is a number with what it is of, and what is beside it. Amounts of several currencies stand
// beside each other.
type Figure struct {
	Label  string
	Values []string
	Beside string
}

// EmptyState is what stands where there is nothing yet.
type EmptyState struct {
	Title, Text string
	Action      *Place
}

// NoEvents is the empty list of events.
func (b *Body) NoEvents() EmptyState {
	out := EmptyState{Title: b.V.T("office.no_events"), Text: b.V.T("office.no_events_text")}
	if b.May("POST events") {
		out.Action = &Place{Text: b.V.T("office.new_event"), To: b.visit.Path("/events/new")}
	}
	return out
}

// Moment is a moment on the clocks of the page.
func (v *Visit) Moment(at time.Time) string { return v.MomentOf(at.In(v.Zone)) }

// MomentOf is a moment; of today its day is said so, of another year its year.
func (v *Visit) MomentOf(at time.Time) string {
	now := v.App.Now().In(v.Zone)
	switch {
	case now.Year() != at.Year():
		return fmt.Sprintf("%s %d, %s", v.View.Lang.DayMonth(at), at.Year(), v.View.Lang.Clock(at))
	case now.YearDay() == at.YearDay():
		return v.View.T("office.today_at", "clock", v.View.Lang.Clock(at))
	}
	return v.View.Lang.ShortMoment(at)
}

// TextTabs are the languages of the company's texts, where there are several.
func (v *Visit) TextTabs() (all []Tab) {
	if len(v.Company.Locales) < 2 {
		return nil
	}
	for _, l := range v.Company.Locales {
		all = append(all, Tab{Text: LanguageName(l), To: v.R.URL.Path + "?" + TextQuery + "=" + l, Here: l == v.Caller.Language.Asked})
	}
	return all
}

// LanguageName is what a language calls itself, its tag where the pages do not speak it.
func LanguageName(tag string) string {
	for _, known := range words.Languages {
		if string(known) == tag {
			return words.Text(known, "page.language")
		}
	}
	return tag
}

// Initials stand for somebody without a picture.
func Initials(c *customer.Customer) (text string) {
	for _, part := range []string{c.FirstName(), c.Surname()} {
		for _, r := range strings.ToUpper(part) {
			text += string(r)
			break
		}
	}
	return text
}

func InitialsOf(name string) string {
	var all string
	for word := range strings.FieldsSeq(name) {
		r, _ := utf8.DecodeRuneInString(word)
		all += strings.ToUpper(string(r))
	}
	if runes := []rune(all); len(runes) > 2 {
		return string(runes[0]) + string(runes[len(runes)-1])
	}
	return all
}

// InDays says in how many days something is, on the clocks of the company.
func InDays(v *Visit, now, at time.Time) string {
	day := func(t time.Time) time.Time {
		y, m, d := t.In(v.Zone).Date()
		return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	}
	switch days := int(day(at).Sub(day(now)) / (24 * time.Hour)); {
	case days <= 0:
		return v.View.T("office.today")
	default:
		return v.View.T("office.in_days", "n", days)
	}
}

// GroupedCode is a code in groups of four.
func GroupedCode(code string) string {
	if len(code) != 8 {
		return code
	}
	return code[:4] + "-" + code[4:]
}

// MoneyLine is one line of an account.
type MoneyLine struct{ Text, Amount string }
