package orders

import (
	"fmt"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/report/sheet"
)

// orderColumns are those of the list of orders, and of its file.
var orderColumns = []records.Column[orderRow]{
	{
		Word: "office.order_reference", Class: "ref",
		Cell: func(v *screen.Visit, o *orderRow) records.Cell {
			return records.Cell{Text: screen.GroupedCode(o.Reference), Mono: true}
		},
		Values: []records.Value[orderRow]{{Word: "office.order_reference", Of: func(_ *screen.Visit, o *orderRow) any { return o.Reference }}},
	},
	{
		Word: "office.buyer", Class: "first",
		Cell: func(v *screen.Visit, o *orderRow) records.Cell {
			name, email := o.buyer(v)
			c := records.Cell{Text: name, Sub: email, Strong: true}
			if name == "" {
				c.Text = v.View.T("office.no_buyer")
			}
			return c
		},
		Values: []records.Value[orderRow]{
			{Word: "office.buyer", Of: func(v *screen.Visit, o *orderRow) any { name, _ := o.buyer(v); return name }},
			{Word: "office.email", Of: func(v *screen.Visit, o *orderRow) any { _, email := o.buyer(v); return email }},
		},
	},
	{
		Word: "office.what", Class: "what",
		Cell:   func(_ *screen.Visit, o *orderRow) records.Cell { return records.Cell{Text: o.bought()} },
		Values: []records.Value[orderRow]{{Word: "office.what", Of: func(_ *screen.Visit, o *orderRow) any { return o.bought() }}},
	},
	{
		Word: "office.when", Class: "when",
		Cell: func(v *screen.Visit, o *orderRow) records.Cell {
			return records.Cell{Text: lately(v, o.Date()), Sub: v.View.T("office.channel_" + o.Channel.Slug())}
		},
		Values: []records.Value[orderRow]{
			{Word: "office.when", Moments: true, Of: func(_ *screen.Visit, o *orderRow) any { return o.Date() }},
			{Word: "office.by_salesChannels", Of: func(v *screen.Visit, o *orderRow) any { return v.View.T("office.channel_" + o.Channel.Slug()) }},
		},
	},
	{
		Word: "office.by_paymentMethods", Class: "by",
		Cell:   func(v *screen.Visit, o *orderRow) records.Cell { return records.Cell{Text: o.paidBy(v)} },
		Values: []records.Value[orderRow]{{Word: "office.by_paymentMethods", Of: func(v *screen.Visit, o *orderRow) any { return o.paidBy(v) }}},
	},
	{
		Word: "office.state", Class: "is",
		Cell: func(v *screen.Visit, o *orderRow) records.Cell { c := o.chip(v); return records.Cell{Chip: &c} },
		Values: []records.Value[orderRow]{
			{Word: "office.state", Of: func(v *screen.Visit, o *orderRow) any { return v.View.T("office.status_" + o.Status.Slug()) }},
			{Word: "office.due", Moments: true, Of: func(_ *screen.Visit, o *orderRow) any {
				if o.ExpiresAt == nil || !o.Status.AwaitsPayment() {
					return nil
				}
				return *o.ExpiresAt
			}},
		},
	},
	{
		Word: "office.amount", Class: "n amount",
		Cell: func(v *screen.Visit, o *orderRow) records.Cell {
			cur, _ := company.CurrencyByID(o.CurrencyID)
			return records.Cell{Text: v.View.Amount(cur, o.Totals.Total), Strong: true}
		},
		Values: []records.Value[orderRow]{
			{Word: "office.amount", Of: func(_ *screen.Visit, o *orderRow) any { return o.money(o.Totals.Total) }},
			{Word: "office.paid", Of: func(_ *screen.Visit, o *orderRow) any { return o.money(o.Totals.Paid) }},
			{Word: "office.refunded", Of: func(_ *screen.Visit, o *orderRow) any { return o.money(o.Totals.Refunded) }},
			{Word: "office.currency", Of: func(_ *screen.Visit, o *orderRow) any { cur, _ := company.CurrencyByID(o.CurrencyID); return cur.Code }},
		},
	},
}

// money is an amount for a file, with its decimals.
func (o *orderRow) money(minor int64) sheet.Number {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	cur.Symbol = ""
	return sheet.Number(cur.Amount(minor))
}

// buyer is who bought, as far as whoever looks may know it.
func (o *orderRow) buyer(v *screen.Visit) (name, email string) {
	if c := o.beside.Contacts[o.CustomerID]; c != nil {
		return c.Name, c.Email
	}
	return "", ""
}

// bought is what the order has, the same things together.
func (o *orderRow) bought() string {
	var names []string
	counts := map[string]int{}
	for i := range o.Items {
		it := &o.Items[i]
		if it.DeletedAt != nil {
			continue
		}
		if counts[it.SaleName] == 0 {
			names = append(names, it.SaleName)
		}
		counts[it.SaleName]++
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%d × %s", counts[name], name)
	}
	return strings.Join(names, " · ")
}

// lately is a time: of today its hour, of this year its day, else its year too.
func lately(v *screen.Visit, t time.Time) string {
	at, now := t.In(v.Zone), v.App.Now().In(v.Zone)
	switch {
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return v.View.Lang.Clock(at)
	case at.Year() == now.Year():
		return v.View.Lang.DayMonth(at)
	}
	return v.View.Lang.DayMonth(at) + " " + at.Format("2006")
}

// paidBy is how the order was paid, or is to be.
func (o *orderRow) paidBy(v *screen.Visit) string {
	all := make([]string, len(o.Methods))
	for i, m := range o.Methods {
		all[i] = v.Method(m)
	}
	if len(all) == 0 && o.Status.AwaitsPayment() {
		return v.View.T("office.later_" + o.Status.Slug())
	}
	return strings.Join(all, ", ")
}

// statusTones are the colours of chips.
var statusTones = map[order.Status]string{
	order.Complete: "ok", order.PartiallyRefunded: "warn", order.AwaitingApproval: "info", order.Processing: "warn", order.Unknown: "warn",
	order.AwaitingPaymentLink: "info", order.AwaitingOnsite: "info", order.AwaitingInvoice: "info", order.AwaitingLocalPayment: "info", order.PartiallyPaid: "info", order.Failed: "bad",
}

// soon is when what is due is said in a chip that warns.
const soon = 72 * time.Hour

// chip is the state of an order: of what is due soon, until when.
func (o *orderRow) chip(v *screen.Visit) screen.Chip {
	c := screen.Chip{Text: v.View.T("office.status_" + o.Status.Slug()), Tone: statusTones[o.Status]}
	if now := v.App.Now(); o.Status.AwaitsPayment() && o.ExpiresAt != nil && o.ExpiresAt.Sub(now) < soon {
		return screen.Chip{Text: v.View.T("office.due_when", "when", screen.InDays(v, now, *o.ExpiresAt)), Tone: "warn"}
	}
	return c
}
