package shop

import (
	"html/template"
	"time"

	"marquee/app/order"
	"marquee/app/shop"
	"marquee/handlers/web/cover"
)

// stub is the basket as it stands beside an event.
type stub struct {
	*shop.Basket
	Until     template.HTML
	To        string // the basket
	Next      string // the checkout
	ExtendAt  string
	RecoverAt string
	CodeAt    string
	Key       order.Key
	// LastMinute: it is over within a minute.
	LastMinute bool
	companyID  int64
}

// Cover is the picture of the first event.
func (s *stub) Cover() template.HTML {
	if len(s.Events) == 0 {
		return ""
	}
	return cover.Of(s.companyID, s.Events[0].ID, s.Events[0].Picture)
}

// stub shows a basket, nil without one. One that has expired is shown until something else
// is begun.
func (v *visit) stub(b *shop.Basket) *stub {
	if b == nil || !b.Open && !(b.Expired && b.Order.Status != order.Failed) {
		return nil
	}
	if b.Open && b.Units == 0 {
		return nil
	}
	return &stub{
		Basket: b, Until: v.view.Time(b.Until.In(zoneOf(b, v.company))), To: v.path("/basket"), Next: v.path("/checkout"), ExtendAt: v.path("/basket/extend"),
		RecoverAt: v.path("/basket/recover"), CodeAt: v.path("/basket/code"), Key: v.basket,
		companyID: v.company.ID, LastMinute: b.Open && b.Until.Sub(v.app().Now()) <= time.Minute,
	}
}
