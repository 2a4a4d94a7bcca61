package resale

import (
	"context"
	"errors"
	"fmt"

	"marquee/app"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/queue"
	"marquee/app/wallet"
	"marquee/indexes"
)

// Return names a contract whose seller is to be paid over a gateway.
type Return struct {
	ContractID int64 `msgpack:"c"`
}

// ReturnCall pays sellers over the gateways that they had paid over. Package sales does it:
// it is a refund of their order.
var ReturnCall = queue.NewKind(queue.Spec[Return]{Name: "resale.return", Timeout: returnTimeout, Attempts: maxReturns, Pauses: returnPauses})

// pay credits the seller of a contract that was just bought with what was earned: at once,
// or to be spent once it was settled. Until then it stays on the account of resale. What
// goes back over a gateway stays there until that has decided.
func pay(tx app.Tx, c *Contract, userID int64) error {
	l, err := Listings.Get(tx, c.ListingID)
	if err != nil {
		return err
	}
	it, err := order.Items.Get(tx, c.ItemID)
	if err != nil {
		return err
	}
	rules, err := RulesFor(tx, it.EventID, it.SaleItemID)
	if err != nil {
		return err
	}
	if err := c.tell(tx, PortsOf(tx).SoldOn, l.OrderID); err != nil {
		return err
	}
	if rules.Payout == ToOriginal {
		c.Payout = ToOriginal
		if _, err := ReturnCall.Put(tx, fmt.Sprintf("resale/%d", c.ID), Return{c.ID}); err != nil {
			return err
		}
		_, err := contractTable.Update(tx, c.ID, func(stored *Contract) error { stored.Payout = ToOriginal; return nil })
		return err
	}
	credit := wallet.Promise
	if rules.Payout == ToWallet {
		credit = wallet.Credit
	}
	m, err := credit(tx, l.SellerID, c.CurrencyID, it.Demo, c.move(wallet.ResaleProceeds, userID))
	if err != nil {
		return err
	}
	c.MovementID = m.ID
	_, err = contractTable.Update(tx, c.ID, func(stored *Contract) error { stored.MovementID = m.ID; return nil })
	return err
}

// PaySeller ends that the seller of a contract is owed: so much went back over the gateway
// with a transaction of the seller's order, 0: nothing, and the rest is credited.
func PaySeller(tx app.Tx, contractID, returned, transactionID, userID int64) error {
	c, err := Contracts.Get(tx, contractID)
	if err != nil || !c.Owed() {
		return err
	}
	c.Returned, c.TransactionID = returned, transactionID
	l, err := Listings.Get(tx, c.ListingID)
	if err != nil {
		return err
	}
	if c.Credited() > 0 {
		it, err := order.Items.Get(tx, c.ItemID)
		if err != nil {
			return err
		}
		m, err := wallet.Credit(tx, l.SellerID, c.CurrencyID, it.Demo, c.move(wallet.ResaleProceeds, userID))
		if err != nil {
			return err
		}
		c.MovementID = m.ID
	}
	if _, err = contractTable.Update(tx, c.ID, func(stored *Contract) error { *stored = c; return nil }); err != nil {
		return err
	}
	return c.tell(tx, PortsOf(tx).PaidOut, l.OrderID)
}

// move is a movement of what a contract earned.
func (c *Contract) move(t wallet.Type, userID int64) wallet.Move {
	return wallet.Move{
		Type: t, Amount: c.Credited(), Against: ledger.Resale, Source: wallet.Source{Type: wallet.ContractSource, ID: c.ID},
		ItemIDs: []int64{c.ItemID}, UserID: userID,
	}
}

// Settled is what became of the settlement of one contract.
type Settled struct {
	ContractID int64
	// Proceeds can be spent from now on, and Payout of it was paid out; 0 where Refused says
	// why not.
	Proceeds, Payout int64
	Refused          *app.Message
}

// Settle lets sellers have what they earned. Each contract is settled by itself, once,
// however often it is asked for. With payout it is noted as paid out by hand.
func Settle(ctx context.Context, a *app.App, c *app.Caller, ids []int64, payout bool) ([]Settled, error) {
	if err := c.Need(app.SettleResale); err != nil {
		return nil, err
	}
	if n := len(ids); n < 1 || n > MaxSettled {
		return nil, app.Field("resaleContractIds", "must have between %d and %d entries", 1, MaxSettled)
	}
	all := make([]Settled, len(ids))
	for i, id := range ids {
		err := a.Update(ctx, c, app.SettleResale, func(tx app.Tx) (err error) {
			all[i], err = settle(tx, id, c.UserID, payout)
			return err
		})
		var refused *app.Error
		if errors.As(err, &refused) && (refused.Kind == app.Invalid || refused.Kind == app.NotFound) {
			why := refused.Message
			if len(refused.Fields) > 0 {
				why = refused.Fields[0].Message
			}
			all[i], err = Settled{ContractID: id, Refused: &why}, tellRefused(ctx, a, c, id, payout)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// tellRefused tells of a payout that was refused, of a contract that was sold.
func tellRefused(ctx context.Context, a *app.App, c *app.Caller, id int64, payout bool) error {
	if !payout {
		return nil
	}
	return a.Update(ctx, c, app.SettleResale, func(tx app.Tx) error {
		one, err := Contracts.Get(tx, id)
		if errors.Is(err, indexes.ErrNotFound) || err == nil && one.State != Sold {
			return nil
		}
		if err != nil {
			return err
		}
		return PortsOf(tx).PayoutRefused(tx, one.ItemID)
	})
}

func settle(tx app.Tx, id, userID int64, payout bool) (Settled, error) {
	out := Settled{ContractID: id}
	c, err := Contracts.Get(tx, id)
	if err != nil {
		return out, absent(err, "resale contract")
	}
	switch {
	case c.State != Sold:
		return out, app.Field("resaleContractIds", "was not sold yet")
	case c.MovementID == 0:
		return out, app.Field("resaleContractIds", "is paid over the payment gateway")
	}
	m, err := wallet.Confirm(tx, c.MovementID, userID)
	if err != nil {
		return out, err
	}
	l, err := Listings.Get(tx, c.ListingID)
	if err == nil {
		err = c.tell(tx, PortsOf(tx).PaidOut, l.OrderID)
	}
	if out.Proceeds = m.Amount; err != nil || !payout {
		return out, err
	}
	w, err := wallet.Current(tx, m.WalletID)
	if err != nil {
		return out, err
	}
	paid, err := wallet.BeginPayout(tx, w, c.move(wallet.Payout, userID))
	if err != nil {
		return out, err
	}
	if _, err := wallet.Confirm(tx, paid.ID, userID); err != nil {
		return out, err
	}
	out.Payout = -paid.Amount
	return out, nil
}
