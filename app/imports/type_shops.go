package imports

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/till"
	"marquee/indexes"
)

func shops() *Type {
	return &Type{
		Name: "shops", About: "Shops of a festival. Found by name.",
		Needs: []app.Ability{app.EditCompany, app.ManageUsers},
		Fields: []Field{
			{Name: "name", About: "Name.", Required: true, Unique: true, Also: []string{"shop", "shop name", "stand"}},
			{Name: "currency", About: "Currency; the company's where there is none.", Wire: []string{"currencyId"}},
			{Name: "users", About: "E-mail addresses of those who work there, in one cell.", Also: []string{"staff"}},
			{Name: "offlineLimit", About: "What a device takes between two uploads by other methods than cash."},
			{Name: "isHidden", About: "Yes or no.", Also: []string{"hidden"}},
			{Name: "cash", About: "Yes or no: it takes cash."},
			{Name: "card", About: "Yes or no: it takes cards."},
		},
		Apply: applyShop,
	}
}

func applyShop(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	cur := r.currency("currency")
	in := till.Fields{Name: r.given("name"), OfflineLimit: r.amount("offlineLimit", cur), Hidden: r.flag("isHidden"), Cash: r.flag("cash"), Card: r.flag("card")}
	if r.text("currency") != "" {
		in.CurrencyID = &cur.ID
	}
	if emails := r.list("users"); len(emails) > 0 {
		ids := []int64{}
		for _, email := range emails {
			u, err := company.ReadUser(ctx, d.app, d.caller, company.UserKey{Email: email}, false)
			if app.KindOf(err) == app.NotFound {
				r.note("users", "has no user %s", email)
				continue
			}
			if err != nil {
				return m, err
			}
			ids = append(ids, u.User.ID)
		}
		in.UserIDs = &ids
	}
	known, err := r.shop("name")
	if err != nil || r.failed() {
		return m, err
	}
	if known != 0 {
		t, err := till.Update(ctx, d.app, d.caller, known, in)
		return made{id: t.ID, did: Changed}, err
	}
	t, err := till.Create(ctx, d.app, d.caller, in)
	return made{id: t.ID, did: Created}, err
}

// shop finds the shop with the name in a field, 0 for none.
func (r record) shop(field string) (int64, error) {
	name := app.Fold(r.text(field))
	for hit, err := range till.Tills.Scan(r.d.tx, indexes.All[int64]()) {
		if err != nil {
			return 0, err
		}
		if hit.Rec.DeletedAt == nil && app.Fold(hit.Rec.Name) == name {
			return hit.Rec.ID, nil
		}
	}
	return 0, nil
}

func shopProducts() *Type {
	return &Type{
		Name: "shop-products", About: "What shops sell. Found by external id, else by name, in the shop.",
		Needs: []app.Ability{app.EditEvents, app.EditCompany},
		Fields: []Field{
			{Name: "shopId", About: "Number of the shop."},
			{Name: "shop", About: "Name of the shop.", Wire: []string{"shopId"}, Also: []string{"shop name", "stand"}},
			{Name: "externalId", About: "What another system calls the product.", Wire: []string{"saleItemData.externalId"}, Also: []string{"sku", "article number", "artikelnummer"}},
			{Name: "name", About: "Name.", Wire: []string{"itemData.name"}, Also: []string{"product", "product name", "artikel", "produkt"}},
			{Name: "description", About: "Description.", Wire: []string{"itemData.description"}},
			{Name: "price", About: "Price.", Wire: []string{"saleItemData.pricing"}, Also: []string{"preis", "prix"}},
			{Name: "processingFee", About: "Fee on top of the price."},
			{Name: "currency", About: "Currency; the company's where there is none."},
			{Name: "totalStock", About: "How many there are.", Wire: []string{"saleItemData.totalStock"}, Also: []string{"stock", "bestand"}},
		},
		Apply: applyProduct,
	}
}

func applyProduct(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	shop := r.id("shopId")
	if r.text("shopId") == "" {
		if shop, err = r.shop("shop"); err == nil && shop == 0 {
			r.note("shop", "is no shop that there is")
		}
	}
	if err != nil || r.failed() {
		return m, err
	}
	known, err := r.product(shop)
	if err != nil {
		return m, err
	}
	item := catalog.ItemChange{Name: r.given("name"), Description: r.maybe("description")}
	sale := catalog.SaleItemChange{TotalStock: maybe(r.number("totalStock")), ExternalID: r.maybe("externalId")}
	if r.prices(&sale, known); r.failed() {
		return m, nil
	}
	if known != nil {
		v, err := catalog.UpdateSaleItem(ctx, d.app, d.caller, known.Type, known.ID, sale, item)
		return made{id: known.ID, did: changedIf(!v.SaleItem.ChangedAt.Equal(known.ChangedAt))}, err
	}
	unlimited := true
	item.Unlimited = &unlimited
	v, err := catalog.CreateSaleItem(ctx, d.app, d.caller, catalog.NewSaleItem{Type: catalog.CashlessProduct, ShopID: shop, Sale: sale, Item: item})
	return made{id: v.SaleItem.ID, did: Created}, err
}

// product finds the product of a row in a shop, nil for a new one.
func (r record) product(shop int64) (*catalog.SaleItem, error) {
	all, err := catalog.ProductsOf(r.d.tx, shop, false)
	if err != nil {
		return nil, err
	}
	external, name := r.text("externalId"), app.Fold(r.text("name"))
	for i := range all {
		if external != "" && all[i].ExternalID == external || external == "" && app.Fold(all[i].Item.Name) == name {
			return &all[i].SaleItem, nil
		}
	}
	return nil, nil
}
