package order

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/indexes"
	"marquee/kv"
)

// Order is a basket while Status is Active, and the order afterwards.
type Order struct {
	ID int64 `msgpack:"id"`
	// Reference is short, shown to buyers, unique in the installation.
	Reference  string          `msgpack:"r"`
	Status     Status          `msgpack:"s"`
	CurrencyID int64           `msgpack:"cu"`
	CustomerID int64           `msgpack:"c,omitempty"` // the purchaser; 0: anonymous
	Channel    catalog.Channel `msgpack:"ch"`
	// PriceChannel is the channel whose prices are charged.
	PriceChannel catalog.Channel `msgpack:"pc,omitempty"`
	UserID       int64           `msgpack:"u,omitempty"` // the staff user who sold
	ReserverName string          `msgpack:"rn,omitempty"`
	Notes        string          `msgpack:"n,omitempty"`
	// Remarks are what staff noted for each other, the oldest first.
	Remarks []Remark `msgpack:"rk,omitempty"`
	// DiscountID is the discount code that counts, 0: none. It counts as used
	// when it took something off.
	DiscountID int64 `msgpack:"dc,omitempty"`
	// AutoDiscount: nobody entered it, it counts by itself. NoAutoDiscount: such a code
	// was taken off by hand, and none comes back.
	AutoDiscount   bool `msgpack:"dau,omitempty"`
	NoAutoDiscount bool `msgpack:"dan,omitempty"`
	// CodeEvents are the events of what the discount code reduces, where it is counted by
	// events.
	CodeEvents []int64 `msgpack:"dce,omitempty"`
	// AccessID is the access code that was entered, 0: none.
	AccessID int64 `msgpack:"ac,omitempty"`

	// ItemIDs are all items ever added, removed ones included, in order of adding.
	ItemIDs        []int64            `msgpack:"i,omitempty"`
	EventIDs       []int64            `msgpack:"e,omitempty"`  // of live items, each once, ascending
	Types          []catalog.ItemType `msgpack:"ty,omitempty"` // of live items, each once
	TransactionIDs []int64            `msgpack:"tr,omitempty"`
	// Entries are those of the ledger that were made for the order, but for what an
	// upgrade wrote.
	Entries []int64 `msgpack:"le,omitempty"`
	// PaymentID is the payment by card that counts, 0: none.
	PaymentID int64        `msgpack:"pm,omitempty"`
	Methods   []string     `msgpack:"m,omitempty"` // payment methods used
	Totals    money.Totals `msgpack:"to"`
	// Resale and Modified tell that an item replaces a resold or modified one.
	Resale   bool `msgpack:"rs,omitempty"`
	Modified bool `msgpack:"mo,omitempty"`

	// Override names the staff user who lifted a basket rule last, else 0; Lifted are
	// the rules.
	Override int64    `msgpack:"ov,omitempty"`
	Lifted   []string `msgpack:"ol,omitempty"`
	// InhibitMail: the caller asked that no confirmation be sent.
	InhibitMail bool `msgpack:"im,omitempty"`
	// QuietApproval: the caller asked that its buyer be told nothing while it waits for approval.
	QuietApproval bool `msgpack:"qa,omitempty"`

	// Extensions is how often the basket was extended, and HeldUntil how far extensions
	// reach since its content changed last; nil as long as there was none.
	Extensions int64      `msgpack:"xn,omitempty"`
	HeldUntil  *time.Time `msgpack:"xh,omitempty"`
	// BegunAt is when the basket got its first unit; nil before that, and in orders of earlier
	// releases.
	BegunAt *time.Time `msgpack:"xb,omitempty"`
	// RecoveredFrom is the expired basket that this one was made of.
	RecoveredFrom int64 `msgpack:"rf,omitempty"`
	// RecoveredAs is the basket that this expired one was recovered as last.
	RecoveredAs int64 `msgpack:"ras,omitempty"`
	// Answers: somebody answered questions about it.
	Answers bool `msgpack:"aw,omitempty"`
	// Link hands the basket over to a browser, nil while nobody asked for that.
	Link *Link `msgpack:"lk,omitempty"`
	// Details are what its buyer typed in the shop, nil without.
	Details *Details `msgpack:"dt,omitempty"`
	// Delivery is how it reaches its buyer, nil: by e-mail and as a download.
	Delivery *Delivery `msgpack:"dv,omitempty"`
	// PaymentLink is the hash of the secret of its payment link, empty without one.
	PaymentLink []byte `msgpack:"pk,omitempty"`
	// PaymentLinks is how many payment links it had.
	PaymentLinks int64 `msgpack:"pn,omitempty"`
	// Instant: its tickets are good before it is paid.
	Instant bool `msgpack:"ia,omitempty"`
	// Deposit is what was paid first, 0: the order is paid at once. It is kept when the
	// balance is not paid.
	Deposit int64 `msgpack:"dp,omitempty"`
	// Demo: it was sold while the company was in demo mode, so no money moved. It stays so
	// for ever, whatever becomes of the company; see demo.go.
	Demo bool `msgpack:"sm,omitempty"`
	// Path are the states between the basket and Status, see walk.go.
	Path []Status `msgpack:"pa,omitempty"`
	// LinksRevoked is how often the download links of the order were made worthless.
	LinksRevoked int64 `msgpack:"lv,omitempty"`
	// BuyerRevoked is how often those were that its buyer had alone.
	BuyerRevoked int64 `msgpack:"lw,omitempty"`
	// Modifies is the order that this one is to take the place of, 0 for most; Carried is
	// what of it was paid with that.
	Modifies int64 `msgpack:"md,omitempty"`
	Carried  int64 `msgpack:"cy,omitempty"`
	// Forfeits is what of the money of that order is kept with it.
	Forfeits int64 `msgpack:"fo,omitempty"`
	// Rebooks: it takes the place of that order because dates were moved.
	Rebooks bool `msgpack:"rb,omitempty"`
	// ModifiedBy is the basket that is to take its place: until then it is locked.
	ModifiedBy int64 `msgpack:"mb,omitempty"`
	// Gives: something in the basket is to be somebody else's when it is bought.
	Gives bool `msgpack:"gv,omitempty"`
	// HandedOver is how often items of it got another holder.
	HandedOver int64 `msgpack:"ho,omitempty"`
	// LinkedAs is the customer over whom its links are made, see link.go; 0: the purchaser.
	LinkedAs int64 `msgpack:"la,omitempty"`
	// Former are those who were its purchaser before, the last one last.
	Former []int64 `msgpack:"fc,omitempty"`

	CreatedAt   time.Time  `msgpack:"ca"`
	UpdatedAt   time.Time  `msgpack:"ua"`
	ExpiresAt   *time.Time `msgpack:"ea,omitempty"` // stays on what has expired
	CompletedAt *time.Time `msgpack:"co,omitempty"`
	DeletedAt   *time.Time `msgpack:"da,omitempty"`
	// ChangedAt moves with the order and everything hanging on it.
	ChangedAt time.Time `msgpack:"ch2"`
}

// OfflineLimit is what was lifted for a sale of a device that took more while it was alone
// than its shop allows.
const OfflineLimit = "offline_limit"

// Overdue tells whether the time of an order that can expire is up, swept or
// not.
func (o *Order) Overdue(now time.Time) bool {
	return o.Status.MayBecome(Expired) && o.ExpiresAt != nil && !o.ExpiresAt.After(now)
}

// maxLives is how many times its time a basket lives at most, whatever changes in it.
const maxLives = 3

// Live gives a basket its full time from now on, as long as it may live. What an extension gave
// it beyond that it keeps.
func (o *Order) Live(now time.Time, timeout time.Duration) {
	if o.BegunAt == nil {
		o.BegunAt = &now
	}
	at := o.Within(now.Add(timeout), timeout)
	if o.Extensions == 0 || o.ExpiresAt == nil || at.After(*o.ExpiresAt) {
		o.ExpiresAt = &at
	}
}

// Within is a time at which a basket may end: that, or when it has lived maxLives times its
// time since it got its first unit. What is no basket any more has other rules.
func (o *Order) Within(at time.Time, timeout time.Duration) time.Time {
	if o.Status != Active || o.BegunAt == nil {
		return at
	}
	if last := o.BegunAt.Add(maxLives * timeout); at.After(last) {
		return last
	}
	return at
}

// expiry queues the order while something of it can expire.
func (o *Order) expiry() []time.Time {
	if !o.Status.MayBecome(Expired) || o.ExpiresAt == nil {
		return nil
	}
	return []time.Time{*o.ExpiresAt}
}

// Date is when the order was completed; for one that was not, when it was begun.
func (o *Order) Date() time.Time {
	if o.CompletedAt != nil {
		return *o.CompletedAt
	}
	return o.CreatedAt
}

// referenceIndex is the name of the index that makes references unique.
const referenceIndex = "reference"

// ReferenceTaken tells that an order was refused because another has its
// reference.
func ReferenceTaken(err error) bool {
	var taken *indexes.TakenError
	return errors.As(err, &taken) && taken.Index == referenceIndex
}

var (
	orderByReference = indexes.NewUnique(referenceIndex, kv.String, func(o *Order) []string { return []string{o.Reference} }).Global()
	orderByExpiry    = indexes.NewBy("expiry", kv.Time, (*Order).expiry)
	// orderListed, orderByEvent and orderChanged are grouped by class: see class.go.
	orderListed  = indexes.NewBy("listed", kv.PairOf(kv.Int, kv.Time), (*Order).listed).Counted().Ascending().Version(2)
	orderByEvent = indexes.NewBy("event", kv.PairOf(kv.Int, kv.Time), (*Order).listedByEvent).Counted().Ascending().Version(2)
	orderChanged = indexes.NewBy("changed", kv.PairOf(kv.Int, kv.Time), (*Order).changed).Ascending().Version(3)
	// orderByState finds what did not simply go through, see class.go.
	orderByState = indexes.NewBy("state", kv.PairOf(kv.Int, kv.Time), byState).Counted()
	orderByText  = indexes.NewTexts("text", lineOf).Version(2)
	// orderByCode and orderByAccess are grouped by discount and access code, see
	// code_use.go.
	orderByCode     = indexes.NewBy("code", kv.PairOf(kv.Int, kv.Int), (*Order).codeUse).Counted()
	orderByAccess   = indexes.NewBy("access", kv.PairOf(kv.Int, kv.Int), (*Order).accessUse).Counted()
	orderByCodeAt   = indexes.NewBy("code_event", kv.PairOf(kv.PairOf(kv.Int, kv.Int), kv.Int), (*Order).codeUseAt).Counted()
	orderByCustomer = indexes.NewBy("customer", kv.Int, func(o *Order) []int64 {
		if o.CustomerID == 0 {
			return nil
		}
		return []int64{o.CustomerID}
	})
	// orderAnswered finds the orders that somebody answered questions about.
	orderAnswered = indexes.NewBy("answered", kv.Int, func(o *Order) []int64 {
		if !o.Answers || o.CustomerID == 0 {
			return nil
		}
		return []int64{o.CustomerID}
	})
	// orderPending finds what waits for an approval or a payment, see held.go.
	orderPending = indexes.NewBy("pending", kv.PairOf(kv.Int, kv.Int), (*Order).pending).Version(2)
	// orderOfDemo finds what was sold in demo mode.
	orderOfDemo = indexes.NewBy("demo", kv.Int, (*Order).demoClass).Counted()
	// orderTyped finds what somebody who is no customer yet typed into the shop.
	orderTyped = indexes.NewBy("typed", kv.String, func(o *Order) []string {
		if o.CustomerID != 0 || o.Details == nil || o.Details.Email == "" {
			return nil
		}
		return []string{app.Fold(o.Details.Email)}
	})
	// basketOfCustomer: one live basket per customer and maker. So nobody comes into the
	// basket of somebody else by naming its customer, nor learns that there is one.
	basketOfCustomer = indexes.NewUnique("basket", kv.PairOf(kv.Int, kv.Int), func(o *Order) []kv.Pair2[int64, int64] {
		if o.Status != Active || o.CustomerID == 0 {
			return nil
		}
		return []kv.Pair2[int64, int64]{{A: o.CustomerID, B: o.UserID}}
	}).Version(2)
)

// Orders is the table of orders and baskets.
var Orders = orderTable.Table

var orderTable = indexes.Define(indexes.Spec[Order]{
	Name: "orders", Version: 1,
	Person: indexes.Cleared(withoutBuyer,
		"Reference: by which the order is known", "Methods: how it was paid", "Lifted: rules", "Delivery.Name: what it was called"),
	Shown: func(r app.Reader, o *Order) (bool, error) { return o.shown(r) },
	ID:    func(o *Order) *int64 { return &o.ID },
	Stamp: func(tx app.Tx, old, o *Order) {
		if old != nil {
			o.Path = walked(old, o.Status)
			o.Demo = o.Demo || old.Demo
		}
		app.Stamp(tx, old == nil, &o.CreatedAt, &o.UpdatedAt)
		o.ChangedAt = app.ChangeOf(tx, old, func(o *Order) time.Time { return o.ChangedAt })
	},
	Check: (*Order).check,
	Wrote: app.Wrote(func(p *Ports) func(app.Tx, []indexes.Change[Order]) error { return p.Saved }),
}, orderByReference.Index, orderByExpiry.Index, orderListed.Index, orderByEvent.Index, orderChanged.Index, orderByState.Index, orderByText.Index, orderByCode.Index, orderByAccess.Index, orderByCodeAt.Index, orderAnswered.Index, orderByCustomer.Index, orderTyped.Index, orderPending.Index, orderOfDemo.Index, basketOfCustomer.Index)
