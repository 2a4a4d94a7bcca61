package segment_test

import (
	"errors"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/sales/sold"
	"marquee/app/segment"
	"marquee/indexes"
)

// TestWhatTheDemoBoughtOpensNothing: who bought in demo mode is in no group while the company
// takes real money.
func TestWhatTheDemoBoughtOpensNothing(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	var s catalog.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		item := catalog.InventoryItem{Type: catalog.Product, Name: "Badge"}
		err := indexes.Forge(catalog.InventoryItems).Insert(tx, &item)
		s = catalog.SaleItem{ItemID: item.ID, Type: item.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Company.CurrencyID, Base: 1000}}}
		return errors.Join(err, indexes.Forge(catalog.SaleItems).Insert(tx, &s))
	}))
	rule := customer.Rule{Any: []customer.Alternative{{All: []customer.Condition{{Of: customer.OfSaleItems, IDs: []int64{s.ID}, AtLeast: 1}}}}}
	g, err := customer.CreateGroup(t.Context(), w.App, w.A.Owner, customer.GroupFields{Name: new("Early"), Rule: app.Is(rule)})
	is.NoErr(err)
	members := func(demo bool) int {
		_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{Demo: &demo})
		is.NoErr(err)
		is.NoErr(w.App.RunJob(t.Context(), segment.SyncJob))
		all, err := customer.Members(t.Context(), w.App, w.A.Owner, g.ID, 0, 100)
		is.NoErr(err)
		return len(all)
	}
	is.Equal(members(true), 0)
	_, err = sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
		Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: new(int64(1))}}, Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "N", Email: "n@example.com"},
		Payment: &rules.Payment{Method: order.Cash},
	})
	is.NoErr(err)
	is.Equal(members(true), 1)
	is.Equal(members(false), 0)
	is.Equal(members(true), 1)
}

// TestAutomaticGroupsFollowWhatIsBought: who buys enough comes in, who gives it back leaves
// once their time in the group is over, and a new rule begins with all orders.
func TestAutomaticGroupsFollowWhatIsBought(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	var s catalog.SaleItem
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		e := catalog.Event{Name: "Concert", Start: w.Clock.Now().AddDate(1, 0, 0), End: w.Clock.Now().AddDate(1, 0, 1), Timezone: "UTC", Published: true}
		item := catalog.InventoryItem{Type: catalog.Ticket, Name: "Standing"}
		err := errors.Join(indexes.Forge(catalog.Events).Insert(tx, &e), catalog.PortsOf(tx).EventCreated(tx, &e), indexes.Forge(catalog.InventoryItems).Insert(tx, &item))
		s = catalog.SaleItem{EventID: e.ID, ItemID: item.ID, Type: item.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: w.A.Company.CurrencyID, Base: 1000}}}
		return errors.Join(err, indexes.Forge(catalog.SaleItems).Insert(tx, &s))
	}))
	buy := func(email string, n int64) order.Order {
		b, err := sales.Add(t.Context(), w.App, w.A.Owner, sales.AddToBasket{
			Items: []rules.AddItem{{SaleItemID: s.ID, Quantity: &n}}, Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: "N", Email: email},
		})
		is.NoErr(err)
		done, err := sales.CompleteOrder(t.Context(), w.App, w.A.Owner, sales.Completion{
			Basket: order.Key{ID: b.Order.ID}, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel,
		})
		is.NoErr(err)
		return done.Order
	}
	two := customer.Rule{Any: []customer.Alternative{{All: []customer.Condition{{Of: customer.OfEvents, IDs: []int64{s.EventID}, AtLeast: 2}}}}}
	g, err := customer.CreateGroup(t.Context(), w.App, w.A.Owner, customer.GroupFields{Name: new("Regulars"), Rule: app.Is(two)})
	is.NoErr(err)
	members := func() (ids []int64) {
		is.NoErr(w.App.RunJob(t.Context(), segment.SyncJob))
		all, err := customer.Members(t.Context(), w.App, w.A.Owner, g.ID, 0, 100)
		is.NoErr(err)
		for _, m := range all {
			ids = append(ids, m.CustomerID)
		}
		return ids
	}
	is.Equal(members(), nil)
	kind, per := fee.Fixed, fee.PerItem
	service, err := fee.Create(t.Context(), w.App, w.A.Owner, fee.Fields{Name: new("Service"), Kind: &kind, Per: &per, Amount: app.Is(int64(100))})
	is.NoErr(err)
	one := buy("one@example.com", 1)
	is.Equal(members(), nil) // the fee for one ticket is no second one
	is.NoErr(fee.Delete(t.Context(), w.App, w.A.Owner, service.ID))
	pair := buy("pair@example.com", 2)
	is.Equal(members(), []int64{pair.CustomerID})
	second := buy("one@example.com", 1)
	is.Equal(members(), []int64{one.CustomerID, pair.CustomerID})
	_, err = sold.ChangePurchaser(t.Context(), w.App, w.A.Owner, sold.Purchaser{Order: order.Key{ID: second.ID}, Buyer: customer.Buyer{Name: "N", Email: "given@example.com"}})
	is.NoErr(err)
	is.Equal(members(), []int64{pair.CustomerID}) // what somebody else has counts for them no more
	_, err = sold.ChangePurchaser(t.Context(), w.App, w.A.Owner, sold.Purchaser{Order: order.Key{ID: second.ID}, Buyer: customer.Buyer{Email: "one@example.com"}})
	is.NoErr(err)
	is.Equal(members(), []int64{one.CustomerID, pair.CustomerID})

	three := customer.Rule{Any: []customer.Alternative{{All: []customer.Condition{{Of: customer.OfSaleItems, IDs: []int64{s.ID}, AtLeast: 3}}}}}
	_, err = customer.UpdateGroup(t.Context(), w.App, w.A.Owner, g.ID, customer.GroupFields{Rule: app.Is(three), StayDays: new(int64(7))})
	is.NoErr(err)
	is.Equal(len(members()), 2) // they stay for a week
	w.Clock.Jump(8 * 24 * time.Hour)
	is.NoErr(w.App.RunJob(t.Context(), customer.GroupsJob))
	is.Equal(members(), nil)
	buy("pair@example.com", 1)
	is.Equal(members(), []int64{pair.CustomerID})

	shown := func() (now customer.Group) {
		is.NoErr(w.App.View(t.Context(), w.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
			now, err = customer.Groups.Get(r, g.ID)
			return err
		}))
		return now
	}
	before := shown().UpdatedAt
	w.Clock.Jump(2 * time.Hour)
	buy("pair@example.com", 1)
	is.Equal(members(), []int64{pair.CustomerID})
	is.Equal(shown().UpdatedAt, before) // it was brought up to date, and not changed
	is.NoErr(customer.Delete(t.Context(), w.App, w.A.Owner, pair.CustomerID, true))
	is.Equal(members(), nil) // erasing changes the orders, which does not bring them back

	_, err = customer.UpdateGroup(t.Context(), w.App, w.A.Owner, g.ID, customer.GroupFields{Rule: app.Is(two), StayDays: new(int64(0))})
	is.NoErr(err)
	passed := buy("passed@example.com", 2)
	is.Equal(members(), []int64{one.CustomerID, passed.CustomerID})
	_, err = sold.ChangePurchaser(t.Context(), w.App, w.A.Owner, sold.Purchaser{Order: order.Key{ID: passed.ID}, Buyer: customer.Buyer{Email: "one@example.com"}})
	is.NoErr(err)
	kept, err := customer.Create(t.Context(), w.App, w.A.Owner, customer.Fields{Name: new("Kept"), Email: new("kept@example.com")})
	is.NoErr(err)
	_, err = customer.Merge(t.Context(), w.App, w.A.Owner, kept.ID, passed.CustomerID)
	is.NoErr(err)
	is.Equal(members(), []int64{one.CustomerID}) // nor does whoever the former purchaser was merged into, before that was noticed
}
