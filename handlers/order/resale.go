package order

import (
	"context"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/resale"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// listingStatusIn says which listings are wanted.
type listingStatusIn string

// Values lists them.
func (listingStatusIn) Values() []string { return []string{"active", "closed", "all"} }

type listingsIn struct {
	rest.Page
	EventID       *rest.ID        `query:"eventId" blank:"true"`
	CustomerID    *rest.ID        `query:"customerId" blank:"true" doc:"The seller."`
	CreatedAfter  *rest.Time      `query:"createdAfter" blank:"true"`
	CreatedBefore *rest.Time      `query:"createdBefore" blank:"true"`
	Status        listingStatusIn `query:"status" doc:"active unless told."`
	WithTrashed   rest.Trashed    `query:"withTrashed" doc:"Without effect: listings are not deleted."`
	Include       rest.Include    `query:"include" enum:"resaleContracts,resaleContracts.orderItem,resaleContracts.replacingOrderItem,resaleContracts.payoutTransaction,resaleContracts.payoutWalletTransaction,events,orders" needs:"resaleContracts.orderItem=orders.view,resaleContracts.replacingOrderItem=orders.view,orders=orders.view"`
}

type whichListingIn struct {
	ID          *rest.ID `query:"id" blank:"true"`
	OrderItemID *rest.ID `query:"orderItemId" blank:"true" doc:"The item of the seller; of several listings the newest."`
}

func (in *whichListingIn) which() resale.Which {
	return resale.Which{ListingID: int64(wire.Value(in.ID)), ItemID: int64(wire.Value(in.OrderItemID))}
}

type listingIn struct {
	whichListingIn
	Include rest.Include `query:"include" enum:"resaleContracts,resaleContracts.orderItem,resaleContracts.replacingOrderItem,resaleContracts.payoutTransaction,resaleContracts.payoutWalletTransaction,events,orders" needs:"resaleContracts.orderItem=orders.view,resaleContracts.replacingOrderItem=orders.view,orders=orders.view"`
}

type createListingIn struct {
	OrderItems  []listedItemIn  `json:"orderItems" required:"true" maxitems:"100" doc:"Items of one order, for one event."`
	MinQuantity rest.Opt[int64] `json:"minimumPurchaseQuantity" doc:"How many are bought together at least; 1 unless told."`
	Include     rest.Include    `query:"include" enum:"resaleContracts,resaleContracts.orderItem" needs:"resaleContracts.orderItem=orders.view"`
}

type listedItemIn struct {
	OrderItemID     rest.ID         `json:"orderItemId" required:"true" min:"1"`
	Price           rest.Opt[int64] `json:"price" doc:"Minor units; what was paid unless told."`
	MaxContribution rest.Opt[int64] `json:"maxSellerContribution" doc:"What of the fees the seller is ready to pay, in minor units; 0 unless told."`
}

func (in *listedItemIn) ask() resale.Ask {
	ask := resale.Ask{ItemID: int64(in.OrderItemID), Price: in.Price.Ptr()}
	ask.MaxContribution = wire.Value(in.MaxContribution.Ptr())
	return ask
}

type endedListingJSON struct {
	Message   string `json:"message"`
	Cancelled int64  `json:"contractsCancelled"`
	Sold      int64  `json:"contractsSold"`
	Frozen    int64  `json:"contractsFrozen" doc:"In baskets, or being paid: they are kept, and not offered again when they are not bought."`
}

func endedForm(e resale.Ended, err error) (endedListingJSON, error) {
	return endedListingJSON{"The listing was cancelled.", e.Cancelled, e.Sold, e.Frozen}, err
}

func resales(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/resale/listings", Summary: "List resale listings", Tag: "Resale",
			Doc: "The oldest first.", Allow: app.ViewResale, Fields: true, Limit: resale.MaxPage,
		}, rest.OnList(a, listListings)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/resale/listings", Summary: "Offer sold items for resale", Tag: "Resale", Status: 201, Weight: app.Medium,
			Doc: "On behalf of the customer who holds them, all of them or none. They are locked until they were sold on or the listing has ended.", Allow: app.EditResale,
		}, func(ctx context.Context, c *app.Caller, in createListingIn) (out rest.One[listingAttributes], err error) {
			ask := resale.NewListing{MinQuantity: 1}
			if n := in.MinQuantity.Ptr(); n != nil {
				ask.MinQuantity = *n
			}
			for i := range in.OrderItems {
				ask.Items = append(ask.Items, in.OrderItems[i].ask())
			}
			v, err := resale.List(ctx, a, c, ask)
			if err != nil {
				return out, err
			}
			return oneListing(ctx, a, c, &v, in.Include)
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/resale/listing", Summary: "Read a resale listing", Tag: "Resale", Allow: app.ViewResale, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in listingIn) (out rest.One[listingAttributes], err error) {
			v, err := resale.Read(ctx, a, c, in.which())
			if err != nil {
				return out, err
			}
			return oneListing(ctx, a, c, &v, in.Include)
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/resale/listing", Summary: "End a resale listing", Tag: "Resale", Allow: app.EditResale,
			Doc: "What nobody has in a basket goes back to the seller, with the barcode that it had. What was sold stays sold.",
		}, func(ctx context.Context, c *app.Caller, in whichListingIn) (endedListingJSON, error) {
			return endedForm(resale.Cancel(ctx, a, c, in.which()))
		}),
	}
}

func listListings(ctx context.Context, a *app.App, c *app.Caller, in listingsIn) (out rest.Many[listingAttributes], l list.Info, err error) {
	f := resale.Filter{
		EventID: (*int64)(in.EventID), CustomerID: (*int64)(in.CustomerID), From: in.CreatedAfter.At(), Until: in.CreatedBefore.At(),
		Closed: in.Status == "closed", All: in.Status == "all", Offset: in.Offset, Limit: in.Limit,
	}
	page, err := resale.ListListings(ctx, a, c, f)
	if err != nil {
		return out, l, err
	}
	x, err := listingsAroundOf(ctx, a, c, page.Rows, in.Include)
	out = rest.List[listingAttributes](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, x.listing(&page.Rows[i], &out.Included))
	}
	return out, page.Info, err
}

func oneListing(ctx context.Context, a *app.App, c *app.Caller, v *resale.View, in rest.Include) (out rest.One[listingAttributes], err error) {
	x, err := listingsAroundOf(ctx, a, c, []resale.View{*v}, in)
	if err != nil {
		return out, err
	}
	out.Data = x.listing(v, &out.Included)
	return out, nil
}
