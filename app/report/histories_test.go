package report_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/fee"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/sales"
	"marquee/app/sales/modification"
	"marquee/app/sales/refund"
	"marquee/app/sales/rules"
	"marquee/app/terms"
	"marquee/app/wallet"
	"marquee/indexes"
)

// history is a box office to which everything happens that moves money: deposits and what is
// due after them, accounts, changes and other dates, what buyers sell on.
type history struct {
	*promoter
	rng   *rand.Rand
	ada   customer.Customer
	topup catalog.SaleItem
	code  string // of Ada's ticket, by which she pays from her account
	held  []int64
	did   map[string]int // how often what was not refused
}

func newHistory(t testing.TB, seed uint64, did map[string]int) *history {
	h := &history{promoter: accountant(t, apptest.Calm()), did: did, rng: rand.New(rand.NewPCG(seed, 9))}
	h.secondEvening()
	each := fee.Fields{Name: new("Each"), Kind: new(fee.Percent), Per: new(fee.PerItem), Percent: app.Is[int64](333), CurrencyID: app.Is(h.A.Company.CurrencyID)}
	if h.chance(50) {
		_, err := fee.Create(h.ctx, h.App, h.A.Owner, each)
		h.must(err)
	}
	_, err := terms.Set(h.ctx, h.App, h.A.Owner, terms.Change{Deposit: app.Is(terms.NewDeposit{
		On: terms.Channels{Office: true}, Percent: 3000, Least: map[string]int64{h.A.Currency().Code: 1}, Days: 10,
	})})
	h.must(err)
	_, _, err = resale.SetSettings(h.ctx, h.App, h.A.Owner, resale.Change{Enabled: app.Is(true)})
	h.must(err)
	_, err = company.ChangeSettings(h.ctx, h.App, h.A.Owner, company.SettingsChange{
		Changes: company.OrderChangesChange{Rebooking: new(true), Reduced: new(true), ToWallet: new(true), ForfeitFees: new(h.chance(30))},
	})
	h.must(err)
	h.topup = h.addTopup()
	b := h.sellTo("ada@example.com", rules.Payment{Method: order.Cash}, rules.AddItem{SaleItemID: h.items[0].ID, Quantity: new(int64(1))})
	h.code = b.Items[0].Barcode
	h.ada, err = customer.Read(h.ctx, h.App, h.A.Owner, b.Order.CustomerID, "", false)
	h.must(err)
	h.sold = nil // her ticket stays
	return h
}

func (h *history) chance(percent int) bool { return h.rng.IntN(100) < percent }

// secondEvening sells the same on another date, and what is of another rate there.
func (h *history) secondEvening() {
	first := h.event
	h.update(func(tx app.Tx) error {
		later := catalog.Event{Name: "Encore", Start: first.Start.AddDate(0, 0, 1), End: first.End.AddDate(0, 0, 1), Timezone: first.Timezone, Published: true}
		if err := indexes.Forge(catalog.Events).Insert(tx, &later); err != nil {
			return err
		}
		h.event = later
		return catalog.PortsOf(tx).EventCreated(tx, &later)
	})
	run := []int64{first.ID, h.event.ID}
	_, err := catalog.CreateSchedule(h.ctx, h.App, h.A.Owner, catalog.ScheduleChange{Name: new("Run"), EventIDs: &run})
	h.must(err)
	h.offer(catalog.Ticket, "Standing", 2000, 250)
	h.offer(catalog.Ticket, "Seated", 3500, 0)
	h.update(func(tx app.Tx) error {
		was, err := catalog.SaleItems.Get(tx, h.items[0].ID)
		for _, there := range h.items[4:] { // the first is taxed as before, the other is not
			if err == nil {
				_, err = indexes.Forge(catalog.SaleItems).Update(tx, there.ID, func(s *catalog.SaleItem) error { s.TaxBandID = was.TaxBandID; return nil })
			}
		}
		return err
	})
	h.event = first
}

func (h *history) addTopup() (s catalog.SaleItem) {
	h.update(func(tx app.Tx) error {
		i := catalog.InventoryItem{Type: catalog.CashlessTopup, Name: "Top-up"}
		if err := indexes.Forge(catalog.InventoryItems).Insert(tx, &i); err != nil {
			return err
		}
		s = catalog.SaleItem{ItemID: i.ID, Type: i.Type, Prices: []catalog.Price{{ID: 1, CurrencyID: h.A.Company.CurrencyID, Base: 1000, Variable: true}}}
		return indexes.Forge(catalog.SaleItems).Insert(tx, &s)
	})
	return s
}

// trySell sells at once, or not at all.
func (h *history) trySell(email string, pay rules.Payment, items ...rules.AddItem) (order.Basket, error) {
	return sales.Add(h.ctx, h.App, h.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: items, Buyer: customer.Buyer{Name: "Ada", Email: email}, Payment: &pay,
	})
}

func (h *history) sellTo(email string, pay rules.Payment, items ...rules.AddItem) order.Basket {
	b, err := h.trySell(email, pay, items...)
	h.must(err)
	return b
}

// some are some things to buy, of both rates and both evenings.
func (h *history) some() (all []rules.AddItem) {
	for _, i := range h.rng.Perm(len(h.items))[:1+h.rng.IntN(3)] {
		all = append(all, rules.AddItem{SaleItemID: h.items[i].ID, Quantity: new(1 + h.rng.Int64N(3))})
	}
	return all
}

// note counts what was not refused, and keeps the order that it made, if it did.
func (h *history) note(what string, b order.Basket, err error) {
	if err != nil {
		return
	}
	if h.did[what]++; b.Order.ID != 0 {
		h.sold = append(h.sold, b.Order.ID)
	}
}

// happens does something that may be refused.
func (h *history) happens() {
	switch n := h.rng.IntN(13); {
	case n < 7:
		h.pays(n)
	case n < 12 && len(h.sold) > 0:
		id := h.sold[h.rng.IntN(len(h.sold))]
		items := h.unitsOf(id)
		h.befalls(n, id, items, items[h.rng.IntN(len(items))].ID)
	default:
		h.Clock.Jump([]time.Duration{time.Minute, 5 * time.Hour, 40 * time.Hour, 11 * 24 * time.Hour}[h.rng.IntN(4)])
		h.must(h.App.RunJob(h.ctx, sales.ExpireBaskets))
	}
}

// pays is one of the ways in which money comes, or goes from an account.
func (h *history) pays(n int) {
	switch n {
	case 0:
		ways := []order.Method{order.Cash, order.Bank, order.GiftCard, order.ComplimentaryMethod}
		way := ways[h.rng.IntN(4)]
		b, err := h.trySell("ada@example.com", rules.Payment{Method: way}, h.some()...)
		h.note(string(way), b, err)
	case 1:
		b, err := h.trySell("", rules.Payment{Method: order.Cash, Plan: rules.PayDeposit}, h.some()...)
		if err == nil {
			h.held = append(h.held, b.Order.ID)
		}
	case 2, 3:
		h.paysBalance()
	case 4:
		b, err := h.trySell("ada@example.com", rules.Payment{Method: order.Cash}, rules.AddItem{SaleItemID: h.topup.ID, Quantity: new(int64(1)), Amount: new(1 + h.rng.Int64N(20000))})
		h.note("top-up", b, err)
	case 5:
		b, err := h.trySell("ada@example.com", rules.Payment{Method: order.EWalletOnline, Medium: wallet.Medium{Text: h.code}}, h.some()...)
		h.note("account", b, err)
	case 6:
		_, err := refund.CashOut(h.ctx, h.App, h.A.Owner, rules.Cashout{CustomerID: h.ada.ID, CurrencyID: h.A.Company.CurrencyID})
		h.note("cashout", order.Basket{}, err)
	}
}

// befalls is something that befalls an order, and one item of it.
func (h *history) befalls(n int, id int64, items []order.Item, item int64) {
	switch n {
	case 7:
		h.changes(id, items)
	case 8:
		move := modification.RebookedItem{ItemID: item, SaleItemID: h.items[4+h.rng.IntN(2)].ID}
		done, err := modification.Rebook(h.ctx, h.App, h.A.Owner, modification.Rebooking{Order: order.Key{ID: id}, Moves: []modification.RebookedItem{move}})
		h.note("another date", done.Basket, err)
	case 9:
		_, _ = resale.List(h.ctx, h.App, h.A.Owner, resale.NewListing{Items: []resale.Ask{{ItemID: item}}, MinQuantity: 1})
		b, err := h.trySell("grace@example.com", rules.Payment{Method: order.Cash}, rules.AddItem{OrderItemID: item})
		h.note("sold on", b, err)
	default:
		kind := []rules.RefundKind{rules.MoneyBack, rules.Void, rules.ToBalance}[h.rng.IntN(3)]
		_, err := refund.Orders(h.ctx, h.App, h.A.Owner, rules.Refund{
			Order: order.Key{ID: id}, ItemIDs: []int64{item}, Voided: true, Kind: kind,
			KeepProcessingFee: h.chance(30), CancellationFee: h.rng.Int64N(2) * h.rng.Int64N(500),
		})
		h.note(string(kind), order.Basket{}, err)
	}
}

// paysBalance pays what is due after a deposit, in one part or two.
func (h *history) paysBalance() {
	if len(h.held) == 0 {
		return
	}
	id := h.held[len(h.held)-1]
	h.held = h.held[:len(h.held)-1]
	o, _, err := order.Read(h.ctx, h.App, h.A.Owner, order.Key{ID: id}, order.Include{}, false)
	h.must(err)
	pay := rules.Payment{Method: order.Bank}
	if due := o.Order.Totals.Total - o.Order.Totals.Paid; h.chance(50) && due > 2 {
		pay = rules.Payment{Splits: []rules.Split{{Amount: due / 3, Method: order.Cash}, {Amount: due - due/3, Method: order.Bank}}}
	}
	done, err := sales.PayBalance(h.ctx, h.App, h.A.Owner, sales.Completion{Basket: order.Key{ID: id}, Payment: pay, Channel: catalog.APIChannel})
	h.note("balance", done.Basket, err)
}

// changes takes something out of an order, or adds something to it, and completes that, or
// leaves it.
func (h *history) changes(id int64, items []order.Item) {
	b, err := modification.Modify(h.ctx, h.App, h.A.Owner, order.Key{ID: id}, catalog.APIChannel)
	if err != nil {
		return
	}
	at := order.Key{ID: b.Order.ID}
	if h.chance(60) {
		_, _ = sales.SetQuantity(h.ctx, h.App, h.A.Owner, sales.ChangeItem{Basket: at, SaleItemID: items[h.rng.IntN(len(items))].SaleItemID, Quantity: h.rng.Int64N(2), Channel: catalog.APIChannel})
	}
	if h.chance(60) {
		_, _ = sales.Add(h.ctx, h.App, h.A.Owner, sales.AddToBasket{Basket: at, Channel: catalog.APIChannel, Items: h.some()})
	}
	done, err := sales.CompleteOrder(h.ctx, h.App, h.A.Owner, sales.Completion{Basket: at, Payment: rules.Payment{Method: order.Cash}, Channel: catalog.APIChannel, Forfeit: true})
	if h.note("change", done.Basket, err); err != nil {
		h.must(sales.ExpireBasket(h.ctx, h.App, h.A.Owner, at))
	}
}

// Over all that moves money, in any period, every report says what the ledger says.
func TestReportsOfAllThatMovesMoney(t *testing.T) {
	did := map[string]int{}
	for seed := range uint64(25) {
		h := newHistory(t, seed, did)
		began := h.Clock.Now().Truncate(time.Minute).Add(-time.Minute)
		for range 30 {
			h.happens()
			h.Clock.Jump(time.Minute)
			if !h.chance(30) {
				continue
			}
			now := h.Clock.Now().Truncate(time.Minute)
			from := began.Add(time.Duration(h.rng.Int64N(int64(now.Sub(began)/time.Minute))) * time.Minute)
			for _, span := range []time.Time{began, from} {
				if wrong := h.differs(span, now); wrong != "" {
					t.Fatalf("seed %d: %s", seed, wrong)
				}
			}
		}
	}
	for _, what := range []string{"cash", "bank", "gift-card", "complimentary", "balance", "top-up", "account", "cashout", "change", "another date", "sold on", "refund", "cancellation", "balance_refund"} {
		if did[what] == 0 {
			t.Errorf("%s never happened: %v", what, did)
		}
	}
}
