package customer

import (
	"iter"
	"time"

	"marquee/app"
	"marquee/app/person"
	"marquee/indexes"
)

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Personal asks for the rules by which the areas erase, merge and tell what they keep of
	// people, in the order in which an erasure goes.
	Personal func() []person.Rule
	// Upcoming asks whether a customer has something of an event that is not over.
	Upcoming func(r app.Reader, in int64) (bool, error)
	// HasMoney asks whether there is money on an account of a customer.
	HasMoney func(r app.Reader, in int64) (bool, error)
	// HasOrders asks whether a customer made an order, or holds something of one.
	HasOrders func(r app.Reader, in int64) (bool, error)
	// LastOrder asks for the last order that a customer made, 0: none.
	LastOrder func(r app.Reader, in int64) (int64, error)
	// Bought walks the customers with the last order of each, who ordered last first, behind an
	// order; 0: all.
	Bought func(r app.Reader, behind int64) iter.Seq2[Bought, error]
	// Changed fires when a customer's own data was edited.
	Changed func(tx app.Tx, in Change) error
	// Moved fires with a customer who has another e-mail, before [Changed] does.
	Moved func(tx app.Tx, in Change) error
	// SignInAsked fires with a customer who asked for a link to sign in.
	SignInAsked func(tx app.Tx, in *Customer) error
	// Joined fires with somebody who was put into a group by hand and was not in it before.
	Joined func(tx app.Tx, in Membership) error
	// Saved fires with customers that were written.
	Saved func(tx app.Tx, in []indexes.Change[Customer]) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }

// Change is an edit of a customer.
type Change struct{ Was, Now *Customer }

// AtGates tells whether something changed that gates show or judge by: the name, the
// e-mail or the date of birth.
func (c Change) AtGates() bool {
	return c.Was.Name != c.Now.Name || c.Was.Email != c.Now.Email || !sameTime(c.Was.DOB, c.Now.DOB)
}

func sameTime(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}
