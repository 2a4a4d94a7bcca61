package sales_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// changesBy sets by which rules orders are changed.
func (h *hall) changesBy(rules ...string) {
	h.t.Helper()
	has := func(word string) *bool { return new(slices.Contains(rules, word)) }
	_, err := company.ChangeSettings(h.t.Context(), h.App, h.A.Owner, company.SettingsChange{
		Changes: company.OrderChangesChange{Reduced: has("reduced"), ToWallet: has("wallet"), ForfeitFees: has("fees")},
	})
	h.noErr(err)
}

// completeAnyway completes a basket and accepts that something is kept.
func (h *hall) completeAnyway(b order.Basket) (order.Basket, error) {
	done, err := sales.CompleteOrder(h.t.Context(), h.App, h.A.Owner, sales.Completion{Basket: key(b), Payment: cash, Channel: catalog.APIChannel, Forfeit: true})
	return done.Basket, err
}

func TestWorkedReductions(t *testing.T) {
	kvtest.SingleGoroutine(t)
	text, err := os.ReadFile("../../testdata/modifications.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, line := range strings.Split(string(text), "\n") {
		parts := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") || len(parts) != 7 {
			continue
		}
		cases++
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		t.Run(parts[0], func(t *testing.T) { reduction(t, parts[1:]) })
	}
	if cases < 14 {
		t.Fatalf("only %d cases were found", cases)
	}
}

// reduction works one case: by these rules, of what was bought, what is made of it, and what
// is due then, goes to the wallet, and is kept.
func reduction(t *testing.T, c []string) {
	is := is.New(t)
	h := newTeller(t)
	h.changesBy(strings.Fields(c[0])...)
	kinds := map[string]catalog.SaleItem{}
	for name, base := range map[string]int64{"A": 2000, "B": 3250, "C": 750} {
		kinds[name] = h.addItem(-1, func(s *catalog.SaleItem, i *catalog.InventoryItem) { s.Prices[0].Base, i.Name = base, name })
	}
	bought, wanted := amounts(t, c[1]), amounts(t, c[2])
	in := adding()
	in.Buyer, in.Payment = customer.Buyer{Name: "Ada", Email: "ada@example.com"}, &cash
	for _, name := range []string{"A", "B", "C"} {
		if bought[name] > 0 {
			in.Items = append(in.Items, one(kinds[name], bought[name]))
		}
	}
	b := h.mustAdd(in)
	m := h.mustModify(b)
	for _, name := range []string{"A", "B", "C"} {
		var err error
		switch {
		case bought[name] == 0 && wanted[name] > 0:
			_, err = h.addTo(m, one(kinds[name], wanted[name]))
		case bought[name] != wanted[name]:
			_, err = h.setTo(m, kinds[name], wanted[name])
		}
		is.NoErr(err)
	}
	done, err := h.completeAnyway(m)
	is.NoErr(err)
	var paid, credited int64
	for _, p := range h.payments(done) {
		if p.Type != order.Carried {
			paid += p.Total
		}
	}
	for _, p := range h.payments(b) {
		if p.WalletID != 0 {
			credited -= p.Total
		}
	}
	was := h.order(b).Totals
	amount := func(n int64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }
	is.Equal(amount(paid), c[3])
	is.Equal(amount(credited), c[4])
	is.Equal(amount(was.Paid-was.Refunded), c[5])
	is.Equal(done.Order.Totals.Paid, done.Order.Totals.Total)
	back, err := h.refundOf(done, asIs)
	is.NoErr(err)
	is.Equal(back+credited+was.Paid-was.Refunded, was.Paid+paid) // nothing is lost, and nothing made
}

// TestWhatIsWorthLess: what a customer loses by a change is said, and accepted, before.
func TestWhatIsWorthLess(t *testing.T) {
	less := func(t *testing.T, rules ...string) (*teller, order.Basket) {
		h, s := givers(t)
		h.changesBy(rules...)
		m, err := h.setTo(h.mustModify(h.soldTo("ada@example.com", s, 2)), s, 1)
		h.noErr(err)
		return h, m
	}
	t.Run("is refused where that may not be", func(t *testing.T) {
		h, m := less(t, "wallet")
		_, err := h.completeAnyway(m)
		refusedWith(t, err, "is worth less than the €45.00 that were paid")
	})
	t.Run("is accepted by whoever loses the rest", func(t *testing.T) {
		is := is.New(t)
		h, m := less(t, "reduced")
		_, err := h.complete(m, cash)
		refusedWith(t, err, "acceptForfeit: must be true: €22.50 of what was paid would be kept")
		_, err = h.completeAnyway(m)
		is.NoErr(err)
	})
	t.Run("is kept of nobody without their word, who has no wallet", func(t *testing.T) {
		h := newTeller(t)
		h.changesBy("reduced", "wallet")
		s := h.addItem(-1, plain)
		b, err := h.complete(h.mustAdd(adding(one(s, 2))), cash)
		h.noErr(err)
		m, err := h.setTo(h.mustModify(b), s, 1)
		h.noErr(err)
		_, err = h.complete(m, cash)
		refusedWith(t, err, "acceptForfeit: must be true")
	})
	t.Run("is not possible too near to the event", func(t *testing.T) {
		h, s := givers(t)
		b := h.soldTo("ada@example.com", s, 1)
		set := func(days int64) error {
			_, err := company.ChangeSettings(t.Context(), h.App, h.A.Owner, company.SettingsChange{Changes: company.OrderChangesChange{CutoffDays: &days}})
			return err
		}
		refusedWith(t, set(-1), "orderChanges.cutoffDays")
		h.noErr(set(3000))
		_, err := h.modify(b)
		refusedWith(t, err, "is for an event that is too near")
	})
	t.Run("goes back to the wallet that had paid, as what it was", func(t *testing.T) {
		is := is.New(t)
		p := newPurse(t)
		p.changesBy("reduced", "wallet")
		s := p.addItem(-1, plain)
		p.topsUp(2250)
		in := adding(one(s, 3))
		in.Buyer, in.Payment = customer.Buyer{ID: p.guest.ID}, &rules.Payment{
			Method: order.SplitMethod, Medium: p.shows().Medium,
			Splits: []rules.Split{{Amount: 2250, Method: order.EWalletOnline}, {Amount: 4500, Method: order.Cash}},
		}
		b, err := p.add(in)
		is.NoErr(err)
		is.Equal(p.has(), "EUR 0, online 0, by hand 0")
		m, err := p.setTo(p.mustModify(b), s, 1)
		is.NoErr(err)
		done, err := p.complete(m, cash)
		is.NoErr(err)
		is.Equal(p.has(), "EUR 4500, online 0, by hand 1500") // two thirds: of the top-up, and of the cash
		p.Clock.Jump(time.Minute)
		_, err = p.refundOf(done, asIs)
		is.NoErr(err)
		is.Equal(p.has(), "EUR 5250, online 0, by hand 2250") // and the third of the top-up
	})
}

// payments are the transactions of an order.
func (h *teller) payments(b order.Basket) (all []order.Transaction) {
	h.t.Helper()
	ids := h.order(b).TransactionIDs
	err := h.App.View(h.t.Context(), h.A.Owner, app.Authenticated, func(r app.Reader) (err error) {
		all, err = order.Transactions.GetMany(r, ids)
		return err
	})
	h.noErr(err)
	return all
}
