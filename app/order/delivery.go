package order

import (
	"marquee/app/customer"
	"marquee/app/fee"
)

// Delivery is how an order reaches its buyer, as it was chosen.
type Delivery struct {
	// FeeID is the fee that offers it, and Name what that was called.
	FeeID int64        `msgpack:"f"`
	Name  string       `msgpack:"n"`
	Way   fee.Delivery `msgpack:"w"`
	// Address is where to, nil where nobody said.
	Address *customer.Address `msgpack:"a,omitempty"`
}

// DeliveryID is the fee that offers the delivery of the order, 0: it has none.
func (o *Order) DeliveryID() int64 {
	if o.Delivery == nil {
		return 0
	}
	return o.Delivery.FeeID
}
