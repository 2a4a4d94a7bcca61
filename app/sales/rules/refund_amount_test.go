package rules

import (
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

func TestAnAmountByItself(t *testing.T) {
	all := &app.Caller{Super: true}
	for _, tt := range []struct {
		why string
		in  Refund
	}{
		{"", Refund{Order: order.Key{ID: 1}, Amount: 500}},
		{"amount: must be at least 1", Refund{Order: order.Key{ID: 1}, Amount: -1}},
		{"type: gives no money back", Refund{Order: order.Key{ID: 1}, Amount: 500, Kind: Void}},
		{"cancellationFee: is not possible together with amount", Refund{Order: order.Key{ID: 1}, Amount: 500, CancellationFee: 1}},
		{"refundCancelled: is not possible together with amount", Refund{Order: order.Key{ID: 1}, Amount: 500, Voided: true}},
	} {
		t.Run(tt.why, func(t *testing.T) { says(t, tt.in.Check(all), tt.why) })
	}
}

func TestWhatAnAmountIsOf(t *testing.T) {
	items := append(soldItems(),
		order.Item{ID: 8, Type: catalog.GiftVoucher, Sold: true, Price: 700},
		order.Item{ID: 9, Type: catalog.CashlessTopup, Sold: true, Price: 700, Credit: &order.Credit{Amount: 700}},
		order.Item{ID: 10, Type: catalog.Ticket, Sold: true, Price: 400, Refunded: 400},
	)
	for _, tt := range []struct {
		name   string
		chosen []int64
		stands int64
		want   []int64
	}{
		{"all that stands and cost something, and no fee", nil, 0, []int64{1, 2, 4}},
		{"what was chosen", []int64{1, 7}, 0, []int64{1}},
		{"a fee that is named", []int64{5}, 0, []int64{5}},
		{"nothing that is money itself", []int64{8, 9}, 0, nil},
		{"nothing of which all went back", []int64{10}, 0, nil},
		{"nothing that was redeemed", []int64{4}, 4, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			var ids []int64
			for _, it := range SelectRefund(items, tt.chosen, &Refund{Amount: 1}, func(it *order.Item) bool { return it.ID == tt.stands }) {
				is.True(!it.Voids)
				ids = append(ids, it.ID)
			}
			is.Equal(ids, tt.want)
		})
	}
}

func TestAnAmountIsSpread(t *testing.T) {
	for _, tt := range []struct {
		name  string
		order order.Order
		in    Refund
		want  []int64 // of the ticket and of the drink
		why   string
	}{
		{"in proportion to what is left of the prices", order.Order{}, Refund{Amount: 130}, []int64{100, 30}, ""},
		{"up to all of it", order.Order{}, Refund{Amount: 1300}, []int64{1000, 300}, ""},
		{"and no further", order.Order{}, Refund{Amount: 1301}, nil, "amount: must be at most €13.00"},
		{"less what a fee keeps", order.Order{}, Refund{Amount: 1201, KeepProcessingFee: true}, nil, "amount: must be at most €12.00"},
		{"less what a deposit keeps", order.Order{Deposit: 170}, Refund{Amount: 1201}, nil, "amount: must be at most €12.00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			tt.order.CurrencyID, tt.order.Totals.Paid, tt.order.Totals.Total = 978, 2770, 2770
			picked := []RefundedItem{{ID: 1}, {ID: 4}}
			err := PriceRefund(&tt.order, soldItems(), picked, &tt.in)
			says(t, err, tt.why)
			if tt.why == "" {
				is.Equal([]int64{picked[0].Amount, picked[1].Amount}, tt.want)
			}
		})
	}
	says(t, PriceRefund(&order.Order{CurrencyID: 978}, soldItems(), []RefundedItem{{ID: 1}}, &Refund{Amount: 1}), "amount: must be at most €0.00") // nothing was paid
}
