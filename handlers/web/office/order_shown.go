package office

import (
	"slices"
	"strings"

	"marquee/app/locale"
	"marquee/app/office"
	"marquee/app/order"
)

func orderChip(v *visit, o *order.Order) chip {
	return chip{v.view.T("office.status_" + o.Status.Slug()), statusTones[o.Status]}
}

// whatOf says what an order is of, when it was bought, and where.
func whatOf(v *visit, o *office.Order) string {
	text := v.view.T("office.bought", "when", v.view.Lang.ShortMoment(o.Date().In(v.zone)), "where", v.view.T("office.channel_"+o.Channel.Slug()))
	if len(o.EventIDs) == 0 || o.Events[o.EventIDs[0]] == nil {
		return text
	}
	name := o.Events[o.EventIDs[0]].Name
	if n := len(o.EventIDs) - 1; n > 0 {
		name = v.view.T("office.and_more", "name", name, "n", n)
	}
	return name + ", " + text
}

// buyerRow is who bought an order.
type buyerRow struct {
	Name, Initials, Email, Phone, Speaks string
}

func buyerOf(v *visit, o *office.Order) *buyerRow {
	c := o.Buyer
	if c == nil {
		return nil
	}
	row := &buyerRow{Name: c.Name, Initials: initialsOf(c.Name), Email: c.Email, Phone: c.FullPhone()}
	if c.Locale != "" {
		row.Speaks = v.view.T("office.speaks_" + string(locale.Of(c.Locale)))
	}
	if c.Address.City != "" {
		row.Speaks = v.view.T("office.speaks_from", "language", row.Speaks, "city", c.Address.City)
	}
	return row
}

// amountOf is an amount of an order.
func amountOf(v *visit, o *office.Order, minor int64) string {
	text := v.view.Amount(v.currency(o.CurrencyID), minor)
	if minor < 0 {
		text = strings.Replace(text, "-", "−", 1)
	}
	return text
}

// OrdersAt is where all orders are, empty where the reader has no such page.
func (b *body) OrdersAt() string {
	at := b.visit.path("/orders")
	if slices.ContainsFunc(b.Frame.Places, func(p place) bool { return p.To == at }) {
		return at
	}
	return ""
}
