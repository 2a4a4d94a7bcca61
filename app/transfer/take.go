package transfer

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
)

// Take gives somebody who is signed in tickets of the distribution that a code leads to.
func Take(ctx context.Context, a *app.App, companyID, customerID int64, code string, n int64) (done Done, err error) {
	drawn := order.DrawBarcodes(a)
	err = a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err == nil {
			done, err = take(tx, own.Buyer("", ""), code, customerID, n, drawn)
		}
		return err
	})
	return done, err
}

// TakeFor takes tickets of a distribution for a customer whom the caller looks after.
func TakeFor(ctx context.Context, a *app.App, c *app.Caller, code, email string, n int64) (done Done, err error) {
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		who, found, err := customer.KnownBy(tx, email)
		if err == nil && !found {
			err = app.Field("customerEmail", "does not exist")
		}
		if err == nil {
			done, err = take(tx, c, code, who.ID, n, drawn)
		}
		return err
	})
	return done, err
}

// take hands over tickets of the owner, as many as are asked for or none. Those who take at
// the same moment meet at the distribution, whose count all of them write.
func take(tx app.Tx, c *app.Caller, code string, customerID, n int64, drawn order.Barcodes) (done Done, err error) {
	d, err := byCode(tx, code)
	if err != nil {
		return done, err
	}
	if err := d.refuse(tx, customerID, n); err != nil {
		return done, err
	}
	t, err := d.gift(tx, n)
	if err != nil {
		return done, err
	}
	if err := t.handOver(tx, c, customer.Buyer{ID: customerID}, order.Handover{Barcode: drawn.Each()}, false); err != nil {
		return done, err
	}
	if err := d.count(tx, customerID, n); err != nil {
		return done, err
	}
	if done.View, err = viewOf(tx, &t); err != nil {
		return done, err
	}
	done.Tickets, err = TicketsOf(tx, &t)
	return done, err
}

// refuse says why somebody cannot take so many.
func (d *Distribution) refuse(r app.Reader, customerID, n int64) error {
	taken, own, err := d.takenBy(r, customerID)
	switch {
	case err != nil:
		return err
	case d.Closed:
		return app.Field("code", "is not open any more")
	case own:
		return app.Field("customerEmail", "is that of the holder")
	case d.Once && taken > 0:
		return app.Field("code", "was used by this customer already")
	case n < 1:
		return app.Field("quantity", "must be at least %d", int64(1))
	case taken+n > d.PerPerson:
		return app.Field("quantity", "must be at most %d", d.PerPerson-taken)
	case n > d.Left():
		return app.Field("quantity", "must be at most %d", d.Left())
	}
	return nil
}

// gift is the transfer of so many of what a distribution gives, with their add-ons.
func (d *Distribution) gift(tx app.Tx, n int64) (t Transfer, err error) {
	g := &giving{now: tx.Wall(), buyer: true}
	if g.order, err = order.Orders.Get(tx, d.OrderID); err != nil {
		return t, err
	}
	free, err := d.free(tx, &g.order, g.now)
	if err != nil {
		return t, err
	}
	if int64(len(free)) < n {
		return t, app.Field("quantity", "must be at most %d", int64(len(free)))
	}
	g.items = free[:n]
	if err := g.around(tx, d.OrderID); err != nil {
		return t, err
	}
	if err := g.check(); err != nil {
		return t, err
	}
	t = Transfer{OrderID: d.OrderID, FromID: d.OwnerID, DistributionID: d.ID}
	for i := range g.items {
		t.ItemIDs = append(t.ItemIDs, g.items[i].ID)
	}
	return t, nil
}

// count notes that somebody took so many. It ends with the last.
func (d *Distribution) count(tx app.Tx, customerID, n int64) error {
	_, err := shares.Upsert(tx, shareKey{A: d.ID, B: customerID}, func(s *share) error {
		s.DistributionID, s.CustomerID, s.Units = d.ID, customerID, s.Units+n
		return nil
	})
	if err != nil {
		return err
	}
	_, err = distributions.Update(tx, d.ID, func(d *Distribution) error {
		d.Claimed += n
		d.Closed = d.Closed || d.Claimed == d.Total
		return nil
	})
	return err
}

// AskToTake mails a link to sign in to somebody who has a code. Who is not known becomes a
// customer.
func AskToTake(ctx context.Context, a *app.App, companyID int64, code string, who Claimant) error {
	return a.UpdateCompany(ctx, companyID, func(tx app.Tx) error {
		d, err := byCode(tx, code)
		if err == nil && d.Closed {
			err = app.Field("code", "is not open any more")
		}
		if err != nil {
			return err
		}
		c, err := customer.FindOrCreate(tx, customer.Buyer{Name: who.Name, Email: who.Email, Locale: who.Locale, MustName: true})
		if err == nil && c.ID == 0 {
			err = app.Field("customerEmail", "is required")
		}
		if err != nil {
			return err
		}
		return customer.MailSignIn(tx, &c)
	})
}
