package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/media"
)

// Card is an event among others.
type Card struct {
	ID int64
	// Company is whose event it is: the shop's, or one below that.
	Company    *company.Company
	ScheduleID int64 // of the show whose dates have one card, 0: none
	Name       string
	Start, End time.Time // on the clocks of its place
	Place      string
	Tags       []int64
	// Low is the lowest price of what can be bought, High the highest; nil: nothing can.
	Low, High *int64
	SoldOut   bool
	Cancelled bool
	From      *time.Time // on sale from then on
	Left      *int64     // few are left
	Picture   *media.Image
}

// Announced is what a company announces.
type Announced struct {
	Cards []Card
	Tags  []catalog.Tag
}

// ReadAnnounced reads what a company announces, by start, with what those below it announce in
// shops of their own. Those in another payment mode are left out: nobody is to take the demo for
// real. A damaged event hides no other.
func ReadAnnounced(ctx context.Context, a *app.App, c *app.Caller) (out Announced, err error) {
	now := a.Now()
	err = a.Browse(ctx, c, app.Sell, func(r app.Reader) error {
		shops, err := shopsOf(r, c)
		if err == nil {
			out, err = announce(shops, now)
		}
		return err
	})
	return out, err
}

// visited is a shop, and the buyer as they are there.
type visited struct {
	r     app.Reader
	buyer *app.Caller
}

func shopsOf(r app.Reader, c *app.Caller) ([]visited, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	all := []visited{{r, c}}
	children, err := company.Shown(r)
	for i := range children {
		if child := &children[i]; child.Shop.Open && child.Demo == own.Demo {
			all = append(all, visited{child.Reader, child.Buyer("", c.Locale)})
		}
	}
	return all, err
}

// announce reads what some shops announce, no more than one of them would.
func announce(shops []visited, now time.Time) (out Announced, err error) {
	type announced struct {
		visited
		event catalog.Event
	}
	var all []announced
	for _, s := range shops {
		events, err := catalog.AnnouncedIn(s.r, now, MaxAnnounced)
		if err != nil {
			return out, err
		}
		for _, e := range events {
			all = append(all, announced{s, e})
		}
	}
	slices.SortStableFunc(all, func(a, b announced) int { return a.event.Start.Compare(b.event.Start) })
	for i := range all[:min(len(all), MaxAnnounced)] {
		card, err := readCard(all[i].r, all[i].buyer, &all[i].event, now)
		if app.Skip(all[i].r, err) {
			continue
		}
		if err != nil {
			return out, err
		}
		out.Cards = append(out.Cards, card)
	}
	for _, s := range shops {
		tags, err := tagsOf(s.r, out.Cards)
		if err != nil {
			return out, err
		}
		for _, t := range tags {
			out.addTag(t)
		}
	}
	return out, nil
}

// addTag notes a tag of some cards. Tags of several companies with one name are one.
func (out *Announced) addTag(t catalog.Tag) {
	i := slices.IndexFunc(out.Tags, func(o catalog.Tag) bool { return app.Fold(o.Name) == app.Fold(t.Name) })
	if i < 0 {
		out.Tags = append(out.Tags, t)
		return
	}
	for k := range out.Cards {
		if c := &out.Cards[k]; slices.Contains(c.Tags, t.ID) {
			c.Tags = append(slices.Clone(c.Tags), out.Tags[i].ID)
		}
	}
}

func readCard(r app.Reader, c *app.Caller, e *catalog.Event, now time.Time) (Card, error) {
	x, err := newReader(r, c, now)
	if err != nil {
		return Card{}, err
	}
	facts, err := x.event(e.ID, false)
	if err != nil {
		return Card{}, err
	}
	card := Card{
		ID: e.ID, Company: x.company, ScheduleID: e.ScheduleID, Name: facts.Name, Start: facts.Start, End: facts.End, Tags: e.Tags, Low: facts.Low, High: facts.High,
		Cancelled: facts.Cancelled, From: facts.From, Picture: facts.Picture,
	}
	card.Place = facts.Place()
	card.SoldOut, card.Left = facts.scarcity()
	return card, nil
}

// Place is where the event is, in a few words; empty: nowhere.
func (e *Event) Place() string {
	switch v := e.Venue; {
	case v == nil:
		return ""
	case v.City != "" && len(v.Name)+len(v.City) < 60:
		return v.Name + ", " + v.City
	default:
		return v.Name
	}
}

// scarcity tells whether nothing is to be had any more, or how little.
func (e *Event) scarcity() (soldOut bool, left *int64) {
	few, total := true, int64(0)
	look := func(all []Item) {
		for i := range all {
			switch it := &all[i]; it.State {
			case SoldOut:
				soldOut = true
			case OnSale:
				few = few && it.Scarce
				if it.Left != nil {
					total += *it.Left
				}
			}
		}
	}
	for i := range e.Groups {
		if !e.Groups[i].Extras {
			look(e.Groups[i].Items)
		}
	}
	for i := range e.Slots {
		look(e.Slots[i].Items)
	}
	if e.Low != nil && few && total > 0 {
		left = &total
	}
	return soldOut && e.Low == nil, left
}

func tagsOf(r app.Reader, cards []Card) ([]catalog.Tag, error) {
	seen := map[int64]bool{}
	var ids []int64
	for i := range cards {
		for _, id := range cards[i].Tags {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return catalog.Tags.GetMany(r, ids)
}
