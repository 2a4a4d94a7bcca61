package quote

import (
	"marquee/app/catalog"
	"marquee/app/company"
)

// TaxOf is the tax band of goods, and what of it a buyer is charged for an event, 0: for none.
// Who the buyer is is asked where that decides.
func TaxOf(cache *catalog.Cache, g *catalog.Goods, eventID int64, buyer func() (company.TaxedBuyer, error)) (*company.TaxBand, company.Levy, error) {
	band, err := cache.Band(g)
	if err != nil {
		return nil, company.Levy{}, err
	}
	if !band.ByCountry() {
		return band, company.Levy{Rate: band.Rate}, nil
	}
	who, err := buyer()
	if err != nil {
		return nil, company.Levy{}, err
	}
	place, err := cache.CountryOf(eventID)
	return band, band.Levy(who, place), err
}
