package shop

import (
	"fmt"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/shop"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// eventBody is what the page of an event shows.
type eventBody struct {
	shop.Event
	Currency company.Currency
	Action   string // where its forms go
	When     string
	Hours    string
	Cover    template.HTML
	Groups   []groupView
	Anchors  bool
	Resold   []offerRow
	Opens    string // when sales begin, if they have not
	Slots    *slotsView
	Stub     *stub
	CodeAt   string
	Code     string // that was entered
	CodeOn   bool   // it opened something
	CodeNote string
	// Paragraphs are those of the description.
	Paragraphs []string
	Problem    string
	Linked     linked
	Shared     string // the address of its picture, for where the page is shared
	// ProblemAt is the item that a problem is about.
	ProblemAt int64
	// CalendarAt is the event for a calendar, before anything is sold. SignInAt is where who
	// wants what is for members signs in; empty: they have.
	CalendarAt, SignInAt string
	// Returns says what buyers may do with what they do not want.
	Policy []string
}

type groupView struct {
	shop.Group
	Anchor string
	// Plain: what is in no group stands right below the title, and needs none.
	Plain bool
	Rows  []row
}

// row is one thing on sale.
type row struct {
	shop.Item
	Currency company.Currency
	When     string // it is on sale from, or was until
	Problem  string
	Action   string
	SeatsAt  string
	Typed    string // the amount that was typed
	// Only is how many are left of what more were wanted of, 0: nobody wanted more.
	Only     int64
	SignInAt string
}

// slotsView is the row that leads to the times of an event.
type slotsView struct {
	To, From string
	Days, N  int
	SoldOut  bool
}

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
		When: l.Days(e.Start, e.End), Cover: picture(v.company.ID, id, e.Picture), Code: e.Code, CodeOn: e.Code != "", Stub: v.stub(b),
	}
	if b != nil && b.Open {
		body.Currency = b.Currency
	}
	if code != "" && e.Code == "" {
		body.Code = code
		body.CodeNote = v.view.T("shop.code_counts_later")
	}
	if code != "" {
		body.Action += "?code=" + url.QueryEscape(code)
	}
	body.Hours = hours(v.view, &e)
	if e.From != nil {
		body.Opens, body.CalendarAt = l.ShortMoment(e.From.In(e.Start.Location())), v.path("/events/%d/calendar.ics", id)
	}
	if e.Draft { // nobody can buy it
		body.Action, v.view.Unlisted = "", true
	}
	who, err := v.customer()
	if err != nil {
		return nil, err
	}
	if who.ID == 0 {
		body.SignInAt = v.path("/account")
	}
	body.Policy = policy(v.view, &e)
	body.Paragraphs = paragraphs(e.Description)
	body.rows(v, &e)
	body.offers(v, &e)
	v.view.Title = e.Name
	v.view.Summary = clipTo(plain(e.Description), 160)
	v.view.Canonical = v.shop.site.Origin(v.r) + v.path("/events/%d", id)
	if body.Shared = v.shop.site.Origin(v.r) + v.path("/events/%d/share.png", id); e.Picture != nil {
		body.Shared = v.shop.site.Origin(v.r) + string(wire.MediaURL(v.company.ID, e.Picture))
	}
	body.Linked = linkedOf(&e, v.view.Summary, v.view.Canonical, body.Currency)
	return body, nil
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
func hours(v *page.View, e *shop.Event) string {
	from, to := v.Lang.Clock(e.Start), v.Lang.Clock(e.End)
	if e.End.Sub(e.Start) >= 24*time.Hour {
		from, to = v.Lang.ShortWeekday(e.Start)+" "+from, v.Lang.ShortWeekday(e.End)+" "+to
	}
	place := v.T("shop.local_time")
	if e.Venue != nil && e.Venue.City != "" {
		place = v.T("shop.time_in", "place", e.Venue.City)
	}
	return v.T("shop.hours", "from", from, "to", to) + ", " + place
}

// rows are the things on sale as the page shows them.
func (b *eventBody) rows(v *visit, e *shop.Event) {
	tickets := 0
	for i := range e.Groups {
		g := groupView{Group: e.Groups[i], Anchor: fmt.Sprintf("g%d", i+1)}
		if g.Name == "" {
			g.Name, g.Plain = v.view.T("shop.group_tickets"), !g.Extras
			if g.Extras {
				g.Name, g.Help = v.view.T("shop.group_extras"), v.view.T("shop.group_extras_help")
			}
		}
		for _, it := range g.Items {
			r := row{Item: it, Currency: b.Currency, Action: b.Action, SignInAt: b.SignInAt}
			switch {
			case it.State == shop.Later:
				r.When = v.view.Lang.ShortMoment(it.From.In(e.Start.Location()))
			case it.State == shop.Over && it.Until != nil:
				r.When = v.view.Lang.DayMonth(it.Until.In(e.Start.Location()))
			}
			if e.Seated && it.BandID != 0 {
				r.SeatsAt = v.path("/events/%d/seats", e.ID)
			}
			g.Rows = append(g.Rows, r)
		}
		tickets += len(g.Rows)
		b.Groups = append(b.Groups, g)
	}
	slices.SortStableFunc(b.Groups, func(x, y groupView) int { return extrasLast(x.Extras) - extrasLast(y.Extras) })
	b.Anchors = tickets > maxAnchors && len(b.Groups) > 1
	if len(e.Slots) > 0 {
		b.Slots = v.slots(e, b.Currency)
	}
}

func extrasLast(extras bool) int {
	if extras {
		return 1
	}
	return 0
}

// problem notes why something could not be done, beside the item that it is about.
func (b *eventBody) problem(text string, item int64) {
	for g := range b.Groups {
		for i := range b.Groups[g].Rows {
			if r := &b.Groups[g].Rows[i]; r.ID == item {
				r.Problem, b.ProblemAt = text, item
				return
			}
		}
	}
	b.Problem = text
}

// onlyLeft offers what is left of something of which more was wanted. The number is never
// changed without a word.
func (b *eventBody) onlyLeft(v *page.View, item, left int64) {
	for g := range b.Groups {
		for i := range b.Groups[g].Rows {
			if r := &b.Groups[g].Rows[i]; r.ID == item {
				r.Problem, r.Only, b.ProblemAt = v.T("shop.only_left", "n", left), left, item
			}
		}
	}
}

// changeAtEvent puts one thing on sale into the basket, or takes one out.
func (s *Shop) changeAtEvent(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	item, _ := strconv.ParseInt(form.Get("item"), 10, 64)
	back := v.r.URL.RequestURI()
	if offer, _ := strconv.ParseInt(form.Get("offer"), 10, 64); offer != 0 {
		if err = v.takeOffer(id, offer); err == nil {
			return v.goOn(back + "#resold")
		}
	} else {
		err = v.change(id, item, form)
	}
	switch {
	case err == nil:
		return v.goOn(back + "#i" + decimal(item))
	case !told(err) && app.KindOf(err) != app.NotFound:
		return err
	}
	if strings.HasSuffix(v.r.URL.Path, "/times") {
		body, shown := v.timesBody(id)
		if shown != nil {
			return shown
		}
		body.Problem = say(v.view, err)
		return v.showAgain(s.times, body)
	}
	body, shown := v.eventBody(id)
	if shown != nil {
		return shown
	}
	body.problem(say(v.view, err), item)
	return v.showAgain(s.event, body)
}

// change does what a row of the form asks for.
func (v *visit) change(eventID, itemID int64, form url.Values) error {
	e, b, err := v.readEvent(eventID)
	if err != nil {
		return err
	}
	it := e.Item(itemID)
	if it == nil {
		return app.Refuse(app.Invalid, "This is not on sale here any more.")
	}
	if form.Get("do") == "less" {
		left := it.In - it.Step
		if left < it.First {
			left = 0
		}
		_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: left})
		return err
	}
	if n, err := strconv.ParseInt(form.Get("number"), 10, 64); form.Get("do") == "take" && err == nil && !it.Named {
		if it.In > 0 {
			_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: n})
			return err
		}
		return v.add(b, sales.AddItem{SaleItemID: it.ID, Quantity: &n})
	}
	if it.In > 0 && !it.Named {
		_, err := sales.SetQuantity(v.r.Context(), v.app(), v.buyer, sales.ChangeItem{Basket: v.basket, SaleItemID: it.ID, Quantity: it.In + it.Step})
		return err
	}
	n := it.More()
	add := sales.AddItem{SaleItemID: it.ID, Quantity: &n}
	if it.Named {
		amount, ok := parseAmount(form.Get("amount"), v.company.Currency())
		if !ok {
			return app.Field("amount", "must be a number")
		}
		add.Amount = &amount
	}
	return v.add(b, add)
}

// add puts things into the basket of the browser, or into a new one. Whoever calls it has
// read the event with the code in the address, so that the code counts as tried.
func (v *visit) add(b *shop.Basket, items ...sales.AddItem) error {
	ask := sales.AddToBasket{Items: items, Channel: catalog.Shop, PriceChannel: catalog.Shop, Link: &sales.LinkWish{}}
	fresh := b == nil || !b.Open
	if fresh {
		if err := v.shop.begun.take(v.r, v.app().Now()); err != nil {
			return err
		}
		if code := v.code(); code != "" {
			ask.AccessCode = &code
		}
	} else {
		ask.Basket, ask.Channel, ask.PriceChannel = v.basket, b.Order.Channel, b.Order.PriceChannel
	}
	made, err := sales.Add(v.r.Context(), v.app(), v.buyer, ask)
	if fresh && ask.AccessCode != nil && app.KindOf(err) == app.Invalid {
		ask.AccessCode = nil // it is a discount code, or none
		made, err = sales.Add(v.r.Context(), v.app(), v.buyer, ask)
	}
	if err != nil {
		return err
	}
	v.keep(&made.Order)
	if fresh && v.code() != "" && made.Order.AccessID == 0 {
		v.discount(v.code())
	}
	return nil
}

// discount tries a code that was entered before there was a basket. It counts, or not.
func (v *visit) discount(code string) {
	_, err := sales.ApplyCode(v.r.Context(), v.app(), v.buyer, sales.EnterCode{Basket: v.basket, Code: code})
	if err != nil && app.KindOf(err) == 0 {
		v.shop.site.Log.Error("a discount code cannot be tried", "error", err)
	}
}

// parseAmount reads an amount as people type it: 12, 12.50 or 12,50.
func parseAmount(text string, cur company.Currency) (int64, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", ".")
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > int(cur.Subunit) || len(whole) > 12 || whole == "" {
		return 0, false
	}
	for len(part) < int(cur.Subunit) {
		part += "0"
	}
	n, err := strconv.ParseUint(whole+part, 10, 62)
	return int64(n), err == nil
}

// stub is the basket as it stands beside an event.
type stub struct {
	*shop.Basket
	Until     string
	To        string // the basket
	Next      string // the checkout
	ExtendAt  string
	RecoverAt string
	CodeAt    string
	Key       order.Key
	// LastMinute: it is over within a minute.
	LastMinute bool
	companyID  int64
}

// Cover is the picture of the first event.
func (s *stub) Cover() template.HTML {
	if len(s.Events) == 0 {
		return ""
	}
	return picture(s.companyID, s.Events[0].ID, s.Events[0].Picture)
}

// stub shows a basket, nil without one. One that has expired is shown until something else
// is begun.
func (v *visit) stub(b *shop.Basket) *stub {
	if b == nil || !b.Open && !(b.Expired && b.Order.Status != order.Failed) {
		return nil
	}
	if b.Open && b.Units == 0 {
		return nil
	}
	return &stub{
		Basket: b, Until: v.view.Clock(b.Until.In(v.company.Location())), To: v.path("/basket"), Next: v.path("/checkout"), ExtendAt: v.path("/basket/extend"),
		RecoverAt: v.path("/basket/recover"), CodeAt: v.path("/basket/code"), Key: v.basket,
		companyID: v.company.ID, LastMinute: b.Open && b.Until.Sub(v.app().Now()) <= time.Minute,
	}
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// paragraphs are those of a text, without its markup.
func paragraphs(s string) (all []string) {
	for _, tag := range []string{"</p>", "<br>", "<br/>", "<br />", "</li>", "</div>"} {
		s = strings.ReplaceAll(s, tag, "\n")
	}
	for line := range strings.Lines(s) {
		if line = plain(line); line != "" {
			all = append(all, html.UnescapeString(line))
		}
	}
	return all
}

// plain is a text without markup and on one line.
func plain(s string) string {
	var b strings.Builder
	inside := false
	for _, r := range s {
		switch {
		case r == '<':
			inside = true
		case r == '>':
			inside = false
			b.WriteByte(' ')
		case !inside:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func clipTo(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n-1])) + "…"
	}
	return s
}
