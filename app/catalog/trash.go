package catalog

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
	"marquee/kv"
)

// guards are keys that rivals have in common: one that deletes a record, and one that
// begins to refer to it.
const guards kv.Space = "catalog guards"

func guardVenue(tx app.Tx, id int64) error {
	return tx.Guard(guards, []byte(fmt.Sprintf("venue %d of %d", id, tx.Company())))
}

// DeleteVenue deletes a venue that was made by mistake. It is refused while an event
// takes place there.
func DeleteVenue(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.CreateVenues, func(tx app.Tx) error {
		if err := guardVenue(tx, id); err != nil {
			return err
		}
		if _, err := Venues.GetShared(tx, id); err != nil {
			return missing(err, "venue")
		}
		for _, err := range eventByVenue.Keys(tx, indexes.Equal(id)) {
			if err != nil {
				return err
			}
			return app.Field("id", "is the venue of an event")
		}
		_, err := venueTable.Update(tx, id, func(v *Venue) error {
			if v.DeletedAt != nil {
				return app.Missing("venue")
			}
			now := tx.Now()
			v.DeletedAt = &now
			return nil
		})
		return missing(err, "venue")
	})
}

// RestoreVenue takes a deletion back; it is refused when another venue has got the
// external id.
func RestoreVenue(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.CreateVenues, func(tx app.Tx) error {
		_, err := venueTable.Update(tx, id, func(v *Venue) error { v.DeletedAt = nil; return nil })
		return missing(taken(err, "externalId"), "venue")
	})
}

// DeleteSaleItem takes something off sale for good. One that nobody bought or holds is
// deleted; of one that was sold the channels are closed, so that its tickets stay what
// they are. It tells which of the two happened.
func DeleteSaleItem(ctx context.Context, a *app.App, c *app.Caller, id int64) (deleted bool, err error) {
	err = a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		s, err := SaleItemByID(tx, id)
		if err == nil && s.DeletedAt != nil {
			err = app.Missing("sale item")
		}
		if err == nil {
			err = mayEdit(c, SaleEditors, s.EventID)
		}
		if err != nil {
			return err
		}
		deleted, err = withdraw(tx, id)
		if err != nil {
			return err
		}
		return touchEvent(tx, s.EventID)
	})
	return deleted, err
}

// withdraw writes the counter of the sale item, so that a sale at the same time and
// this are rivals.
func withdraw(tx app.Tx, id int64) (deleted bool, err error) {
	stock, err := stockTable.Upsert(tx, StockKey{A: int64(LayerSaleItem), B: id}, func(c *Stock) error {
		c.Layer, c.ID = LayerSaleItem, id
		return nil
	})
	if err != nil {
		return false, err
	}
	deleted = stock.Sold == 0 && stock.Reserved == 0
	_, err = saleItemTable.Update(tx, id, func(s *SaleItem) error {
		if deleted {
			now := tx.Now()
			s.DeletedAt = &now
			return nil
		}
		s.HideFromShop, s.HideFromBoxOffice, s.HideFromKiosk = true, true, true
		return nil
	})
	return deleted, err
}

// RestoreSaleItem takes a deletion back, unless what the item hangs on is deleted.
func RestoreSaleItem(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, SaleEditors, func(tx app.Tx) error {
		s, err := SaleItemByID(tx, id)
		if err != nil || s.DeletedAt == nil {
			return err
		}
		if err := mayEdit(c, SaleEditors, s.EventID); err != nil {
			return err
		}
		if err := s.checkRoots(tx); err != nil {
			return err
		}
		if err := undelete(tx, id); err != nil {
			return err
		}
		return touchEvent(tx, s.EventID)
	})
}

// checkRoots refuses a sale item whose event, timeslot, parent or inventory item is
// deleted.
func (s *SaleItem) checkRoots(tx app.Tx) error {
	if err := openForItems(tx, s.EventID, 0); err != nil {
		return err
	}
	item, err := InventoryItems.Get(tx, s.ItemID)
	if err := alive(item.DeletedAt, err); err != nil {
		return err
	}
	if s.TimeslotID != 0 {
		slot, err := Timeslots.Get(tx, s.TimeslotID)
		if err := alive(slot.DeletedAt, err); err != nil {
			return err
		}
	}
	if s.ParentID == 0 {
		return nil
	}
	parent, err := SaleItems.Get(tx, s.ParentID)
	return alive(parent.DeletedAt, err)
}

// alive refuses what hangs on a record that is deleted.
func alive(deletedAt *time.Time, err error) error {
	if err == nil && deletedAt != nil {
		err = app.Field("id", "belongs to something that is deleted")
	}
	return err
}

// RestoreEvent brings an event back with the timeslots and sale items that were
// deleted with it. It is refused when another event has got the external id, or the
// venue is deleted.
func RestoreEvent(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.DeleteEvents, func(tx app.Tx) error {
		e, err := EventByID(tx, id)
		if err != nil || e.DeletedAt == nil {
			return err
		}
		if err := restorableVenue(tx, e.VenueID); err != nil {
			return err
		}
		if _, err := eventTable.Update(tx, id, func(e *Event) error { e.DeletedAt = nil; return nil }); err != nil {
			return taken(err, "externalId")
		}
		return restoreParts(tx, id, *e.DeletedAt)
	})
}

func restorableVenue(tx app.Tx, id int64) error {
	if id == 0 {
		return nil
	}
	if err := guardVenue(tx, id); err != nil {
		return err
	}
	v, err := Venues.Get(tx, id)
	return alive(v.DeletedAt, err)
}

// restoreParts brings back what was deleted in the same moment as its event.
func restoreParts(tx app.Tx, eventID int64, at time.Time) error {
	slots, err := TimeslotsOfEvent(tx, eventID)
	if err != nil {
		return err
	}
	for _, s := range slots {
		if s.DeletedAt == nil || !s.DeletedAt.Equal(at) {
			continue
		}
		if _, err := timeslotTable.Update(tx, s.ID, func(t *Timeslot) error { t.DeletedAt = nil; return nil }); err != nil {
			return err
		}
	}
	items, err := SaleItemsOfEvent(tx, eventID)
	if err != nil {
		return err
	}
	for _, s := range items {
		if s.DeletedAt == nil || !s.DeletedAt.Equal(at) {
			continue
		}
		if err := undelete(tx, s.ID); err != nil {
			return err
		}
	}
	return nil
}

// undelete brings a sale item back, which counts where it would if it had never been away.
func undelete(tx app.Tx, id int64) error {
	s, err := saleItemTable.Update(tx, id, func(s *SaleItem) error { s.DeletedAt = nil; return nil })
	if err != nil {
		return err
	}
	return s.countAgain(app.WholeTx(tx))
}

// DeleteTaxBand deletes a tax band that no sale item uses and that is not the default
// one. Orders keep the rate that they were priced with.
func DeleteTaxBand(ctx context.Context, a *app.App, c *app.Caller, id int64) error {
	return a.Update(ctx, c, app.ManageTaxBands, func(tx app.Tx) error {
		if err := company.GuardTaxBand(tx, id); err != nil {
			return err
		}
		used, err := saleItemByBand.CountOf(tx, indexes.Equal(id))
		if err == nil && used > 0 {
			err = app.Field("id", "is used by a sale item")
		}
		if err != nil {
			return err
		}
		return company.TrashTaxBand(tx, id)
	})
}

// WantTaxBand notes a tax band, named in a field, that a sale item cannot take.
func WantTaxBand(tx app.Tx, p *app.Problems, field string, id int64) error {
	if err := company.GuardTaxBand(tx, id); err != nil {
		return err
	}
	band, err := company.TaxBandByID(tx, id)
	if app.KindOf(err) == app.NotFound || err == nil && band.DeletedAt != nil {
		p.Add(field, "does not exist")
		return nil
	}
	return err
}
