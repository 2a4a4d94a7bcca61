package wire

import (
	"time"

	"marquee/app/company"
	"marquee/app/wallet"
	"marquee/handlers/rest"
)

// The types of the resources.
const (
	WalletType   = "wallets"
	MovementType = "walletTransactions"
)

// WalletJSON is a wallet.
type WalletJSON struct {
	ID             int64  `json:"id"`
	CompanyID      int64  `json:"companyId"`
	CustomerID     int64  `json:"customerId"`
	CurrencyID     int64  `json:"currencyId"`
	CurrencyName   string `json:"currencyName"`
	CurrencyCode   string `json:"currencyCode"`
	CurrencySymbol string `json:"currencySymbol"`
	Available      int64  `json:"availableBalance" doc:"What can be spent, in minor units."`
	Online         int64  `json:"refundableBalanceOnline" doc:"What can be cashed out over the payment gateway."`
	Offline        int64  `json:"refundableBalanceOffline" doc:"What can be cashed out by hand: all that is left of top-ups."`
	Pending        int64  `json:"pendingBalance" doc:"What was credited and is not confirmed."`
	Payouts        int64  `json:"pendingPayouts" doc:"What is set aside to be paid out, below zero."`
	IsFrozen       bool   `json:"isFrozen" doc:"It gives nothing."`
	IsDemo         bool   `json:"isDemo" doc:"What is on it is no money: it pays only while the company is in demo mode."`
	Stamps
}

// WalletForm is the form of a wallet.
func WalletForm(w *wallet.Wallet, companyID int64, now time.Time) WalletJSON {
	cur, _ := company.CurrencyByID(w.CurrencyID)
	return WalletJSON{
		ID: w.ID, CompanyID: companyID, CustomerID: w.CustomerID, CurrencyID: cur.ID, CurrencyName: cur.Name, CurrencyCode: cur.Code, CurrencySymbol: cur.Symbol,
		Available: w.Available, Online: w.Refundable(true, now), Offline: w.Refundable(false, now),
		Pending: w.Pending, Payouts: -w.Reserved, IsFrozen: w.Frozen != nil, IsDemo: w.Demo, Stamps: StampsOf(w.CreatedAt, w.UpdatedAt),
	}
}

// SnakeWalletJSON is a wallet beside something else, where the contract spells it in
// another way.
type SnakeWalletJSON struct {
	ID             int64  `json:"id"`
	CompanyID      int64  `json:"company_id"`
	UserID         int64  `json:"user_id" doc:"The customer."`
	CustomerID     int64  `json:"customer_id"`
	CurrencyID     int64  `json:"currency_id"`
	CurrencyCode   string `json:"currency_code"`
	CurrencyName   string `json:"currency_name"`
	CurrencySymbol string `json:"currency_symbol"`
	Available      int64  `json:"available_balance"`
	Online         int64  `json:"refundable_balance_online"`
	Offline        int64  `json:"refundable_balance_offline"`
	Stamps
}

// SnakeWalletForm is a wallet beside something else.
func SnakeWalletForm(w *wallet.Wallet, companyID int64, now time.Time) SnakeWalletJSON {
	f := WalletForm(w, companyID, now)
	return SnakeWalletJSON{
		ID: f.ID, CompanyID: f.CompanyID, UserID: f.CustomerID, CustomerID: f.CustomerID, CurrencyID: f.CurrencyID, CurrencyCode: f.CurrencyCode,
		CurrencyName: f.CurrencyName, CurrencySymbol: f.CurrencySymbol, Available: f.Available, Online: f.Online, Offline: f.Offline, Stamps: f.Stamps,
	}
}

// IncludeWallets includes wallets and refers to them.
func IncludeWallets(all []wallet.Wallet, companyID int64, now time.Time, in *rest.Included) []rest.Ref {
	refs := []rest.Ref{}
	for i := range all {
		refs = append(refs, rest.Ref{Type: WalletType, ID: all[i].ID})
		in.Add(WalletType, all[i].ID, SnakeWalletForm(&all[i], companyID, now))
	}
	return refs
}

// MovementJSON is a credit to a wallet, or a debit.
type MovementJSON struct {
	UUID       *string      `json:"uuid"`
	CustomerID int64        `json:"customerId"`
	WalletID   int64        `json:"walletId"`
	TypeID     int64        `json:"typeId"`
	Type       int64        `json:"type" doc:"The same as typeId."`
	TypeSlug   MovementKind `json:"typeSlug"`
	TypeName   string       `json:"typeName"`
	Amount     int64        `json:"amount" doc:"Minor units, below zero for a debit."`
	Source     []SourceJSON `json:"source" doc:"What it was made for."`
	Old        int64        `json:"oldBalance"`
	New        int64        `json:"newBalance"`
	Reason     *string      `json:"reason" doc:"Of an adjustment."`
	Stamps
	ConfirmedAt *time.Time `json:"confirmedAt"`
	CancelledAt *time.Time `json:"cancelledAt"`
}

// SourceJSON is what a movement was made for.
type SourceJSON struct {
	Type string `json:"type" doc:"order, order_item, resale_contract, wallet or user."`
	ID   int64  `json:"id"`
}

// MovementRow is a movement as a row.
func MovementRow(m *wallet.Movement, customerID int64) rest.Resource[MovementJSON] {
	row := rest.Resource[MovementJSON]{Type: MovementType, ID: m.ID, Attributes: MovementJSON{
		UUID: OrNull(m.UUID), CustomerID: customerID, WalletID: m.WalletID, TypeID: int64(m.Type), Type: int64(m.Type), TypeSlug: MovementKind(m.Type.Slug()), TypeName: m.Type.Name(),
		Amount: m.Amount, Source: []SourceJSON{{m.Source.Type, m.Source.ID}}, Old: m.Old, New: m.New, Reason: OrNull(m.Reason),
		Stamps: StampsOf(m.CreatedAt, m.UpdatedAt), ConfirmedAt: m.ConfirmedAt, CancelledAt: m.CancelledAt,
	}}
	row.Relate(WalletType, rest.Ref{Type: WalletType, ID: m.WalletID})
	return row
}

// Beside is whose it is.
func (WalletJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "customers", Attributes: CustomerAttributes{}}}
}

// Beside lists what can be asked for beside a movement.
func (MovementJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: "customers", Attributes: CustomerAttributes{}}, {Type: WalletType, Attributes: SnakeWalletJSON{}}}
}
