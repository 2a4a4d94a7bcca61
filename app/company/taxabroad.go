package company

import (
	"fmt"
	"slices"

	"marquee/app"
)

// RateAbroad is the rate for buyers from some countries.
type RateAbroad struct {
	// CountryIDs of ISO 3166-1; none: all others.
	CountryIDs []int64 `msgpack:"c,omitempty"`
	// Rate is in ten-thousandths of a percent.
	Rate int64 `msgpack:"r,omitempty"`
}

// ReverseCharge says which buyers from abroad account for the tax themselves. The text is
// the slug of the API.
type ReverseCharge string

// Those who do.
const (
	NoReverseCharge ReverseCharge = ""
	// ReverseVerified: those whose sales tax number was verified; ReverseNamed: all who name
	// one.
	ReverseVerified ReverseCharge = "verified"
	ReverseNamed    ReverseCharge = "named"
)

// TaxedBuyer is what decides about the tax of somebody who buys.
type TaxedBuyer struct {
	CountryID int64 // 0: unknown
	// Named: they have a sales tax number; Verified: somebody looked at it.
	Named, Verified bool
}

// Levy is the tax that a buyer is charged.
type Levy struct {
	// Rate is what they pay, and Reverse what they account for themselves, in
	// ten-thousandths of a percent.
	Rate, Reverse int64
	// OnTop: it comes on top of prices, whatever the company does else.
	OnTop bool
}

// Levy decides what a buyer is charged for what takes place in a country; 0 is none, or one
// that nobody knows. Without either country the rate is that of the band.
func (b *TaxBand) Levy(buyer TaxedBuyer, placeID int64) Levy {
	out := Levy{Rate: b.Rate, OnTop: b.ByCountry()}
	if !out.OnTop || buyer.CountryID == 0 || placeID == 0 || buyer.CountryID == placeID {
		return out
	}
	for _, r := range b.Abroad { // all others stand last
		if len(r.CountryIDs) == 0 || slices.Contains(r.CountryIDs, buyer.CountryID) {
			out.Rate = r.Rate
			break
		}
	}
	if b.reverses(buyer) {
		out.Rate, out.Reverse = 0, out.Rate
	}
	return out
}

// ByCountry tells whether the rate depends on where the buyer comes from.
func (b *TaxBand) ByCountry() bool { return len(b.Abroad) > 0 }

func (b *TaxBand) reverses(buyer TaxedBuyer) bool {
	switch b.ReverseCharge {
	case ReverseVerified:
		return buyer.Named && buyer.Verified
	case ReverseNamed:
		return buyer.Named
	}
	return false
}

// checkAbroad names what is wrong with rates for buyers from abroad: each country has one,
// and all others have one together. It puts that last.
func checkAbroad(p *app.Problems, all []RateAbroad) {
	if len(all) > MaxRatesAbroad {
		p.Add("abroad", "must not have more than %d entries", MaxRatesAbroad)
		return
	}
	known, others := map[int64]bool{}, 0
	for i, r := range all {
		at := fmt.Sprintf("abroad.%d.", i)
		if r.Rate < 0 || r.Rate > MaxTaxRate*RateUnit {
			p.Add(at+"rate", "must be at most %d", MaxTaxRate)
		}
		if len(r.CountryIDs) == 0 {
			others++
		}
		for n, id := range r.CountryIDs {
			field := fmt.Sprintf("%scountryIds.%d", at, n)
			if _, ok := CountryByID(id); !ok {
				p.Add(field, "does not exist")
			}
			if known[id] {
				p.Add(field, "is there twice")
			}
			known[id] = true
		}
	}
	if len(all) > 0 && others != 1 {
		p.Add("abroad", "must have one entry without countries, for all others")
	}
	slices.SortStableFunc(all, func(a, b RateAbroad) int { return min(len(b.CountryIDs), 1) - min(len(a.CountryIDs), 1) })
}
