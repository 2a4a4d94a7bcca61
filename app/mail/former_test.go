package mail_test

import (
	"fmt"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/customer"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/sales/sold"
	"marquee/app/transfer"
	"marquee/indexes"
)

// The people of these tests: xenia buys, and yvonne gets the order. The boss is told.
var (
	xenia  = customer.Buyer{Name: "Xenia Quux", Email: "xenia@quux.example.org"}
	yvonne = customer.Buyer{Name: "Yvonne Corge", Email: "yvonne@corge.example.org"}
)

const boss = "boss@example.com"

// passed is a desk at which xenia bought something that is yvonne's now.
func passed(t *testing.T) (*desk, order.Order) {
	t.Helper()
	d := newDesk(t, apptest.Calm())
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{PurchasesTo: &[]string{boss}})
	d.must(err)
	o := d.buy(xenia, d.ticket)
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Orders).Update(tx, o.ID, func(o *order.Order) error { o.Notes = "Quux comes late"; return nil })
		return err
	})
	d.jobs()
	d.pass(o, yvonne)
	return d, o
}

// pass makes somebody the purchaser of an order.
func (d *desk) pass(o order.Order, to customer.Buyer) {
	d.t.Helper()
	_, err := sold.ChangePurchaser(d.t.Context(), d.App, d.A.Owner, sold.Purchaser{Order: order.Key{ID: o.ID}, Buyer: to, MoveItems: true, Mail: true})
	d.must(err)
	d.jobs()
}

// known is the number of a customer.
func (d *desk) known(email string) (id int64) {
	d.t.Helper()
	d.must(d.App.View(d.t.Context(), d.A.Owner, app.ViewCustomers, func(r app.Reader) error {
		c, err := customer.ByEmail(r, email)
		id = c.ID
		return err
	}))
	return id
}

// keptOf are the mails that an export of a customer tells.
func (d *desk) keptOf(email string) (all []mail.Kept) {
	d.t.Helper()
	told, err := customer.ExportPerson(d.t.Context(), d.App, d.A.Owner, d.known(email))
	d.must(err)
	for _, s := range told.Sections {
		if kept, ok := s.Records.([]mail.Kept); ok {
			all = append(all, kept...)
		}
	}
	return all
}

// TestAnExportHasNobodyElsesMails: who has an order is not told what was mailed to who had it
// before, to whom it was given on, and which people of the company are told.
func TestAnExportHasNobodyElsesMails(t *testing.T) {
	is := is.New(t)
	d, o := passed(t)
	d.give(o.ItemIDs[0], false)
	kinds := func(email string) map[mail.Kind]int {
		all := map[mail.Kind]int{}
		for _, m := range d.keptOf(email) {
			all[m.Kind]++
		}
		return all
	}
	is.Equal(kinds(xenia.Email), map[mail.Kind]int{mail.Confirmation: 1, mail.StaffPurchase: 1})
	is.Equal(kinds(yvonne.Email), map[mail.Kind]int{mail.Confirmation: 1})
	text := fmt.Sprintf("%+v", d.keptOf(xenia.Email))
	has(t, text, "Buyer: Xenia Quux")
	hasNot(t, text, "Yvonne", "yvonne", "Grace", "grace", boss)
	hasNot(t, fmt.Sprintf("%+v", d.keptOf(yvonne.Email)), "Quux", "quux", "Grace", "grace", boss)

	// What somebody is offered who is no customer yet is theirs by the address.
	made, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: d.buy(ada, d.ticket).ItemIDs, Email: xenia.Email, Name: xenia.Name, Override: true})
	is.NoErr(err)
	d.jobs()
	is.Equal(kinds(xenia.Email)[mail.TransferOffer], 1)
	is.Equal(kinds(ada.Email)[mail.TransferOffer], 0)
	_, err = transfer.Claim(t.Context(), d.App, made.Token, transfer.Claimant{Name: xenia.Name})
	is.NoErr(err)
}

// TestAFormerPurchaserIsErased: of who had an order before nothing is left in what people of the
// company were mailed about it, nor on the order; what they were mailed about who has it stays.
func TestAFormerPurchaserIsErased(t *testing.T) {
	is := is.New(t)
	d, _ := passed(t)
	is.True(len(found(t, d, "Quux", "quux")) > 0)
	d.erase(xenia.Email)
	is.Equal(found(t, d, "Quux", "quux"), nil)
	is.Equal(len(d.mails(mail.Filter{Address: boss})), 1) // that somebody was told is still known
	has(t, fmt.Sprintf("%+v", d.keptOf(yvonne.Email)), yvonne.Name)
}

// TestAMailToStaffThatWaitsTellsOfWhoBought: even where somebody else has the order when it is
// sent.
func TestAMailToStaffThatWaitsTellsOfWhoBought(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	_, err := mail.ChangeSettings(t.Context(), d.App, d.A.Owner, mail.SettingsChange{PurchasesTo: &[]string{boss}})
	is.NoErr(err)
	mail.Use(d.App, mail.Post{}) // there is no mail server
	o := d.buy(xenia, d.ticket)
	d.jobs()
	mail.Use(d.App, mail.Post{Carrier: d.carrier, From: "office@example.com", BaseURL: base})
	d.pass(o, yvonne)
	_, err = mail.SendNow(t.Context(), d.App, d.A.Owner, d.mails(mail.Filter{Address: boss})[0].ID)
	is.NoErr(err)
	d.jobs()
	has(t, d.carrier.lastTo(boss).Text, "Buyer: Xenia Quux")
	has(t, fmt.Sprintf("%+v", d.keptOf(xenia.Email)), "Buyer: Xenia Quux")
	hasNot(t, fmt.Sprintf("%+v", d.keptOf(yvonne.Email)), "Quux")
	d.erase(xenia.Email)
	is.Equal(found(t, d, "Quux", "quux"), nil)
}

// TestMergedCustomersKeepWhatTellsOfThem: a mail to people of the company goes to the one into
// whom the purchaser was merged.
func TestMergedCustomersKeepWhatTellsOfThem(t *testing.T) {
	is := is.New(t)
	d, _ := passed(t)
	kept := d.buy(customer.Buyer{Name: "Xenia Q", Email: "xenia@example.net"}, d.ticket)
	d.jobs()
	_, err := customer.Merge(t.Context(), d.App, d.A.Owner, kept.CustomerID, d.known(xenia.Email))
	is.NoErr(err)
	d.jobs()
	told := 0
	for _, m := range d.mails(mail.Filter{Address: boss}) {
		if m.AboutID == kept.CustomerID {
			told++
		}
	}
	is.Equal(told, 2)
}
