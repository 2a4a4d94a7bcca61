package banking

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// State says where a transfer stands. The number is stored and never changes its meaning.
type State int64

// The states.
const (
	// Open: nobody has said yet what it is for.
	Open State = iota + 1
	// Taken: an order was paid with it.
	Taken
	// Aside: it is for no order.
	Aside
)

var stateNames = []string{Open: "open", Taken: "taken", Aside: "aside"}

// String is the slug of the API.
func (s State) String() string { return stateNames[s] }

// StateNames are the slugs of all.
func StateNames() []string { return stateNames[Open:] }

// ParseState reads a slug; 0 is none.
func ParseState(slug string) State {
	for s, name := range stateNames {
		if name == slug && name != "" {
			return State(s)
		}
	}
	return 0
}

// Booking is money that came, as a statement of the bank tells it.
type Booking struct {
	// Day is the day of the booking, in UTC.
	Day        time.Time `msgpack:"d"`
	Amount     int64     `msgpack:"a"`
	CurrencyID int64     `msgpack:"c"`
	// Text is what the payer wrote, Payer who that is, EndToEnd their bank's name for it.
	Text     string `msgpack:"t,omitempty"`
	Payer    string `msgpack:"p,omitempty"`
	EndToEnd string `msgpack:"e,omitempty"`
}

// Transfer is a booking that is stored, and what became of it.
type Transfer struct {
	ID int64 `msgpack:"i"`
	// Key is what it is known by in any statement.
	Key string `msgpack:"k"`
	Booking
	State State `msgpack:"s"`
	// OrderID is the order that was paid with it, Surplus what was more than that was due.
	// OtherIDs are more orders that were paid with it.
	OrderID  int64   `msgpack:"o,omitempty"`
	OtherIDs []int64 `msgpack:"oo,omitempty"`
	Surplus  int64   `msgpack:"sp,omitempty"`
	// Reason is why it was set aside. UserID and At say who dealt with it, and when.
	Reason    string     `msgpack:"r,omitempty"`
	UserID    int64      `msgpack:"u,omitempty"`
	At        *time.Time `msgpack:"at,omitempty"`
	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
}

var (
	byKey = indexes.NewUnique("key", kv.String, func(t *Transfer) []string { return []string{t.Key} })
	// byState lists and counts them by their state.
	byState   = indexes.NewBy("state", kv.Int, func(t *Transfer) []int64 { return []int64{int64(t.State)} }).Counted().Ascending()
	byOrder   = indexes.NewBy("order", kv.Int, (*Transfer).Orders)
	transfers = indexes.Define(indexes.Spec[Transfer]{
		Name: "bank_transfers", Version: 1,
		Person: indexes.Stays("what the bank booked, which accounts have to keep"),
		ID:     func(t *Transfer) *int64 { return &t.ID },
		Stamp:  func(tx app.Tx, old, t *Transfer) { app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt) },
		Check:  (*Transfer).check,
	}, byKey.Index, byState.Index, byOrder.Index)
)

// Orders are those that were paid with it.
func (t *Transfer) Orders() []int64 {
	if t.OrderID == 0 {
		return []int64{}
	}
	return append([]int64{t.OrderID}, t.OtherIDs...)
}

func (t *Transfer) check() error {
	switch {
	case t.Key == "" || t.Amount <= 0 || t.CurrencyID == 0 || t.Day.IsZero():
		return errors.New("bank transfer: of no key, amount, currency or day")
	case t.State < Open || t.State > Aside:
		return fmt.Errorf("bank transfer: there is no state %d", t.State)
	case (t.State == Taken) != (t.OrderID != 0) || (t.State == Open) != (t.At == nil):
		return fmt.Errorf("bank transfer: %s, of order %d", t.State, t.OrderID)
	case t.OrderID == 0 && len(t.OtherIDs) > 0:
		return errors.New("bank transfer: of other orders than none")
	case t.Surplus < 0 || t.Surplus >= t.Amount:
		return fmt.Errorf("bank transfer: %d of %d too much", t.Surplus, t.Amount)
	}
	return nil
}
