package catalog

import (
	"time"

	"marquee/app"
	"marquee/app/locale"
)

// NotSold is why some goods cannot be sold: on account of themselves or, when Of is
// another one, of what they are an add-on of, or bring as a bundle.
type NotSold struct {
	Reason Reason
	Of     *Goods
}

// NotSold tells why the goods cannot be bought on a channel now. Its Reason is OnSale
// when they can.
func (s *Cache) NotSold(g *Goods, ch Channel, now time.Time) (NotSold, error) {
	if r := Sellable(g.Event, g.SaleItem, g.slot, g.group, ch, now); r != OnSale {
		return NotSold{r, g}, nil
	}
	for _, b := range g.Bundled {
		c, err := s.Get(b.SaleItemID)
		if err != nil {
			return NotSold{}, err
		}
		if r := Sellable(c.Event, c.SaleItem, c.slot, c.group, ch, now); r != OnSale {
			return NotSold{r, c}, nil
		}
	}
	if g.ParentID == 0 {
		return NotSold{OnSale, g}, nil
	}
	parent, err := s.Get(g.ParentID)
	if err != nil {
		return NotSold{}, err
	}
	return NotSold{Sellable(parent.Event, parent.SaleItem, parent.slot, parent.group, ch, now), parent}, nil
}

// Message says to people why the goods cannot be sold. Times are those of the clocks
// at the event, or at home for what belongs to no event.
func (n NotSold) Message(g *Goods, now time.Time, home *time.Location) app.Message {
	name := g.Item.Name
	if n.Of != g && g.Type == Bundle {
		return app.Msg("%s is not on sale: it brings %s, which is not on sale.", name, n.Of.Item.Name)
	}
	if n.Of != g {
		return app.Msg("%s is not on sale: it belongs to %s, which is not on sale.", name, n.Of.Item.Name)
	}
	switch n.Reason {
	case IsDeleted:
		return app.Msg("%s is not on sale: it was deleted.", name)
	case IsCancelled:
		return app.Msg("%s is not on sale: the event is cancelled.", name)
	case IsDraft:
		return app.Msg("%s is not on sale: the event is a draft.", name)
	case IsOver:
		return app.Msg("%s is not on sale: the event is over.", name)
	case IsStopped:
		return app.Msg("%s is not on sale: the event is off sale.", name)
	case SeatsNotReady:
		return app.Msg("%s is not on sale: the seats of the event are not ready yet.", name)
	case SlotIsOver:
		return app.Msg("%s is not on sale: its timeslot is over.", name)
	case GroupStopped:
		return app.Msg("%s is not on sale: its group is off sale.", name)
	case NotOnChannel:
		return app.Msg("%s is not on sale: it is not sold here.", name)
	}
	if g.Event != nil {
		home = g.Event.Location()
	}
	return g.outside(n.Reason, now, home)
}

// outside says when the window opens, or closed, that the goods are outside of.
func (g *Goods) outside(r Reason, now time.Time, l *time.Location) app.Message {
	from, until := NotSold{r, g}.OnSaleWindow(now)
	if from != nil && now.Before(*from) {
		return app.Msg("%s is not on sale: only from %s.", g.Item.Name, locale.At(from.In(l)))
	}
	return app.Msg("%s is not on sale: only until %s.", g.Item.Name, locale.At(until.In(l)))
}
