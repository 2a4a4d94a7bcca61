package order

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// orderFilterIn says which orders are meant: those of the list, and those that are summed.
type orderFilterIn struct {
	WithReservations bool          `query:"withReservations" doc:"Adds orders that wait for something, and those that failed, expired or were rejected. Baskets are never listed."`
	CustomerName     string        `query:"customerName" maxlen:"255" doc:"Part of the purchaser's name."`
	Reference        string        `query:"reference" maxlen:"64" doc:"Part of the reference."`
	Query            string        `query:"query" maxlen:"255" doc:"Part of the e-mail, the full name, the reference or an event's name."`
	Contains         []string      `query:"contains" enum:"ticket,product,guest_list,season_ticket,charity,cashless_topup,cashless_product" doc:"Orders with at least one item of any of these types."`
	ContainsResale   *rest.Flag    `query:"containsResale" blank:"true"`
	ContainsModified *rest.Flag    `query:"containsOrderModification" blank:"true"`
	EventID          *rest.ID      `query:"eventId" blank:"true"`
	Statuses         []orderStatus `query:"statuses" maxitems:"20" doc:"Orders in any of these states, whether they went through or not."`
	From             *rest.Time    `query:"from" blank:"true" doc:"Orders of this time or later: of their completion, or of their beginning where they are not complete."`
	Until            *rest.Time    `query:"until" blank:"true" doc:"Orders of before this time."`
	DueBefore        *rest.Time    `query:"dueBefore" blank:"true" doc:"Orders that wait for their money, and have until before this time for it."`
	PaymentMethods   []string      `query:"paymentMethods" enum:"cash,bank,cheque,money-order,gift-card,card-present-offline,card-not-present-offline,card-present-online,card-not-present-online,complimentary,ewallet-online,elsewhere,free" doc:"Orders for which something was paid in any of these ways."`
	SalesChannels    []string      `query:"salesChannels" enum:"online,box_office,api,import,invoice,kiosk" doc:"Orders of any of these channels."`
	UserID           *rest.ID      `query:"userId" blank:"true" doc:"Orders that this user of the staff made."`
	WithTrashed      rest.Trashed  `query:"withTrashed"`
}

// orderStatus is the state of an order, by its slug.
type orderStatus string

// Values lists the states of orders that are no baskets.
func (orderStatus) Values() (all []string) {
	for s := order.Processing; s < order.RequiresApproval; s++ {
		all = append(all, s.Slug())
	}
	return append(all, order.Unknown.Slug())
}

func (in *orderFilterIn) filter() order.Filter {
	f := order.Filter{
		WithReservations: in.WithReservations, WithTrashed: bool(in.WithTrashed),
		CustomerName: in.CustomerName, Reference: in.Reference, Query: in.Query,
		Resale: (*bool)(in.ContainsResale), Modification: (*bool)(in.ContainsModified), EventID: (*int64)(in.EventID),
		From: in.From.At(), Until: in.Until.At(), DueBefore: in.DueBefore.At(),
		Methods: in.PaymentMethods, Channels: in.SalesChannels, UserID: (*int64)(in.UserID),
	}
	for _, t := range in.Contains {
		f.Contains = append(f.Contains, catalog.ItemType(t))
	}
	for _, s := range in.Statuses {
		f.Statuses = append(f.Statuses, order.StatusOf(string(s)))
	}
	return f
}

// orderSumsJSON are null where there are too many orders to add up.
type orderSumsJSON struct {
	Counted bool           `json:"counted" doc:"False: the filters leave more orders than are added up for an answer (10,000), and there are no sums."`
	Sums    []orderSumJSON `json:"sums" doc:"By currency."`
}

type orderSumJSON struct {
	wire.CurrencyFields
	Orders   int64 `json:"orders"`
	Total    int64 `json:"total"`
	Tax      int64 `json:"tax"`
	Fees     int64 `json:"fees"`
	Discount int64 `json:"discount"`
	Paid     int64 `json:"paid"`
	Refunded int64 `json:"refunded"`
	Due      int64 `json:"due" doc:"What is not paid yet of those that wait for their money."`
}

func orderSums(a *app.App) rest.Route {
	return rest.Handle(rest.Spec{
		Method: "GET", Path: "/orders/sums", Summary: "Add up orders", Tag: "Orders", Allow: app.ListOrders,
		Doc: "What the orders that GET /orders lists with the same filters come to, in minor units.",
	}, func(ctx context.Context, c *app.Caller, in orderFilterIn) (orderSumsJSON, error) {
		sums, all, err := order.Sums(ctx, a, c, in.filter())
		out := orderSumsJSON{Counted: all, Sums: make([]orderSumJSON, len(sums))}
		for i, s := range sums {
			cur, _ := company.CurrencyByID(s.CurrencyID)
			out.Sums[i] = orderSumJSON{
				wire.CurrencyFieldsOf(cur), s.Orders,
				s.Total, s.Tax, s.Fees, s.Discount, s.Paid, s.Refunded, s.Due,
			}
		}
		return out, err
	})
}
