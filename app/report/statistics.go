package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
)

// AskStatistics asks for the figures of an event.
type AskStatistics struct {
	EventID int64
	// CurrencyID is one of the company's; 0 is its primary one.
	CurrencyID int64
	// From and Until bound when orders were completed, both included, in whole minutes;
	// nil is since the event was made, and until now.
	From, Until *time.Time
	// TopByVolume ranks by money, and not by quantity.
	TopByVolume bool
}

// Capacity is how much of something there is. Total and Remaining are nil where there is
// no limit.
type Capacity struct {
	Total, Remaining *int64
	Used             int64
}

// Permille is how much of it is used, nil without a limit.
func (c Capacity) Permille() *int64 {
	if c.Total == nil {
		return nil
	}
	used := int64(0)
	if *c.Total > 0 {
		used = c.Used * 1000 / *c.Total
	}
	return &used
}

// Top is a row of a block.
type Top struct {
	ID               int64
	Name             string
	Volume, Quantity int64
	Rank             int64
}

// Block is one kind of thing that an event sells.
type Block struct {
	Volume, Quantity int64
	// Top are the first rows, of Count.
	Top      []Top
	Count    int64
	Capacity Capacity
}

// Statistics are the figures of an event.
type Statistics struct {
	Event       catalog.Event
	Currency    company.Currency
	From, Until time.Time
	// Ranged: the caller named a time.
	Ranged bool
	// GeneratedAt is now; every change until SyncedUntil is in the figures.
	GeneratedAt, SyncedUntil time.Time

	Volume, Attendees, Orders int64
	Capacity                  Capacity

	Tickets, Products, GuestLists, Charities, SeasonTickets, Timeslots, PriceBands Block
}

// EventStatistics gives the figures of an event, up to the last second.
func EventStatistics(ctx context.Context, a *app.App, c *app.Caller, in AskStatistics) (Statistics, error) {
	var out Statistics
	if err := c.NeedSome(app.ViewReports); err != nil {
		return out, err
	}
	if err := CatchUp(ctx, a, c.CompanyID); err != nil {
		return out, err
	}
	err := a.Browse(ctx, c, app.ViewReports, func(r app.Reader) (err error) {
		out, err = statistics(r, c, in)
		return err
	})
	return out, err
}

func statistics(r app.Reader, c *app.Caller, in AskStatistics) (out Statistics, err error) {
	if out.Event, err = catalog.EventByID(r, in.EventID); err != nil || out.Event.DeletedAt != nil {
		return out, missing(err, "event")
	}
	if out.Currency, err = currencyOf(r, in.CurrencyID); err != nil {
		return out, err
	}
	out.GeneratedAt, out.From, out.Until = app.Of(r).Now(), out.Event.CreatedAt, app.Of(r).Now()
	s := spanOf(in.From, in.Until)
	out.Ranged = !s.all()
	if in.From != nil {
		out.From = in.From.Truncate(time.Minute)
	}
	if in.Until != nil {
		out.Until = in.Until.Truncate(time.Minute).Add(time.Minute - time.Microsecond)
	}
	if in.From != nil && in.Until != nil && in.Until.Before(*in.From) {
		return out, app.Field("until", "must not be before from")
	}
	if out.SyncedUntil, err = syncedUntil(r); err != nil {
		return out, err
	}
	if out.Attendees, err = entry.Admitted(r, in.EventID); err != nil {
		return out, err
	}
	settings, err := company.SettingsOf(r)
	if err != nil {
		return out, err
	}
	sold, err := soldAt(r, in.EventID, out.Currency.ID, settings.Demo, s)
	if err != nil {
		return out, err
	}
	out.Orders = sold[0][orders]
	for id, s := range sold {
		if id != 0 {
			out.Volume += s[volume]
		}
	}
	return out, out.blocks(r, c, sold, in.TopByVolume)
}

// shows tells whether a company sees some sums, unless a filter says so: one that takes
// real money does not see what was simulated before.
func shows(demo bool, simulated int64) bool { return (&Filter{}).fitsMode(simulated != 0, demo) }

// soldAt are the figures of an event by sale item; those of orders are under 0.
func soldAt(r app.Reader, eventID, currencyID int64, demo bool, s span) (map[int64]*sums, error) {
	sold := map[int64]*sums{0: {}}
	err := read(r).each(salesCube, eventID, s, zonesOf(r).of(eventID), total, func(k *cellKey, s *sums) {
		if k.Dims[byCurrency] != currencyID || !shows(demo, k.Dims[bySimulated]) {
			return
		}
		id := k.Dims[bySaleItem]
		if sold[id] == nil {
			sold[id] = new(sums)
		}
		sold[id].add(s, 1)
	})
	return sold, err
}

// currencyOf is a currency in which the company sells.
func currencyOf(r app.Reader, id int64) (company.Currency, error) {
	settings, err := company.SettingsOf(r)
	if err != nil {
		return company.Currency{}, err
	}
	if id == 0 {
		return settings.Currency(), nil
	}
	if !settings.Sells(id) {
		return company.Currency{}, app.Field("currencyId", "is not a currency of the company")
	}
	cur, _ := company.CurrencyByID(id)
	return cur, nil
}

// rank sorts rows, numbers the first ones and drops the others.
func (b *Block) rank(byVolume bool) {
	slices.SortFunc(b.Top, func(x, y Top) int {
		first := 0
		if byVolume {
			first = cmp.Compare(y.Volume, x.Volume)
		}
		return cmp.Or(first, cmp.Compare(y.Quantity, x.Quantity), cmp.Compare(y.Volume, x.Volume), cmp.Compare(x.ID, y.ID))
	})
	b.Count = int64(len(b.Top))
	b.Top = b.Top[:min(len(b.Top), maxTop)]
	for i := range b.Top {
		b.Top[i].Rank = int64(i + 1)
	}
}

// Brought is what something that is sold has brought so far.
type Brought struct {
	// Live are the units that are not given back.
	Live int64
	// Net is what was paid for them by currency, less discounts and refunds.
	Net map[int64]int64
}

// BroughtBy is what the sale items of an event brought, in a snapshot.
func BroughtBy(r app.Reader, eventID int64) (map[int64]Brought, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	out := map[int64]Brought{}
	err = read(r).each(salesCube, eventID, span{}, zonesOf(r).of(eventID), total, func(k *cellKey, s *sums) {
		id := k.Dims[bySaleItem]
		if id == 0 || !shows(own.Demo, k.Dims[bySimulated]) {
			return
		}
		b := out[id]
		if b.Net == nil {
			b.Net = map[int64]int64{}
		}
		b.Live += s[live]
		b.Net[k.Dims[byCurrency]] += s.net()
		out[id] = b
	})
	return out, err
}
