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

// Target is what a call says about the basket it wants to fill.
type Target struct {
	basket        order.Key
	cancel        bool // expire that basket and start another
	CurrencyID    int64
	buyer         customer.Buyer
	Channel       catalog.Channel
	PriceChannel  catalog.Channel
	UserID        int64
	inhibitMail   bool
	Reference     string // of a new basket
	neverContinue bool   // always a new basket: the call completes it as well
}

// resolve loads the basket of a call, or starts a new one: by id, else the live
// basket that the caller made for the customer, else a new one.
func resolve(d *Draft, t Target) error {
	if !t.basket.IsZero() {
		return resolveID(d, t)
	}
	who, reserver, err := identify(d, t.buyer)
	if err != nil {
		return err
	}
	if who.ID != 0 && !t.neverContinue {
		o, found, err := liveBasketOf(d, who.ID, t.UserID)
		if err != nil {
			return err
		}
		if found && o.Channel == t.Channel {
			return d.Load(o)
		}
		if found {
			return app.Field("customerId", "has an open basket on another channel")
		}
	}
	err = Start(d, t, who.ID)
	d.Order.ReserverName = reserver
	return err
}

// identify gives the customer that a call names. A name without an e-mail makes
// no customer: it is the name of the reserver.
func identify(d *Draft, b customer.Buyer) (who customer.Customer, reserver string, err error) {
	if reserver, err = b.NameAlone(); err != nil || reserver != "" {
		return who, reserver, err
	}
	b.MustName = !d.Caller.Can(app.ViewCustomers)
	b.LinkKnown = d.Caller.Can(app.EditCustomers) || d.Caller.Can(app.SignInCustomers)
	who, err = customer.FindOrCreate(d.Tx, b)
	return who, rules.OrderName(b.Name, who.Name), err
}

// resolveID takes the basket that was named. The customer fields say nothing
// then.
func resolveID(d *Draft, t Target) error {
	o, err := order.FindBasket(d.Tx, d.Caller, t.basket, t.Channel)
	if err != nil {
		return err
	}
	if t.cancel {
		if err := cancelBasket(d.Tx, d.Cache, &o); err != nil {
			return err
		}
		t.CurrencyID, t.PriceChannel = cmp.Or(t.CurrencyID, o.CurrencyID), o.PriceChannel
		err := Start(d, t, o.CustomerID)
		d.Order.ReserverName = o.ReserverName
		return err
	}
	if err := rules.StillOpen(&o, d.Wall); err != nil {
		return err
	}
	return d.Load(o)
}

// liveBasketOf finds the one live basket that a user made for a customer. One that is
// overdue is expired on the way.
func liveBasketOf(d *Draft, customerID, userID int64) (order.Order, bool, error) {
	o, found, err := order.LiveBasketOf(d.Tx, customerID, userID)
	if err != nil || !found || !o.Overdue(d.Wall) {
		return o, found, err
	}
	return order.Order{}, false, Expire(d.Tx, d.Cache, &o)
}

// Start begins a new basket. A currency counts only here.
func Start(d *Draft, t Target, customerID int64) error {
	currency := t.CurrencyID
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
		if err := customer.Hold(d.Tx, customerID); err != nil {
			return err
		}
	}
	d.Order = order.Order{
		Reference: t.Reference, Status: order.Active, CurrencyID: currency, CustomerID: customerID,
		Channel: t.Channel, PriceChannel: t.PriceChannel, UserID: t.UserID, InhibitMail: t.inhibitMail,
	}
	d.Restart()
	return nil
}

// spareReferences are drawn for one command, should the first be taken.
const spareReferences = 4

// Codes are the reference and the barcodes a command may use. They are drawn
// before its transaction, so that a second run of it finds the same ones.
type Codes struct {
	Reference string
	Link      string // the token of a link, where one is asked for
	Barcodes  order.Barcodes
}

// Retry runs a command with one reference after the other while its reference
// turns out to be taken, which is once in a hundred thousand orders of a million.
func (c Codes) Retry(a *app.App, command func(Codes) error) error {
	for spare := spareReferences; ; spare-- {
		err := command(c)
		if spare == 0 || !order.ReferenceTaken(err) {
			return err
		}
		c.Reference = order.NewReference(a)
	}
}
