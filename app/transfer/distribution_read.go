package transfer

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// ReadDistribution reads one distribution.
func ReadDistribution(ctx context.Context, a *app.App, c *app.Caller, id int64) (d Distribution, err error) {
	err = a.View(ctx, c, app.ViewOrders, func(r app.Reader) error {
		d, err = findDistribution(r, id)
		return err
	})
	return d, err
}

// DistributionByCode finds the distribution that a code leads to, open or not.
func DistributionByCode(r app.Reader, code string) (Distribution, error) { return byCode(r, code) }

// DistributionFilter says which distributions a list shows and which page of them.
type DistributionFilter struct {
	OrderID int64 `list:"orderId"`

	Offset, Limit int64
}

var distributionList = &list.List[Distribution, DistributionFilter]{
	Needs: app.ListOrders,
	Name:  "distributions", Max: MaxPage, Table: distributions.Table, ByOffset: true,
	Plan: func(r app.Reader, f *DistributionFilter) (list.Plan[Distribution], error) {
		if f.OrderID < 0 || f.OrderID > 1<<60 {
			return list.OfIDs[Distribution](nil), nil // nothing has such an id
		}
		groups, err := distributionByOrder.Groups(r, f.OrderID, f.OrderID+1)
		return list.Groups(r, distributionByOrder, groups, list.Times(nil, nil), false), err
	},
}

// ListDistributions lists the distributions of an order, the oldest first.
func ListDistributions(ctx context.Context, a *app.App, c *app.Caller, f DistributionFilter) (list.Page[Distribution], error) {
	return list.Views(ctx, a, c, distributionList, f, list.Request{Offset: f.Offset, Limit: f.Limit}, func(_ app.Reader, d *Distribution) (Distribution, error) { return *d, nil })
}

// DistributionsOf are the distributions of an order, for its buyer.
func DistributionsOf(r app.Reader, orderID int64) (all []Distribution, err error) {
	return indexes.Records(distributionByOrder.Scan(r, indexes.PrefixOf[time.Time](orderID).Limit(MaxDistributions)))
}

// checkShares wants what customers took of a distribution to add up to what it gave.
func checkShares(r app.Reader, report func(app.Breach)) error {
	for hit, err := range distributions.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		d, sum := &hit.Rec, int64(0)
		for s, err := range shares.Scan(r, indexes.PrefixOf[int64](d.ID)) {
			if err != nil {
				return err
			}
			sum += s.Rec.Units
		}
		if sum != d.Claimed {
			report(app.Breach{ID: d.ID, Key: "distribution", Expected: fmt.Sprint(d.Claimed, " units that customers took"), Found: fmt.Sprint(sum)})
		}
	}
	return nil
}
