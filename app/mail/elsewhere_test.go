package mail_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
)

// TestAMailGoesElsewhereForOnce: to an address that staff name, and nowhere else; the order and its
// next mail stay the buyer's.
func TestAMailGoesElsewhereForOnce(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	is.NoErr(mail.ResendTo(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}, "Grace@example.org"))
	d.jobs()
	is.Equal(len(d.carrier.to("grace@example.org")), 1)
	is.Equal(len(d.carrier.to(ada.Email)), 1)
	m := d.mails(mail.Filter{})[0]
	is.True(m.Elsewhere && m.Asked)
	is.Equal(m.To, "grace@example.org")
	is.Equal(m.CustomerID, o.CustomerID)
	has(t, d.carrier.lastTo("grace@example.org").Text, "Ada")

	is.NoErr(mail.Resend(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}))
	d.jobs()
	is.Equal(len(d.carrier.to(ada.Email)), 2)
	is.Equal(app.KindOf(mail.ResendTo(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}, "nobody")), app.Invalid)
	is.Equal(app.KindOf(mail.ResendTo(t.Context(), d.App, d.B.Owner, order.Key{ID: o.ID}, "grace@example.org")), app.NotFound)

	is.NoErr(customer.Delete(t.Context(), d.App, d.A.Owner, o.CustomerID, true))
	is.NoErr(d.App.RunJob(t.Context(), customer.EraseJob))
	d.jobs()
	for _, m := range d.mails(mail.Filter{}) {
		is.True(m.To != "grace@example.org") // whom the buyer knows goes with the buyer
	}
}

// TestAnAddressThatWantsNoneGetsNoneEither where staff name it.
func TestAnAddressThatWantsNoneGetsNoneEither(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	_, err := mail.Suppress(t.Context(), d.App, d.A.Owner, "grace@example.org", "bounced")
	is.NoErr(err)
	is.NoErr(mail.ResendTo(t.Context(), d.App, d.A.Owner, order.Key{ID: o.ID}, "grace@example.org"))
	d.jobs()
	is.Equal(d.mails(mail.Filter{})[0].State, mail.Suppressed)
	is.Equal(len(d.carrier.to("grace@example.org")), 0)
}

// TestAMailServerIsTried: the mail goes to whoever asks, and what the server says is told.
func TestAMailServerIsTried(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	out, err := mail.Try(t.Context(), d.App, d.A.Owner)
	is.NoErr(err)
	is.Equal(out, mail.Tried{To: d.A.Owner.UserEmail, Taken: true})
	is.Equal(d.carrier.last().To, d.A.Owner.UserEmail)
	d.carrier.answer = func(*mail.Letter) error { return &mail.Rejection{Permanent: true, Text: "550 who are you?"} }
	out, err = mail.Try(t.Context(), d.App, d.A.Owner)
	is.NoErr(err)
	is.Equal(out, mail.Tried{To: d.A.Owner.UserEmail, Answer: "550 who are you?"})
	_, err = mail.Try(t.Context(), d.App, d.B.Owner)
	is.Equal(app.KindOf(err), app.Forbidden)

	bare := apptest.New(t)
	out, err = mail.Try(t.Context(), bare.App, bare.A.Owner)
	is.NoErr(err)
	is.Equal(out.Answer, "there is no mail server yet")
}
