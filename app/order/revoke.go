package order

import (
	"context"

	"marquee/app"
	"marquee/app/company"
)

// EndLinks makes every link worthless that whoever had the order until now was given: those
// to its page, to what it prints, to its basket and to its payment. What others were given of
// it stays theirs.
func (o *Order) EndLinks() {
	o.EndPages()
	if o.Link != nil {
		ended := *o.Link
		ended.Token = ""
		o.Link = &ended
	}
}

// EndPages is EndLinks of what is a basket again: whoever has the basket goes on with it.
func (o *Order) EndPages() {
	o.BuyerRevoked++
	o.PaymentLink = nil
}

// RevokeLinks makes all download links of an order worthless that were given out so
// far. Those read afterwards are new. An order that waits for its payment by a link has another
// one then.
func RevokeLinks(ctx context.Context, a *app.App, c *app.Caller, k Key) (Order, error) {
	var o Order
	err := a.Update(ctx, c, app.EditOrders, func(tx app.Tx) (err error) {
		if o, err = Find(tx, k); err != nil {
			return err
		}
		if o.DeletedAt != nil {
			return app.Missing("order")
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		o, err = orderTable.Update(tx, o.ID, func(o *Order) (err error) {
			o.LinksRevoked++
			if o.PaymentLink = nil; o.Status == AwaitingPaymentLink {
				_, err = o.NewPaymentLink(own)
			}
			return err
		})
		return err
	})
	return o, err
}
