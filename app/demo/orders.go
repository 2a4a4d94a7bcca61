package demo

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/indexes"
)

// orderChunk is how many orders go into one transaction: some 1,500 order items.
const orderChunk = 500

// basketLife is how long a demo basket lives on: long enough to be looked at.
const basketLife = 2 * time.Hour

func (l *loader) orders() error {
	draws := newDrawer(l.options.Seed, l.data.items, len(l.made.Customers))
	// One live basket per customer: a second one is drawn as expired.
	shopping := map[int]bool{}
	currency, err := l.currency()
	if err != nil {
		return err
	}
	return l.chunks("orders", l.options.Orders, orderChunk, func(from, to int) error {
		past := make([]imported.PastOrder, 0, to-from)
		for range to - from {
			d := draws.next()
			if d.state == basket {
				if shopping[d.customer] {
					d.state = expired
				}
				shopping[d.customer] = true
			}
			past = append(past, l.past(d, currency))
		}
		return l.take(past)
	})
}

// take imports orders. Among a million references two are the same as likely as
// not: then all of the chunk get others.
func (l *loader) take(past []imported.PastOrder) error {
	for {
		err := l.app.Update(l.ctx, l.caller, app.Sell, func(tx app.Tx) error {
			_, err := imported.Import(tx, past)
			return err
		})
		if !errors.Is(err, indexes.ErrTaken) {
			return err
		}
		for i := range past {
			past[i].Reference = order.NewReference(l.app)
		}
	}
}

// past turns a draft into what sales imports, and remembers its tickets.
func (l *loader) past(d draft, currency int64) imported.PastOrder {
	o := imported.PastOrder{
		Reference: order.NewReference(l.app), CurrencyID: currency, Channel: catalog.APIChannel,
		CustomerID: l.made.Customers[d.customer], UserID: l.caller.UserID, Method: order.Method(d.method),
	}
	o.CompletedAt = l.now.Add(-d.age).Truncate(time.Second)
	o.CreatedAt = o.CompletedAt.Add(-3 * time.Minute)
	switch d.state {
	case completed:
		o.Status = order.Complete
	case complimentary:
		o.Status, o.Method = order.Complete, order.ComplimentaryMethod
	case basket:
		o.Status, o.CreatedAt, o.ExpiresAt = order.Active, l.now, l.now.Add(basketLife)
	case expired:
		o.Status, o.ExpiresAt = order.Expired, o.CreatedAt.Add(10*time.Minute)
	case awaiting:
		o.Status = order.AwaitingApproval
	}
	for _, ln := range d.lines {
		p := imported.PastLine{SaleItemID: l.made.SaleItems[ln.item].ID, Quantity: ln.n}
		for range ln.n {
			p.Barcodes = append(p.Barcodes, order.NewBarcode(l.app))
		}
		if o.Status == order.Complete {
			for _, code := range p.Barcodes {
				l.tickets = append(l.tickets, ticket{code, ln.item})
			}
		}
		l.made.Items += int(ln.n)
		o.Lines = append(o.Lines, p)
	}
	l.made.Orders++
	return o
}
