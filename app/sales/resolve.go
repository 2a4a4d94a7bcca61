package sales

import (
	"cmp"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// target is what a call says about the basket it wants to fill.
type target struct {
	basket        order.Key
	cancel        bool // expire that basket and start another
	currencyID    int64
	buyer         customer.Buyer
	channel       catalog.Channel
	priceChannel  catalog.Channel
	userID        int64
	inhibitMail   bool
	reference     string // of a new basket
	neverContinue bool   // always a new basket: the call completes it as well
}

// resolve loads the basket of a call, or starts a new one: by id, else the live
// basket that the caller made for the customer, else a new one.
func (d *draft) resolve(t target) error {
	if !t.basket.IsZero() {
		return d.resolveID(t)
	}
	who, reserver, err := d.identify(t.buyer)
	if err != nil {
		return err
	}
	if who.ID != 0 && !t.neverContinue {
		o, found, err := d.liveBasketOf(who.ID, t.userID)
		if err != nil {
			return err
		}
		if found && o.Channel == t.channel {
			return d.load(o)
		}
		if found {
			return app.Field("customerId", "has an open basket on another channel")
		}
	}
	err = d.start(t, who.ID)
	d.Order.ReserverName = reserver
	return err
}

// identify gives the customer that a call names. A name without an e-mail makes
// no customer: it is the name of the reserver.
func (d *draft) identify(b customer.Buyer) (who customer.Customer, reserver string, err error) {
	if reserver, err = b.NameAlone(); err != nil || reserver != "" {
		return who, reserver, err
	}
	b.MustName = !d.Caller.Can(app.ViewCustomers)
	b.LinkKnown = d.Caller.Can(app.EditCustomers) || d.Caller.Can(app.SignInCustomers)
	who, err = customer.FindOrCreate(d.tx, b)
	return who, rules.OrderName(b.Name, who.Name), err
}

// resolveID takes the basket that was named. The customer fields say nothing
// then.
func (d *draft) resolveID(t target) error {
	o, err := order.FindBasket(d.tx, d.Caller, t.basket, t.channel)
	if err != nil {
		return err
	}
	if t.cancel {
		if err := cancelBasket(d.tx, d.cache, &o); err != nil {
			return err
		}
		t.currencyID, t.priceChannel = cmp.Or(t.currencyID, o.CurrencyID), o.PriceChannel
		err := d.start(t, o.CustomerID)
		d.Order.ReserverName = o.ReserverName
		return err
	}
	if err := rules.StillOpen(&o, d.Wall); err != nil {
		return err
	}
	return d.load(o)
}

// liveBasketOf finds the one live basket that a user made for a customer. One that is
// overdue is expired on the way.
func (d *draft) liveBasketOf(customerID, userID int64) (order.Order, bool, error) {
	o, found, err := order.LiveBasketOf(d.tx, customerID, userID)
	if err != nil || !found || !o.Overdue(d.Wall) {
		return o, found, err
	}
	return order.Order{}, false, expire(d.tx, d.cache, &o)
}

// start begins a new basket. A currency counts only here.
func (d *draft) start(t target, customerID int64) error {
	currency := t.currencyID
	if currency == 0 {
		currency = d.Company.CurrencyID
	}
	if _, known := company.CurrencyByID(currency); !known {
		return app.Field("currencyId", "is not a known currency")
	}
	if !d.Company.Sells(currency) {
		return app.Field("currencyId", "is not enabled: the company sells no %s", rules.Code(currency))
	}
	if customerID != 0 {
		if err := customer.Hold(d.tx, customerID); err != nil {
			return err
		}
	}
	d.Order = order.Order{
		Reference: t.reference, Status: order.Active, CurrencyID: currency, CustomerID: customerID,
		Channel: t.channel, PriceChannel: t.priceChannel, UserID: t.userID, InhibitMail: t.inhibitMail,
	}
	d.Restart()
	return nil
}
