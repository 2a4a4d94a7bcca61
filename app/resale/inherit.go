package resale

import "slices"

// Fields are the settings that the level above can say, by the names that the API has for them.
var Fields = []string{
	"enabled", "salesChannels", "priceStrategy", "belowPercent", "abovePercent", "listingOpensHours", "purchaseOpensHours", "purchaseClosesHours",
	"payout", "feePayer", "sellerPercent",
}

// inherit leaves some fields to the level above. The others keep what they have, or else what counts.
func (s *Settings) inherit(names []string, counts *Rules) {
	above := func(name string) bool { return slices.Contains(names, name) }
	decide(&s.Enabled, above("enabled"), &counts.Enabled)
	decide(&s.On, above("salesChannels"), &counts.On)
	decide(&s.Strategy, above("priceStrategy"), &counts.Strategy)
	decide(&s.Below, above("belowPercent"), &counts.Below)
	decide(&s.Above, above("abovePercent"), &counts.Above)
	decide(&s.ListingOpens, above("listingOpensHours"), counts.ListingOpens)
	decide(&s.PurchaseOpens, above("purchaseOpensHours"), counts.PurchaseOpens)
	decide(&s.PurchaseCloses, above("purchaseClosesHours"), &counts.PurchaseCloses)
	decide(&s.Payout, above("payout"), &counts.Payout)
	decide(&s.Payer, above("feePayer"), &counts.Payer)
	decide(&s.SellerPercent, above("sellerPercent"), &counts.SellerPercent)
}

// decide makes a field none, or what counts where it was none. That may be none as well.
func decide[T any](own **T, above bool, counts *T) {
	switch {
	case above:
		*own = nil
	case *own == nil && counts != nil:
		*own = new(*counts)
	}
}

// Inherited are the fields of settings of which the level above says what counts.
func (s *Settings) Inherited() (names []string) {
	own := map[string]bool{
		"enabled": s.Enabled != nil, "salesChannels": s.On != nil, "priceStrategy": s.Strategy != nil, "belowPercent": s.Below != nil, "abovePercent": s.Above != nil,
		"listingOpensHours": s.ListingOpens != nil, "purchaseOpensHours": s.PurchaseOpens != nil, "purchaseClosesHours": s.PurchaseCloses != nil,
		"payout": s.Payout != nil, "feePayer": s.Payer != nil, "sellerPercent": s.SellerPercent != nil,
	}
	return slices.DeleteFunc(slices.Clone(Fields), func(name string) bool { return own[name] })
}
