package customer

import (
	"context"
	"encoding/json"
	"time"

	"marquee/app"
	"marquee/app/person"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type personIn struct {
	ID rest.ID `query:"id" required:"true"`
}

type personJSON struct {
	CustomerID int64               `json:"customerId"`
	At         time.Time           `json:"at"`
	More       bool                `json:"more" doc:"There are more records than an export holds."`
	Sections   []personSectionJSON `json:"sections"`
}

type personSectionJSON struct {
	Name    string          `json:"name"`
	Records json.RawMessage `json:"records" doc:"The records as they are stored, without what opens something and what is empty."`
}

func exporting(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customers/export", Summary: "Everything that is kept about a customer", Tag: "Customers",
			Doc: "For a person who asks what is known of them: the customer, orders, tickets, payments, answers, scans, mails with what stood in them, transfers, accounts and resales, as they are stored. " +
				"Whoever may erase a customer may ask for it.",
			Allow: app.DeleteCustomers,
		}, func(ctx context.Context, c *app.Caller, in personIn) (out personJSON, err error) {
			all, err := person.Of(ctx, a, c, int64(in.ID))
			if err != nil {
				return out, err
			}
			out = personJSON{CustomerID: all.CustomerID, At: all.At, More: all.More, Sections: []personSectionJSON{}}
			for _, s := range all.Sections {
				records, err := wire.Kept(s.Records)
				if err != nil {
					return out, err
				}
				out.Sections = append(out.Sections, personSectionJSON{s.Name, records})
			}
			return out, nil
		}),
	}
}
