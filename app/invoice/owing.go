package invoice

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
)

// of reads the documents of an order, the oldest first.
func of(r app.Reader, orderID int64) (all []Document, err error) {
	return indexes.Records(byOrder.Scan(r, indexes.Equal(orderID)))
}

// owing is what the items of an order are worth beyond what documents say of them, in the
// order of the items. It is below zero for what is worth less by now.
func owing(o *order.Order, items []order.Item, written []Document) (all []Unit) {
	said := map[int64]Unit{}
	for i := range written {
		for _, l := range written[i].Lines {
			for _, u := range l.Units {
				before := said[u.ItemID]
				said[u.ItemID] = Unit{u.ItemID, before.Gross + u.Gross, before.Tax + u.Tax}
			}
		}
	}
	for i := range items {
		worth, before := order.WorthOf(o, &items[i]), said[items[i].ID]
		u := Unit{items[i].ID, worth.Gross - before.Gross, worth.Tax - before.Tax}
		if u.Gross != 0 || u.Tax != 0 {
			all = append(all, u)
		}
	}
	return all
}

// speaker says what items are, in the language of a document.
type speaker struct {
	r     app.Reader
	texts app.Language
}

// lines puts units that are alike into one line each: same name, event, days, rate and price.
func (s *speaker) lines(units []Unit, items []order.Item) (all []Line, err error) {
	byID := map[int64]*order.Item{}
	for i := range items {
		byID[items[i].ID] = &items[i]
	}
	type key struct {
		name, event   string
		from, until   time.Time
		rate, reverse int64
		gross         int64
	}
	at := map[key]int{}
	for _, u := range units {
		l, err := s.line(byID[u.ItemID])
		if err != nil {
			return nil, err
		}
		k := key{l.Name, l.Event, l.From, l.Until, l.Rate, l.Reverse, u.Gross}
		n, known := at[k]
		if !known {
			n = len(all)
			at[k], all = n, append(all, l)
		}
		all[n].Units = append(all[n].Units, u)
	}
	return all, nil
}

// line is that of an item, without units.
func (s *speaker) line(it *order.Item) (Line, error) {
	l := Line{Name: it.SaleName, Rate: it.TaxRate, Reverse: it.ReverseRate}
	dates, err := order.ShowingsOf(s.r, it)
	if err != nil || len(dates) == 0 {
		return l, err
	}
	first, last := &dates[0], &dates[len(dates)-1]
	l.Event, l.From, l.Until = first.Event.NameIn(s.texts), dayOf(first.Start()), lastDay(last)
	return l, nil
}

// lastDay is the day on which a showing ends; what goes on past midnight is of the day before.
func lastDay(s *catalog.Showing) time.Time {
	end := dayOf(s.End().Add(-nightHours * time.Hour))
	if start := dayOf(s.Start()); end.Before(start) {
		return start
	}
	return end
}

// nightHours is until which hour a night belongs to the day before.
const nightHours = 6

// dayOf is the day of a time on its clock, as the beginning of that day in UTC.
func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
