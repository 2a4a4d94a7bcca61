package catalog

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// saleItemByRun has the season tickets of other events that let in at an event.
var saleItemByRun = indexes.NewBy("run", kv.Int, func(s *SaleItem) []int64 {
	if s.DeletedAt != nil || len(s.Run) < minRun {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Run), func(id int64) bool { return id == s.EventID })
})

// Covers are the events that a unit of the sale item lets in at and takes stock of.
func (s *SaleItem) Covers() []int64 {
	switch {
	case s.EventID == 0:
		return nil
	case len(s.Run) > 0:
		return s.Run
	}
	return []int64{s.EventID}
}

// At tells whether the sale item is of an event, or lets in there with its run.
func (s *SaleItem) At(event int64) bool { return s.EventID == event || slices.Contains(s.Run, event) }

// SeasonTicketsFor reads the season tickets of other events that let in at an event.
func SeasonTicketsFor(r app.Reader, event int64) (all []SaleItem, err error) {
	return indexes.Records(saleItemByRun.Scan(r, indexes.Equal(event)))
}

// settleRun fixes the events of a season ticket: those that are named, else all of the
// schedule, and its own. Once it was sold they stay.
func (s *SaleItem) settleRun(tx app.Tx, p *app.Problems, in *SaleItemChange) error {
	const field = "saleItemData.eventIds"
	if s.Type != SeasonTicket {
		if in.Run != nil {
			p.Add(field, "is of season tickets")
		}
		return nil
	}
	if s.TimeslotID != 0 {
		p.Add("saleItemData.timeslots", "are not for season tickets")
	}
	if in.Run == nil && s.ID != 0 {
		return nil
	}
	run, err := s.requestedRun(tx, p, in)
	if err != nil || slices.Equal(run, s.Run) {
		return err
	}
	if s.ID != 0 {
		used, err := stockMoves(tx, s.ID)
		if err != nil {
			return err
		}
		if used {
			p.Add(field, "has been sold: it stays as it is")
		}
	}
	s.Run = run
	s.Outside, err = outsideOf(app.WholeTx(tx), run)
	return err
}

// runIn are the events of a schedule that a request may name: those that the caller sees, and
// those that the ticket is for already. Of these the hidden ones stay, whatever is named.
func (s *SaleItem) runIn(tx app.Tx, schedule int64) (all, hidden []int64, err error) {
	run, err := runOf(tx, schedule)
	all = []int64{s.EventID}
	for _, e := range run {
		shown, err := Events.Shows(tx, e)
		if err != nil {
			return nil, nil, err
		}
		had := slices.Contains(s.Run, e.ID)
		if shown || had {
			all = append(all, e.ID)
		}
		if had && !shown {
			hidden = append(hidden, e.ID)
		}
	}
	return all, hidden, err
}

// requestedRun are the events that a request asks for.
func (s *SaleItem) requestedRun(tx app.Tx, p *app.Problems, in *SaleItemChange) ([]int64, error) {
	own, err := SharedEvent(tx, s.EventID)
	if err != nil {
		return nil, err
	}
	all, hidden := []int64{s.EventID}, []int64(nil)
	if own.ScheduleID != 0 {
		if all, hidden, err = s.runIn(tx, own.ScheduleID); err != nil {
			return nil, err
		}
	}
	run := all
	if in.Run != nil && len(*in.Run) > 0 {
		run = append(append([]int64{s.EventID}, hidden...), *in.Run...)
		for i, id := range *in.Run {
			if !slices.Contains(all, id) {
				p.Add(fmt.Sprintf("saleItemData.eventIds.%d", i), "is not in the schedule of the event")
			}
		}
	}
	slices.Sort(run)
	run = slices.Compact(run)
	if len(run) > maxRun {
		p.Add("saleItemData.eventIds", "must not have more than %d entries", maxRun)
		return run[:maxRun], nil
	}
	return run, runHasSlots(tx, p, run)
}

// runHasSlots: events with timeslots have no season tickets.
func runHasSlots(r app.Reader, p *app.Problems, run []int64) error {
	for _, id := range run {
		slots, err := TimeslotsOfEvent(r, id)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(slots, func(t Timeslot) bool { return t.DeletedAt == nil }) {
			p.Add("saleItemData.eventIds", "has an event with timeslots: %d", id)
		}
	}
	return nil
}

// noSeasonTickets refuses timeslots in an event that season tickets let in at.
func noSeasonTickets(r app.Reader, event int64) error {
	of, err := SeasonTicketsFor(r, event)
	if err != nil {
		return err
	}
	own, err := SaleItemsOfEvent(r, event)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(append(of, own...), func(s SaleItem) bool { return s.DeletedAt == nil && s.Type == SeasonTicket }) {
		return app.Field("timeslots", "are not for events with season tickets")
	}
	return nil
}

// stockMoves tells whether anything of a sale item is sold or reserved. It writes the
// counter, so that a sale at the same time and the caller are rivals.
func stockMoves(tx app.Tx, saleItem int64) (bool, error) {
	c, err := stockTable.Upsert(tx, StockKey{A: int64(LayerSaleItem), B: saleItem}, func(c *Stock) error {
		c.Layer, c.ID = LayerSaleItem, saleItem
		return nil
	})
	return c.Sold+c.Reserved > 0, err
}
