package office

import (
	"time"

	"marquee/app/catalog"
)

// Stands is how the sale of something stands, in one word.
type Stands string

// How a sale stands.
const (
	IsOver    Stands = "over"
	Cancelled Stands = "cancelled"
	Draft     Stands = "draft"
	Stopped   Stands = "stopped"
	Selling   Stands = "selling"
	Scarce    Stands = "scarce" // few are left
	SoldOut   Stands = "sold_out"
	Later     Stands = "later"   // from a moment on
	Nothing   Stands = "nothing" // there is nothing to sell
	OffSale   Stands = "off_sale"
)

// Standing is how a sale stands.
type Standing struct {
	Is   Stands
	From time.Time // with Later
	Left int64     // with Scarce
}

// standingOf is how the sale of an event stands.
func standingOf(e *catalog.EventView, now time.Time) Standing {
	switch e.State(now) {
	case catalog.Cancelled:
		return Standing{Is: Cancelled}
	case catalog.Drafts:
		return Standing{Is: Draft}
	case catalog.Over:
		return Standing{Is: IsOver}
	}
	if e.OffSale {
		return Standing{Is: Stopped}
	}
	if len(e.Items) == 0 {
		return Standing{Is: Nothing}
	}
	out := Standing{Is: OffSale}
	for i := range e.Items {
		it := &e.Items[i]
		if !it.Admits() {
			continue
		}
		switch s := StandingOfItem(it, now); s.Is {
		case Selling, Scarce:
			return Standing{Is: Selling}
		case SoldOut:
			out = Standing{Is: SoldOut}
		case Later:
			if out.Is == OffSale || out.Is == Later && s.From.Before(out.From) {
				out = s
			}
		}
	}
	return out
}

// StandingOfItem is how the sale of one thing stands, whether its event is published or not.
func StandingOfItem(it *catalog.SaleItemView, now time.Time) Standing {
	switch {
	case it.OnSaleFrom != nil && now.Before(*it.OnSaleFrom):
		return Standing{Is: Later, From: *it.OnSaleFrom}
	case it.OnSaleUntil != nil && !now.Before(*it.OnSaleUntil), it.HideFromShop && it.HideFromBoxOffice:
		return Standing{Is: OffSale}
	}
	return standingOfStock(it.Left())
}

// StandingOfGroup is how the sale of the tickets of a group stands, as far as the group says.
func StandingOfGroup(g *catalog.GroupView, now time.Time) Standing {
	switch {
	case g.OffSale:
		return Standing{Is: Stopped}
	case len(g.ItemIDs) == 0:
		return Standing{Is: Nothing}
	case g.OnSaleFrom != nil && now.Before(*g.OnSaleFrom):
		return Standing{Is: Later, From: *g.OnSaleFrom}
	case g.OnSaleUntil != nil && !now.Before(*g.OnSaleUntil):
		return Standing{Is: OffSale}
	}
	return standingOfStock(g.Stock.Current())
}

// standingOfStock is how the sale stands of what is on sale, by how many are left; nil: without end.
func standingOfStock(left *int64) Standing {
	switch {
	case left == nil || *left >= fewLeft:
		return Standing{Is: Selling}
	case *left <= 0:
		return Standing{Is: SoldOut}
	}
	return Standing{Is: Scarce, Left: *left}
}
