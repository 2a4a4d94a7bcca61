package wire

import (
	"cmp"

	"marquee/app/company"
	"marquee/handlers/rest"
)

// TaxBandJSON is a tax band in its list, and beside sale items.
type TaxBandJSON struct {
	Name      string  `json:"name"`
	Rate      float64 `json:"rate" doc:"In percent, at most four decimals."`
	IsDefault bool    `json:"isDefault" doc:"The band of a sale item that names none."`
	// Abroad and ReverseCharge are of bands by country.
	Abroad        []RateAbroadJSON `json:"abroad" doc:"The rates for buyers from other countries than that of the venue; empty: the rate is that of everybody. Prices of a band that has some are without tax."`
	ReverseCharge string           `json:"reverseCharge" doc:"Which buyers from abroad account for the tax themselves: none, those whose sales tax number was verified, or all who named one."`
	Warnings      []string         `json:"warnings" enum:"reverse-charge-is-not-for-admission" doc:"What to think of before the band is used. Admission to an event is taxed where the event takes place, whoever buys it; within the European Union (articles 53 and 54 of Directive 2006/112/EC) its buyers do not account for the tax themselves."`
	Stamps
}

// RateAbroadJSON is the rate for buyers from some countries.
type RateAbroadJSON struct {
	CountryIDs []int64 `json:"countryIds" doc:"ISO numbers of countries, see GET /countries; empty: all others."`
	Rate       float64 `json:"rate" doc:"In percent, at most four decimals."`
}

// NoReverseCharge is what nobody accounting for the tax is called.
const NoReverseCharge = "none"

// TaxBandForm is the envelope of a tax band.
func TaxBandForm(b company.TaxBand) rest.Resource[TaxBandJSON] {
	abroad := make([]RateAbroadJSON, len(b.Abroad))
	for i, r := range b.Abroad {
		abroad[i] = RateAbroadJSON{append([]int64{}, r.CountryIDs...), float64(r.Rate) / company.RateUnit}
	}
	return rest.Resource[TaxBandJSON]{
		Type: "tax_bands", ID: b.ID,
		Attributes: TaxBandJSON{
			Name: b.Name, Rate: float64(b.Rate) / company.RateUnit, IsDefault: b.Default, Abroad: abroad,
			ReverseCharge: cmp.Or(string(b.ReverseCharge), NoReverseCharge), Warnings: warningsOf(&b), Stamps: StampsOf(b.CreatedAt, b.UpdatedAt),
		},
	}
}

// warningsOf is what to think of before a band is used.
func warningsOf(b *company.TaxBand) []string {
	if b.ReverseCharge == company.NoReverseCharge {
		return []string{}
	}
	return []string{"reverse-charge-is-not-for-admission"}
}

// TaxBandOne is a tax band alone.
func TaxBandOne(b company.TaxBand) rest.One[TaxBandJSON] {
	return rest.One[TaxBandJSON]{Data: TaxBandForm(b)}
}
