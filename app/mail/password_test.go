package mail_test

import (
	"strings"
	"testing"
	"time"

	"marquee/app/company"
	"marquee/app/mail"

	"github.com/matryer/is"
)

// TestALinkToSetANewPasswordIsMailed: the secret stands in the letter alone, and what is
// kept of the mail does not open anything.
func TestALinkToSetANewPasswordIsMailed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	ask := func(email string) {
		d.must(company.AskReset(t.Context(), d.App, nil, company.ResetAsk{Email: email}))
		d.must(d.App.RunJob(t.Context(), company.ResetsJob))
		d.jobs()
	}
	ask("nobody@example.com")
	is.Equal(len(d.carrier.letters), 0)
	ask("owner@a.example.com")
	l := d.carrier.last()
	is.Equal(l.To, "owner@a.example.com")
	_, rest, found := strings.Cut(l.Text, base+mail.PasswordPath)
	is.True(found)
	link, _, _ := strings.Cut(rest, "\n")
	has(t, l.Text, "30")
	v, err := mail.Read(t.Context(), d.App, d.A.Owner, d.only().ID)
	is.NoErr(err)
	is.True(v.Text != "" && !strings.Contains(v.Text+v.HTML, link))
	d.Clock.Jump(time.Second)
	_, err = company.SetPassword(t.Context(), d.App, link, "a whole new password", "")
	is.NoErr(err)

	d.Clock.Jump(time.Hour)
	ask("owner@a.example.com")
	ask("owner@a.example.com")
	is.Equal(len(d.carrier.letters), 3)
	is.True(d.carrier.letters[1].Text != d.carrier.letters[2].Text)
}
