package mail_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
)

// TestEachMailArrivesOnceOrIsListed: whatever a mail server answers, and whoever sends
// what again by hand, each mail arrives once, or stands in the list with its reason. A
// server that takes a mail and does not say so gets it again: it is told apart by its id.
func TestEachMailArrivesOnceOrIsListed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		is := is.New(t)
		d := newDesk(t, apptest.Calm(), apptest.Unchecked())
		arrived, unsaid := map[string]int{}, map[string]bool{}
		d.carrier.answer = func(l *mail.Letter) error {
			switch rapid.SampledFrom([]string{"yes", "no", "later", "down", "unsaid"}).Draw(r, "answer") {
			case "no":
				return &mail.Rejection{Permanent: true, Text: "550 no"}
			case "later":
				return &mail.Rejection{Text: "451 later"}
			case "down":
				return errors.New("connection refused")
			case "unsaid":
				arrived[l.To]++
				unsaid[l.To] = true
				return errors.New("connection lost after the text")
			}
			arrived[l.To]++
			return nil
		}
		n := rapid.IntRange(1, 4).Draw(r, "buyers")
		for i := range n {
			d.buy(customer.Buyer{Name: "B", Email: fmt.Sprintf("b%d@example.com", i)}, d.ticket)
		}
		for range rapid.IntRange(1, 30).Draw(r, "rounds") {
			d.jobs()
			d.Clock.Jump(rapid.SampledFrom([]time.Duration{time.Minute, time.Hour, 6 * time.Hour}).Draw(r, "pause"))
			if rapid.Bool().Draw(r, "again") {
				_, err := mail.SendAll(t.Context(), d.App, d.A.Owner, mail.Dead)
				is.NoErr(err)
			}
		}
		all := d.mails(mail.Filter{})
		is.Equal(len(all), n)
		for _, m := range all {
			switch m.State {
			case mail.Sent:
				is.True(arrived[m.To] == 1 || arrived[m.To] > 1 && unsaid[m.To])
			case mail.Dead, mail.Queued:
				is.True(arrived[m.To] == 0 || unsaid[m.To])
				is.True(m.State == mail.Queued || m.Reason != "")
			default:
				t.Fatalf("a mail is %s", m.State)
			}
		}
		d.Check()
	})
}

// TestWhatWasHandedOverIsNotSentAgain, though the outbox does not know of it.
func TestWhatWasHandedOverIsNotSentAgain(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.buy(ada, d.ticket)
	d.jobs()
	is.Equal(len(d.carrier.letters), 1)
	is.NoErr(mail.HandOver(t.Context(), d.App, d.A.Company.ID, d.only().ID))
	is.Equal(len(d.carrier.letters), 1)
}

// TestTicketsAreAttached where the company wants that, and are behind the link in any case.
func TestTicketsAreAttached(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	on := true
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{Attach: &on})
	is.NoErr(err)
	o := d.buy(ada, d.ticket)
	d.jobs()
	l := d.carrier.last()
	is.Equal(len(l.Attachments), 1)
	is.Equal(l.Attachments[0].Name, "tickets-"+o.Reference+".pdf")
	is.True(string(l.Attachments[0].Data[:5]) == "%PDF-")
	has(t, l.Text, base+"/tickets/")
}

// TestMailsAreForgotten: first what stood in them, then who got them.
func TestMailsAreForgotten(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	d.buy(ada, d.ticket)
	d.jobs()
	m := d.only()
	d.Clock.Jump(mail.KeepBody + time.Hour)
	d.must(d.App.RunJob(t.Context(), mail.ForgetJob))
	v, err := mail.Read(t.Context(), d.App, d.A.Owner, m.ID)
	is.NoErr(err)
	is.Equal(v.Text, "")
	is.Equal(d.only().State, mail.Sent)
	d.Clock.Jump(mail.KeepMail - mail.KeepBody)
	d.must(d.App.RunJob(t.Context(), mail.ForgetJob))
	is.Equal(len(d.mails(mail.Filter{})), 0)
}
