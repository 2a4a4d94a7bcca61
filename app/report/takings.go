package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// Way is how money came or went, as the sales report names it.
type Way string

// Ways are all of them, in the order in which they are shown.
var Ways = []Way{
	"card", "cash", "bank", givenAway, "refundOnline", "refundOffline", offline, "rebooking", "paymentLink", "reserveToPayOnsite",
	"invoice", "giftCard", "cashoutOnline", "cashoutOffline", "ewalletOnline", "ewalletOffline", "refundEwalletOnline", "refundEwalletOffline",
}

const (
	givenAway Way = "complimentary"
	offline   Way = "offline"
)

// wayOf is the way of a transaction type. What is paid on paper counts as offline.
func wayOf(slug string) Way {
	switch order.Method(slug) {
	case order.CardPresentOffline, order.CardNotPresentOffline, order.CardPresentOnline, order.CardNotPresentOnline:
		return "card"
	case order.Cheque, order.MoneyOrder:
		return offline
	}
	if way := Way(camel(slug)); slices.Contains(Ways, way) {
		return way
	}
	return offline
}

// Money is what moved, in minor units of one currency.
type Money struct {
	ByWay map[Way]int64
	// Total is all of it but what was given away; Tax and Fees are parts of it.
	Total, Tax, Fees int64
	Count            int64
	// Rates are Total, Tax and Fees by the rate of the tax.
	Rates map[int64]Rated
}

// Rated is what of some money is of one rate.
type Rated struct{ Total, Tax, Fees int64 }

func (m *Money) add(k *cellKey, s *sums) {
	way := wayOf(order.MethodOfNumber(k.Dims[moneyMethod]))
	if m.ByWay == nil {
		m.ByWay = map[Way]int64{}
	}
	m.ByWay[way] += s[moneyAmount]
	m.Count += s[moneyCount]
	if way == givenAway {
		return
	}
	m.Total += s[moneyAmount]
	m.Tax += s[moneyTax]
	m.Fees += s[moneyFees]
	if m.Rates == nil {
		m.Rates = map[int64]Rated{}
	}
	r := m.Rates[k.Dims[moneyRate]]
	m.Rates[k.Dims[moneyRate]] = Rated{r.Total + s[moneyAmount], r.Tax + s[moneyTax], r.Fees + s[moneyFees]}
}

// Takings is the money of one currency.
type Takings struct {
	Currency                 company.Currency
	Today, ThisWeek, AllTime Money
	// Days are the last thirty, the oldest first.
	Days []Period
	// Periods are those that were asked for.
	Periods []Period
}

// Period is the money of one period, and of one channel or user where that was asked for.
type Period struct {
	Name    string
	Channel string
	UserID  int64
	// Rate is in ten-thousandths of a percent.
	Rate  int64
	Money Money
}

// AskTakings asks for the sales report.
type AskTakings struct {
	// ShopID asks for what the products of one shop brought; 0 for everything.
	ShopID int64
	// Interval asks for periods besides, From and Until bound them; by Channel or by User
	// each period comes once for each of them, and so it does by Rate.
	Interval                  Interval
	From, Until               *company.Moment
	ByChannel, ByUser, ByRate bool
	// Rates are those of taxes that are asked for, nil: all.
	Rates []int64
}

// takingDays is how many days the sales report shows.
const takingDays = 30

// SalesReport gives the money that came and went, for each currency of the company, on the
// clocks of the company.
func SalesReport(ctx context.Context, a *app.App, c *app.Caller, in AskTakings) ([]Takings, error) {
	if err := c.NeedSome(app.ViewReports); err != nil {
		return nil, err
	}
	if err := CatchUp(ctx, a, c.CompanyID); err != nil {
		return nil, err
	}
	var out []Takings
	err := a.Browse(ctx, c, app.ViewReports, func(r app.Reader) error {
		settings, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		t := takings{r: read(r), zone: settings.Location(), now: a.Now().In(settings.Location()), demo: settings.Demo, rates: in.Rates, all: map[int64]*Takings{}}
		if in.ShopID != 0 {
			if t.shop, err = shopItems(r, in.ShopID); err != nil {
				return err
			}
		}
		for _, id := range settings.CurrencyIDs {
			t.of(id)
		}
		if err = t.usual(); err == nil && in.Interval != "" {
			err = t.periods(in)
		}
		out = t.sorted(settings.CurrencyID)
		return err
	})
	return out, err
}

// takings puts a sales report together.
type takings struct {
	r    *reading
	zone *time.Location
	now  time.Time
	demo bool // money that was simulated is shown
	// rates are those that are asked for, nil: all.
	rates []int64
	all   map[int64]*Takings
	// shop are the products of the shop that is asked for, nil without one.
	shop map[int64]map[int64]bool
}

func (t *takings) of(currency int64) *Takings {
	one := t.all[currency]
	if one == nil {
		cur, _ := company.CurrencyByID(currency)
		one = &Takings{Currency: cur}
		today := ByDay.start(t.now)
		for i := range takingDays {
			one.Days = append(one.Days, Period{Name: ByDay.name(today.AddDate(0, 0, i+1-takingDays))})
		}
		t.all[currency] = one
	}
	return one
}

// usual is what every sales report has: today, this week, all of time and the last days.
func (t *takings) usual() error {
	err := t.each(span{}, t.zone, total, func(k *cellKey, s *sums) { t.of(k.Dims[moneyCurrency]).AllTime.add(k, s) })
	if err != nil {
		return err
	}
	today, week := ByDay.start(t.now), ByWeek.start(t.now)
	first := today.AddDate(0, 0, 1-takingDays)
	return t.each(spanOf(&first, nil), t.zone, days, func(k *cellKey, s *sums) {
		one, at := t.of(k.Dims[moneyCurrency]), k.beginning(t.zone)
		if !at.Before(today) {
			one.Today.add(k, s)
		}
		if !at.Before(week) {
			one.ThisWeek.add(k, s)
		}
		name := ByDay.name(at)
		if i := slices.IndexFunc(one.Days, func(d Period) bool { return d.Name == name }); i >= 0 {
			one.Days[i].Money.add(k, s)
		}
	})
}

// periodKey is what the rows of the periods are told apart by.
type periodKey struct {
	name                string
	channel, user, rate int64
}

// periods adds the periods that were asked for.
func (t *takings) periods(in AskTakings) error {
	from, until, err := in.bounds(t.zone, t.now)
	if err != nil {
		return err
	}
	rows := map[int64]map[periodKey]*Money{}
	err = t.each(span{minuteOf(from), minuteOf(until)}, t.zone, in.Interval.levelIn(t.zone, from), func(k *cellKey, s *sums) {
		key := periodKey{name: in.Interval.name(in.Interval.start(k.beginning(t.zone)))}
		if in.ByChannel {
			key.channel = k.Dims[moneyChannel]
		}
		if in.ByUser {
			key.user = k.Dims[moneyUser]
		}
		if in.ByRate {
			key.rate = k.Dims[moneyRate]
		}
		of := rows[k.Dims[moneyCurrency]]
		if of == nil {
			of = map[periodKey]*Money{}
			rows[k.Dims[moneyCurrency]] = of
		}
		if of[key] == nil {
			of[key] = &Money{}
		}
		of[key].add(k, s)
	})
	for currency, of := range rows {
		one := t.of(currency)
		for key, m := range of {
			one.Periods = append(one.Periods, Period{key.name, channelOf(key.channel), key.user, key.rate, *m})
		}
		slices.SortFunc(one.Periods, func(a, b Period) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.UserID, b.UserID), cmp.Compare(a.Rate, b.Rate))
		})
	}
	return err
}

// sorted has the primary currency first, the others by code.
func (t *takings) sorted(primary int64) []Takings {
	var out []Takings
	for _, one := range t.all {
		out = append(out, *one)
	}
	slices.SortFunc(out, func(a, b Takings) int {
		return cmp.Or(cmp.Compare(bit(b.Currency.ID == primary), bit(a.Currency.ID == primary)), cmp.Compare(a.Currency.Code, b.Currency.Code))
	})
	return out
}

// bounds are the beginning and the end of the periods, half open.
func (in *AskTakings) bounds(zone *time.Location, now time.Time) (from, until time.Time, err error) {
	from, until = now.AddDate(-1, 0, 0), now.Add(time.Minute)
	if in.From != nil {
		from = in.From.In(zone, false)
	}
	if in.Until != nil {
		until = in.Until.In(zone, true)
	}
	return from, until, in.Interval.fits("until", from, until)
}
