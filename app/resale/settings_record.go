package resale

import (
	"fmt"

	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/indexes"
	"marquee/kv"
)

// Level is what settings are of. The number is stored.
type Level int64

// The levels, each more specific than the one before.
const (
	OfCompany Level = iota
	OfEvent
	OfSaleItem
)

// Strategy says which prices sellers may ask. The text is stored and that of the API.
type Strategy string

// The strategies.
const (
	// PurchasePrice is what the seller paid, and nothing else.
	PurchasePrice Strategy = "purchase_price"
	// AroundPurchase is within margins of what the seller paid.
	AroundPurchase Strategy = "around_purchase_price"
	// AroundLive is within margins of what the sale item costs now.
	AroundLive Strategy = "around_live_price"
)

// Strategies are all of them.
var Strategies = []Strategy{PurchasePrice, AroundPurchase, AroundLive}

// Payout says what becomes of what sellers earn. The text is stored and that of the API.
type Payout string

// The ways to pay sellers.
const (
	// ToWallet credits it at once.
	ToWallet Payout = "wallet"
	// ToPendingWallet credits it, to be spent once it was settled.
	ToPendingWallet Payout = "pending_wallet"
	// ToOriginal gives it back over the gateway that the seller had paid over, as far as the
	// seller had paid for the item there, and credits the rest at once. What the gateway
	// does not give back is credited, too.
	ToOriginal Payout = "original_method"
)

// Payouts are all of them.
var Payouts = []Payout{ToPendingWallet, ToWallet, ToOriginal}

// Payer says who pays the fees on what is sold on. The text is stored and that of the API.
type Payer string

// The payers.
const (
	BuyerPays  Payer = "buyer"
	SellerPays Payer = "seller"
	// SplitPays: the seller pays a percentage of the price towards them.
	SplitPays Payer = "split"
	// SellerChooses: as much as the seller is ready to pay.
	SellerChooses Payer = "seller_chooses"
)

// Payers are all of them.
var Payers = []Payer{BuyerPays, SellerPays, SplitPays, SellerChooses}

// Channels say where listings can be bought.
type Channels struct {
	Online bool `msgpack:"o,omitempty"` // in the shop and at kiosks
	Office bool `msgpack:"b,omitempty"` // at the box office and over the API
}

// has tells whether a channel is among them.
func (c Channels) has(ch catalog.Channel) bool {
	if ch == catalog.Shop || ch == catalog.Kiosk {
		return c.Online
	}
	return c.Office
}

// Settings say how tickets are sold on: those of the company, of an event, or of a sale
// item. What is nil is taken from the level above.
type Settings struct {
	Level Level `msgpack:"l,omitempty"`
	ID    int64 `msgpack:"i,omitempty"` // of the event or sale item

	Enabled  *bool     `msgpack:"e,omitempty"`
	Strategy *Strategy `msgpack:"s,omitempty"`
	// Below and Above are the margins, in hundredths of a percent.
	Below *int64 `msgpack:"b,omitempty"`
	Above *int64 `msgpack:"a,omitempty"`
	// Hours before the event starts: from when on tickets can be listed, and from when and
	// until when they can be bought.
	ListingOpens   *int64 `msgpack:"lo,omitempty"`
	PurchaseOpens  *int64 `msgpack:"po,omitempty"`
	PurchaseCloses *int64 `msgpack:"pc,omitempty"`

	Payout *Payout   `msgpack:"p,omitempty"`
	On     *Channels `msgpack:"ch,omitempty"`
	Payer  *Payer    `msgpack:"f,omitempty"`
	// SellerPercent is what of the price the seller pays where fees are split, in
	// hundredths of a percent.
	SellerPercent *int64 `msgpack:"fp,omitempty"`
}

type settingsKey = kv.Pair2[int64, int64]

func (s *Settings) key() settingsKey { return settingsKey{A: int64(s.Level), B: s.ID} }

// check holds what stored settings promise.
func (s *Settings) check() error {
	if s.Level < OfCompany || s.Level > OfSaleItem || (s.Level == OfCompany) != (s.ID == 0) {
		return fmt.Errorf("resale settings: of level %d, %d", s.Level, s.ID)
	}
	for _, n := range []*int64{s.ListingOpens, s.PurchaseOpens, s.PurchaseCloses} {
		if n != nil && (*n < 0 || *n > MaxHours) {
			return fmt.Errorf("resale settings: %d hours", *n)
		}
	}
	return nil
}

var settings = indexes.DefineKeyed(indexes.KeyedSpec[settingsKey, Settings]{
	Name: "resale_settings", Version: 1,
	Person: indexes.Nobody("how a company sells"),
	Key:    kv.PairOf(kv.Int, kv.Int),
	KeyOf:  (*Settings).key,
	Check:  (*Settings).check,
})

// Rules are settings as they count: nothing of them is left open.
type Rules struct {
	Enabled      bool
	Strategy     Strategy
	Below, Above int64
	// ListingOpens and PurchaseOpens are nil where tickets can be listed, and bought, from
	// the first moment on.
	ListingOpens, PurchaseOpens *int64
	PurchaseCloses              int64
	Payout                      Payout
	On                          Channels
	Payer                       Payer
	SellerPercent               int64
}

// Usual are the rules where nobody set anything.
func Usual() Rules {
	return Rules{
		Strategy: AroundPurchase, Below: 20 * money.PercentUnit, Above: 20 * money.PercentUnit,
		Payout: ToPendingWallet, On: Channels{Online: true, Office: true}, Payer: BuyerPays,
	}
}

// with are the rules that settings make of those of the level above.
func (r Rules) with(s *Settings) Rules {
	take(&r.Enabled, s.Enabled)
	take(&r.Strategy, s.Strategy)
	take(&r.Below, s.Below)
	take(&r.Above, s.Above)
	if s.ListingOpens != nil {
		r.ListingOpens = s.ListingOpens
	}
	if s.PurchaseOpens != nil {
		r.PurchaseOpens = s.PurchaseOpens
	}
	take(&r.PurchaseCloses, s.PurchaseCloses)
	take(&r.Payout, s.Payout)
	take(&r.On, s.On)
	take(&r.Payer, s.Payer)
	take(&r.SellerPercent, s.SellerPercent)
	return r
}

func take[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}
