package sales_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

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
	"marquee/app/person"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/ticketcode/form"
	"marquee/app/transfer"
	"marquee/app/wallet"
	"marquee/kv"

	"github.com/matryer/is"
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
		_, err := order.Orders.Update(tx, b.Order.ID, func(o *order.Order) error {
			o.Delivery = &order.Delivery{Name: "Letter", Address: &customer.Address{Line1: "Zqxanthe Lane (delivery)"}}
			o.Notes, o.ReserverName, o.Details = "Zqxanthe called (note)", "Zqxanthe (reserver)", &order.Details{Name: "Zqxanthe (typed)", Email: canaryEmail, Phone: "zqxanthe"}
			return nil
		})
		if err != nil {
			return err
		}
		_, err = order.Items.Update(tx, b.Items[0].ID, func(i *order.Item) error {
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
		_, err := order.Items.Update(tx, b.Items[3].ID, func(i *order.Item) error { i.Form = form.Rotating; return nil })
		return err
	})
	_, _, err = sales.ChangeCode(ctx, t.App, t.A.Owner, sales.CodeChange{ItemID: b.Items[3].ID, Static: true, Reason: "Zqxanthe (code)"})
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
	t.noErr(t.App.RunJob(ctx, async.RunJob))
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
		all, err := person.Of(ctx, h.App, h.A.Owner, who)
		is.NoErr(err)
		text := fmt.Sprintf("%+v", all.Sections)
		for _, part := range []string{
			"(note)", "(reserver)", "(holder)", "(item note)", "(answer)", "(receiver)", "(taker)", "(credit)", "(let in)", "(refused)", "(code)", "(blocked)", "(row)", "Friend of zqxanthe", "zqxanthe.twin@",
		} {
			if !strings.Contains(text, part) {
				t.Errorf("the export leaves out %q", part)
			}
		}
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
		n, err := customer.EraseAgain(ctx, before.App, []customer.Erased{e})
		is.NoErr(err)
		is.Equal(n, 0)
	}

	n, err := customer.EraseAgain(ctx, before.App, told)
	is.NoErr(err)
	is.Equal(n, 1)
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
	n, err = customer.EraseAgain(ctx, before.App, append(again, told...))
	is.NoErr(err)
	is.Equal(n, 0)
}
