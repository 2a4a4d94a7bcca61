package wire

import (
	"time"

	"marquee/app/company"
)

// Stamps are the times that every resource carries.
type Stamps struct {
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// StampsOf are the times of a record.
func StampsOf(created, updated time.Time) Stamps { return Stamps{created, updated} }

// SoftStamps are the times of a resource that is deleted softly.
type SoftStamps struct {
	Stamps
	DeletedAt *time.Time `json:"deletedAt"`
}

// SoftStampsOf are the times of a record that may be deleted softly.
func SoftStampsOf(created, updated time.Time, deleted *time.Time) SoftStamps {
	return SoftStamps{Stamps{created, updated}, deleted}
}

// CurrencyFields say in which currency the amounts of a resource are.
type CurrencyFields struct {
	CurrencyID     int64  `json:"currencyId"`
	CurrencySymbol string `json:"currencySymbol"`
	CurrencyCode   string `json:"currencyCode"`
}

// CurrencyFieldsOf are the fields of a currency.
func CurrencyFieldsOf(c company.Currency) CurrencyFields {
	return CurrencyFields{c.ID, c.Symbol, c.Code}
}

// FeeCurrencyFields say in which currency the fees of a resource are.
type FeeCurrencyFields struct {
	FeeCurrencyID     int64  `json:"feeCurrencyId"`
	FeeCurrencySymbol string `json:"feeCurrencySymbol"`
	FeeCurrencyCode   string `json:"feeCurrencyCode"`
}

// FeeCurrencyFieldsOf are the fields of the currency of fees.
func FeeCurrencyFieldsOf(c company.Currency) FeeCurrencyFields {
	return FeeCurrencyFields{c.ID, c.Symbol, c.Code}
}
