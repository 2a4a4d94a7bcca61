package wire

import (
	"marquee/app/company"
	"marquee/handlers/rest"
)

// TaxBandJSON is a tax band in its list, and beside sale items.
type TaxBandJSON struct {
	Name      string  `json:"name"`
	Rate      float64 `json:"rate" doc:"In percent, at most four decimals."`
	IsDefault bool    `json:"isDefault" doc:"The band of a sale item that names none."`
	Stamps
}

// TaxBandForm is the envelope of a tax band.
func TaxBandForm(b company.TaxBand) rest.Resource[TaxBandJSON] {
	return rest.Resource[TaxBandJSON]{
		Type: "tax_bands", ID: b.ID,
		Attributes: TaxBandJSON{b.Name, float64(b.Rate) / company.RateUnit, b.Default, StampsOf(b.CreatedAt, b.UpdatedAt)},
	}
}

// TaxBandOne is a tax band alone.
func TaxBandOne(b company.TaxBand) rest.One[TaxBandJSON] {
	return rest.One[TaxBandJSON]{Data: TaxBandForm(b)}
}
