package transfer

import (
	"cmp"
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
)

// Claimant is who claims a transfer. The address is needed where it was not given to one.
type Claimant struct{ Name, Email, Locale string }

// Done is a transfer that was claimed, and what opens its tickets; "" where nothing can be
// printed.
type Done struct {
	View
	Tickets string
}

// Claim takes what a link gives, for whoever has it.
func Claim(ctx context.Context, a *app.App, token string, who Claimant) (done Done, err error) {
	d, ok := order.ParseClaim(token)
	if !ok {
		return done, app.Missing("transfer")
	}
	drawn := order.DrawBarcodes(a)
	err = a.UpdateCompany(ctx, d.Company, func(tx app.Tx) error {
		own, err := company.SettingsOf(tx)
		if err == nil {
			done, err = claim(tx, own.Buyer("", who.Locale), d, token, who, drawn)
		}
		return err
	})
	return done, err
}

// ClaimFor takes what a link gives for somebody whom the caller looks after.
func ClaimFor(ctx context.Context, a *app.App, c *app.Caller, token string, who Claimant) (done Done, err error) {
	d, ok := order.ParseClaim(token)
	drawn := order.DrawBarcodes(a)
	err = a.Update(ctx, c, app.EditOrders, func(tx app.Tx) error {
		if !ok || d.Company != c.CompanyID {
			return app.Missing("transfer")
		}
		done, err = claim(tx, c, d, token, who, drawn)
		return err
	})
	return done, err
}

func claim(tx app.Tx, c *app.Caller, d order.Download, token string, who Claimant, drawn order.Barcodes) (done Done, err error) {
	t, err := byToken(tx, d, token)
	if err != nil {
		return done, err
	}
	if err := t.stillPending("token"); err != nil {
		return done, err
	}
	buyer, err := t.claimedBy(who)
	if err != nil {
		return done, err
	}
	if err := t.stillGiven(tx); err != nil {
		return done, err
	}
	if err := t.handOver(tx, c, buyer, order.Handover{Barcode: drawn.Each()}, false); err != nil {
		return done, err
	}
	if done.View, err = viewOf(tx, &t); err != nil {
		return done, err
	}
	done.Tickets, err = TicketsOf(tx, &t)
	return done, err
}

// byToken finds the transfer that a secret leads to, whatever became of it.
func byToken(r app.Reader, d order.Download, token string) (Transfer, error) {
	t, err := find(r, d.ID)
	if err == nil && !t.opens(token) {
		err = app.Missing("transfer")
	}
	return t, err
}

// claimedBy is who is to have it: whoever it was given to, or who says so.
func (t *Transfer) claimedBy(who Claimant) (customer.Buyer, error) {
	b := customer.Buyer{Name: cmp.Or(who.Name, t.Name), Email: cmp.Or(who.Email, t.Email), Locale: who.Locale, MustName: true}
	if t.Email == "" || who.Email == "" {
		return b, nil
	}
	if !company.SameEmail(who.Email, t.Email) {
		return b, app.Field("customerEmail", "is not the address that it was given to")
	}
	return b, nil
}

// stillGiven refuses what cannot change hands any more.
func (t *Transfer) stillGiven(tx app.Tx) error {
	g := &giving{now: tx.Wall()}
	var err error
	if g.items, err = order.Items.GetMany(tx, t.ItemIDs); err != nil {
		return err
	}
	if g.order, err = order.Orders.Get(tx, t.OrderID); err != nil {
		return err
	}
	if g.returning, err = order.Returning(tx, t.OrderID); err != nil {
		return err
	}
	if err := g.know(tx, g.items); err != nil {
		return err
	}
	if err := g.look(tx, g.items); err != nil {
		return err
	}
	return g.checkClaimed()
}

// checkClaimed refuses a claim of what cannot change hands any more, for one item of perhaps
// several.
func (g *giving) checkClaimed() error {
	for i := range g.items {
		it := &g.items[i]
		if why := cmp.Or(g.blocked(it, g.goods[it.SaleItemID]), g.used(it)); why != "" {
			return app.Field("token", why)
		}
	}
	return nil
}

// handOver makes somebody the holder of what is given, and notes that. The transfer is
// stored, or not yet. lifted: the limit per customer does not count.
func (t *Transfer) handOver(tx app.Tx, c *app.Caller, to customer.Buyer, h order.Handover, lifted bool) error {
	who, err := customer.FindOrCreate(tx, to)
	switch {
	case err != nil:
		return err
	case who.ID == 0:
		return app.Field("customerEmail", "is required")
	case who.ID == t.FromID:
		return app.Field("customerEmail", "is that of the holder")
	}
	if !lifted {
		if err := t.within(tx, who.ID, 1, "customerEmail"); err != nil {
			return err
		}
	}
	h.ItemIDs, h.HolderID = t.ItemIDs, who.ID
	if _, err := ports(tx).HandOver(tx, c, h); err != nil {
		return err
	}
	now, fresh := tx.Now(), t.ID == 0
	claimed := func(t *Transfer) error {
		t.State, t.ToID, t.EndedAt, t.KeptBarcodes, t.Instant = Claimed, who.ID, &now, h.KeepBarcodes, t.Instant || fresh
		return nil
	}
	if fresh {
		_ = claimed(t)
		err = transfers.Insert(tx, t)
	} else {
		*t, err = transfers.Update(tx, t.ID, claimed)
	}
	if err != nil {
		return err
	}
	return ports(tx).Taken(tx, t)
}

// TicketsOf opens what a transfer gave, as long as whoever claimed it has it; "" where
// nothing can be printed.
func TicketsOf(r app.Reader, t *Transfer) (string, error) {
	items, err := order.Items.GetMany(r, t.ItemIDs)
	if err != nil {
		return "", err
	}
	o, err := order.Orders.Get(r, t.OrderID)
	if err != nil {
		return "", err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return "", err
	}
	printed, err := order.Printed(r, order.Download{Scope: order.SomeItems}, &o, items)
	if err != nil {
		return "", err
	}
	var held []order.Item
	for i := range printed {
		if printed[i].CustomerID == t.ToID {
			held = append(held, printed[i])
		}
	}
	return LinkTo(own, &o, held), nil
}

// LinkTo opens some items of an order; "" where there are none.
func LinkTo(own *company.Company, o *order.Order, items []order.Item) string {
	slices.SortFunc(items, func(a, b order.Item) int { return cmp.Compare(a.ID, b.ID) })
	return order.NewLinks(own.ID, own.LinkKey).Items(o, items)
}
