package terms

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/catalog"
)

func day(month time.Month, d int) time.Time { return time.Date(2027, month, d, 20, 0, 0, 0, time.UTC) }

func TestWhichDepositIsOffered(t *testing.T) {
	const eur, usd = 978, 840
	now := day(time.June, 1)
	show := &catalog.Event{ID: 1, Start: day(time.August, 1), Timezone: "UTC"}
	sooner := &catalog.Event{ID: 2, Start: day(time.July, 1), Timezone: "Europe/Berlin"}
	usual := &Deposit{On: Channels{Office: true}, Percent: 3000, Least: []Least{{eur, 5000}}, Days: 14}
	with := func(change func(*Deposit)) *Deposit { d := *usual; change(&d); return &d }
	basket := Basket{Total: 10000, Fees: 1000, CurrencyID: eur, Channel: catalog.APIChannel, Events: []*catalog.Event{show}}
	for _, c := range []struct {
		must     string
		change   func(*Basket)
		deposits []*Deposit
		amount   int64
		due      time.Time
		refused  string
	}{
		{"is offered", nil, []*Deposit{usual}, 3700, day(time.July, 18), ""},
		{"is not where there is none", nil, []*Deposit{nil}, 0, now, "is not offered here"},
		{"is not on another channel", func(b *Basket) { b.Channel = catalog.Shop }, []*Deposit{usual}, 0, now, "is not offered here"},
		{"is not at a kiosk unless online", func(b *Basket) { b.Channel = catalog.Kiosk }, []*Deposit{with(func(d *Deposit) { d.On = Channels{Online: true} })}, 3700, day(time.July, 18), ""},
		{"is not of nothing", nil, []*Deposit{with(func(d *Deposit) { d.Percent = 0 })}, 0, now, "is not offered here"},
		{"is not in a currency without a least total", func(b *Basket) { b.CurrencyID = usd }, []*Deposit{usual}, 0, now, "is not offered in this currency"},
		{"is not below the least total", func(b *Basket) { b.Total = 4999 }, []*Deposit{usual}, 0, now, "is offered from a total of €50.00 on"},
		{"is from the least total on", func(b *Basket) { b.Total = 5000 }, []*Deposit{usual}, 2200, day(time.July, 18), ""},
		{"is not where no event is", func(b *Basket) { b.Events = nil }, nil, 0, now, "belongs to no event"},
		{"is not when the balance would be due", nil, []*Deposit{with(func(d *Deposit) { d.Days = 61 })}, 0, now, "would be due already"},
		{"is a moment before that", nil, []*Deposit{with(func(d *Deposit) { d.Days = 60 })}, 3700, day(time.June, 2), ""},
		{"is the strictest of several events", func(b *Basket) { b.Events = []*catalog.Event{show, sooner} },
			[]*Deposit{usual, with(func(d *Deposit) { d.Percent = 5000 })}, 5500, day(time.June, 17), ""},
		{"is not when one of several events has none", func(b *Basket) { b.Events = []*catalog.Event{show, sooner} }, []*Deposit{usual, nil}, 0, now, "is not offered here"},
		{"is not above 80 %", func(b *Basket) { b.Fees = 8001 }, []*Deposit{usual}, 0, now, "more than 80 %"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			b := basket
			if c.change != nil {
				c.change(&b)
			}
			o, err := b.offer(c.deposits, now)
			if c.refused != "" {
				is.True(err != nil)
				is.True(strings.Contains(err.Error(), c.refused))
				return
			}
			is.NoErr(err)
			is.Equal(o, Offer{c.amount, c.due})
		})
	}
}

// The clock goes back between: the balance is due at the hour at which the event starts.
func TestTheDaysOfABalanceAreThoseOfTheEventsCalendar(t *testing.T) {
	is := is.New(t)
	d := Deposit{Days: 30}
	e := catalog.Event{Start: time.Date(2027, 11, 10, 19, 0, 0, 0, time.UTC), Timezone: "Europe/Berlin"}
	is.Equal(d.dueAt(&e), time.Date(2027, 10, 11, 18, 0, 0, 0, time.UTC))
}
