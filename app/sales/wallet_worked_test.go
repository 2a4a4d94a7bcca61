package sales_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/kv/kvtest"
)

// TestWorkedWallets plays every case of testdata/wallets.txt over the real commands.
func TestWorkedWallets(t *testing.T) {
	kvtest.SingleGoroutine(t)
	cases := readCases(t, "wallets.txt")
	if len(cases) < 30 {
		t.Fatalf("%d worked cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			currency := ""
			if c.lines[0][0] == "currency" {
				currency = c.lines[0][1]
				c.lines = c.lines[1:]
			}
			w := &workedWallet{purse: purseIn(t, currency)}
			for _, l := range c.lines {
				w.play(l[0], l[1])
			}
		})
	}
}

// workedWallet is a wallet of a case: its orders and its last payout.
type workedWallet struct {
	*purse
	orders []order.Basket
	payout int64
	err    error
}

func (w *workedWallet) minor(text string) int64 {
	w.t.Helper()
	n, err := strconv.ParseInt(strings.Replace(text, ".", "", 1), 10, 64)
	w.noErr(err)
	return n
}

func (w *workedWallet) play(word, rest string) {
	w.t.Helper()
	f := strings.Fields(rest)
	switch word {
	case "has":
		if have := w.balances(); have != rest {
			w.t.Errorf("has %s, want %s", have, rest)
		}
	case "refused":
		if have := reasons(w.err); have != rest {
			w.t.Errorf("refused with %q (%v), want %q", have, w.err, rest)
		}
		w.err = nil
		return
	case "days":
		n, err := strconv.Atoi(rest)
		w.noErr(err)
		w.later(time.Duration(n) * 24 * time.Hour)
	case "expiry":
		n, err := strconv.ParseInt(rest, 10, 64)
		w.noErr(err)
		_, err = wallet.ChangeSettings(w.t.Context(), w.App, w.A.Owner, wallet.SettingsChange{ExpiryDays: &n})
		w.noErr(err)
	default:
		if w.err != nil {
			w.t.Fatalf("before %s %s: %v", word, rest, w.err)
		}
		w.err = w.do(word, f)
	}
}

// do does what may be refused.
func (w *workedWallet) do(word string, f []string) (err error) {
	var b order.Basket
	switch word {
	case "topup":
		w.Clock.Jump(time.Second)
		if len(f) > 1 {
			b, _ = w.topsUpByCard(w.minor(f[0]))
		} else {
			b, err = w.buys(w.topup, w.minor(f[0]), cash)
		}
	case "free":
		b, err = w.buys(w.topup, w.minor(f[0]), rules.Payment{Method: order.ComplimentaryMethod})
	case "spend":
		pay := w.shows()
		if len(f) > 1 {
			pay.Method, pay.Splits = order.SplitMethod, []rules.Split{
				{Amount: w.minor(f[0]) - w.minor(f[1]), Method: order.EWalletOnline}, {Amount: w.minor(f[1]), Method: order.Cash},
			}
		}
		b, err = w.buys(w.drink, w.minor(f[0]), pay)
	case "refund":
		n, bad := strconv.Atoi(f[0])
		w.noErr(bad)
		in := rules.Refund{Order: key(w.orders[n-1]), Kind: rules.MoneyBack}
		for _, word := range f[1:] {
			switch word {
			case "balance":
				in.Kind = rules.ToBalance
			case "void":
				in.Kind = rules.Void
			case "keep-credit":
				in.KeepCredit = true
			default:
				in.CancellationFee = w.minor(word)
			}
		}
		_, err = w.refund(in)
		return err
	case "buy":
		b, err = w.buys(w.drink, w.minor(f[0]), cash)
	case "cashout":
		_, err = w.cashesOut(func(in *rules.Cashout) {
			in.Online = len(f) > 1
			if f[0] != "all" {
				n := w.minor(f[0])
				in.Amount = &n
			}
		})
		return err
	default:
		return w.look(word, f)
	}
	if err == nil {
		w.orders = append(w.orders, b)
	}
	return err
}

// look does what staff do to the wallet itself.
func (w *workedWallet) look(word string, f []string) error {
	switch word {
	case "payout":
		v, err := wallet.InitiatePayout(w.t.Context(), w.App, w.A.Owner, wallet.PayoutAsk{WalletID: w.walletOf().ID, Amount: w.minor(f[0])})
		w.payout = v.ID
		return err
	case "confirm":
		_, err := wallet.ConfirmPayout(w.t.Context(), w.App, w.A.Owner, w.payout)
		return err
	case "cancel":
		_, err := wallet.CancelPayout(w.t.Context(), w.App, w.A.Owner, w.payout)
		return err
	case "adjust":
		_, err := wallet.Adjust(w.t.Context(), w.App, w.A.Owner, wallet.Adjusting{
			CustomerID: w.guest.ID, CurrencyID: w.currency.ID, Amount: w.minor(f[0]), Reason: "worked",
		})
		return err
	}
	w.t.Fatalf("what is %q?", word)
	return nil
}

// balances are the balance, what can be cashed out online and by hand, and what is aside.
func (w *workedWallet) balances() string {
	one := w.walletOf()
	amount := func(n int64) string {
		if w.currency.Subunit == 0 {
			return strconv.FormatInt(n, 10)
		}
		return fmt.Sprintf("%d.%02d", n/100, n%100)
	}
	now := w.App.Now()
	line := fmt.Sprintf("%s online %s hand %s", amount(one.Available), amount(one.Refundable(true, now)), amount(one.Refundable(false, now)))
	if one.Reserved > 0 {
		line += " aside " + amount(one.Reserved)
	}
	return line
}
