package transfer

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// What receivers do is asked for with the link that opens the tickets they were given: whoever
// has it holds them. It is worthless when they change hands again.

// StartAsHolder gives something on that its holder was given. The caller asks for whoever
// has the link.
func StartAsHolder(ctx context.Context, a *app.App, c *app.Caller, tickets string, in Ask) (made Made, err error) {
	in.Instant, in.KeepBarcodes, in.Override = false, false, false
	err = asHolder(ctx, a, c, tickets, func(tx app.Tx, c *app.Caller, o *order.Order, held []order.Item) error {
		if err := notTooMany(tx, o.ID, maxRecent); err != nil {
			return err
		}
		for i, id := range in.ItemIDs {
			if !slices.ContainsFunc(held, func(it order.Item) bool { return it.ID == id }) {
				return app.Field(named(i), "does not exist")
			}
		}
		made, err = in.start(tx, c, o.ID, true, order.Barcodes{})
		return err
	})
	return made, err
}

// CancelAsHolder ends a transfer that a holder began and that nobody has claimed.
func CancelAsHolder(ctx context.Context, a *app.App, c *app.Caller, tickets string, id int64) (v View, err error) {
	err = asHolder(ctx, a, c, tickets, func(tx app.Tx, _ *app.Caller, o *order.Order, held []order.Item) error {
		t, err := find(tx, id)
		if err == nil && !t.givesOnly(held) {
			err = app.Missing("transfer")
		}
		if err == nil {
			v, err = t.takeBack(tx)
		}
		return err
	})
	return v, err
}

// givesOnly tells whether all that a transfer gives is among these.
func (t *Transfer) givesOnly(held []order.Item) bool {
	for _, id := range t.ItemIDs {
		if !slices.ContainsFunc(held, func(it order.Item) bool { return it.ID == id && it.CustomerID == t.FromID }) {
			return false
		}
	}
	return true
}

// asHolder runs a command for whoever has the link to tickets that were given away.
func asHolder(ctx context.Context, a *app.App, c *app.Caller, tickets string, do func(app.Tx, *app.Caller, *order.Order, []order.Item) error) error {
	d, ok := order.ParseDownload(tickets)
	if !ok || d.Company != c.CompanyID {
		return app.Missing("order")
	}
	return a.Update(ctx, c, app.Sell, func(tx app.Tx) error {
		own, o, held, err := Held(tx, d, tickets)
		if err != nil {
			return err
		}
		return do(tx, own.Buyer("", ""), &o, held)
	})
}

// Held are the items that a link to given tickets opens, also those on their way to somebody
// else.
func Held(r app.Reader, d order.Download, tickets string) (own *company.Company, o order.Order, held []order.Item, err error) {
	if d.Scope != order.SomeItems {
		return nil, o, nil, app.Missing("order")
	}
	if own, err = company.SettingsOf(r); err != nil {
		return nil, o, nil, err
	}
	if o, err = order.Find(r, order.Key{ID: d.ID}); err != nil {
		return nil, o, nil, err
	}
	all, err := order.ItemsOf(r, &o)
	if err != nil {
		return nil, o, nil, err
	}
	for i := range all {
		if slices.Contains(d.Items, all[i].ID) {
			held = append(held, all[i])
		}
	}
	given := !slices.ContainsFunc(held, func(it order.Item) bool { return !o.Gave(&it) })
	if !given || !order.NewLinks(own.ID, own.LinkKey).OpensItems(tickets, &o, held) {
		return nil, o, nil, app.Missing("order")
	}
	return own, o, held, nil
}
