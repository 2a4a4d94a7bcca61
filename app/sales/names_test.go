package sales_test

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/transfer"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

func (t *teller) naming(n catalog.Naming) {
	t.share(func(e *catalog.Event) { e.Naming = &n })
}

func TestNamesOfHolders(t *testing.T) {
	kvtest.SingleGoroutine(t)
	named := func(s catalog.SaleItem, n int64, names ...string) sales.AddToBasket {
		in := adding(one(s, n))
		in.Items[0].Names = names
		in.Buyer = customer.Buyer{Name: "Ada", Email: "ada@example.com"}
		return in
	}
	t.Run("are taken where the event wants them, unit by unit", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		_, err := h.add(named(s, 2, "Grace"))
		refusedWith(t, err, "items.0.namedHolders: is for tickets of events that want names")
		h.naming(catalog.Naming{Staff: catalog.NamesOptional})
		_, err = h.add(named(s, 2, "Grace", "Joan", "Kay"))
		refusedWith(t, err, "items.0.namedHolders: must not have more entries")
		b := h.mustAdd(named(s, 2, " Grace "))
		is.Equal(b.Items[0].NamedHolder, "Grace")
		is.Equal(b.Items[1].NamedHolder, "")
		_, err = sales.NameHolders(t.Context(), h.App, h.A.Owner, key(b), []sales.NamedHolder{{ItemID: 999, Name: "x"}})
		refusedWith(t, err, "items.0.orderItemId: does not exist")
		b, err = sales.NameHolders(t.Context(), h.App, h.A.Owner, key(b), []sales.NamedHolder{{ItemID: b.Items[1].ID, Name: "Joan"}})
		is.NoErr(err)
		is.Equal(b.Items[1].NamedHolder, "Joan")
		b, err = h.complete(b, cash)
		is.NoErr(err)
		is.Equal(h.items(b)[1].NamedHolder, "Joan")
	})
	t.Run("that are mandatory are there before anything is bought, but for what is given", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.naming(catalog.Naming{Staff: catalog.NamesMandatory})
		h.share(func(e *catalog.Event) { e.Settings.TicketsBefore = true })
		b := h.mustAdd(named(s, 2, "Grace"))
		_, err := h.complete(b, cash)
		refusedWith(t, err, "basketId: has tickets without the names")
		is.Equal(h.order(b).Status, order.Active)
		h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[1].ID}, Email: "joan@example.com", Name: "Joan"})
		_, err = h.complete(b, cash)
		is.NoErr(err)
	})
	t.Run("are changed by their buyer so often and so long, with the barcode that there is", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.naming(catalog.Naming{Staff: catalog.NamesMandatory})
		in := named(s, 1, "Grace")
		in.Payment = &cash
		b := h.mustAdd(in)
		page, id, barcode := h.page(b), b.Items[0].ID, h.items(b)[0].Barcode
		rename := func(name string) error { return sold.RenameAsBuyer(t.Context(), h.App, page, id, name) }
		refusedWith(t, rename("Joan"), "has a name that its buyer does not change")
		h.naming(catalog.Naming{Staff: catalog.NamesMandatory, Renaming: true, MostRenames: 2, RenameHours: 1})
		refusedWith(t, rename(" "), "namedHolder: is required")
		is.NoErr(rename("Joan"))
		is.NoErr(rename("Joan")) // no change
		is.NoErr(rename("Kay"))
		refusedWith(t, rename("Zoe"), "was renamed as often as it can be")
		is.Equal(h.items(b)[0].NamedHolder, "Kay")
		is.Equal(h.items(b)[0].Barcode, barcode)
		is.Equal(app.KindOf(sold.RenameAsBuyer(t.Context(), h.App, page+"x", id, "Zoe")), app.NotFound)
		other := h.soldTo("eve@example.com", h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { i.Type = catalog.Product }), 1)
		is.Equal(app.KindOf(sold.RenameAsBuyer(t.Context(), h.App, page, other.Items[0].ID, "Zoe")), app.NotFound)
		h.naming(catalog.Naming{Staff: catalog.NamesOptional, Renaming: true})
		is.Equal(h.scan(barcode), entry.Valid)
		refusedWith(t, rename("Zoe"), "was scanned")
		h.Clock.Jump(h.event.Start.Sub(h.Clock.Now()) - time.Minute)
		h.naming(catalog.Naming{Staff: catalog.NamesOptional, Renaming: true, RenameHours: 1})
		refusedWith(t, rename("Zoe"), "is for an event that is too near")
	})
	t.Run("are theirs to change to whom the ticket was given", func(t *testing.T) {
		is := is.New(t)
		h, s := givers(t)
		h.naming(catalog.Naming{Staff: catalog.NamesOptional, Renaming: true})
		b := h.soldTo("ada@example.com", s, 1)
		_, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}).Token, "joan@example.com")
		is.NoErr(err)
		is.Equal(app.KindOf(sold.RenameAsBuyer(t.Context(), h.App, h.page(b), b.Items[0].ID, "Eve")), app.NotFound)
	})
}

// TestTwoPeopleOfOneAddress: each order has the name that it gives, and so have its tickets, while
// the customer's own stays; who gives the customer's own name needs none beside it.
func TestTwoPeopleOfOneAddress(t *testing.T) {
	is := is.New(t)
	h, s := givers(t)
	buy := func(name string) order.Order {
		in := sales.AddToBasket{Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: name, Email: "family@example.com"}}
		in.Items = []rules.AddItem{{SaleItemID: s.ID, Quantity: new(int64(1))}}
		b, err := sales.Add(t.Context(), h.App, h.A.Owner, in)
		is.NoErr(err)
		done, err := sales.CompleteOrder(t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel})
		is.NoErr(err)
		return done.Order
	}
	for _, tc := range []struct{ name, reserver, holder string }{
		{"Ann Same", "", "Ann Same"}, {"Bob  Same", "Bob  Same", "Bob  Same"}, {"ANN SAME", "", "Ann Same"},
	} {
		o := buy(tc.name)
		is.Equal(o.ReserverName, tc.reserver)
		is.Equal(o.SoldTo().HolderOf(&order.Item{CustomerID: o.CustomerID}, "Ann Same"), tc.holder)
		is.Equal(o.SoldTo().HolderOf(&order.Item{CustomerID: o.CustomerID, NamedHolder: "Cat"}, "Ann Same"), "Cat")
		is.Equal(o.SoldTo().HolderOf(&order.Item{CustomerID: o.CustomerID + 1}, "Dan"), "Dan") // somebody else has it
	}
}
