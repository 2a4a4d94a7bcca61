package sales_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/kv/kvtest"
)

// TestWorkedRefunds sells and refunds every case of testdata/refunds.txt over the real
// commands, and compares what was given back, and what is left on the accounts, with what
// was worked out for it.
func TestWorkedRefunds(t *testing.T) {
	kvtest.SingleGoroutine(t)
	cases := readCases(t, "refunds.txt")
	if len(cases) < 50 {
		t.Fatalf("%d worked cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := &shop{hall: newHall(t, apptest.Calm()), items: map[string]catalog.SaleItem{}}
			s.elsewhere = s.addEvent(func(*catalog.Event) {})
			c.refunds(s)
		})
	}
}

func (c *workedCase) refunds(s *shop) {
	s.currency = s.A.Currency()
	did, deposit := "", false
	for _, l := range c.lines {
		switch l[0] {
		case "currency":
			s.useCurrency(l[1])
		case "tax":
			s.taxMode(l[1])
		case "sells":
			s.sells(l[1])
		case "fee":
			s.charges(l[1])
		case "deposit":
			s.offersDeposit(l[1])
			deposit = true
		case "basket":
			s.buys(l[1])
		case "pay":
			s.pays(l[1], deposit)
		case "refund":
			did = s.refunds(l[1])
		case "gives", "refused":
			if did != l[1] && (l[0] == "gives" || !strings.Contains(did, l[1])) {
				s.t.Errorf("gives %s, want %s", did, l[1])
			}
		case "left":
			if have := s.left(); have != l[1] {
				s.t.Errorf("left %s, want %s", have, l[1])
			}
		default:
			s.t.Fatalf("what is %q?", l[0])
		}
	}
}

// pays completes the basket: "cash", or "bank 10.00, cash 12.50".
func (s *shop) pays(line string, deposit bool) {
	s.t.Helper()
	p := rules.Payment{Method: order.Method(line)}
	if parts := strings.Split(line, ", "); len(parts) > 1 {
		p = rules.Payment{}
		for _, part := range parts {
			method, amount, _ := strings.Cut(part, " ")
			p.Splits = append(p.Splits, rules.Split{Amount: s.minor(amount), Method: order.Method(method)})
		}
	}
	if deposit {
		b, err := s.complete(s.basket, inDeposit)
		s.noErr(err)
		s.basket = b
	}
	b, err := s.complete(s.basket, p)
	s.noErr(err)
	s.basket = b
}

// refunds refunds "all" or units by their numbers, and tells what came of it.
func (s *shop) refunds(line string) string {
	o := &options{s, strings.Fields(line)}
	in := rules.Refund{
		Order: key(s.basket), Kind: rules.MoneyBack, Voided: o.has("voided"), KeepStock: o.has("keep-stock"),
		KeepProcessingFee: o.has("keep-processing"), KeepResellerFee: o.has("keep-reseller"),
	}
	if o.has("void") {
		in.Kind = rules.Void
	}
	if n := o.money("fee"); n != nil {
		in.CancellationFee = *n
	}
	if o.words[0] != "all" {
		for _, text := range strings.Split(o.words[0], ",") {
			n, err := strconv.Atoi(text)
			s.noErr(err)
			in.ItemIDs = append(in.ItemIDs, s.basket.Items[n-1].ID)
		}
	}
	all, err := s.refund(in)
	if err != nil {
		return err.Error()
	}
	var status order.Status
	s.noErr(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) error {
		now, err := order.Orders.Get(r, s.basket.Order.ID)
		status = now.Status
		return err
	}))
	return s.amount(all[0].Amount()) + " " + status.Slug()
}

// left is what is on the accounts.
func (s *shop) left() string {
	var cells []string
	s.noErr(s.App.View(s.t.Context(), s.A.Owner, app.Authenticated, func(r app.Reader) error {
		h, err := ledger.HeadOf(r)
		cells = nil
		for _, b := range h.Balances {
			sign, n := "", b.Amount
			if n < 0 {
				sign, n = "-", -n
			}
			if n != 0 {
				cells = append(cells, fmt.Sprint(b.Account().Name(), " ", sign, s.amount(n)))
			}
		}
		return err
	}))
	if len(cells) == 0 {
		return "nothing"
	}
	return strings.Join(cells, " ")
}
