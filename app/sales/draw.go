package sales

import (
	"marquee/app"
	"marquee/app/order"
)

// spareReferences are drawn for one command, should the first be taken.
const spareReferences = 4

// codes are the reference and the barcodes a command may use. They are drawn
// before its transaction, so that a second run of it finds the same ones.
type codes struct {
	reference string
	link      string // the token of a link, where one is asked for
	barcodes  order.Barcodes
}

// retry runs a command with one reference after the other while its reference
// turns out to be taken, which is once in a hundred thousand orders of a million.
func (c codes) retry(a *app.App, command func(codes) error) error {
	for spare := spareReferences; ; spare-- {
		err := command(c)
		if spare == 0 || !order.ReferenceTaken(err) {
			return err
		}
		c.reference = order.NewReference(a)
	}
}
