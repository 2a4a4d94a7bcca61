package catalog

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/company"
)

// SaleItemChange asks for a new sale item, or for a change of one: what is nil
// or not given stays as it is.
type SaleItemChange struct {
	// Prices replace the rows of the currencies they name. Their ids
	// and reseller fees are not the caller's.
	Prices *[]Price
	// TotalStock is what is allocated to this sale item; nil is no limit of its own.
	TotalStock    Maybe[int64]
	ExternalID    Maybe[string]
	ParentID      Maybe[int64]
	TaxBandID     Maybe[int64]
	Prerequisites *[]int64
	// AnyPrerequisite: one of them is enough.
	AnyPrerequisite *bool
	GroupID         Maybe[int64]
	// Run are the events of a season ticket; empty is all of the schedule.
	Run         *[]int64
	PriceBandID Maybe[int64]
	// TopupCurrencyID and TopupAmount are the tokens that a top-up credits.
	TopupCurrencyID, TopupAmount Maybe[int64]
	// Bundled is what a bundle brings.
	Bundled *[]Bundled
	// Channels are [ChannelOnline] and [ChannelBoxOffice]; an empty list is sold
	// nowhere.
	Channels      *[]string
	HideFromKiosk *bool

	OnSaleFrom, OnSaleUntil Maybe[time.Time]
	ValidFrom, ValidUntil   Maybe[time.Time]
	GraceMinutes            Maybe[int64]

	MinOrder, MaxOrder, MultiplesOf Maybe[int64]
	MaxPerCustomer                  Maybe[int64]
	// CustomerGroups are those whose members may buy it.
	CustomerGroups        *[]int64
	OrderColumn           Maybe[int64]
	AdditionalInformation Maybe[string]

	AttractsDiscount, CanBeDownloaded, CanAccessStream *bool
	HideWhenOffSale, HideWhenOutOfStock                *bool
	Sharing                                            *SharingRule
	// AttractsGiftAid is of donations.
	AttractsGiftAid *bool

	// UnchangedSince refuses the change where the sale item, or the inventory item behind it,
	// was changed after it.
	UnchangedSince *time.Time

	// lang is the language that it is written in.
	lang app.Language
}

// The sales channels of a request.
const (
	ChannelOnline    = "online"
	ChannelBoxOffice = "box_office"
)

// apply writes the plain fields of a change. Prices, the tax band and stock have
// rules of their own.
func (in *SaleItemChange) apply(s *SaleItem) {
	in.ExternalID.Put(&s.ExternalID)
	in.ParentID.Put(&s.ParentID)
	in.TaxBandID.Put(&s.TaxBandID)
	set(&s.Prerequisites, in.Prerequisites)
	set(&s.AnyPrerequisite, in.AnyPrerequisite)
	in.GroupID.Put(&s.GroupID)
	in.PriceBandID.Put(&s.PriceBandID)
	in.TopupCurrencyID.Put(&s.TopupCurrencyID)
	in.TopupAmount.Put(&s.TopupAmount)
	in.OnSaleFrom.Point(&s.OnSaleFrom)
	in.OnSaleUntil.Point(&s.OnSaleUntil)
	in.ValidFrom.Point(&s.ValidFrom)
	in.ValidUntil.Point(&s.ValidUntil)
	in.GraceMinutes.Put(&s.GraceMinutes)
	in.MinOrder.Put(&s.MinOrder)
	in.MaxOrder.Put(&s.MaxOrder)
	in.MultiplesOf.Put(&s.MultiplesOf)
	in.MaxPerCustomer.Put(&s.MaxPerCustomer)
	set(&s.CustomerGroups, in.CustomerGroups)
	in.OrderColumn.Point(&s.OrderColumn)
	s.Texts.put(in.lang, informationText, &s.AdditionalInformation, in.AdditionalInformation)
	flip(&s.NoDiscount, in.AttractsDiscount)
	flip(&s.NoDownload, in.CanBeDownloaded)
	flip(&s.NoStream, in.CanAccessStream)
	set(&s.HideWhenOffSale, in.HideWhenOffSale)
	set(&s.HideWhenOutOfStock, in.HideWhenOutOfStock)
	set(&s.Sharing, in.Sharing)
	set(&s.AttractsGiftAid, in.AttractsGiftAid)
	if in.Channels != nil {
		s.HideFromShop = !slices.Contains(*in.Channels, ChannelOnline)
		s.HideFromBoxOffice = !slices.Contains(*in.Channels, ChannelBoxOffice)
		s.HideFromKiosk = len(*in.Channels) == 0
	}
	set(&s.HideFromKiosk, in.HideFromKiosk)
}

// problems of what the change of a sale item of a type says by itself.
func (in *SaleItemChange) problems(typ ItemType) app.Problems {
	var p app.Problems
	if in.Prices != nil {
		in.Prices = pricesOf(typ, *in.Prices)
		pricingProblems(&p, *in.Prices, typ.LeastAmount())
	}
	if in.TotalStock.Value != nil {
		wantRange(&p, "saleItemData.totalStock", *in.TotalStock.Value, 0, maxStock)
	}
	if in.Channels != nil {
		for i, ch := range *in.Channels {
			wantOneOf(&p, fmt.Sprintf("saleItemData.salesChannels.%d", i), ch, []string{ChannelOnline, ChannelBoxOffice})
		}
	}
	if in.Prerequisites != nil {
		wantRange(&p, "saleItemData.prerequisites", int64(len(*in.Prerequisites)), 0, maxRequired)
	}
	if in.CustomerGroups != nil {
		wantRange(&p, "saleItemData.customerGroups", int64(len(*in.CustomerGroups)), 0, maxRequired)
	}
	return p
}

// pricesOf are the rows of a request with what follows from them: a fee that is a share
// of the base, and the least amount of a type that is never free.
func pricesOf(typ ItemType, sent []Price) *[]Price {
	rows := slices.Clone(sent)
	for i := range rows {
		row := &rows[i]
		if row.ProcessingPercent > 0 {
			row.ProcessingFee = (row.Base*row.ProcessingPercent + wholePercent/2) / wholePercent
		}
		if least := typ.LeastAmount(); row.Variable && least > 0 && (row.VariableMin == nil || *row.VariableMin == 0) {
			row.VariableMin = &least
		}
	}
	return &rows
}

func pricingProblems(p *app.Problems, rows []Price, least int64) {
	const field = "saleItemData.pricing"
	if len(rows) == 0 {
		p.Add(field, "must have at least one entry")
	}
	if len(rows) > maxPrices {
		p.Add(field, "must be at most %d", maxPrices)
		return
	}
	for i, row := range rows {
		at := fmt.Sprintf("%s.%d.", field, i)
		if _, ok := company.CurrencyByID(row.CurrencyID); !ok {
			p.Add(at+"currencyId", "does not exist")
		}
		row.amountProblems(p, at, least)
		if slices.ContainsFunc(rows[:i], func(o Price) bool {
			return o.CurrencyID == row.CurrencyID && o.Channel == row.Channel
		}) {
			p.Add(at+"currencyId", "is there twice")
		}
	}
}

func (row *Price) amountProblems(p *app.Problems, at string, least int64) {
	if row.Variable {
		least = 0 // the amount that the buyer names has bounds of its own
	}
	if row.Unsaid {
		p.Add(at+"basePrice", "is required")
	} else {
		wantMoney(p, at+"basePrice", row.CurrencyID, row.Base, least)
	}
	wantMoney(p, at+"processingFee", row.CurrencyID, row.ProcessingFee, 0)
	wantRange(p, at+"processingFeePercent", row.ProcessingPercent, 0, wholePercent)
	low, high := row.VariableMin, row.VariableMax
	if low != nil {
		wantMoney(p, at+"variablePriceMin", row.CurrencyID, *low, 0)
	}
	if high != nil {
		wantMoney(p, at+"variablePriceMax", row.CurrencyID, *high, 0)
	}
	if low != nil && high != nil && *high < *low {
		p.Add(at+"variablePriceMax", "must not be below %s", "variablePriceMin")
	}
}

// problems looks at the sale item as it would be stored.
func (s *SaleItem) problems() app.Problems {
	const at = "saleItemData."
	var p app.Problems
	wantWindow(&p, at+"onSaleUntil", "onSaleFrom", s.OnSaleFrom, s.OnSaleUntil)
	wantWindow(&p, at+"validUntil", "validFrom", s.ValidFrom, s.ValidUntil)
	wantRange(&p, at+"scanningGracePeriod", s.GraceMinutes, 0, maxGrace)
	wantRange(&p, at+"minOrderQuantity", s.MinOrder, 0, maxQuantity)
	wantRange(&p, at+"maxOrderQuantity", s.MaxOrder, 0, maxQuantity)
	wantRange(&p, at+"multiplesOf", s.MultiplesOf, 0, maxQuantity)
	wantRange(&p, at+"maxPerCustomer", s.MaxPerCustomer, 0, maxQuantity)
	if s.MaxOrder > 0 && s.MinOrder > s.MaxOrder {
		p.Add(at+"maxOrderQuantity", "must not be below %s", "minOrderQuantity")
	} else if step := max(s.MultiplesOf, 1); s.MaxOrder > 0 && (max(s.MinOrder, 1)+step-1)/step*step > s.MaxOrder {
		p.Add(at+"maxOrderQuantity", "leaves no multiple of %d", step)
	}
	if c := s.OrderColumn; c != nil {
		wantRange(&p, at+"orderColumn", *c, -maxQuantity, maxQuantity)
	}
	wantText(&p, at+"externalId", s.ExternalID, maxShort)
	wantText(&p, at+"additionalInformation", s.AdditionalInformation, maxText)
	s.Texts.problems(&p, informationText, at+"additionalInformation", maxText)
	return p
}

// mergePrices replaces the rows of every currency that is sent and leaves the
// others alone.
func mergePrices(old, sent []Price) []Price {
	merged := []Price{}
	for _, row := range old {
		if !slices.ContainsFunc(sent, func(n Price) bool { return n.CurrencyID == row.CurrencyID }) {
			merged = append(merged, row)
		}
	}
	for _, row := range sent {
		row.ID = 0
		for _, was := range old {
			same := was
			same.ID = 0
			if same.equal(row) {
				row.ID = was.ID
			}
		}
		merged = append(merged, row)
	}
	return merged
}

func (p Price) equal(o Price) bool {
	sameBound := func(a, b *int64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
	if !sameBound(p.VariableMin, o.VariableMin) || !sameBound(p.VariableMax, o.VariableMax) {
		return false
	}
	p.VariableMin, p.VariableMax, o.VariableMin, o.VariableMax = nil, nil, nil, nil
	return p == o
}

// ItemChange asks for a new inventory item, or for a change of one, which every
// sale item made from it feels.
type ItemChange struct {
	Name                             *string
	Description, ExternalID, Website Maybe[string]
	// TotalStock is the stock over all events. Unlimited beats it.
	TotalStock       Maybe[int64]
	Unlimited        *bool
	RequiresApproval *bool

	// lang is the language that it is written in.
	lang app.Language
}

func (in *ItemChange) apply(i *InventoryItem) {
	i.Texts.put(in.lang, nameText, &i.Name, given(in.Name))
	i.Texts.put(in.lang, descriptionText, &i.Description, in.Description)
	in.ExternalID.Put(&i.ExternalID)
	in.Website.Put(&i.Website)
	set(&i.RequiresApproval, in.RequiresApproval)
}

// limit is the global stock that the change asks for.
func (in *ItemChange) limit() Maybe[int64] {
	if in.Unlimited != nil && *in.Unlimited {
		return Cleared[int64]()
	}
	return in.TotalStock
}

func (in *ItemChange) problems() app.Problems {
	var p app.Problems
	if in.TotalStock.Value != nil {
		wantRange(&p, "itemData.totalStock", *in.TotalStock.Value, 0, maxStock)
	}
	return p
}

func (i *InventoryItem) problems() app.Problems {
	var p app.Problems
	wantName(&p, "itemData.name", i.Name, maxName)
	wantText(&p, "itemData.description", i.Description, maxText)
	i.Texts.problems(&p, nameText, "itemData.name", maxName)
	i.Texts.problems(&p, descriptionText, "itemData.description", maxText)
	wantText(&p, "itemData.externalId", i.ExternalID, maxShort)
	wantText(&p, "itemData.website", i.Website, maxURL)
	return p
}
