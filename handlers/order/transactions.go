package order

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type transactionsIn struct {
	rest.Page
	wire.CursorIn
	Types       []string     `query:"type" enum:"card-not-present-online,card-present-online,card-not-present-offline,card-present-offline,cash,bank,complimentary,refund-online,refund-offline,offline,rebooking,payment-link,reserve-to-pay-onsite,invoice,gift-card,cheque,money-order,ewallet-online,refund-ewallet-online,cashout-online,cashout-offline"`
	Start       *rest.Time   `query:"startDate" date:"true" blank:"true" doc:"Created at or after it."`
	End         *rest.Time   `query:"endDate" date:"true" blank:"true" doc:"Created before it; a day counts to its end."`
	LastUpdated *rest.Time   `query:"lastUpdated" blank:"true" doc:"Only transactions changed at or after this time, oldest change first."`
	Include     rest.Include `query:"include" enum:"items,currencies"`
}

// transactionRowJSON are the attributes of a transaction in the list.
type transactionRowJSON struct {
	OrderID  int64  `json:"orderId"`
	TypeName string `json:"typeName"`
	transactionAttributes
}

// transactionLineJSON is the one line of a transaction: its whole amount.
type transactionLineJSON struct {
	Amount   int64    `json:"amount"`
	Metadata []string `json:"metadata"`
	wire.Stamps
}

func transactions(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/transactions", Summary: "List transactions", Tag: "Orders",
			Doc:   "Every movement of money, oldest first. " + wire.CursorDoc,
			Allow: app.ListOrders, Fields: true, Limit: order.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in transactionsIn) (out rest.Many[transactionRowJSON], l list.Info, err error) {
			page, err := order.ListTransactions(ctx, a, c, in.filter())
			if err != nil {
				return out, l, err
			}
			out = rest.List[transactionRowJSON](in.Page, page.Info)
			for i := range page.Rows {
				out.Data = append(out.Data, transactionRow(&page.Rows[i], in.Include, &out.Included))
			}
			return out, page.Info, nil
		}),
	}
}

func (in *transactionsIn) filter() order.TransactionFilter {
	f := order.TransactionFilter{
		Types: in.Types, From: in.Start.At(), Until: in.End.At(), LastUpdated: in.LastUpdated.At(),
		Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit,
	}
	if in.End != nil && in.End.Day {
		next := f.Until.AddDate(0, 0, 1)
		f.Until = &next
	}
	return f
}

func transactionRow(t *order.Transaction, include rest.Include, in *rest.Included) rest.Resource[transactionRowJSON] {
	row := rest.Resource[transactionRowJSON]{
		Type: "transactions", ID: t.ID,
		Attributes: transactionRowJSON{t.OrderID, order.TransactionTypeName(t.Type), transactionAttributesOf(t)},
	}
	if include.Has("currencies") {
		cur, _ := company.CurrencyByID(t.CurrencyID)
		row.Relate("currencies", rest.Ref{Type: "currencies", ID: cur.ID})
		in.Add("currencies", cur.ID, wire.CurrencyForm(cur))
	}
	if include.Has("items") {
		row.Relate("transactionItems", rest.Ref{Type: "transactionItems", ID: t.ID})
		in.Add("transactionItems", t.ID, transactionLineJSON{Amount: t.Total, Stamps: wire.StampsOf(t.CreatedAt, t.UpdatedAt)})
	}
	return row
}

// Beside lists what can be asked for beside a transaction.
func (transactionRowJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "currencies", Attributes: wire.PlainCurrencyJSON{}}, {Type: "transactionItems", Attributes: transactionLineJSON{}}}
}
