package sales

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/imported"
	"marquee/handlers/rest"
)

type uploadOrdersIn struct {
	Topups    []rest.Raw   `json:"topups" maxitems:"500" doc:"Not available: there are no account balances yet. An empty list is taken."`
	Purchases []purchaseIn `json:"purchases" maxitems:"500"`
	Cashouts  []rest.Raw   `json:"cashouts" maxitems:"500" doc:"Not available: there are no account balances yet. An empty list is taken."`
}

type purchaseIn struct {
	UUID       rest.Text         `json:"uuid" required:"true" maxlen:"255" doc:"Names this sale: it is kept once, whichever upload brings it."`
	CurrencyID rest.ID           `json:"currencyId" required:"true"`
	CustomerID rest.ID           `json:"customerId"`
	Amount     *int64            `json:"amount" min:"0" doc:"The sum of the prices, with or without what was refunded."`
	Date       rest.Text         `json:"date" required:"true" maxlen:"40" doc:"Seconds since 1970, or a time. What is ahead by a clock counts as now; more than a day is refused."`
	Method     offlineIn         `json:"paymentMethod" required:"true"`
	Latitude   rest.Text         `json:"latitude" maxlen:"40" doc:"Not kept."`
	Longitude  rest.Text         `json:"longitude" maxlen:"40" doc:"Not kept."`
	UserID     rest.ID           `json:"userId" doc:"Who sold; the caller when absent."`
	UserSnake  rest.ID           `json:"user_id" doc:"As userId."`
	Source     *sourceIn         `json:"source" doc:"Not kept."`
	Items      []purchasedItemIn `json:"items" required:"true" maxitems:"300" doc:"One entry for each unit."`
}

type purchasedItemIn struct {
	ID         rest.ID   `json:"id" required:"true" doc:"The sale item."`
	Price      int64     `json:"price" required:"true" min:"0" doc:"What the till took for it, in minor units."`
	Refunded   rest.Flag `json:"refunded" doc:"The till gave the money back."`
	RefundedBy rest.ID   `json:"refunded_by_user_id"`
	RefundedOn rest.Text `json:"refunded_date" maxlen:"40" doc:"As date."`
}

// offlineIn is a payment method of a till without a connection.
type offlineIn string

// Values lists them.
func (offlineIn) Values() []string {
	return []string{"card-not-present-offline", "card-present-offline", "cash", "complimentary", "bank"}
}

type uploadedOrdersJSON struct {
	Success   bool                      `json:"success"`
	OverLimit rest.Opt[[]overLimitJSON] `json:"overLimit" doc:"Where devices took more than they may while they are alone; absent where none did."`
}

type overLimitJSON struct {
	ShopID int64 `json:"shopId"`
	Limit  int64 `json:"limit" doc:"The offlineLimit of the shop; 0 in another currency than its own."`
	Taken  int64 `json:"taken" doc:"By other methods than cash, while the device was alone, in all of its uploads."`
}

func uploadedForm(over []imported.PassedLimit) uploadedOrdersJSON {
	out := uploadedOrdersJSON{Success: true}
	if len(over) == 0 {
		return out
	}
	var all []overLimitJSON
	for _, o := range over {
		all = append(all, overLimitJSON{o.ShopID, o.Limit, o.Taken})
	}
	out.OverLimit = rest.Some(all)
	return out
}

func uploads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/upload", Summary: "Upload sales of offline tills", Tag: "Orders", Allow: app.Override, MaxBody: 1 << 20, Turn: rest.InBulk, Deprecated: true,
			Doc: "Kept for the tills that use it. What was sold was sold: prices are believed, stock that is not there is taken, no rule of the " +
				"basket applies, and no mail goes out. Each payment method needs its ability. When anything is wrong nothing of the " +
				"upload is kept. An upload that broke off is sent again as it was: what is known is skipped. At most 5,000 items in all. A token may have " +
				"20,000 sales and items stored within an hour, scans that it uploaded included; above that it waits (429). " +
				"What a device took for products of a shop by other methods than cash, beyond the offlineLimit of the shop in one upload, is kept, noted in the overrides of its orders, and told in the answer.",
		}, func(ctx context.Context, c *app.Caller, in uploadOrdersIn) (uploadedOrdersJSON, error) {
			all, err := in.orders()
			if err != nil {
				return uploadedOrdersJSON{}, err
			}
			return rest.As(uploadedForm)(imported.UploadOrders(ctx, a, c, all))
		}),
	}
}

func (in *uploadOrdersIn) orders() ([]imported.UploadedOrder, error) {
	var p app.Problems
	if len(in.Topups) > 0 {
		p.Add("topups", "is not available")
	}
	if len(in.Cashouts) > 0 {
		p.Add("cashouts", "is not available")
	}
	all := make([]imported.UploadedOrder, len(in.Purchases))
	for i := range in.Purchases {
		all[i] = in.Purchases[i].order(&p, "purchases."+strconv.Itoa(i))
	}
	return all, p.Err()
}

func (in *purchaseIn) order(p *app.Problems, at string) imported.UploadedOrder {
	o := imported.UploadedOrder{
		UUID: string(in.UUID), CurrencyID: int64(in.CurrencyID), CustomerID: int64(in.CustomerID), Amount: in.Amount,
		Method: order.Method(in.Method), UserID: int64(cmp.Or(in.UserID, in.UserSnake)), Items: make([]imported.UploadedItem, len(in.Items)),
	}
	if t := tillTime(p, at+".date", string(in.Date)); t != nil {
		o.Date = *t
	}
	for j, it := range in.Items {
		o.Items[j] = imported.UploadedItem{
			SaleItemID: int64(it.ID), Price: it.Price, Refunded: bool(it.Refunded), RefundedBy: int64(it.RefundedBy),
			RefundedAt: tillTime(p, at+".items."+strconv.Itoa(j)+".refunded_date", string(it.RefundedOn)),
		}
	}
	return o
}

// tillTime reads a moment as tills write it, nil where there is none.
func tillTime(p *app.Problems, at, text string) *time.Time {
	if text == "" {
		return nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 && n <= maxTillTime {
		t := time.Unix(n, 0).UTC()
		return &t
	}
	if t, ok := rest.ParseTime(text, false); ok {
		return &t.Time
	}
	p.Add(at, "must be a time such as 2026-07-01 18:00:00")
	return nil
}

// maxTillTime is the end of the year 9999, in seconds since 1970.
const maxTillTime = 253_402_300_799
