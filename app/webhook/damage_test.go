package webhook_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/webhook"
	"marquee/indexes"
	"marquee/kv"
)

// spoil damages every record of a space.
func (o *office) spoil(space kv.Space) {
	o.t.Helper()
	o.must(o.App.Engine().Update(context.Background(), func(tx kv.Tx) error {
		var all []kv.Pair
		for p, err := range tx.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			all = append(all, kv.Pair{Key: bytes.Clone(p.Key), Value: bytes.Clone(p.Value)})
		}
		if len(all) == 0 {
			o.t.Errorf("%s has no records", space)
		}
		for _, p := range all {
			p.Value[len(p.Value)-1] ^= 0xff
			if err := tx.Put(space, p.Key, p.Value); err != nil {
				return err
			}
		}
		return nil
	}))
}

// TestADamagedNoticeKeepsNoOtherFromBeingTold: what cannot be read is left where it is.
func TestADamagedNoticeKeepsNoOtherFromBeingTold(t *testing.T) {
	o := newOffice(t, apptest.Calm(), apptest.Unchecked())
	o.endpoint(o.A.Owner, webhook.CustomerChanged)
	o.customer(o.A.Owner, "Lost")
	o.spoil("webhook_notices")
	found := o.customer(o.A.Owner, "Found")
	o.send()
	is.New(t).Equal(o.carrier.told(), []string{fmt.Sprintf("customer-changed %d", found)})
}

// TestAnItemOfADamagedOrderIsTold: nobody knows whether it is in a basket, and it keeps no other
// call from being sent.
func TestAnItemOfADamagedOrderIsTold(t *testing.T) {
	o := newOffice(t, apptest.Calm(), apptest.Unchecked())
	owner := o.A.Owner
	o.endpoint(owner, webhook.ItemChanged, webhook.CustomerChanged)
	var item order.Item
	o.must(o.App.Update(t.Context(), owner, app.Authenticated, func(tx app.Tx) error {
		now := tx.Now()
		sold := order.Order{Reference: "ABC", Status: order.Complete, CurrencyID: o.A.Currency().ID, CompletedAt: &now}
		if err := indexes.Forge(order.Orders).Insert(tx, &sold); err != nil {
			return err
		}
		item = order.Item{OrderID: sold.ID, EventID: 1, ItemID: 1, SaleItemID: 1, Sold: true}
		return indexes.Forge(order.Items).Insert(tx, &item)
	}))
	o.spoil("orders")
	found := o.customer(owner, "Found")
	o.send()
	told := slices.Sorted(slices.Values(o.carrier.told())) // calls about two objects, in any order
	is.New(t).Equal(told, []string{fmt.Sprintf("customer-changed %d", found), fmt.Sprintf("order-item-changed %d", item.ID)})
}
