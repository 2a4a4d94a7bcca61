package massrefund

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
	"marquee/indexes"
	"marquee/kv"
)

// State says where a run stands. The number is stored.
type State int64

// The states.
const (
	Running State = iota + 1
	Done
	Stopped
)

// String is the slug of the API.
func (s State) String() string {
	return [...]string{Running: "running", Done: "done", Stopped: "stopped"}[s]
}

// Terms are how the orders are refunded. The zero flags are what is usual.
type Terms struct {
	Kind              rules.RefundKind `msgpack:"k"`
	Online            bool             `msgpack:"o,omitempty"`
	KeepStock         bool             `msgpack:"ks,omitempty"`
	KeepProcessingFee bool             `msgpack:"kp,omitempty"`
	KeepResellerFee   bool             `msgpack:"kr,omitempty"`
	InhibitMail       bool             `msgpack:"m,omitempty"`
	// CancellationFee is kept of each order, in minor units.
	CancellationFee int64 `msgpack:"c,omitempty"`
}

// refund is how the terms are asked for.
func (t *Terms) refund(uuid string) rules.Refund {
	return rules.Refund{
		Kind: t.Kind, Online: t.Online, KeepStock: t.KeepStock, KeepProcessingFee: t.KeepProcessingFee,
		KeepResellerFee: t.KeepResellerFee, InhibitMail: t.InhibitMail, CancellationFee: t.CancellationFee, UUID: uuid,
	}
}

// Run refunds what was sold of one event.
type Run struct {
	ID      int64 `msgpack:"i"`
	EventID int64 `msgpack:"e"`
	State   State `msgpack:"s"`
	Terms   Terms `msgpack:"t"`
	// UserID is who started it.
	UserID int64 `msgpack:"u,omitempty"`
	// After is the last sold item that was looked at, Walked tells that there are no more.
	After  int64 `msgpack:"a,omitempty"`
	Walked bool  `msgpack:"w,omitempty"`
	// The counts of orders by what became of them.
	Refunded int64 `msgpack:"n1,omitempty"`
	Nothing  int64 `msgpack:"n2,omitempty"`
	Failed   int64 `msgpack:"n3,omitempty"`
	Pending  int64 `msgpack:"n4,omitempty"`
	// Sums are what went back, by currency.
	Sums      []Sum      `msgpack:"m,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
}

// Sum is an amount in minor units of a currency.
type Sum struct {
	CurrencyID int64 `msgpack:"c"`
	Amount     int64 `msgpack:"a"`
}

// Outcome is what became of an order. The number is stored.
type Outcome int64

// The outcomes.
const (
	// Refunded: its items of the event are void, and their money went back as the terms say.
	Refunded Outcome = iota + 1
	// Nothing was left to refund.
	Nothing
	Failed
	// Pending: the gateway has not decided.
	Pending
)

var outcomes = []string{"", "refunded", "nothing", "failed", "pending"}

// String is the slug of the API.
func (o Outcome) String() string { return outcomes[o] }

// Outcomes are the slugs of all.
func Outcomes() []string { return slices.Clone(outcomes[1:]) }

// ParseOutcome reads a slug; 0 is none.
func ParseOutcome(slug string) Outcome { return Outcome(max(0, slices.Index(outcomes, slug))) }

// Result is what became of one order in a run.
type Result struct {
	RunID   int64   `msgpack:"r"`
	OrderID int64   `msgpack:"o"`
	Outcome Outcome `msgpack:"s"`
	Items   int64   `msgpack:"n,omitempty"`
	// Amount went back, in minor units.
	Amount     int64 `msgpack:"a,omitempty"`
	CurrencyID int64 `msgpack:"c,omitempty"`
	// Problem is why nothing did, in English.
	Problem string    `msgpack:"p,omitempty"`
	At      time.Time `msgpack:"t"`
}

type resultKey = kv.Pair2[int64, int64]

func (r *Result) key() resultKey { return resultKey{A: r.RunID, B: r.OrderID} }

// outcomeKey is where an order stands in the list of those of a run with one outcome.
type outcomeKey = kv.Triple[int64, int64, int64]

var (
	// runByOpen holds at most one run of an event that is not at its end.
	runByOpen = indexes.NewUnique("open", kv.Int, func(n *Run) []int64 {
		if n.State != Running {
			return nil
		}
		return []int64{n.EventID}
	})
	runByEvent = indexes.NewBy("event", kv.Int, func(n *Run) []int64 { return []int64{n.EventID} })
	runs       = indexes.Define(indexes.Spec[Run]{
		Name: "mass_refunds", Version: 1,
		Person: indexes.Nobody("events, and sums"),
		Shown:  func(r app.Reader, n *Run) (bool, error) { return catalog.ShownAt(r, n.EventID) },
		ID:     func(n *Run) *int64 { return &n.ID },
		Stamp:  func(tx app.Tx, old, n *Run) { app.Stamp(tx, old == nil, &n.CreatedAt, &n.UpdatedAt) },
		Check: func(n *Run) error {
			switch {
			case n.EventID == 0 || n.State < Running || n.State > Stopped:
				return fmt.Errorf("mass refund %d: of no event, or in no state", n.ID)
			case (n.EndedAt == nil) != (n.State == Running):
				return fmt.Errorf("mass refund %d: %s, and has a wrong end", n.ID, n.State)
			}
			return nil
		},
	}, runByOpen.Index, runByEvent.Index)

	resultByOutcome = indexes.NewBy("outcome", kv.TripleOf(kv.Int, kv.Int, kv.Int), func(r *Result) []outcomeKey {
		return []outcomeKey{{A: r.RunID, B: int64(r.Outcome), C: r.OrderID}}
	})
	results = indexes.DefineKeyed(indexes.KeyedSpec[resultKey, Result]{
		Name: "mass_refund_orders", Version: 1,
		Person:    indexes.Nobody("orders, by number"),
		Unaudited: "a journal",
		Key:       kv.PairOf(kv.Int, kv.Int),
		KeyOf:     func(r *Result) resultKey { return r.key() },
		Check: func(r *Result) error {
			if r.RunID == 0 || r.OrderID == 0 || r.Outcome < Refunded || r.Outcome > Pending {
				return errors.New("mass refund: a result of nothing")
			}
			return nil
		},
	}, resultByOutcome.Index)
)

// note counts a result, in the place of the one that the order had before.
func (n *Run) note(r, was *Result) {
	if was != nil {
		n.count(was, -1)
	}
	n.count(r, 1)
}

func (n *Run) count(r *Result, by int64) {
	switch r.Outcome {
	case Refunded:
		n.Refunded += by
	case Nothing:
		n.Nothing += by
	case Failed:
		n.Failed += by
	case Pending:
		n.Pending += by
	}
	if r.Amount == 0 {
		return
	}
	at := slices.IndexFunc(n.Sums, func(s Sum) bool { return s.CurrencyID == r.CurrencyID })
	if at < 0 {
		at, n.Sums = len(n.Sums), append(n.Sums, Sum{CurrencyID: r.CurrencyID})
	}
	n.Sums[at].Amount += by * r.Amount
}

// end ends the run.
func (n *Run) end(s State, now time.Time) { n.State, n.EndedAt = s, &now }
