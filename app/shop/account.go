package shop

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
)

// Account is what a customer who signed in finds: their orders, the newest first.
type Account struct {
	Orders []AccountOrder
}

// AccountOrder is one order of an account.
type AccountOrder struct {
	Reference, Page string // the secret of its page
	Status          order.Status
	Made            time.Time
	Events          []Event
	// Dates are when what was bought takes place.
	Dates    []catalog.Showing
	Currency company.Currency
	Total    int64
}

// ReadAccount reads the newest orders of a customer.
func ReadAccount(ctx context.Context, a *app.App, companyID, customerID int64, language string) (out Account, err error) {
	err = a.ViewCompany(ctx, companyID, func(r app.Reader) error {
		own, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		x, err := newReader(r, own.Buyer("", language), a.Now())
		if err != nil {
			return err
		}
		all, err := order.OfCustomer(r, customerID, maxAccount)
		for i := range all {
			one, err := x.accountOrder(own, &all[i])
			if err != nil {
				return err
			}
			out.Orders = append(out.Orders, one)
		}
		return err
	})
	return out, err
}

func (x *reader) accountOrder(own *company.Company, o *order.Order) (AccountOrder, error) {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	out := AccountOrder{
		Reference: o.Reference, Page: order.NewLinks(own.ID, own.LinkKey).Page(o), Status: o.Status,
		Made: o.CreatedAt.In(own.Location()), Currency: cur, Total: o.Totals.Total,
	}
	items, err := order.ItemsOf(x.r, o)
	if err != nil {
		return out, err
	}
	items = slices.DeleteFunc(items, func(it order.Item) bool { return !it.Holds() })
	if out.Dates, err = order.Showings(x.r, items); err != nil {
		return out, err
	}
	for _, id := range o.EventIDs {
		e, err := catalog.SharedEvent(x.r, id)
		if err != nil {
			return out, err
		}
		out.Events = append(out.Events, x.facts(e))
	}
	return out, nil
}
