package customer

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type alikeIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type alikeJSON struct {
	Customers []alikeCustomerJSON `json:"customers" doc:"Up to ten, those first who have most in common."`
}

type alikeCustomerJSON struct {
	ID      int64             `json:"id"`
	Name    string            `json:"name" needs:"customers.view"`
	Email   *string           `json:"email" needs:"customers.view"`
	Phone   *string           `json:"fullPhoneNumber" needs:"customers.view"`
	Reasons []customer.Reason `json:"reasons" doc:"What they have in common."`
}

type mergeIn struct {
	Keep      rest.ID         `json:"keepCustomerId" required:"true" doc:"The customer who stays, with name, e-mail and password."`
	Duplicate rest.ID         `json:"mergeCustomerId" required:"true" doc:"The same person once more, who has nothing afterwards."`
	Take      []customer.Part `json:"take" maxitems:"5" doc:"What of the duplicate is to stand in place of the other's own; where it has none, the other's stays."`
}

func merging(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customer-duplicates", Summary: "List who may be the same person", Tag: "Customers", Allow: app.ViewCustomers,
			Doc: "Of those whose name, or the first part of whose e-mail, has the same words: who has the same phone number, the same name and postcode, or the same name at another address of mails.",
		}, func(ctx context.Context, c *app.Caller, in alikeIn) (out alikeJSON, err error) {
			all, err := customer.ReadAlike(ctx, a, c, int64(in.ID))
			out.Customers = []alikeCustomerJSON{}
			for i := range all {
				one := &all[i]
				out.Customers = append(out.Customers, alikeCustomerJSON{one.ID, one.Name, wire.OrNull(one.Email), wire.OrNull(one.FullPhone()), one.Reasons})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customers/merge", Summary: "Merge a customer into another", Tag: "Customers", Allow: app.EditCustomers, Fields: true,
			Doc: "For one person who is there twice. All that the duplicate has becomes the other's: orders and baskets, tickets, money on accounts, answers, groups, " +
				"transfers, listings, mails and uses of codes. A basket becomes nobody's where the other has one of the same maker. What the other lacks of external id, " +
				"phone, address and the like is taken over. Needs customers.delete, too: it cannot be undone. The duplicate is read withTrashed, with mergedInto; its e-mail " +
				"is free, its log-ins end, and links that were mailed to it open nothing any more, while its barcodes stay good. What lies in many orders follows within a minute. " +
				"Refused where one is being merged, has the e-mail of a user of the company, a frozen wallet, or a payout of the duplicate is not confirmed.",
		}, func(ctx context.Context, c *app.Caller, in mergeIn) (rest.One[editedCustomerJSON], error) {
			kept, err := customer.Merge(ctx, a, c, int64(in.Keep), int64(in.Duplicate), in.Take...)
			return rest.One[editedCustomerJSON]{Data: editedCustomer(&kept)}, err
		}),
	}
}
