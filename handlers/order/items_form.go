package order

import (
	"context"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/app/wallet"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// orderItemAttributes are the attributes of an order item in envelopes. The
// protection has two spellings in the contract.
type orderItemAttributes struct {
	CustomerID        *int64           `json:"customerId"`
	EventID           *int64           `json:"eventId"`
	Barcode           *string          `json:"barcode"`
	NFC               *string          `json:"nfcId"`
	SaleName          string           `json:"saleName"`
	Name              *string          `json:"name"`
	NamedHolder       *string          `json:"namedHolder" needs:"customers.view"`
	Type              catalog.ItemType `json:"type"`
	TypeName          string           `json:"typeName"`
	SaleItemID        int64            `json:"saleItemId"`
	Producing         *int64           `json:"producingOrderItemId" doc:"The line that caused a fee; null means the whole order."`
	BundleLead        *int64           `json:"bundleLeadOrderItemId"`
	BasePrice         int64            `json:"basePrice"`
	CurrencyID        *int64           `json:"currencyId"`
	CurrencySymbol    *string          `json:"currencySymbol"`
	CurrencyCode      *string          `json:"currencyCode"`
	FeeCurrencyID     *int64           `json:"feeCurrencyId"`
	FeeCurrencySymbol *string          `json:"feeCurrencySymbol"`
	FeeCurrencyCode   *string          `json:"feeCurrencyCode"`
	Tax               int64            `json:"tax"`
	BaseTax           int64            `json:"baseTax"`
	ProcessingFee     int64            `json:"processingFee"`
	ProcessingTax     int64            `json:"processingTax"`
	ResellerFee       int64            `json:"resellerFee"`
	ResellerTax       int64            `json:"resellerTax"`
	HideProcessingFee bool             `json:"hideProcessingFee"`
	HideResellerFee   bool             `json:"hideResellerFee"`
	Discount          int64            `json:"discount"`
	Total             int64            `json:"total"`
	Refunded          int64            `json:"refunded"`
	Protection        wire.Protection  `json:"protectionStatus"`
	ProtectionSnake   wire.Protection  `json:"protection_status"`
	Deferred          bool             `json:"deferredPayment"`
	RequiresApproval  bool             `json:"requiresApproval"`
	ApprovedAt        *time.Time       `json:"approvedAt"`
	RejectedAt        *time.Time       `json:"rejectedAt"`
	CancelledAt       *time.Time       `json:"cancelledAt"`
	ValidFrom         *time.Time       `json:"validFrom"`
	ValidTo           *time.Time       `json:"validTo"`
	PointOfSale       *placeJSON       `json:"pointOfSale"`
	Replaced          *replacedJSON    `json:"replacedOrderItem"`
	FullSpaceName     *string          `json:"fullSpaceName"`
	wire.SoftStamps
}

// oneOrderItemAttributes are those of a single read.
type oneOrderItemAttributes struct {
	orderItemAttributes
	VariablePrice      bool `json:"variablePrice" doc:"The buyer named the price."`
	VariablePriceSnake bool `json:"variable_price"`
}

// orderItemsAround is what order items point to.
type orderItemsAround struct {
	*order.Related
	include rest.Include
	tags    map[int64]string
	answers map[int64][]capture.Told  // by order
	spots   map[int64]*seating.Spot   // by space
	wallets map[int64][]wallet.Wallet // by holder
	now     time.Time
	// companyID is the company of the caller.
	companyID int64
}

func orderItemsAroundOf(ctx context.Context, a *app.App, c *app.Caller, items []order.Item, rel *order.Related, in rest.Include) (*orderItemsAround, error) {
	ids := make([]int64, len(items))
	for i := range items {
		ids[i] = items[i].ID
	}
	tags, err := entry.TagsOf(ctx, a, c, ids)
	x := &orderItemsAround{Related: rel, include: in, tags: tags, now: a.Now(), companyID: c.CompanyID}
	if err == nil && in.Has(wire.WalletType) {
		x.wallets, err = wallet.OfCustomers(ctx, a, c, holders(items))
	}
	if err == nil && (in.Has("dataCaptureResponses") || in.Has("dataCaptureFields") || in.Has("dataCaptureQuestions")) {
		x.answers, err = capture.OfOrders(ctx, a, c, rel.Orders)
	}
	if err == nil && (in.Has("spaces") || in.Has("priceBands")) {
		x.spots, err = seating.Spots(ctx, a, c, placesOf(items))
	}
	return x, err
}

// holders are the customers who hold items.
func holders(items []order.Item) (ids []int64) {
	for i := range items {
		if id := items[i].CustomerID; id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (x *orderItemsAround) attributes(it *order.Item) orderItemAttributes {
	processingTax, resellerTax := it.FeeTaxes()
	out := orderItemAttributes{
		CustomerID: wire.OrNull(it.CustomerID), EventID: wire.OrNull(it.EventID), Barcode: wire.OrNull(it.Barcode), NFC: wire.OrNull(x.tags[it.ID]),
		SaleName: it.SaleName, NamedHolder: wire.OrNull(it.NamedHolder), Type: it.Type, TypeName: it.Type.DisplayName(),
		SaleItemID: it.SaleItemID, Producing: wire.OrNull(it.ProducingItemID), BundleLead: wire.OrNull(it.LeadItemID),
		BasePrice: it.Base, Tax: it.Tax, BaseTax: it.BaseTax,
		ProcessingFee: it.ProcessingFee, ProcessingTax: processingTax, HideProcessingFee: it.HideProcessingFee,
		ResellerFee: it.ResellerFee, ResellerTax: resellerTax, HideResellerFee: it.HideResellerFee,
		Discount: it.Discount, Total: it.Price, Refunded: it.Refunded,
		Protection: wire.Protection(it.ProtectionNow().String()), ProtectionSnake: wire.Protection(it.ProtectionNow().String()), Deferred: it.Deferred(),
		RequiresApproval: it.RequiresApproval, ApprovedAt: it.ApprovedAt, RejectedAt: it.RejectedAt, CancelledAt: it.CancelledAt,
		ValidFrom: it.ValidFrom, ValidTo: it.ValidTo, Replaced: replacedForm(it.Replaced),
		SoftStamps: wire.SoftStampsOf(it.CreatedAt, it.UpdatedAt, it.DeletedAt),
	}
	if i := x.Inventory[it.ItemID]; i != nil {
		out.Name = &i.Name
	}
	if o := x.Orders[it.OrderID]; o != nil {
		out.sold(o)
	}
	if it.Place != nil && x.include.Has("spaces") {
		full := it.Place.FullName()
		out.FullSpaceName = &full
	}
	return out
}

// sold fills in what an item shows of its order.
func (out *orderItemAttributes) sold(o *order.Order) {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	out.CurrencyID, out.CurrencySymbol, out.CurrencyCode = &cur.ID, &cur.Symbol, &cur.Code
	out.FeeCurrencyID, out.FeeCurrencySymbol, out.FeeCurrencyCode = &cur.ID, &cur.Symbol, &cur.Code
	place := places[o.Channel]
	out.PointOfSale = &place
}

// relations are those that were asked for. Of transactions and former barcodes
// the contract shows one: the payment, and the newest code.
func (x *orderItemsAround) relations(it *order.Item, in *rest.Included) rest.Relations {
	var out rest.Relations
	for _, name := range x.include {
		data := x.relation(name, it, in)
		out = append(out, rest.Relation{Name: name, Data: data})
	}
	return out
}

func (x *orderItemsAround) relation(name string, it *order.Item, in *rest.Included) any {
	switch name {
	case "orders":
		return x.orderRef(it, in)
	case "customers":
		if c := x.Customers[it.CustomerID]; c != nil {
			in.Add(name, c.ID, wire.CustomerAttributesOf(c))
			return rest.Ref{Type: name, ID: c.ID}
		}
	case "events":
		if e := x.Events[it.EventID]; e != nil {
			in.Add(name, e.ID, soldEventForm(e))
			return rest.Ref{Type: name, ID: e.ID}
		}
	case "saleItems":
		if v := x.SaleItems[it.SaleItemID]; v != nil {
			in.Add(name, v.ID, soldSaleItemForm(v), wire.IncludeItem(in, v))
			return rest.Ref{Type: name, ID: v.ID}
		}
	case "notes":
		if it.Notes != "" {
			in.Add(name, it.ID, noteJSON{it.Notes, wire.SoftStampsOf(it.CreatedAt, it.UpdatedAt, it.DeletedAt)})
			return rest.Ref{Type: name, ID: it.ID}
		}
	case "transactions":
		return x.transactionRef(it, in)
	case "discountCodes":
		if o := x.Orders[it.OrderID]; o != nil && x.Codes[o.DiscountID] != nil {
			in.Add(name, o.DiscountID, discountCodeForm(x.Codes[o.DiscountID]))
			return rest.Ref{Type: name, ID: o.DiscountID}
		}
	case "accessCodes":
		if o := x.Orders[it.OrderID]; o != nil && x.AccessCodes[o.AccessID] != nil {
			in.Add(name, o.AccessID, accessCodeForm(x.Company, x.AccessCodes[o.AccessID]))
			return rest.Ref{Type: name, ID: o.AccessID}
		}
	case "historicBarcodes":
		return x.oldBarcodeRef(it, in)
	case "dataCaptureResponses", "dataCaptureFields", "dataCaptureQuestions":
		return x.answered(name, it, in)
	case "priceBands", "spaces", "spaceAreas", "spaceBlocks", "spaceGates", "spaceRows", "spaceStairs", "spaceStands", "spaceTables":
		return x.spaceRef(name, it, in)
	case wire.WalletType:
		return wire.IncludeWallets(x.wallets[it.CustomerID], x.companyID, x.now, in)
	}
	return (*rest.Ref)(nil)
}

// answered are the answers that concern an item, or their questions or fields, each once.
func (x *orderItemsAround) answered(name string, it *order.Item, in *rest.Included) []rest.Ref {
	refs := []rest.Ref{}
	told := capture.About(x.answers[it.OrderID], it.ID)
	for i := range told {
		t, ref := &told[i], rest.Ref{Type: name}
		switch name {
		case wire.ResponseType:
			ref.ID = t.ID
			in.Add(name, t.ID, wire.ResponseForm(t))
		case wire.QuestionType:
			ref.ID = t.QuestionID
			in.Add(name, t.QuestionID, wire.QuestionForm(t.Question))
		default:
			ref.ID = t.FieldID
			in.Add(name, t.FieldID, wire.FieldRow(t.Field).Attributes)
		}
		if !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	return refs
}

func (x *orderItemsAround) orderRef(it *order.Item, in *rest.Included) any {
	o := x.Orders[it.OrderID]
	if o == nil {
		return (*rest.Ref)(nil)
	}
	in.Add("orders", o.ID, soldOrderForm(o))
	return rest.Ref{Type: "orders", ID: o.ID}
}

func soldOrderForm(o *order.Order) soldOrderJSON {
	t := o.Totals
	cur, _ := company.CurrencyByID(o.CurrencyID)
	return soldOrderJSON{
		CustomerID: wire.OrNull(o.CustomerID), Reference: o.Reference, TotalExTax: t.Total - t.Tax, Tax: t.Tax, Fees: t.Fees,
		Discount: t.Discount, Refunded: t.Refunded, Paid: t.Paid, Total: t.Total,
		RecoveredFrom: wire.OrNull(o.RecoveredFrom), ExpiresAt: o.ExpiresAt, CompletedAt: o.CompletedAt, Status: rest.Words(o.Status.Name()), StatusSlug: wire.OrderStatus(o.Status.Slug()), StatusID: int64(o.Status),
		CurrencyFields:    wire.CurrencyFieldsOf(cur),
		FeeCurrencyFields: wire.FeeCurrencyFieldsOf(cur),
	}
}

func (x *orderItemsAround) transactionRef(it *order.Item, in *rest.Included) any {
	o := x.Orders[it.OrderID]
	if o == nil || len(o.TransactionIDs) == 0 {
		return (*rest.Ref)(nil)
	}
	for _, id := range o.TransactionIDs {
		if t := x.Transactions[id]; t != nil {
			in.Add("transactions", id, orderTransactionJSON{t.OrderID, transactionAttributesOf(t)})
		}
	}
	return rest.Ref{Type: "transactions", ID: o.TransactionIDs[0]}
}

func (x *orderItemsAround) oldBarcodeRef(it *order.Item, in *rest.Included) any {
	codes := x.OldBarcodes[it.ID]
	if len(codes) == 0 {
		return (*rest.Ref)(nil)
	}
	for _, b := range codes {
		in.Add("historicBarcodes", b.ID, snakeBarcodeJSON{b.OrderItemID, b.Old, b.New, b.ChangedAt})
	}
	return rest.Ref{Type: "historicBarcodes", ID: codes[len(codes)-1].ID}
}

// soldOrderJSON is an order beside its items.
type soldOrderJSON struct {
	CustomerID         *int64           `json:"customerId"`
	Reference          string           `json:"reference"`
	TotalExTax         int64            `json:"totalExTax"`
	Tax                int64            `json:"tax"`
	Fees               int64            `json:"fees"`
	Discount           int64            `json:"discount"`
	Refunded           int64            `json:"refunded"`
	Paid               int64            `json:"paid"`
	Total              int64            `json:"total"`
	ProcessingAttempts int64            `json:"processingAttempts"`
	RecoveredFrom      *int64           `json:"recoveredFrom"`
	ExpiresAt          *time.Time       `json:"expiresAt"`
	CompletedAt        *time.Time       `json:"completedAt"`
	Status             rest.Words       `json:"status"`
	StatusSlug         wire.OrderStatus `json:"statusSlug"`
	StatusID           int64            `json:"statusId"`
	wire.CurrencyFields
	wire.FeeCurrencyFields
}

// soldEventJSON is an event beside the items sold for it.
type soldEventJSON struct {
	Name           string     `json:"name"`
	Description    *string    `json:"description"`
	StartDate      time.Time  `json:"startDate"`
	EndDate        time.Time  `json:"endDate"`
	ActivatedAt    *time.Time `json:"activatedAt"`
	OrganiserName  *string    `json:"organiserName"`
	OrganiserEmail *string    `json:"organiserEmail"`
	OrganiserPhone *string    `json:"organiserPhone"`
	DeletedAt      *time.Time `json:"deletedAt"`
}

func soldEventForm(e *catalog.Event) soldEventJSON {
	return soldEventJSON{
		Name: e.Name, Description: wire.OrNull(e.Description), StartDate: e.Start, EndDate: e.End, ActivatedAt: e.ActivatedAt,
		OrganiserName: wire.OrNull(e.OrganiserName), OrganiserEmail: wire.OrNull(e.OrganiserEmail),
		OrganiserPhone: wire.OrNull(e.OrganiserPhone), DeletedAt: e.DeletedAt,
	}
}

type noteJSON struct {
	Note string `json:"note"`
	wire.SoftStamps
}

// snakeBarcodeJSON is a former barcode in envelopes, where the contract spells
// it in another way than inside orders.
type snakeBarcodeJSON struct {
	OrderItemID int64     `json:"orderItemId"`
	Old         string    `json:"old_barcode"`
	New         string    `json:"new_barcode"`
	ChangedAt   time.Time `json:"changedAt"`
}

// orderTransactionJSON are the attributes of a transaction in envelopes.
type orderTransactionJSON struct {
	OrderID int64 `json:"orderId"`
	transactionAttributes
}

// soldSaleItemJSON is a sale item beside what was sold of it.
type soldSaleItemJSON struct {
	wire.SaleItemStockJSON
	OnSaleUntil *time.Time `json:"onSaleUntil"`
	PriceBandID *int64     `json:"priceBandId"`
	wire.SaleItemRulesJSON
	DeletedAt *time.Time `json:"deletedAt"`
}

func soldSaleItemForm(v *catalog.SaleItemView) soldSaleItemJSON {
	return soldSaleItemJSON{
		SaleItemStockJSON: wire.SaleItemStock(v), OnSaleUntil: v.OnSaleUntil, PriceBandID: wire.OrNull(v.PriceBandID),
		SaleItemRulesJSON: wire.SaleItemRules(v), DeletedAt: v.DeletedAt,
	}
}

// Beside lists what can be asked for beside an order item.
func (orderItemAttributes) Beside() []rest.Kind {
	return append(append([]rest.Kind{
		{Type: "orders", Attributes: soldOrderJSON{}}, {Type: "customers", Attributes: wire.CustomerAttributes{}}, {Type: "events", Attributes: soldEventJSON{}},
		{Type: "saleItems", Attributes: soldSaleItemJSON{}}, {Type: "notes", Attributes: noteJSON{}}, {Type: "transactions", Attributes: orderTransactionJSON{}},
		{Type: "discountCodes", Attributes: discountCodeJSON{}}, {Type: "accessCodes", Attributes: accessCodeJSON{}},
		{Type: wire.ResponseType, Attributes: wire.ResponseJSON{}}, {Type: wire.QuestionType, Attributes: wire.QuestionJSON{}}, {Type: wire.FieldType, Attributes: wire.FieldJSON{}},
		{Type: "historicBarcodes", Attributes: snakeBarcodeJSON{}}, {Type: wire.WalletType, Attributes: wire.SnakeWalletJSON{}},
	}, wire.BesideSaleItem...), besideSpaces()...)
}
