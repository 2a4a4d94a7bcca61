package payment

import (
	"slices"
	"testing"

	"github.com/matryer/is"
)

func TestEveryStepThatIsNotListedIsRefused(t *testing.T) {
	is := is.New(t)
	allowed := map[State][]State{
		Opening: {Open, Failed, Cancelling}, Open: {Capturing, Cancelling}, Capturing: {Captured, Open, Cancelled},
		Captured: {Paid, Refunding}, Cancelling: {Cancelled, Captured}, Refunding: {Refunded},
	}
	for from := Opening; from <= Refunded; from++ {
		is.Equal(ParseState(from.String()), from)
		for to := Opening; to <= Refunded; to++ {
			is.Equal(from.MayBecome(to), slices.Contains(allowed[from], to))
		}
	}
	is.Equal(ParseState(""), State(0))
	is.Equal(ParseState("asleep"), State(0))
}

// What ends is resolved, and what is resolved ends or waits for its buyer.
func TestOnlyWhatEndsIsResolved(t *testing.T) {
	is := is.New(t)
	for s := Opening; s <= Refunded; s++ {
		is.Equal(s.unresolved(), len(next[s]) > 0 && s != Open)
	}
}

func TestNoMoneyIsCountedThatIsNotThere(t *testing.T) {
	good := Payment{OrderID: 1, TransactionID: 1, Gateway: "x", Key: "k", State: Open, Amount: 5, Due: 5}
	for must, change := range map[string]func(*Payment){
		"an amount":                     func(p *Payment) { p.Amount = 0 },
		"no more than is due":           func(p *Payment) { p.Amount = 6 },
		"a gateway":                     func(p *Payment) { p.Gateway = "" },
		"a state":                       func(p *Payment) { p.State = 0 },
		"nothing captured while open":   func(p *Payment) { p.Captured = 5 },
		"all captured when paid":        func(p *Payment) { p.State, p.Captured = Paid, 4 },
		"all given back when refunded":  func(p *Payment) { p.State, p.Captured, p.Refunded = Refunded, 5, 4 },
		"nothing given back while paid": func(p *Payment) { p.State, p.Captured, p.Refunded = Paid, 5, 5 },
	} {
		t.Run("needs "+must, func(t *testing.T) {
			is := is.New(t)
			p := good
			is.NoErr(p.check())
			change(&p)
			is.True(p.check() != nil)
		})
	}
}
