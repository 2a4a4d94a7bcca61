package mail_test

import (
	"fmt"
	"testing"

	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/outbox"

	"github.com/matryer/is"
)

// xan buys, and is erased.
var xan = customer.Buyer{Name: "Xanthippe Quux", Email: "xanthippe@quux.example.org"}

// TestALetterThatWasGivenUpForgetsTheErased: the server that took it not said to whom.
func TestALetterThatWasGivenUpForgetsTheErased(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	d.carrier.answer = func(l *mail.Letter) error {
		return &mail.Rejection{Permanent: true, Text: fmt.Sprintf("550 5.1.1 <%s> unknown", l.To)}
	}
	d.buy(xan, d.ticket)
	d.jobs()
	dead, err := outbox.List(t.Context(), d.App, outbox.Filter{State: outbox.Dead})
	is.NoErr(err)
	is.True(len(dead) > 0)
	has(t, dead[0].Problem, xan.Email)
	d.erase(xan.Email)
	is.Equal(found(t, d, "Quux", "quux"), nil)
}

// TestAMailOnItsWayDoesNotComeBackAfterAnErasure: who reads it is erased while the mail server
// takes its time, whether that takes the mail or not.
func TestAMailOnItsWayDoesNotComeBackAfterAnErasure(t *testing.T) {
	for _, says := range []error{nil, &mail.Rejection{Permanent: true, Text: "550 <" + xan.Email + ">"}, &mail.Rejection{Text: "450 <" + xan.Email + ">"}} {
		is := is.New(t)
		d := newDesk(t, apptest.Calm())
		var during error
		d.carrier.answer = func(*mail.Letter) error {
			during = d.tryErase(xan.Email)
			return says
		}
		d.buy(xan, d.ticket)
		d.jobs()
		d.must(during)
		d.must(d.App.RunJob(t.Context(), customer.EraseJob))
		is.Equal(found(t, d, "Quux", "quux"), nil)
		hasNot(t, d.told(), "Quux", "quux")
	}
}

// TestAMailThatWasBeingWrittenIsWrittenAnew: what was read of somebody in a snapshot is not
// stored after they were erased.
func TestAMailThatWasBeingWrittenIsWrittenAnew(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	d.buy(xan, d.ticket)
	is.NoErr(mail.WriteAfter(t.Context(), d.App, d.A.Company.ID, func() { d.must(d.tryErase(xan.Email)) }))
	d.must(d.App.RunJob(t.Context(), customer.EraseJob))
	d.jobs()
	is.Equal(found(t, d, "Quux", "quux"), nil)
	is.Equal(d.carrier.to(xan.Email), nil)
}
