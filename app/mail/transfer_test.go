package mail_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/mail"
	"marquee/app/transfer"
)

// TestTransfersAreMailed: to whom something is given, to who gave it, and to who takes it;
// the link in the first mail works, and who gets mails learns nothing of the order.
func TestTransfersAreMailed(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	given := func(email string) transfer.Made {
		made, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: []int64{d.itemsOf(o)[0].ID}, Email: email, Name: "Grace {x}", Override: true})
		d.must(err)
		d.jobs()
		return made
	}
	first := given("grace@example.com")
	offer := d.carrier.last()
	is.Equal(offer.To, "grace@example.com")
	is.Equal(offer.ToName, "Grace {x}")
	is.True(strings.HasSuffix(strings.SplitN(offer.Subject, " for ", 2)[0], "gives you tickets"))
	has(t, offer.Text, "1 × Standing", mail.ClaimPath+first.Token)
	is.True(!strings.Contains(offer.Text+offer.HTML, o.Reference))
	is.True(!strings.Contains(offer.Text+offer.HTML, mail.TicketsPath))

	_, err := transfer.Cancel(t.Context(), d.App, d.A.Owner, first.ID)
	d.must(err)
	d.jobs()
	is.Equal(d.carrier.last().To, "grace@example.com")
	has(t, d.carrier.last().Subject, "are not given to you any more")

	second := given("grace@example.com")
	token := regexp.MustCompile(mail.ClaimPath + `(\S+)`).FindStringSubmatch(d.carrier.last().Text)[1]
	is.Equal(token, second.Token)
	_, err = transfer.Claim(t.Context(), d.App, token, transfer.Claimant{Name: "Grace"})
	d.must(err)
	before := len(d.carrier.letters)
	d.jobs()
	to := map[string]string{}
	for _, l := range d.carrier.letters[before:] {
		to[l.To] = l.Text
	}
	is.Equal(len(to), 2)
	has(t, to["grace@example.com"], mail.TicketsPath)
	has(t, to[ada.Email], "not valid any more")
	is.True(!strings.Contains(to[ada.Email], mail.TicketsPath))
	is.True(!strings.Contains(to["grace@example.com"], o.Reference))
}

// TestAMailAboutATransferThatEndedIsNotSent, though it was written.
func TestAMailAboutATransferThatEndedIsNotSent(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	o := d.buy(ada, d.ticket)
	d.jobs()
	before := len(d.carrier.letters)
	made, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: []int64{d.itemsOf(o)[0].ID}, Email: "grace@example.com", Override: true})
	d.must(err)
	_, err = transfer.Cancel(t.Context(), d.App, d.A.Owner, made.ID)
	d.must(err)
	d.jobs()
	for _, l := range d.carrier.letters[before:] {
		is.True(!strings.Contains(l.Text, mail.ClaimPath))
	}
}

// TestAVoucherThatWasGivenIsMailedToItsHolder: its buyer is never told a code, who takes it is.
func TestAVoucherThatWasGivenIsMailedToItsHolder(t *testing.T) {
	is := is.New(t)
	d := newDesk(t)
	v := d.addItem(0, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, i.Name = catalog.GiftVoucher, "Voucher" })
	b := d.basket(ada, v)
	made, err := transfer.Start(t.Context(), d.App, d.A.Owner, transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[1].ID}, Email: "grace@example.com", Name: "Grace"})
	d.must(err)
	o := d.complete(b)
	d.jobs()
	for _, l := range d.carrier.letters {
		is.True(l.Subject != "Your gift voucher")
		is.True(!strings.Contains(l.Text, d.itemsOf(o)[0].Barcode))
	}
	_, err = transfer.Claim(t.Context(), d.App, made.Token, transfer.Claimant{Name: "Grace"})
	d.must(err)
	before := len(d.carrier.letters)
	d.jobs()
	for _, l := range d.carrier.letters[before:] {
		is.Equal(strings.Contains(l.Text, d.itemsOf(o)[0].Barcode), l.To == "grace@example.com")
	}
}
