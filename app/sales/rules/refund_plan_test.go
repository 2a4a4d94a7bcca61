package rules

import (
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"

	"github.com/matryer/is"
)

// says wants an error to say why, "" no error.
func says(t *testing.T, err error, why string) {
	t.Helper()
	if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
		t.Errorf("refused with %v, not %q", err, why)
	}
}

func TestARefundByItself(t *testing.T) {
	all := &app.Caller{Super: true}
	for _, tt := range []struct {
		why string
		in  Refund
	}{
		{"", Refund{Order: order.Key{ID: 1}}},
		{"orderId: is required", Refund{}},
		{"items: must have between 1 and 500 entries", Refund{ItemIDs: make([]int64, MaxRefundItems+1)}},
		{"refundSplits.0.amount: must be at least 1", Refund{ItemIDs: []int64{1}, Splits: []RefundSplit{{1, -5}}}},
		{"refundSplits.1.transactionId: is there twice", Refund{ItemIDs: []int64{1}, Splits: []RefundSplit{{1, 1000}, {1, 1250}}}},
		{"cancellationFee: must not be negative", Refund{ItemIDs: []int64{1}, CancellationFee: -1}},
		{"type: gives no money back", Refund{ItemIDs: []int64{1}, Kind: Void, CancellationFee: 5}},
		{"type: gives no money back", Refund{ItemIDs: []int64{1}, Kind: Void, Splits: []RefundSplit{{1, 5}}}},
	} {
		t.Run(tt.why, func(t *testing.T) { says(t, tt.in.Check(all), tt.why) })
	}
}

// soldItems are a ticket with its fee, a bundle with its content, a drink, and a fee of the order.
func soldItems() []order.Item {
	void := time.Now()
	return []order.Item{
		{ID: 1, Type: catalog.Ticket, Sold: true, Price: 1000, ProcessingFee: 100},
		{ID: 2, Type: catalog.Bundle, Sold: true, Price: 500},
		{ID: 3, Type: catalog.Ticket, Sold: true, LeadItemID: 2},
		{ID: 4, Type: catalog.Product, Sold: true, Price: 300},
		{ID: 5, Type: catalog.Fee, Sold: true, Price: 50, ProducingItemID: 1},
		{ID: 6, Type: catalog.Fee, Sold: true, Price: 20},
		{ID: 7, Type: catalog.Ticket, Sold: true, Price: 900, CancelledAt: &void},
	}
}

func TestSelectRefund(t *testing.T) {
	for _, tt := range []struct {
		name   string
		chosen []int64
		in     Refund
		stands int64
		want   []int64
	}{
		{"of everything takes all that stands", nil, Refund{}, 0, []int64{1, 2, 3, 4, 5, 6}},
		{"of one item takes the fee that it brought", []int64{1}, Refund{}, 0, []int64{1, 5}},
		{"a bundle goes with what it brought", []int64{2}, Refund{}, 0, []int64{2, 3}},
		{"what a bundle brought does not go by itself", []int64{3}, Refund{}, 0, nil},
		{"the last item takes the fees of the order", []int64{1, 2, 4}, Refund{}, 0, []int64{1, 2, 3, 4, 5, 6}},
		{"a fee can be chosen", []int64{6}, Refund{}, 0, []int64{6}},
		{"what was redeemed stays", nil, Refund{}, 4, []int64{1, 2, 3, 5}},
		{"what was voided before is named alone", []int64{7}, Refund{}, 0, nil},
		{"and gets its money where that is asked for", []int64{7}, Refund{Voided: true}, 0, []int64{7}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var ids []int64
			for _, it := range SelectRefund(soldItems(), tt.chosen, &tt.in, func(it *order.Item) bool { return it.ID == tt.stands }) {
				ids = append(ids, it.ID)
			}
			is.New(t).Equal(ids, tt.want)
		})
	}
}

func TestPriceRefund(t *testing.T) {
	for _, tt := range []struct {
		name  string
		order order.Order
		in    Refund
		want  []int64 // of the ticket and of the drink
		why   string
	}{
		{"the price goes back", order.Order{}, Refund{}, []int64{1000, 300}, ""},
		{"a fee is kept", order.Order{}, Refund{KeepProcessingFee: true}, []int64{900, 300}, ""},
		{"a cancellation fee is shared by what goes back", order.Order{}, Refund{CancellationFee: 130}, []int64{900, 270}, ""},
		{"it is no more than that", order.Order{}, Refund{CancellationFee: 1301}, nil, "cancellationFee: must be at most €13.00"},
		{"a deposit keeps all fees, and its share of the rest", order.Order{Deposit: 170}, Refund{}, []int64{900, 300}, ""},
		{"nothing goes back of what is void", order.Order{}, Refund{Kind: Void}, []int64{0, 0}, ""},
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
}

func TestPartRefund(t *testing.T) {
	noted := []order.Transaction{
		{ID: 1, Total: 1500, Status: order.TransactionSuccess, Gateway: "bank"},
		{ID: 2, Total: 500, Status: order.TransactionSuccess},
		{ID: 3, Total: -500, Status: order.TransactionSuccess, Of: 1},
		{ID: 4, Total: 900, Status: order.TransactionSuccess, Deposit: true},
		{ID: 5, Total: 800, Status: order.TransactionFailed},
	}
	for _, tt := range []struct {
		name   string
		amount int64
		in     Refund
		want   []RefundPart
		why    string
	}{
		{"in proportion to what is left of each", 300, Refund{}, []RefundPart{{Of: 1, Amount: 200}, {Of: 2, Amount: 100}}, ""},
		{"over the gateway that it came over", 300, Refund{Online: true}, []RefundPart{{Of: 1, Amount: 200, Gateway: "bank"}, {Of: 2, Amount: 100}}, ""},
		{"as the caller says", 300, Refund{Splits: []RefundSplit{{2, 300}}}, []RefundPart{{Of: 2, Amount: 300}}, ""},
		{"nothing needs no part", 0, Refund{}, nil, ""},
		{"and takes none", 0, Refund{Splits: []RefundSplit{{2, 300}}}, nil, "refundSplits: must add up to €0.00"},
		{"that falls short", 300, Refund{Splits: []RefundSplit{{2, 299}}}, nil, "refundSplits: must add up to €3.00"},
		{"more than is left", 1200, Refund{Splits: []RefundSplit{{1, 1001}, {2, 199}}}, nil, "refundSplits.0.amount: must be at most €10.00"},
		{"more than fits a number", 300, Refund{Splits: []RefundSplit{{1, 1 << 62}}}, nil, "refundSplits.0.amount: must be at most €10.00"},
		{"of a deposit", 300, Refund{Splits: []RefundSplit{{4, 300}}}, nil, "refundSplits.0.transactionId: holds no money"},
		{"of what never came", 300, Refund{Splits: []RefundSplit{{5, 300}}}, nil, "refundSplits.0.transactionId: holds no money"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := PartRefund(noted, tt.amount, 978, &tt.in)
			says(t, err, tt.why)
			is.New(t).Equal(got, tt.want)
		})
	}
}
