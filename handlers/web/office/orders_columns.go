package office

import (
	"fmt"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/report/sheet"
)

// orderColumns are those of the list of orders, and of its file.
var orderColumns = []column[orderRow]{
	{
		word: "office.order_reference", class: "ref",
		cell:   func(v *visit, o *orderRow) cell { return cell{Text: groupedCode(o.Reference), Mono: true} },
		values: []value[orderRow]{{word: "office.order_reference", of: func(_ *visit, o *orderRow) any { return o.Reference }}},
	},
	{
		word: "office.buyer", class: "first",
		cell: func(v *visit, o *orderRow) cell {
			name, email := o.buyer(v)
			c := cell{Text: name, Sub: email, Strong: true}
			if name == "" {
				c.Text = v.view.T("office.no_buyer")
			}
			return c
		},
		values: []value[orderRow]{
			{word: "office.buyer", of: func(v *visit, o *orderRow) any { name, _ := o.buyer(v); return name }},
			{word: "office.email", of: func(v *visit, o *orderRow) any { _, email := o.buyer(v); return email }},
		},
	},
	{
		word: "office.what", class: "what",
		cell:   func(_ *visit, o *orderRow) cell { return cell{Text: o.bought()} },
		values: []value[orderRow]{{word: "office.what", of: func(_ *visit, o *orderRow) any { return o.bought() }}},
	},
	{
		word: "office.when", class: "when",
		cell: func(v *visit, o *orderRow) cell {
			return cell{Text: lately(v, o.Date()), Sub: v.view.T("office.channel_" + o.Channel.Slug())}
		},
		values: []value[orderRow]{
			{word: "office.when", moments: true, of: func(_ *visit, o *orderRow) any { return o.Date() }},
			{word: "office.by_salesChannels", of: func(v *visit, o *orderRow) any { return v.view.T("office.channel_" + o.Channel.Slug()) }},
		},
	},
	{
		word: "office.by_paymentMethods", class: "by",
		cell:   func(v *visit, o *orderRow) cell { return cell{Text: o.paidBy(v)} },
		values: []value[orderRow]{{word: "office.by_paymentMethods", of: func(v *visit, o *orderRow) any { return o.paidBy(v) }}},
	},
	{
		word: "office.state", class: "is",
		cell: func(v *visit, o *orderRow) cell { c := o.chip(v); return cell{Chip: &c} },
		values: []value[orderRow]{
			{word: "office.state", of: func(v *visit, o *orderRow) any { return v.view.T("office.status_" + o.Status.Slug()) }},
			{word: "office.due", moments: true, of: func(_ *visit, o *orderRow) any {
				if o.ExpiresAt == nil || !o.Status.AwaitsPayment() {
					return nil
				}
				return *o.ExpiresAt
			}},
		},
	},
	{
		word: "office.amount", class: "n amount",
		cell: func(v *visit, o *orderRow) cell {
			cur, _ := company.CurrencyByID(o.CurrencyID)
			return cell{Text: v.view.Amount(cur, o.Totals.Total), Strong: true}
		},
		values: []value[orderRow]{
			{word: "office.amount", of: func(_ *visit, o *orderRow) any { return o.money(o.Totals.Total) }},
			{word: "office.paid", of: func(_ *visit, o *orderRow) any { return o.money(o.Totals.Paid) }},
			{word: "office.refunded", of: func(_ *visit, o *orderRow) any { return o.money(o.Totals.Refunded) }},
			{word: "office.currency", of: func(_ *visit, o *orderRow) any { cur, _ := company.CurrencyByID(o.CurrencyID); return cur.Code }},
		},
	},
}

// money is an amount for a file, with its decimals.
func (o *orderRow) money(minor int64) sheet.Number {
	cur, _ := company.CurrencyByID(o.CurrencyID)
	cur.Symbol = ""
	return sheet.Number(cur.Amount(minor))
}

// groupedCode is a code in groups of four.
func groupedCode(code string) string {
	if len(code) != 8 {
		return code
	}
	return code[:4] + "-" + code[4:]
}

// buyer is who bought, as far as whoever looks may know it.
func (o *orderRow) buyer(v *visit) (name, email string) {
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
func lately(v *visit, t time.Time) string {
	at, now := t.In(v.zone), v.app.Now().In(v.zone)
	switch {
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return v.view.Lang.Clock(at)
	case at.Year() == now.Year():
		return v.view.Lang.DayMonth(at)
	}
	return v.view.Lang.DayMonth(at) + " " + at.Format("2006")
}

// methodWords are the keys of what payment methods are called.
var methodWords = map[string]string{
	string(order.Cash): "cash", string(order.Bank): "bank", string(order.Cheque): "cheque", string(order.MoneyOrder): "cheque", string(order.GiftCard): "voucher",
	string(order.CardPresentOffline): "card_here", string(order.CardNotPresentOffline): "card_elsewhere", string(order.CardPresentOnline): "reader", string(order.CardNotPresentOnline): "card",
	string(order.ComplimentaryMethod): "complimentary", string(order.EWalletOnline): "wallet", "elsewhere": "elsewhere", "free": "free",
}

// method is what a payment method is called.
func method(v *visit, m string) string {
	if word := methodWords[m]; word != "" {
		return v.view.T("office.method_" + word)
	}
	return m
}

// paidBy is how the order was paid, or is to be.
func (o *orderRow) paidBy(v *visit) string {
	all := make([]string, len(o.Methods))
	for i, m := range o.Methods {
		all[i] = method(v, m)
	}
	if len(all) == 0 && o.Status.AwaitsPayment() {
		return v.view.T("office.later_" + o.Status.Slug())
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
func (o *orderRow) chip(v *visit) chip {
	c := chip{v.view.T("office.status_" + o.Status.Slug()), statusTones[o.Status]}
	if now := v.app.Now(); o.Status.AwaitsPayment() && o.ExpiresAt != nil && o.ExpiresAt.Sub(now) < soon {
		return chip{v.view.T("office.due_when", "when", inDays(v, now, *o.ExpiresAt)), "warn"}
	}
	return c
}
