package sales

import (
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/sales/rules"
)

// levied is the tax band of goods, and what of it the buyer of the basket is charged for an
// event, 0: for none.
func (d *draft) levied(g *catalog.Goods, eventID int64) (*company.TaxBand, company.Levy, error) {
	return Levied(d.cache, g, eventID, d.taxedBuyer)
}

// Levied is the tax band of goods, and what of it a buyer is charged for an event, 0: for none.
// Who the buyer is is asked where that decides.
func Levied(cache *catalog.Cache, g *catalog.Goods, eventID int64, buyer func() (company.TaxedBuyer, error)) (*company.TaxBand, company.Levy, error) {
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

// taxedBuyer is what decides about the tax of the customer of the basket.
func (d *draft) taxedBuyer() (b company.TaxedBuyer, err error) {
	id := d.Order.CustomerID
	if d.taxedAs != nil {
		id = *d.taxedAs
	}
	if id == 0 {
		return b, nil
	}
	if d.buyer == nil || d.buyer.ID != id {
		who, err := customer.Many(d.tx, []int64{id})
		if err != nil || len(who) == 0 {
			return b, err
		}
		d.buyer = &who[0]
	}
	return d.buyer.Taxed(), nil
}

// relevy taxes what is in the basket as its buyer is taxed, who was another one, or nobody.
func (d *draft) relevy() error {
	for _, u := range d.Units {
		if u.Bundled() || u.Resale != nil {
			continue
		}
		g, err := d.cache.Get(u.SaleItemID)
		if err != nil {
			return err
		}
		band, levy, err := d.levied(g, u.EventID)
		if err != nil {
			return err
		}
		if band.ByCountry() {
			rules.Retax(&d.Basket, u, levy)
		}
	}
	d.Units.Tax()
	return nil
}

// settlePrices charges the fees of what the basket holds now, takes its discount off, and
// taxes what is left.
func (d *draft) settlePrices() error {
	if err := d.charge(); err != nil {
		return err
	}
	if _, err := d.kinds(); err != nil {
		return err
	}
	if err := d.reduce(); err != nil {
		return err
	}
	d.Units.Tax()
	return nil
}
