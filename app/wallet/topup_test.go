package wallet

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var start = time.Date(2027, 6, 1, 10, 0, 0, 0, time.UTC)

// topup is a top-up of an order at so many minutes.
func topup(orderID, left int64, online bool) Topup {
	return Topup{OrderID: orderID, Left: left, Online: online, At: start.Add(time.Duration(orderID) * time.Minute)}
}

func TestSpendingUsesUpWhatCannotBeCashedOutFirst(t *testing.T) {
	is := is.New(t)
	w := Wallet{}
	w.add(500, []Topup{topup(2, 500, true)})
	w.add(300, []Topup{topup(1, 300, false)})
	w.add(200, nil)
	is.Equal(w.free(), int64(200))
	is.Equal(w.Refundable(true, start), int64(500))
	is.Equal(w.Refundable(false, start), int64(800))

	used := w.take(350, 0)
	is.Equal(used, []Topup{topup(1, 150, false)}) // the older one
	is.Equal(w.Available, int64(650))
	is.Equal(w.Topups, []Topup{topup(1, 150, false), topup(2, 500, true)})

	used = w.take(200, 2) // the top-ups of order 2 come first
	is.Equal(used, []Topup{topup(2, 200, true)})
}

func TestWhatWasUsedUpLastComesBackFirst(t *testing.T) {
	used := []Topup{topup(1, 150, false), topup(2, 50, true)}
	for _, c := range []struct {
		must      string
		before, n int64
		want      []Topup
	}{
		{"a part", 0, 30, []Topup{topup(2, 30, true)}},
		{"more", 30, 40, []Topup{topup(2, 20, true), topup(1, 20, false)}},
		{"all", 0, 900, []Topup{topup(2, 50, true), topup(1, 150, false)}},
		{"what is left of it", 190, 900, []Topup{topup(1, 10, false)}},
		{"nothing more", 200, 700, nil},
	} {
		t.Run(c.must, func(t *testing.T) {
			is.New(t).Equal(returned(used, c.before, c.n), c.want)
		})
	}
}

func TestAnExpiredTopupIsCreditLikeAnyOther(t *testing.T) {
	is := is.New(t)
	w, soon := Wallet{}, start.Add(time.Hour)
	old := topup(1, 300, true)
	old.ExpiresAt = &soon
	w.add(300, []Topup{old})
	is.Equal(w.Refundable(true, start), int64(300))
	is.Equal(w.Refundable(true, soon), int64(0))
	w.expire(soon)
	is.Equal(w.free(), int64(300))
	is.Equal(len(w.PartsOf(1, false, 300, soon)), 0)
}

// Whatever is credited, spent and given back: nothing is made or lost, no more can be cashed
// out than there is, and what comes back of a purchase is what it had used up.
func TestTopupsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, sum := Wallet{}, int64(0)
		var spent [][]Topup
		t.Repeat(map[string]func(*rapid.T){
			"top up": func(t *rapid.T) {
				n, online := rapid.Int64Range(1, 1000).Draw(t, "amount"), rapid.Bool().Draw(t, "online")
				w.add(n, []Topup{topup(rapid.Int64Range(1, 9).Draw(t, "order"), n, online)})
				sum += n
			},
			"credit": func(t *rapid.T) {
				n := rapid.Int64Range(1, 1000).Draw(t, "amount")
				w.add(n, nil)
				sum += n
			},
			"spend": func(t *rapid.T) {
				if w.Available == 0 {
					t.Skip()
				}
				n := rapid.Int64Range(1, w.Available).Draw(t, "amount")
				free := w.free()
				used := w.take(n, 0)
				if got := total(used); got != max(0, n-free) {
					t.Fatalf("%d used up %d of top-ups, with %d beside them", n, got, free)
				}
				spent, sum = append(spent, used), sum-n
			},
			"give back": func(t *rapid.T) {
				if len(spent) == 0 {
					t.Skip()
				}
				last := spent[len(spent)-1]
				spent = spent[:len(spent)-1]
				n := total(last)
				first := rapid.Int64Range(0, n).Draw(t, "first")
				back := append(returned(last, 0, first), returned(last, first, n-first)...)
				if total(back) != n {
					t.Fatalf("%d of %d came back", total(back), n)
				}
				if n > 0 {
					w.add(n, back)
					sum += n
				}
			},
			"": func(t *rapid.T) {
				w.CustomerID, w.CurrencyID = 1, 978
				if err := w.check(); err != nil || w.Available != sum {
					t.Fatalf("has %d, want %d: %v", w.Available, sum, err)
				}
				online, all := w.Refundable(true, start), w.Refundable(false, start)
				if online < 0 || online > all || all > w.Available {
					t.Fatalf("%d online, %d of %d", online, all, w.Available)
				}
			},
		})
	})
}

func total(all []Topup) (n int64) {
	for _, t := range all {
		n += t.Left
	}
	return n
}
