package voucher

import (
	"fmt"
	"time"

	"marquee/indexes"
	"marquee/kv"
)

// Redemption is a voucher that was redeemed, and what its customer is credited.
type Redemption struct {
	OrderItemID int64 `msgpack:"i"`
	CustomerID  int64 `msgpack:"c"`
	// Amount is in minor units of the currency.
	Amount     int64     `msgpack:"a"`
	CurrencyID int64     `msgpack:"cu"`
	UserID     int64     `msgpack:"u,omitempty"` // the staff user who redeemed it
	At         time.Time `msgpack:"t"`
}

func (r *Redemption) check() error {
	if r.OrderItemID == 0 || r.CustomerID == 0 || r.CurrencyID == 0 || r.Amount < 1 {
		return fmt.Errorf("redemption of order item %d: of nothing, or for nobody", r.OrderItemID)
	}
	return nil
}

// Redemptions is the table of redeemed vouchers, by order item.
var Redemptions = redemptionTable.Keyed

var redemptionTable = indexes.DefineKeyed(indexes.KeyedSpec[int64, Redemption]{
	Name: "voucher_redemptions", Version: 1,
	Person:    indexes.Stays("money that moved, by numbers"),
	Unaudited: "a journal",
	Key:       kv.Int,
	KeyOf:     func(r *Redemption) int64 { return r.OrderItemID },
	Check:     (*Redemption).check,
})
