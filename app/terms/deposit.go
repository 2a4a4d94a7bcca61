package terms

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/locale"
	"marquee/app/money"
)

// Basket is what a deposit is asked for.
type Basket struct {
	Total, Fees int64
	CurrencyID  int64
	Channel     catalog.Channel
	Events      []*catalog.Event
}

// Offer is a deposit that a basket can be paid by.
type Offer struct {
	Amount int64
	// DueAt is when the balance is due.
	DueAt time.Time
}

// field is the request field in which a deposit is asked for.
const field = "paymentPlan"

// OfferOf is the deposit that a basket can be paid by now, or the refusal that says why
// there is none.
func OfferOf(r app.Reader, b Basket, now time.Time) (Offer, error) {
	all := make([]*Deposit, len(b.Events))
	for i, e := range b.Events {
		t, err := depositOf(r, e.ID)
		if err != nil {
			return Offer{}, err
		}
		all[i] = t
	}
	return b.offer(all, now)
}

// depositOf is the deposit of an event: its own, else the company's; nil without one.
func depositOf(r app.Reader, event int64) (*Deposit, error) {
	own, found, err := table.Find(r, event)
	if err != nil || found && own.Deposit != nil {
		return own.Deposit, err
	}
	general, err := Of(r)
	return general.Deposit, err
}

// offer decides by the deposits of the events, in their order.
func (b *Basket) offer(all []*Deposit, now time.Time) (o Offer, err error) {
	if len(all) == 0 {
		return o, app.Field(field, "is not offered for what belongs to no event")
	}
	var percent, least int64
	for i, d := range all {
		if d == nil || d.Percent == 0 || !d.On.offered(b.Channel) {
			return o, app.Field(field, "is not offered here")
		}
		from, ok := leastIn(d.Least, b.CurrencyID)
		if !ok {
			return o, app.Field(field, "is not offered in this currency")
		}
		percent, least = max(percent, d.Percent), max(least, from)
		if due := d.dueAt(b.Events[i]); i == 0 || due.Before(o.DueAt) {
			o.DueAt = due
		}
	}
	if b.Total < least {
		return o, app.Field(field, "is offered from a total of %s on", locale.Money{CurrencyID: b.CurrencyID, Minor: least})
	}
	if !o.DueAt.After(now) {
		return o, app.Field(field, "is not offered any more: the balance would be due already")
	}
	var ok bool
	if o.Amount, ok = money.Deposit(b.Total, b.Fees, percent); !ok {
		return o, app.Field(field, "is not offered: the deposit would be nothing, or more than %d %% of the total", money.MostDeposit)
	}
	return o, nil
}

// dueAt is when the balance of an order for the event is due: the days are those of its
// calendar.
func (d *Deposit) dueAt(e *catalog.Event) time.Time {
	return e.Start.In(e.Location()).AddDate(0, 0, -int(d.Days)).UTC()
}
