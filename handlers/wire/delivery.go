package wire

import (
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/handlers/rest"
)

// DeliveryJSON is how a basket or an order reaches its buyer.
type DeliveryJSON struct {
	ID   int64        `json:"id"`
	Name string       `json:"name"`
	Type fee.Delivery `json:"type" doc:"in_person, digital or shipped."`
}

// DeliveryForm is absent for tickets by e-mail.
func DeliveryForm(d *order.Delivery) (out rest.Opt[DeliveryJSON]) {
	if d == nil {
		return out
	}
	return rest.Some(DeliveryJSON{d.FeeID, d.Name, d.Way})
}

// AddressJSON is a delivery address. It belongs to its order, and has the id of that.
type AddressJSON struct {
	ID          int64   `json:"id" doc:"That of the order."`
	Line1       *string `json:"addressLine1"`
	Line2       *string `json:"addressLine2"`
	CityID      *int64  `json:"cityId"`
	City        *string `json:"city"`
	Region      *string `json:"region"`
	Country     *string `json:"country"`
	CountryISO  *string `json:"countryIso"`
	CountryISO3 *string `json:"countryIso3"`
	Postcode    *string `json:"postcode"`
	SoftStamps
}

// AddressForm is where an order is sent to, nil where nobody said.
func AddressForm(o *order.Order) *AddressJSON {
	if o.Delivery == nil || o.Delivery.Address == nil {
		return nil
	}
	a := o.Delivery.Address
	out := &AddressJSON{
		ID: o.ID, Line1: OrNull(a.Line1), Line2: OrNull(a.Line2), City: OrNull(a.City), Region: OrNull(a.Region), Postcode: OrNull(a.Postcode),
		SoftStamps: SoftStampsOf(o.CreatedAt, o.UpdatedAt, o.DeletedAt),
	}
	if country, ok := company.CountryByID(a.CountryID); ok {
		out.Country, out.CountryISO, out.CountryISO3 = &country.Name, &country.ISO, &country.ISO3
	}
	return out
}
