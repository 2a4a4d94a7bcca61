package mail_test

import (
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/app/transfer"

	"github.com/matryer/is"
)

// grace gets tickets from others.
var grace = transfer.Claimant{Name: "Grace Quux", Email: "grace@quux.example.org"}

// give gives the first of what somebody bought to grace.
func (d *desk) give(itemID int64, claim bool) {
	d.t.Helper()
	made, err := transfer.Start(d.t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: []int64{itemID}, Email: grace.Email, Name: grace.Name, Override: true})
	d.must(err)
	d.jobs()
	if claim {
		_, err = transfer.Claim(d.t.Context(), d.App, made.Token, transfer.Claimant{Name: grace.Name})
		d.must(err)
		d.jobs()
	}
}

// erase erases who has an address.
func (d *desk) erase(email string) {
	d.t.Helper()
	d.must(d.tryErase(email))
	d.must(d.App.RunJob(d.t.Context(), customer.EraseJob))
	d.jobs()
}

// tryErase begins to erase who has an address.
func (d *desk) tryErase(email string) error {
	var who customer.Customer
	err := d.App.View(d.t.Context(), d.A.Owner, app.ViewCustomers, func(r app.Reader) (err error) {
		who, err = customer.ByEmail(r, email)
		return err
	})
	if err != nil {
		return err
	}
	return customer.Delete(d.t.Context(), d.App, d.A.Owner, who.ID, true)
}

// told is everything that mails said, as it is kept.
func (d *desk) told() (text string) {
	d.t.Helper()
	d.must(d.App.View(d.t.Context(), d.A.Owner, app.Authenticated, func(r app.Reader) error {
		all, err := mail.Texts(r)
		text = strings.Join(all, "\n")
		return err
	}))
	return text
}

// TestMailsToTheOtherSideForgetTheErased: who gave a ticket was mailed the name of who took it,
// and who was offered one that of who gave it.
func TestMailsToTheOtherSideForgetTheErased(t *testing.T) {
	t.Run("who took it", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t, apptest.Calm())
		d.give(d.buy(ada, d.ticket).ItemIDs[0], true)
		has(t, d.told(), "Grace Quux")
		d.erase(grace.Email)
		hasNot(t, d.told(), "Quux", "quux")
		is.Equal(found(t, d, "Quux", "quux"), nil)
		kinds := map[mail.Kind]bool{}
		for _, m := range d.mails(mail.Filter{Address: ada.Email}) {
			kinds[m.Kind] = true
		}
		is.True(kinds[mail.TransferClaimed]) // that ada got it is still known
	})
	t.Run("who gave on what was given to them", func(t *testing.T) {
		is := is.New(t)
		d := newDesk(t, apptest.Calm())
		first := d.buy(ada, d.ticket).ItemIDs[0]
		d.give(first, true)
		made, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: []int64{first}, Email: "eve@example.net", Name: "Eve", Override: true})
		is.NoErr(err)
		d.jobs()
		_, err = transfer.Claim(t.Context(), d.App, made.Token, transfer.Claimant{Name: "Eve"})
		is.NoErr(err)
		d.jobs()
		has(t, d.told(), "Grace Quux")
		d.erase(grace.Email)
		hasNot(t, d.told(), "Quux", "quux")
	})
}

// TestMailsWithReportsKeepTheirNumber: what is kept of one does not repeat what the report is
// called, which may be after a person.
func TestMailsWithReportsKeepTheirNumber(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	_, err := report.SaveReport(t.Context(), d.App, d.A.Owner, report.Save{
		Name: "What Grace Quux bought", Span: report.LastDay, Ask: report.Ask{ID: report.EventSales},
		Schedule: &report.Schedule{Every: report.Daily, Minute: 6 * 60, Format: sheet.CSV, To: []string{"boss@example.com"}},
	})
	is.NoErr(err)
	d.Clock.Jump(24 * time.Hour)
	d.deliver()
	has(t, d.carrier.lastTo("boss@example.com").Subject, "Grace Quux")
	has(t, d.told(), "#1000")
	hasNot(t, d.told(), "Quux")
}
