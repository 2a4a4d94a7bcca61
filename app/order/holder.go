package order

import "cmp"

// SoldTo is to whom an order was sold: its purchaser, and the name that it gives.
type SoldTo struct {
	CustomerID int64  `msgpack:"c"`
	Name       string `msgpack:"rn"`
}

// SoldTo tells to whom the order was sold.
func (o *Order) SoldTo() SoldTo { return SoldTo{o.CustomerID, o.ReserverName} }

// HolderOf is the name of who holds an item: the one on it, else the one that its order gives where
// its purchaser holds it, else the customer's own. Several people may share an e-mail address.
func (s SoldTo) HolderOf(i *Item, customer string) string {
	if i.CustomerID == 0 || i.CustomerID == s.CustomerID {
		return cmp.Or(i.NamedHolder, s.Name, customer)
	}
	return cmp.Or(i.NamedHolder, customer)
}

// Details are what the buyer of an order in the shop typed. They stay with the order: the
// page of the order shows these, and never what is on file about a customer with the same
// e-mail. They say nothing until the order is completed with them.
type Details struct {
	Name     string `msgpack:"n,omitempty"`
	Email    string `msgpack:"e,omitempty"`
	Phone    string `msgpack:"p,omitempty"`
	Language string `msgpack:"l,omitempty"`
}
