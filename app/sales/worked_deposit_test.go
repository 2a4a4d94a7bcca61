package sales_test

import (
	"fmt"
	"strings"

	"marquee/app"
	"marquee/app/money"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/terms"
)

// offersDeposit sets what the company lets buyers pay first: "30% from 50.00".
func (s *shop) offersDeposit(line string) {
	o := &options{s, strings.Fields(line)}
	d := terms.NewDeposit{
		On: terms.Channels{Office: true}, Percent: s.percent(o.words[0], money.PercentUnit),
		Least: map[string]int64{s.currency.Code: *o.money("from")},
	}
	if _, err := terms.Set(s.t.Context(), s.App, s.A.Owner, terms.Change{Deposit: app.Is(d)}); err != nil {
		s.t.Fatal(err)
	}
}

var inDeposit = rules.Payment{Method: order.Cash, Plan: rules.PayDeposit}

// paysDeposit pays the basket of a case in two parts, when it says what these are:
// "first 12.00 tax 1.60 fees 2.50", or that there is none: "none WORDS".
func (c *workedCase) paysDeposit(s *shop) bool {
	want := map[string]string{}
	for _, l := range c.lines {
		want[l[0]] = l[1]
	}
	if want["first"] == "" && want["none"] == "" {
		return false
	}
	b, err := s.complete(s.basket, inDeposit)
	if words := want["none"]; words != "" {
		if err == nil || !strings.Contains(err.Error(), words) {
			s.t.Errorf("refused with %v", err)
		}
		return false
	}
	if err == nil {
		b, err = s.complete(b, cash)
	}
	if err != nil {
		s.t.Error(err)
		return true
	}
	var got []string
	err = s.App.View(s.t.Context(), s.A.Owner, app.ViewOrders, func(r app.Reader) error {
		got = nil
		all, err := order.Transactions.GetMany(r, b.Order.TransactionIDs)
		for _, t := range all {
			got = append(got, fmt.Sprintf("%s tax %s fees %s", s.amount(t.Total), s.amount(t.Tax), s.amount(t.Fees)))
		}
		return err
	})
	if err != nil || len(got) != 2 || got[0] != want["first"] || got[1] != want["rest"] {
		s.t.Errorf("paid %q, %v", got, err)
	}
	return true
}
