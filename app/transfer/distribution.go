package transfer

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/indexes"
	"marquee/kv"
)

// Distribution lets whoever has its code take tickets of one kind of an order, a limited
// number each.
type Distribution struct {
	ID      int64 `msgpack:"id"`
	OrderID int64 `msgpack:"o"`
	// OwnerID is the customer who bought the order, and whose tickets these are.
	OwnerID    int64  `msgpack:"c"`
	SaleItemID int64  `msgpack:"s"`
	Code       string `msgpack:"k"`
	// Total is how many are given away, PerPerson how many of them one customer takes.
	Total     int64 `msgpack:"t"`
	PerPerson int64 `msgpack:"p"`
	// Once: each customer takes them in one go.
	Once bool `msgpack:"on,omitempty"`
	// Claimed is how many were taken.
	Claimed int64 `msgpack:"n,omitempty"`
	// Closed: nobody takes any, because somebody wants that or because all were taken.
	Closed bool `msgpack:"x,omitempty"`
	// UserID is the staff user who made it, 0: the buyer did.
	UserID int64 `msgpack:"u,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

func (d *Distribution) check() error {
	switch {
	case d.OrderID == 0 || d.OwnerID == 0 || d.SaleItemID == 0 || d.Code == "":
		return fmt.Errorf("distribution %d: of nothing", d.ID)
	case d.PerPerson < 1 || d.Total < 1 || d.Claimed < 0 || d.Claimed > d.Total:
		return fmt.Errorf("distribution %d: %d of %d were claimed", d.ID, d.Claimed, d.Total)
	case d.Claimed == d.Total && !d.Closed:
		return fmt.Errorf("distribution %d: all were claimed, and it is open", d.ID)
	}
	return nil
}

// Left is how many can be taken still.
func (d *Distribution) Left() int64 {
	if d.Closed {
		return 0
	}
	return d.Total - d.Claimed
}

// share is what one customer took of a distribution.
type share struct {
	DistributionID int64 `msgpack:"d"`
	CustomerID     int64 `msgpack:"c"`
	Units          int64 `msgpack:"n"`
}

type shareKey = kv.Pair2[int64, int64]

var (
	distributionByCode  = indexes.NewUnique("code", kv.String, func(d *Distribution) []string { return []string{app.Fold(d.Code)} })
	distributionByOrder = indexes.NewBy("order", kv.PairOf(kv.Int, kv.Time), func(d *Distribution) []keyTime {
		return []keyTime{{A: d.OrderID, B: d.CreatedAt}}
	}).Counted()
	distributionByOwner = indexes.NewBy("owner", kv.Int, func(d *Distribution) []int64 { return []int64{d.OwnerID} })

	distributions = indexes.Define(indexes.Spec[Distribution]{
		Name: "distributions", Version: 1,
		Person: indexes.Stays("what somebody gives away, by numbers; an erasure closes it"),
		Secret: []string{"code"},
		Shown: func(r app.Reader, d *Distribution) (bool, error) {
			return catalog.ShownForAny(r, nil, nil, []int64{d.SaleItemID})
		},
		ID:    func(d *Distribution) *int64 { return &d.ID },
		Stamp: func(tx app.Tx, old, d *Distribution) { app.Stamp(tx, old == nil, &d.CreatedAt, &d.UpdatedAt) },
		Check: (*Distribution).check,
	}, distributionByCode.Index, distributionByOrder.Index, distributionByOwner.Index)

	shares = indexes.DefineKeyed(indexes.KeyedSpec[shareKey, share]{
		Name: "distribution_shares", Version: 1,
		Person:    indexes.Stays("who took how much, by numbers"),
		Unaudited: "a counter",
		Key:       kv.PairOf(kv.Int, kv.Int),
		KeyOf:     func(s *share) shareKey { return shareKey{A: s.DistributionID, B: s.CustomerID} },
		Check: func(s *share) error {
			if s.DistributionID == 0 || s.CustomerID == 0 || s.Units < 1 {
				return errors.New("distribution: somebody took nothing")
			}
			return nil
		},
	})
)

// findDistribution reads a distribution of the company.
func findDistribution(r app.Reader, id int64) (Distribution, error) {
	d, err := distributions.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		err = app.Missing("distribution")
	}
	return d, err
}

// byCode finds the distribution that a code leads to, open or not.
func byCode(r app.Reader, code string) (Distribution, error) {
	d, found, err := distributionByCode.Find(r, app.Fold(code))
	if err == nil && !found {
		err = app.Missing("code")
	}
	return d, err
}

// takenBy is how many a customer took of a distribution, and whether it is theirs. It counts
// both of two who are being merged.
func (d *Distribution) takenBy(r app.Reader, customerID int64) (n int64, own bool, err error) {
	people, err := customer.SamePerson(r, customerID)
	for _, id := range people {
		s, _, failed := shares.Find(r, shareKey{A: d.ID, B: id})
		n, own, err = n+s.Units, own || id == d.OwnerID, errors.Join(err, failed)
	}
	return n, own, err
}

// MayTake is how many a customer can take now, who is 0 as long as nobody knows who asks.
func (d *Distribution) MayTake(r app.Reader, customerID int64) (int64, error) {
	taken, own, err := d.takenBy(r, customerID)
	if own || d.Once && taken > 0 {
		return 0, err
	}
	return max(0, min(d.PerPerson-taken, d.Left())), err
}
