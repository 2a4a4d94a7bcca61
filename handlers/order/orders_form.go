package order

import (
	"slices"
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// orderCommon is what an order shows in the list and alone.
type orderCommon struct {
	ID         int64 `json:"id"`
	TotalExTax int64 `json:"totalExTax"`
	Tax        int64 `json:"tax"`
	Paid       int64 `json:"paid"`
	Fees       int64 `json:"fees"`
	Discount   int64 `json:"discount"`
	Refunded   int64 `json:"refunded"`
	Total      int64 `json:"total"`
	wire.CurrencyFields
	wire.FeeCurrencyFields
	Reference     string           `json:"reference"`
	Date          time.Time        `json:"date" doc:"The completion; of a reservation or basket its beginning."`
	Notes         *string          `json:"notes"`
	Status        rest.Words       `json:"status"`
	StatusSlug    wire.OrderStatus `json:"statusSlug"`
	StatusID      int64            `json:"statusId"`
	ReserverName  *string          `json:"reserverName" needs:"customers.view"`
	CustomerID    *int64           `json:"customerId"`
	CustomerName  *string          `json:"customerName" needs:"customers.view" deprecated:"true" doc:"Use customer.name."`
	CustomerEmail *string          `json:"customerEmail" needs:"customers.view" deprecated:"true" doc:"Use customer.email."`
	PointOfSale   placeJSON        `json:"pointOfSale"`

	IsDemo         rest.Opt[bool]              `json:"isDemo" doc:"It was sold in demo mode and never counts as real; absent for all others."`
	DeliveryMethod rest.Opt[wire.DeliveryJSON] `json:"deliveryMethod" doc:"The delivery that was chosen; absent for tickets by e-mail."`

	DownloadURL     *rest.Path `json:"downloadUrl" needs:"customers.view" doc:"The tickets that the purchaser holds, as PDF. Whoever has the address needs no log-in."`
	FullDownloadURL *rest.Path `json:"fullDownloadUrl" needs:"customers.view" doc:"The tickets of the whole order."`
}

// placeJSON is where something was sold.
type placeJSON struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// listedOrderJSON is an order in the list.
type listedOrderJSON struct {
	_ rest.Of `rest:"orders"`
	orderCommon
	MobileWalletPassURL *rest.Path         `json:"mobileWalletPassUrl" needs:"customers.view" doc:"What the phone that opens it can keep of the tickets that the purchaser holds. Null where the company makes no passes, or there are more than 10 of them."`
	AppleWalletPassURL  *rest.Path         `json:"appleWalletPassUrl" needs:"customers.view" doc:"The same as a .pkpass file, or a .pkpasses file for several."`
	TransactionIDs      []int64            `json:"transactionIds"`
	DiscountCodeIDs     []int64            `json:"discountCodeIds" rest:"include:discountCodes"`
	AccessCodeIDs       []int64            `json:"accessCodeIds" rest:"include:accessCodes"`
	Items               []orderItemJSON    `json:"items"`
	Customer            *wire.CustomerJSON `json:"customer" needs:"customers.view" rest:"include:customers"`
	DeliveryAddress     *wire.AddressJSON  `json:"deliveryAddress" needs:"customers.view" rest:"include:deliveryAddresses"`
	Transactions        []transactionJSON  `json:"transactions" rest:"include"`
	DiscountCodes       []discountCodeJSON `json:"discountCodes" rest:"include"`
	AccessCodes         []accessCodeJSON   `json:"accessCodes" rest:"include"`
}

// orderJSON is an order alone.
type orderJSON struct {
	_ rest.Of `rest:"orders"`
	orderCommon
	PaymentMethod   []string           `json:"paymentMethod" doc:"Of a simulated payment it says so: no money moved."`
	DiscountCodeIDs []int64            `json:"discountCodeIds" rest:"include:discountCodes"`
	AccessCodeIDs   []int64            `json:"accessCodeIds" rest:"include:accessCodes"`
	Items           []orderItemJSON    `json:"items"`
	Customer        *wire.CustomerJSON `json:"customer" needs:"customers.view" rest:"include"`
	DeliveryAddress *wire.AddressJSON  `json:"deliveryAddress" needs:"customers.view" rest:"include"`
	Transactions    []transactionJSON  `json:"transactions" rest:"include"`
	DiscountCodes   []discountCodeJSON `json:"discountCodes" rest:"include"`
	AccessCodes     []accessCodeJSON   `json:"accessCodes" rest:"include"`

	Balance   rest.Opt[int64]     `json:"balance" doc:"What a deposit left to be paid; absent where none did."`
	ExpiresAt rest.Opt[time.Time] `json:"expiresAt" doc:"Until when it waits; absent where it does not, or for ever."`
}

// transactionJSON is a transaction beside its order.
type transactionJSON struct {
	_       rest.Of `rest:"transactions"`
	ID      int64   `json:"id"`
	OrderID int64   `json:"orderId"`
	transactionAttributes
}

// transactionAttributes are the attributes of a transaction but its order, which
// stands apart.
type transactionAttributes struct {
	Total            int64                  `json:"total"`
	ExternalFee      *int64                 `json:"externalFee"`
	Metadata         []string               `json:"metadata"`
	ExternalApplFee  *int64                 `json:"externalApplicationFeeId"`
	PaymentGateway   *string                `json:"paymentGateway"`
	GatewayReference *string                `json:"gatewayReference"`
	Status           wire.TransactionStatus `json:"status"`
	Type             transactionType        `json:"type"`

	IsDemo rest.Opt[bool] `json:"isDemo" doc:"It was made in demo mode, and no money moved; absent for all others."`
	wire.Stamps
}

// transactionType is the type of a transaction.
type transactionType string

func (transactionType) Values() []string { return order.TransactionTypes() }

func transactionForm(t *order.Transaction) transactionJSON {
	return transactionJSON{ID: t.ID, OrderID: t.OrderID, transactionAttributes: transactionAttributesOf(t)}
}

func transactionAttributesOf(t *order.Transaction) transactionAttributes {
	out := transactionAttributes{
		Total: t.Total, PaymentGateway: wire.OrNull(t.Gateway), GatewayReference: wire.OrNull(t.Reference), Status: wire.TransactionStatus(t.Status), Type: transactionType(t.Type),
		Stamps: wire.StampsOf(t.CreatedAt, t.UpdatedAt),
	}
	if t.OfDemo() {
		out.IsDemo = rest.Some(true)
	}
	return out
}

// places names the sales channels as the contract does.
var places = map[catalog.Channel]placeJSON{
	catalog.Shop:       {"online", "Shop"},
	catalog.BoxOffice:  {"box_office", "Box office"},
	catalog.APIChannel: {"api", "API"},
	catalog.Import:     {"data_import", "Data import"},
	catalog.InvoiceOut: {"invoice", "Invoice"},
	catalog.Kiosk:      {"kiosk", "Kiosk"},
}

// ordersAround is what orders point to, in the form in which it is written, each
// once.
type ordersAround struct {
	*order.Related
	venues map[int64]*wire.OrderVenueJSON
	paths  []rest.Path
	// shown are the purchasers that were asked for.
	shown map[int64]*wire.CustomerJSON
}

func newOrdersAround(rel *order.Related) *ordersAround {
	x := &ordersAround{Related: rel, venues: map[int64]*wire.OrderVenueJSON{}, shown: map[int64]*wire.CustomerJSON{}}
	for id, v := range rel.Venues {
		x.venues[id] = wire.OrderVenueForm(v)
	}
	return x
}

func (x *ordersAround) common(o *order.Order) orderCommon {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	t := o.Totals
	out := orderCommon{
		ID: o.ID, TotalExTax: t.Total - t.Tax, Tax: t.Tax, Paid: t.Paid, Fees: t.Fees,
		Discount: t.Discount, Refunded: t.Refunded, Total: t.Total,
		CurrencyFields:    wire.CurrencyFieldsOf(cur),
		FeeCurrencyFields: wire.FeeCurrencyFieldsOf(cur),
		Reference:         o.Reference, Date: o.Date(), Notes: wire.Shown(&o.Notes),
		Status: rest.Words(o.Status.Name()), StatusSlug: wire.OrderStatus(o.Status.Slug()), StatusID: int64(o.Status),
		ReserverName: wire.Shown(&o.ReserverName), CustomerID: wire.Shown(&o.CustomerID), PointOfSale: places[o.Channel],
	}
	if o.Demo {
		out.IsDemo = rest.Some(true)
	}
	out.DeliveryMethod = wire.DeliveryForm(o.Delivery)
	if c := x.Contacts[o.CustomerID]; c != nil {
		out.CustomerName, out.CustomerEmail = &c.Name, wire.Shown(&c.Email)
	}
	return out
}

// links writes the download links of an order and of its items. Rows of a list share
// the memory of one.
func (x *ordersAround) links(v *order.View, out *orderCommon, item func(i int) *orderItemJSON) {
	d := &v.Downloads
	x.paths = slices.Grow(x.paths[:0], 2*len(d.Items)+4)
	out.FullDownloadURL, out.DownloadURL = x.path(d.Whole), x.path(d.Own)
	for i, link := range d.Items {
		item(i).DownloadURL = x.path(link)
		item(i).AppleWalletPassURL = x.file(d.Wallets.Apple && d.HasPass(i), link, wire.PassFile)
	}
}

// file is the address of something behind a link, nil without one.
func (x *ordersAround) file(wanted bool, link, name string) *rest.Path {
	if !wanted || link == "" {
		return nil
	}
	return x.path(link + name)
}

// path is an address, nil without one.
func (x *ordersAround) path(link string) *rest.Path {
	if link == "" {
		return nil
	}
	x.paths = append(x.paths, rest.Path(link))
	return &x.paths[len(x.paths)-1]
}

// show brings a customer into the form of its orders; nil when there is none.
func (x *ordersAround) show(id int64) *wire.CustomerJSON {
	c := x.Customers[id]
	if c == nil {
		return nil
	}
	if x.shown[id] == nil {
		form := wire.CustomerForm(c)
		x.shown[id] = &form
	}
	return x.shown[id]
}

func (x *ordersAround) transactions(ids []int64) []transactionJSON {
	var out []transactionJSON
	for _, id := range ids {
		if t := x.Transactions[id]; t != nil {
			out = append(out, transactionForm(t))
		}
	}
	return out
}

// listed writes an order into its row of the list, over the one before.
func (x *ordersAround) listed(v *order.View, out *listedOrderJSON) {
	items := out.Items[:0]
	if n := len(v.Items); n > cap(items) {
		items = make([]orderItemJSON, n)
	} else {
		items = items[:n]
	}
	for i := range v.Items {
		x.item(&v.Items[i], &items[i])
	}
	*out = listedOrderJSON{
		orderCommon: x.common(v.Order), TransactionIDs: v.TransactionIDs, Items: items,
		Customer: x.shown[v.CustomerID], DeliveryAddress: wire.AddressForm(v.Order), Transactions: x.transactions(v.TransactionIDs),
	}
	out.DiscountCodeIDs, out.DiscountCodes = x.discountCodes(v.Order)
	out.AccessCodeIDs, out.AccessCodes = x.accessCodes(v.Order)
	x.links(v, &out.orderCommon, func(i int) *orderItemJSON { return &items[i] })
	if d := &v.Downloads; d.Passes > 0 && d.Passes <= wire.MaxPasses {
		out.AppleWalletPassURL = x.file(d.Wallets.Apple, d.Own, wire.PassFile)
		out.MobileWalletPassURL = x.file(d.Wallets != order.Wallets{}, d.Own, wire.WalletFile)
	}
}

func orderForm(v *order.View, rel *order.Related) orderJSON {
	x := newOrdersAround(rel)
	out := orderJSON{
		orderCommon: x.common(v.Order), PaymentMethod: v.MethodNames(), Items: make([]orderItemJSON, len(v.Items)),
		Customer: x.show(v.CustomerID), DeliveryAddress: wire.AddressForm(v.Order), Transactions: x.transactions(v.TransactionIDs),
	}
	out.DiscountCodeIDs, out.DiscountCodes = x.discountCodes(v.Order)
	out.AccessCodeIDs, out.AccessCodes = x.accessCodes(v.Order)
	if v.Status == order.PartiallyPaid {
		out.Balance = rest.Some(v.Totals.Total - v.Totals.Paid)
	}
	if v.ExpiresAt != nil && v.Status.Holds() {
		out.ExpiresAt = rest.Some(*v.ExpiresAt)
	}
	for i := range v.Items {
		x.item(&v.Items[i], &out.Items[i])
	}
	x.links(v, &out.orderCommon, func(i int) *orderItemJSON { return &out.Items[i] })
	return out
}
