package voucher

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/voucher"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type voucherIn struct {
	Code string `query:"code" required:"true" maxlen:"64" doc:"As it was issued or typed."`
}

type redeemIn struct {
	Code       string  `json:"code" required:"true" maxlen:"64"`
	CustomerID rest.ID `json:"customerId" required:"true" min:"1"`
}

type voucherJSON struct {
	OrderItemID int64 `json:"orderItemId"`
	OrderID     int64 `json:"orderId"`
	Amount      int64 `json:"amount" doc:"Minor units."`
	wire.CurrencyFields
	RedeemedAt *time.Time `json:"redeemedAt"`
	CustomerID *int64     `json:"customerId" doc:"Who redeemed it."`
}

func voucherForm(v voucher.Voucher) voucherJSON {
	cur, _ := company.CurrencyByID(v.CurrencyID)
	out := voucherJSON{OrderItemID: v.Item.ID, OrderID: v.Item.OrderID, Amount: v.Amount, CurrencyFields: wire.CurrencyFieldsOf(cur)}
	if r := v.Redemption; r != nil {
		out.RedeemedAt, out.CustomerID = &r.At, &r.CustomerID
	}
	return out
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/gift-voucher", Summary: "Read a gift voucher", Tag: "Selling", Allow: app.Sell,
			Doc: "By the code that its order gave it.",
		}, func(ctx context.Context, c *app.Caller, in voucherIn) (voucherJSON, error) {
			v, err := voucher.Read(ctx, a, c, in.Code)
			return voucherForm(v), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/gift-vouchers/redeem", Summary: "Redeem a gift voucher", Tag: "Selling", Allow: app.Sell, Weight: app.Medium,
			Doc: "Once and as a whole, for a customer. The redemption is kept as what the customer is credited.",
		}, func(ctx context.Context, c *app.Caller, in redeemIn) (voucherJSON, error) {
			v, err := voucher.Redeem(ctx, a, c, in.Code, int64(in.CustomerID))
			return voucherForm(v), err
		}),
	}
}
