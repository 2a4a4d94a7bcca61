package catalog

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// EventFilter narrows the list of events. Its zero value lists events that end
// in the future.
type EventFilter struct {
	Page
	// After lists ids greater than this.
	After int64
	// Any of these replaces the default; each bound itself is left out, but for
	// EndingAfter and StartingAfter, which is not before it.
	EndingBefore, EndingAfter, StartingBefore, StartingAfter *time.Time
	// ChangedSince lists events of which anything changed at or after.
	ChangedSince *time.Time
	// OnlyOnSale keeps events with something that can be bought on the channel.
	OnlyOnSale bool
	// OnChannel keeps events with something offered on the channel (a kiosk).
	OnChannel bool
	// ScheduleID keeps events of a schedule: nothing but 0, the unscheduled, has
	// any yet.
	ScheduleID *int64
}

// ListEvents reads a page of events by id, and how many there are in all.
func ListEvents(ctx context.Context, a *app.App, c *app.Caller, f EventFilter, want EventWants) ([]EventView, int64, error) {
	var (
		views []EventView
		total int64
	)
	now := a.Now()
	err := a.View(ctx, c, func(r app.Reader) error {
		ids, err := f.candidates(r, now)
		if err != nil {
			return err
		}
		stock, err := readStock(r, now)
		if err != nil {
			return err
		}
		w := listing[Event](f.Page)
		if err := f.collect(stock, w, ids, now, want.Channel); err != nil {
			return err
		}
		views, err = viewEvents(r, w.rows, now, want)
		total = w.total
		return err
	})
	for i := range views {
		views[i].in(c.Language)
	}
	return views, total, err
}

// candidates walks the entries of one index and gives the ids in order. Which
// index is chosen by what was asked; the other filters look at the records.
func (f *EventFilter) candidates(r app.Reader, now time.Time) ([]int64, error) {
	var span indexes.Range[time.Time]
	by := eventByEnd
	switch {
	case f.ChangedSince != nil:
		by, span = eventByChange, indexes.From(*f.ChangedSince)
	case f.EndingBefore != nil || f.EndingAfter != nil:
		span = bounded(f.EndingAfter, f.EndingBefore)
	case f.StartingBefore != nil || f.StartingAfter != nil:
		by, span = eventByStart, bounded(f.StartingAfter, f.StartingBefore)
	default:
		span = indexes.From(now.Add(time.Microsecond))
	}
	var ids []int64
	for entry, err := range by.Keys(r, span) {
		if err != nil {
			return nil, err
		}
		if entry.ID > f.After {
			ids = append(ids, entry.ID)
		}
		if len(ids) >= maxEntries {
			break
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// bounded is the range from one moment up to another, either of which may be open.
func bounded(from, to *time.Time) indexes.Range[time.Time] {
	span := indexes.All[time.Time]()
	if from != nil {
		span = span.From(*from)
	}
	if to != nil {
		span = span.To(*to)
	}
	return span
}

func (f *EventFilter) collect(stock *stockReader, w *window[Event], ids []int64, now time.Time, ch Channel) error {
	for chunk := range slices.Chunk(ids, 100) {
		events, err := Events.GetMany(stock.r, chunk)
		if err != nil {
			return err
		}
		for _, e := range events {
			if w.spent() {
				return nil
			}
			keep, err := f.keeps(stock, &e, now, ch)
			if err != nil {
				return err
			}
			if keep {
				w.offer(e)
			}
		}
	}
	return nil
}

func (f *EventFilter) keeps(stock *stockReader, e *Event, now time.Time, ch Channel) (bool, error) {
	if e.DeletedAt != nil && !f.WithTrashed || f.ScheduleID != nil && *f.ScheduleID != 0 {
		return false, nil
	}
	if !f.inTime(e, now) {
		return false, nil
	}
	if !f.OnlyOnSale && !f.OnChannel {
		return true, nil
	}
	return f.offers(stock, e, now, ch)
}

// inTime looks at every bound; without any, the event must end in the future.
func (f *EventFilter) inTime(e *Event, now time.Time) bool {
	if f.EndingBefore == nil && f.EndingAfter == nil && f.StartingBefore == nil && f.StartingAfter == nil {
		return !e.Ended(now)
	}
	return Open(f.EndingAfter, f.EndingBefore, e.End) && Open(f.StartingAfter, f.StartingBefore, e.Start)
}

// offers tells whether an event has something on the channel, and when only what
// is on sale counts, something with a price and stock left.
func (f *EventFilter) offers(stock *stockReader, e *Event, now time.Time, ch Channel) (bool, error) {
	items, err := SaleItemsOfEvent(stock.r, e.ID)
	if err != nil {
		return false, err
	}
	for _, it := range items {
		if it.DeletedAt != nil || !it.OfferedOn(ch) {
			continue
		}
		if !f.OnlyOnSale {
			return true, nil
		}
		buyable, err := stock.buyable(&it, ch, now)
		if err != nil || buyable {
			return buyable, err
		}
	}
	return false, nil
}

// buyable tells whether one unit could be bought now.
func (s *stockReader) buyable(it *SaleItem, ch Channel, now time.Time) (bool, error) {
	reason, err := OnSaleNow(s.r, it, ch, now)
	if err != nil || reason != OnSale || len(it.Prices) == 0 {
		return false, err
	}
	for _, k := range LayersOf(it) {
		c, err := s.of(Layer(k.A), k.B)
		if err != nil {
			return false, err
		}
		if left := c.Current(); left != nil && *left <= 0 {
			return false, nil
		}
	}
	return true, nil
}
