package bench

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/ledger"
	"marquee/app/wallet"
)

const (
	// spendGoal is how many of the sales with cash are made in the same time with an account,
	// basket and payment in one call.
	spendGoal = 0.7
	// spenders is how many customers pay by turns, and their accounts hold more than they spend.
	spenders = 1_000
	plenty   = 1_000_000_000
	// longWallet is how many movements the account has whose balance and last page are read,
	// and readGoal how long each read takes alone, in milliseconds.
	longWallet = 100_000
	readGoal   = 1.0
	// refundGoal is how much longer it takes to refund four items than to sell them.
	refundGoal = 2.0
)

// purse is a customer with a balance, and the item that is shown to pay from it.
type purse struct {
	customer, wallet int64
	shown            json.Number
}

// purses makes customers whose accounts were credited so often.
func (s *hotStore) purses(t testing.TB, name string, n, credits int) (all []purse) {
	t.Helper()
	own, err := company.Settings(t.Context(), s.app, s.owner)
	must(t, err)
	for i := range n {
		var p purse
		must(t, s.app.Update(t.Context(), s.owner, app.EditCompany, func(tx app.Tx) error {
			who, err := customer.FindOrCreate(tx, customer.Buyer{Name: name, Email: fmt.Sprintf("%s%d@example.com", name, i)})
			p.customer = who.ID
			return err
		}))
		for done := 0; done < credits; done += creditBatch {
			must(t, s.app.Update(t.Context(), s.owner, app.EditCompany, func(tx app.Tx) error {
				for range min(creditBatch, credits-done) {
					m, err := wallet.Credit(tx, p.customer, own.CurrencyID, own.Demo, wallet.Move{
						Type: wallet.Adjustment, Amount: plenty / int64(credits), Against: ledger.Cash, Source: wallet.Source{Type: wallet.UserSource, ID: s.owner.UserID}, Reason: "benchmark",
					})
					if err != nil {
						return err
					}
					p.wallet = m.WalletID
				}
				return nil
			}))
		}
		all = append(all, p)
	}
	return all
}

// creditBatch is how many credits one transaction makes.
const creditBatch = 500

// soldBasket is what of an answer is needed to go on.
type soldBasket struct {
	ID    json.Number
	Items []struct{ IDs []json.Number }
}

// sell sells so many of something to somebody in one call.
func (s *hotStore) sell(item int64, to purse, quantity int, method string) (o soldBasket) {
	buyer := ""
	if to.customer != 0 {
		buyer = fmt.Sprintf(`"customerId":%d,`, to.customer)
	}
	if method == "ewallet-online" {
		buyer += fmt.Sprintf(`"source":{"type":"order_item","id":%s},`, to.shown)
	}
	body := s.post("/v1/basket-items", http.StatusCreated, `{"items":[{"id":%d,"quantity":%d}],%s"autocomplete":true,"paymentMethod":%q}`, item, quantity, buyer, method)
	if err := json.Unmarshal(body, &o); err != nil {
		panic(err)
	}
	return o
}

// equip sells each something that is shown to pay from the account.
func (s *hotStore) equip(item int64, all []purse) []purse {
	for i := range all {
		all[i].shown = s.sell(item, all[i], 1, "cash").Items[0].IDs[0]
	}
	return all
}

// afterSale measures wallets and refunds beside selling with cash.
func (c *comparison) afterSale() {
	s := openPayers(c.t)
	item := s.hotSale(c.t)
	many, one := s.equip(item, s.purses(c.t, "many", spenders, 1)), s.equip(item, s.purses(c.t, "one", 1, 1))
	var n atomic.Int64
	pay := func(from []purse) func() {
		return func() { s.sell(item, from[n.Add(1)%int64(len(from))], 1, "ewallet-online") }
	}
	cash := func() { s.sell(item, many[n.Add(1)%spenders], 1, "cash") }
	ordersPerSecond(cash) // warms up
	var byCash, byMany, byOne []float64
	for range rounds {
		byCash = append(byCash, ordersPerSecond(cash)[0])
		byMany = append(byMany, ordersPerSecond(pay(many))[0])
		byOne = append(byOne, ordersPerSecond(pay(one))[0])
	}
	c.atLeast("sales/s of 64 callers paid by 1,000 accounts ÷ with cash", median(byMany)/median(byCash), spendGoal, 0, "%.0f, %.0f", median(byMany), median(byCash))
	c.atLeast("sales/s of 64 callers paid by one account ÷ with cash", median(byOne)/median(byCash), spendGoal, 0, "%.0f, %.0f", median(byOne), median(byCash))
	c.longWallet(s)
	c.refunds(s, item)
	c.bulkRefund(s)
}

// longWallet reads an account with many movements.
func (c *comparison) longWallet(s *hotStore) {
	p := s.purses(c.t, "long", 1, longWallet)[0]
	for _, read := range []struct{ what, path string }{
		{"balance", fmt.Sprintf("/v1/wallet?walletId=%d", p.wallet)},
		{"last page", fmt.Sprintf("/v1/wallets/transactions?walletId=%d", p.wallet)},
	} {
		r := testing.Benchmark(func(b *testing.B) {
			for b.Loop() {
				s.answer(http.MethodGet, read.path, http.StatusOK, "")
			}
		})
		c.atMost(read.what+" of an account with 100,000 movements", float64(r.NsPerOp())/1e6, readGoal, 0, "%d reads", r.N)
		c.in("ms")
	}
}

// refunds measures selling four items, and refunding them, one after the other.
func (c *comparison) refunds(s *hotStore, item int64) {
	const orders = 200
	var sold []json.Number
	begun := time.Now()
	for range orders {
		sold = append(sold, s.sell(item, purse{}, 4, "cash").ID)
	}
	selling := time.Since(begun)
	begun = time.Now()
	for _, id := range sold {
		s.post("/v1/orders/refund", http.StatusOK, `{"orderId":%s}`, id)
	}
	refunding := time.Since(begun)
	c.atMost("time to refund an order of four items ÷ to sell it", refunding.Seconds()/selling.Seconds(), refundGoal, 0,
		"%v, %v", refunding/orders, selling/orders)
}

// TestAfterSale measures that alone.
func TestAfterSale(t *testing.T) {
	if !*speedTable {
		t.Skip("make bench-after-sale asks for it")
	}
	c := &comparison{t: t}
	c.afterSale()
	c.sheet().show(t, "after the sale")
}
