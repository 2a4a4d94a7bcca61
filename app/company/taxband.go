package company

import (
	"errors"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// TaxBand is a named rate of sales tax.
type TaxBand struct {
	ID   int64  `msgpack:"i"`
	Name string `msgpack:"n"`
	// Rate is in ten-thousandths of a percent: 20 % is 200000.
	Rate int64 `msgpack:"r"`
	// Default is the band of a sale item that names none. Each company has
	// exactly one, made with it.
	Default bool `msgpack:"d"`
	// Abroad are the rates for buyers from other countries than the one where the event takes
	// place; none: everybody has the same. All others stand last. Prices of a band that has
	// some are without tax.
	Abroad []RateAbroad `msgpack:"ab,omitempty"`
	// ReverseCharge is who of them accounts for the tax.
	ReverseCharge ReverseCharge `msgpack:"rc,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
	// DeletedAt: no sale item takes it any more, and its name is free again. Orders
	// still show it.
	DeletedAt *time.Time `msgpack:"da,omitempty"`
}

// RateUnit is one percent in the unit of TaxBand.Rate.
const RateUnit = 10_000

var (
	taxBandByName = indexes.NewUnique("name", kv.String, func(b *TaxBand) []string {
		if b.DeletedAt != nil {
			return nil
		}
		return []string{b.Name}
	})
	taxBandByDefault = indexes.NewUnique("default", kv.Bool, func(b *TaxBand) []bool {
		if !b.Default {
			return nil
		}
		return []bool{true}
	})
	// taxBandListed is grouped by whether the band is deleted.
	taxBandListed = indexes.NewBy("listed", kv.Int, func(b *TaxBand) []int64 { return []int64{b.group()} }).Counted().Ascending()
	taxBands      = indexes.Define(indexes.Spec[TaxBand]{
		Name: "tax_bands", Version: 1, Shared: true,
		Person: indexes.Nobody("how a company sells"),
		ID:     func(b *TaxBand) *int64 { return &b.ID },
		Stamp: func(tx indexes.Tx, old, b *TaxBand) {
			b.UpdatedAt = tx.Now()
			if old == nil {
				b.CreatedAt = tx.Now()
			}
		},
		Check: func(b *TaxBand) error {
			if b.Name == "" || b.Rate < 0 || b.Rate > MaxTaxRate*RateUnit {
				return errors.New("tax band: has no name or a rate outside 0 to 100 percent")
			}
			return nil
		},
	}, taxBandByName.Index, taxBandByDefault.Index, taxBandListed.Index)
)

// The groups of the list of tax bands.
const (
	standing int64 = iota
	deleted
)

func (b *TaxBand) group() int64 {
	if b.DeletedAt != nil {
		return deleted
	}
	return standing
}

// TaxBandByID finds a tax band of the company, deleted ones included. It must not be
// changed.
func TaxBandByID(r app.Reader, id int64) (*TaxBand, error) {
	b, err := taxBands.GetShared(r, id)
	return b, missing(err, "tax band")
}

// DefaultTaxBand is the band of a sale item that names none.
func DefaultTaxBand(r app.Reader) (TaxBand, error) {
	b, err := taxBandByDefault.Get(r, true)
	return b, missing(err, "tax band")
}
