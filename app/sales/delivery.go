package sales

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales/quote"
	"marquee/app/sales/rules"
)

// ChosenDelivery is how a buyer wants what a basket holds.
type ChosenDelivery struct {
	Basket  order.Key
	Channel catalog.Channel
	// FeeID is the fee that offers it, 0: by e-mail and as a download.
	FeeID int64
	// Address is where to; it is wanted where the fee needs one.
	Address customer.Address
}

// ChooseDelivery sets how what a basket holds reaches its buyer, and charges that. The time
// of the basket runs on. What is not a basket any more, for a deposit was paid, is delivered
// as it was agreed.
func ChooseDelivery(ctx context.Context, a *app.App, c *app.Caller, in ChosenDelivery) (order.Basket, error) {
	return change(ctx, a, c, in.Basket, in.Channel, func(d *Draft) error {
		d.effect = keepsTime
		if in.FeeID == 0 {
			d.effect, d.Order.Delivery = beside(d.Order.Delivery != nil), nil
			return nil
		}
		known, b, err := chargeable(d, d.Units.Content())
		if err != nil {
			return err
		}
		offers := fee.Offered(known, b)
		at := slices.IndexFunc(offers, func(o fee.Offer) bool { return o.Fee.ID == in.FeeID })
		if at < 0 {
			return app.Field("deliveryMethodId", "is not offered for what the basket holds")
		}
		f := offers[at].Fee
		if err := rules.CheckDelivery(&in.Address, f.NeedsAddress); err != nil {
			return err
		}
		d.Order.Delivery = &order.Delivery{FeeID: f.ID, Name: f.Name, Way: f.Delivery}
		if in.Address != (customer.Address{}) {
			d.Order.Delivery.Address = &in.Address
		}
		return nil
	})
}

// DeliveryOffer is a way in which what a basket holds can reach its buyer.
type DeliveryOffer struct {
	Fee *fee.Fee
	// Price is what it would cost, with its tax.
	Price  int64
	Chosen bool
}

// DeliveryOffers are what can be chosen for a basket beside tickets by e-mail.
func DeliveryOffers(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (offers []DeliveryOffer, err error) {
	now := a.Now()
	err = a.View(ctx, c, order.Sellers, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err != nil {
			return err
		}
		if err := rules.StillOpen(&o, now); err != nil {
			return err
		}
		b := rules.FeeBasket(&o, now)
		items, err := order.ItemsOf(r, &o)
		if err != nil {
			return err
		}
		for i := range items {
			if it := &items[i]; it.Holds() && !it.IsFee() && it.LeadItemID == 0 {
				b.Units = append(b.Units, rules.ChargeableUnit(it))
			}
		}
		known, err := fee.For(r, b.Events())
		if err != nil {
			return err
		}
		offers, err = pricedOffers(r, &o, fee.Offered(known, b))
		return err
	})
	return offers, err
}

// pricedOffers says what deliveries cost the buyer of a basket.
func pricedOffers(r app.Reader, o *order.Order, all []fee.Offer) ([]DeliveryOffer, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	cache, priced, buyer := catalog.NewCache(r), []DeliveryOffer{}, quote.TaxedCustomer(r, o.CustomerID)
	for _, offer := range all {
		out := DeliveryOffer{Fee: offer.Fee, Chosen: offer.Fee.ID == o.DeliveryID()}
		for _, c := range offer.Charges {
			n, err := quote.FeePrice(own, cache, c, buyer)
			if err != nil {
				return nil, err
			}
			out.Price += n
		}
		priced = append(priced, out)
	}
	return priced, nil
}
