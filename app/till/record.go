package till

import (
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// Till is a shop.
type Till struct {
	ID   int64  `msgpack:"id"`
	Name string `msgpack:"n"`
	// UserIDs are those who may work there, ascending.
	UserIDs []int64 `msgpack:"u,omitempty"`
	// CurrencyID is what it sells in.
	CurrencyID int64 `msgpack:"cu"`
	// The stored switches are the exceptions, so that zero values are the defaults.
	NoCard          bool `msgpack:"nc,omitempty"`
	NoTerminal      bool `msgpack:"nt,omitempty"`
	NoCash          bool `msgpack:"nk,omitempty"`
	NoComplimentary bool `msgpack:"nf,omitempty"`
	// CustomersOnly: every sale has a customer.
	CustomersOnly bool `msgpack:"co,omitempty"`
	// Balances: customers pay from their balance.
	Balances bool `msgpack:"ba,omitempty"`
	// OfflineLimit is how much a device sells between two uploads by other methods than
	// cash, in minor units.
	OfflineLimit int64 `msgpack:"ol,omitempty"`
	// Hidden shops are not offered to devices.
	Hidden bool `msgpack:"h,omitempty"`

	CreatedAt time.Time  `msgpack:"ca"`
	UpdatedAt time.Time  `msgpack:"ua"`
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// shows tells whether a caller may see the shop.
func (t *Till) shows(c *app.Caller) bool {
	return c.Can(app.EditCompany) || slices.Contains(t.UserIDs, c.UserID)
}

func (t *Till) check() error {
	if t.Name == "" || t.CurrencyID == 0 || t.OfflineLimit < 0 {
		return fmt.Errorf("shop %d: without name or currency, or with a limit below zero", t.ID)
	}
	return nil
}

// Tills is the table of shops.
var Tills = tillTable.Table

var tillTable = indexes.Define(indexes.Spec[Till]{
	Name: "tills", Version: 1,
	Person: indexes.Nobody("tills"),
	ID:     func(t *Till) *int64 { return &t.ID },
	Stamp:  func(tx app.Tx, old, t *Till) { app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt) },
	Check:  (*Till).check,
})

const (
	// MaxPage is how many shops one page of the list holds at most.
	MaxPage = 250
	// MaxTills is how many shops a company may ever have, deleted ones too: they are
	// short, and read together.
	MaxTills = 1000
	// MaxUsers is how many users one shop may name.
	MaxUsers = 500

	maxName    = 255               // characters
	maxOffline = 1_000_000_000_000 // minor units
)
