package rules

import (
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/terms"

	"github.com/matryer/is"
)

// worth is a basket of one ticket of 12 euros, two of which are tax and one a fee.
func worth() *Basket {
	b := table()
	b.holds(ticket, 1)
	u := b.Units[0]
	u.Base, u.ProcessingFee, u.Price, u.Tax = 1100, 100, 1200, 200
	return b
}

func TestPay(t *testing.T) {
	for _, tt := range []struct {
		name   string
		parts  []Split
		paid   int64
		method string
		tax    []int64
	}{
		{"one part has all of the tax", []Split{{1200, order.Cash}}, 1200, string(order.Cash), []int64{200}},
		{"parts share it to the cent", []Split{{401, order.Cash}, {799, order.Bank}}, 1200, string(order.Cash), []int64{67, 133}},
		{"what is given away is not paid, and has none", []Split{{0, order.ComplimentaryMethod}}, 0, string(order.ComplimentaryMethod), []int64{0}},
		{"what costs nothing is free", nil, 0, string(order.Free), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			b := worth()
			var tax []int64
			for _, p := range Pay(b, 7, 9, b.Rest(), tt.parts) {
				is.Equal(p.UserID, int64(7))
				is.Equal(p.WalletID, int64(0))
				tax = append(tax, p.Tax)
			}
			is.Equal(tax, tt.tax)
			is.Equal(b.Order.Totals.Paid, tt.paid)
			is.Equal(b.Order.Methods[0], tt.method)
		})
	}
	t.Run("a part from a wallet is of that", func(t *testing.T) {
		b := worth()
		is.New(t).Equal(Pay(b, 7, 9, b.Rest(), []Split{{1200, order.EWalletOnline}})[0].WalletID, int64(9))
	})
}

// A deposit and the balance add up to the order, and so do their taxes and fees.
func TestADepositAndItsBalanceAddUp(t *testing.T) {
	is := is.New(t)
	b := worth()
	first := b.First(terms.Offer{Amount: 500})
	b.Order.Deposit = 500
	rest := b.Rest()
	is.Equal(first.Total, int64(500))
	is.Equal(money.Totals{Total: first.Total + rest.Total, Tax: first.Tax + rest.Tax, Fees: first.Fees + rest.Fees},
		money.Totals{Total: 1200, Tax: 200, Fees: b.Totals().Fees})
}

func TestWhatIsNotGivenAway(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(b *Basket)
		why  string
	}{
		{"a basket", func(*Basket) {}, ""},
		{"an order that is changed", func(b *Basket) { b.Order.Modifies = 3 }, "for an order that is changed"},
		{"a balance", func(b *Basket) { b.Order.Deposit = 500 }, "with a deposit"},
		{"what others sell on", func(b *Basket) {
			b.Units[0].Resale, b.Units[0].Replaced = &order.Resale{}, &order.Replaced{Type: order.ByResale}
		}, "for what others sell on"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := worth()
			tt.set(b)
			says(t, CheckGivenAway(b, b.Rest()), tt.why)
		})
	}
}

func TestMarkSold(t *testing.T) {
	is := is.New(t)
	b, n := table(), 0
	b.holds(ticket, 2)
	b.holds(guest, 2)
	b.holds(donation, 1)
	b.Units[1].Barcode = "printed"
	b.Units[2].RequiresApproval, b.Units[3].RequiresApproval, b.Units[3].ApprovedAt = true, true, new(time.Now())
	is.True(MarkSold(b, func() string { n++; return "drawn" })) // a buyer knew one
	codes := make([]string, len(b.Units))
	for i, u := range b.Units {
		is.True(u.Sold && u.Changed)
		codes[i] = u.Barcode
	}
	is.Equal(codes, []string{"drawn", "printed", "", "drawn", ""}) // nobody decided about the third, and no gate reads the last
	is.Equal(n, 2)
}

func TestNoteCredits(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(b *Basket)
		want *order.Credit
	}{
		{"what was paid without fees", func(*Basket) {}, &order.Credit{CurrencyID: 978, Amount: 1100}},
		{"what the sale item says", func(b *Basket) { b.Goods[ticket].TopupCurrencyID, b.Goods[ticket].TopupAmount = 5, 40 }, &order.Credit{CurrencyID: 5, Amount: 40}},
		{"its price where a bundle brought it", func(b *Basket) { b.Units[0].LeadItemID, b.Units[0].Base = 8, 0 }, &order.Credit{CurrencyID: 978, Amount: 1000}},
		{"nothing of anything else", func(b *Basket) { b.Units[0].Type = catalog.Ticket }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := worth()
			b.Units[0].Type, b.Goods[ticket].Type = catalog.CashlessTopup, catalog.CashlessTopup
			tt.set(b)
			NoteCredits(b)
			is.New(t).Equal(b.Units[0].Credit, tt.want)
		})
	}
}

// Who may is asked where it is decided.
func TestOverridesAreForThoseWhoMay(t *testing.T) {
	says(t, MayLift(&app.Caller{}, nil), "")
	says(t, MayLift(&app.Caller{Super: true}, []Override{Minimum}), "")
	says(t, MayLift(&app.Caller{Super: true}, []Override{"gravity"}), "overrides.0: is not a known rule")
	is.New(t).Equal(app.KindOf(MayLift(&app.Caller{}, []Override{Minimum})), app.Forbidden)
}
