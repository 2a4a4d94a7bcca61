package sales_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/async"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/imports"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/sales/sold"
	"marquee/app/ticketcode/form"
	"marquee/app/transfer"
	"marquee/app/wallet"
	"marquee/indexes"
	"marquee/kv"
)

// canaries stand in every text that can tell who somebody is, each in a place of its own.
const (
	canary      = "zqxanthe"
	canaryEmail = canary + "@quorl.example.org"
)

// spacesWith lists what of the store has the canary, in whatever case.
func (t *teller) spacesWith(word string) (in []kv.Space) {
	t.t.Helper()
	t.noErr(t.App.Engine().View(t.t.Context(), func(r kv.Reader) error {
		for _, space := range t.App.Schema().Spaces() {
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				if bytes.Contains(bytes.ToLower(p.Value), []byte(word)) || bytes.Contains(bytes.ToLower(p.Key), []byte(word)) {
					in = append(in, space)
				}
			}
		}
		return nil
	}))
	return in
}

// answering is what carries asynchronous requests out in a test.
type answering struct{ body string }

func (a answering) Run(context.Context, int64, int64, async.Request) async.Answer {
	return async.Answer{Status: 200, Header: []async.Field{{Name: "Content-Type", Value: "application/json"}}, Body: []byte(a.body)}
}

func (answering) Interrupted() async.Answer { return async.Answer{Status: 500} }

func (answering) Refused(*app.Error) async.Answer { return async.Answer{Status: 500} }

// everywhere makes a person of whom something is kept in every area: as a buyer, seller, giver,
// receiver and guest, in what staff noted, in files and in answers. It gives the customer.
func (t *teller) everywhere(s catalog.SaleItem) int64 {
	t.t.Helper()
	ctx := t.t.Context()
	in := adding(one(s, 6))
	in.Buyer = customer.Buyer{Name: "Zqxanthe Quorl", Email: canaryEmail, Phone: "0170 zqxanthe"}
	b, err := t.complete(t.mustAdd(in), cash)
	t.noErr(err)
	who := b.Order.CustomerID
	t.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Orders).Update(tx, b.Order.ID, func(o *order.Order) error {
			o.Delivery = &order.Delivery{Name: "Letter", Address: &customer.Address{Line1: "Zqxanthe Lane (delivery)"}}
			o.Notes, o.ReserverName, o.Details = "Zqxanthe called (note)", "Zqxanthe (reserver)", &order.Details{Name: "Zqxanthe (typed)", Email: canaryEmail, Phone: "zqxanthe"}
			return nil
		})
		if err != nil {
			return err
		}
		_, err = indexes.Forge(order.Items).Update(tx, b.Items[0].ID, func(i *order.Item) error {
			i.NamedHolder, i.Notes = "Zqxanthe (holder)", "Zqxanthe (item note)"
			return nil
		})
		return err
	})
	question, err := capture.CreateQuestion(ctx, t.App, t.A.Owner, capture.Text, capture.QuestionFields{Text: new("Food?"), Group: new(capture.Shop)})
	t.noErr(err)
	field, err := capture.CreateField(ctx, t.App, t.A.Owner, question.ID, capture.OfUnit, s.ID, capture.FieldFields{})
	t.noErr(err)
	_, err = capture.Save(ctx, t.App, t.A.Owner, []capture.Given{{FieldID: field.ID, ItemID: b.Items[0].ID, Answer: capture.Answer{Text: "Zqxanthe (answer)"}}})
	t.noErr(err)
	_, err = t.list(1, resale.Ask{ItemID: b.Items[1].ID})
	t.noErr(err)
	t.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[2].ID}, Email: "friend@example.com", Name: "Friend of zqxanthe"})
	friend := t.soldTo("friend@example.com", s, 2)
	t.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[0].ID}, Email: canaryEmail, Name: "Zqxanthe (receiver)"})
	taken := t.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[1].ID}, Email: canaryEmail, Name: "Zqxanthe (taker)"})
	_, err = t.claim(taken.Token, canaryEmail)
	t.noErr(err)
	_, err = transfer.Distribute(ctx, t.App, t.A.Owner, transfer.Share{OrderID: t.soldTo(canaryEmail, s, 2).Order.ID, SaleItemID: s.ID, Total: 2, PerPerson: 1})
	t.noErr(err)
	guests := t.addItem(-1, func(_ *catalog.SaleItem, i *catalog.InventoryItem) { i.Type, i.Name = catalog.GuestList, "Friends" })
	t.soldTo(canaryEmail, guests, 1)
	w, err := wallet.Adjust(ctx, t.App, t.A.Owner, wallet.Adjusting{CustomerID: who, CurrencyID: t.A.Company.CurrencyID, Amount: 500, Reason: "Zqxanthe (credit)"})
	t.noErr(err)
	_, err = wallet.SetFreeze(ctx, t.App, t.A.Owner, wallet.Freezing{WalletID: w.WalletID, Reason: "Zqxanthe (frozen)"})
	t.noErr(err)
	_, err = entry.PairTag(ctx, t.App, t.A.Owner, entry.PairRequest{Barcode: b.Items[5].Barcode, Tag: "04AA01"})
	t.noErr(err)
	for tag, reason := range map[string]string{"04AA01": "Zqxanthe lost it", "04AA02": "found with Zqxanthe Quorl (tag)"} {
		_, err = wallet.SetFreeze(ctx, t.App, t.A.Owner, wallet.Freezing{Tag: tag, Reason: reason})
		t.noErr(err)
	}
	t.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, b.Items[3].ID, func(i *order.Item) error { i.Form = form.Rotating; return nil })
		return err
	})
	_, _, err = sold.ChangeCode(ctx, t.App, t.A.Owner, sold.CodeChange{ItemID: b.Items[3].ID, Static: true, Reason: "Zqxanthe (code)"})
	t.noErr(err)
	t.forced(b.Items[4], "Zqxanthe (let in)")
	_, err = imports.Take(ctx, t.App, t.A.Owner, imports.Upload{Type: "customers", Name: "people.csv", File: []byte("Name,Email\nZqxanthe (row)," + canaryEmail + "\nOther,other@example.com\n")})
	t.noErr(err)
	_, err = imports.Take(ctx, t.App, t.A.Owner, imports.Upload{Type: "customers", Name: "letter of zqxanthe quorl.csv", File: []byte("Name,Email\nZqxanthe Quorl,\nOther,other@example.com\n")})
	t.noErr(err)
	_, err = imports.Take(ctx, t.App, t.A.Owner, imports.Upload{Type: "customers", Name: "names.csv", File: []byte("First name,Title,Surname\nZqxanthe,Dr,Quorl\nAda,Dr,Quinn\n")})
	t.noErr(err)
	_, err = customer.Edit(ctx, t.App, t.A.Owner, who, customer.Fields{
		Line1: app.Is("Zqxanthe Lane"), City: app.Is("Berlin"), Postcode: app.Is("1"), DOB: app.Is(time.Date(1971, 7, 17, 0, 0, 0, 0, time.UTC)),
	})
	t.noErr(err)
	for i, key := range []string{"customer_email", "purchaserName"} {
		_, err = report.SaveReport(ctx, t.App, t.A.Owner, report.Save{
			Name:     "What Zqxanthe Quorl bought",
			Ask:      report.Ask{ID: []int64{report.NewestCustomers, report.AllOrders}[i], Filter: map[string][]string{key: {[]string{canaryEmail, "zqxanthe quorl"}[i]}}},
			Schedule: &report.Schedule{Every: report.Daily, To: []string{canaryEmail, "staff@example.com"}[:1+i]},
		})
		t.noErr(err)
	}
	_, err = mail.Suppress(ctx, t.App, t.A.Owner, canaryEmail, "Zqxanthe (blocked)")
	t.noErr(err)
	async.Use(t.App, answering{`{"customerName":"Zqxanthe Quorl"}`})
	_, err = async.Take(ctx, t.App, t.A.Owner, async.Request{Method: "GET", Path: "/customer", Safe: true})
	t.noErr(err)
	t.noErr(t.App.RunJob(ctx, queue.SendJob))
	return who
}

// forced lets a ticket in twice, the second time against the rule.
func (t *teller) forced(it order.Item, reason string) {
	t.t.Helper()
	zones, err := entry.ListZones(t.t.Context(), t.App, t.A.Owner, t.event.ID, false)
	t.noErr(err)
	for i, why := range []string{"", reason} {
		_, err := entry.ScanZone(t.t.Context(), t.App, t.A.Owner, entry.ScanRequest{
			UUID: fmt.Sprint("forced-", i), ZoneID: zones[0].ID, Barcodes: []string{it.Barcode}, Direction: "in", IgnoreInside: why != "", Reason: why,
		})
		t.noErr(err)
	}
	_, err = entry.UploadScans(t.t.Context(), t.App, t.A.With(app.ScanZones), entry.Upload{Rows: []entry.UploadRow{{
		UUID: "forced-offline", Barcode: it.Barcode, EventID: t.event.ID, ScannedOn: t.Clock.Now(), Forced: true, Detail: reason + " (offline)",
	}, {
		UUID: "refused-offline", Barcode: it.Barcode, EventID: t.event.ID, ScannedOn: t.Clock.Now(), Refused: true, Detail: reason + " (refused)",
	}}}) // by one who may not force anything
	t.noErr(err)
}

// TestNothingIsLeftOfAPerson: who is in every area is told all of it, and is in none afterwards.
func TestNothingIsLeftOfAPerson(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	ctx := t.Context()
	who := h.everywhere(s)
	twin := h.known("zqxanthe.twin@quorl.example.org")
	h.soldTo("zqxanthe.twin@quorl.example.org", s, 3)
	_, err := customer.Merge(ctx, h.App, h.A.Owner, who, twin)
	is.NoErr(err)
	is.NoErr(h.App.RunJob(ctx, customer.MergeJob))

	t.Run("the export has what was noted in each area", func(t *testing.T) {
		is := is.New(t)
		all, err := customer.ExportPerson(ctx, h.App, h.A.Owner, who)
		is.NoErr(err)
		text := fmt.Sprintf("%+v", all.Sections)
		for _, part := range []string{
			"(note)", "(reserver)", "(holder)", "(item note)", "(answer)", "(receiver)", "(taker)", "(credit)", "(let in)", "(refused)", "(code)", "(blocked)", "(row)", "Friend of zqxanthe", "zqxanthe.twin@",
			"Zqxanthe lost it", "(tag)", "letter of zqxanthe quorl.csv", "customer_email:[" + canaryEmail + "]", "purchaserName:[zqxanthe quorl]", "To:[" + canaryEmail + "]",
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the export leaves out %q", part)
			}
		}
		is.True(!strings.Contains(text, "staff@example.com")) // who else gets a report
		n := h.records(who)
		for _, section := range []string{"orders", "orderItems", "answers", "transfers", "distributions", "wallets", "resaleListings", "resaleContracts"} {
			if n[section] == 0 {
				t.Errorf("the export has no %s", section)
			}
		}
	})
	before := h.spacesWith(canary)
	is.True(len(before) > 15)
	is.NoErr(customer.Delete(ctx, h.App, h.A.Owner, who, true))
	is.NoErr(h.App.RunJob(ctx, customer.EraseJob))
	is.Equal(h.spacesWith(canary), nil)
	is.Equal(h.spacesWith("quorl"), nil)
	is.True(len(h.spacesWith("other@example.com")) > 0) // who stands beside them stays
	open, err := resale.ListListings(ctx, h.App, h.A.Owner, resale.Filter{})
	is.NoErr(err)
	for _, l := range open.Rows {
		is.True(!l.Open())
	}
}

// TestWhoWasKnownByAddressIsErasedAgain: a store from before somebody was a customer has their
// address, where a ticket was given to it. It goes when they were erased since.
func TestWhoWasKnownByAddressIsErasedAgain(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	now, _ := givers(t, apptest.Calm())
	now.Clock.Jump(time.Hour)
	who := now.known(canaryEmail)
	told, err := customer.Finish(ctx, now.App, now.A.Owner, who, true)
	is.NoErr(err)

	before, s := givers(t, apptest.Calm())
	friend := before.soldTo("friend@example.com", s, 3)
	before.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[0].ID}, Email: "ZQxanthe@Quorl.example.org", Name: "Somebody"})
	is.True(len(before.spacesWith(canary)) > 1)
	older := told[0]
	older.Addresses = nil // as an older program told it
	other := told[0]
	other.Company++
	for _, e := range []customer.Erased{older, other} {
		done, err := customer.EraseAgain(ctx, before.App, []customer.Erased{e})
		is.NoErr(err)
		is.Equal(done.Erased, 0)
	}

	done, err := customer.EraseAgain(ctx, before.App, told)
	is.NoErr(err)
	is.Equal(done, customer.Again{Erased: 1})
	is.Equal(before.spacesWith(canary), nil)
	is.True(len(before.spacesWith("friend@example.com")) > 0)
	var again []customer.Erased
	is.NoErr(before.App.Engine().View(ctx, func(r kv.Reader) error {
		return customer.EachErased(ctx, before.App.Schema(), r, func(e customer.Erased) { again = append(again, e) })
	}))
	is.Equal(len(again), 1)
	is.Equal(again[0].Customer, -who)

	// A text that is about nobody stays, and is no reason to begin again.
	_, err = capture.CreateQuestion(ctx, before.App, before.A.Owner, capture.Text, capture.QuestionFields{Text: new("May " + canaryEmail + " write?"), Group: new(capture.Shop)})
	is.NoErr(err)
	done, err = customer.EraseAgain(ctx, before.App, append(again, told...))
	is.NoErr(err)
	is.Equal(done, customer.Again{})
}

// erasedOf lists everybody of whom a store knows that they were erased.
func (t *teller) erasedOf() (all []customer.Erased) {
	t.t.Helper()
	t.noErr(t.App.Engine().View(t.t.Context(), func(r kv.Reader) error {
		return customer.EachErased(t.t.Context(), t.App.Schema(), r, func(e customer.Erased) { all = append(all, e) })
	}))
	return all
}

// TestAStoreKnowsOnOfErasures: what comes back from before somebody was a customer is the one
// that tells of them afterwards.
func TestAStoreKnowsOnOfErasures(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	now, _ := givers(t, apptest.Calm())
	who := now.known(canaryEmail)
	told, err := customer.Finish(ctx, now.App, now.A.Owner, who, true)
	is.NoErr(err)

	before, _ := givers(t, apptest.Calm())
	done, err := customer.EraseAgain(ctx, before.App, told)
	is.NoErr(err)
	is.Equal(done, customer.Again{Noted: 1})
	done, err = customer.EraseAgain(ctx, before.App, told)
	is.NoErr(err)
	is.Equal(done, customer.Again{}) // once
	other := told[0]
	other.Company += 7
	done, err = customer.EraseAgain(ctx, before.App, []customer.Erased{other})
	is.NoErr(err)
	is.Equal(done, customer.Again{}) // a company that it does not have
	noted := before.erasedOf()
	is.Equal(len(noted), 1)
	is.Equal(noted[0].Customer, -who)
	is.True(noted[0].Made.Equal(told[0].Made) && noted[0].At.Equal(told[0].At))

	// A backup that has them, and comes back after that, is told by the note alone.
	older, s := givers(t, apptest.Calm())
	is.Equal(older.known(canaryEmail), who)
	older.soldTo(canaryEmail, s, 1)
	noted[0].Made = older.recordOf(who).CreatedAt // tests cannot make two at one moment
	noted[0].Addresses = nil
	noted[0].At = older.App.Now().Add(time.Hour)
	done, err = customer.EraseAgain(ctx, older.App, noted)
	is.NoErr(err)
	is.Equal(done, customer.Again{Erased: 1})
	is.Equal(older.spacesWith(canary), nil)

	// Who is known by an address alone is no customer with that number.
	reused, _ := givers(t, apptest.Calm())
	is.Equal(reused.known("somebody@example.com"), who)
	noted[0].Made = time.Time{}
	done, err = customer.EraseAgain(ctx, reused.App, noted)
	is.NoErr(err)
	is.Equal(done, customer.Again{})
	is.True(reused.recordOf(who).DeletedAt == nil)
}

// recordOf reads a customer, whether they were erased or not.
func (t *teller) recordOf(id int64) (c customer.Customer) {
	t.t.Helper()
	t.view(func(r app.Reader) (err error) {
		c, err = customer.Customers.Get(r, id)
		return err
	})
	return c
}

// TestWhoCameBackIsNotErased: an address that was erased is somebody's again, and what is kept
// under it since is theirs.
func TestWhoCameBackIsNotErased(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	now, _ := givers(t, apptest.Calm())
	now.Clock.Jump(time.Hour)
	told, err := customer.Finish(ctx, now.App, now.A.Owner, now.known(canaryEmail), true)
	is.NoErr(err)

	back, s := givers(t, apptest.Calm())
	back.known("somebody@example.com") // who has the number
	back.Clock.Jump(48 * time.Hour)
	came := back.known(canaryEmail)
	is.True(came != told[0].Customer)
	friend := back.soldTo("friend@example.com", s, 1)
	gift := back.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[0].ID}, Email: canaryEmail, Name: "Grace"})
	done, err := customer.EraseAgain(ctx, back.App, told)
	is.NoErr(err)
	is.Equal(done.Erased, 0)
	is.Equal(back.recordOf(came).Email, canaryEmail)
	is.Equal(back.transfer(gift.ID).Email, canaryEmail)
}

// TestTheLastOfTwoWithOneAddressCounts: somebody was erased, came back and was erased again. A
// backup from between has what was given to their address then.
func TestTheLastOfTwoWithOneAddressCounts(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	now, _ := givers(t, apptest.Calm())
	now.Clock.Jump(time.Hour)
	first, err := customer.Finish(ctx, now.App, now.A.Owner, now.known(canaryEmail), true)
	is.NoErr(err)
	now.Clock.Jump(time.Hour)
	second, err := customer.Finish(ctx, now.App, now.A.Owner, now.known(canaryEmail), true)
	is.NoErr(err)

	between, s := givers(t, apptest.Calm())
	_, err = customer.EraseAgain(ctx, between.App, first)
	is.NoErr(err)
	friend := between.soldTo("friend@example.com", s, 1)
	between.mustGive(transfer.Ask{ItemIDs: []int64{friend.Items[0].ID}, Email: canaryEmail, Name: "Somebody"})
	for _, all := range [][]customer.Erased{append(slices.Clone(first), second...), append(slices.Clone(second), first...)} {
		_, err = customer.EraseAgain(ctx, between.App, all)
		is.NoErr(err)
		is.Equal(between.spacesWith(canary), nil)
	}
}

// TestANumberThatWasGivenTwice: who was a customer with one number and one address before a
// restore and after it is one person.
func TestANumberThatWasGivenTwice(t *testing.T) {
	is := is.New(t)
	ctx := t.Context()
	now, _ := givers(t, apptest.Calm())
	now.Clock.Jump(time.Hour)
	told, err := customer.Finish(ctx, now.App, now.A.Owner, now.known(canaryEmail), true)
	is.NoErr(err)
	for email, erased := range map[string]int{canaryEmail: 1, "somebody@example.com": 0} {
		before, _ := givers(t, apptest.Calm())
		is.Equal(before.known(email), told[0].Customer)
		is.True(!before.recordOf(told[0].Customer).CreatedAt.Equal(told[0].Made))
		done, err := customer.EraseAgain(ctx, before.App, told)
		is.NoErr(err)
		is.Equal(done.Erased, erased)
	}
}
