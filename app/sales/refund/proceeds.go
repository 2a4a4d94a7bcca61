package refund

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/attempt"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// errReturning is that another refund of the seller's order is not finished.
var errReturning = errors.New("the order of the seller has a refund that is not finished")

// ReturnProceeds pays the seller of a contract over the gateway that the seller had paid
// over. Where nothing can go back there, or the gateway refuses, all is credited. What the
// gateway does not decide about is found out later, like every refund.
func ReturnProceeds(ctx context.Context, a *app.App, m queue.Message[resale.Return]) error {
	var at *RefundAttempt
	err := a.UpdateCompany(ctx, m.Company, func(tx app.Tx) (err error) {
		at, err = beginProceeds(tx, m.Payload.ContractID)
		return err
	})
	if err != nil || at == nil {
		return err
	}
	if _, err = giveBackOnline(ctx, a, *at); app.KindOf(err) != 0 {
		return nil // it is refused, which is dealt with, or not decided yet
	}
	return err
}

// beginProceeds begins to pay the seller of a contract, or pays by crediting the wallet. The
// attempt is nil when nothing is left to be asked.
func beginProceeds(tx app.Tx, contractID int64) (*RefundAttempt, error) {
	c, err := resale.Contracts.Get(tx, contractID)
	if err != nil || !c.Owed() {
		return nil, err
	}
	plan, err := planProceeds(tx, &c)
	if err != nil {
		return nil, err
	}
	if plan.PaymentID == 0 {
		return nil, resale.PaySeller(tx, c.ID, 0, 0, 0)
	}
	if _, found, err := attempt.OpenOf(tx, refundSubject(plan.OrderID)); err != nil || found {
		if err == nil {
			err = errReturning
		}
		return nil, err
	}
	o, err := order.Orders.Get(tx, plan.OrderID)
	if err != nil {
		return nil, err
	}
	d, err := sales.NewDraft(tx, &app.Caller{})
	if err == nil {
		err = d.Load(o)
	}
	if err != nil {
		return nil, err
	}
	at, err := beginReturn(d, &plan)
	return &at, err
}

// planProceeds is the refund with which a seller is paid: the proceeds, as far as the
// seller paid for the item over a gateway. Its payment is 0 where nothing can go back.
func planProceeds(tx app.Tx, c *resale.Contract) (plan rules.RefundPlan, err error) {
	it, err := order.Items.Get(tx, c.ItemID)
	if err != nil {
		return plan, err
	}
	o, err := order.Orders.Get(tx, it.OrderID)
	if err != nil {
		return plan, err
	}
	noted, err := order.Transactions.GetMany(tx, o.TransactionIDs)
	if err != nil {
		return plan, err
	}
	plan = rules.RefundPlan{OrderID: o.ID, ContractID: c.ID, Asks: rules.RefundAsks{OrderID: o.ID, Kind: string(rules.MoneyBack), InhibitMail: true}}
	for i := range noted {
		t := &noted[i]
		n := min(c.Proceeds(), it.Price-it.Refunded, order.LeftOf(t, noted))
		if t.Gateway == "" || t.Deposit || t.WalletID != 0 || n <= 0 {
			continue
		}
		plan.Items = []rules.RefundedItem{{ID: it.ID, Amount: n}}
		plan.Parts = []rules.RefundPart{{Of: t.ID, Method: t.Type, Amount: n, Gateway: t.Gateway}}
		if err := overGateway(&plan, tx, ""); !errors.Is(err, errRefund) && app.KindOf(err) != app.Invalid {
			return plan, err
		}
		break // no payment stands behind it, or its gateway cannot move so much
	}
	plan.PaymentID = 0
	return plan, nil
}
