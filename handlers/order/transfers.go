package order

import (
	"context"
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/transfer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// transferStateIn is where a transfer stands.
type transferStateIn string

// Values lists the states.
func (transferStateIn) Values() []string { return transfer.States() }

type transfersIn struct {
	rest.Page
	OrderID     rest.Text       `query:"orderId" maxlen:"20" doc:"The id or the reference of an order."`
	OrderItemID *rest.ID        `query:"orderItemId" blank:"true" doc:"The claimed ones are the item's history: who had it, and since when."`
	Status      transferStateIn `query:"status"`
}

type whichTransferIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type transferIDIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type startTransferIn struct {
	OrderItemIDs  []rest.ID  `json:"orderItemIds" required:"true" maxitems:"50" doc:"Items of one order and one holder. Add-ons go with what they are add-ons of."`
	CustomerEmail string     `json:"customerEmail" maxlen:"254" doc:"Who is to have them, known or not; without it whoever gets the link."`
	CustomerName  string     `json:"customerName" maxlen:"255"`
	MailAt        *rest.Time `json:"mailAt" doc:"When it is mailed, within 400 days; at once unless told."`
	Instant       rest.Flag  `json:"instant" doc:"Nobody is asked to claim it."`
	KeepBarcodes  rest.Flag  `json:"keepBarcodes" doc:"Of an instant transfer: gates take the barcodes as they are, which the holder before knows."`
	Override      rest.Flag  `json:"overrideSharing" doc:"Also what event and sale item do not let buyers give, and at once to who has as many as one customer may. Needs sales.override."`
}

type claimTransferIn struct {
	Token         string `json:"token" required:"true" maxlen:"2000" doc:"The link, or the last part of it."`
	CustomerName  string `json:"customerName" maxlen:"255" doc:"Needed when the e-mail is new."`
	CustomerEmail string `json:"customerEmail" maxlen:"254" doc:"Needed where it was given to no address; else it must be that one."`
}

type onwardIn struct {
	Tickets       string     `json:"ticketsUrl" required:"true" maxlen:"2000" doc:"The link to the tickets that were given, or the last part of it."`
	OrderItemIDs  []rest.ID  `json:"orderItemIds" required:"true" maxitems:"50" doc:"Of those that the link opens."`
	CustomerEmail string     `json:"customerEmail" maxlen:"254" doc:"Who is to have them, known or not; without it whoever gets the link."`
	CustomerName  string     `json:"customerName" maxlen:"255"`
	MailAt        *rest.Time `json:"mailAt" doc:"When it is mailed, within 400 days; at once unless told."`
}

func (in *onwardIn) ask() transfer.Ask {
	ask := startTransferIn{OrderItemIDs: in.OrderItemIDs, CustomerEmail: in.CustomerEmail, CustomerName: in.CustomerName, MailAt: in.MailAt}
	return ask.ask()
}

type onwardCancelIn struct {
	Tickets string  `json:"ticketsUrl" required:"true" maxlen:"2000" doc:"As in POST /transfers/onward."`
	ID      rest.ID `json:"id" required:"true" min:"1"`
}

// lastPart is the secret at the end of a link.
func lastPart(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

type transferAttributes struct {
	OrderID        int64           `json:"orderId"`
	OrderItemIDs   []int64         `json:"orderItemIds"`
	Status         transferStateIn `json:"status"`
	FromCustomerID *int64          `json:"fromCustomerId" doc:"Who held the items."`
	ToCustomerID   *int64          `json:"toCustomerId" doc:"Who claimed them."`
	FromName       *string         `json:"fromName" needs:"customers.view"`
	ToName         *string         `json:"toName" needs:"customers.view"`
	CustomerEmail  *string         `json:"customerEmail" needs:"customers.view" doc:"To whom they were given; null: to whoever has the link."`
	CustomerName   *string         `json:"customerName" needs:"customers.view"`
	DistributionID *int64          `json:"distributionId" doc:"The distribution that it was taken from."`
	IsInstant      bool            `json:"isInstant"`
	KeptBarcodes   bool            `json:"keptBarcodes"`
	MailAt         *time.Time      `json:"mailAt"`
	IsMailed       bool            `json:"isMailed"`
	Reason         *string         `json:"reason" doc:"Why it was cancelled: cancelled, item_voided, erased, or to_buyer where who was to have it bought it."`
	CreatedAt      time.Time       `json:"createdAt"`
	EndedAt        *time.Time      `json:"endedAt"`

	ClaimURL   rest.Opt[rest.Path] `json:"claimUrl" doc:"Whoever has it can have the items. It is told once, where a link was made."`
	TicketsURL rest.Opt[rest.Path] `json:"ticketsUrl" doc:"What was claimed, to print; told once."`
}

func transferForm(v *transfer.View) rest.Resource[transferAttributes] {
	return rest.Resource[transferAttributes]{
		Type: "transfers", ID: v.ID, Self: fmt.Sprintf("/v1/transfer?id=%d", v.ID),
		Attributes: transferAttributes{
			OrderID: v.OrderID, OrderItemIDs: v.ItemIDs, Status: transferStateIn(v.State.String()), FromCustomerID: wire.OrNull(v.FromID), ToCustomerID: wire.OrNull(v.ToID),
			FromName: wire.OrNull(v.From.Name), ToName: wire.OrNull(v.To.Name), CustomerEmail: wire.OrNull(v.Email), CustomerName: wire.OrNull(v.Name),
			DistributionID: wire.OrNull(v.DistributionID), IsInstant: v.Instant, KeptBarcodes: v.KeptBarcodes, MailAt: v.MailAt, IsMailed: v.Mailed, Reason: wire.OrNull(v.Reason),
			CreatedAt: v.CreatedAt, EndedAt: v.EndedAt,
		},
	}
}

// madeForm is a transfer with the link that was made for it.
func madeForm(m transfer.Made, err error) (rest.One[transferAttributes], error) {
	out := rest.One[transferAttributes]{Data: transferForm(&m.View)}
	if m.Token != "" {
		out.Data.Attributes.ClaimURL = rest.Some(rest.Path(wire.ClaimPath + "/" + m.Token))
	}
	return out, err
}

func transfers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/transfers", Summary: "List transfers", Tag: "Transfers",
			Doc: "The oldest first.", Allow: app.ListOrders, Fields: true, Limit: transfer.MaxPage,
		}, rest.OnList(a, listTransfers)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/transfer", Summary: "Read a transfer", Tag: "Transfers", Allow: app.ViewOrders, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in whichTransferIn) (rest.One[transferAttributes], error) {
			v, err := transfer.Read(ctx, a, c, int64(in.ID))
			return rest.One[transferAttributes]{Data: transferForm(&v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers", Summary: "Give sold items to somebody else", Tag: "Transfers", Status: 201, Weight: app.Medium,
			Doc: "On behalf of who holds them, all of them or none: by mail, by a link, or at once. Until they are claimed they are their holder's, who is let in with them, and nobody prints them. " +
				"Items of a basket are offered when it is bought. Who claims them has no more tickets of an event than one customer may.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in startTransferIn) (rest.One[transferAttributes], error) {
			return madeForm(transfer.Start(ctx, a, c, in.ask()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers/link", Summary: "Give a transfer another link", Tag: "Transfers",
			Doc: "The one before leads nowhere any more. It is mailed where the one before was.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in transferIDIn) (rest.One[transferAttributes], error) {
			return madeForm(transfer.NewLink(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers/cancel", Summary: "Cancel a transfer", Tag: "Transfers",
			Doc: "That nobody has claimed. The items stay their holder's, with their barcodes.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in transferIDIn) (rest.One[transferAttributes], error) {
			v, err := transfer.Cancel(ctx, a, c, int64(in.ID))
			return rest.One[transferAttributes]{Data: transferForm(&v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers/onward", Summary: "Give on what somebody was given", Tag: "Transfers", Status: 201, Weight: app.Medium,
			Doc: "For who was given it, whom the link to the tickets stands for; it leads nowhere any more once they have another holder. By mail or by a link, where the event lets receivers give on.", Allow: app.Sell,
		}, func(ctx context.Context, c *app.Caller, in onwardIn) (rest.One[transferAttributes], error) {
			return madeForm(transfer.StartAsHolder(ctx, a, c, lastPart(in.Tickets), in.ask()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers/onward/cancel", Summary: "Cancel what a receiver gives on", Tag: "Transfers", Weight: app.Medium,
			Doc: "That nobody has claimed.", Allow: app.Sell,
		}, func(ctx context.Context, c *app.Caller, in onwardCancelIn) (rest.One[transferAttributes], error) {
			v, err := transfer.CancelAsHolder(ctx, a, c, lastPart(in.Tickets), int64(in.ID))
			return rest.One[transferAttributes]{Data: transferForm(&v)}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/transfers/claim", Summary: "Claim a transfer for somebody", Tag: "Transfers", Weight: app.Medium,
			Doc: "With the secret of its link, once. The items get other barcodes. Who has the link claims on the page that it leads to.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in claimTransferIn) (rest.One[transferAttributes], error) {
			return takenForm(transfer.ClaimFor(ctx, a, c, lastPart(in.Token), transfer.Claimant{Name: in.CustomerName, Email: in.CustomerEmail}))
		}),
	}
}

func (in *startTransferIn) ask() transfer.Ask {
	ask := transfer.Ask{
		Email: in.CustomerEmail, Name: in.CustomerName, MailAt: in.MailAt.At(), Instant: bool(in.Instant), KeepBarcodes: bool(in.KeepBarcodes),
		Override: bool(in.Override),
	}
	for _, id := range in.OrderItemIDs {
		ask.ItemIDs = append(ask.ItemIDs, int64(id))
	}
	return ask
}

func listTransfers(ctx context.Context, a *app.App, c *app.Caller, in transfersIn) (out rest.Many[transferAttributes], l list.Info, err error) {
	id, err := order.IDOf(ctx, a, c, app.ListOrders, string(in.OrderID))
	if err != nil {
		return out, l, err
	}
	page, err := transfer.List(ctx, a, c, transfer.Filter{
		OrderID: wire.OrNull(id), ItemID: (*int64)(in.OrderItemID), State: transfer.ParseState(string(in.Status)), Offset: in.Offset, Limit: in.Limit,
	})
	if err != nil {
		return out, l, err
	}
	out = rest.List[transferAttributes](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, transferForm(&page.Rows[i]))
	}
	return out, page.Info, nil
}
