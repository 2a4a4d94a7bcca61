package shop

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/message"
	"marquee/app/shop"
	"marquee/handlers/web/cover"
	"marquee/handlers/web/page"
)

// eventBody is what the page of an event shows.
type eventBody struct {
	shop.Event
	Currency company.Currency
	Action   string // where its forms go
	When     string
	Hours    template.HTML
	Cover    template.HTML
	Groups   []groupView
	Anchors  bool
	Resold   []offerRow
	Opens    template.HTML // when sales begin, if they have not
	Slots    *slotsView
	Stub     *stub
	CodeAt   string
	Code     string // that was entered
	CodeOn   bool   // it opened something
	CodeNote string
	// Paragraphs are those of the description, Sections what else the page says.
	Paragraphs []string
	Sections   []section
	Problem    string
	Linked     linked
	// ProblemAt is the item that a problem is about.
	ProblemAt int64
	// CalendarAt is the event for a calendar, MapAt where its place is on a map, empty: it has
	// none; TellAt is a mail about it. SignInAt is where who wants what is for members signs
	// in; empty: they have.
	CalendarAt, MapAt, TellAt, SignInAt string
	eventAt                             func(id int64) string
	// PricesHold is what is told of the prices, "" where there is nothing to tell.
	PricesHold string
	// PreviewNote says of a draft who sees it.
	PreviewNote string
	// Policy says what buyers may do with what they do not want.
	Policy []string
}

// pricesHold says what is inside the prices that a company shows: tax where there is any, and
// the fees where it has some and shows them with the prices.
func pricesHold(own *company.Company, taxed bool) string {
	fees := own.ChargesFees && own.AllIn != company.AllInNone
	switch {
	case taxed && fees:
		return "shop.prices_whole"
	case taxed:
		return "shop.prices_taxed"
	case fees:
		return "shop.prices_with_fees"
	}
	return ""
}

// LongName tells whether the name would fill the screen in the size of a heading.
func (b *eventBody) LongName() bool { return utf8.RuneCountInString(b.Name) > 60 }

func (s *Shop) showEvent(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	draw := func() (*page.View, error) {
		body, err := v.eventBody(id)
		v.view.Body = body
		return v.view, err
	}
	signedIn := s.site.Cookie(v.r, v.customerCookie()) != ""
	if v.basket.IsZero() && v.r.URL.RawQuery == "" && !signedIn { // the same for everybody
		key := fmt.Sprintf("%d %d %s %t %s", v.company.ID, id, v.view.Lang, v.view.LanguageChosen, s.site.Origin(v.r))
		return s.site.ShowHot(v.w, v.r, key, s.event, draw)
	}
	if _, err := draw(); err != nil {
		return err
	}
	return v.show(s.event, v.view.Body)
}

// code is the code in the address, or in the form.
func (v *visit) code() string { return strings.TrimSpace(v.r.URL.Query().Get("code")) }

func (v *visit) eventBody(id int64) (*eventBody, error) {
	v.at("/events/%d", id)
	code := v.code()
	e, b, err := v.readEvent(id)
	if err != nil {
		return nil, err
	}
	l := v.view.Lang
	body := &eventBody{
		Event: e, Currency: v.company.Currency(), Action: v.path("/events/%d", id), CodeAt: v.path("/events/%d/code", id),
		When: l.Days(e.Start, e.End), Cover: cover.Of(v.company.ID, id, e.Picture), Code: e.Code, CodeOn: e.Code != "", Stub: v.stub(b),
	}
	if b != nil && b.Open {
		body.Currency = b.Currency
	}
	if code != "" && e.Code == "" {
		body.Code = code
		body.CodeNote = v.view.T("shop.code_unknown")
		if e.CodeKnown {
			body.CodeNote = v.view.T("shop.code_counts_later")
		}
	}
	if code != "" {
		body.Action += "?code=" + url.QueryEscape(code)
	}
	body.Hours = hours(v.view, &e)
	if e.From != nil {
		body.Opens = v.view.Moment(e.From.In(e.Start.Location()))
	}
	if e.Draft { // nobody can buy it
		body.Action, v.view.Unlisted, body.CalendarAt = "", true, ""
		body.PreviewNote = v.view.T("shop.preview")
		if !e.PreviewUntil.IsZero() {
			body.PreviewNote = v.view.T("shop.preview_link", "until", v.view.MomentText(e.PreviewUntil.In(e.Start.Location())))
		}
	}
	who, err := v.customer()
	if err != nil {
		return nil, err
	}
	if who.ID == 0 {
		body.SignInAt = v.path("/account")
	}
	body.Policy = policy(v.view, &e)
	body.PricesHold = pricesHold(v.company, e.Taxed)
	body.Paragraphs, body.Sections = paragraphs(e.Description), sections(v.view, &e)
	body.rows(v, &e)
	body.offers(v, &e)
	v.view.Title = e.Name
	v.view.Summary = clipTo(plain(cmp.Or(e.Page.Summary, e.Description)), 160)
	v.view.Canonical = v.shop.site.Origin(v.r) + v.path("/events/%d", id)
	v.view.Picture = eventShared(v, &e)
	body.CalendarAt, body.MapAt = v.path("/events/%d/calendar.ics", id), mapAt(e.Venue)
	body.TellAt = mailAbout(e.Name, v.view.Canonical)
	body.eventAt = func(id int64) string { return v.path("/events/%d", id) }
	body.Linked = linkedOf(&e, v.view.Summary, v.view.Canonical, body.Currency)
	return body, nil
}

// DateAt is the page of another date of the show.
func (b *eventBody) DateAt(d shop.Date) string { return b.eventAt(d.EventID) }

// mapAt is where a venue is on a map, by its coordinates, else by its address.
func mapAt(v *catalog.Venue) string {
	switch {
	case v == nil:
		return ""
	case v.Latitude != nil && v.Longitude != nil:
		return "https://www.openstreetmap.org/?" + url.Values{"mlat": {*v.Latitude}, "mlon": {*v.Longitude}, "zoom": {"16"}}.Encode()
	case v.Address == "" && v.City == "":
		return ""
	}
	return "https://www.openstreetmap.org/search?" + url.Values{"query": {strings.Join(filled(v.Address, v.Postcode, v.City), ", ")}}.Encode()
}

// filled leaves out what is empty.
func filled(parts ...string) []string {
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}

// policy says what buyers may do with what they bought and do not want.
func policy(v *page.View, e *shop.Event) (all []string) {
	if e.Cancelled || e.Ended {
		return nil
	}
	switch r := e.Returns; {
	case r.Account && r.AccountHours > 0:
		all = append(all, v.T("shop.returns_account_until", "n", r.AccountHours))
	case r.Account:
		all = append(all, v.T("shop.returns_account"))
	}
	if e.Returns.Dates {
		all = append(all, v.T("shop.returns_dates"))
	}
	if e.Returns.Resale {
		all = append(all, v.T("shop.returns_resale"))
	}
	if len(all) == 0 {
		all = append(all, v.T("shop.returns_none"))
	}
	return append(all, v.T("shop.returns_cancelled"))
}

// hours are the times of day of an event, and whose clocks show them.
func hours(v *page.View, e *shop.Event) template.HTML {
	from, to := v.Lang.Clock(e.Start), v.Lang.Clock(e.End)
	if e.End.Sub(e.Start) >= 24*time.Hour {
		from, to = v.Lang.ShortWeekday(e.Start)+" "+from, v.Lang.ShortWeekday(e.End)+" "+to
	}
	return v.Hours(e.Start, v.T("shop.hours", "from", from, "to", to))
}

// showCalendar is an event for the calendar of who has no tickets yet.
func (s *Shop) showCalendar(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	text, err := message.EventCalendar(v.r.Context(), v.app(), v.company, v.buyer, id)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "text/calendar; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="event.ics"`)
	_, err = v.w.Write([]byte(text))
	return err
}
