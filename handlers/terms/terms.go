package terms

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/terms"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type termsIn struct {
	EventID *rest.ID `query:"eventId" blank:"true" doc:"The deposit of one event; without it the terms of the company."`
}

type setTermsIn struct {
	EventID          *rest.ID            `json:"eventId" min:"1" doc:"For one event, which can have a deposit of its own."`
	Deposit          rest.Opt[depositIn] `json:"deposit" doc:"Null: none is offered; of an event: that of the company is."`
	Invoice          rest.Opt[invoiceIn] `json:"invoice" doc:"Null: none is offered."`
	PaymentLinkHours rest.Opt[int64]     `json:"paymentLinkHours" min:"1" max:"2160" doc:"How long a payment link is good; null is 72."`
}

type depositIn struct {
	SalesChannels []string         `json:"salesChannels" required:"true" enum:"online,box_office" doc:"The API is the box office. None: no deposit is offered."`
	Percent       float64          `json:"percent" required:"true" min:"0" max:"100" doc:"Of the total without its fees, which are paid at once; at most two decimals."`
	Minimums      map[string]int64 `json:"minimums" maxitems:"200" doc:"The total from which on it is offered in minor units, by currency code; in other currencies there is none."`
	DaysBefore    int64            `json:"daysBefore" min:"0" max:"365" doc:"How many days before the event the balance is due."`
}

type invoiceIn struct {
	SalesChannels []string         `json:"salesChannels" required:"true" enum:"online,box_office" doc:"The API is the box office."`
	Minimums      map[string]int64 `json:"minimums" maxitems:"200" doc:"The total from which on it is offered online in minor units, by currency code."`
	Days          int64            `json:"days" min:"0" max:"365" doc:"How long the order waits; 0 is until staff end it."`
	InstantAccess rest.Flag        `json:"instantAccess" doc:"Tickets are good at once, and the order waits until staff end it."`
}

type termsJSON struct {
	EventID          *int64          `json:"eventId"`
	Deposit          *depositJSON    `json:"deposit"`
	Invoice          *invoiceJSON    `json:"invoice" doc:"Null for an event."`
	PaymentLinkHours rest.Opt[int64] `json:"paymentLinkHours" doc:"Left out for an event."`
}

type depositJSON struct {
	SalesChannels []string         `json:"salesChannels" enum:"online,box_office"`
	Percent       float64          `json:"percent"`
	Minimums      map[string]int64 `json:"minimums"`
	DaysBefore    int64            `json:"daysBefore"`
}

type invoiceJSON struct {
	SalesChannels []string         `json:"salesChannels" enum:"online,box_office"`
	Minimums      map[string]int64 `json:"minimums"`
	Days          int64            `json:"days"`
	InstantAccess bool             `json:"instantAccess"`
}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/payment-terms", Summary: "Read how buyers may pay later", Tag: "Selling", Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in termsIn) (termsJSON, error) {
			t, err := terms.Read(ctx, a, c, int64(wire.Value(in.EventID)))
			return form(&t), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/payment-terms", Summary: "Set how buyers may pay later", Tag: "Selling", Allow: app.EditCompany,
			Doc: "What is absent stays as it is; a deposit and an invoice are replaced as a whole. Orders that wait keep what they were told.",
		}, func(ctx context.Context, c *app.Caller, in setTermsIn) (termsJSON, error) {
			change, err := in.change()
			if err != nil {
				return termsJSON{}, err
			}
			t, err := terms.Set(ctx, a, c, change)
			return form(&t), err
		}),
	}
}

func (in *setTermsIn) change() (ch terms.Change, err error) {
	ch = terms.Change{EventID: int64(wire.Value(in.EventID)), LinkHours: wire.Maybe(in.PaymentLinkHours)}
	if ch.Deposit.Given = in.Deposit.Set; in.Deposit.Ptr() != nil {
		d := in.Deposit.Ptr()
		percent, err := wire.Percent(&d.Percent, "deposit.percent")
		if err != nil {
			return ch, err
		}
		ch.Deposit.Value = &terms.NewDeposit{On: channels(d.SalesChannels), Percent: *percent, Least: d.Minimums, Days: d.DaysBefore}
	}
	if ch.Invoice.Given = in.Invoice.Set; in.Invoice.Ptr() != nil {
		i := in.Invoice.Ptr()
		ch.Invoice.Value = &terms.NewInvoice{On: channels(i.SalesChannels), Least: i.Minimums, Days: i.Days, Instant: bool(i.InstantAccess)}
	}
	return ch, nil
}

func channels(names []string) (c terms.Channels) {
	for _, name := range names {
		c.Online = c.Online || name == catalog.ChannelOnline
		c.Office = c.Office || name == catalog.ChannelBoxOffice
	}
	return c
}

func namesOf(c terms.Channels) []string {
	names := []string{}
	if c.Online {
		names = append(names, catalog.ChannelOnline)
	}
	if c.Office {
		names = append(names, catalog.ChannelBoxOffice)
	}
	return names
}

func minimums(all []terms.Least) map[string]int64 {
	out := map[string]int64{}
	for _, l := range all {
		cur, _ := company.CurrencyByID(l.CurrencyID)
		out[cur.Code] = l.Total
	}
	return out
}

func form(t *terms.Terms) termsJSON {
	out := termsJSON{EventID: wire.OrNull(t.EventID)}
	if t.EventID == 0 {
		out.PaymentLinkHours = rest.Some(int64(t.LinkLife().Hours()))
	}
	if d := t.Deposit; d != nil {
		out.Deposit = &depositJSON{namesOf(d.On), float64(d.Percent) / money.PercentUnit, minimums(d.Least), d.Days}
	}
	if i := t.Invoice; i != nil {
		out.Invoice = &invoiceJSON{namesOf(i.On), minimums(i.Least), i.Days, i.Instant}
	}
	return out
}
