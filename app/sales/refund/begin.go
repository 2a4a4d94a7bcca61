package refund

import (
	"errors"
	"fmt"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// Planned decides on the refund of one order. known is the answer to the same call that was
// given before.
func Planned(in *rules.Refund, r app.Reader, o *order.Order, chosen []int64) (plan rules.RefundPlan, known *rules.Refunded, err error) {
	asks := in.Asks(o.ID, chosen)
	call, err := asks.Part()
	if err != nil {
		return plan, nil, err
	}
	was, done, err := app.Answered[rules.Refunded](app.Of(r), r, call)
	if err != nil || done {
		return plan, &was, err
	}
	if open, found, err := attempt.OpenOf(r, refundSubject(o.ID)); err != nil || found {
		if err == nil {
			err = in.Pending(open)
		}
		return plan, nil, err
	}
	plan, err = planRefund(r, o, in, chosen)
	plan.Asks = asks
	return plan, nil, err
}

// beginRefund decides on the refund of one order. What no gateway takes part in is done; else
// the attempt is begun, and the items stay as they are until it has ended.
func beginRefund(in *rules.Refund, tx app.Tx, c *app.Caller, o *order.Order, chosen []int64) (did rules.Refunded, at *RefundAttempt, err error) {
	plan, known, err := Planned(in, tx, o, chosen)
	if err != nil || known != nil || len(plan.Items) == 0 {
		if known != nil {
			did = *known
		}
		return did, nil, err
	}
	plan.UserID, plan.Reason = c.UserID, in.Reason
	d, err := sales.NewDraft(tx, c)
	if err != nil {
		return did, nil, err
	}
	if err := d.Load(*o); err != nil {
		return did, nil, err
	}
	if err := openWallet(d, &plan); err != nil {
		return did, nil, err
	}
	if plan.PaymentID != 0 {
		at, err := beginReturn(d, &plan)
		return did, &at, err
	}
	if did, err = Do(d, &plan); err != nil {
		return did, nil, err
	}
	call, err := plan.Asks.Part()
	if err != nil {
		return did, nil, err
	}
	return did, nil, app.Remember(app.Of(tx), tx, call, did)
}

// Refunding tells whether a gateway is still asked about a refund of an order.
func Refunding(r app.Reader, orderID int64) (bool, error) {
	open, found, err := attempt.OpenOf(r, refundSubject(orderID))
	return found && open.State == attempt.Begun, err
}

func refundSubject(orderID int64) string { return fmt.Sprintf("refund/%d", orderID) }

// errRefund is a plan that does not fit its order any more.
var errRefund = errors.New("a refund does not fit its order")
