package wallet

import (
	"fmt"
	"time"

	"marquee/app/ledger"
	"marquee/indexes"
	"marquee/kv"
)

// Type is what a movement is. The number is stored and is the typeId of the API.
type Type int64

// The types.
const (
	TopupOnline Type = iota + 1
	TopupOffline
	PurchaseOnline
	PurchaseOffline
	PurchaseRefund
	RefundToBalance
	CashoutOnline
	CashoutOffline
	Payout
	ResaleProceeds
	TransferOut
	TransferIn
	GiftVoucher
	Adjustment
	TopupRefund
	OrderModification
)

var typeNames = [...]struct{ slug, name string }{
	TopupOnline:       {"topup_online", "Online top-up"},
	TopupOffline:      {"topup_offline", "Offline top-up"},
	PurchaseOnline:    {"purchase_online", "Purchase"},
	PurchaseOffline:   {"purchase_offline", "Offline purchase"},
	PurchaseRefund:    {"purchase_refund", "Refund of a purchase"},
	RefundToBalance:   {"refund_to_balance", "Refund to the account"},
	CashoutOnline:     {"cashout_online", "Online cash-out"},
	CashoutOffline:    {"cashout_offline", "Offline cash-out"},
	Payout:            {"payout", "Payout"},
	ResaleProceeds:    {"resale_proceeds", "Resale proceeds"},
	TransferOut:       {"transfer_out", "Transfer out"},
	TransferIn:        {"transfer_in", "Transfer in"},
	GiftVoucher:       {"gift_voucher", "Gift voucher"},
	Adjustment:        {"adjustment", "Adjustment"},
	TopupRefund:       {"topup_refund", "Refund of a top-up"},
	OrderModification: {"order_modification", "Change of an order"},
}

func (t Type) known() bool { return t >= TopupOnline && int(t) < len(typeNames) }

// TypeSlugs lists the types of movements, in the order of their numbers.
func TypeSlugs() (all []string) {
	for t := TopupOnline; t.known(); t++ {
		all = append(all, t.Slug())
	}
	return all
}

// Slug is the typeSlug of the API.
func (t Type) Slug() string {
	if !t.known() {
		return ""
	}
	return typeNames[t].slug
}

// Name is the type as people read it.
func (t Type) Name() string {
	if !t.known() {
		return ""
	}
	return typeNames[t].name
}

// The kinds of sources.
const (
	OrderSource     = "order"
	OrderItemSource = "order_item"
	ContractSource  = "resale_contract"
	WalletSource    = "wallet"
	UserSource      = "user"
)

// Source is what a movement was made for.
type Source struct {
	Type string `msgpack:"t"`
	ID   int64  `msgpack:"i"`
}

// Movement is a credit to a wallet, or a debit.
type Movement struct {
	ID       int64  `msgpack:"id"`
	WalletID int64  `msgpack:"w"`
	Type     Type   `msgpack:"t"`
	UUID     string `msgpack:"u,omitempty"`
	// Amount is below zero for a debit.
	Amount int64 `msgpack:"a"`
	// Old and New are the balances before and after it. Of a credit that is not confirmed
	// both are what the wallet had when it came.
	Old    int64  `msgpack:"b,omitempty"`
	New    int64  `msgpack:"n,omitempty"`
	Source Source `msgpack:"s"`
	// OrderID and TransactionID are those of the order that paid, or was paid; ItemIDs are
	// the items that it is about, none for all of the order.
	OrderID       int64   `msgpack:"o,omitempty"`
	TransactionID int64   `msgpack:"ot,omitempty"`
	ItemIDs       []int64 `msgpack:"i,omitempty"`
	// Against is the account that a credit comes from and a debit goes to, Via the one in
	// which it is while it is not confirmed, 0 where it never waits.
	Against ledger.Kind `msgpack:"g"`
	Via     ledger.Kind `msgpack:"v,omitempty"`
	// Demo: it is of a wallet of the demo.
	Demo bool `msgpack:"d,omitempty"`
	// Used are the top-ups that a debit used up, in this order; Brings those of a credit.
	Used   []Topup `msgpack:"k,omitempty"`
	Brings []Topup `msgpack:"br,omitempty"`
	// Entries are those of the ledger.
	Entries []int64 `msgpack:"le,omitempty"`
	Reason  string  `msgpack:"r,omitempty"`
	UserID  int64   `msgpack:"us,omitempty"`

	CreatedAt   time.Time  `msgpack:"ca"`
	UpdatedAt   time.Time  `msgpack:"ua"`
	ConfirmedAt *time.Time `msgpack:"co,omitempty"`
	CancelledAt *time.Time `msgpack:"xa,omitempty"`
}

// Waits tells that the movement is neither confirmed nor cancelled.
func (m *Movement) Waits() bool { return m.ConfirmedAt == nil && m.CancelledAt == nil }

// IsPayout tells that money is set aside for it.
func (m *Movement) IsPayout() bool { return m.Amount < 0 && m.Via != 0 }

// check holds what every stored movement promises.
func (m *Movement) check() error {
	switch {
	case m.WalletID == 0 || !m.Type.known() || m.Amount == 0 || m.Against == 0:
		return fmt.Errorf("movement %d: of no wallet, no type or no amount", m.ID)
	case m.Old < 0 || m.New < 0:
		return fmt.Errorf("movement %d: %d, then %d", m.ID, m.Old, m.New)
	case m.ConfirmedAt != nil && m.CancelledAt != nil:
		return fmt.Errorf("movement %d: confirmed and cancelled", m.ID)
	case m.Source.Type == "":
		return fmt.Errorf("movement %d: made for nothing", m.ID)
	}
	if delta := m.New - m.Old; delta != m.Amount && !(delta == 0 && m.Amount > 0 && m.ConfirmedAt == nil) {
		return fmt.Errorf("movement %d: %d from %d to %d", m.ID, m.Amount, m.Old, m.New)
	}
	return nil
}

// waitsBit is the lowest bit of the groups of movements: it tells those that wait. The
// wallet stands above it. What it means is stored: it never changes.
const waitsBit = 1

func (m *Movement) class() int64 {
	if m.Waits() {
		return waitsBit
	}
	return 0
}

var (
	movementListed   = indexes.NewBy("listed", kv.Int, func(m *Movement) []int64 { return []int64{m.class()} }).Counted().Ascending()
	movementByWallet = indexes.NewBy("wallet", kv.Int, func(m *Movement) []int64 { return []int64{m.WalletID<<1 | m.class()} }).Counted()
	movementByOrder  = indexes.NewBy("order", kv.Int, func(m *Movement) []int64 {
		if m.OrderID == 0 {
			return nil
		}
		return []int64{m.OrderID}
	})
)

// movements is the table of movements. Their times are told by whoever makes them.
var movements = indexes.Define(indexes.Spec[Movement]{
	Name: "wallet_movements", Version: 1,
	Person:    indexes.Cleared((*Movement).forget, "UUID: the call of a till", "Source: words of the program"),
	Unaudited: "a journal",
	ID:        func(m *Movement) *int64 { return &m.ID },
	Check:     (*Movement).check,
}, movementListed.Index, movementByWallet.Index, movementByOrder.Index)
