package orders

import (
	"marquee/handlers/web/office/screen"
	"strings"

	"marquee/app/locale"
	"marquee/app/office"
	"marquee/app/order"
)

func orderChip(v *screen.Visit, o *order.Order) screen.Chip {
	return screen.Chip{Text: v.View.T("office.status_" + o.Status.Slug()), Tone: statusTones[o.Status]}
}

// whatOf says what an order is of, when it was bought, and where.
func whatOf(v *screen.Visit, o *office.Order) string {
	text := v.View.T("office.bought", "when", v.View.Lang.ShortMoment(o.Date().In(v.Zone)), "where", v.View.T("office.channel_"+o.Channel.Slug()))
	if len(o.EventIDs) == 0 || o.Events[o.EventIDs[0]] == nil {
		return text
	}
	name := o.Events[o.EventIDs[0]].Name
	if n := len(o.EventIDs) - 1; n > 0 {
		name = v.View.T("office.and_more", "name", name, "n", n)
	}
	return name + ", " + text
}

// buyerRow is who bought an order.
type buyerRow struct {
	Name, Initials, Email, Phone, Speaks string
}

func buyerOf(v *screen.Visit, o *office.Order) *buyerRow {
	c := o.Buyer
	if c == nil {
		return nil
	}
	row := &buyerRow{Name: c.Name, Initials: screen.InitialsOf(c.Name), Email: c.Email, Phone: c.FullPhone()}
	if c.Locale != "" {
		row.Speaks = v.View.T("office.speaks_" + string(locale.Of(c.Locale)))
	}
	if c.Address.City != "" {
		row.Speaks = v.View.T("office.speaks_from", "language", row.Speaks, "city", c.Address.City)
	}
	return row
}

// amountOf is an amount of an order.
func amountOf(v *screen.Visit, o *office.Order, minor int64) string {
	text := v.View.Amount(v.Currency(o.CurrencyID), minor)
	if minor < 0 {
		text = strings.Replace(text, "-", "−", 1)
	}
	return text
}
