package catalog

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/rest"
)

// bundledFields name what a bundle brings.
type bundledFields struct {
	BundledItems *[]bundledFieldsItem `json:"bundledItems" maxitems:"50" doc:"Tickets, products and guests of the event, 50 units at most; required for a new one. They stay once it was sold."`
}

type bundledFieldsItem struct {
	ID       rest.ID `json:"id" required:"true" min:"1"`
	Quantity int64   `json:"quantity" required:"true" min:"1" max:"50" doc:"Units for each bundle."`
}

func (in *bundledFields) put(s *catalog.SaleItemChange) {
	if in.BundledItems == nil {
		return
	}
	all := []catalog.Bundled{}
	for _, b := range *in.BundledItems {
		all = append(all, catalog.Bundled{SaleItemID: int64(b.ID), Quantity: b.Quantity})
	}
	s.Bundled = &all
}

type createBundleIn struct {
	EventID rest.ID `json:"eventId" required:"true" min:"1"`
	Sale    struct {
		saleItemFields
		bundledFields
	} `json:"saleItemData" required:"true"`
	Item struct {
		ID *rest.ID `json:"id" doc:"An inventory item of the same type to link to, which is changed too."`
		itemFields
	} `json:"itemData" required:"true"`
}

type updateBundleIn struct {
	Sale struct {
		ID rest.ID `json:"id" required:"true" min:"1"`
		saleItemFields
		bundledFields
	} `json:"saleItemData" required:"true"`
	Item itemFields `json:"itemData"`
}

// bundleCreatedJSON and bundleUpdatedJSON are a bundle with what it brings.
type bundleCreatedJSON struct {
	saleItemCreatedJSON
	BundledItems []bundledItemJSON `json:"bundledItems"`
}

type bundleUpdatedJSON struct {
	saleItemUpdatedJSON
	BundledItems []bundledItemJSON `json:"bundledItems"`
}

func (in createBundleIn) made(typ catalog.ItemType) (catalog.NewSaleItem, error) {
	n := catalog.NewSaleItem{Type: typ, EventID: int64(in.EventID), ItemID: linked(in.Item.ID), Sale: in.Sale.change(), Item: in.Item.change()}
	in.Sale.put(&n.Sale)
	return n, nil
}

func (in updateBundleIn) changed() (int64, catalog.SaleItemChange, catalog.ItemChange, error) {
	sale := in.Sale.change()
	in.Sale.put(&sale)
	return int64(in.Sale.ID), sale, in.Item.change(), nil
}

// bundles put bundles on sale: several things for one price.
func bundles(a *app.App) []rest.Route {
	return []rest.Route{
		makes[createBundleIn](a, rest.Spec{
			Path: "/events/bundles", Summary: "Put a bundle on sale",
			Doc: "It has the price; what it brings are items of their own that cost nothing, take stock and have barcodes. " +
				"It is on sale while all of that is. What it brings costs a fixed price by itself, has no seats, is no add-on and in no other bundle, " +
				"and needs approval all or none.",
		}, catalog.Bundle, func(v *catalog.SaleItemView) bundleCreatedJSON {
			return bundleCreatedJSON{createdForm(v), bundledForms(v)}
		}),
		changes[updateBundleIn](a, rest.Spec{Path: "/events/bundles/update", Summary: "Change a bundle on sale"}, catalog.Bundle,
			func(v *catalog.SaleItemView) bundleUpdatedJSON {
				return bundleUpdatedJSON{updatedForm(v), bundledForms(v)}
			}),
	}
}
