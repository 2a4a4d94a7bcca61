package payment

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
)

// Outside is what became of taken money at its gateway, whoever's doing it was: money can be
// given back there too, and a buyer's bank can dispute a payment.
type Outside struct {
	// Returned was given back in all, by this store too, in minor units.
	Returned int64   `msgpack:"r,omitempty"`
	Dispute  Dispute `msgpack:"d,omitempty"`
	// AskedAt is when the gateway was asked.
	AskedAt time.Time `msgpack:"at"`
	// NotedExtra and NotedDispute are what somebody dealt with.
	NotedExtra   int64   `msgpack:"ne,omitempty"`
	NotedDispute Dispute `msgpack:"nd,omitempty"`
}

// Dispute is how it stands when a buyer's bank wants the money back. The number is stored and
// never changes its meaning.
type Dispute int64

// The disputes. The zero value is none, or one that was decided for the company.
const (
	// Disputed: the bank has not decided.
	Disputed Dispute = iota + 1
	// DisputeLost: the buyer has the money back.
	DisputeLost
)

// Watcher is a gateway that tells what became of taken money.
type Watcher interface {
	// Outside fills in what was given back of an intent, and its dispute.
	Outside(ctx context.Context, ref string, cur company.Currency) (Outside, error)
}

// HeardOutside is told that money of an intent was given back, or that it is disputed. What
// was told is not believed: the gateway is asked, and what it says is kept. Where the store
// knows of as much money that was given back, nobody is asked; 0 asks in any case.
func HeardOutside(ctx context.Context, a *app.App, gateway, ref string, returned int64) error {
	p, found, err := FindRef(ctx, a, gateway, ref)
	if err != nil || !found || returned > 0 && returned <= p.givenBack() {
		return err
	}
	return AskOutside(ctx, a, &p)
}

// AskOutside asks the gateway of a payment what became of its money, if it can tell.
func AskOutside(ctx context.Context, a *app.App, p *Listed) error {
	if p.Captured == 0 {
		return nil
	}
	g, err := GatewayOf(ctx, a, p.Company, p.Gateway)
	if err != nil {
		return err
	}
	w, able := g.(Watcher)
	cur, known := company.CurrencyByID(p.CurrencyID)
	if !able || !known {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	asked := a.Now()
	now, err := w.Outside(ctx, p.Ref, cur)
	if err != nil {
		return err
	}
	now.AskedAt = asked
	return keepOutside(ctx, a, p, now)
}

// keepOutside stores what a gateway said, unless it was asked again since.
func keepOutside(ctx context.Context, a *app.App, p *Listed, now Outside) error {
	var before, after string
	err := a.UpdateCompany(ctx, p.Company, func(tx app.Tx) error {
		_, err := payments.Update(tx, p.ID, func(p *Payment) error {
			before = p.Discrepancy()
			p.hear(now)
			after = p.Discrepancy()
			return nil
		})
		return err
	})
	if err == nil && after != "" && after != before {
		a.Log().Warn("the payment gateway says otherwise", "company", p.Company, "payment", p.TransactionID, "problem", after, "next", "marquee payments list --discrepancies")
	}
	return err
}

// hear takes in what a gateway said. Of two answers the one that was asked for later counts.
func (p *Payment) hear(now Outside) {
	if was := p.Outside; was != nil {
		if was.AskedAt.After(now.AskedAt) {
			return
		}
		now.NotedExtra = was.NotedExtra
		if now.Dispute != 0 { // another one later is news
			now.NotedDispute = was.NotedDispute
		}
	}
	p.Outside = &now
}

// givenBack is what this store gave back, or is giving back, over the gateway.
func (p *Payment) givenBack() int64 {
	if p.State == Refunding || p.State == Refunded {
		return p.Captured
	}
	return p.Returned
}

// extra is what was given back at the gateway, and not by this store.
func (p *Payment) extra() int64 {
	if p.Outside == nil {
		return 0
	}
	return max(0, p.Outside.Returned-p.givenBack())
}

// Otherwise is what a gateway says of taken money and this store does not know.
type Otherwise string

// What it may be.
const (
	Agrees       Otherwise = ""
	LostOutside  Otherwise = "lost"
	DisputedNow  Otherwise = "disputed"
	GivenOutside Otherwise = "given_back"
)

// Otherwise tells what the gateway says of the money, until somebody has dealt with it, and how much
// that is about.
func (p *Payment) Otherwise() (Otherwise, int64) {
	o := p.Outside
	switch {
	case o == nil:
	case o.Dispute == DisputeLost && o.NotedDispute != DisputeLost:
		return LostOutside, p.Captured
	case o.Dispute == Disputed && o.NotedDispute != Disputed:
		return DisputedNow, p.Captured
	case p.extra() > o.NotedExtra:
		return GivenOutside, p.extra()
	}
	return Agrees, 0
}

// Discrepancy says the same in words; empty when there is nothing.
func (p *Payment) Discrepancy() string {
	switch is, amount := p.Otherwise(); is {
	case LostOutside:
		return "a dispute was lost: the buyer has the money back"
	case DisputedNow:
		return "the buyer's bank disputes it"
	case GivenOutside:
		return fmt.Sprintf("%d more given back at the gateway than here", amount)
	}
	return ""
}
