package webhook

import (
	"testing"

	"marquee/app/order"
)

// TestABasketBecomesAnOrderOnce: when it is reserved or bought first, and not again when it is paid,
// or when a payment did not go through.
func TestABasketBecomesAnOrderOnce(t *testing.T) {
	type path = []order.Status
	const (
		basket, paying, bought = order.Active, order.Processing, order.Complete
		linked, approval       = order.AwaitingPaymentLink, order.AwaitingApproval
	)
	for name, c := range map[string]struct {
		from   order.Status
		path   path
		now    order.Status
		begins bool
	}{
		"bought":                             {basket, nil, bought, true},
		"bought over a gateway":              {paying, path{paying}, bought, true},
		"money that came late":               {order.Expired, path{paying, order.Expired}, bought, true},
		"a deposit":                          {paying, path{paying}, order.PartiallyPaid, true},
		"reserved":                           {basket, nil, linked, true},
		"asked for":                          {basket, nil, approval, true},
		"being paid":                         {basket, nil, paying, false},
		"a basket again":                     {paying, nil, basket, false},
		"left behind":                        {basket, nil, order.Expired, false},
		"approved":                           {approval, path{approval}, linked, false},
		"reserved and bought":                {linked, path{linked}, bought, false},
		"reserved and bought over a gateway": {paying, path{linked, paying}, bought, false},
		"reserved, and not paid":             {paying, nil, linked, false},
		"refunded":                           {bought, path{bought}, order.Refunded, false},
	} {
		o := order.Order{Status: c.now, Path: c.path}
		if begins := becomesOrder(&order.Step{Order: &o, From: c.from}); begins != c.begins {
			t.Errorf("%s: %v", name, begins)
		}
	}
}
