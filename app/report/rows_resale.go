package report

import (
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/app/resale"
	"marquee/app/wallet"
)

// The filters of reports about resale.
var resaleFilters = []string{"event_ids", "schedule_ids", "venue_ids", "event_start_from", "event_start_to", "statuses", "currency_id"}

// The states of what a seller earns.
const (
	payoutPending = "pending"
	payoutPaid    = "paid"
)

// resold is what is read beside listings and contracts.
type resold struct {
	listings  map[int64]*resale.Listing
	contracts map[int64]*resale.Contract
	credits   map[int64]*wallet.Movement
}

// load reads contracts that are known by their listings or by themselves.
func (x *resold) load(n *near, contracts map[int64]*resale.Contract) (err error) {
	var credits, baskets []int64
	for _, c := range contracts {
		credits = append(credits, c.MovementID)
		if c.State == resale.Sold {
			baskets = append(baskets, c.BasketID)
		}
	}
	x.contracts = contracts
	if x.credits, err = byID(n.r, wallet.MovementTable(), credits, func(m *wallet.Movement) int64 { return m.ID }); err != nil {
		return err
	}
	var sellers []int64
	for _, l := range x.listings {
		sellers = append(sellers, l.SellerID)
	}
	return n.loadOrders(baskets, sellers)
}

// proceeds are what the seller of a contract is still to get, and what there is to spend or
// went back already.
func (x *resold) proceeds(c *resale.Contract) (pending, paid int64) {
	if c.State != resale.Sold {
		return 0, 0
	}
	if m := x.credits[c.MovementID]; c.Owed() || m != nil && m.Waits() {
		return c.Proceeds() - c.Returned, c.Returned
	}
	return 0, c.Proceeds()
}

// listingRows is every listing.
var listingRows = records[resale.Listing]{
	list: &list.List[resale.Listing, Filter]{
		Needs: app.ViewResale, Name: "report-resale-listings", Max: exportPage, Table: resale.Listings,
		Plan: func(r app.Reader, f *Filter) (list.Plan[resale.Listing], error) {
			events, all, err := f.events(r)
			if err != nil {
				return list.Plan[resale.Listing]{}, err
			}
			return newestFirst(r, resale.Listings, all && f.Statuses == nil && f.CurrencyID == nil, func(l *resale.Listing) bool {
				return (all || slices.Contains(events, l.EventID)) && oneOf(f.Statuses, listingStatus(l)) && (f.CurrencyID == nil || *f.CurrencyID == l.CurrencyID)
			})
		},
	},
	first: 13,
	knows: resaleFilters,
	load: func(n *near, rows []resale.Listing) error {
		n.resold = resold{listings: map[int64]*resale.Listing{}}
		var ids []int64
		for i := range rows {
			n.resold.listings[rows[i].ID] = &rows[i]
			ids = append(ids, rows[i].ContractIDs...)
		}
		contracts, err := byID(n.r, resale.Contracts, ids, func(c *resale.Contract) int64 { return c.ID })
		if err != nil {
			return err
		}
		return n.resold.load(n, contracts)
	},
	cols: []col[resale.Listing]{
		{labelled("listing_id", Integer), func(_ *near, l *resale.Listing) any { return l.ID }},
		{labelled("event_name", Text), func(n *near, l *resale.Listing) any { return n.eventName(l.EventID) }},
		{labelled("seller", Text), func(n *near, l *resale.Listing) any { return n.personName(l.SellerID) }},
		{labelled("status", Text), func(_ *near, l *resale.Listing) any { return listingStatus(l) }},
		{labelled("price", Cash), ofContracts(func(_ *near, c *resale.Contract) int64 { return c.Price })},
		{labelled("contract_count", Integer), func(_ *near, l *resale.Listing) any { return int64(len(l.ContractIDs)) }},
		{labelled("sold_count", Integer), func(n *near, l *resale.Listing) any { return n.resold.soldOf(l) }},
		{labelled("closure_type", Text), func(_ *near, l *resale.Listing) any { return textOrNil(string(l.Closure)) }},
		{labelled("pending_proceeds", Cash), ofContracts(pendingProceeds)},
		{labelled("paid_proceeds", Cash), ofContracts(paidProceeds)},
		{labelled("payout_status", Text), func(n *near, l *resale.Listing) any { return n.resold.statusOf(l) }},
		{labelled("currency_code", Text), func(n *near, l *resale.Listing) any { return n.currencyCode(l.CurrencyID) }},
		{labelled("created_at", Moment), func(_ *near, l *resale.Listing) any { return l.CreatedAt }},

		{labelled("seller_email", Text), func(n *near, l *resale.Listing) any { return n.personEmail(l.SellerID) }},
		{labelled("event_id", Integer), func(_ *near, l *resale.Listing) any { return l.EventID }},
		{labelled("order_id", Integer), func(_ *near, l *resale.Listing) any { return l.OrderID }},
		{labelled("minimum_quantity", Integer), func(_ *near, l *resale.Listing) any { return l.MinQuantity }},
		{labelled("on_sale_from", Moment), func(_ *near, l *resale.Listing) any { return l.OnSaleFrom }},
		{labelled("on_sale_until", Moment), func(_ *near, l *resale.Listing) any { return l.OnSaleUntil }},
		{labelled("closed_at", Moment), func(_ *near, l *resale.Listing) any { return timeOrNil(l.ClosedAt) }},
	},
}

func listingStatus(l *resale.Listing) string {
	if l.Open() {
		return "active"
	}
	return "closed"
}

// ofContracts adds up an amount of the contracts of a listing.
func ofContracts(value func(*near, *resale.Contract) int64) func(*near, *resale.Listing) any {
	return func(n *near, l *resale.Listing) any {
		sum := int64(0)
		for _, id := range l.ContractIDs {
			if c := n.resold.contracts[id]; c != nil {
				sum += value(n, c)
			}
		}
		return Amount{sum, l.CurrencyID}
	}
}

func pendingProceeds(n *near, c *resale.Contract) int64 {
	pending, _ := n.resold.proceeds(c)
	return pending
}

func paidProceeds(n *near, c *resale.Contract) int64 {
	_, paid := n.resold.proceeds(c)
	return paid
}

func (x *resold) soldOf(l *resale.Listing) (n int64) {
	for _, id := range l.ContractIDs {
		if c := x.contracts[id]; c != nil && c.State == resale.Sold {
			n++
		}
	}
	return n
}

// statusOf is pending while any seller of what was sold waits.
func (x *resold) statusOf(l *resale.Listing) any {
	var status any
	for _, id := range l.ContractIDs {
		if c := x.contracts[id]; c != nil {
			if one := x.payoutStatus(c); one == payoutPending || status == nil {
				status = one
			}
		}
	}
	return status
}

func (x *resold) payoutStatus(c *resale.Contract) any {
	switch pending, _ := x.proceeds(c); {
	case c.State != resale.Sold:
		return nil
	case pending > 0:
		return payoutPending
	}
	return payoutPaid
}

// contractRows is every contract, which is the offer of one item.
var contractRows = records[resale.Contract]{
	list: &list.List[resale.Contract, Filter]{
		Needs: app.ViewResale, Name: "report-resale-contracts", Max: exportPage, Table: resale.Contracts,
		Plan: func(r app.Reader, f *Filter) (list.Plan[resale.Contract], error) {
			events, all, err := f.events(r)
			if err != nil {
				return list.Plan[resale.Contract]{}, err
			}
			return newestFirst(r, resale.Contracts, all && f.Statuses == nil && f.CurrencyID == nil, func(c *resale.Contract) bool {
				return (all || slices.Contains(events, eventOfContract(r, c))) && oneOf(f.Statuses, c.State.Slug()) && (f.CurrencyID == nil || *f.CurrencyID == c.CurrencyID)
			})
		},
	},
	first: 12,
	knows: resaleFilters,
	load: func(n *near, rows []resale.Contract) (err error) {
		var listings, items []int64
		contracts := map[int64]*resale.Contract{}
		for i := range rows {
			c := &rows[i]
			contracts[c.ID] = c
			listings, items = append(listings, c.ListingID), append(items, c.ItemID)
		}
		if err := n.items.load(n.r, order.Items, items); err != nil {
			return err
		}
		if n.resold.listings, err = byID(n.r, resale.Listings, listings, func(l *resale.Listing) int64 { return l.ID }); err != nil {
			return err
		}
		return n.resold.load(n, contracts)
	},
	cols: []col[resale.Contract]{
		{labelled("contract_id", Integer), func(_ *near, c *resale.Contract) any { return c.ID }},
		{labelled("event_name", Text), ofListing(func(n *near, l *resale.Listing) any { return n.eventName(l.EventID) })},
		{labelled("item_name", Text), func(n *near, c *resale.Contract) any {
			if i := n.items.of(c.ItemID); i != nil {
				return i.SaleName
			}
			return nil
		}},
		{labelled("seller", Text), ofListing(func(n *near, l *resale.Listing) any { return n.personName(l.SellerID) })},
		{labelled("buyer", Text), ofBuyer(func(n *near, o *order.Order) any { return n.personName(o.CustomerID) })},
		{labelled("status", Text), func(_ *near, c *resale.Contract) any { return c.State.Slug() }},
		{labelled("price", Cash), func(_ *near, c *resale.Contract) any { return Amount{c.Price, c.CurrencyID} }},
		{labelled("pending_proceeds", Cash), func(n *near, c *resale.Contract) any { return Amount{pendingProceeds(n, c), c.CurrencyID} }},
		{labelled("paid_proceeds", Cash), func(n *near, c *resale.Contract) any { return Amount{paidProceeds(n, c), c.CurrencyID} }},
		{labelled("payout_status", Text), func(n *near, c *resale.Contract) any { return n.resold.payoutStatus(c) }},
		{labelled("currency_code", Text), func(n *near, c *resale.Contract) any { return n.currencyCode(c.CurrencyID) }},
		{labelled("sold_at", Moment), func(_ *near, c *resale.Contract) any { return timeOrNil(c.SoldAt) }},

		{labelled("listing_id", Integer), func(_ *near, c *resale.Contract) any { return c.ListingID }},
		{labelled("order_item_id", Integer), func(_ *near, c *resale.Contract) any { return c.ItemID }},
		{labelled("seller_email", Text), ofListing(func(n *near, l *resale.Listing) any { return n.personEmail(l.SellerID) })},
		{labelled("buyer_email", Text), ofBuyer(func(n *near, o *order.Order) any { return n.personEmail(o.CustomerID) })},
		{labelled("seller_contribution", Cash), func(_ *near, c *resale.Contract) any { return Amount{c.Contribution, c.CurrencyID} }},
		{labelled("closure_type", Text), ofListing(func(_ *near, l *resale.Listing) any { return textOrNil(string(l.Closure)) })},
		{labelled("created_at", Moment), func(_ *near, c *resale.Contract) any { return c.CreatedAt }},
	},
}

func eventOfContract(r app.Reader, c *resale.Contract) int64 {
	l, err := resale.Listings.Get(r, c.ListingID)
	if err != nil {
		return 0
	}
	return l.EventID
}

func ofListing(value func(*near, *resale.Listing) any) func(*near, *resale.Contract) any {
	return func(n *near, c *resale.Contract) any {
		if l := n.resold.listings[c.ListingID]; l != nil {
			return value(n, l)
		}
		return nil
	}
}

// ofBuyer tells of who bought it; what lies in a basket is nobody's yet.
func ofBuyer(value func(*near, *order.Order) any) func(*near, *resale.Contract) any {
	return func(n *near, c *resale.Contract) any {
		if o := n.orders.of(c.BasketID); o != nil && c.State == resale.Sold {
			return value(n, o)
		}
		return nil
	}
}
