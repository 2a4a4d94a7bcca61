package rules

import (
	"testing"

	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

// former is an order of two tickets of 10 euros, an add-on of 5 and a fee of 2, all of it paid.
func former() *Basket {
	b := table()
	b.holds(ticket, 2)
	b.holds(addon, 1)
	b.holds(donation, 1)
	b.Order.ID, b.Order.Status, b.Order.CustomerID, b.Order.Totals.Paid = 1, order.Complete, 5, 2700
	for i, price := range []int64{1000, 1000, 500, 200} {
		b.Units[i].Price, b.Units[i].Base, b.Units[i].OrderID = price, price, 1
	}
	b.Units[0].Barcode, b.Units[1].Barcode, b.Units[3].Type = "a", "b", catalog.Fee
	return b
}

// successor holds units that take the places of items of the former order.
func successor(items ...int64) *Basket {
	b := table()
	b.Order.ID, b.Order.Modifies, b.Order.CustomerID, b.Order.Carried = 2, 1, 5, 2700
	for _, u := range former().Units {
		for _, id := range items {
			if u.ID == id {
				next := copyOf(&u.Item)
				next.ID = 10 + id
				if u.Barcode != "" {
					next.Barcode = "new " + u.Barcode
				}
				b.Units = append(b.Units, next)
			}
		}
	}
	return b
}

func TestPlanReplaced(t *testing.T) {
	noted := []order.Transaction{{ID: 7, Total: 2000, Status: order.TransactionSuccess}, {ID: 8, Total: 700, Status: order.TransactionSuccess, WalletID: 3}}
	for _, tt := range []struct {
		name string
		next *Basket
		set  func(was, next *Basket)
		// amounts go with each item; restocked are those whose places are free.
		amounts, restocked []int64
		money              []MovedMoney
		status             order.Status
	}{
		{"all that stays hands its places over", successor(1, 2, 3, 4), nil, []int64{1000, 1000, 500, 200}, nil,
			[]MovedMoney{{7, order.Carried, 2000, 0}, {8, order.Carried, 700, 0}}, order.Refunded},
		{"what costs more takes no more than was paid", successor(1, 2, 3, 4), func(_, next *Basket) { next.Units[0].Price = 4000 }, []int64{1000, 1000, 500, 200}, nil,
			[]MovedMoney{{7, order.Carried, 2000, 0}, {8, order.Carried, 700, 0}}, order.Refunded},
		{"what is taken out is free, and its money is kept, of the fee first", successor(1, 2), nil, []int64{800, 800, 400, 0}, []int64{3},
			[]MovedMoney{{7, order.Carried, 1481, 0}, {8, order.Carried, 519, 0}}, order.Refunded},
		{"or it goes to the wallet that paid, and to that of the customer", successor(1, 2), func(_, next *Basket) { next.Company.Changes.ToWallet = true }, []int64{1000, 1000, 500, 200}, []int64{3},
			[]MovedMoney{{7, order.Carried, 1481, 0}, {7, order.RefundWallet, 519, 0}, {8, order.Carried, 519, 0}, {8, order.RefundWallet, 181, 3}}, order.Refunded},
		{"of nobody it is kept", successor(1, 2), func(_, next *Basket) { next.Company.Changes.ToWallet, next.Order.CustomerID = true, 0 }, []int64{800, 800, 400, 0}, []int64{3},
			[]MovedMoney{{7, order.Carried, 1481, 0}, {8, order.Carried, 519, 0}}, order.Refunded},
		{"what has places at another date leaves its own", successor(1, 2, 3, 4), func(_, next *Basket) {
			next.Units[1].SaleItemID, next.Order.Rebooks = guest, true
		}, []int64{1000, 1000, 500, 200}, []int64{2}, []MovedMoney{{7, order.Rebooked, 2000, 0}, {8, order.Rebooked, 700, 0}}, order.Refunded},
		{"of what cost nothing no money goes", successor(1), func(was, next *Basket) {
			for _, u := range append(was.Units, next.Units...) {
				u.Price = 0
			}
			was.Order.Totals.Paid, next.Order.Carried = 0, 0
		}, []int64{0, 0, 0, 0}, []int64{2, 3}, nil, order.Cancelled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			was := former()
			if tt.set != nil {
				tt.set(was, tt.next)
			}
			plan := PlanReplaced(was, tt.next, noted, map[int64]int64{8: 3})
			var amounts, restocked []int64
			for _, it := range plan.Items {
				amounts = append(amounts, it.Amount)
				if it.Restocks {
					restocked = append(restocked, it.ID)
				}
			}
			is.Equal(amounts, tt.amounts)
			is.Equal(restocked, tt.restocked)
			is.Equal(plan.Money, tt.money)
			is.Equal(plan.Status, tt.status)
			is.Equal(plan.Items[0], LeftItem{ID: 1, SuccessorID: 11, Amount: tt.amounts[0], Barcode: "a", Next: "new a"})
			is.True(plan.Replaced)
			is.Equal(was.Units[0].Barcode, "a") // nothing is changed yet
		})
	}
}

func TestPlanSoldOn(t *testing.T) {
	bought := func(items ...int64) []*Unit { return successor(items...).Units }
	for _, tt := range []struct {
		name  string
		units []*Unit
		set   func(*order.Order)
		want  order.Status
	}{
		{"some of it", bought(1), func(*order.Order) {}, order.Complete},
		{"some of it, and money went back before", bought(1), func(o *order.Order) { o.Totals.Refunded = 5 }, order.PartiallyRefunded},
		{"all of it", bought(1, 2, 3, 4), func(*order.Order) {}, order.Cancelled},
		{"all of it, and money went back before", bought(1, 2, 3, 4), func(o *order.Order) { o.Totals.Refunded = 5 }, order.Refunded},
		{"of what was refunded already", bought(1), func(o *order.Order) { o.Status = order.Refunded }, order.Refunded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			seller := former()
			tt.set(&seller.Order)
			plan := PlanSoldOn(seller, tt.units)
			is.Equal(plan.Status, tt.want)
			is.Equal(plan.Items[0], LeftItem{ID: 1, SuccessorID: 11, Barcode: "a", Next: "new a"}) // no money goes, no place is free
			is.Equal(len(plan.Items), len(tt.units))
			is.Equal(plan.Money, nil)
			is.True(!plan.Replaced)
		})
	}
}
