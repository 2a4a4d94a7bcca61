package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/queue"
	"marquee/app/transfer"

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
	dead, err := queue.List(t.Context(), d.App, queue.Filter{State: queue.Dead})
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

// TestAddressesOfBeforeAreErasedToo: what was sent and offered to one that somebody has no more,
// and what was said of it, unless somebody else has it now.
func TestAddressesOfBeforeAreErasedToo(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	o := d.buy(customer.Buyer{Name: "Xanthippe Quux", Email: "old@quux.example.org"}, d.ticket)
	mine := d.buy(ada, d.ticket).ItemIDs
	_, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: mine[:1], Email: "old@quux.example.org", Override: true})
	is.NoErr(err)
	d.jobs()
	for _, next := range []string{"shared@example.net", "new@quux.example.org"} {
		_, err = customer.Edit(t.Context(), d.App, d.A.Owner, o.CustomerID, customer.Fields{Email: &next})
		is.NoErr(err)
		_, err = mail.Suppress(t.Context(), d.App, d.A.Owner, next, "")
		is.NoErr(err)
	}
	_, err = mail.Suppress(t.Context(), d.App, d.A.Owner, "old@quux.example.org", "")
	is.NoErr(err)
	d.buy(customer.Buyer{Name: "Other", Email: "shared@example.net"}, d.ticket)
	d.jobs()
	all, err := customer.ExportPerson(t.Context(), d.App, d.A.Owner, o.CustomerID)
	is.NoErr(err)
	told := fmt.Sprintf("%+v", all.Sections[1:]) // that is another's now, but for what was mailed there
	is.Equal(strings.Count(told, "shared@example.net"), strings.Count(told, "Kind:customer-address-changed State:suppressed To:shared@example.net"))
	d.erase("new@quux.example.org")
	is.Equal(found(t, d, "Quux", "quux"), nil)
	is.True(len(found(t, d, "shared@example.net")) > 0)
}

// TestWhoComesBackDuringAnErasureKeepsTheirMails: the address is free from its first step on.
func TestWhoComesBackDuringAnErasureKeepsTheirMails(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	d.buy(xan, d.ticket)
	d.jobs()
	is.NoErr(d.tryErase(xan.Email))
	again := d.buy(xan, d.ticket)
	is.NoErr(d.App.RunJob(t.Context(), mail.WriteJob)) // it waits to be sent
	is.NoErr(d.App.RunJob(t.Context(), customer.EraseJob))
	d.jobs()
	is.Equal(len(d.got(again.CustomerID, xan.Email)), 1)
	has(t, d.told(), again.Reference)
}

// TestWhoHasTheAddressOfADuplicateIsNotErased: a merge leaves it free, and somebody else may have
// it when the one who was kept wants to know everything, and goes.
func TestWhoHasTheAddressOfADuplicateIsNotErased(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	const address = "family@quux.example.org"
	kept, duplicate := d.buy(xan, d.ticket), d.buy(customer.Buyer{Name: "Xanthippe Quux", Email: address}, d.ticket)
	d.jobs()
	_, err := customer.Merge(t.Context(), d.App, d.A.Owner, kept.CustomerID, duplicate.CustomerID)
	is.NoErr(err)
	is.NoErr(d.App.RunJob(t.Context(), customer.MergeJob))
	other := d.buy(customer.Buyer{Name: "Other", Email: address}, d.ticket)
	d.jobs()
	_, err = mail.Suppress(t.Context(), d.App, d.A.Owner, address, "Other asked for it")
	is.NoErr(err)
	all, err := customer.ExportPerson(t.Context(), d.App, d.A.Owner, kept.CustomerID)
	is.NoErr(err)
	hasNot(t, fmt.Sprintf("%+v", all.Sections), "Other asked for it")
	d.erase(xan.Email)
	is.Equal(len(d.got(other.CustomerID, address)), 1)
	has(t, d.told(), other.Reference)
	hasNot(t, d.told(), kept.Reference, duplicate.Reference)
	blocks, err := mail.Blocks(t.Context(), d.App, d.A.Owner, "", 10)
	is.NoErr(err)
	is.Equal(len(blocks), 1)
}

// got are the mails that somebody got at an address.
func (d *desk) got(customerID int64, address string) (all []mail.Message) {
	for _, m := range d.mails(mail.Filter{}) {
		if m.CustomerID == customerID && m.To == address && m.State == mail.Sent {
			all = append(all, m)
		}
	}
	return all
}
