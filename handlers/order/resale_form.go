package order

import (
	"context"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type listingAttributes struct {
	CustomerID  int64      `json:"customerId" doc:"The seller."`
	MinQuantity int64      `json:"minimumPurchaseQuantity"`
	Status      string     `json:"status" enum:"active,closed"`
	EventID     int64      `json:"eventId"`
	OrderID     int64      `json:"orderId"`
	CreatedAt   time.Time  `json:"createdAt"`
	ClosedAt    *time.Time `json:"closedAt"`
	OnSaleFrom  time.Time  `json:"onSaleFrom"`
	OnSaleUntil time.Time  `json:"onSaleUntil"`
}

type contractAttributes struct {
	OrderItemID     int64      `json:"orderItemId" doc:"The item of the seller."`
	MaxContribution int64      `json:"maxSellerContribution"`
	Status          string     `json:"status" enum:"active,sold,cancelled"`
	SoldAt          *time.Time `json:"soldAt"`
	CurrencyID      int64      `json:"currencyId"`
	Price           int64      `json:"price"`
	TotalPrice      int64      `json:"totalPrice" doc:"With the fees that every item is charged."`
	DisplayTotal    int64      `json:"displayTotal" doc:"What a buyer pays."`
}

func contractForm(c *resale.ContractView) contractAttributes {
	return contractAttributes{
		OrderItemID: c.ItemID, MaxContribution: c.MaxContribution, Status: c.State.Slug(), SoldAt: c.SoldAt,
		CurrencyID: c.CurrencyID, Price: c.Price, TotalPrice: c.TotalPrice, DisplayTotal: c.DisplayTotal,
	}
}

// listingsAround is what listings point to.
type listingsAround struct {
	include rest.Include
	items   map[int64]*order.Item
	around  *orderItemsAround
	// paid are the credits and the transactions with which sellers were paid, for those who
	// may see them.
	credits map[int64]wallet.View
	paid    map[int64]order.Transaction
}

// listingsAroundOf reads the items of contracts, where these are asked for.
func listingsAroundOf(ctx context.Context, a *app.App, c *app.Caller, all []resale.View, in rest.Include) (*listingsAround, error) {
	x := &listingsAround{include: in, items: map[int64]*order.Item{}}
	if in.Has("orders") || in.Has("resaleContracts.orderItem") || in.Has("resaleContracts.replacingOrderItem") {
		if err := c.Need(app.ViewOrders); err != nil {
			return nil, err
		}
	}
	if err := x.readPayouts(ctx, a, c, all); err != nil {
		return nil, err
	}
	var ids []int64
	for i := range all {
		for k := range all[i].Contracts {
			one := &all[i].Contracts[k]
			if in.Has("resaleContracts.orderItem") {
				ids = append(ids, one.ItemID)
			}
			if in.Has("resaleContracts.replacingOrderItem") && one.UnitID != 0 {
				ids = append(ids, one.UnitID)
			}
		}
	}
	if len(ids) == 0 {
		return x, nil
	}
	items, rel, err := order.ReadItems(ctx, a, c, ids)
	if err != nil {
		return nil, err
	}
	x.around, err = orderItemsAroundOf(ctx, a, c, items, rel, nil)
	for i := range items {
		x.items[items[i].ID] = &items[i]
	}
	return x, err
}

// readPayouts reads with what sellers were paid. Who may not see wallets, or transactions,
// is told of them that they are there.
func (x *listingsAround) readPayouts(ctx context.Context, a *app.App, c *app.Caller, all []resale.View) (err error) {
	var credits, paid []int64
	for i := range all {
		for k := range all[i].Contracts {
			one := &all[i].Contracts[k]
			if one.MovementID != 0 {
				credits = append(credits, one.MovementID)
			}
			if one.TransactionID != 0 {
				paid = append(paid, one.TransactionID)
			}
		}
	}
	if x.include.Has("resaleContracts.payoutWalletTransaction") && c.Can(app.ViewWallets) {
		if x.credits, err = wallet.ReadMovements(ctx, a, c, credits); err != nil {
			return err
		}
	}
	if x.include.Has("resaleContracts.payoutTransaction") && c.Can(app.ListOrders) {
		x.paid, err = order.ReadTransactions(ctx, a, c, paid)
	}
	return err
}

func (x *listingsAround) listing(v *resale.View, in *rest.Included) rest.Resource[listingAttributes] {
	out := rest.Resource[listingAttributes]{Type: "resaleListings", ID: v.ID, Self: fmt.Sprintf("/v1/resale/listing?id=%d", v.ID)}
	out.Attributes = listingAttributes{
		CustomerID: v.SellerID, MinQuantity: v.MinQuantity, Status: "active", EventID: v.EventID, OrderID: v.OrderID,
		CreatedAt: v.CreatedAt, ClosedAt: v.ClosedAt, OnSaleFrom: v.OnSaleFrom, OnSaleUntil: v.OnSaleUntil,
	}
	if !v.Open() {
		out.Attributes.Status = "closed"
	}
	refs := []rest.Ref{}
	for i := range v.Contracts {
		one := &v.Contracts[i]
		in.Add("resaleContracts", one.ID, contractForm(one), x.relations(one, in)...)
		refs = append(refs, rest.Ref{Type: "resaleContracts", ID: one.ID})
	}
	out.Relate("resaleContracts", refs)
	if x.include.Has("events") {
		in.Add("events", v.Event.ID, soldEventForm(v.Event))
		out.Relate("events", rest.Ref{Type: "events", ID: v.Event.ID})
	}
	if x.include.Has("orders") {
		in.Add("orders", v.Order.ID, soldOrderForm(v.Order))
		out.Relate("orders", rest.Ref{Type: "orders", ID: v.Order.ID})
	}
	return out
}

// relations are those of a contract that were asked for.
func (x *listingsAround) relations(c *resale.ContractView, in *rest.Included) (out []rest.Relation) {
	item := func(name string, id int64) {
		if !x.include.Has("resaleContracts." + name) {
			return
		}
		var ref any = (*rest.Ref)(nil)
		if it := x.items[id]; it != nil {
			in.Add("orderItems", it.ID, x.around.attributes(it))
			ref = rest.Ref{Type: "orderItems", ID: it.ID}
		}
		out = append(out, rest.Relation{Name: name, Data: ref})
	}
	item("orderItem", c.ItemID)
	item("replacingOrderItem", c.UnitID)
	pointer := func(name, typ string, id int64) {
		if !x.include.Has("resaleContracts." + name) {
			return
		}
		var ref any = (*rest.Ref)(nil)
		if id != 0 {
			ref = rest.Ref{Type: typ, ID: id}
		}
		out = append(out, rest.Relation{Name: name, Data: ref})
	}
	pointer("payoutTransaction", "transactions", c.TransactionID)
	pointer("payoutWalletTransaction", wire.MovementType, c.MovementID)
	if t, found := x.paid[c.TransactionID]; found {
		in.Add("transactions", t.ID, orderTransactionJSON{t.OrderID, transactionAttributesOf(&t)})
	}
	if v, found := x.credits[c.MovementID]; found {
		row := wire.MovementRow(&v.Movement, v.Wallet.CustomerID)
		in.Add(row.Type, row.ID, row.Attributes)
	}
	return out
}

type contractIn struct {
	ID          *rest.ID `query:"id" blank:"true"`
	OrderItemID *rest.ID `query:"orderItemId" blank:"true" doc:"The item of the seller; of several contracts the newest."`
}

type createContractIn struct {
	listedItemIn
}

type whichContractIn struct {
	ID          *rest.ID `json:"id"`
	OrderItemID *rest.ID `json:"orderItemId"`
}

// contracts are the operations on single contracts, which listings took the place of.
func contracts(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/resale-contracts", Summary: "Offer one sold item for resale", Tag: "Resale", Status: 201, Weight: app.Medium, Deprecated: true,
			Doc: "In a listing of its own. Use POST /resale/listings.", Allow: app.EditResale,
		}, func(ctx context.Context, c *app.Caller, in createContractIn) (out rest.One[contractAttributes], err error) {
			v, err := resale.List(ctx, a, c, resale.NewListing{Items: []resale.Ask{in.ask()}, MinQuantity: 1, Alone: true})
			if err != nil {
				return out, err
			}
			return oneContract(&v.Contracts[0]), nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/resale-contract", Summary: "Read a resale contract", Tag: "Resale", Allow: app.ViewResale, Fields: true, Deprecated: true,
			Doc: "Use GET /resale/listing.",
		}, func(ctx context.Context, c *app.Caller, in contractIn) (out rest.One[contractAttributes], err error) {
			v, err := resale.ReadContract(ctx, a, c, resale.Which{ContractID: int64(wire.Value(in.ID)), ItemID: int64(wire.Value(in.OrderItemID))})
			if err != nil {
				return out, err
			}
			return oneContract(&v), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/resale-contracts/delete", Summary: "End a resale contract", Tag: "Resale", Allow: app.EditResale, Deprecated: true,
			Doc: "With the whole listing that it is part of. Use DELETE /resale/listing.",
		}, func(ctx context.Context, c *app.Caller, in whichContractIn) (endedListingJSON, error) {
			return endedForm(resale.Cancel(ctx, a, c, resale.Which{ContractID: int64(wire.Value(in.ID)), ItemID: int64(wire.Value(in.OrderItemID))}))
		}),
	}
}

func oneContract(c *resale.ContractView) rest.One[contractAttributes] {
	out := rest.Resource[contractAttributes]{
		Type: "resaleContracts", ID: c.ID, Attributes: contractForm(c), Self: fmt.Sprintf("/v1/resale-contract?id=%d", c.ID),
	}
	out.Relate("resaleListings", rest.Ref{Type: "resaleListings", ID: c.ListingID})
	return rest.One[contractAttributes]{Data: out}
}

// Beside lists what can be asked for beside a listing; its contracts always are.
func (listingAttributes) Beside() []rest.Kind {
	return []rest.Kind{
		{Type: "resaleContracts", Attributes: contractAttributes{}}, {Type: "events", Attributes: soldEventJSON{}}, {Type: "orders", Attributes: soldOrderJSON{}},
		{Type: "orderItems", Attributes: orderItemAttributes{}}, {Type: "transactions", Attributes: orderTransactionJSON{}}, {Type: wire.MovementType, Attributes: wire.MovementJSON{}},
	}
}
