package fee

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/indexes"
	"marquee/kv"
)

// Kind is how a fee is calculated. The text is the slug of the API.
type Kind string

// The kinds of fees.
const (
	Fixed   Kind = "fixed"
	Percent Kind = "percent"
	Tiers   Kind = "tiers"
)

// Per is what a fee is charged once for. The text is the slug of the API.
type Per string

// What fees are charged for.
const (
	PerOrder Per = "order"
	PerEvent Per = "event"
	PerItem  Per = "item"
)

// Fee is a fee of the company.
type Fee struct {
	ID int64 `msgpack:"id"`
	// SaleItemID is what orders show as the sale item of the fee. It holds the tax band,
	// and its inventory item the name.
	SaleItemID int64  `msgpack:"s"`
	Name       string `msgpack:"n"`
	Kind       Kind   `msgpack:"k"`
	Per        Per    `msgpack:"pe"`

	// EventID and SaleItemIDs are what it is charged for; 0 and none: everything.
	EventID     int64   `msgpack:"e,omitempty"`
	SaleItemIDs []int64 `msgpack:"si,omitempty"`
	// Types that it is charged for; none: all but donations, top-ups and fees.
	Types []catalog.ItemType `msgpack:"ty,omitempty"`

	// CurrencyID restricts it to baskets of one currency; 0: any.
	CurrencyID int64 `msgpack:"cu,omitempty"`
	// Steps of a fee that has none are one that begins at zero.
	Steps    []Step `msgpack:"st"`
	Min      *int64 `msgpack:"mi,omitempty"`
	Max      *int64 `msgpack:"ma,omitempty"`
	MaxTimes *int64 `msgpack:"mt,omitempty"`

	// Absorbed: it is inside the prices.
	Absorbed bool `msgpack:"ab,omitempty"`
	// AttractsDiscount: discount codes reduce it.
	AttractsDiscount bool `msgpack:"ad,omitempty"`
	// NotOnResale: resold items are not charged.
	NotOnResale bool `msgpack:"nr,omitempty"`
	// OnlyOnResale: resold items alone are charged.
	OnlyOnResale bool `msgpack:"or,omitempty"`
	NotOnline    bool `msgpack:"no,omitempty"`
	NotAtOffice  bool `msgpack:"nb,omitempty"`
	// Delivery is how things reach their buyer in baskets that chose the fee for that, and
	// alone are charged it; empty for most. NeedsAddress: it has to be known where to.
	Delivery     Delivery `msgpack:"dl,omitempty"`
	NeedsAddress bool     `msgpack:"na,omitempty"`
	// Group: of fees with the same, only the most specific is charged.
	Group string `msgpack:"g,omitempty"`
	// The window in which it is charged is half open, nil is open-ended.
	ActiveFrom  *time.Time `msgpack:"af,omitempty"`
	ActiveUntil *time.Time `msgpack:"au,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// Step is a fixed sum and a share, for amounts at and above From.
type Step struct {
	From    int64 `msgpack:"f,omitempty"`
	Fixed   int64 `msgpack:"x,omitempty"`
	Percent int64 `msgpack:"p,omitempty"`
}

// rule is the fee as the arithmetic takes it.
func (f *Fee) rule() money.Fee {
	r := money.Fee{Min: f.Min, Max: f.Max, Steps: make([]money.FeeStep, len(f.Steps))}
	for i, s := range f.Steps {
		r.Steps[i] = money.FeeStep(s)
	}
	return r
}

// check holds the promises every stored fee keeps.
func (f *Fee) check() error {
	switch {
	case f.Name == "" || f.SaleItemID == 0:
		return fmt.Errorf("fee %d: has no name or no sale item", f.ID)
	case !slices.Contains([]Kind{Fixed, Percent, Tiers}, f.Kind) || !slices.Contains([]Per{PerOrder, PerEvent, PerItem}, f.Per):
		return fmt.Errorf("fee %d: is of an unknown kind", f.ID)
	case f.Delivery != "" && !slices.Contains(Deliveries, f.Delivery) || f.NeedsAddress && f.Delivery == "":
		return fmt.Errorf("fee %d: is for an unknown delivery", f.ID)
	case len(f.Steps) == 0 || f.Steps[0].From != 0:
		return fmt.Errorf("fee %d: does not begin at zero", f.ID)
	}
	return nil
}

const (
	standing int64 = iota
	deleted
)

func (f *Fee) class() []int64 {
	if f.DeletedAt != nil {
		return []int64{deleted}
	}
	return []int64{standing}
}

// live is where a fee stands while it is charged: by its event, 0 for those of every one.
func (f *Fee) live() []int64 {
	if f.DeletedAt != nil {
		return nil
	}
	return []int64{f.EventID}
}

var (
	listed  = indexes.NewBy("listed", kv.Int, (*Fee).class).Counted().Ascending()
	byEvent = indexes.NewBy("event", kv.Int, (*Fee).live)
)

// Fees is the table of fees.
var Fees = feeTable.Table

var feeTable = indexes.Define(indexes.Spec[Fee]{
	Name: "fees", Version: 1, Shared: true,
	Person: indexes.Nobody("prices"),
	Shown:  func(r app.Reader, f *Fee) (bool, error) { return catalog.ShownAt(r, f.EventID) },
	ID:     func(f *Fee) *int64 { return &f.ID },
	Stamp:  func(tx app.Tx, old, f *Fee) { app.Stamp(tx, old == nil, &f.CreatedAt, &f.UpdatedAt) },
	Check:  (*Fee).check,
}, listed.Index, byEvent.Index)
