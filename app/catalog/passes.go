package catalog

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// PassesAt tells whether phones are offered passes of what a sale item sells at an event, 0:
// of none. The narrowest that says anything counts: the sale item, the event, its venue, the
// company.
func PassesAt(r app.Reader, saleItemID, eventID int64) (bool, error) {
	if saleItemID != 0 {
		s, err := SaleItems.GetShared(r, saleItemID)
		if ignoreAbsent(err) != nil {
			return false, err
		}
		if err == nil && s.Passes != nil {
			return *s.Passes, nil
		}
	}
	e, own, err := ticketEvent(r, eventID)
	switch {
	case err != nil:
		return false, err
	case e == nil:
		return !own.Tickets.NoPasses, nil
	case e.Tickets.Passes != nil:
		return *e.Tickets.Passes, nil
	}
	return passesIn(r, own, e.VenueID)
}

// passesIn tells whether phones are offered passes of what is at a venue, 0: at none.
func passesIn(r app.Reader, own *company.Company, venueID int64) (bool, error) {
	if venueID != 0 {
		v, err := Venues.GetShared(r, venueID)
		if ignoreAbsent(err) != nil {
			return false, err
		}
		if err == nil && v.Passes != nil {
			return *v.Passes, nil
		}
	}
	return !own.Tickets.NoPasses, nil
}

func ignoreAbsent(err error) error {
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	return err
}

// PassSwitch is whether phones are offered passes of what a sale item sells, or of what is at
// a venue: what it says itself, nil for nothing, and what that comes to.
type PassSwitch struct {
	VenueID, SaleItemID int64
	Passes              *bool
	Offered             bool
}

// LookAtPasses reads the switch of a venue or of a sale item.
func LookAtPasses(ctx context.Context, a *app.App, c *app.Caller, of PassSwitch) (out PassSwitch, err error) {
	if err := of.check(); err != nil {
		return out, err
	}
	err = a.View(ctx, c, of.needs(app.ViewEvents), func(r app.Reader) (err error) {
		out, err = of.read(r)
		return err
	})
	return out, err
}

// SwitchPasses sets the switch of a venue or of a sale item. What phones have stays good.
func SwitchPasses(ctx context.Context, a *app.App, c *app.Caller, of PassSwitch) (out PassSwitch, err error) {
	if err := of.check(); err != nil {
		return out, err
	}
	err = a.Update(ctx, c, of.needs(app.EditEvents), func(tx app.Tx) error {
		if _, err := of.read(tx); err != nil {
			return err
		}
		if of.VenueID != 0 {
			_, err = venueTable.Update(tx, of.VenueID, func(v *Venue) error { v.Passes = of.Passes; return nil })
		} else {
			_, err = saleItemTable.Update(tx, of.SaleItemID, func(s *SaleItem) error {
				s.Passes = of.Passes
				return mayEdit(c, app.EditEvents, s.EventID)
			})
		}
		if err == nil {
			out, err = of.read(tx)
		}
		return err
	})
	return out, err
}

// needs is an ability where the switch counts: that of a venue is about all events there.
func (of *PassSwitch) needs(a app.Ability) app.Requirement {
	if of.VenueID != 0 {
		return app.Everywhere(a)
	}
	return a
}

// check wants one of both.
func (of *PassSwitch) check() error {
	switch {
	case of.VenueID == 0 && of.SaleItemID == 0:
		return app.Field("saleItemId", "is required")
	case of.VenueID != 0 && of.SaleItemID != 0:
		return app.Field("venueId", "cannot be given together with %s", "saleItemId")
	}
	return nil
}

func (of *PassSwitch) read(r app.Reader) (out PassSwitch, err error) {
	out = PassSwitch{VenueID: of.VenueID, SaleItemID: of.SaleItemID}
	if of.SaleItemID != 0 {
		s, err := SharedSaleItem(r, of.SaleItemID)
		if err == nil && s.DeletedAt != nil {
			err = app.Missing("sale item")
		}
		if err != nil {
			return out, err
		}
		out.Passes = s.Passes
		out.Offered, err = PassesAt(r, s.ID, s.EventID)
		return out, err
	}
	v, err := Venues.GetShared(r, of.VenueID)
	if err == nil && v.DeletedAt != nil {
		err = indexes.ErrNotFound
	}
	if err := missing(err, "venue"); err != nil {
		return out, err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	out.Passes = v.Passes
	out.Offered, err = passesIn(r, own, v.ID)
	return out, err
}
