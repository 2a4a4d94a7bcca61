package voucher

import (
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/indexes"
)

// Area is what this area brings.
func Area(p Ports) app.Area {
	return app.Area{
		Ports:  &p,
		Tables: []indexes.Declared{Redemptions.Declared},
		Invariants: []app.Invariant{
			{Name: "what was redeemed is a voucher that was sold and stands, and is worth that", Check: checkRedemptions},
		},
	}
}

func checkRedemptions(r app.Reader, report func(app.Breach)) error {
	for hit, err := range Redemptions.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		items, err := order.Items.GetMany(r, []int64{hit.Key})
		if err != nil {
			return err
		}
		switch {
		case len(items) == 0 || !items[0].Sold || items[0].Type != catalog.GiftVoucher:
			report(app.Breach{ID: hit.Key, Key: "redemption", Expected: "a voucher that was sold", Found: "none"})
		case items[0].CancelledAt != nil:
			report(app.Breach{ID: hit.Key, Key: "redemption", Expected: "a voucher that stands", Found: "one that was voided"})
		case items[0].Base != hit.Rec.Amount:
			report(app.Breach{ID: hit.Key, Key: "redemption", Expected: fmt.Sprint(items[0].Base), Found: fmt.Sprint(hit.Rec.Amount)})
		}
		who, err := customer.Many(r, []int64{hit.Rec.CustomerID})
		if err != nil {
			return err
		}
		if len(who) == 0 {
			report(app.Breach{ID: hit.Key, Key: "redemption", Expected: fmt.Sprintf("customer %d", hit.Rec.CustomerID), Found: "none"})
		}
	}
	return nil
}

// Ports are what the area tells the areas below it, and asks of them: app/areas fills them.
type Ports struct {
	// Redeemed fires in the transaction that redeems a voucher.
	Redeemed func(tx app.Tx, in Redemption) error
}

// ports is what they are filled with in the App of a reader.
func ports(r app.Reader) *Ports { return app.PortsOf[Ports](r) }
