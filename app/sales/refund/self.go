package refund

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
)

// Self lets buyers give tickets of their order back themselves, to their wallet, where
// the company allows it: all of the order where no item is named.
func Self(ctx context.Context, a *app.App, c *app.Caller, k order.Key, itemIDs []int64) (did rules.Refunded, err error) {
	if len(itemIDs) > rules.MaxRefundItems {
		return did, app.Field("items", "must have between %d and %d entries", 1, rules.MaxRefundItems)
	}
	in := rules.Refund{Order: k, ItemIDs: itemIDs, Kind: rules.ToBalance, Self: true}
	err = a.Update(ctx, c, app.Sell, func(tx app.Tx) error {
		o, err := order.FindBasket(tx, c, k, catalog.NoChannel)
		if err != nil {
			return err
		}
		did, err = serveBuyer(&in, tx, c, &o)
		return err
	})
	return did, err
}

// AsBuyer is RefundSelf for whoever has the link to the page of an order, who is its
// buyer.
func AsBuyer(ctx context.Context, a *app.App, page string, itemIDs []int64) (did rules.Refunded, err error) {
	if len(itemIDs) > rules.MaxRefundItems {
		return did, app.Field("items", "must have between %d and %d entries", 1, rules.MaxRefundItems)
	}
	err = order.AsBuyer(ctx, a, page, func(tx app.Tx, c *app.Caller, o *order.Order) error {
		in := rules.Refund{Order: order.Key{ID: o.ID}, ItemIDs: itemIDs, Kind: rules.ToBalance, Self: true}
		did, err = serveBuyer(&in, tx, c, o)
		return err
	})
	return did, err
}

// serveBuyer refunds an order for its buyer.
func serveBuyer(in *rules.Refund, tx app.Tx, c *app.Caller, o *order.Order) (did rules.Refunded, err error) {
	rules, err := wallet.SettingsOf(tx)
	if err != nil {
		return did, err
	}
	if err := mayServe(in, tx, o, &rules); err != nil {
		return did, err
	}
	in.KeepProcessingFee, in.KeepResellerFee = rules.KeepProcessingFee, rules.KeepResellerFee
	if len(in.ItemIDs) == 0 {
		in.ItemIDs = nil // all of it
	}
	did, _, err = beginRefund(in, tx, c, o, in.ItemIDs)
	return did, err
}

// mayServe refuses what buyers do not give back themselves: what is no ticket, what is
// near, what somebody was let in with or was given, what its seller was paid for, parts
// of orders that were reduced, and what a deposit held.
func mayServe(in *rules.Refund, r app.Tx, o *order.Order, rules *wallet.Settings) error {
	switch {
	case !rules.SelfRefunds:
		return app.Field(in.Named(), "cannot be given back by its buyer")
	case o.Deposit > 0:
		return app.Field(in.Named(), "was held by a deposit")
	}
	elsewhere, err := o.FromImport(r)
	if err == nil && elsewhere {
		err = app.Field(in.Named(), "cannot be given back by its buyer")
	}
	if err != nil {
		return err
	}
	items, err := order.ItemsOf(r, o)
	if err != nil {
		return err
	}
	if err := in.MayName(items); err != nil {
		return err
	}
	cache := catalog.NewCache(r)
	for i := range items {
		it := &items[i]
		switch {
		case !it.Holds() || it.IsFee():
			continue
		case !in.Takes(it) && o.Totals.Discount > 0:
			return app.Field("items", "must be all of the order: it was reduced")
		case !in.Takes(it):
			continue
		case it.CustomerID != o.CustomerID:
			return app.Field(in.Named(), "was given to somebody else")
		case it.Resale != nil:
			return app.Field(in.Named(), "was bought from another buyer")
		}
		if err := mayServeItem(in, r, cache, it, rules); err != nil {
			return err
		}
	}
	return nil
}

// mayServeItem refuses an item that is no ticket, whose event is near, or that somebody was
// let in with. Of a bundle its lead says what it is.
func mayServeItem(in *rules.Refund, r app.Tx, cache *catalog.Cache, it *order.Item, rules *wallet.Settings) error {
	if it.LeadItemID == 0 && it.Type != catalog.Ticket && it.Type != catalog.SeasonTicket && it.Type != catalog.Bundle {
		return app.Field(in.Named(), "has something else than tickets")
	}
	g, err := cache.Get(it.SaleItemID)
	if err != nil {
		return err
	}
	until := time.Duration(rules.CutoffHours) * time.Hour
	if g.Event != nil && !r.Wall().Before(g.Event.Start.Add(-until)) {
		return app.Field(in.Named(), "is too near to be given back")
	}
	scanned, err := resale.PortsOf(r).Scanned(r, it.ID)
	if err == nil && scanned {
		err = app.Field(in.Named(), "was scanned")
	}
	return err
}
