package catalog

import "marquee/app/catalog"

// The words that an event is described with; the catalogue lists them.
type (
	scanningMode   string
	dateDisplay    string
	placeDisplay   string
	priceDisplay   string
	streamProvider string
)

func (scanningMode) Values() []string   { return catalog.ScanningModes }
func (dateDisplay) Values() []string    { return catalog.DateDisplays }
func (placeDisplay) Values() []string   { return catalog.LocationDisplays }
func (priceDisplay) Values() []string   { return catalog.PricingRanges }
func (streamProvider) Values() []string { return catalog.StreamProviders }
