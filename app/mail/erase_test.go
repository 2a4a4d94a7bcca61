package mail_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/mail"
	"marquee/app/order"
	"marquee/app/person"
	"marquee/indexes"
	"marquee/kv"
)

// found lists the spaces of the store in which any of some words stands.
func found(t testing.TB, d *desk, words ...string) (in []kv.Space) {
	t.Helper()
	d.must(d.App.Engine().View(t.Context(), func(r kv.Reader) error {
		for _, space := range d.App.Schema().Spaces() {
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				for _, w := range words {
					if bytes.Contains(p.Value, []byte(w)) || bytes.Contains(p.Key, []byte(w)) {
						in = append(in, space)
					}
				}
			}
		}
		return nil
	}))
	return in
}

// TestNothingIsLeftOfAnErasedCustomer: of a person who bought, answered, was written to and
// gave a name to tickets no byte is left in the store, however much there is to blank; what
// was sold stays.
func TestNothingIsLeftOfAnErasedCustomer(t *testing.T) {
	is := is.New(t)
	d := newDesk(t, apptest.Calm())
	who := customer.Buyer{Name: "Xanthippe Quux", Email: "xanthippe@quux.example.org", Phone: "170987654"}
	words := []string{"Xanthippe", "xanthippe", "Quux", "quux", "170987654", "Vegetarierin"}
	question, err := capture.CreateQuestion(t.Context(), d.App, d.A.Owner, capture.Text, capture.QuestionFields{Text: new("Food?"), Group: new(capture.Shop)})
	is.NoErr(err)
	field, err := capture.CreateField(t.Context(), d.App, d.A.Owner, question.ID, capture.OfUnit, d.ticket.ID, capture.FieldFields{})
	is.NoErr(err)
	var last order.Order
	for range 23 { // more than one step of an erasure takes
		last = d.buy(who, d.ticket)
		d.update(func(tx app.Tx) error {
			_, err := indexes.Forge(order.Orders).Update(tx, last.ID, func(o *order.Order) error {
				o.Notes, o.ReserverName, o.Details = "call Xanthippe", "Xanthippe Q", &order.Details{Name: "Xanthippe", Email: who.Email}
				return nil
			})
			if err != nil {
				return err
			}
			_, err = indexes.Forge(order.Items).Update(tx, last.ItemIDs[0], func(i *order.Item) error { i.NamedHolder = "Xanthippe Guest"; return nil })
			return err
		})
		_, err = capture.Save(t.Context(), d.App, d.A.Owner, []capture.Given{{FieldID: field.ID, ItemID: last.ItemIDs[0], Answer: capture.Answer{Text: "Vegetarierin"}}})
		is.NoErr(err)
	}
	friend := d.buy(customer.Buyer{Name: "Friend", Email: "friend@example.net"}, d.ticket)
	gift := d.buy(who, d.ticket)
	d.update(func(tx app.Tx) error {
		_, err := indexes.Forge(order.Items).Update(tx, gift.ItemIDs[0], func(i *order.Item) error {
			i.CustomerID, i.NamedHolder = friend.CustomerID, "A Friend"
			return nil
		})
		return err
	})
	_, err = capture.Save(t.Context(), d.App, d.A.Owner, []capture.Given{{FieldID: field.ID, ItemID: gift.ItemIDs[0], Answer: capture.Answer{Text: "Everything"}}})
	is.NoErr(err)
	d.update(func(tx app.Tx) error { // a basket of nobody, never bought
		b := order.Order{Reference: "NEVERBOT", Status: order.Expired, CurrencyID: last.CurrencyID, Channel: last.Channel, Details: &order.Details{Name: "Xanthippe", Email: who.Email}}
		return indexes.Forge(order.Orders).Insert(tx, &b)
	})
	code := ""
	d.must(d.App.View(t.Context(), d.A.Owner, app.ViewOrders, func(r app.Reader) error {
		it, err := order.Items.Get(r, last.ItemIDs[0])
		code = it.Barcode
		return err
	}))
	zones, err := entry.ListZones(t.Context(), d.App, d.A.Owner, d.event.ID, false)
	is.NoErr(err)
	scan := entry.ScanRequest{UUID: "3f0c9a1e-0000-4000-8000-000000000001", Barcodes: []string{code}, ZoneID: zones[0].ID, Confirmed: true}
	let, err := entry.ScanZone(t.Context(), d.App, d.A.Owner, scan)
	is.NoErr(err)
	is.Equal(let.FirstName, "Xanthippe")
	d.jobs()
	is.True(len(found(t, d, words...)) > 0)
	all, err := customer.ExportPerson(t.Context(), d.App, d.A.Owner, last.CustomerID)
	is.NoErr(err)
	for _, w := range words {
		is.True(strings.Contains(fmt.Sprintf("%+v", all.Sections), w)) // the export has it
	}
	is.True(!strings.Contains(fmt.Sprintf("%+v", all.Sections), "Everything")) // the friend's answer
	friends, err := customer.ExportPerson(t.Context(), d.App, d.A.Owner, friend.CustomerID)
	is.NoErr(err)
	is.True(strings.Contains(fmt.Sprintf("%+v", friends.Sections), "Everything"))
	_, err = mail.Suppress(t.Context(), d.App, d.A.Owner, who.Email, "")
	is.NoErr(err)
	is.NoErr(customer.Delete(t.Context(), d.App, d.A.Owner, last.CustomerID, true))
	is.NoErr(d.App.RunJob(t.Context(), customer.EraseJob))
	d.jobs()
	is.Equal(found(t, d, words...), nil)
	again, err := entry.ScanZone(t.Context(), d.App, d.A.Owner, scan)
	is.NoErr(err)
	is.Equal(again.Status, let.Status) // the repeated call gets its answer, without the person
	is.Equal(again.FirstName, person.ErasedName)
	d.must(d.App.View(t.Context(), d.A.Owner, app.ViewOrders, func(r app.Reader) error {
		o, err := order.Orders.Get(r, last.ID)
		is.Equal(o.Status, order.Cancelled) // what was to come is void
		is.Equal(o.Totals, last.Totals)
		if err != nil {
			return err
		}
		it, err := order.Items.Get(r, gift.ItemIDs[0])
		is.Equal(it.NamedHolder, "A Friend") // who holds it now was not erased
		if err != nil {
			return err
		}
		told, err := capture.OfOrderID(r, gift.ID)
		is.Equal(len(told), 1)
		return err
	}))
}
