package payment

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// Payment is one amount of an order that is to be taken by card.
type Payment struct {
	ID            int64 `msgpack:"id"`
	OrderID       int64 `msgpack:"o"`
	TransactionID int64 `msgpack:"t"`
	// Gateway is the name of the gateway, Ref what it calls the intent; empty until it is
	// open.
	Gateway string `msgpack:"g"`
	Ref     string `msgpack:"r,omitempty"`
	// Key names the payment to the gateway.
	Key   string `msgpack:"k"`
	State State  `msgpack:"s"`
	// Since is when it came into its state.
	Since      time.Time    `msgpack:"si"`
	CurrencyID int64        `msgpack:"c"`
	Method     order.Method `msgpack:"m"`
	Amount     int64        `msgpack:"a"`
	// Captured is what was taken, Refunded what of that was given back.
	Captured int64 `msgpack:"ca,omitempty"`
	Refunded int64 `msgpack:"re,omitempty"`
	// Returned is what of paid money was given back with items of its order.
	Returned int64 `msgpack:"rt,omitempty"`
	// Due is what was due for the whole order when the payment was opened. Parts are all
	// of a split payment, this one among them; empty when this is all.
	Due   int64  `msgpack:"d"`
	Parts []Part `msgpack:"p,omitempty"`
	Debit bool   `msgpack:"db,omitempty"`
	// DepositUntil makes it a deposit: it is when the balance is due. Total is what the
	// order cost then.
	DepositUntil *time.Time `msgpack:"du,omitempty"`
	Total        int64      `msgpack:"to,omitempty"`

	// UUID is the caller's name for the intent, Digest of what was asked under it.
	UUID   string `msgpack:"u,omitempty"`
	Digest int64  `msgpack:"dg,omitempty"`
	UserID int64  `msgpack:"us,omitempty"`

	// Local: the buyer pays with a voucher, somewhere else, and the gateway tells of it.
	// AskAt is when it is asked next.
	Local bool       `msgpack:"lo,omitempty"`
	AskAt *time.Time `msgpack:"aa,omitempty"`

	// Completes tells that capturing completes the order; else somebody calls for that,
	// until CompleteAt.
	Completes  bool       `msgpack:"co,omitempty"`
	CompleteAt *time.Time `msgpack:"cp,omitempty"`
	// Resume is what the order is again if nothing is captured, ResumeAt when it expires
	// then. HoldUntil is how long its stock waits for a gateway that has not decided.
	Resume    order.Status `msgpack:"rs,omitempty"`
	ResumeAt  *time.Time   `msgpack:"ra,omitempty"`
	HoldUntil *time.Time   `msgpack:"hu,omitempty"`
	// Outside is what the gateway said became of the money, nil while it said nothing.
	Outside *Outside `msgpack:"ou,omitempty"`
	// Said is what somebody of the staff said last of it.
	Said *Said `msgpack:"sd,omitempty"`
	// Problem is the gateway's word for what went wrong last.
	Problem   string    `msgpack:"e,omitempty"`
	CreatedAt time.Time `msgpack:"ct"`
	UpdatedAt time.Time `msgpack:"ut"`
}

// Said is what somebody found out about a payment, or dealt with.
type Said struct {
	Verdict Verdict   `msgpack:"v"`
	Reason  string    `msgpack:"r,omitempty"`
	UserID  int64     `msgpack:"u,omitempty"`
	At      time.Time `msgpack:"at"`
}

// Part is one part of a split payment.
type Part struct {
	Amount int64        `msgpack:"a"`
	Method order.Method `msgpack:"m"`
}

var (
	// byTransaction finds a payment by the id that clients know. Ids are unique in the
	// installation, so that the command line needs no company.
	byTransaction = indexes.NewUnique("transaction", kv.Int, func(p *Payment) []int64 { return []int64{p.TransactionID} }).Global()
	// byRef finds it by what its gateway calls it.
	byRef = indexes.NewUnique("ref", kv.String, func(p *Payment) []string {
		if p.Ref == "" {
			return nil
		}
		return []string{refKey(p.Gateway, p.Ref)}
	}).Global()
	byUUID = indexes.NewBy("uuid", kv.String, func(p *Payment) []string {
		if p.UUID == "" {
			return nil
		}
		return []string{p.UUID}
	})
	// byUnresolved lists what is not resolved, of all companies, the longest first.
	byUnresolved = indexes.NewBy("unresolved", kv.Time, func(p *Payment) []time.Time {
		if !p.State.unresolved() {
			return nil
		}
		return []time.Time{p.Since}
	}).Global()
	// byState counts the payments of all companies by state and gateway, those with a
	// discrepancy once more.
	byState = indexes.NewBy("state", kv.String, func(p *Payment) []string {
		keys := []string{stateKey(p.State.String(), p.Gateway)}
		if p.Discrepancy() != "" {
			keys = append(keys, stateKey(discrepancy, p.Gateway))
		}
		return keys
	}).Global().Counted()
	// byCompletion lists captured money by the time at which its order completes by
	// itself.
	byCompletion = indexes.NewBy("completion", kv.Time, func(p *Payment) []time.Time {
		if p.State != Captured || p.CompleteAt == nil {
			return nil
		}
		return []time.Time{*p.CompleteAt}
	})
	// byAsk lists local payments by the time at which their gateway is asked next.
	byAsk = indexes.NewBy("ask", kv.Time, func(p *Payment) []time.Time {
		if p.State != Open || p.AskAt == nil {
			return nil
		}
		return []time.Time{*p.AskAt}
	})
	// byClass lists and counts those of a company for the lists of the API.
	byClass = indexes.NewBy("class", kv.Int, func(p *Payment) []int64 { return []int64{p.class()} }).Counted().Ascending()
	// byOrder finds those of an order.
	byOrder  = indexes.NewBy("order", kv.Int, func(p *Payment) []int64 { return []int64{p.OrderID} })
	payments = indexes.Define(indexes.Spec[Payment]{
		Name: "payments", Version: 1,
		Person: indexes.Stays("money that moved, by numbers, and why staff settled it"),
		ID:     func(p *Payment) *int64 { return &p.ID },
		Stamp:  func(tx app.Tx, old, p *Payment) { app.Stamp(tx, old == nil, &p.CreatedAt, &p.UpdatedAt) },
		Check:  (*Payment).check,
	}, byTransaction.Index, byRef.Index, byUUID.Index, byUnresolved.Index, byState.Index, byCompletion.Index, byAsk.Index, byClass.Index, byOrder.Index)
)

func refKey(gateway, ref string) string { return gateway + " " + ref }

// discrepancy stands among the states for payments of which their gateway says otherwise.
const discrepancy = "discrepancy"

func stateKey(state, gateway string) string { return state + " " + gateway }

// check holds what every stored payment promises.
func (p *Payment) check() error {
	taken := p.State == Captured || p.State == Paid || p.State == Refunding || p.State == Refunded
	switch {
	case p.OrderID == 0 || p.TransactionID == 0 || p.Gateway == "" || p.Key == "":
		return errors.New("payment: has no order, transaction, gateway or key")
	case p.State < Opening || p.State > Refunded:
		return fmt.Errorf("payment: there is no state %d", p.State)
	case p.Amount <= 0 || p.Amount > p.Due:
		return fmt.Errorf("payment: %d of %d due", p.Amount, p.Due)
	case taken && p.Captured != p.Amount, !taken && p.Captured != 0:
		return fmt.Errorf("payment: %s, and %d of %d captured", p.State, p.Captured, p.Amount)
	case p.Returned < 0 || p.Returned > p.Captured || p.Returned > 0 && p.State != Paid:
		return fmt.Errorf("payment: %s, and %d of %d returned", p.State, p.Returned, p.Captured)
	case p.Outside != nil && p.Captured == 0:
		return fmt.Errorf("payment: %s, and something became of its money", p.State)
	case p.State == Refunded && p.Refunded != p.Captured, p.State != Refunded && p.Refunded != 0:
		return fmt.Errorf("payment: %s, and %d of %d refunded", p.State, p.Refunded, p.Captured)
	}
	return nil
}

// Online tells whether a method needs a payment of this package.
func Online(m order.Method) bool {
	return m.Online()
}

// Whole lists the parts of what is due, also when this payment is all.
func (p *Payment) Whole() []Part {
	if len(p.Parts) > 0 {
		return p.Parts
	}
	return []Part{{p.Amount, p.Method}}
}

// Bound is the amount that must not change until the money is taken: what was due for the
// order, or what all of it cost of which this is the deposit.
func (p *Payment) Bound() int64 {
	if p.DepositUntil != nil {
		return p.Total
	}
	return p.Due
}

// Present tells whether the card is at a reader.
func (p *Payment) Present() bool { return p.Method == order.CardPresentOnline }
