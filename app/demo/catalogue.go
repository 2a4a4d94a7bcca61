package demo

import (
	"fmt"
	"time"

	"marquee/app/catalog"
	"marquee/app/company"
)

// catalogue makes the site, the event and everything on sale, through the
// commands a promoter uses.
func (l *loader) catalogue() error {
	bands, err := l.taxBands()
	if err != nil {
		return err
	}
	if err := l.event(); err != nil {
		return err
	}
	currency, err := l.currency()
	if err != nil {
		return err
	}
	for i, spec := range l.data.items {
		view, err := catalog.CreateSaleItem(l.ctx, l.app, l.caller, l.saleItem(i, spec, currency, bands[spec.vat]))
		if err != nil {
			return fmt.Errorf("demo: %s: %w", spec.name, err)
		}
		l.made.SaleItems = append(l.made.SaleItems, view.SaleItem)
	}
	return l.zones()
}

func (l *loader) currency() (int64, error) {
	c, err := company.Settings(l.ctx, l.app, l.caller)
	return c.CurrencyID, err
}

// taxBands makes one band for each rate in the data.
func (l *loader) taxBands() (map[int64]int64, error) {
	bands := map[int64]int64{}
	for _, spec := range l.data.items {
		if _, ok := bands[spec.vat]; ok {
			continue
		}
		name, rate := fmt.Sprintf("VAT %d %%", spec.vat), spec.vat*10000
		band, err := company.CreateTaxBand(l.ctx, l.app, l.caller, company.TaxBandFields{Name: &name, Rate: &rate})
		if err != nil {
			return nil, fmt.Errorf("demo: %s: %w", name, err)
		}
		bands[spec.vat] = band.ID
	}
	return bands, nil
}

func (l *loader) event() error {
	lat, lon := "53.9045", "13.6310"
	capacity := 15000 * l.scale()
	venue, err := catalog.CreateVenue(l.ctx, l.app, l.caller, catalog.NewVenue{
		Name: "Lakeside Fields", Address: "Seeweg 1", City: "Altenmoor", Region: "Western Pomerania",
		Postcode: "17129", CountryID: 276, Latitude: &lat, Longitude: &lon, Capacity: &capacity,
	})
	if err != nil {
		return fmt.Errorf("demo: venue: %w", err)
	}
	name, zone, yes := "Lanterns by the Lake", "Europe/Berlin", true
	end := l.start.Add(festivalHours * time.Hour)
	made, err := catalog.CreateEvent(l.ctx, l.app, l.caller, catalog.EventChange{
		Name: &name, Timezone: &zone, Start: &l.start, End: &end, VenueID: catalog.Is(venue.ID),
		Description:    catalog.Is("Three days of music under a thousand paper lanterns."),
		OrganiserName:  catalog.Is("Lakeside Festival"),
		OrganiserEmail: catalog.Is("hello@example.org"),
		Tags:           &[]catalog.TagRef{{Name: "Music"}, {Name: "Open air"}},
		Published:      &yes, OnSale: &yes,
	})
	if err != nil {
		return fmt.Errorf("demo: event: %w", err)
	}
	l.made.Event = made.Event
	return nil
}

func (l *loader) saleItem(i int, spec itemSpec, currency, band int64) catalog.NewSaleItem {
	in := catalog.NewSaleItem{Type: catalog.Ticket, EventID: l.made.Event.ID}
	if spec.product {
		in.Type = catalog.Product
	}
	unlimited := spec.stock == 0
	in.Item = catalog.ItemChange{
		Name: &spec.name, Description: catalog.Is(spec.description), RequiresApproval: &spec.approval, Unlimited: &unlimited,
	}
	in.Sale = catalog.SaleItemChange{
		Prices:    &[]catalog.Price{{CurrencyID: currency, Base: spec.price, ProcessingFee: spec.fee}},
		TaxBandID: catalog.Is(band), Channels: &spec.channels,
		OnSaleFrom: maybe(l.at(spec.sale.from)), OnSaleUntil: maybe(l.at(spec.sale.until)),
		ValidFrom: maybe(l.at(spec.valid.from)), ValidUntil: maybe(l.at(spec.valid.until)),
		GraceMinutes: catalog.Is(spec.grace),
		MinOrder:     catalog.Is(spec.min), MaxOrder: catalog.Is(spec.max), MultiplesOf: catalog.Is(spec.multiple),
		OrderColumn: catalog.Is(int64(i + 1)),
	}
	if !unlimited {
		stock := catalog.Is(spec.stock * l.scale())
		in.Item.TotalStock, in.Sale.TotalStock = stock, stock
	}
	return in
}

// maybe gives what is there, and leaves the rest as it is.
func maybe[T any](v *T) catalog.Maybe[T] {
	if v == nil {
		return catalog.Maybe[T]{}
	}
	return catalog.Is(*v)
}
