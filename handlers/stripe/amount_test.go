package stripe

import (
	"fmt"
	"strings"
	"testing"

	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/payment"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"

	"github.com/matryer/is"
)

// decimals are those in which the gateway counts, as its documentation lists them: of every
// other currency two.
var decimals = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "JPY": 0, "KMF": 0, "KRW": 0, "MGA": 0, "PYG": 0, "RWF": 0,
	"VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "JOD": 3, "KWD": 3, "OMR": 3, "TND": 3,
}

func tenTo(n int64) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// In every currency the gateway is sent the money that is meant, or nothing.
func TestEveryCurrencyIsCountedAsTheGatewayDoes(t *testing.T) {
	all := company.Currencies()
	if len(all) < 150 {
		t.Fatalf("only %d currencies", len(all))
	}
	for _, cur := range all {
		there := int64(2)
		if n, listed := decimals[cur.Code]; listed {
			there = int64(n)
		}
		for _, amount := range []int64{1, 10, 100, 101, 110, 5120, 5124, 123_456_700} {
			// Both sides in millionths of the currency.
			want := amount * tenTo(6-cur.Subunit)
			movable := want%tenTo(6-min(there, 2)) == 0 && !(cur.Subunit == 3 && there != 3)
			sent, exact := counted(cur, amount)
			if exact != movable {
				t.Errorf("%d of %s: exact %t, want %t", amount, cur.Code, exact, movable)
			}
			if exact && sent*tenTo(6-there) != want {
				t.Errorf("%d of %s: %d is sent, which is another amount", amount, cur.Code, sent)
			}
			if (cur.Code == "ISK" || cur.Code == "UGX") && sent%100 != 0 {
				t.Errorf("%d of %s: %d is sent, and there are no hundredths", amount, cur.Code, sent)
			}
		}
	}
}

// What is opened, captured and given back of a ticket is the same money.
func TestMoneyOfCurrenciesThatAreCountedOtherwise(t *testing.T) {
	for _, c := range []struct {
		code        string
		price, sent int64
	}{
		{"EUR", 2000, 2000}, {"JPY", 2000, 2000}, {"ISK", 2000, 200000}, {"UGX", 50000, 5000000}, {"MGA", 2000000, 20000}, {"KWD", 5120, 5120},
	} {
		t.Run(c.code, func(t *testing.T) {
			is := is.New(t)
			s := newShopIn(t, c.code, c.price)
			k, i := s.intent()
			s.fake.confirm(i.Ref)
			is.NoErr(s.pay(k, i))
			is.Equal(s.slug(k), "complete")
			_, err := refund.Orders(t.Context(), s.App, s.A.Owner, rules.Refund{Order: k, Kind: rules.MoneyBack, Online: true})
			is.NoErr(err)
			is.Equal(s.slug(k), "refunded")
			is.Equal(s.fake.intents[i.Ref].refunded, c.sent)
			all := strings.Join(s.fake.requests, "\n")
			is.True(strings.Contains(all, fmt.Sprintf("amount=%d&", c.sent)))
			is.True(strings.Contains(all, fmt.Sprintf("amount_to_capture=%d ", c.sent)))
		})
	}
}

// An amount that the gateway cannot move is refused before anything is begun.
func TestAnAmountThatCannotBeMovedIsRefused(t *testing.T) {
	for code, price := range map[string]int64{"KWD": 5124, "MGA": 123450, "LYD": 5120} {
		t.Run(code, func(t *testing.T) {
			is := is.New(t)
			s := newShopIn(t, code, price)
			k, _, err := s.tries()
			is.True(err != nil && strings.Contains(err.Error(), "the payment gateway moves no such amount in "+code))
			is.Equal(len(s.fake.requests), 0)
			b, err := order.ReadBasket(t.Context(), s.App, s.A.Owner, k)
			is.NoErr(err)
			is.Equal(len(b.Order.TransactionIDs), 0)
			cur, _ := company.CurrencyByCode(code)
			g := &gateway{keys{SecretKey: "sk_test_secret"}, newClient("sk_test_secret", s.fake.URL)}
			_, err = g.Open(t.Context(), payment.Intent{Key: "k", Amount: price, Currency: cur})
			is.Equal(payment.Refused(err), payment.CodeAmount)
			_, err = g.Capture(t.Context(), "pi_1", "c", price, cur)
			is.Equal(payment.Refused(err), payment.CodeAmount)
			is.Equal(payment.Refused(g.Refund(t.Context(), "pi_1", "r", price, cur)), payment.CodeAmount)
			is.Equal(len(s.fake.requests), 0)
		})
	}
}
