package catalog

import (
	"math"

	"marquee/app"
	"marquee/indexes"
)

// wantShop refuses a product without a shop, and anything else with one.
func (in *NewSaleItem) wantShop(r app.Reader) error {
	if in.Type != CashlessProduct {
		return nil
	}
	stands, err := PortsOf(r).ShopExists(r, in.ShopID)
	if err != nil {
		return err
	}
	if !stands {
		return app.Field("shopId", "does not exist")
	}
	n, err := productsEver(r, in.ShopID)
	if err == nil && n >= maxProducts {
		err = app.Field("shopId", "has room for %d sale items only, deleted ones too", maxProducts)
	}
	return err
}

// shopClasses are the keys of the products of a shop.
func shopClasses(shop int64) (from, to int64) {
	return shop << saleItemClassBits, (shop + 1) << saleItemClassBits
}

// productsEver is how many products a shop ever had.
func productsEver(r app.Reader, shop int64) (n int64, err error) {
	from, to := shopClasses(shop)
	groups, err := saleItemOfShop.Groups(r, from, to)
	for _, g := range groups {
		n += g.N
	}
	return n, err
}

// ShopProduct is something on sale in a shop.
type ShopProduct struct {
	SaleItem
	Item InventoryItem
}

// ProductsOf lists the products of a shop.
func ProductsOf(r app.Reader, shop int64, withTrashed bool) (all []ShopProduct, err error) {
	if shop <= 0 || shop >= math.MaxInt64>>saleItemClassBits {
		return nil, nil
	}
	from, to := shopClasses(shop)
	var goods []SaleItem
	var items []int64
	for hit, err := range saleItemOfShop.Scan(r, indexes.Between(classNumber{A: from}, classNumber{A: to})) {
		if err != nil {
			return nil, err
		}
		if s := hit.Rec; s.DeletedAt == nil || withTrashed {
			goods, items = append(goods, s), append(items, s.ItemID)
		}
	}
	names, err := InventoryItemsByID(r, items)
	for _, s := range goods {
		all = append(all, ShopProduct{s, names[s.ItemID]})
	}
	return all, err
}

// ProductsSold tells whether anything of a shop was ever sold.
func ProductsSold(r app.Reader, shop int64) (bool, error) {
	all, err := ProductsOf(r, shop, true)
	if err != nil {
		return false, err
	}
	for i := range all {
		s, err := StockOf(r, LayerSaleItem, all[i].ID)
		if err != nil || s.Sold+s.Reserved > 0 {
			return true, err
		}
	}
	return false, nil
}
