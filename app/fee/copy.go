package fee

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Copy gives a copy of an event the fees that are charged for it alone.
func Copy(tx app.Tx, k *catalog.Copying) error {
	if !k.Wants(catalog.CopyFees) {
		return nil
	}
	all, err := indexes.Records(byEvent.Scan(tx, indexes.Equal(k.From.ID)))
	if err != nil {
		return err
	}
	n := 0
	for _, f := range all {
		items := catalog.Replaced(f.SaleItemIDs, k.Items)
		if len(items) == 0 && len(f.SaleItemIDs) > 0 {
			k.Leave(catalog.CopyFees, 1, "These are for what is not copied.")
			continue
		}
		if err := hasSpace(tx, 1); err != nil {
			return err
		}
		v, err := view(tx, f)
		if err != nil {
			return err
		}
		f.ID, f.EventID, f.SaleItemIDs = 0, k.To.ID, items
		k.Clock.Window(&f.ActiveFrom, &f.ActiveUntil)
		if f.SaleItemID, err = catalog.MakeFee(tx, f.sold(&Fields{TaxBandID: app.Is(v.TaxBandID)})); err != nil {
			return err
		}
		if err := feeTable.Insert(tx, &f); err != nil {
			return err
		}
		n++
	}
	if k.Made(catalog.CopyFees, n); n == 0 {
		return nil
	}
	return company.ChargeFees(tx)
}
