package shop

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/search"
	"marquee/app/shop"
	"marquee/handlers/web/cover"
	"marquee/handlers/web/page"
)

// frontBody is what the front page shows.
type frontBody struct {
	Title, Intro string
	Query        string
	Chips        []chip
	// Next is the event that comes first, with a picture; nil while something is looked for.
	Next     *cardView
	Months   []month
	Filtered bool
	AllAt    string
	Nothing  string
	// Demo: no money moves here.
	Demo bool
}

// chip is a filter.
type chip struct {
	Text, To string
	On       bool
}

type month struct {
	Name  string
	Cards []*cardView
}

// cardView is an event as a list shows it.
type cardView struct {
	shop.Card
	To, When, Price, Weekday string
	Time, Opens              template.HTML // when it begins, and when it is on sale from if that comes
	Cover                    template.HTML // of the first of all
	More                     []string      // the other dates of the same show
	MoreN                    int           // how many more there are
	Currency                 company.Currency
}

func (s *Shop) showFront(v *visit) error {
	all, err := s.fronts.read(v)
	if err != nil {
		return err
	}
	q := v.r.URL.Query()
	query, wantedMonth, wantedTag := clip(strings.TrimSpace(q.Get("q"))), q.Get("month"), q.Get("tag")
	ownOnly := q.Get("hideChildEvents") == "true"
	body := &frontBody{
		Title: cmp.Or(v.company.Shop.Title, v.company.Name), Intro: v.company.Shop.Intro, Query: query,
		Filtered: query+wantedMonth+wantedTag != "", AllAt: v.path(""), Demo: v.company.Demo,
	}
	body.Chips = v.chips(all, wantedMonth, wantedTag)
	body.show(v, all.Cards, func(c *shop.Card) bool {
		return !(ownOnly && c.Company.ID != v.company.ID) && matches(c, query, wantedMonth, wantedTag, all.Tags)
	})
	body.explain(v)
	v.view.Summary = cmp.Or(body.Intro, body.Title)
	v.view.Canonical, v.view.Picture = s.site.Origin(v.r)+v.path(""), sharedAt(v, "", v.company.UpdatedAt.Unix())
	return v.show(s.front, body)
}

// show puts the events that are wanted on the page. The dates of a show are one card.
func (b *frontBody) show(v *visit, cards []shop.Card, wanted func(*shop.Card) bool) {
	shows := map[int64]*cardView{}
	for i := range cards {
		c := &cards[i]
		if !wanted(c) {
			continue
		}
		if first := shows[c.ScheduleID]; first != nil && c.ScheduleID != 0 {
			first.alsoAt(v.view.Lang.ShortDate(c.Start))
			continue
		}
		shows[c.ScheduleID] = b.add(v, v.card(c))
	}
}

// alsoAt notes another date of the show on the card of its first.
func (c *cardView) alsoAt(date string) {
	if len(c.More) == shownDates {
		c.MoreN++
		return
	}
	c.More = append(c.More, date)
}

// add puts an event into its month; the first of all has a place of its own.
func (b *frontBody) add(v *visit, c cardView) *cardView {
	if b.Next == nil && len(b.Months) == 0 && !b.Filtered && !c.Cancelled {
		c.Cover = cover.Of(c.Company.ID, c.ID, c.Picture)
		b.Next = &c
		return b.Next
	}
	name := page.Capitalised(v.view.Lang.Month(c.Start))
	if c.Start.Year() != time.Now().In(c.Start.Location()).Year() {
		name += c.Start.Format(" 2006")
	}
	if n := len(b.Months); n == 0 || b.Months[n-1].Name != name {
		b.Months = append(b.Months, month{Name: name})
	}
	last := &b.Months[len(b.Months)-1]
	last.Cards = append(last.Cards, &c)
	return &c
}

// explain says why nothing is shown.
func (b *frontBody) explain(v *visit) {
	switch {
	case b.Next != nil || len(b.Months) > 0:
	case !b.Filtered:
		b.Nothing = v.view.T("shop.no_dates")
	case b.Query != "":
		b.Nothing = v.view.T("shop.nothing_for", "query", b.Query)
	default:
		b.Nothing = v.view.T("shop.nothing_found")
	}
}

// card is an event as a list shows it.
func (v *visit) card(c *shop.Card) cardView {
	l := v.view.Lang
	out := cardView{Card: *c, To: eventPath(c), Weekday: l.ShortWeekday(c.Start), Time: v.view.Time(c.Start)}
	out.When = l.Days(c.Start, c.End)
	if c.From != nil {
		out.Opens = v.view.Moment(c.From.In(c.Start.Location()))
	}
	out.Currency = c.Company.Currency()
	switch {
	case c.Low == nil:
	case *c.Low == 0 && *c.High == 0:
		out.Price = v.view.T("shop.free")
	case *c.Low == *c.High:
		out.Price = l.Amount(out.Currency, *c.Low)
	default:
		out.Price = v.view.T("shop.from_price", "price", l.Amount(out.Currency, *c.Low))
	}
	return out
}

// eventPath is the page of an event in the shop of its own company.
func eventPath(c *shop.Card) string { return shopPath(c.Company) + fmt.Sprintf("/events/%d", c.ID) }

// chips are the filters: months, then tags.
func (v *visit) chips(all *shop.Announced, wantedMonth, wantedTag string) []chip {
	chips := []chip{{Text: v.view.T("shop.all"), To: v.path(""), On: wantedMonth+wantedTag == ""}}
	for i := range all.Cards {
		key := all.Cards[i].Start.Format("2006-01")
		one := chip{Text: page.Capitalised(v.view.Lang.Month(all.Cards[i].Start)), To: v.path("?month=%s", key), On: key == wantedMonth}
		if !slices.ContainsFunc(chips, func(c chip) bool { return c.To == one.To }) {
			chips = append(chips, one)
		}
	}
	for i := range all.Tags {
		t := &all.Tags[i]
		chips = append(chips, chip{Text: t.Name, To: v.path("?tag=%d", t.ID), On: wantedTag == decimal(t.ID)})
	}
	if len(chips) <= 2 {
		return nil
	}
	return chips
}

// matches holds an event against the filters.
func matches(c *shop.Card, query, wantedMonth, wantedTag string, tags []catalog.Tag) bool {
	if wantedMonth != "" && c.Start.Format("2006-01") != wantedMonth {
		return false
	}
	if wantedTag != "" && !slices.ContainsFunc(c.Tags, func(id int64) bool { return decimal(id) == wantedTag }) {
		return false
	}
	text := c.Name + " " + c.Place
	for _, t := range tags {
		if slices.Contains(c.Tags, t.ID) {
			text += " " + t.Name
		}
	}
	text = search.Fold(app.OneForm(text))
	for word := range strings.FieldsSeq(search.Fold(app.OneForm(query))) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// clip keeps what is looked for short.
func clip(s string) string {
	if r := []rune(s); len(r) > maxQuery {
		return string(r[:maxQuery])
	}
	return s
}

// fronts remembers what companies announce, for a moment: whoever asks often costs
// nothing.
type fronts struct {
	mu  sync.Mutex
	all map[frontKey]*front
}

type frontKey struct {
	company  int64
	language app.Language
}

type front struct {
	mu   sync.Mutex
	read *shop.Announced
	at   time.Time
}

func (f *fronts) read(v *visit) (*shop.Announced, error) {
	key := frontKey{v.company.ID, v.buyer.Language}
	f.mu.Lock()
	if f.all == nil || len(f.all) >= maxFronts {
		f.all = map[frontKey]*front{}
	}
	one := f.all[key]
	if one == nil {
		one = &front{}
		f.all[key] = one
	}
	f.mu.Unlock()
	one.mu.Lock()
	defer one.mu.Unlock()
	now := v.app().Now()
	if age := now.Sub(one.at); one.read != nil && age >= 0 && age < cardsAge {
		return one.read, nil
	}
	read, err := shop.ReadAnnounced(v.r.Context(), v.app(), v.buyer)
	if err != nil {
		return nil, err
	}
	one.read, one.at = &read, now
	return one.read, nil
}
