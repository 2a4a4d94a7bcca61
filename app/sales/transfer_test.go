package sales_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/transfer"
	"marquee/indexes"
)

// givers are at an event whose tickets may be given to others and sold on.
func givers(t *testing.T, opts ...apptest.Option) (*teller, catalog.SaleItem) {
	h, _ := resellers(t, opts...)
	h.share(func(e *catalog.Event) { e.Settings.TicketsAfter = true })
	return h, h.addItem(-1, plain)
}

func (t *teller) share(change func(*catalog.Event)) {
	t.update(func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, t.event.ID, func(e *catalog.Event) error { change(e); return nil })
		return err
	})
}

func (t *teller) give(in transfer.Ask) (transfer.Made, error) {
	return transfer.Start(t.t.Context(), t.App, t.A.Owner, in)
}

func (t *teller) mustGive(in transfer.Ask) transfer.Made {
	t.t.Helper()
	made, err := t.give(in)
	t.noErr(err)
	return made
}

func (t *teller) claim(token, email string) (transfer.Done, error) {
	return transfer.Claim(t.t.Context(), t.App, token, transfer.Claimant{Name: "Grace", Email: email})
}

func (t *teller) transfer(id int64) transfer.View {
	t.t.Helper()
	v, err := transfer.Read(t.t.Context(), t.App, t.A.Owner, id)
	t.noErr(err)
	return v
}

func TestATransfer(t *testing.T) {
	t.Run("by link gives the ticket to whoever comes first, under another barcode", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		before := h.items(b)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{before[0].ID}})
		is.Equal(made.State, transfer.Pending)
		is.Equal(h.items(b)[0].Barcode, before[0].Barcode)
		done, err := h.claim(made.Token, "grace@example.com")
		is.NoErr(err)
		is.Equal(done.State, transfer.Claimed)
		is.True(done.Tickets != "")
		now := h.items(b)[0]
		is.Equal(now.CustomerID, done.ToID)
		is.Equal(now.TransferID, int64(0))
		is.Equal(h.items(b)[1].Barcode, before[1].Barcode)
		is.Equal(h.scan(before[0].Barcode), entry.Denied)
		is.Equal(h.scan(now.Barcode), entry.Valid)
		_, err = h.claim(made.Token, "joan@example.com")
		is.True(err != nil && strings.Contains(err.Error(), "token: was claimed already"))
	})
	t.Run("to an address is claimed by that address alone", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "Grace@Example.com"})
		_, err := h.claim(made.Token, "joan@example.com")
		is.True(err != nil && strings.Contains(err.Error(), "customerEmail: is not the address"))
		_, err = h.claim(made.Token, "")
		is.NoErr(err)
		is.Equal(h.transfer(made.ID).To.Email, "grace@example.com")
	})
	t.Run("that is instant is claimed as it is made, and may keep the barcode", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		code := h.items(b)[0].Barcode
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", Name: "Grace", Instant: true, KeepBarcodes: true})
		is.Equal(made.State, transfer.Claimed)
		is.Equal(made.Token, "")
		is.Equal(h.items(b)[0].CustomerID, made.ToID)
		is.Equal(h.scan(code), entry.Valid)
	})
	t.Run("that is cancelled leaves everything as it was", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		_, err := transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
		is.NoErr(err)
		_, err = h.claim(made.Token, "grace@example.com")
		is.True(err != nil && strings.Contains(err.Error(), "token: was cancelled"))
		_, err = transfer.Cancel(t.Context(), h.App, h.A.Owner, made.ID)
		is.True(err != nil && strings.Contains(err.Error(), "id: was cancelled"))
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
	})
	t.Run("has one link at a time", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		again, err := transfer.NewLink(t.Context(), h.App, h.A.Owner, made.ID)
		is.NoErr(err)
		_, err = h.claim(made.Token, "grace@example.com")
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = h.claim(again.Token+"A", "grace@example.com")
		is.Equal(app.KindOf(err), app.NotFound)
		_, err = h.claim(again.Token, "grace@example.com")
		is.NoErr(err)
	})
	t.Run("waits for its day", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		day := h.Clock.Now().Add(24 * time.Hour)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", MailAt: &day})
		is.NoErr(h.App.RunJob(t.Context(), transfer.MailDue))
		is.True(!h.transfer(made.ID).Mailed)
		h.Clock.Jump(25 * time.Hour)
		is.NoErr(h.App.RunJob(t.Context(), transfer.MailDue))
		is.True(h.transfer(made.ID).Mailed)
	})
	t.Run("of a ticket takes its add-ons along", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		addon := h.addItem(-1, func(a *catalog.SaleItem, i *catalog.InventoryItem) { a.ParentID, i.Name = s.ID, "Camping" })
		b := h.mustAdd(sales.AddToBasket{
			Items: []rules.AddItem{one(s, 1), one(addon, 1)}, Buyer: customer.Buyer{Name: "Ada", Email: "ada@example.com"}, Channel: catalog.APIChannel,
		})
		b, err := h.complete(b, cash)
		is.NoErr(err)
		_, err = h.give(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}})
		is.True(err != nil && strings.Contains(err.Error(), "goes with the ticket"))
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
		is.Equal(made.ItemIDs, []int64{b.Items[0].ID, b.Items[1].ID})
	})
	t.Run("ends when what it gives is voided", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 2)
		made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[1].ID}})
		_, err := h.refundOf(b, func(in *rules.Refund) { in.Order, in.ItemIDs = order.Key{}, []int64{b.Items[0].ID} })
		is.NoErr(err)
		is.Equal(h.transfer(made.ID).Reason, transfer.ItemGone)
		_, err = h.claim(made.Token, "grace@example.com")
		is.True(err != nil)
		is.Equal(h.items(b)[1].TransferID, int64(0))
	})
}

func TestWhatCannotBeGiven(t *testing.T) {
	first := func(b order.Basket) transfer.Ask { return transfer.Ask{ItemIDs: []int64{b.Items[0].ID}} }
	for _, c := range []struct {
		must string
		try  func(h *teller, s catalog.SaleItem, b order.Basket) error
		want string
	}{
		{"nothing", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{})
			return err
		}, "orderItemIds: must have between"},
		{"what does not exist", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{ItemIDs: []int64{999}})
			return err
		}, "orderItemIds.0: does not exist"},
		{"a ticket twice", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, b.Items[0].ID}})
			return err
		}, "orderItemIds.1: is there twice"},
		{"tickets of two orders", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			o := h.soldTo("ada@example.com", s, 1)
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID, o.Items[0].ID}})
			return err
		}, "orderItemIds.1: belongs to another order"},
		{"what the event does not let anybody give", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.share(func(e *catalog.Event) { e.Settings.TicketsAfter = false })
			_, err := h.give(first(b))
			return err
		}, "cannot be given to others"},
		{"what its sale item does not let anybody give", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.update(func(tx app.Tx) error {
				_, err := indexes.Forge(catalog.SaleItems).Update(tx, s.ID, func(s *catalog.SaleItem) error { s.Sharing = catalog.SharedBefore; return nil })
				return err
			})
			_, err := h.give(first(b))
			return err
		}, "cannot be given to others"},
		{"what is given already", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.mustGive(first(b))
			_, err := h.give(first(b))
			return err
		}, "is being given to somebody already"},
		{"what is offered for resale", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			h.noErr(err)
			_, err = h.give(first(b))
			return err
		}, "is locked"},
		{"and be offered for resale", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.mustGive(first(b))
			_, err := h.list(1, resale.Ask{ItemID: b.Items[0].ID})
			return err
		}, "was transferred"},
		{"what was scanned", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.scan(h.items(b)[0].Barcode)
			_, err := h.give(first(b))
			return err
		}, "was scanned"},
		{"what was scanned meanwhile", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			made := h.mustGive(first(b))
			h.scan(h.items(b)[0].Barcode)
			_, err := h.claim(made.Token, "grace@example.com")
			return err
		}, "token: was scanned"},
		{"what was refunded", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.refundOf(b, asIs)
			h.noErr(err)
			_, err = h.give(first(b))
			return err
		}, "is not valid"},
		{"what is in a basket", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(first(h.mustAdd(adding(one(s, 1)))))
			return err
		}, "cannot be given to others"},
		{"when the event is over", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.Clock.Jump(3 * 366 * 24 * time.Hour)
			_, err := h.give(first(b))
			return err
		}, "is for an event that is over"},
		{"to whoever has it", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "ADA@example.com"})
			return err
		}, "customerEmail: is that of the holder"},
		{"to whoever has it, by link", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.claim(h.mustGive(first(b)).Token, "ada@example.com")
			return err
		}, "customerEmail: is that of the holder"},
		{"to nobody at once", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Instant: true})
			return err
		}, "customerEmail: is required"},
		{"to what is no address", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace"})
			return err
		}, "customerEmail: must be a valid e-mail address"},
		{"yesterday", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			at := h.Clock.Now().Add(-time.Hour)
			_, err := h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "grace@example.com", MailAt: &at})
			return err
		}, "mailAt: must be within"},
		{"on, where only the purchaser gives", func(h *teller, s catalog.SaleItem, b order.Basket) error {
			h.share(func(e *catalog.Event) { e.Settings.PurchaserOnly = true })
			_, err := h.claim(h.mustGive(first(b)).Token, "grace@example.com")
			h.noErr(err)
			_, err = h.give(first(b))
			return err
		}, "was given to somebody else"},
	} {
		t.Run(c.must, func(t *testing.T) {
			h, s := givers(t)
			b := h.soldTo("ada@example.com", s, 1)
			if err := c.try(h, s, b); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// page is the secret of the page of an order.
func (t *teller) page(b order.Basket) (token string) {
	o := t.order(b)
	return order.NewLinks(t.A.Company.ID, t.A.Company.LinkKey).Page(&o)
}

func TestBuyersGive(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	b, other := h.soldTo("ada@example.com", s, 2), h.soldTo("joan@example.com", s, 1)
	page := h.page(b)
	give := func(in transfer.Ask) (transfer.Made, error) {
		return transfer.StartAsBuyer(t.Context(), h.App, page, in)
	}
	_, err := give(transfer.Ask{ItemIDs: []int64{other.Items[0].ID}})
	is.True(err != nil && strings.Contains(err.Error(), "orderItemIds.0: does not exist"))
	_, err = transfer.StartAsBuyer(t.Context(), h.App, page+"x", transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
	is.Equal(app.KindOf(err), app.NotFound)
	made, err := give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Instant: true, KeepBarcodes: true, Override: true})
	is.NoErr(err)
	is.Equal(made.State, transfer.Pending) // nobody's word is taken for who holds it
	_, err = transfer.CancelAsBuyer(t.Context(), h.App, h.page(other), made.ID)
	is.Equal(app.KindOf(err), app.NotFound)
	_, err = h.claim(made.Token, "grace@example.com")
	is.NoErr(err)
	_, err = give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
	is.True(err != nil && strings.Contains(err.Error(), "was given to somebody else"))
	h.share(func(e *catalog.Event) { e.Settings.Corrections = true })
	again, err := give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}, Email: "right@example.com"})
	is.NoErr(err)
	_, err = transfer.CancelAsBuyer(t.Context(), h.App, page, again.ID)
	is.NoErr(err)
	for range 30 {
		var made transfer.Made
		if made, err = give(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}, Email: "victim@example.com"}); err != nil {
			break
		}
		_, err = transfer.CancelAsBuyer(t.Context(), h.App, page, made.ID)
		is.NoErr(err)
	}
	is.Equal(app.KindOf(err), app.TooMany) // nobody is buried in mails
	is.True(url.PathEscape(made.Token) == made.Token)
}

func TestTransfersRace(t *testing.T) {
	// Both sides are tried together; which came first decides, and never both happen.
	race := func(t *testing.T, rival func(h *teller, b order.Basket, barcode string) error, after func(is *is.I, h *teller, b order.Basket, claimed bool)) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		wins := 0
		for round := range 14 {
			b := h.soldTo("ada@example.com", s, 1)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
			barcode := h.items(b)[0].Barcode
			var claimed error
			together(2, func(i int) {
				if i == round%2 {
					_, claimed = patient(func() (transfer.Done, error) { return h.claim(made.Token, "grace@example.com") })
					return
				}
				_ = rival(h, b, barcode)
			})
			if claimed == nil {
				wins++
			}
			after(is, h, b, claimed == nil)
		}
		t.Logf("%d of 14 claimed", wins)
	}
	t.Run("with a scan: who was let in gives nothing", func(t *testing.T) {
		race(t, func(h *teller, b order.Basket, barcode string) error { h.scan(barcode); return nil }, func(is *is.I, h *teller, b order.Basket, claimed bool) {
			it := h.items(b)[0]
			was, err := wasScanned(h, it.ID)
			is.NoErr(err)
			is.True(was != claimed)
		})
	})
	t.Run("with a refund: what was voided is nobody's", func(t *testing.T) {
		race(t, func(h *teller, b order.Basket, _ string) error {
			_, err := patient(func() (int64, error) { return h.refundOf(b, asIs) })
			return err
		}, func(is *is.I, h *teller, b order.Basket, _ bool) {
			it := h.items(b)[0]
			is.True(it.CancelledAt != nil) // staff refund what somebody else has by now, too
			is.Equal(it.TransferID, int64(0))
			is.Equal(h.scan(it.Barcode), entry.Denied)
		})
	})
	t.Run("with another claim: one has it", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for range 14 {
			b := h.soldTo("ada@example.com", s, 1)
			made := h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}})
			var errs [2]error
			together(2, func(i int) {
				_, errs[i] = patient(func() (transfer.Done, error) {
					return h.claim(made.Token, []string{"grace@example.com", "joan@example.com"}[i])
				})
			})
			is.True((errs[0] == nil) != (errs[1] == nil))
			is.Equal(h.transfer(made.ID).State, transfer.Claimed)
		}
	})
	t.Run("with a listing: what is given is not offered", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for round := range 14 {
			b := h.soldTo("ada@example.com", s, 1)
			var given, listed error
			together(2, func(i int) {
				if i == round%2 {
					_, given = patient(func() (transfer.Made, error) { return h.give(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}) })
					return
				}
				_, listed = patient(func() (resale.View, error) { return h.list(1, resale.Ask{ItemID: b.Items[0].ID}) })
			})
			is.True((given == nil) != (listed == nil))
		}
	})
	t.Run("control: two have what both looked at before", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		b := h.soldTo("ada@example.com", s, 1)
		id, holders := b.Items[0].ID, map[int64]bool{}
		for _, email := range []string{"grace@example.com", "joan@example.com"} { // neither asks what became of the transfer
			holder, err := h.handOver(email, id)
			is.NoErr(err)
			holders[holder] = true
		}
		is.Equal(len(holders), 2)
	})
	t.Run("control: a scan that the claim does not look at counts for nobody", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		b := h.soldTo("ada@example.com", s, 1)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.Valid)
		_, err := h.handOver("grace@example.com", b.Items[0].ID)
		is.NoErr(err)
		is.Equal(h.scan(h.items(b)[0].Barcode), entry.AlreadyIn) // the new holder stands outside
	})
}

// wasScanned tells whether somebody was let in with an item.
func wasScanned(h *teller, id int64) (was bool, err error) {
	h.view(func(r app.Reader) error { was, err = entry.WasScanned(r, id); return err })
	return was, err
}
