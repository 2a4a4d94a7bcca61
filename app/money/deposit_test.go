package money

import (
	"fmt"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestDeposit(t *testing.T) {
	for _, c := range []struct {
		must                 string
		total, fees, percent int64
		amount               int64
		ok                   bool
	}{
		{"be a part of the total", 10000, 0, 3000, 3000, true},
		{"hold all fees", 11000, 1000, 3000, 4000, true},
		{"round half up", 1001, 0, 5000, 501, true},
		{"round down below the half", 333, 0, 2500, 83, true},
		{"take two decimals of a percent", 10000, 0, 1250, 1250, true},
		{"be exactly 80 %", 10000, 0, 8000, 8000, true},
		{"be no more than 80 %", 10000, 0, 8001, 8001, false},
		{"be no more than 80 % with the fees", 10000, 4000, 7000, 8200, false},
		{"be something", 1, 0, 100, 0, false},
		{"be of something", 0, 0, 3000, 0, false},
		{"have a percentage", 10000, 500, 0, 0, false},
		{"be exact where products are large", MaxTotal, 0, 3333, 3002099511605172, true},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			amount, ok := Deposit(c.total, c.fees, c.percent)
			is.Equal(amount, c.amount)
			is.Equal(ok, c.ok)
		})
	}
}

// Whatever is offered covers the fees, leaves a fifth to be paid, and is within half a
// minor unit of the exact share.
func TestDepositProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(0, 1<<40).Draw(t, "total")
		fees := rapid.Int64Range(0, total).Draw(t, "fees")
		percent := rapid.Int64Range(0, 100*PercentUnit).Draw(t, "percent")
		amount, ok := Deposit(total, fees, percent)
		if !ok {
			return
		}
		exact := (total - fees) * percent
		off := (amount-fees)*100*PercentUnit - exact
		switch {
		case amount < fees, amount <= 0, 100*amount > 80*total:
			t.Fatal(fmt.Sprint(amount, " of ", total, " with fees of ", fees))
		case 2*off > 100*PercentUnit, -2*off >= 100*PercentUnit:
			t.Fatal("not rounded half up")
		}
	})
}
