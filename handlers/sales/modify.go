package sales

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales/modification"
	"marquee/app/sales/sold"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

func modify(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/modify", Summary: "Make a basket that changes an order", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium, Status: 201,
			Doc: "With what the order holds, at the prices that were paid; it is changed and completed like any other, and then takes the place of the order. " +
				"Until then, or until the basket expires, the order is locked. What stays keeps its stock and seat. What was paid is carried over, so that no more " +
				"than the difference is due. What is worth less than was paid can be completed where orderChanges of the settings of the company allows it. All barcodes are new.",
		}, func(ctx context.Context, c *app.Caller, in modifyIn) (basketJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (basketJSON, error) {
				b, err := modification.Modify(ctx, a, c, order.ParseKey(string(in.OrderID)), apiChannel)
				return basketForm(b), err
			})
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/purchaser", Summary: "Give an order to another purchaser", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium,
			Doc: "Its payments stay as they are. Links that the former purchaser had are worthless, and what was noted on the order goes with them. Not while it is being changed or refunded, or something of it is offered for resale or given to somebody.",
		}, func(ctx context.Context, c *app.Caller, in purchaserIn) (basketJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (basketJSON, error) {
				b, err := sold.ChangePurchaser(ctx, a, c, sold.Purchaser{
					Order: order.ParseKey(string(in.OrderID)), MoveItems: bool(in.MoveItems), NewBarcodes: bool(in.NewBarcodes), Mail: bool(in.SendMail),
					Buyer: customer.Buyer{ID: int64(in.CustomerID), Name: in.CustomerName, Email: in.CustomerEmail},
				})
				return basketForm(b), err
			})
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/orders/rebook", Summary: "Move items of an order to other dates", Tag: "Orders", Allow: app.EditOrders, Weight: app.Medium,
			Fields: true,
			Doc: "To other events of their schedule, or to other timeslots of their event, where they cost the same, where orderChanges of the settings of the company allows it. " +
				"Another order takes the place of the order at once and is the answer, with what becomes of the former one. It has the money, the fees, the answers and the holders of the former one, its channel, and new barcodes; no fee is added. " +
				"Not of orders with a discount, or that were paid in several ways; not items of bundles or with add-ons. Needs sales.sell too.",
		}, func(ctx context.Context, c *app.Caller, in rebookIn) (rebookedJSON, error) {
			ask := modification.Rebooking{Order: order.ParseKey(string(in.OrderID)), InhibitMail: bool(in.InhibitMail)}
			for _, m := range in.Items {
				ask.Moves = append(ask.Moves, modification.RebookedItem{ItemID: int64(m.OrderItemID), SaleItemID: int64(m.ItemID), SpaceID: int64(m.SpaceID)})
			}
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (rebookedJSON, error) {
				done, err := modification.Rebook(ctx, a, c, ask)
				return rebookedForm(&done), err
			})
		}),
	}
}

type modifyIn struct {
	wire.DryRunIn
	orderKeyIn
}

type purchaserIn struct {
	wire.DryRunIn
	OrderID       rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order that went through."`
	CustomerID    rest.ID   `json:"customerId" doc:"Who is to have it, by id, else by e-mail."`
	CustomerName  string    `json:"customerName" maxlen:"255" doc:"Needed when the e-mail is new."`
	CustomerEmail string    `json:"customerEmail" maxlen:"254"`
	MoveItems     rest.Flag `json:"moveItems" doc:"What the purchaser held of it is the new one's, too."`
	NewBarcodes   rest.Flag `json:"newBarcodes" doc:"With moveItems: no gate takes the barcodes that the former purchaser knows."`
	SendMail      rest.Flag `json:"sendMail" doc:"The new purchaser gets the mail that fits the state of the order."`
}

type rebookIn struct {
	wire.DryRunIn
	OrderID     rest.Text    `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of a complete order."`
	Items       []rebookedIn `json:"items" required:"true" maxitems:"50" doc:"The rest stays as it is."`
	InhibitMail rest.Flag    `json:"inhibitConfirmationEmail"`
}

type rebookedJSON struct {
	receiptJSON
	Former formerJSON `json:"former" doc:"What becomes of the order that gives way."`
}

type formerJSON struct {
	OrderID int64             `json:"orderId"`
	Status  wire.OrderStatus  `json:"statusSlug"`
	Items   []formerItemJSON  `json:"items" doc:"All of its items: none of their barcodes opens a gate any more."`
	Money   []formerMoneyJSON `json:"transactions" doc:"What it notes of the money that goes on to the other order."`
}

type formerItemJSON struct {
	ID          int64  `json:"orderItemId"`
	SuccessorID *int64 `json:"successorOrderItemId" doc:"Null for nothing: its place is not needed any more."`
	Amount      int64  `json:"amount" doc:"What of its price goes on."`
	Restocked   bool   `json:"restocked" doc:"Its stock and its seat are free."`
}

type formerMoneyJSON struct {
	Of     int64  `json:"transactionId" doc:"The transaction that had brought it."`
	Type   string `json:"paymentMethod" doc:"How the former order notes it."`
	Amount int64  `json:"amount" doc:"What of it goes on."`
}

func rebookedForm(r *modification.Rebooked) rebookedJSON {
	f := &r.Former
	out := rebookedJSON{receiptJSON: receiptForm(&r.Receipt), Former: formerJSON{OrderID: f.OrderID, Status: wire.OrderStatus(f.Status.Slug()), Items: []formerItemJSON{}, Money: []formerMoneyJSON{}}}
	for _, it := range f.Items {
		out.Former.Items = append(out.Former.Items, formerItemJSON{ID: it.ID, SuccessorID: wire.OrNull(it.SuccessorID), Amount: it.Amount, Restocked: it.Restocks})
	}
	for _, m := range f.Money {
		out.Former.Money = append(out.Former.Money, formerMoneyJSON{Of: m.Of, Type: m.Type, Amount: m.Amount})
	}
	return out
}

type rebookedIn struct {
	OrderItemID rest.ID `json:"orderItemId" required:"true" min:"1"`
	ItemID      rest.ID `json:"itemId" required:"true" min:"1" doc:"A sale item of the date to which it is moved."`
	SpaceID     rest.ID `json:"spaceId" min:"1" doc:"A free seat there, where it is sold by seat."`
}
