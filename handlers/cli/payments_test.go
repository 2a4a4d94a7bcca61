package cli_test

import (
	"context"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment/simulated"
	"marquee/app/sales"
	"marquee/app/sales/pay"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv/bolt"
)

// paysilent DIR sells a ticket in a stopped store, over a simulated gateway that gives no
// answer when the money is to be taken.
func paySilent(ts *testscript.TestScript, _ bool, args []string) {
	e, err := bolt.Open(ts.MkAbs(args[0]+"/marquee.db"), bolt.Options{FreePages: -1})
	ts.Check(err)
	a := app.New(e, areas.Definition(), app.Options{})
	ctx, c := context.Background(), &app.Caller{CompanyID: 1, Super: true}
	demo := true
	own, err := company.ChangeSettings(ctx, a, c, company.SettingsChange{Demo: &demo})
	ts.Check(err)
	var s catalog.SaleItem
	ts.Check(a.Update(ctx, c, app.Authenticated, func(tx app.Tx) error {
		ev := catalog.Event{Name: "Show", Start: time.Now().Add(time.Hour), End: time.Now().Add(2 * time.Hour), Timezone: "UTC", Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &ev); err != nil {
			return err
		}
		if err := catalog.PortsOf(tx).EventCreated(tx, &ev); err != nil {
			return err
		}
		i := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{EventID: ev.ID, ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: own.CurrencyID, Base: 2000}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	}))
	n := int64(1)
	b, err := sales.Add(ctx, a, c, sales.AddToBasket{Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &n}}, Channel: catalog.APIChannel})
	ts.Check(err)
	k := order.Key{ID: b.Order.ID}
	i, err := pay.CreateIntent(ctx, a, c, pay.OpenIntent{Basket: k, Channel: catalog.APIChannel})
	ts.Check(err)
	_, err = simulated.Give(ctx, a, c, simulated.Card{Ref: i.Ref, Outcome: simulated.Silent})
	ts.Check(err)
	if _, err = sales.CompleteOrder(ctx, a, c, sales.Completion{Basket: k, TransactionID: i.TransactionID, Channel: catalog.APIChannel}); app.KindOf(err) != app.Unavailable {
		ts.Fatalf("the gateway answered: %v", err)
	}
	ts.Check(e.Close())
}
