package payment

import (
	"fmt"
	"slices"

	"marquee/app/order"
)

// State says where a payment stands. The number is stored and never changes its meaning.
type State int64

// The states.
const (
	// Opening: the gateway is being asked for an intent.
	Opening State = iota + 1
	// Open: the buyer may confirm the intent, and then it can be captured.
	Open
	// Capturing: the money is being taken, and may have been.
	Capturing
	// Captured: the money is here, and the order is not complete yet.
	Captured
	// Paid: the order is complete with the money.
	Paid
	// Failed: the gateway opened no intent.
	Failed
	// Cancelling: the intent is no longer wanted.
	Cancelling
	// Cancelled: it is gone, and nothing was taken.
	Cancelled
	// Refunding: the money is being given back.
	Refunding
	// Refunded: it was.
	Refunded
)

var stateNames = []string{
	Opening: "opening", Open: "open", Capturing: "capturing", Captured: "captured", Paid: "paid", Failed: "failed",
	Cancelling: "cancelling", Cancelled: "cancelled", Refunding: "refunding", Refunded: "refunded",
}

func (s State) String() string {
	if s < Opening || s > Refunded {
		return fmt.Sprintf("state %d", int64(s))
	}
	return stateNames[s]
}

// ParseState reads the name of a state; 0 is none.
func ParseState(name string) State {
	if name == "" {
		return 0
	}
	return State(max(0, slices.Index(stateNames, name)))
}

// next are the states that follow one. Every other step is refused.
var next = map[State][]State{
	Opening:    {Open, Failed, Cancelling},
	Open:       {Capturing, Cancelling},
	Capturing:  {Captured, Open, Cancelled},
	Captured:   {Paid, Refunding},
	Cancelling: {Cancelled, Captured},
	Refunding:  {Refunded},
}

// MayBecome tells whether a step is allowed.
func (s State) MayBecome(to State) bool { return slices.Contains(next[s], to) }

// unresolved tells that something is under way that has to end.
func (s State) unresolved() bool {
	return s == Opening || s == Capturing || s == Captured || s == Cancelling || s == Refunding
}

// transactionStatus is what the transaction of a payment says in each state.
func (s State) transactionStatus() string {
	switch s {
	case Paid:
		return order.TransactionSuccess
	case Failed:
		return order.TransactionFailed
	case Cancelling, Cancelled:
		return order.TransactionCancelled
	case Refunding:
		return order.TransactionRefundPending
	case Refunded:
		return order.TransactionRefunded
	}
	return order.TransactionPending
}
