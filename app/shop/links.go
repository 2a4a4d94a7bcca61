package shop

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// PageOf is the secret in the address of an order's page, for a buyer to whom the order
// belongs.
func PageOf(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (token string, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err == nil {
			token = order.NewLinks(own.ID, own.LinkKey).Page(&o)
		}
		return err
	})
	return token, err
}

// ByPaymentLink gives the secret in the address of the page of the order that a payment link
// leads to.
func ByPaymentLink(ctx context.Context, a *app.App, reference, token string) (page string, err error) {
	var id int64
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		id, err = order.CompanyOf(r, reference)
		return err
	})
	if err != nil {
		return "", err
	}
	err = a.ViewCompany(ctx, id, func(r app.Reader) error {
		o, err := order.ByPaymentLink(r, reference, token)
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(r)
		if err == nil {
			page = order.NewLinks(own.ID, own.LinkKey).Page(&o)
		}
		return err
	})
	return page, err
}

// ByLink finds the basket that a link hands over, with the company whose shop goes on with
// it once that is open.
func ByLink(ctx context.Context, a *app.App, reference, token string) (own *company.Company, o order.Order, err error) {
	var id int64
	err = a.ViewCompany(ctx, 0, func(r app.Reader) (err error) {
		id, err = order.CompanyOf(r, reference)
		return err
	})
	if err != nil {
		return nil, o, err
	}
	err = a.ViewCompany(ctx, id, func(r app.Reader) error {
		if o, err = order.ByLink(r, reference, token, a.Now()); err != nil {
			return err
		}
		own, err = company.SettingsOf(r)
		return err
	})
	return own, o, err
}
