package shop

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/sales"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// deliveryView is how what a basket holds can reach its buyer.
type deliveryView struct {
	Action    string
	Ways      []sales.DeliveryOffer
	ByEmail   bool
	Wanted    bool // one of them wants an address
	To        customer.Address
	Countries []company.Country
	Problem   string
}

// deliveries is nil where nothing but e-mail is offered.
func (v *visit) deliveries(b *shop.Basket) (*deliveryView, error) {
	if !b.Open || b.Units == 0 || !v.company.ChargesFees {
		return nil, nil
	}
	ways, err := sales.DeliveryOffers(v.r.Context(), v.app(), v.buyer, v.basket)
	if err != nil || len(ways) == 0 {
		return nil, err
	}
	out := &deliveryView{Action: v.path("/basket/delivery"), Ways: ways, ByEmail: b.Order.Delivery == nil}
	for _, w := range ways {
		out.Wanted = out.Wanted || w.Fee.NeedsAddress
	}
	if d := b.Order.Delivery; d != nil && d.Address != nil {
		out.To = *d.Address
	}
	if out.Wanted {
		out.Countries = company.Countries()
	}
	return out, nil
}

// chooseDelivery takes the delivery that was chosen on the page of the basket.
func (s *Shop) chooseDelivery(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(form.Get("delivery"), 10, 64) // there is no fee 0
	ask := sales.ChosenDelivery{Basket: v.basket, FeeID: id}
	if id != 0 {
		ask.Address = sentTo(form)
	}
	_, err = sales.ChooseDelivery(v.r.Context(), v.app(), v.buyer, ask)
	if err == nil {
		return v.goOn(v.path("/basket#delivery"))
	}
	if !noAddress(err) {
		return s.basketAgain(v, err, "")
	}
	body, failed := v.basketBody()
	if failed != nil {
		return failed
	}
	if d := body.Delivery; d != nil {
		d.To, d.ByEmail, d.Problem = ask.Address, false, v.view.T("shop.delivery_missing")
		for i := range d.Ways {
			d.Ways[i].Chosen = d.Ways[i].Fee.ID == id
		}
	}
	v.view.Stand = "delivery"
	return v.showAgain(s.basket, body)
}

// noAddress tells that a delivery was refused for its address.
func noAddress(err error) bool {
	var e *app.Error
	if !errors.As(err, &e) {
		return false
	}
	return slices.ContainsFunc(e.Fields, func(f app.FieldError) bool { return strings.HasPrefix(f.Field, "address.") })
}

func sentTo(form url.Values) customer.Address {
	text := func(name string) string { return fitting(typed(form, name), customer.MaxAddress) }
	country, _ := strconv.ParseInt(form.Get("country"), 10, 64)
	return customer.Address{
		Line1: text("line1"), Line2: text("line2"), City: text("city"), Region: text("region"), Postcode: text("postcode"), CountryID: country,
	}
}
