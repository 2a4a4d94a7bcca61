package order

import (
	"context"
	"crypto/subtle" // a link is not found letter by letter

	"marquee/app"
	"marquee/app/company"
)

// Page is the secret in the address of the page on which a buyer finds an order, from its
// payment on and whatever becomes of it. It is another one when links of the order were
// revoked.
func (l *Links) Page(o *Order) string {
	if o.DeletedAt != nil {
		return ""
	}
	return string(l.append(nil, Download{Company: l.company, Scope: OrderPage, ID: o.ID}, o.revoked(true), 0, ""))
}

// ParsePage reads the secret of a page without believing it: ByPage does.
func ParsePage(token string) (Download, bool) {
	d, ok := parseLink(token)
	return d, ok && d.Scope == OrderPage
}

// ByPage finds the order that the secret of a page leads to, in the company of the
// snapshot.
func ByPage(r app.Reader, d Download, token string) (Order, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return Order{}, err
	}
	o, err := Find(r, Key{ID: d.ID})
	if err != nil {
		return Order{}, err
	}
	want := NewLinks(own.ID, own.LinkKey).Page(&o)
	if want == "" || subtle.ConstantTimeCompare([]byte(want), []byte(token)) != 1 {
		return Order{}, app.Missing("order")
	}
	return o, nil
}

// AsBuyer runs a command for whoever has the link to the page of an order, who is its
// buyer. An order that is a basket again is changed by whoever has the basket alone.
func AsBuyer(ctx context.Context, a *app.App, page string, do func(app.Tx, *app.Caller, *Order) error) error {
	d, ok := ParsePage(page)
	if !ok {
		return app.Missing("order")
	}
	return a.UpdateCompany(ctx, d.Company, func(tx app.Tx) error {
		o, err := ByPage(tx, d, page)
		if err == nil && o.Status == Active {
			err = app.Missing("order")
		}
		if err != nil {
			return err
		}
		own, err := company.SettingsOf(tx)
		if err != nil {
			return err
		}
		return do(tx, own.Buyer("", ""), &o)
	})
}
