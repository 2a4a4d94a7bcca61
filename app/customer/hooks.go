package customer

import (
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Changed fires when a customer's own data was edited.
var Changed = app.NewHook[Change]("customer changed")

// Moved fires with a customer who has another e-mail, before [Changed] does.
var Moved = app.NewHook[Change]("customer has another e-mail")

// SignInAsked fires with a customer who asked for a link to sign in.
var SignInAsked = app.NewHook[*Customer]("customer asked to sign in")

// Joined fires with somebody who was put into a group by hand and was not in it before.
var Joined = app.NewHook[Membership]("customer joined a group")

// Saved fires with customers that were written.
var Saved = app.NewHook[[]indexes.Change[Customer]]("customer saved")

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
