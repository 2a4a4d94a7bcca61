package mail_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app/customer"
)

// TestTheOldAddressIsTold: that it is not the customer's any more, also where several were in
// between; and who was signed in is not.
func TestTheOldAddressIsTold(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	in, err := customer.MakeSignIn(t.Context(), d.App, d.A.Owner, customer.SignIn{Email: "ada@example.com", Token: true})
	is.NoErr(err)
	d.jobs()
	for _, next := range []string{"eve@example.com", "mallory@example.com"} {
		_, err := customer.Edit(t.Context(), d.App, d.A.Owner, o.CustomerID, customer.Fields{Email: &next})
		is.NoErr(err)
	}
	d.jobs()
	for _, former := range []string{"ada@example.com", "eve@example.com"} {
		l := d.carrier.lastTo(former)
		is.Equal(l.Subject, "Your e-mail address at Twin Festivals was changed")
		hasNot(t, l.Text, "mallory") // whose that is, is nobody else's business
	}
	is.Equal(d.carrier.to("mallory@example.com"), nil)
	_, err = customer.Of(t.Context(), d.App, d.A.Company.ID, in.Token, customer.Place{})
	is.True(err != nil)
	d.must(d.tryErase("mallory@example.com"))
	d.must(d.App.RunJob(t.Context(), customer.EraseJob))
	d.jobs()
}
