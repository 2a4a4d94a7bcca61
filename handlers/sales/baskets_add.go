package sales

import (
	"context"
	"fmt"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/handlers/rest"
)

// apiChannel is where everything is recorded that comes through this API; prices
// are those of the box office unless the call says otherwise (domain 6.3).
const apiChannel = catalog.APIChannel

type addItemsIn struct {
	Pricing        string       `header:"X-SERVICE-SALES-CHANNEL-PRICING" enum:"shop,kiosk,box_office" doc:"Whose prices are charged; the box office's unless told."`
	BasketID       rest.Text    `json:"basketId" maxlen:"20" doc:"The id or the reference of the basket to fill; without it the customer's own, or a new one."`
	CurrencyID     rest.ID      `json:"currencyId" doc:"Counts only for a new basket."`
	CustomerID     rest.ID      `json:"customerId"`
	CustomerName   string       `json:"customerName" maxlen:"255"`
	CustomerEmail  string       `json:"customerEmail" maxlen:"254"`
	CustomerSSOID  string       `json:"customerSsoId" maxlen:"255" doc:"Not available yet."`
	SuccessURL     string       `json:"successRedirectUrl" maxlen:"2048"`
	FailureURL     string       `json:"failureRedirectUrl" maxlen:"2048"`
	Items          []addItemIn  `json:"items" required:"true" maxitems:"300"`
	PaymentSplits  []splitIn    `json:"paymentSplits" maxitems:"20" doc:"Parts of the payment; they must add up to the total."`
	Autocomplete   rest.Flag    `json:"autocomplete" doc:"Complete the order in this call."`
	CancelExisting rest.Flag    `json:"cancelExistingBasket" doc:"Expire the basket that is named and start another."`
	UUID           rest.Text    `json:"uuid" maxlen:"255" doc:"With autocomplete it names this sale, so that it can be sent again: a repeated call gets the order of the first. With another basket, buyer, item or payment it is refused. Kept for 30 days."`
	PaymentMethod  *string      `json:"paymentMethod" enum:"card-not-present-offline,card-not-present-online,card-present-offline,card-present-online,cash,complimentary,bank,ewallet-online,cheque,gift-card,money-order,split"`
	InhibitMail    rest.Flag    `json:"inhibitConfirmationEmail"`
	Include        rest.Include `json:"include" enum:"wallet" doc:"A list, or text with commas."`
	Source         *sourceIn    `json:"source" doc:"Not available yet."`
	BasketURL      rest.Flag    `json:"generateBasketUrl" doc:"Not available yet: startBasketUrl is null."`
}

type addItemIn struct {
	ID              rest.ID   `json:"id" doc:"The sale item."`
	OrderItemID     *rest.ID  `json:"orderItemId" doc:"Not available yet."`
	Quantity        *int64    `json:"quantity" min:"1" max:"300"`
	Amount          *int64    `json:"amount" min:"0" doc:"The price of one unit, where it can be named."`
	CannotBeReduced rest.Flag `json:"preventBasketModification"`
	SecureDisabled  rest.Flag `json:"secureBarcodeDisabled" default:"true"`
	AutoApprove     rest.Flag `json:"autoApprove" doc:"The item needs no approval."`
	InhibitApproval rest.Flag `json:"inhibitApprovalEmail"`
	SpaceID         *rest.ID  `json:"spaceId" doc:"Not available yet."`
	BestSeats       rest.Flag `json:"bestAvailableSeats" doc:"Not available yet."`
	AreaID          *rest.ID  `json:"areaId" doc:"Not available yet."`
	PointOfSaleData rest.Raw  `json:"pointOfSaleData"`
}

type splitIn struct {
	Amount int64  `json:"amount" required:"true"`
	Method string `json:"paymentMethod" required:"true" enum:"card-not-present-offline,card-not-present-online,card-present-offline,card-present-online,cash,bank,cheque,gift-card,money-order"`
}

type sourceIn struct {
	Type string    `json:"type" enum:"nfc_tag,order_item"`
	ID   rest.Text `json:"id" maxlen:"255"`
}

func addItems(ctx context.Context, a *app.App, c *app.Caller, in addItemsIn) (changedBasketJSON, error) {
	ask, err := in.command()
	if err != nil {
		return changedBasketJSON{}, err
	}
	b, err := sales.Add(ctx, a, c, ask)
	out := changedBasketForm(b)
	if b.New {
		out.status = 201
	}
	if in.BasketURL {
		out.StartBasketURL = rest.Opt[string]{Set: true, Null: true}
	}
	return out, err
}

// command checks what does not need the store and builds the command.
func (in *addItemsIn) command() (sales.AddToBasket, error) {
	var p app.Problems
	ask := sales.AddToBasket{
		Basket: order.ParseKey(string(in.BasketID)), CancelExisting: bool(in.CancelExisting),
		CurrencyID: int64(in.CurrencyID), Channel: apiChannel, PriceChannel: pricing[in.Pricing],
		Buyer: customer.Buyer{ID: int64(in.CustomerID), Name: in.CustomerName, Email: in.CustomerEmail},
		UUID:  string(in.UUID), InhibitMail: bool(in.InhibitMail && in.Autocomplete),
	}
	if in.CustomerSSOID != "" {
		p.Add("customerSsoId", "is not available")
	}
	if in.Source != nil {
		p.Add("source", "is not available")
	}
	for i := range in.Items {
		it := &in.Items[i]
		it.check(&p, fmt.Sprintf("items.%d.", i))
		ask.Items = append(ask.Items, sales.AddItem{
			SaleItemID: int64(it.ID), Quantity: it.Quantity, Amount: it.Amount,
			CannotBeReduced: bool(it.CannotBeReduced), SecureDisabled: bool(it.SecureDisabled), AutoApprove: bool(it.AutoApprove),
		})
	}
	if in.Autocomplete {
		pay := payment(in.PaymentMethod, in.PaymentSplits)
		ask.Payment = &pay
	}
	return ask, p.Err()
}

// check names the fields that this box office does not know yet.
func (in *addItemIn) check(p *app.Problems, at string) {
	switch {
	case in.OrderItemID != nil:
		p.Add(at+"orderItemId", "is not available")
	case in.ID == 0:
		p.Add(at+"id", "is required")
	}
	if in.SpaceID != nil {
		p.Add(at+"spaceId", "is not available")
	}
	if in.BestSeats {
		p.Add(at+"bestAvailableSeats", "is not available")
	}
	if in.AreaID != nil {
		p.Add(at+"areaId", "is not available")
	}
}

var pricing = map[string]catalog.Channel{
	"shop": catalog.Shop, "kiosk": catalog.Kiosk, "box_office": catalog.BoxOffice,
}

func payment(method *string, splits []splitIn) sales.Payment {
	var p sales.Payment
	if method != nil {
		p.Method = order.Method(*method)
	}
	for _, s := range splits {
		p.Splits = append(p.Splits, sales.Split{Amount: s.Amount, Method: order.Method(s.Method)})
	}
	return p
}
