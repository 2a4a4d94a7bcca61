package catalog

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// MaxPricePage is how many prices one page of their history holds at most.
const MaxPricePage = 100

// PriceHistoryFilter narrows the list of the prices that were.
type PriceHistoryFilter struct {
	SaleItemIDs []int64 `list:"saleItems"`
	// Empty lists ask for all currencies, and for all channels. NoChannel asks for the
	// prices of any channel.
	CurrencyIDs []int64 `list:"currencies"`
	Channels    []int64 `list:"channels"`
	list.Request
}

var priceHistory = &list.List[PriceChange, PriceHistoryFilter]{
	Needs: readers,
	Name:  "pricing-history", Max: MaxPricePage, Table: PriceChanges, ByOffset: true,
	Plan: func(r app.Reader, f *PriceHistoryFilter) (list.Plan[PriceChange], error) { return f.plan(r) },
}

// PriceHistory lists the prices that sale items have and had, the newest first. What is
// not there has none.
func PriceHistory(ctx context.Context, a *app.App, c *app.Caller, f PriceHistoryFilter) (list.Page[PriceChange], error) {
	return priceHistory.Read(ctx, a, c, f, f.Request, nil)
}

func (f *PriceHistoryFilter) plan(r app.Reader) (list.Plan[PriceChange], error) {
	var groups []indexes.Group
	for _, id := range list.Sorted(slices.Clone(f.SaleItemIDs)) {
		n, err := priceChangeByItem.CountOf(r, indexes.Equal(id))
		if err != nil {
			return list.Plan[PriceChange]{}, err
		}
		if n > 0 {
			groups = append(groups, indexes.Group{Key: id, N: n})
		}
	}
	plan := list.Groups(r, priceChangeByItem, groups, list.All, true)
	if len(f.CurrencyIDs) > 0 || len(f.Channels) > 0 {
		plan.Exact = false
		plan.Fits = func(p *PriceChange) (bool, error) { return f.fits(p), nil }
	}
	return plan, nil
}

func (f *PriceHistoryFilter) fits(p *PriceChange) bool {
	return (len(f.CurrencyIDs) == 0 || slices.Contains(f.CurrencyIDs, p.Price.CurrencyID)) &&
		(len(f.Channels) == 0 || slices.Contains(f.Channels, int64(p.Price.Channel)))
}
