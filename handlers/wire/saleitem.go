package wire

import (
	"time"

	"marquee/app/catalog"
	"marquee/handlers/rest"
)

// SaleItemStockJSON is what a written sale item shows before its end of sale.
type SaleItemStockJSON struct {
	TotalStock   *int64     `json:"totalStock"`
	CurrentStock *int64     `json:"currentStock"`
	OnSaleFrom   *time.Time `json:"onSaleFrom"`
}

// SaleItemRulesJSON is what a sale item shows after its end of sale.
type SaleItemRulesJSON struct {
	ValidFrom             *time.Time `json:"validFrom"`
	ValidUntil            *time.Time `json:"validUntil"`
	ScanningGracePeriod   int64      `json:"scanningGracePeriod"`
	MinOrderQuantity      int64      `json:"minOrderQuantity"`
	MaxOrderQuantity      *int64     `json:"maxOrderQuantity"`
	MultiplesOf           int64      `json:"multiplesOf"`
	OrderColumn           *int64     `json:"orderColumn"`
	AdditionalInformation *string    `json:"additionalInformation"`
	AttractsDiscount      bool       `json:"attractsDiscount"`
	CanBeDownloaded       bool       `json:"canBeDownloaded"`
	CanAccessStream       bool       `json:"canAccessStream"`
	HideWhenOffSale       bool       `json:"hideWhenOffSale"`
	HideWhenOutOfStock    bool       `json:"hideWhenOutOfStock"`
	HideFromBoxOffice     bool       `json:"hideFromBoxOffice"`
	HideFromShop          bool       `json:"hideFromShop"`
	Stamps
}

// SaleItemStock is what stands before its end of sale.
func SaleItemStock(v *catalog.SaleItemView) SaleItemStockJSON {
	return SaleItemStockJSON{v.Stock.Total, v.Left(), v.OnSaleFrom}
}

// SaleItemRules is what stands after it.
func SaleItemRules(v *catalog.SaleItemView) SaleItemRulesJSON {
	return SaleItemRulesJSON{
		ValidFrom: v.ValidFrom, ValidUntil: v.ValidUntil, ScanningGracePeriod: v.GraceMinutes,
		MinOrderQuantity: v.MinOrder, MaxOrderQuantity: OrNull(v.MaxOrder), MultiplesOf: max(v.MultiplesOf, 1),
		OrderColumn: v.OrderColumn, AdditionalInformation: OrNull(v.AdditionalInformation),
		AttractsDiscount: !v.NoDiscount, CanBeDownloaded: !v.NoDownload, CanAccessStream: !v.NoStream,
		HideWhenOffSale: v.HideWhenOffSale, HideWhenOutOfStock: v.HideWhenOutOfStock,
		HideFromBoxOffice: v.HideFromBoxOffice, HideFromShop: v.HideFromShop,
		Stamps: StampsOf(v.CreatedAt, v.UpdatedAt),
	}
}

// itemJSON is the inventory item beside a sale item.
type itemJSON struct {
	Type              catalog.ItemType `json:"type"`
	Name              string           `json:"name"`
	Description       *string          `json:"description"`
	ExternalID        *string          `json:"externalId"`
	Website           *string          `json:"website"`
	TotalStock        *int64           `json:"totalStock"`
	CurrentStock      *int64           `json:"currentStock"`
	HasUnlimitedStock bool             `json:"hasUnlimitedStock"`
	RequiresApproval  bool             `json:"requiresApproval"`
	SoftStamps
}

// IncludeItem adds the inventory item of a sale item, and relates it.
func IncludeItem(in *rest.Included, v *catalog.SaleItemView) rest.Relation {
	i := v.Item
	in.Add("items", i.ID, itemJSON{
		Type: i.Type, Name: i.Name, Description: OrNull(i.Description), ExternalID: OrNull(i.ExternalID),
		Website: OrNull(i.Website), TotalStock: v.Global.Total, CurrentStock: v.Global.Current(),
		HasUnlimitedStock: v.Global.Total == nil, RequiresApproval: i.RequiresApproval,
		SoftStamps: SoftStampsOf(i.CreatedAt, i.UpdatedAt, i.DeletedAt),
	})
	return rest.Relation{Name: "items", Data: rest.Ref{Type: "items", ID: i.ID}}
}

// BesideSaleItem is what IncludeItem adds.
var BesideSaleItem = []rest.Kind{{Type: "items", Attributes: itemJSON{}}}
