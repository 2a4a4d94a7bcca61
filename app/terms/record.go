package terms

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/indexes"
	"marquee/kv"
)

// Terms are those of a company, or the deposit of one of its events.
type Terms struct {
	// EventID is 0 for the company's own.
	EventID int64    `msgpack:"e,omitempty"`
	Deposit *Deposit `msgpack:"d,omitempty"`
	Invoice *Invoice `msgpack:"i,omitempty"`
	// LinkHours is how long a payment link is good; 0 is the default.
	LinkHours int64 `msgpack:"l,omitempty"`
}

// Channels say where something is offered.
type Channels struct {
	Online bool `msgpack:"o,omitempty"` // in the shop and at kiosks
	Office bool `msgpack:"b,omitempty"` // at the box office and over the API
}

// offered tells whether a channel is among them.
func (c Channels) offered(ch catalog.Channel) bool {
	if online(ch) {
		return c.Online
	}
	return c.Office
}

// online tells whether buyers serve themselves there.
func online(ch catalog.Channel) bool { return ch == catalog.Shop || ch == catalog.Kiosk }

// Least is the total from which on something is offered in a currency, in its minor
// units.
type Least struct {
	CurrencyID int64 `msgpack:"c"`
	Total      int64 `msgpack:"t"`
}

// leastIn finds the least total of a currency.
func leastIn(all []Least, currency int64) (int64, bool) {
	i := slices.IndexFunc(all, func(l Least) bool { return l.CurrencyID == currency })
	if i < 0 {
		return 0, false
	}
	return all[i].Total, true
}

// Deposit says when a part of the price is enough to hold an order.
type Deposit struct {
	On Channels `msgpack:"ch"`
	// Percent is in hundredths of a percent.
	Percent int64 `msgpack:"p,omitempty"`
	// Least are the totals from which on it is offered; in other currencies it is not.
	Least []Least `msgpack:"m,omitempty"`
	// Days is how long before the event the balance is due.
	Days int64 `msgpack:"n,omitempty"`
}

// Invoice says when an order can be paid by invoice.
type Invoice struct {
	On Channels `msgpack:"ch"`
	// Least are the totals from which on it is offered online; in other currencies from
	// nothing on.
	Least []Least `msgpack:"m,omitempty"`
	// Days is how long it waits.
	Days int64 `msgpack:"n,omitempty"`
	// Instant: its tickets are good at once.
	Instant bool `msgpack:"ia,omitempty"`
}

var table = indexes.DefineKeyed(indexes.KeyedSpec[int64, Terms]{
	Name: "payment_terms", Version: 1,
	Person: indexes.Nobody("how a company sells"),
	Key:    kv.Int,
	KeyOf:  func(t *Terms) int64 { return t.EventID },
	Check:  (*Terms).check,
})

// check holds what stored terms promise.
func (t *Terms) check() error {
	switch {
	case t.EventID != 0 && (t.Invoice != nil || t.LinkHours != 0):
		return fmt.Errorf("payment terms of event %d: only a deposit can be its own", t.EventID)
	case t.LinkHours < 0 || t.LinkHours > MaxLinkHours:
		return fmt.Errorf("payment terms: a link of %d hours", t.LinkHours)
	case t.Deposit != nil && (t.Deposit.Percent < 0 || t.Deposit.Percent > 100*money.PercentUnit):
		return fmt.Errorf("payment terms: a deposit of %d", t.Deposit.Percent)
	}
	return nil
}

// LinkLife is how long a payment link is good.
func (t *Terms) LinkLife() time.Duration {
	return time.Duration(cmp.Or(t.LinkHours, DefaultLinkHours)) * time.Hour
}
