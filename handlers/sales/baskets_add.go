package sales

import (
	"context"
	"encoding/json"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
	"marquee/app/wallet"
	"marquee/handlers/rest"
)

// apiChannel is where everything is recorded that comes through this API; prices
// are those of the box office unless the call says otherwise.
const apiChannel = catalog.APIChannel

type addItemsIn struct {
	Pricing        string       `header:"X-SERVICE-SALES-CHANNEL-PRICING" enum:"shop,kiosk,box_office" doc:"Whose prices are charged; the box office's unless told."`
	BasketID       rest.Text    `json:"basketId" maxlen:"20" doc:"The id or the reference of the basket to fill; without it the customer's own, or a new one."`
	CurrencyID     rest.ID      `json:"currencyId" doc:"Counts only for a new basket."`
	CustomerID     rest.ID      `json:"customerId"`
	CustomerName   string       `json:"customerName" maxlen:"255"`
	CustomerEmail  string       `json:"customerEmail" maxlen:"254"`
	CustomerSSOID  string       `json:"customerSsoId" maxlen:"255" doc:"Who the customer is in your own system of accounts: alone, or noted on the customer that is named beside it: on one who is new, and with customers.edit or customers.sign_in on one who was known."`
	SuccessURL     string       `json:"successRedirectUrl" maxlen:"2048" doc:"Where a browser goes that bought the basket of generateBasketUrl."`
	FailureURL     string       `json:"failureRedirectUrl" maxlen:"2048" doc:"Where it goes when it did not."`
	Items          []addItemIn  `json:"items" required:"true" maxitems:"300"`
	PaymentSplits  []splitIn    `json:"paymentSplits" maxitems:"20" doc:"Parts of the payment; they must add up to the total."`
	Autocomplete   rest.Flag    `json:"autocomplete" doc:"Complete the order in this call."`
	CancelExisting rest.Flag    `json:"cancelExistingBasket" doc:"Expire the basket that is named and start another."`
	UUID           rest.Text    `json:"uuid" maxlen:"255" doc:"With autocomplete it names this sale, so that it can be sent again: a repeated call gets the order of the first. With another basket, buyer, item or payment it is refused. Kept for 30 days."`
	PaymentMethod  *methodIn    `json:"paymentMethod"`
	InhibitMail    rest.Flag    `json:"inhibitConfirmationEmail"`
	Include        rest.Include `json:"include" enum:"wallet" needs:"wallet=wallets.view" doc:"A list, or text with commas."`
	Overrides      []overrideIn `json:"overrides" maxitems:"10" doc:"The rules of the basket to lift for this call; wants the ability sales.override. The order notes which were needed, and who lifted them."`
	AccessCode     *string      `json:"accessCode" maxlen:"255" doc:"Takes the place of the one that the basket has; blank takes that off. The API sells without one what needs it; the order says which was entered."`
	Source         *sourceIn    `json:"source" doc:"What the buyer shows to pay with ewallet-online, which needs it: a tag, or an order item by its id or barcode. It must be of the customer of the order."`
	BasketURL      rest.Flag    `json:"generateBasketUrl" doc:"The answer has startBasketUrl: who opens it goes on with the basket in a browser. Good as long as the basket."`
}

type addItemIn struct {
	ID              rest.ID             `json:"id" doc:"The sale item. A seat that only one sells may do without."`
	OrderItemID     rest.ID             `json:"orderItemId" doc:"An item that its holder offers for resale, instead of a sale item."`
	Quantity        *int64              `json:"quantity" min:"1" max:"300"`
	Amount          *int64              `json:"amount" min:"0" doc:"The price of one unit, where it can be named."`
	CannotBeReduced rest.Flag           `json:"preventBasketModification"`
	SecureDisabled  rest.Flag           `json:"secureBarcodeDisabled" default:"true"`
	AutoApprove     rest.Flag           `json:"autoApprove" doc:"The item needs no approval."`
	InhibitApproval rest.Flag           `json:"inhibitApprovalEmail" doc:"The buyer gets no mail that somebody has to approve the order; of one item it counts for the whole basket."`
	Names           []string            `json:"namedHolders" maxitems:"300" maxlen:"255" doc:"The names of who holds the units, one after the other, where the event takes names."`
	SpaceID         rest.ID             `json:"spaceId" doc:"A seat, one for each entry of the list, or a general admission area, which takes a quantity."`
	BestSeats       rest.Flag           `json:"bestAvailableSeats" doc:"The best free seats of the sale item's price band."`
	AreaID          rest.ID             `json:"areaId" doc:"Where the seats are to be."`
	PointOfSaleData map[string]rest.Raw `json:"pointOfSaleData" doc:"Of resaleFeeSellerContribution, with orderItemId, the seller pays so many percent of the resale fees, up to maxSellerContribution. All else is passed over."`
}

type splitIn struct {
	Amount int64  `json:"amount" required:"true"`
	Method partIn `json:"paymentMethod" required:"true"`
}

// overrideIn is a rule of the basket that can be lifted.
type overrideIn string

// Values are the names of the rules.
func (overrideIn) Values() []string {
	names := make([]string, len(rules.Overrides))
	for i, o := range rules.Overrides {
		names[i] = string(o)
	}
	return names
}

func overrides(in []overrideIn) []rules.Override {
	var all []rules.Override
	for _, o := range in {
		all = append(all, rules.Override(o))
	}
	return all
}

type sourceIn struct {
	Type string    `json:"type" required:"true" enum:"nfc_tag,order_item"`
	ID   rest.Text `json:"id" required:"true" maxlen:"255"`
}

// medium is what is shown to pay from a wallet.
func (in *sourceIn) medium() wallet.Medium {
	if in == nil {
		return wallet.Medium{}
	}
	return wallet.Medium{Tag: in.Type == "nfc_tag", Text: string(in.ID)}
}

func addItems(ctx context.Context, a *app.App, c *app.Caller, in addItemsIn) (addedBasketJSON, error) {
	b, err := sales.Add(ctx, a, c, in.command())
	out := addedBasketJSON{changedBasketJSON: changedBasketForm(b)}
	if b.New {
		out.status = 201
	}
	if l := b.Order.Link; bool(in.BasketURL) && l != nil {
		out.StartBasketURL = rest.Some(rest.Path("/basket/" + b.Order.Reference + "/" + l.Token))
	}
	if err == nil && in.Include.Has("wallet") {
		out.Wallet, err = buyersWallet(ctx, a, c, b.Order.ID)
	}
	return out, err
}

// command is the request as the business takes it.
func (in *addItemsIn) command() sales.AddToBasket {
	ask := sales.AddToBasket{
		Basket: order.ParseKey(string(in.BasketID)), CancelExisting: bool(in.CancelExisting),
		CurrencyID: int64(in.CurrencyID), Channel: apiChannel, PriceChannel: pricing[in.Pricing],
		Buyer: customer.Buyer{ID: int64(in.CustomerID), Name: in.CustomerName, Email: in.CustomerEmail, SSOID: in.CustomerSSOID},
		UUID:  string(in.UUID), InhibitMail: bool(in.InhibitMail && in.Autocomplete),
	}
	ask.Overrides, ask.AccessCode = overrides(in.Overrides), in.AccessCode
	for i := range in.Items {
		it := &in.Items[i]
		ask.QuietApproval = ask.QuietApproval || bool(it.InhibitApproval)
		ask.Items = append(ask.Items, rules.AddItem{
			SaleItemID: int64(it.ID), Quantity: it.Quantity, Amount: it.Amount,
			CannotBeReduced: bool(it.CannotBeReduced), SecureDisabled: bool(it.SecureDisabled), AutoApprove: bool(it.AutoApprove),
			SpaceID: int64(it.SpaceID), BestSeats: bool(it.BestSeats), AreaID: int64(it.AreaID),
			OrderItemID: int64(it.OrderItemID), Contribution: it.contribution(), Names: it.Names,
		})
	}
	if in.BasketURL {
		ask.Link = &sales.LinkWish{SuccessURL: in.SuccessURL, FailureURL: in.FailureURL}
	}
	if in.Autocomplete {
		pay := paymentOf(in.PaymentMethod, in.PaymentSplits)
		pay.Medium = in.Source.medium()
		ask.Payment = &pay
	}
	return ask
}

// placeDataJSON is what is read of the data of a point of sale.
type placeDataJSON struct {
	Percent *int64 `json:"resaleFeeSellerContribution"`
}

// Forms are those of the data of a point of sale.
func (addItemIn) Forms() map[string][]any {
	return map[string][]any{"pointOfSaleData": {placeDataJSON{}, nil}}
}

// contribution is what the seller of a resold item is asked for, in percent; nil where the
// data says nothing, as those of other tills do.
func (in *addItemIn) contribution() *int64 {
	var data placeDataJSON
	if in.OrderItemID == 0 || json.Unmarshal(in.PointOfSaleData["resaleFeeSellerContribution"], &data.Percent) != nil {
		return nil
	}
	return data.Percent
}

var pricing = map[string]catalog.Channel{
	"shop": catalog.Shop, "kiosk": catalog.Kiosk, "box_office": catalog.BoxOffice,
}

func paymentOf(method *methodIn, splits []splitIn) rules.Payment {
	var p rules.Payment
	if method != nil {
		p.Method = order.Method(*method)
	}
	for _, s := range splits {
		p.Splits = append(p.Splits, rules.Split{Amount: s.Amount, Method: order.Method(s.Method)})
	}
	return p
}
