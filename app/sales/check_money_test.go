package sales_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/indexes"
	"marquee/kv/kvtest"
)

// breaches are all that the checks of an App find in the first company.
func (h *hall) breaches() (keys []string) {
	h.t.Helper()
	for _, inv := range h.App.Invariants() {
		h.noErr(h.App.ViewCompany(h.t.Context(), h.A.Company.ID, func(r app.Reader) error {
			return inv.Check(r, func(b app.Breach) { keys = append(keys, b.Key) })
		}))
	}
	return keys
}

func (h *hall) spoilMovement(id int64, do func(*wallet.Movement)) {
	h.t.Helper()
	h.update(func(tx app.Tx) error {
		_, err := indexes.Forge(wallet.MovementTable()).Update(tx, id, func(m *wallet.Movement) error { do(m); return nil })
		return err
	})
}

// Each way in which credit could come from nowhere is found.
func TestTheCheckFindsCreditFromNowhere(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for name, c := range map[string]struct {
		do   func(p *purse)
		want string
	}{
		"a top-up of which more is left than came": {func(p *purse) {
			b := p.topsUp(1000)
			p.spends(600)
			id := p.walletOf().ID
			p.update(func(tx app.Tx) error {
				_, err := indexes.Forge(wallet.Table()).Update(tx, id, func(w *wallet.Wallet) error {
					w.Topups = []wallet.Topup{{OrderID: b.Order.ID, Left: 400, Online: true, At: tx.Now()}}
					return nil
				})
				return err
			})
		}, "wallet: what is left of order"},
		"a payment that is about another transaction": {func(p *purse) {
			top := p.topsUp(1000)
			b := p.spends(400)
			all, err := p.movementsOf(b)
			p.noErr(err)
			p.spoilMovement(all[0].ID, func(m *wallet.Movement) { m.TransactionID = top.Order.TransactionIDs[0] })
		}, "movement: purchase_online"},
		"a top-up of another order": {func(p *purse) {
			b := p.topsUp(1000)
			all, err := p.movementsOf(b)
			p.noErr(err)
			p.spoilMovement(all[0].ID, func(m *wallet.Movement) { m.Source.ID = p.ticket.ID })
		}, "movement: topup_offline"},
		"a payout that was let go without a word": {func(p *purse) {
			p.topsUp(1000)
			v, err := wallet.InitiatePayout(p.t.Context(), p.App, p.A.Owner, wallet.PayoutAsk{WalletID: p.walletOf().ID, Amount: 600})
			p.noErr(err)
			p.spoilMovement(v.ID, func(m *wallet.Movement) { m.CancelledAt = &m.CreatedAt })
		}, "ledger: payouts"},
		"proceeds that are not what the contract says": {func(p *purse) {
			p.resell(resale.Change{Enabled: app.Is(true)})
			v, err := p.list(1, resale.Ask{ItemID: p.ticket.ID})
			p.noErr(err)
			_, err = p.buy("grace@example.com", p.ticket.ID)
			p.noErr(err)
			p.spoilMovement(p.listing(v).Contracts[0].MovementID, func(m *wallet.Movement) { m.Amount++ })
		}, "resale contract: proceeds"},
		"a contract that was paid for and credited nobody": {func(p *purse) {
			p.resell(resale.Change{Enabled: app.Is(true)})
			v, err := p.list(1, resale.Ask{ItemID: p.ticket.ID})
			p.noErr(err)
			_, err = p.buy("grace@example.com", p.ticket.ID)
			p.noErr(err)
			p.update(func(tx app.Tx) error {
				_, err := indexes.Forge(resale.Contracts).Update(tx, v.Contracts[0].ID, func(c *resale.Contract) error { c.MovementID = 0; return nil })
				return err
			})
		}, "ledger: resale"},
		"an order that gave back more than it took": {func(p *purse) {
			b := p.topsUp(1000)
			p.update(func(tx app.Tx) error {
				_, err := indexes.Forge(order.Transactions).Update(tx, b.Order.TransactionIDs[0], func(t *order.Transaction) error { t.Total = -t.Total; return nil })
				return err
			})
		}, "order: money"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPurse(t, apptest.Unchecked())
			if found := p.breaches(); len(found) > 0 {
				t.Fatal(found)
			}
			c.do(p)
			all := strings.Join(p.breaches(), "; ")
			t.Log(all)
			is.New(t).True(strings.Contains(all, c.want))
		})
	}
}

func (p *purse) movementsOf(b order.Basket) (all []wallet.Movement, err error) {
	p.t.Helper()
	p.view(func(r app.Reader) error {
		all, err = wallet.OfOrder(r, b.Order.ID)
		return err
	})
	return all, err
}
