package customer

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type exportIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type deleteIn struct {
	ID    rest.ID   `json:"id" required:"true"`
	Force rest.Flag `json:"force" doc:"Also one who has tickets for events to come, which are void then, or money on an account."`
}

func erasing(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customer/export", Summary: "Give out what is kept about a customer", Tag: "Customers", Proof: true, Allow: app.DeleteCustomers,
			Doc: "For a person who asks what is known of them: the customer, orders, tickets, payments, answers, scans, mails with what stood in them, transfers, accounts and whatever else names them. Whoever asks may see customers and orders too. That it was given out is in the audit log.",
		}, func(ctx context.Context, c *app.Caller, in exportIn) (wire.PersonJSON, error) {
			all, err := customer.GiveOut(ctx, a, c, int64(in.ID))
			if err != nil {
				return wire.PersonJSON{}, err
			}
			return wire.PersonForm(&all)
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/customer", Also: []string{"DELETE /customers"}, Summary: "Erase a customer", Tag: "Customers",
			Doc: "For good: name, e-mail, phone, birth date, address, answers, names on tickets and what mails said are gone, and links to tickets open nothing any more. " +
				"Orders and money stay, as of nobody. With force, access is lost: tickets for events to come are void at the gates, without money back, their places are free, and what was reserved ends. The e-mail is free again. What lies in many orders goes within a minute; the file forgets the bytes when it is compacted.",
			Proof: true, Allow: app.DeleteCustomers,
		}, func(ctx context.Context, c *app.Caller, in deleteIn) (wire.SuccessJSON, error) {
			return wire.Done(customer.Delete(ctx, a, c, int64(in.ID), bool(in.Force)))
		}),
	}
}
