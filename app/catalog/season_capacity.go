package catalog

import (
	"fmt"
	"slices"

	"marquee/app"
)

// outsideOf are those of some events whose ticket capacity season tickets take nothing of.
// Whoever changes that at the same time is a rival.
func outsideOf(tx app.Tx, run []int64) (outside []int64, err error) {
	for _, id := range run {
		if err := guardSeasons(tx, id); err != nil {
			return nil, err
		}
		e, err := SharedEvent(tx, id)
		if app.KindOf(err) == app.NotFound {
			continue // whoever asks for it is refused
		}
		if err != nil {
			return nil, err
		}
		if e.Settings.SeasonOutside {
			outside = append(outside, id)
		}
	}
	return outside, nil
}

// guardSeasons makes rivals of who changes what an event counts, and who makes season tickets
// for it.
func guardSeasons(tx app.Tx, event int64) error {
	return tx.Guard(guards, []byte(fmt.Sprintf("seasons of event %d of %d", event, tx.Company())))
}

// recountSeasons makes the season tickets that let in at an event take ticket capacity of it,
// or none any more.
func recountSeasons(tx app.Tx, event int64) error {
	if err := guardSeasons(tx, event); err != nil {
		return err
	}
	all, err := SeasonTicketsFor(tx, event)
	if err != nil {
		return err
	}
	own, err := SaleItemsOfEvent(tx, event)
	if err != nil {
		return err
	}
	for _, s := range append(all, own...) {
		if s.DeletedAt != nil {
			continue
		}
		if err := s.countAgain(tx); err != nil {
			return err
		}
	}
	return nil
}

// countAgain moves what of a season ticket is sold and reserved into the ticket capacity of
// the events that count it, and out of that of the others. A capacity that is too small for
// it grows.
func (s *SaleItem) countAgain(tx app.Tx) error {
	if len(s.Run) == 0 {
		return nil
	}
	outside, err := outsideOf(tx, s.Run)
	if err != nil || slices.Equal(outside, s.Outside) {
		return err
	}
	// Written, so that a sale at the same time is a rival.
	own, err := stockTable.Upsert(tx, StockKey{A: int64(LayerSaleItem), B: s.ID}, func(c *Stock) error {
		c.Layer, c.ID = LayerSaleItem, s.ID
		return nil
	})
	if err != nil {
		return err
	}
	for _, event := range s.Run {
		was, is := slices.Contains(s.Outside, event), slices.Contains(outside, event)
		if was == is {
			continue
		}
		if err := own.moveTickets(tx, event, is); err != nil {
			return err
		}
	}
	_, err = saleItemTable.Update(tx, s.ID, func(s *SaleItem) error { s.Outside = outside; return nil })
	return err
}

// moveTickets takes what is counted for a sale item out of the tickets of an event, or adds it
// to them.
func (s *Stock) moveTickets(tx app.Tx, event int64, out bool) error {
	return moveLayer(tx, StockKey{A: int64(LayerTickets), B: event}, func(c *Stock) error {
		sold, reserved := s.Sold, s.Reserved
		if out {
			sold, reserved = -sold, -reserved
		}
		c.Sold, c.Reserved = c.Sold+sold, c.Reserved+reserved
		if left := c.Current(); left != nil && *left < 0 && !c.Oversold {
			c.Total = new(c.Sold + c.Reserved)
		}
		return nil
	})
}
