package sales_test

import (
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/transfer"
	"marquee/indexes"
)

func (t *teller) purchaser(b order.Basket, email string, items, barcodes bool) error {
	_, err := sold.ChangePurchaser(t.t.Context(), t.App, t.A.Owner, sold.Purchaser{
		Order: key(b), Buyer: customer.Buyer{Name: "Grace", Email: email}, MoveItems: items, NewBarcodes: barcodes,
	})
	return err
}

func TestChangingThePurchaser(t *testing.T) {
	t.Run("moves the order, and what was paid stays", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		before, page := h.items(b), h.page(b)
		paid := h.payments(b)
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error { o.Notes = "ada comes late"; return nil })
			return err
		})
		is.NoErr(h.purchaser(b, "grace@example.com", false, false))
		grace := h.known("grace@example.com")
		is.Equal(h.order(b).CustomerID, grace)
		is.Equal(h.items(b)[0].CustomerID, before[0].CustomerID) // who holds them does still
		is.Equal(h.payments(b), paid)
		is.True(h.page(b) != page)
		is.Equal(h.order(b).Notes, "")
		is.Equal(h.scan(before[0].Barcode), entry.Valid)
	})
	t.Run("and the items, with other barcodes", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}})
		refusedWith(t, h.purchaser(b, "grace@example.com", true, true), "has something that is being given to somebody")
		_, err := h.claim(made.Token, "joan@example.com")
		is.NoErr(err)
		before := h.items(b)
		is.NoErr(h.purchaser(b, "grace@example.com", true, true))
		is.Equal(h.items(b)[0].CustomerID, h.known("grace@example.com"))
		is.Equal(h.items(b)[1].CustomerID, h.known("joan@example.com")) // what others were given is theirs
		is.Equal(h.scan(before[0].Barcode), entry.Denied)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
		_, err = h.refundOf(b, asIs)
		is.NoErr(err)
	})
	t.Run("is refused where it cannot be", func(t *testing.T) {
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		refusedWith(t, h.purchaser(b, "ada@example.com", false, false), "customerEmail: is that of the purchaser")
		refusedWith(t, h.purchaser(b, "", false, false), "customerEmail")
		refusedWith(t, h.purchaser(b, "grace@example.com", false, true), "newBarcodes: is possible only together with moveItems")
		refusedWith(t, h.purchaser(h.basketOf("eve@example.com", s, 1), "grace@example.com", false, false), "is not complete")
		_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
		h.noErr(err)
		refusedWith(t, h.purchaser(b, "grace@example.com", false, false), "orderId: is locked")
		o := h.soldTo("kay@example.com", s, 1)
		h.mustModify(o)
		refusedWith(t, h.purchaser(o, "grace@example.com", false, false), "orderId: is locked")
	})
}

// Credit stays with whoever bought it, and comes back from there.
func TestATopupOfAnOtherPurchaserIsTakenBackWhereItIs(t *testing.T) {
	is := is.New(t)
	p := newPurse(t)
	given := p.topsUp(1000)
	is.NoErr(p.purchaser(given, "grace@example.com", true, false))
	grace := *p
	grace.guest.ID = p.known("grace@example.com")
	grace.topsUp(1200)

	done, err := p.cashesOut(func(in *rules.Cashout) { in.Amount = new(int64(300)) })
	is.NoErr(err)
	is.Equal(done.Wallet.CustomerID, p.guest.ID)
	is.Equal(p.has(), "EUR 700, online 0, by hand 700")
	_, err = p.refund(rules.Refund{Order: key(given), Kind: rules.MoneyBack})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 0, online 0, by hand 0")
	is.Equal(grace.has(), "EUR 1200, online 0, by hand 1200")

	kept := p.topsUp(500)
	is.NoErr(p.purchaser(kept, "grace@example.com", true, false))
	_, err = p.refund(rules.Refund{Order: key(kept), Kind: rules.MoneyBack, KeepCredit: true})
	is.NoErr(err)
	is.Equal(p.has(), "EUR 500, online 0, by hand 0")
	spent := p.topsUp(300)
	is.NoErr(p.purchaser(spent, "grace@example.com", true, false))
	p.spends(700)
	_, err = p.refund(rules.Refund{Order: key(spent), Kind: rules.MoneyBack})
	refusedWith(t, err, "the wallet has only €1.00 of €3.00")
}
