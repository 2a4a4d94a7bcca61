package pass

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// Again reads the pass with a serial number for a phone that shows its token. Whatever is
// wrong with them, there is nothing.
func Again(ctx context.Context, a *app.App, companyID int64, serial, token string) (p Pass, err error) {
	err = a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		if _, err := known(r, serial, token); err != nil {
			return err
		}
		p, err = again(r, serial)
		return err
	})
	return p, err
}

// known gives the item of a serial number whose token was shown.
func known(r app.Reader, serial, token string) (itemID int64, err error) {
	itemID, ok := order.ParsePassSerial(serial)
	if !ok {
		return 0, nothing()
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return 0, err
	}
	if !order.NewLinks(own.ID, own.LinkKey).MayAskForPass(serial, token) {
		return 0, nothing()
	}
	return itemID, nil
}

// again reads a pass as it is now.
func again(r app.Reader, serial string) (Pass, error) {
	itemID, ok := order.ParsePassSerial(serial)
	if !ok {
		return Pass{}, nothing()
	}
	it, err := order.FindItem(r, itemID)
	if err != nil {
		return Pass{}, err
	}
	o, err := order.Find(r, order.Key{ID: it.OrderID})
	if err != nil {
		return Pass{}, err
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return Pass{}, err
	}
	l := order.NewLinks(own.ID, own.LinkKey)
	open, err := order.Printed(r, order.Download{Scope: order.ItemsAnyTime}, &o, []order.Item{it})
	if err != nil {
		return Pass{}, err
	}
	if len(open) > 0 && it.HasPass() && l.Item(&o, &it) != "" && l.PassSerial(&o, &it) == serial {
		return read(r, &o, &it)
	}
	p, err := around(r, &o, &it)
	return Pass{
		Company: own, Serial: serial, Token: l.PassToken(serial), Changed: p.Changed, Event: p.Event, Picture: p.Picture, Void: true,
	}, err
}
