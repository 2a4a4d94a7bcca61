package shop

import (
	"cmp"
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/transfer"
)

// Share is what others can take of an order with a code.
type Share struct {
	transfer.Distribution
	// Giver is how whoever gives it is called, Item what it is.
	Giver string
	Item  GiftItem
	// May is how many whoever asks can take now.
	May int64
}

// ReadShare reads what a code gives, for a customer who is signed in, 0: nobody is.
func ReadShare(ctx context.Context, a *app.App, c *app.Caller, code string, customerID int64) (out Share, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		x, err := newReader(r, c, a.Now())
		if err != nil {
			return err
		}
		d, err := transfer.DistributionByCode(r, code)
		if err != nil {
			return err
		}
		if out, err = x.share(d); err != nil {
			return err
		}
		if out.Giver, err = x.nameOf(d.OwnerID); err != nil {
			return err
		}
		out.May, err = d.MayTake(r, customerID)
		return err
	})
	return out, err
}

// nameOf is how a customer is called, and the company for one without a name.
func (x *reader) nameOf(customerID int64) (string, error) {
	own, err := company.SettingsOf(x.r)
	if err != nil {
		return "", err
	}
	people, err := customer.Contacts(x.r, []int64{customerID})
	if err != nil || len(people) == 0 {
		return own.Name, err
	}
	return cmp.Or(people[0].Name, own.Name), nil
}

// share names what a distribution gives.
func (x *reader) share(d transfer.Distribution) (Share, error) {
	one, err := x.giftItem(&order.Item{SaleItemID: d.SaleItemID})
	return Share{Distribution: d, Item: one}, err
}

// sharesOf are the distributions of an order, for its buyer.
func (x *reader) sharesOf(o *order.Order) (out []Share, err error) {
	all, err := transfer.DistributionsOf(x.r, o.ID)
	for i := range all {
		one, err := x.share(all[i])
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, err
}
