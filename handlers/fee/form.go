package fee

import (
	"fmt"
	"time"

	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// feeJSON is a fee. Of amount, percent and tiers there are those that its kind has.
type feeJSON struct {
	Name             string                  `json:"name"`
	Kind             fee.Kind                `json:"kind" enum:"fixed,percent,tiers"`
	Per              fee.Per                 `json:"per" enum:"order,event,item"`
	SaleItemID       int64                   `json:"saleItemId" doc:"Under which orders show the fee."`
	EventID          *int64                  `json:"eventId"`
	CurrencyID       *int64                  `json:"currencyId"`
	Amount           rest.Opt[int64]         `json:"amount" doc:"Minor units."`
	Percent          rest.Opt[float64]       `json:"percent"`
	Tiers            rest.Opt[[]feeTierJSON] `json:"tiers"`
	Minimum          *int64                  `json:"minimum"`
	Maximum          *int64                  `json:"maximum"`
	MaxTimesPerOrder *int64                  `json:"maxTimesPerOrder"`
	Types            []feeTypeIn             `json:"types"`
	IsAbsorbed       bool                    `json:"isAbsorbed"`
	AttractsDiscount bool                    `json:"attractsDiscount"`
	OmitFromResale   bool                    `json:"omitFromResale"`
	OnlyOnResale     bool                    `json:"onlyOnResale"`
	Delivery         *fee.Delivery           `json:"delivery" enum:"in_person,digital,shipped"`
	NeedsAddress     bool                    `json:"needsAddress"`
	SalesChannels    []string                `json:"salesChannels" enum:"online,box_office"`
	Group            *string                 `json:"group"`
	ActiveFrom       *time.Time              `json:"activeFrom"`
	ActiveUntil      *time.Time              `json:"activeUntil"`
	TaxBandID        *int64                  `json:"taxBandId"`
	wire.SoftStamps
}

type feeTierJSON struct {
	From    int64   `json:"from" doc:"Minor units."`
	Amount  int64   `json:"amount" doc:"Minor units."`
	Percent float64 `json:"percent"`
}

func one(v fee.View) rest.One[feeJSON] { return rest.One[feeJSON]{Data: form(v)} }

func form(v fee.View) rest.Resource[feeJSON] {
	at := feeJSON{
		Name: v.Name, Kind: v.Kind, Per: v.Per, SaleItemID: v.SaleItemID, EventID: wire.OrNull(v.EventID), CurrencyID: wire.OrNull(v.CurrencyID),
		Minimum: v.Min, Maximum: v.Max, MaxTimesPerOrder: v.MaxTimes, Types: []feeTypeIn{}, SalesChannels: []string{},
		IsAbsorbed: v.Absorbed, AttractsDiscount: v.AttractsDiscount, OmitFromResale: v.NotOnResale, OnlyOnResale: v.OnlyOnResale, Delivery: wire.OrNull(v.Delivery), NeedsAddress: v.NeedsAddress, Group: wire.OrNull(v.Group),
		ActiveFrom: v.ActiveFrom, ActiveUntil: v.ActiveUntil, TaxBandID: wire.OrNull(v.TaxBandID),
		SoftStamps: wire.SoftStampsOf(v.CreatedAt, v.UpdatedAt, v.DeletedAt),
	}
	for _, t := range v.Types {
		at.Types = append(at.Types, feeTypeIn(t))
	}
	if !v.NotOnline {
		at.SalesChannels = append(at.SalesChannels, catalog.ChannelOnline)
	}
	if !v.NotAtOffice {
		at.SalesChannels = append(at.SalesChannels, catalog.ChannelBoxOffice)
	}
	at.amounts(&v.Fee)
	out := rest.Resource[feeJSON]{Type: "fees", ID: v.ID, Self: fmt.Sprintf("/v1/fee?id=%d", v.ID), Attributes: at}
	refs := []rest.Ref{}
	for _, id := range v.SaleItemIDs {
		refs = append(refs, rest.Ref{Type: "saleItems", ID: id})
	}
	out.Relate("saleItems", refs)
	return out
}

// amounts are shown as requests send them.
func (at *feeJSON) amounts(f *fee.Fee) {
	if f.Kind == fee.Tiers {
		tiers := []feeTierJSON{}
		for _, s := range f.Steps {
			tiers = append(tiers, feeTierJSON{s.From, s.Fixed, shown(s.Percent)})
		}
		at.Tiers = rest.Some(tiers)
		return
	}
	at.Amount = rest.Some(f.Steps[0].Fixed)
	if f.Kind == fee.Percent {
		at.Percent = rest.Some(shown(f.Steps[0].Percent))
	}
}

// shown is a percentage as people read it.
func shown(percent int64) float64 { return float64(percent) / money.PercentUnit }
