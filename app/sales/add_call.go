package sales

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/sales/rules"
)

// addAsks is what a call that buys at once wants done. Who makes the call is no part
// of it, nor whether a mail goes out.
type addAsks struct {
	BasketID       int64            `msgpack:"b,omitempty"`
	Reference      string           `msgpack:"r,omitempty"`
	CancelExisting bool             `msgpack:"x,omitempty"`
	CurrencyID     int64            `msgpack:"c,omitempty"`
	CustomerID     int64            `msgpack:"cu,omitempty"`
	Name           string           `msgpack:"n,omitempty"`
	SSOID          string           `msgpack:"so,omitempty"`
	Email          string           `msgpack:"e,omitempty"`
	Channel        catalog.Channel  `msgpack:"ch,omitempty"`
	PriceChannel   catalog.Channel  `msgpack:"pc,omitempty"`
	Items          []addItemAsks    `msgpack:"i"`
	Method         string           `msgpack:"m,omitempty"`
	Splits         []SplitAsks      `msgpack:"s,omitempty"`
	Overrides      []rules.Override `msgpack:"o,omitempty"`
	AccessCode     *string          `msgpack:"ac,omitempty"`
	Medium         *mediumAsks      `msgpack:"md,omitempty"`
}

// mediumAsks is what the buyer shows to pay from a wallet.
type mediumAsks struct {
	Tag  bool   `msgpack:"t,omitempty"`
	Text string `msgpack:"x"`
}

type addItemAsks struct {
	SaleItemID      int64           `msgpack:"i"`
	Quantity        *int64          `msgpack:"q,omitempty"`
	Amount          *int64          `msgpack:"a,omitempty"`
	CannotBeReduced bool            `msgpack:"k,omitempty"`
	SecureDisabled  bool            `msgpack:"s,omitempty"`
	AutoApprove     bool            `msgpack:"p,omitempty"`
	SpaceID         int64           `msgpack:"sp,omitempty"`
	BestSeats       bool            `msgpack:"bs,omitempty"`
	AreaID          int64           `msgpack:"ar,omitempty"`
	OrderItemID     int64           `msgpack:"oi,omitempty"`
	Contribution    *int64          `msgpack:"co,omitempty"`
	PriceChannel    catalog.Channel `msgpack:"ch,omitempty"`
	Names           []string        `msgpack:"nm,omitempty"`
}

// SplitAsks is a part of a payment as a call is recognised by.
type SplitAsks struct {
	Amount int64  `msgpack:"a"`
	Method string `msgpack:"m"`
}

// call names the call for those who repeat it. Whoever may not take the payment may
// not have its receipt either.
func (in *AddToBasket) call(c *app.Caller) (app.Call, error) {
	if err := in.Payment.MayTake(c); err != nil {
		return app.Call{}, err
	}
	asks := addAsks{
		BasketID: in.Basket.ID, Reference: in.Basket.Reference, CancelExisting: in.CancelExisting, CurrencyID: in.CurrencyID,
		CustomerID: in.Buyer.ID, Name: strings.TrimSpace(in.Buyer.Name), SSOID: strings.TrimSpace(in.Buyer.SSOID), Email: strings.ToLower(strings.TrimSpace(in.Buyer.Email)),
		Channel: in.Channel, PriceChannel: in.PriceChannel, Method: string(in.Payment.Method), Overrides: in.Overrides,
		AccessCode: in.AccessCode,
	}
	if m := in.Payment.Medium; m.Text != "" {
		asks.Medium = &mediumAsks{m.Tag, m.Text}
	}
	for _, i := range in.Items {
		asks.Items = append(asks.Items, addItemAsks(i))
	}
	for _, s := range in.Payment.Splits {
		asks.Splits = append(asks.Splits, SplitAsks{s.Amount, string(s.Method)})
	}
	return app.NewCall(addKind, in.UUID, &asks)
}
