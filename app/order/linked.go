package order

import (
	"cmp"
	"slices"
)

// Links are made over who bought an order and who holds an item, so that they end when these
// change hands. Where two customers become one nothing does: whoever had a link has it still.
// Links go on to be made over the customer who was merged then, until something is given to
// somebody else. Of what an erased customer was given they are made over the number below
// zero: whoever finds the old ones opens nothing, and the box office gives others.

// GiveTo makes somebody else the purchaser of an order, 0: nobody.
func (o *Order) GiveTo(customerID int64) { o.CustomerID, o.LinkedAs = customerID, 0 }

// PassTo is GiveTo of an order that went through: what follows from what somebody bought
// follows for the former purchaser no more, and their links end.
func (o *Order) PassTo(customerID int64) {
	if former := o.CustomerID; former != 0 {
		o.Former = slices.DeleteFunc(slices.Clone(o.Former), func(id int64) bool { return id == former })
		o.Former = append(o.Former, former)
		o.Former = o.Former[max(0, len(o.Former)-maxFormer):]
	}
	o.GiveTo(customerID)
	o.EndLinks()
}

// GiveTo makes somebody else the holder of an item, 0: nobody.
func (i *Item) GiveTo(customerID int64) { i.CustomerID, i.LinkedAs = customerID, 0 }

// inherit makes it the order of a customer into whom its purchaser was merged.
func (o *Order) inherit(customerID int64) {
	if o.downloadable() {
		o.LinkedAs = o.linked()
	}
	o.CustomerID = customerID
}

// inherit makes it an item of a customer into whom its holder was merged.
func (i *Item) inherit(o *Order, customerID int64) {
	if o.downloadable() {
		i.LinkedAs = i.linked()
	}
	i.CustomerID = customerID
}

func (o *Order) linked() int64 { return cmp.Or(o.LinkedAs, o.CustomerID) }
func (i *Item) linked() int64  { return cmp.Or(i.LinkedAs, i.CustomerID) }

// Gave tells whether whoever bought an order gave an item of it to somebody else, who has
// links of their own since. Both may be one customer now.
func (o *Order) Gave(i *Item) bool { return i.CustomerID != 0 && i.linked() != o.linked() }
