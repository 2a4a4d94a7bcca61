package extf

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"marquee/app/ledger"
)

// Booking is one line: an amount above zero from one account to another.
type Booking struct {
	Cents int64
	// Debit and Credit are the accounts.
	Debit, Credit string
	Day           time.Time
	// Number is that of the entry, Text what happened.
	Number int64
	Text   string
}

// euro is the one currency of a batch.
const euro = 978

// side is what an entry moves on one account, above zero where that is credited.
type side struct {
	account string
	cents   int64
}

// sides are what an entry moves, by account. What is no money, or in another currency, is left
// out.
func (c *Chart) sides(e *ledger.Entry) (all []side) {
	for i := range e.Postings {
		p := &e.Postings[i]
		if p.Demo || p.CurrencyID != euro {
			continue
		}
		number := c.of(p)
		n := slices.IndexFunc(all, func(s side) bool { return s.account == number })
		if n < 0 {
			n, all = len(all), append(all, side{account: number})
		}
		all[n].cents += p.Amount
	}
	all = slices.DeleteFunc(all, func(s side) bool { return s.cents == 0 })
	slices.SortFunc(all, func(a, b side) int { return cmp.Compare(a.account, b.account) })
	return all
}

// Bookings are the lines of an entry, on the day of its zone.
func (c *Chart) Bookings(e *ledger.Entry, zone *time.Location) (all []Booking) {
	sides := c.sides(e)
	var debits, credits []side
	for _, s := range sides {
		if s.cents < 0 {
			debits = append(debits, s)
		} else {
			credits = append(credits, s)
		}
	}
	b := Booking{Day: e.At.In(zone), Number: e.Seq, Text: e.Event.String()}
	if e.OrderID != 0 {
		b.Text = fmt.Sprintf("%s, order %d", b.Text, e.OrderID)
	}
	add := func(s side, against string) {
		one := b
		one.Cents, one.Debit, one.Credit = s.cents, against, s.account
		if s.cents < 0 {
			one.Cents, one.Debit, one.Credit = -s.cents, s.account, against
		}
		all = append(all, one)
	}
	switch {
	case len(debits) == 1:
		for _, s := range credits {
			add(s, debits[0].account)
		}
	case len(credits) == 1:
		for _, s := range debits {
			add(s, credits[0].account)
		}
	default:
		for _, s := range sides {
			add(s, c.Transit)
		}
	}
	return all
}
