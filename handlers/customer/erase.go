package customer

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type deleteIn struct {
	ID    rest.ID   `json:"id" required:"true"`
	Force rest.Flag `json:"force" doc:"Also one who has tickets for events to come, which are void then, or money on an account."`
}

func erasing(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/customer", Also: []string{"DELETE /customers"}, Summary: "Erase a customer", Tag: "Customers",
			Doc: "For good: name, e-mail, phone, birth date, address, answers, names on tickets and what mails said are gone, and links to tickets open nothing any more. " +
				"Orders and money stay, as of nobody. With force, access is lost: tickets for events to come are void at the gates, without money back, their places are free, and what was reserved ends. The e-mail is free again. What lies in many orders goes within a minute; the file forgets the bytes when it is compacted.",
			Allow: app.DeleteCustomers,
		}, func(ctx context.Context, c *app.Caller, in deleteIn) (wire.SuccessJSON, error) {
			return wire.Done(customer.Delete(ctx, a, c, int64(in.ID), bool(in.Force)))
		}),
	}
}
