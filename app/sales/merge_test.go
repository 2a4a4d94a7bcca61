package sales_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/imported"
	"marquee/app/transfer"
	"marquee/app/wallet"
	"marquee/indexes"
	"marquee/indexes/texts"
)

const (
	keptEmail = "ada@example.com"
	dupEmail  = "lady.ada@example.com"
)

// merge merges the one customer into the other; the job does what is left.
func (t *teller) merge() (kept, duplicate int64, err error) {
	t.t.Helper()
	kept, duplicate = t.known(keptEmail), t.known(dupEmail)
	_, err = customer.Merge(t.t.Context(), t.App, t.A.Owner, kept, duplicate)
	return kept, duplicate, err
}

func (t *teller) mergedWhole() (kept, duplicate int64) {
	t.t.Helper()
	kept, duplicate, err := t.merge()
	t.noErr(err)
	t.noErr(t.App.RunJob(t.t.Context(), customer.MergeJob))
	return kept, duplicate
}

// records counts what is kept about a customer, by section.
func (t *teller) records(id int64) map[string]int {
	t.t.Helper()
	all, err := customer.ExportPerson(t.t.Context(), t.App, t.A.Owner, id)
	t.noErr(err)
	n := map[string]int{}
	for _, s := range all.Sections {
		switch r := s.Records.(type) {
		case []customer.Membership:
			n[s.Name] = len(r)
		case []order.Order:
			n[s.Name] = len(r)
		case []order.Item:
			n[s.Name] = len(r)
		case []capture.Told:
			n[s.Name] = len(r)
		case []transfer.Transfer:
			n[s.Name] = len(r)
		case []transfer.Distribution:
			n[s.Name] = len(r)
		case []wallet.Wallet:
			n[s.Name] = len(r)
		case []resale.Listing:
			n[s.Name] = len(r)
		case []resale.Contract:
			n[s.Name] = len(r)
		}
	}
	return n
}

func (t *teller) credited(id, amount int64) {
	t.t.Helper()
	_, err := wallet.Adjust(t.t.Context(), t.App, t.A.Owner, wallet.Adjusting{CustomerID: id, CurrencyID: t.A.Company.CurrencyID, Amount: amount, Reason: "A present"})
	t.noErr(err)
}

func (t *teller) balances(id int64) (all []string) {
	t.t.Helper()
	t.view(func(r app.Reader) error {
		of, err := wallet.Of(r, id)
		for _, w := range of {
			all = append(all, fmt.Sprint(w.Available))
		}
		return err
	})
	return all
}

func TestAMergeMovesAll(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	ctx := t.Context()
	group, err := customer.CreateGroup(ctx, h.App, h.A.Owner, customer.GroupFields{Name: new("Friends")})
	is.NoErr(err)
	_, err = customer.AddToGroup(ctx, h.App, h.A.Owner, group.ID, []customer.Joining{{Name: "Lady Ada", Email: dupEmail}}, true)
	is.NoErr(err)
	own := h.soldTo(keptEmail, s, 1)
	bought := h.soldTo(dupEmail, s, 4)
	question, err := capture.CreateQuestion(ctx, h.App, h.A.Owner, capture.Text, capture.QuestionFields{Text: new("Food?"), Group: new(capture.Shop)})
	is.NoErr(err)
	field, err := capture.CreateField(ctx, h.App, h.A.Owner, question.ID, capture.OfUnit, s.ID, capture.FieldFields{})
	is.NoErr(err)
	_, err = capture.Save(ctx, h.App, h.A.Owner, []capture.Given{{FieldID: field.ID, ItemID: bought.Items[0].ID, CustomerID: bought.Order.CustomerID, Answer: capture.Answer{Text: "None"}}})
	is.NoErr(err)
	listed, err := h.list(1, resale.Ask{ItemID: bought.Items[1].ID})
	is.NoErr(err)
	pending := h.mustGive(transfer.Ask{ItemIDs: []int64{bought.Items[2].ID}})
	friend := h.soldTo("friend@example.com", s, 1)
	gift := h.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[0].ID}})
	_, err = h.claim(gift.Token, dupEmail)
	is.NoErr(err)
	shared, err := transfer.Distribute(ctx, h.App, h.A.Owner, transfer.Share{OrderID: h.soldTo(dupEmail, s, 3).Order.ID, SaleItemID: s.ID, Total: 3, PerPerson: 2})
	is.NoErr(err)
	kept, duplicate := h.known(keptEmail), h.known(dupEmail)
	h.credited(kept, 300)
	h.credited(duplicate, 450)
	token, err := customer.MakeSignIn(ctx, h.App, h.A.Owner, customer.SignIn{Email: dupEmail, Name: "Lady Ada", Token: true})
	is.NoErr(err)
	baskets := []order.Basket{h.basketOf(keptEmail, s, 1), h.basketOf(dupEmail, s, 1)}
	before := h.records(duplicate)

	h.mergedWhole()

	for _, b := range []order.Basket{own, bought} {
		is.Equal(h.order(b).CustomerID, kept)
		for _, it := range h.items(b) {
			is.Equal(it.CustomerID, kept)
		}
	}
	is.Equal(h.items(friend)[0].CustomerID, kept) // what somebody gave the duplicate
	is.Equal(h.order(baskets[0]).CustomerID, kept)
	is.Equal(h.order(baskets[1]).CustomerID, int64(0)) // there is one basket of a customer and a maker
	is.Equal(h.listing(listed).SellerID, kept)
	is.Equal(h.transfer(pending.ID).FromID, kept)
	is.Equal(h.transfer(gift.ID).ToID, kept)
	is.Equal(h.distribution(shared.ID).OwnerID, kept)
	is.Equal(h.balances(kept), []string{"750"})
	is.Equal(h.balances(duplicate), nil)
	after := h.records(kept)
	for section, n := range before {
		is.True(after[section] >= n) // nothing was lost on the way
	}
	members, err := customer.Members(ctx, h.App, h.A.Owner, group.ID, 0, 9)
	is.NoErr(err)
	is.Equal(len(members), 1)
	is.Equal(members[0].CustomerID, kept)
	is.Equal(after["answers"], 1)
	_, err = customer.Of(ctx, h.App, h.A.Company.ID, token.Token, customer.Place{})
	is.Equal(app.KindOf(err), app.NotFound) // its log-in ended
	is.Equal(h.scan(bought.Items[3].Barcode), entry.Valid)

	t.Run("the duplicate is read by who asks for it, and tells where all of it is", func(t *testing.T) {
		is := is.New(t)
		_, err := customer.Read(ctx, h.App, h.A.Owner, duplicate, "", false)
		is.Equal(app.KindOf(err), app.NotFound)
		was, err := customer.Read(ctx, h.App, h.A.Owner, duplicate, "", true)
		is.NoErr(err)
		is.Equal(was.MergedInto, kept)
		is.Equal(was.Email, dupEmail)
	})
	t.Run("a till that sold to the duplicate while it was alone sold to the other", func(t *testing.T) {
		is := is.New(t)
		_, err := imported.UploadOrders(ctx, h.App, h.A.Owner, []imported.UploadedOrder{{
			UUID: "till-1", CurrencyID: h.A.Company.CurrencyID, CustomerID: duplicate, Date: h.Clock.Now(), Method: order.Cash,
			Items: []imported.UploadedItem{{SaleItemID: s.ID, Price: 2250}},
		}})
		is.NoErr(err)
		is.Equal(h.records(kept)["orders"], after["orders"]+1)
	})
	t.Run("the kept one is merged on, with all that came before", func(t *testing.T) {
		is := is.New(t)
		third := h.known("countess@example.com")
		_, err := customer.Merge(ctx, h.App, h.A.Owner, third, kept)
		is.NoErr(err)
		is.NoErr(h.App.RunJob(ctx, customer.MergeJob))
		was, err := customer.Read(ctx, h.App, h.A.Owner, duplicate, "", true)
		is.NoErr(err)
		is.Equal(was.MergedInto, third)
		is.Equal(h.balances(third), []string{"750"})
	})
}

// TestAMergeGoesOn: what one step does not reach follows, whatever happens between, and what is
// still the duplicate's works meanwhile.
func TestAMergeGoesOn(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	var sold []order.Basket
	for range 5 {
		sold = append(sold, h.soldTo(dupEmail, s, 45))
	}
	pending := h.mustGive(transfer.Ask{ItemIDs: []int64{sold[0].Items[0].ID}}) // the oldest: it moves last
	h.soldTo(keptEmail, s, 1)
	kept, duplicate, err := h.merge()
	is.NoErr(err)
	is.Equal(h.order(sold[4]).CustomerID, kept)
	is.Equal(h.order(sold[0]).CustomerID, duplicate) // not yet
	h.Check()
	_, err = customer.Merge(t.Context(), h.App, h.A.Owner, kept, h.known("countess@example.com"))
	refusedWith(t, err, "keepCustomerId: is being merged with another customer")
	h.restart()
	_, err = h.claim(pending.Token, "grace@example.com")
	is.NoErr(err)
	_, err = h.refundOf(sold[1], asIs)
	is.NoErr(err)
	h.credited(kept, 100)
	is.NoErr(h.App.RunJob(t.Context(), customer.MergeJob))
	for _, b := range sold {
		is.Equal(h.order(b).CustomerID, kept)
	}
	is.Equal(h.items(sold[0])[0].CustomerID, h.known("grace@example.com"))
	is.Equal(h.transfer(pending.ID).FromID, kept)
}

// TestNobodyBuysFromTheirDuplicate: from the first step of a merge on the two are one person, of
// whom nobody buys what the same one offers.
func TestNobodyBuysFromTheirDuplicate(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	offered := func(email string) (item int64, v resale.View) {
		t.Helper()
		item = h.soldTo(email, s, 1).Items[0].ID
		v, err := h.list(1, resale.Ask{ItemID: item})
		is.NoErr(err)
		return item, v
	}
	theirs, listed := offered(dupEmail) // of the oldest order of the duplicate's, which moves last
	own, _ := offered(keptEmail)
	colleague := h.A.With(app.Sell, app.ViewCustomers)
	basket, err := sales.Add(t.Context(), h.App, colleague, reselling(dupEmail, own))
	is.NoErr(err)
	for range 5 {
		h.soldTo(dupEmail, s, 45)
	}
	kept, duplicate, err := h.merge()
	is.NoErr(err)
	is.Equal(h.listing(listed).SellerID, kept)
	is.Equal(h.order(basket).CustomerID, duplicate) // not yet
	refused := func() {
		t.Helper()
		_, buying := h.buy(keptEmail, theirs)
		_, completing := h.complete(basket, cash)
		for _, err := range []error{buying, completing} {
			if err == nil || !strings.Contains(err.Error(), "sell themselves") {
				t.Errorf("what one offers oneself is bought: %v", err)
			}
		}
	}
	refused()
	is.NoErr(h.App.RunJob(t.Context(), customer.MergeJob))
	is.Equal(h.listing(listed).SellerID, kept)
	is.Equal(h.order(basket).CustomerID, kept)
	refused()
	_, err = h.buy("grace@example.com", theirs)
	is.NoErr(err)
}

// TestLimitsCountBoth: two accounts are no way around what one customer may have.
func TestLimitsCountBoth(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	few := h.addItem(-1, func(s *catalog.SaleItem, _ *catalog.InventoryItem) { s.MaxPerCustomer = 4 })
	h.soldTo(keptEmail, few, 2)
	h.soldTo(dupEmail, few, 2)
	h.mergedWhole()
	in := adding(one(few, 1))
	in.Buyer = customer.Buyer{Name: "Ada", Email: keptEmail}
	_, err := h.add(in)
	is.True(err != nil)
	in.Buyer.Email = dupEmail // is nobody's any more
	_, err = h.add(in)
	is.NoErr(err)
}

// Who was merged into somebody who is merged in turn belongs to the last of them.
func TestMergesInAChain(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	kept, first := h.mergedWhole()
	last := h.known("augusta@example.com")
	_, err := customer.Merge(t.Context(), h.App, h.A.Owner, last, kept)
	is.NoErr(err)
	h.view(func(r app.Reader) error {
		all, err := customer.Duplicates(r, last)
		is.Equal(len(all), 2)
		for i := range all {
			is.Equal(all[i].MergedInto, last)
		}
		stands, failed := customer.Standing(r, first)
		is.Equal(stands, last)
		return errors.Join(err, failed)
	})
}

func TestNobodyIsMergedWithoutEnd(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	kept := h.known(keptEmail)
	merge := func(n int) error {
		_, err := customer.Merge(t.Context(), h.App, h.A.Owner, kept, h.known(fmt.Sprintf("ada%d@example.com", n)))
		return err
	}
	for n := range 100 {
		is.NoErr(merge(n))
	}
	refusedWith(t, merge(100), "keepCustomerId: has had as many others merged into it as there may be")
}

// The money of one who is kept may lie in the wallet of the duplicate already.
func TestAWalletThatWentIntoTheDuplicatesComesBack(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	kept, duplicate := h.known(keptEmail), h.known(dupEmail)
	h.credited(kept, 300)
	h.credited(duplicate, 500)
	_, err := wallet.Merge(t.Context(), h.App, h.A.Owner, kept, duplicate)
	is.NoErr(err)
	is.Equal(h.balances(duplicate), []string{"800"})
	h.mergedWhole()
	is.Equal(h.balances(kept), []string{"800"})
	is.Equal(len(h.balances(duplicate)), 0)
}

func TestWhoIsNotMerged(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	ctx, kept, duplicate := t.Context(), h.known(keptEmail), h.known(dupEmail)
	refused := func(field, why string, err error) {
		t.Helper()
		refusedWith(t, err, field+": "+why)
	}
	merge := func(c *app.Caller, keep, dup int64) error {
		_, err := customer.Merge(ctx, h.App, c, keep, dup)
		return err
	}
	refused("mergeCustomerId", "is the same customer", merge(h.A.Owner, kept, kept))
	is.Equal(app.KindOf(merge(h.A.Owner, kept, 999)), app.NotFound)
	is.Equal(app.KindOf(merge(h.B.Owner, kept, duplicate)), app.NotFound)
	is.Equal(app.KindOf(merge(h.A.With(app.EditCustomers), kept, duplicate)), app.Forbidden)
	is.Equal(app.KindOf(merge(h.A.With(app.DeleteCustomers), kept, duplicate)), app.Forbidden)
	refused("mergeCustomerId", "has the e-mail address of a user of the company", merge(h.A.Owner, kept, h.known("owner@a.example.com")))
	h.credited(duplicate, 500)
	var w wallet.Wallet
	h.view(func(r app.Reader) (err error) {
		w, _, err = wallet.Find(r, duplicate, h.A.Company.CurrencyID)
		return err
	})
	paid, err := wallet.InitiatePayout(ctx, h.App, h.A.Owner, wallet.PayoutAsk{WalletID: w.ID, Amount: 100})
	is.NoErr(err)
	refused("mergeCustomerId", "has a payout that is not confirmed", merge(h.A.Owner, kept, duplicate))
	_, err = wallet.CancelPayout(ctx, h.App, h.A.Owner, paid.ID)
	is.NoErr(err)
	_, err = wallet.SetFreeze(ctx, h.App, h.A.Owner, wallet.Freezing{WalletID: w.ID, Reason: "Looked into"})
	is.NoErr(err)
	refused("mergeCustomerId", "has a frozen wallet", merge(h.A.Owner, kept, duplicate))
	_, err = wallet.SetFreeze(ctx, h.App, h.A.Owner, wallet.Freezing{WalletID: w.ID, Thaw: true})
	is.NoErr(err)
	is.NoErr(merge(h.A.Owner, kept, duplicate))
	is.Equal(app.KindOf(merge(h.A.Owner, kept, duplicate)), app.NotFound) // nobody is merged twice
	is.Equal(app.KindOf(merge(h.A.Owner, duplicate, kept)), app.NotFound)
}

// noted collects what a check of the store finds.
type noted struct{ all []string }

func (n *noted) Helper() {}
func (n *noted) Errorf(format string, args ...any) {
	n.all = append(n.all, fmt.Sprintf(format, args...))
}
func (n *noted) Fatal(args ...any) { n.all = append(n.all, fmt.Sprint(args...)) }

func TestMergesRace(t *testing.T) {
	t.Run("a purchase by the duplicate: what was sold is somebody's who is there", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t, apptest.Calm())
		for range 6 {
			b := h.basketOf(dupEmail, s, 2)
			kept, duplicate := h.known(keptEmail), h.known(dupEmail)
			var merged, paid error
			together(3, func(i int) {
				switch i {
				case 0:
					_, merged = patient(func() (customer.Customer, error) {
						return customer.Merge(t.Context(), h.App, h.A.Owner, kept, duplicate)
					})
				case 1:
					_, paid = patient(func() (order.Basket, error) { return h.complete(b, cash) })
				case 2:
					in := adding(one(s, 1))
					in.Buyer = customer.Buyer{Name: "Ada", Email: dupEmail}
					_, _ = patient(func() (order.Basket, error) { return h.add(in) })
				}
			})
			is.NoErr(merged)
			is.NoErr(paid)
			is.NoErr(h.App.RunJob(t.Context(), customer.MergeJob))
			is.Equal(h.order(b).CustomerID, kept)
			h.Clock.Jump(time.Hour) // baskets end
			is.NoErr(h.App.RunJob(t.Context(), sales.ExpireBaskets))
		}
	})
	// Where transactions see a snapshot each, a sale that read the duplicate before commits
	// after everything of it was moved. Only what both write tells them of one another.
	between := func(t *testing.T, find func(tx app.Tx, duplicate int64) (customer.Customer, error)) []string {
		is := is.New(t)
		h, s := givers(t, apptest.Calm(), apptest.Unchecked())
		duplicate := h.soldTo(dupEmail, s, 1).Order.CustomerID
		h.update(func(tx app.Tx) error {
			_, err := indexes.Forge(customer.Customers).Update(tx, duplicate, func(c *customer.Customer) error { c.SSOID = "lady"; return nil })
			return err
		})
		h.farOrders()
		merged := false
		h.Clock.Jump(time.Minute) // it began a moment later, and is the last to commit
		err := h.App.UpdateCompany(t.Context(), h.A.Company.ID, func(tx app.Tx) error {
			who, err := find(tx, duplicate)
			if err != nil {
				return err
			}
			if !merged {
				merged = true
				h.Clock.Jump(-time.Minute)
				h.mergedWhole()
			}
			b := order.Order{Reference: "BETWEEN1", Status: order.Failed, CurrencyID: h.A.Company.CurrencyID, CustomerID: who.ID, Channel: catalog.APIChannel}
			return indexes.Forge(order.Orders).Insert(tx, &b)
		})
		if app.KindOf(err) != app.NotFound { // who was named by number is there no more
			is.NoErr(err)
		}
		found := &noted{}
		apptest.CheckApp(t.Context(), found, h.App)
		is.True(merged)
		return found.all
	}
	for by, buyer := range map[string]customer.Buyer{
		"e-mail": {Name: "Ada", Email: dupEmail}, "number": {}, "single sign-on": {SSOID: "lady"},
	} {
		t.Run("in snapshots: a sale that holds its customer is done again, named by "+by, func(t *testing.T) {
			is.New(t).Equal(between(t, func(tx app.Tx, duplicate int64) (customer.Customer, error) {
				if buyer.Anonymous() {
					return customer.FindOrCreate(tx, customer.Buyer{ID: duplicate})
				}
				return customer.FindOrCreate(tx, buyer)
			}), nil)
		})
	}
	t.Run("control: one that does not is of a customer who is there no more", func(t *testing.T) {
		found := between(t, func(tx app.Tx, _ int64) (customer.Customer, error) { return customer.ByEmail(tx, dupEmail) })
		is.New(t).Equal(len(found), 1)
	})
}

// farOrders makes so many orders of somebody else that the next one shares no entry of an index
// with those there were: what both write tells two transactions of one another.
func (t *teller) farOrders() {
	other := t.known("far@example.com")
	t.update(func(tx app.Tx) error {
		for n := range texts.Together {
			o := order.Order{Reference: fmt.Sprintf("FAR%05d", n), Status: order.Failed, CurrencyID: t.A.Company.CurrencyID, CustomerID: other, Channel: catalog.APIChannel}
			if err := indexes.Forge(order.Orders).Insert(tx, &o); err != nil {
				return err
			}
		}
		return nil
	})
}

// Many movements of a wallet are blanked in steps.
func TestReasonsOfManyMovementsAreBlanked(t *testing.T) {
	is := is.New(t)
	h, _ := givers(t)
	id := h.known(keptEmail)
	for range 430 {
		h.credited(id, 1)
	}
	_, err := customer.Finish(t.Context(), h.App, h.A.Owner, id, true)
	is.NoErr(err)
	h.view(func(r app.Reader) error {
		told := person.Export{Who: person.Who{IDs: []int64{id}}}
		err := told.Gather(r, wallet.Personal())
		moved := told.Records("walletMovements").([]wallet.Movement)
		is.Equal(len(moved), 430)
		for i := range moved {
			is.Equal(moved[i].Reason, "")
		}
		return err
	})
}
