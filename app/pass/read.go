package pass

import (
	"cmp"
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/media"
	"marquee/app/message"
	"marquee/app/order"
)

// Pass is what stands on the pass of an item.
type Pass struct {
	Company *company.Company
	// Serial is its number, and Token what a phone shows to ask for it again.
	Serial, Token string
	// Changed is when anything on it changed last.
	Changed time.Time
	Event   *catalog.Event // nil: of none
	// Dates are when it is for, by their starts: that of its slot, or all of a season ticket.
	Dates   []catalog.Showing
	Venue   catalog.Venue
	Picture *media.Image // that across the page of its event, nil for none
	Logo    *media.Image // that of the company, nil for none

	// Void: it is good for nothing any more, and what follows is empty.
	Void bool
	// Number is the order's reference, and Of the id of the item.
	Number string
	Of     int64
	Kind   *catalog.InventoryItem // nil: only the name at the moment of sale is known
	Name   string
	// Demo: it was sold in demo mode.
	Demo bool
	// Barcode is what people read, and Code what the symbol says.
	Barcode, Code, Holder string
	Place                 Place
	From, Until           *time.Time
}

// Place is a seat, in parts and as a whole; empty without one.
type Place struct{ Area, Row, Seat, Whole string }

// Open reads the passes of what a download link opens. Nobody has to be logged in.
func Open(ctx context.Context, a *app.App, token string) (all []Pass, err error) {
	d, ok := order.ParseDownload(token)
	if !ok {
		return nil, nothing()
	}
	err = a.ViewCompany(ctx, d.Company, func(r app.Reader) error {
		o, items, err := message.Opens(r, token, d)
		if err != nil {
			return err
		}
		all = nil
		for i := range items {
			offered, err := order.OffersPass(r, &items[i])
			if err != nil {
				return err
			}
			if !offered {
				continue
			}
			p, err := read(r, &o, &items[i])
			if err != nil {
				return err
			}
			all = append(all, p)
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = nothing()
	}
	return all, err
}

// nothing says that there is no pass, and not why.
func nothing() error { return &app.Error{Kind: app.NotFound} }

// read reads a pass that is good.
func read(r app.Reader, o *order.Order, it *order.Item) (Pass, error) {
	p, err := around(r, o, it)
	if err != nil {
		return Pass{}, err
	}
	l := order.NewLinks(p.Company.ID, p.Company.LinkKey)
	p.Serial = l.PassSerial(o, it)
	p.Token = l.PassToken(p.Serial)
	p.Number, p.Of, p.Name, p.Demo = o.Reference, it.ID, it.SaleName, it.Demo
	p.Barcode, p.Code = it.Barcode, order.CodeOf(p.Company, it)
	if it.Place != nil {
		p.Place = Place{it.Place.Area, it.Place.Row, it.Place.Name, it.Place.FullName()}
	}
	return p, p.person(r, o, it)
}

// around reads the event of a pass, and what was bought.
func around(r app.Reader, o *order.Order, it *order.Item) (p Pass, err error) {
	if p.Company, err = company.SettingsOf(r); err != nil {
		return p, err
	}
	p.later(o.UpdatedAt, it.UpdatedAt, p.Company.UpdatedAt)
	if p.Dates, err = order.ShowingsOf(r, it); err != nil {
		return p, err
	}
	for i := range p.Dates {
		p.later(p.Dates[i].ChangedAt())
	}
	if err := p.goods(r, it); err != nil {
		return p, err
	}
	images := p.Company.Images
	p.Logo = p.Company.Logo()
	if it.EventID != 0 {
		if p.Event, err = catalog.SharedEvent(r, it.EventID); err != nil {
			return p, err
		}
		p.later(p.Event.UpdatedAt)
		venues, err := catalog.VenuesByID(r, []int64{p.Event.VenueID})
		if err != nil {
			return p, err
		}
		p.Venue = venues[p.Event.VenueID]
		p.later(p.Venue.UpdatedAt)
		images = append(images[:len(images):len(images)], p.Event.Images...)
	}
	for i := range images {
		if images[i].Place == media.Header {
			p.Picture = &images[i]
		}
	}
	return p, nil
}

// goods reads what was bought, as it is now.
func (p *Pass) goods(r app.Reader, it *order.Item) error {
	p.From, p.Until = it.ValidFrom, it.ValidTo
	s, err := catalog.SharedSaleItem(r, it.SaleItemID)
	if err == nil {
		p.later(s.ChangedAt) // moves with what it sells
		p.From, p.Until = order.WindowAt(s, p.Dates)
	}
	if err != nil && !order.Unreadable(err) {
		return err
	}
	p.Kind, err = catalog.InventoryItems.GetShared(r, it.ItemID)
	if err != nil && !order.Unreadable(err) {
		return err
	}
	return nil
}

// person finds whoever is known best as the holder.
func (p *Pass) person(r app.Reader, o *order.Order, it *order.Item) error {
	id := cmp.Or(it.CustomerID, o.CustomerID)
	if id != 0 {
		all, err := customer.Many(r, []int64{id})
		if err != nil {
			return err
		}
		if len(all) > 0 {
			p.Holder = all[0].Name
			p.later(all[0].UpdatedAt)
		}
	}
	p.Holder = o.SoldTo().HolderOf(it, p.Holder)
	return nil
}

func (p *Pass) later(all ...time.Time) {
	for _, t := range all {
		if t.After(p.Changed) {
			p.Changed = t
		}
	}
}
