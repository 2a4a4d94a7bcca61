package sales

import (
	"marquee/app"
	"marquee/app/sales/rules"
)

// settle turns a payment of the order into the transactions to note. What waits for its
// payment is paid as agreed when whoever may change orders says no more than that it was.
func (d *draft) settle(c *app.Caller, p rules.Payment, due int64) ([]rules.Split, error) {
	if m := rules.Agreed(d.Order.Status); m != "" && p.Method == "" && len(p.Splits) == 0 && c.Can(app.EditOrders) {
		return []rules.Split{{due, m}}, nil
	}
	parts, err := rules.Settle(c, p, due, d.Order.CurrencyID)
	if err != nil {
		return nil, err
	}
	return parts, d.fromWallet(&p, parts)
}
