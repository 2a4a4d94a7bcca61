package areas_test

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/chain"
	"marquee/app/ledger"
	"marquee/indexes"
	"marquee/kv"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// journal is a company that keeps books.
type journal struct {
	*apptest.World
	t testing.TB
}

func newJournal(t testing.TB, opts ...apptest.Option) *journal {
	return &journal{apptest.New(t, opts...), t}
}

func (j *journal) update(fn func(tx app.Tx) error) error {
	return j.App.UpdateCompany(j.t.Context(), j.A.Company.ID, fn)
}

func (j *journal) post(moves ledger.Postings) (seq int64) {
	j.t.Helper()
	if err := j.update(func(tx app.Tx) (err error) {
		seq, err = ledger.Post(tx, ledger.Entry{At: tx.Now(), Event: ledger.Sold, PaymentID: 7}, moves)
		return err
	}); err != nil {
		j.t.Fatal(err)
	}
	return seq
}

func at(k ledger.Kind, currency int64) ledger.Account {
	return ledger.Account{Kind: k, CurrencyID: currency}
}

func sale(amount int64) ledger.Postings {
	return ledger.Postings{at(ledger.Cash, 978): -amount, at(ledger.Sales, 978): amount}
}

// breaches are what the check of the chain finds.
func (j *journal) breaches() (found []string) {
	j.t.Helper()
	err := j.App.ViewCompany(j.t.Context(), j.A.Company.ID, func(r app.Reader) error {
		return ledger.Area().Invariants[0].Check(r, func(b app.Breach) { found = append(found, b.Found) })
	})
	if err != nil {
		j.t.Fatal(err)
	}
	return found
}

func (j *journal) verify(since ...chain.Mark) chain.Verified {
	j.t.Helper()
	all, err := ledger.Verify(j.t.Context(), j.App, since)
	if err != nil {
		j.t.Fatal(err)
	}
	return all[0]
}

// The tables of the ledger without their indexes, for who changes them behind its back, as
// somebody with the file might.
var (
	ledgerEntries = indexes.DefineKeyed(indexes.KeyedSpec[int64, ledger.Entry]{
		Person: indexes.Nobody("a test"), Name: "ledger_entries", Version: 1, Key: kv.Int, KeyOf: func(e *ledger.Entry) int64 { return e.Seq },
	})
	ledgerHeads = indexes.DefineKeyed(indexes.KeyedSpec[int64, ledger.Head]{
		Person: indexes.Nobody("a test"), Name: "ledger_heads", Version: 1, Key: kv.Int, KeyOf: func(*ledger.Head) int64 { return 1 },
	})
)

func tamperEntry(tx app.Tx, seq int64, change func(*ledger.Entry)) error {
	_, err := ledgerEntries.Update(tx, seq, func(e *ledger.Entry) error { change(e); return nil })
	return err
}

func tamperHead(tx app.Tx, change func(*ledger.Head)) error {
	_, err := ledgerHeads.Update(tx, 1, func(h *ledger.Head) error { change(h); return nil })
	return err
}

// bare are the kinds whose balances are held against nothing but the entries; that of payouts
// must also be what records of payouts say.
var bare = func() (kinds []ledger.Kind) {
	for k := ledger.Topups; k <= ledger.Unexplained; k++ {
		if k != ledger.Payouts {
			kinds = append(kinds, k)
		}
	}
	return kinds
}()

// Whatever is posted, the balances are the sums of what was posted, every currency adds up
// to zero, and the chain is whole.
func TestBalancesAreTheSumsOfEntries(t *testing.T) {
	j := newJournal(t)
	want := map[ledger.Account]int64{}
	n := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		moves := ledger.Postings{}
		for range rapid.IntRange(0, 4).Draw(t, "pairs") {
			currency := rapid.SampledFrom([]int64{392, 978}).Draw(t, "currency")
			amount := rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "amount")
			from, to := rapid.SampledFrom(bare).Draw(t, "from"), rapid.SampledFrom(bare).Draw(t, "to")
			moves.Add(at(from, currency), -amount)
			moves.Add(at(to, currency), amount)
		}
		for a, amount := range moves {
			want[a] += amount
		}
		seq := j.post(moves)
		if len(moves) > 0 {
			n++
		}
		if len(moves) > 0 != (seq == n && n > 0) || len(moves) == 0 && seq != 0 {
			t.Fatalf("entry %d, want %d", seq, n)
		}
	})
	err := j.App.ViewCompany(t.Context(), j.A.Company.ID, func(r app.Reader) error {
		h, err := ledger.HeadOf(r)
		for _, b := range h.Balances {
			a := b.Account()
			if want[a] != b.Amount {
				t.Errorf("%s has %d, want %d", a.Name(), b.Amount, want[a])
			}
			delete(want, a)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for a, left := range want {
		if left != 0 {
			t.Errorf("%s is not in the head, and has %d", a.Name(), left)
		}
	}
	if v := j.verify(); v.Problem != "" || v.Entries != n {
		t.Errorf("%+v", v)
	}
}

func TestNothingIsPostedThatDoesNotAddUp(t *testing.T) {
	for must, moves := range map[string]ledger.Postings{
		"zero in all":           {at(ledger.Cash, 978): -100, at(ledger.Sales, 978): 99},
		"zero in each currency": {at(ledger.Cash, 978): -100, at(ledger.Sales, 392): 100},
		"two sides":             {at(ledger.Cash, 978): 100},
		"known accounts":        {at(99, 978): -100, at(ledger.Sales, 978): 100},
		"what can be counted":   {at(ledger.Cash, 978): -1 << 62, at(ledger.Sales, 978): 1 << 62},
	} {
		t.Run(must, func(t *testing.T) {
			is := is.New(t)
			j := newJournal(t)
			j.post(sale(1 << 62))
			err := j.update(func(tx app.Tx) error {
				_, err := ledger.Post(tx, ledger.Entry{At: tx.Now(), Event: ledger.Sold}, moves)
				return err
			})
			is.True(err != nil)
			is.Equal(j.verify().Entries, int64(1))
		})
	}
}

// What is of the demo has accounts of its own: nothing passes between these and the others,
// though the amounts add up.
func TestNoEntryMakesMoneyOfTheDemo(t *testing.T) {
	is, j := is.New(t), newJournal(t)
	ofDemo := ledger.Account{Kind: ledger.Sales, CurrencyID: 978, Demo: true}
	post := func(moves ledger.Postings) error {
		return j.update(func(tx app.Tx) error {
			_, err := ledger.Post(tx, ledger.Entry{At: tx.Now(), Event: ledger.Sold}, moves)
			return err
		})
	}
	is.True(post(ledger.Postings{at(ledger.Cash, 978): -100, ofDemo: 100}) != nil)
	is.NoErr(post(ledger.Postings{at(ledger.Cash, 978): -100, at(ledger.Sales, 978): 100}))
	is.NoErr(post(ledger.Postings{{Kind: ledger.Simulated, CurrencyID: 978, Demo: true}: -70, ofDemo: 70}))
	is.Equal(j.verify().Entries, int64(2))
	is.Equal(j.verify().Problem, "")
}

// Whoever changes the journal in the file is found out, whatever they change.
func TestTamperingIsNoticed(t *testing.T) {
	change := func(seq int64, fn func(*ledger.Entry)) func(app.Tx) error {
		return func(tx app.Tx) error { return tamperEntry(tx, seq, fn) }
	}
	for what, tamper := range map[string]func(app.Tx) error{
		"another amount": change(2, func(e *ledger.Entry) {
			e.Postings[0].Amount++
			e.Postings[1].Amount--
		}),
		"money of the demo": change(2, func(e *ledger.Entry) {
			e.Postings[0].Demo, e.Postings[1].Demo = true, true
		}),
		"another account":   change(2, func(e *ledger.Entry) { e.Postings[0].Kind = ledger.Fees }),
		"another time":      change(2, func(e *ledger.Entry) { e.At = e.At.AddDate(0, 0, -1) }),
		"another order":     change(2, func(e *ledger.Entry) { e.OrderID = 18 }),
		"another user":      change(2, func(e *ledger.Entry) { e.UserID = 18 }),
		"another event":     change(2, func(e *ledger.Entry) { e.Event = ledger.Refunded }),
		"the last entry":    change(4, func(e *ledger.Entry) { e.UserID = 18 }),
		"another hash":      change(3, func(e *ledger.Entry) { e.Before[0]++ }),
		"an entry less":     func(tx app.Tx) error { return ledgerEntries.Delete(tx, 2) },
		"the last one less": func(tx app.Tx) error { return ledgerEntries.Delete(tx, 4) },
		"another balance":   func(tx app.Tx) error { return tamperHead(tx, func(h *ledger.Head) { h.Balances[0].Amount++ }) },
		"a balance less": func(tx app.Tx) error {
			return tamperHead(tx, func(h *ledger.Head) { h.Balances = h.Balances[:1] })
		},
	} {
		t.Run(what, func(t *testing.T) {
			is := is.New(t)
			j := newJournal(t, apptest.Unchecked())
			for i := range int64(4) {
				j.post(sale(100 + i))
			}
			is.Equal(len(j.breaches()), 0)
			is.NoErr(j.update(tamper))
			is.Equal(len(j.breaches()), 1)
			is.True(j.verify().Problem != "")
		})
	}
}

func TestTheLedgerGoesOnFromABackup(t *testing.T) {
	is := is.New(t)
	j := newJournal(t, apptest.Unchecked())
	j.post(sale(100))
	j.post(sale(200))
	mark := j.verify().Mark
	is.Equal(j.verify(mark).Since, int64(2))
	j.post(sale(300))
	v := j.verify(mark)
	is.Equal(v.Since, int64(2))
	is.Equal(v.Entries, int64(3))
	is.Equal(v.Problem, "")

	t.Run("not from that of somebody else", func(t *testing.T) {
		other := newJournal(t)
		other.post(sale(100))
		other.post(sale(201))
		is.New(t).True(strings.Contains(other.verify(mark).Problem, "entry 2 is another"))
	})
	t.Run("not from a longer one", func(t *testing.T) {
		short := newJournal(t)
		short.post(sale(100))
		is.New(t).True(strings.Contains(short.verify(mark).Problem, "the backup has 2 entries, and the ledger only 1"))
	})
	t.Run("not when its company is gone", func(t *testing.T) {
		is := is.New(t)
		all, err := ledger.Verify(t.Context(), j.App, []chain.Mark{{Company: 99, Entries: 1}})
		is.NoErr(err)
		is.Equal(all[len(all)-1].Problem, "the company is gone")
	})
	t.Run("not when it was written anew, chain and all", func(t *testing.T) {
		is := is.New(t)
		again := newJournal(t)
		for _, amount := range []int64{100, 250, 300} {
			again.post(sale(amount))
		}
		is.Equal(len(again.breaches()), 0) // whole in itself
		is.True(again.verify(mark).Problem != "")
	})
}
