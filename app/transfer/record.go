package transfer

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/order"
	"marquee/indexes"
	"marquee/kv"
)

// State says where a transfer stands. The number is stored.
type State int64

// The states.
const (
	Pending State = iota + 1
	Claimed
	Cancelled
)

var stateNames = []string{"", "pending", "claimed", "cancelled"}

func (s State) String() string {
	if s < Pending || s > Cancelled {
		return ""
	}
	return stateNames[s]
}

// States are the names of all states.
func States() []string { return []string{"pending", "claimed", "cancelled"} }

// ParseState reads the name of a state; 0 is none.
func ParseState(name string) State {
	for s := Pending; s <= Cancelled; s++ {
		if s.String() == name {
			return s
		}
	}
	return 0
}

// Why transfers were cancelled, as it is stored and told.
const (
	ByHand   = "cancelled"
	ItemGone = "item_voided"
	Erased   = "erased"
	// ToBuyer: who was to have it is who bought it in the end.
	ToBuyer = "to_buyer"
)

// Transfer gives items of one order to somebody else.
type Transfer struct {
	ID      int64   `msgpack:"id"`
	OrderID int64   `msgpack:"o"`
	ItemIDs []int64 `msgpack:"i"`
	// FromID is the customer who held the items, 0: nobody knows. ToID is who claimed them.
	FromID int64 `msgpack:"f,omitempty"`
	ToID   int64 `msgpack:"t,omitempty"`
	// Email is who may claim it, empty: whoever has the link. Name is how the giver calls them.
	Email string `msgpack:"e,omitempty"`
	Name  string `msgpack:"n,omitempty"`
	State State  `msgpack:"s"`
	// Instant: it was claimed as it was made. KeptBarcodes: the items have their barcodes still.
	Instant      bool `msgpack:"in,omitempty"`
	KeptBarcodes bool `msgpack:"kb,omitempty"`
	// Checkout: it was made before the items were bought.
	Checkout bool `msgpack:"co,omitempty"`
	// DistributionID is the distribution that it was taken from, 0: none.
	DistributionID int64 `msgpack:"ds,omitempty"`
	// Links is how many links it had, and Hash that of the last.
	Links int64  `msgpack:"l,omitempty"`
	Hash  []byte `msgpack:"h,omitempty"`
	// MailAt is when it is to be mailed, nil: at once, or by nobody. Mailed: it was.
	MailAt *time.Time `msgpack:"ma,omitempty"`
	Mailed bool       `msgpack:"m,omitempty"`
	// UserID is the staff user who made it, 0: the buyer did.
	UserID int64 `msgpack:"u,omitempty"`
	// Reason is why it was cancelled.
	Reason string `msgpack:"r,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	EndedAt   *time.Time `msgpack:"ea,omitempty"`
}

func (t *Transfer) check() error {
	switch {
	case t.OrderID == 0 || len(t.ItemIDs) == 0 || t.State.String() == "":
		return fmt.Errorf("transfer %d: of nothing", t.ID)
	case (t.State == Pending) != (t.EndedAt == nil):
		return fmt.Errorf("transfer %d: is %s and has a wrong end", t.ID, t.State)
	case (t.State == Claimed) != (t.ToID != 0):
		return fmt.Errorf("transfer %d: is %s and was claimed by %d", t.ID, t.State, t.ToID)
	case t.State == Pending && len(t.Hash) == 0:
		return errors.New("transfer: nobody can claim it")
	}
	return nil
}

type keyTime = kv.Pair2[int64, time.Time]

func (t *Transfer) at(keys ...int64) (all []keyTime) {
	for _, k := range keys {
		if k != 0 {
			all = append(all, keyTime{A: k, B: t.CreatedAt})
		}
	}
	return all
}

var (
	byState = indexes.NewBy("state", kv.PairOf(kv.Int, kv.Time), func(t *Transfer) []keyTime { return t.at(int64(t.State)) }).Counted()
	byOrder = indexes.NewBy("order", kv.PairOf(kv.Int, kv.Time), func(t *Transfer) []keyTime { return t.at(t.OrderID) }).Counted()
	byItem  = indexes.NewBy("item", kv.PairOf(kv.Int, kv.Time), func(t *Transfer) []keyTime { return t.at(t.ItemIDs...) }).Counted()
	// byPerson finds the transfers from and to a customer, byEmail those to an address.
	byPerson = indexes.NewBy("person", kv.Int, func(t *Transfer) []int64 {
		var all []int64
		for _, id := range []int64{t.FromID, t.ToID} {
			if id != 0 {
				all = append(all, id)
			}
		}
		return app.Distinct(all)
	})
	byEmail = indexes.NewBy("email", kv.String, func(t *Transfer) []string {
		if t.Email == "" {
			return nil
		}
		return []string{app.Fold(t.Email)}
	})
	// byDay finds those that are still to be mailed.
	byDay = indexes.NewBy("day", kv.Time, func(t *Transfer) []time.Time {
		if t.State != Pending || t.Mailed || t.MailAt == nil {
			return nil
		}
		return []time.Time{*t.MailAt}
	})

	transfers = indexes.Define(indexes.Spec[Transfer]{
		Name: "transfers", Version: 1,
		Person: indexes.Cleared((*Transfer).forget, "Reason: words of the program"),
		ID:     func(t *Transfer) *int64 { return &t.ID },
		Stamp:  func(tx app.Tx, old, t *Transfer) { app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt) },
		Check:  (*Transfer).check,
		Shown:  func(r app.Reader, t *Transfer) (bool, error) { return t.shown(r) },
	}, byState.Index, byOrder.Index, byItem.Index, byPerson.Index, byEmail.Index, byDay.Index)
)

// shown: a transfer is seen by whoever sees all that it gives.
func (t *Transfer) shown(r app.Reader) (bool, error) {
	items, err := order.Items.GetMany(app.Whole(r), t.ItemIDs)
	for i := range items {
		if shown, err := catalog.ShownAt(r, items[i].EventID); err != nil || !shown {
			return false, err
		}
	}
	return err == nil, err
}

// find reads a transfer of the company.
func find(r app.Reader, id int64) (Transfer, error) {
	t, err := transfers.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("transfer")
	}
	return t, err
}
