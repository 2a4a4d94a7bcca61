package sales

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type deliveriesIn struct {
	BasketID rest.Text `query:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
}

type deliveriesJSON struct {
	DeliveryMethods []deliveryOfferJSON `json:"deliveryMethods"`
}

// deliveryOfferJSON is a delivery that a basket can choose.
type deliveryOfferJSON struct {
	ID           int64        `json:"id" doc:"That of the fee that offers it."`
	Name         string       `json:"name"`
	Type         fee.Delivery `json:"type" doc:"in_person, digital or shipped."`
	NeedsAddress bool         `json:"needsAddress"`
	Price        int64        `json:"price" doc:"What it would add to the basket, with its tax."`
	IsChosen     bool         `json:"isChosen"`
}

type chooseDeliveryIn struct {
	BasketID rest.Text         `json:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket."`
	MethodID *rest.ID          `json:"deliveryMethodId" doc:"Null or absent: tickets by e-mail."`
	Address  deliveryAddressIn `json:"address" doc:"Where to; addressLine1, city and countryId are required where the method needs an address."`
}

type deliveryAddressIn struct {
	Line1    string    `json:"addressLine1" maxlen:"255"`
	Line2    string    `json:"addressLine2" maxlen:"255"`
	City     string    `json:"city" maxlen:"255"`
	Region   string    `json:"region" maxlen:"255"`
	Postcode rest.Text `json:"postcode" maxlen:"255"`
	Country  *rest.ID  `json:"countryId" doc:"ISO number of the country, see GET /countries."`
}

func deliveries(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/basket/delivery-methods", Summary: "List the deliveries that a basket can choose", Tag: "Selling", Allow: app.Sell,
			Doc: "Beside tickets by e-mail, which are always there. They are fees with a delivery, of those that are for something in the basket.",
		}, func(ctx context.Context, c *app.Caller, in deliveriesIn) (out deliveriesJSON, err error) {
			all, err := sales.DeliveryOffers(ctx, a, c, order.ParseKey(string(in.BasketID)))
			out.DeliveryMethods = []deliveryOfferJSON{}
			for _, o := range all {
				out.DeliveryMethods = append(out.DeliveryMethods, deliveryOfferJSON{o.Fee.ID, o.Fee.Name, o.Fee.Delivery, o.Fee.NeedsAddress, o.Price, o.Chosen})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/basket/delivery-method", Summary: "Choose how a basket is delivered", Tag: "Selling", Allow: app.Sell,
			Doc: "The fee of the method is a line of the basket. A method drops out of a basket that holds nothing any more that it is for. " +
				"The time of the basket runs on. Once something was paid, a deposit too, the delivery stays.",
		}, func(ctx context.Context, c *app.Caller, in chooseDeliveryIn) (changedBasketJSON, error) {
			b, err := sales.ChooseDelivery(ctx, a, c, sales.ChosenDelivery{
				Basket: order.ParseKey(string(in.BasketID)), Channel: apiChannel, FeeID: int64(wire.Value(in.MethodID)), Address: in.Address.address(),
			})
			return changedBasketForm(b), err
		}),
	}
}

func (in *deliveryAddressIn) address() customer.Address {
	return customer.Address{
		Line1: in.Line1, Line2: in.Line2, City: in.City, Region: in.Region, Postcode: string(in.Postcode), CountryID: int64(wire.Value(in.Country)),
	}
}
