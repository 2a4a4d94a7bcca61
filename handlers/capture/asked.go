package capture

import (
	"context"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type askedIn struct {
	BasketID rest.Text `query:"basketId" required:"true" maxlen:"20" doc:"The id or the reference of a basket or order."`
}

type askedJSON struct {
	Groups   []askedGroupJSON                `json:"groups"`
	Data     []rest.Resource[wire.FieldJSON] `json:"data"`
	Included rest.Included                   `json:"included"`
}

type askedGroupJSON struct {
	Event     namedJSON       `json:"event"`
	FieldIDs  []int64         `json:"fieldIds" doc:"Asked once."`
	Subgroups []askedItemJSON `json:"subgroups"`
}

type askedItemJSON struct {
	SaleItem namedJSON `json:"saleItem"`
	FieldIDs []int64   `json:"fieldIds" doc:"Those assigned to item_tickets are asked for each unit."`
}

type namedJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func asked(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/basket/data-capture", Summary: "What a basket is asked", Tag: "Questions", Allow: app.Sell, Or: []app.Ability{app.EditOrders},
			Doc: "By event. What is switched off or hidden at the checkout is left out, and so are events of which nothing is asked.",
		}, func(ctx context.Context, c *app.Caller, in askedIn) (out askedJSON, err error) {
			found, err := capture.OfBasket(ctx, a, c, order.ParseKey(string(in.BasketID)))
			if err != nil {
				return out, err
			}
			return askedForm(&found), nil
		}),
	}
}

func askedForm(found *capture.Asked) (out askedJSON) {
	for _, g := range found.Groups {
		one := askedGroupJSON{Event: namedJSON{g.EventID, g.EventName}, FieldIDs: g.FieldIDs}
		for _, s := range g.Items {
			one.Subgroups = append(one.Subgroups, askedItemJSON{namedJSON{s.SaleItemID, s.Name}, s.FieldIDs})
		}
		out.Groups = append(out.Groups, one)
	}
	for i := range found.Fields {
		f := &found.Fields[i]
		out.Data = append(out.Data, wire.FieldRow(f))
		q := found.Questions[f.QuestionID]
		var related rest.Relations
		if q.Type.HasOptions() {
			related = rest.Relations{{Name: wire.OptionType, Data: wire.OptionsOf(q, &out.Included, false)}}
		}
		out.Included.Add(wire.QuestionType, q.ID, wire.QuestionForm(q), related...)
	}
	return out
}
