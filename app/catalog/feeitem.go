package catalog

import (
	"marquee/app"
	"marquee/app/company"
)

// FeeItem is what orders show of a fee: a sale item that is sold by itself nowhere.
type FeeItem struct {
	Name string
	// TaxBandID is the company's default when it is given without a value.
	TaxBandID  Maybe[int64]
	NoDiscount bool
}

// MakeFee makes the sale item of a fee, at no event, and gives its id.
func MakeFee(tx app.Tx, in FeeItem) (int64, error) {
	item := InventoryItem{Type: Fee, Name: in.Name}
	if err := inventoryTable.Insert(tx, &item); err != nil {
		return 0, err
	}
	s := SaleItem{
		ItemID: item.ID, Type: Fee, Prices: []Price{},
		HideFromShop: true, HideFromBoxOffice: true, HideFromKiosk: true,
	}
	in.TaxBandID.Given = true
	if err := in.apply(tx, &s); err != nil {
		return 0, err
	}
	err := saleItemTable.Insert(tx, &s)
	return s.ID, err
}

// ChangeFee changes the sale item of a fee.
func ChangeFee(tx app.Tx, id int64, in FeeItem) error {
	s, err := saleItemTable.Update(tx, id, func(s *SaleItem) error { return in.apply(tx, s) })
	if err != nil {
		return err
	}
	_, err = inventoryTable.Update(tx, s.ItemID, func(i *InventoryItem) error { i.Name = in.Name; return nil })
	return err
}

func (in *FeeItem) apply(r app.Reader, s *SaleItem) error {
	s.NoDiscount = in.NoDiscount
	if !in.TaxBandID.Given {
		return nil
	}
	if in.TaxBandID.Value != nil && *in.TaxBandID.Value != 0 {
		s.TaxBandID = *in.TaxBandID.Value
		return nil
	}
	band, err := company.DefaultTaxBand(r)
	s.TaxBandID = band.ID
	return err
}
