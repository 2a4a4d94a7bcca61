package imported

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// PastOrder is an order as it came to be elsewhere or before: a demo, a transfer
// from another system. Prices are those of now.
type PastOrder struct {
	// Reference is new and unique; see NewReference.
	Reference string
	// Status is Active, Expired, AwaitingApproval or Complete.
	Status     order.Status
	CurrencyID int64
	CustomerID int64
	Channel    catalog.Channel
	UserID     int64
	// Method that paid a completed order; complimentary pays nothing.
	Method order.Method
	// CreatedAt is when the basket was begun. A completed order was completed at
	// CompletedAt; any other expires at ExpiresAt.
	CreatedAt, CompletedAt, ExpiresAt time.Time
	Lines                             []PastLine
}

// PastLine is some units of one sale item.
type PastLine struct {
	SaleItemID int64
	Quantity   int64
	// Barcodes has one for each unit; see NewBarcode. Types without barcode leave
	// theirs unused, and so do orders that are not complete.
	Barcodes []string
}

// Import writes orders in the state they are to have, with items, stock,
// transactions and index entries, and tells the gates: all that a sale does but
// the rules of the basket. Stock that is not there is a *catalog.Shortage, and
// then the whole transaction is to be given up. Many orders in one transaction
// share what is read of the catalogue.
func Import(tx app.Tx, orders []PastOrder) ([]order.Order, error) {
	s := catalog.NewCache(tx)
	moved := movements{held: map[int64]int64{}, sold: map[int64]int64{}}
	out := make([]order.Order, 0, len(orders))
	for i := range orders {
		d := sales.DraftOf(tx, nil, nil, s)
		if err := recall(d, &orders[i]); err != nil {
			return nil, fmt.Errorf("order %s: %w", orders[i].Reference, err)
		}
		if err := d.Store(); err != nil {
			return nil, fmt.Errorf("order %s: %w", orders[i].Reference, err)
		}
		moved.add(d)
		out = append(out, d.Order)
	}
	return out, moved.apply(tx, s)
}

// movements sums up what orders take from the stock.
type movements struct {
	held, sold map[int64]int64
	// force takes what is not there.
	force bool
}

func (m movements) add(d *sales.Draft) {
	for _, u := range d.Units {
		switch {
		case !u.Holds():
		case d.Sold:
			m.sold[u.SaleItemID]++
		case d.Order.Status.Holds():
			m.held[u.SaleItemID]++
		}
	}
}

func (m movements) apply(tx app.Tx, s *catalog.Cache) error {
	for _, part := range []struct {
		n    map[int64]int64
		sell bool
	}{{m.held, false}, {m.sold, true}} {
		err := rules.EachCount(part.n, func(id, n int64) error {
			g, err := s.Get(id)
			if err != nil {
				return err
			}
			if err := catalog.Reserve(tx, g.SaleItem, n, m.force); err != nil || !part.sell {
				return err
			}
			return catalog.Sell(tx, g.SaleItem, n)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// recall builds the draft of a past order.
func recall(d *sales.Draft, p *PastOrder) error {
	d.Order = order.Order{
		Reference: p.Reference, Status: p.Status, CurrencyID: p.CurrencyID, CustomerID: p.CustomerID,
		Channel: p.Channel, PriceChannel: catalog.BoxOffice, UserID: p.UserID, CreatedAt: p.CreatedAt,
	}
	for _, l := range p.Lines {
		if err := recallLine(d, p, l); err != nil {
			return err
		}
	}
	d.Units.Tax()
	switch p.Status {
	case order.Complete:
		d.Sold = true
		d.Order.CompletedAt = new(p.CompletedAt)
		recallPayment(d, p)
	case order.Active, order.Expired:
		d.Order.ExpiresAt = new(p.ExpiresAt)
	case order.AwaitingApproval:
	default:
		return fmt.Errorf("status %s cannot be imported", p.Status.Slug())
	}
	return nil
}

func recallLine(d *sales.Draft, p *PastOrder, l PastLine) error {
	g, err := d.Cache.Get(l.SaleItemID)
	if err != nil {
		return err
	}
	row, ok := g.PriceFor(p.CurrencyID, catalog.BoxOffice)
	if !ok {
		return fmt.Errorf("sale item %d: no price in currency %d", g.ID, p.CurrencyID)
	}
	band, err := d.Cache.Band(g)
	if err != nil {
		return err
	}
	w := &rules.Wanted{Goods: g, N: l.Quantity, Band: band}
	var rule money.AmountRule
	if w.Charge, rule = money.PriceUnit(d.Offer(row), nil, band.Rate); rule != money.AmountFits {
		return fmt.Errorf("sale item %d: needs an amount", g.ID)
	}
	first := len(d.Units)
	if err := sales.Append(d, w); err != nil {
		return err
	}
	for i, u := range d.Units[first:] {
		u.CreatedAt = p.CreatedAt
		if p.Status != order.Complete {
			continue
		}
		u.Sold, u.RequiresApproval = true, false
		if u.Type.HasCode() {
			u.Barcode = l.Barcodes[i]
		}
	}
	return nil
}

func recallPayment(d *sales.Draft, p *PastOrder) {
	totals := d.Totals()
	paid := totals.Total
	if p.Method == order.ComplimentaryMethod {
		paid = 0
	}
	sales.PayParts(d, p.UserID, rules.Share{Totals: totals}, []rules.Split{{Amount: paid, Method: p.Method}})
	d.Payments[0].CreatedAt = p.CompletedAt
}

// Limits of sales that were made elsewhere.
const (
	// MaxUploaded is how many sales of tills one upload brings, maxUploadedUnits how many
	// units they may have in all, and uploadBatch how many of these one transaction
	// writes, a sale as a whole.
	MaxUploaded      = 500
	maxUploadedUnits = 5_000
	uploadBatch      = 100
	// maxForeignNotes and maxForeignBarcode are what an order of elsewhere brings, in
	// characters: gates look up no longer barcodes.
	maxForeignNotes   = 2_000
	maxForeignBarcode = 255
	// maxClockAhead is how far ahead the clock of a till may be.
	maxClockAhead = 24 * time.Hour
)
