package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/catalog"
	"marquee/app/discount"
	"marquee/app/media"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/wallet"
)

// Event is an event as its page shows it.
type Event struct {
	ID                int64
	Name, Description string
	Page              catalog.PageTexts[string]
	Start, End        time.Time // on the clocks of its place
	Zone              string
	Venue             *catalog.Venue // nil: none
	Online            bool
	Organiser         string
	OrganiserEmail    string
	Cancelled         bool
	Ended             bool
	// From is when something is sold for the first time, if nothing is yet.
	From   *time.Time
	Groups []Group
	Slots  []Slot
	// Offers are what others sell on.
	Offers []Offer
	// Seated: it is sold from a seating plan; BestSeats: buyers may ask for the best.
	Seated, BestSeats bool
	// Low and High are the lowest and the highest price of admission that is on sale or will
	// be; of anything where there is no admission, nil without both.
	Low, High *int64
	admits    bool // these are prices of admission
	// Taxed: there is a tax in its prices.
	Taxed bool
	// Picture is shown across its page, nil: none. It may be its company's.
	Picture *media.Image
	// Shared is shown where its page is shared, nil: none was uploaded for that.
	Shared *media.Image
	// Code is the access code that was entered. CodeKnown: what was entered is a discount code,
	// which counts once there is a basket.
	Code      string
	CodeKnown bool
	Updated   time.Time
	// Draft: it is not published, and shown to staff alone, or as long as PreviewUntil to
	// whoever has a preview.
	Draft        bool
	PreviewUntil time.Time
	Returns      Returns
	// Dates are the other dates of the same show that are announced, the next ones first.
	Dates []Date
}

// Date is a date of a show: an event of its schedule.
type Date struct {
	EventID int64
	Start   time.Time // on the clocks of its place
}

// Returns are what buyers may do themselves with what they bought and do not want.
type Returns struct {
	// Account: they give it back for money on their account, until so many hours before.
	Account      bool
	AccountHours int64
	// Resale: they sell it on. Dates: they move it to another date.
	Resale, Dates bool
}

// Group is things on sale that are shown together.
type Group struct {
	ID         int64 // of the sale-item group, 0 for what is in none
	Name, Help string
	Extras     bool // products and other things beside tickets
	Items      []Item
}

// Ask is what a buyer wants to see of an event.
type Ask struct {
	EventID int64
	// Code is an access code that was entered, before there is a basket.
	Code string
	// Basket is the buyer's, the zero Key without one.
	Basket order.Key
	// Staff wants to see it before it is published, nil: nobody of them asks.
	Staff *app.Caller
	// Preview is the signature of a link to a draft; see catalog.Preview.
	Preview string
}

// previews tells whether somebody of the staff of a company may see what is not published.
func (in *Ask) previews(companyID int64) bool {
	return in.Staff != nil && in.Staff.CompanyID == companyID && in.Staff.Can(app.ViewEvents)
}

// ReadEvent reads an event for a buyer, and the basket beside it if there is one.
func ReadEvent(ctx context.Context, a *app.App, c *app.Caller, in Ask) (e Event, b *Basket, err error) {
	now := a.Now()
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		x, err := newReader(r, c, now)
		if err != nil {
			return err
		}
		if b, err = x.openBasket(in.Basket); err != nil {
			return err
		}
		if err := x.enter(in.Code, b); err != nil {
			return err
		}
		until := catalog.Previewed(x.company, in.EventID, in.Preview, x.now)
		e, err = x.event(in.EventID, !until.IsZero() || in.previews(c.CompanyID))
		e.PreviewUntil = until
		if err == nil && e.Code == "" && in.Code != "" {
			e.CodeKnown, err = x.takesOff(in.Code)
		}
		if err == nil && !e.Cancelled && !e.Ended {
			e.Returns, err = x.returns(e.ID)
		}
		if err == nil {
			e.Dates, err = x.dates(e.ID)
		}
		return err
	})
	return e, b, err
}

// dates are the other announced dates of the show that an event is one of.
func (x *reader) dates(of int64) (all []Date, err error) {
	e, err := catalog.SharedEvent(x.r, of)
	if err != nil || e.ScheduleID == 0 {
		return nil, err
	}
	ids, err := catalog.EventsOfSchedule(x.r, e.ScheduleID)
	if err != nil {
		return nil, err
	}
	for _, id := range ids[:min(len(ids), maxDates)] {
		other, err := catalog.SharedEvent(x.r, id)
		if app.Skip(x.r, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if id != of && other.Announced(x.now) {
			all = append(all, Date{EventID: id, Start: other.Start.In(other.Location())})
		}
	}
	slices.SortStableFunc(all, func(a, b Date) int { return a.Start.Compare(b.Start) })
	return all[:min(len(all), maxShownDates)], nil
}

// openBasket reads the buyer's basket, nil if there is none any more.
func (x *reader) openBasket(k order.Key) (*Basket, error) {
	if k.IsZero() {
		return nil, nil
	}
	b, err := x.basket(k)
	if app.KindOf(err) == app.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, l := range b.Lines {
		if !l.Resold {
			x.in[l.SaleItemID] += l.Quantity
		}
	}
	x.customer = b.Order.CustomerID
	if !b.Open {
		x.in, x.customer = map[int64]int64{}, 0
	}
	return b, nil
}

// enter finds the access code: that of the basket, else the one that was typed. One that
// is not good opens nothing.
func (x *reader) enter(text string, b *Basket) error {
	if b != nil && b.Open && b.access != nil {
		return x.enterGood(b.access)
	}
	if text == "" {
		return nil
	}
	code, err := accesscode.Entered(x.r, text)
	switch {
	case app.KindOf(err) != 0:
		return nil
	case err != nil:
		return err
	}
	return x.enterGood(code)
}

// takesOff tells whether a text is a discount code that is good now.
func (x *reader) takesOff(text string) (bool, error) {
	code, err := discount.Entered(x.r, text)
	if app.KindOf(err) != 0 {
		return false, nil
	}
	return err == nil && code.Open(x.now) == nil, err
}

// enterGood takes an access code that is good now, and not used up.
func (x *reader) enterGood(code *accesscode.Code) error {
	if code.Open(x.now) != nil {
		return nil
	}
	if code.MaximumUses != nil {
		n, err := order.AccessUses().Of(x.r, code.ID)
		if err != nil || n >= *code.MaximumUses {
			return err
		}
	}
	x.access = code
	return nil
}

func (x *reader) event(id int64, draft bool) (Event, error) {
	e, err := catalog.SharedEvent(x.r, id)
	if err == nil && (e.DeletedAt != nil || !e.Published && !draft) {
		err = app.Missing("event")
	}
	if err != nil {
		return Event{}, err
	}
	out := x.facts(e)
	if x.access != nil {
		out.Code = x.access.Text
	}
	if e.VenueID != 0 {
		venues, err := catalog.VenuesByID(x.r, []int64{e.VenueID})
		if err != nil {
			return out, err
		}
		if v, ok := venues[e.VenueID]; ok {
			out.Venue = &v
		}
	}
	if out.Draft = !e.Published; out.Cancelled || out.Ended {
		return out, nil
	}
	return out, x.offers(&out)
}

// returns are what buyers may do with what they buy at an event now.
func (x *reader) returns(eventID int64) (out Returns, err error) {
	money, err := wallet.SettingsOf(x.r)
	if err != nil {
		return out, err
	}
	rules, err := resale.RulesFor(x.r, eventID, 0)
	if err != nil {
		return out, err
	}
	out = Returns{Account: money.SelfRefunds, AccountHours: money.CutoffHours, Resale: rules.Enabled}
	out.Dates, _ = x.company.Changes.MovesDates(true)
	return out, nil
}

// facts are what the event is, whatever it sells.
func (x *reader) facts(e *catalog.Event) Event {
	zone, l := e.Location(), x.buyer.Language
	out := Event{
		ID: e.ID, Name: e.NameIn(l), Description: e.DescriptionIn(l), Page: e.PageIn(l), Start: e.Start.In(zone), End: e.End.In(zone), Zone: e.Timezone,
		Online: e.OnlineOnly, Organiser: e.OrganiserName, OrganiserEmail: e.OrganiserEmail,
		Cancelled: e.CancelledAt != nil, Ended: e.Ended(x.now), Updated: e.UpdatedAt,
	}
	out.Shared = media.In(e.Images, media.Meta)
	if out.Picture = media.In(e.Images, media.Header); out.Picture == nil {
		out.Picture = media.In(x.company.Images, media.Header)
	}
	if out.Organiser == "" {
		out.Organiser = x.company.Name
	}
	if e.Seats != nil {
		out.Seated, out.BestSeats = !e.Seats.Copying, e.Seats.Best
	}
	return out
}

// offers reads what the event sells, into groups and times.
func (x *reader) offers(e *Event) error {
	all, err := catalog.SharedSaleItemsOfEvent(x.r, e.ID)
	if err != nil {
		return err
	}
	selling := false
	for _, s := range all {
		item, err := x.item(s)
		if app.Skip(x.r, err) || item == nil && err == nil {
			continue
		}
		if err != nil {
			return err
		}
		e.note(item)
		selling = selling || item.State != Later
		if item.SlotID != 0 {
			err = x.inSlot(e, item)
		} else {
			err = x.inGroup(e, item)
		}
		if err != nil {
			return err
		}
	}
	if selling {
		e.From = nil
	}
	e.Offers, err = x.resold(e.ID)
	return err
}

// note takes an item into what the event says about all of them.
func (e *Event) note(i *Item) {
	if i.State == Later && (e.From == nil || i.From.Before(*e.From)) {
		e.From = i.From
	}
	e.Taxed = e.Taxed || i.Taxed
	if i.State != OnSale && i.State != Later || e.admits && !i.Admits {
		return
	}
	if i.Admits && !e.admits {
		e.admits, e.Low, e.High = true, nil, nil
	}
	// What is free beside things that cost something is no price to begin with.
	if e.Low == nil || *e.Low == 0 || i.Price > 0 && i.Price < *e.Low {
		e.Low = &i.Price
	}
	if e.High == nil || i.Price > *e.High {
		e.High = &i.Price
	}
}

// inGroup puts an item into its sale-item group, else among the tickets or the extras.
func (x *reader) inGroup(e *Event, i *Item) error {
	extras := i.GroupID == 0 && i.Type != catalog.Ticket && i.Type != catalog.SeasonTicket
	for n := range e.Groups {
		if g := &e.Groups[n]; g.ID == i.GroupID && g.Extras == extras {
			g.Items = append(g.Items, *i)
			return nil
		}
	}
	g := Group{ID: i.GroupID, Extras: extras, Items: []Item{*i}}
	if i.GroupID != 0 {
		goods, err := x.cache.Get(i.ID)
		if err != nil {
			return err
		}
		g.Name, g.Help = goods.Group().NameIn(x.buyer.Language), goods.Group().DescriptionIn(x.buyer.Language)
	}
	e.Groups = append(e.Groups, g)
	return nil
}

// Item finds one thing on sale, nil if it is not there.
func (e *Event) Item(id int64) *Item {
	find := func(all []Item) *Item {
		for i := range all {
			if all[i].ID == id {
				return &all[i]
			}
		}
		return nil
	}
	for i := range e.Groups {
		if it := find(e.Groups[i].Items); it != nil {
			return it
		}
	}
	for i := range e.Slots {
		if it := find(e.Slots[i].Items); it != nil {
			return it
		}
	}
	return nil
}
