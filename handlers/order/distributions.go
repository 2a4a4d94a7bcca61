package order

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/transfer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type distributionsIn struct {
	rest.Page
	OrderID rest.Text `query:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
}

type whichDistributionIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type makeDistributionIn struct {
	OrderID    rest.Text `json:"orderId" required:"true" maxlen:"20" doc:"The id or the reference of an order."`
	SaleItemID rest.ID   `json:"saleItemId" required:"true" min:"1" doc:"What is given away: units of one sale item."`
	Total      int64     `json:"total" required:"true" min:"1" doc:"How many in all, and not more than the order has."`
	PerPerson  int64     `json:"perPerson" required:"true" min:"1" max:"50" doc:"How many one customer takes."`
	Once       rest.Flag `json:"oncePerCustomer" doc:"Each customer takes them in one go."`
}

type changeDistributionIn struct {
	ID        rest.ID    `json:"id" required:"true" min:"1"`
	Total     *int64     `json:"total" min:"1" doc:"Not less than was claimed."`
	PerPerson *int64     `json:"perPerson" min:"1" max:"50"`
	Once      *rest.Flag `json:"oncePerCustomer"`
	IsOpen    *rest.Flag `json:"isOpen"`
}

type claimDistributionIn struct {
	Code          string `json:"code" required:"true" maxlen:"200" doc:"The code, or the link that ends with it."`
	CustomerEmail string `json:"customerEmail" required:"true" maxlen:"254" doc:"Of a customer who is known."`
	Quantity      *int64 `json:"quantity" min:"1" max:"50" doc:"1 unless told."`
}

type distributionAttributes struct {
	OrderID    int64     `json:"orderId"`
	CustomerID int64     `json:"customerId" doc:"Whose tickets are given away."`
	SaleItemID int64     `json:"saleItemId"`
	Code       string    `json:"code" needs:"orders.edit" doc:"Who has it can take tickets."`
	Total      int64     `json:"total"`
	PerPerson  int64     `json:"perPerson"`
	Once       bool      `json:"oncePerCustomer"`
	Claimed    int64     `json:"claimed" doc:"How many were taken."`
	IsOpen     bool      `json:"isOpen"`
	CreatedAt  time.Time `json:"createdAt"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

func distributionForm(d *transfer.Distribution) rest.Resource[distributionAttributes] {
	return rest.Resource[distributionAttributes]{
		Type: "distributions", ID: d.ID, Self: fmt.Sprintf("/v1/distribution?id=%d", d.ID),
		Attributes: distributionAttributes{
			OrderID: d.OrderID, CustomerID: d.OwnerID, SaleItemID: d.SaleItemID, Code: d.Code, Total: d.Total, PerPerson: d.PerPerson, Once: d.Once,
			Claimed: d.Claimed, IsOpen: !d.Closed, CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt,
		},
	}
}

func distributionOne(d transfer.Distribution, err error) (rest.One[distributionAttributes], error) {
	return rest.One[distributionAttributes]{Data: distributionForm(&d)}, err
}

func distributions(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/distributions", Summary: "List the distributions of an order", Tag: "Transfers",
			Doc: "The oldest first.", Allow: app.ListOrders, Fields: true, Limit: transfer.MaxPage,
		}, rest.OnList(a, listDistributions)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/distribution", Summary: "Read a distribution", Tag: "Transfers", Allow: app.ViewOrders, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in whichDistributionIn) (rest.One[distributionAttributes], error) {
			return distributionOne(transfer.ReadDistribution(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/distributions", Summary: "Let others take tickets of an order with a code", Tag: "Transfers", Status: 201, Weight: app.Medium,
			Doc: "For the customer who bought them. Who has the code takes some on the page that it leads to, signed in to an account, as long as there are any. It is subject to what limits transfers.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in makeDistributionIn) (rest.One[distributionAttributes], error) {
			id, err := order.IDOf(ctx, a, c, app.EditOrders, string(in.OrderID))
			if err != nil {
				return rest.One[distributionAttributes]{}, err
			}
			return distributionOne(transfer.Distribute(ctx, a, c, transfer.Share{
				OrderID: id, SaleItemID: int64(in.SaleItemID), Total: in.Total, PerPerson: in.PerPerson, Once: bool(in.Once),
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/distributions/update", Summary: "Change, close or open a distribution", Tag: "Transfers", Weight: app.Medium,
			Doc: "It closes by itself when all were taken.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in changeDistributionIn) (rest.One[distributionAttributes], error) {
			return distributionOne(transfer.ChangeDistribution(ctx, a, c, int64(in.ID), transfer.ShareChange{
				Total: in.Total, PerPerson: in.PerPerson, Once: (*bool)(in.Once), Open: (*bool)(in.IsOpen),
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/distributions/claim", Summary: "Take tickets of a distribution for somebody", Tag: "Transfers", Weight: app.Medium,
			Doc: "As many as are asked for, or none. They get other barcodes. The answer is the transfer.", Allow: app.EditOrders,
		}, func(ctx context.Context, c *app.Caller, in claimDistributionIn) (rest.One[transferAttributes], error) {
			n := int64(1)
			if in.Quantity != nil {
				n = *in.Quantity
			}
			return takenForm(transfer.TakeFor(ctx, a, c, lastPart(in.Code), in.CustomerEmail, n))
		}),
	}
}

// takenForm is a transfer that was claimed, with the link to what it gave.
func takenForm(done transfer.Done, err error) (out rest.One[transferAttributes], _ error) {
	out.Data = transferForm(&done.View)
	if done.Tickets != "" {
		out.Data.Attributes.TicketsURL = rest.Some(rest.Path(wire.TicketsPath + "/" + done.Tickets))
	}
	return out, err
}

func listDistributions(ctx context.Context, a *app.App, c *app.Caller, in distributionsIn) (out rest.Many[distributionAttributes], l list.Info, err error) {
	id, err := order.IDOf(ctx, a, c, app.ListOrders, string(in.OrderID))
	if err != nil {
		return out, l, err
	}
	page, err := transfer.ListDistributions(ctx, a, c, transfer.DistributionFilter{OrderID: id, Offset: in.Offset, Limit: in.Limit})
	if err != nil {
		return out, l, err
	}
	out = rest.List[distributionAttributes](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, distributionForm(&page.Rows[i]))
	}
	return out, page.Info, nil
}
