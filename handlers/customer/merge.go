package customer

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/rest"
)

type mergeIn struct {
	Keep      rest.ID `json:"keepCustomerId" required:"true" doc:"The customer who stays, with name, e-mail and password."`
	Duplicate rest.ID `json:"mergeCustomerId" required:"true" doc:"The same person once more, who has nothing afterwards."`
}

func merging(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customers/merge", Summary: "Merge a customer into another", Tag: "Customers", Allow: app.EditCustomers, Fields: true,
			Doc: "For one person who is there twice. All that the duplicate has becomes the other's: orders and baskets, tickets, money on accounts, answers, groups, " +
				"transfers, listings, mails and uses of codes. A basket becomes nobody's where the other has one of the same maker. What the other lacks of external id, " +
				"phone, address and the like is taken over. Needs customers.delete, too: it cannot be undone. The duplicate is read withTrashed, with mergedInto; its e-mail " +
				"is free, its log-ins end, and links that were mailed to it open nothing any more, while its barcodes stay good. What lies in many orders follows within a minute. " +
				"Refused where one is being merged, has the e-mail of a user of the company, a frozen wallet, or a payout of the duplicate is not confirmed.",
		}, func(ctx context.Context, c *app.Caller, in mergeIn) (rest.One[editedCustomerJSON], error) {
			kept, err := customer.Merge(ctx, a, c, int64(in.Keep), int64(in.Duplicate))
			return rest.One[editedCustomerJSON]{Data: editedCustomer(&kept)}, err
		}),
	}
}
