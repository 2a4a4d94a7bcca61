package customer

import (
	"context"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type groupsIn struct {
	rest.Page
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type conditionIn struct {
	Of      customer.Kind `json:"of" required:"true" doc:"What ids are of; items are inventory items."`
	IDs     []rest.ID     `json:"ids" required:"true" maxitems:"100" doc:"Units of any of these count."`
	AtLeast int64         `json:"atLeast" default:"1" min:"1" max:"100000" doc:"Units that were bought and not given back."`
	From    *rest.Time    `json:"from" blank:"true" doc:"Bought at or after."`
	Until   *rest.Time    `json:"until" blank:"true" doc:"Bought before."`
}

type ruleIn struct {
	Any []struct {
		All []conditionIn `json:"all" required:"true" maxitems:"20"`
	} `json:"any" required:"true" maxitems:"20" doc:"One of these has to hold, with all its conditions."`
}

type groupFieldsIn struct {
	Rule      rest.Opt[ruleIn]    `json:"rule" doc:"Makes the group an automatic one: whoever fits is in it."`
	StayDays  *int64              `json:"stayDays" min:"0" max:"3650" doc:"How long whoever came into an automatic group stays in it at least."`
	ExpiresAt rest.Opt[rest.Time] `json:"expiresAt" doc:"When the group ends to have any effect."`
}

type addGroupIn struct {
	Name string `json:"name" required:"true" maxlen:"255"`
	groupFieldsIn
}

type editGroupIn struct {
	ID   rest.ID `json:"id" required:"true"`
	Name *string `json:"name" maxlen:"255"`
	groupFieldsIn
}

type groupIn struct {
	ID rest.ID `json:"id" required:"true"`
}

type joinIn struct {
	Group     rest.ID    `json:"customerGroupId" required:"true"`
	Create    rest.Flag  `json:"createCustomersIfMissing" doc:"Makes those who are unknown; a name is required then."`
	Customers []joinerIn `json:"customers" required:"true" maxitems:"500"`
}

type joinerIn struct {
	Name  string     `json:"name" maxlen:"255"`
	Email string     `json:"email" required:"true" maxlen:"254"`
	Until *rest.Time `json:"removal_date" date:"true" blank:"true" doc:"When the customer leaves the group. Who is in it already leaves then, or stays when it is absent."`
}

type leaveIn struct {
	Group     rest.ID `json:"customerGroupId" required:"true"`
	Customers []struct {
		Email string `json:"email" required:"true" maxlen:"254"`
	} `json:"customers" required:"true" maxitems:"500" doc:"Unknown ones, and those who are not in the group, are let be."`
}

type membersIn struct {
	Group  rest.ID  `query:"customerGroupId" required:"true"`
	Behind *rest.ID `query:"after" blank:"true" doc:"Goes on behind this customer."`
	Limit  int64    `query:"limit" default:"1000" min:"1" max:"1000"`
}

// customerGroupJSON are the attributes of a customer group.
type customerGroupJSON struct {
	Name      string     `json:"name"`
	CompanyID int64      `json:"companyId"`
	Automatic bool       `json:"isAutomatic"`
	Rule      *ruleJSON  `json:"rule"`
	StayDays  int64      `json:"stayDays"`
	ExpiresAt *time.Time `json:"expiresAt"`
	wire.SoftStamps
}

type ruleJSON struct {
	Any []alternativeJSON `json:"any"`
}

type alternativeJSON struct {
	All []conditionJSON `json:"all"`
}

type conditionJSON struct {
	Of      customer.Kind `json:"of"`
	IDs     []int64       `json:"ids"`
	AtLeast int64         `json:"atLeast"`
	From    *time.Time    `json:"from"`
	Until   *time.Time    `json:"until"`
}

type membersJSON struct {
	Members []memberJSON `json:"members" doc:"By customer. Where as many come as were asked for, more may follow."`
}

type memberJSON struct {
	CustomerID int64      `json:"customerId"`
	Since      time.Time  `json:"since"`
	Until      *time.Time `json:"removal_date"`
}

func groups(a *app.App) []rest.Route {
	const tag = "Customers"
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/customer-groups", Summary: "List customer groups", Tag: tag,
			Allow: app.ViewCustomers, Or: []app.Ability{app.EditGroups}, Fields: true, Limit: customer.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in groupsIn) (out rest.Many[customerGroupJSON], l list.Info, err error) {
			page, err := customer.ListGroups(ctx, a, c, customer.GroupFilter{WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, groupRow(c)), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customer-groups", Summary: "Create a customer group", Tag: tag, Allow: app.EditGroups, Status: 201, Fields: true,
			Doc: "Discount codes and access codes can be for the members of groups.",
		}, func(ctx context.Context, c *app.Caller, in addGroupIn) (rest.One[customerGroupJSON], error) {
			return rest.As(groupOne(c))(customer.CreateGroup(ctx, a, c, in.fields(&in.Name)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customer-groups/update", Summary: "Change a customer group", Tag: tag, Allow: app.EditGroups, Fields: true,
			Doc: "With a new rule an automatic group is filled anew, in the background. One that has expired has ended for good.",
		}, func(ctx context.Context, c *app.Caller, in editGroupIn) (rest.One[customerGroupJSON], error) {
			return rest.As(groupOne(c))(customer.UpdateGroup(ctx, a, c, int64(in.ID), in.fields(in.Name)))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/customer-groups", Summary: "Delete a customer group", Tag: tag, Allow: app.EditGroups,
			Doc: "Codes that were for its members alone are for nobody then.",
		}, func(ctx context.Context, c *app.Caller, in groupIn) (wire.SuccessJSON, error) {
			return wire.Done(customer.DeleteGroup(ctx, a, c, int64(in.ID)))
		}),
		restoreGroup(a),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/customer-groups/customers", Summary: "List the members of a customer group", Tag: tag, Allow: app.ViewCustomers,
		}, func(ctx context.Context, c *app.Caller, in membersIn) (out membersJSON, err error) {
			all, err := customer.Members(ctx, a, c, int64(in.Group), int64(wire.Value(in.Behind)), int(in.Limit))
			for _, m := range all {
				out.Members = append(out.Members, memberJSON{m.CustomerID, m.Since, m.Until})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customer-groups/customers", Summary: "Put customers into a group", Tag: tag, Allow: app.EditGroups, Fields: true,
			Doc: "Of groups that are filled by hand. All of them or none.",
		}, func(ctx context.Context, c *app.Caller, in joinIn) (rest.One[customerGroupJSON], error) {
			return rest.As(groupOne(c))(customer.AddToGroup(ctx, a, c, int64(in.Group), in.joining(), bool(in.Create)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/customer-groups/customers/delete", Summary: "Take customers out of a group", Tag: tag, Allow: app.EditGroups, Fields: true,
			Doc: "Of groups that are filled by hand.",
		}, func(ctx context.Context, c *app.Caller, in leaveIn) (rest.One[customerGroupJSON], error) {
			var emails []string
			for _, one := range in.Customers {
				emails = append(emails, one.Email)
			}
			return rest.As(groupOne(c))(customer.RemoveFromGroup(ctx, a, c, int64(in.Group), emails))
		}),
	}
}

func (in *joinIn) joining() []customer.Joining {
	all := make([]customer.Joining, len(in.Customers))
	for i, one := range in.Customers {
		all[i] = customer.Joining{Name: strings.TrimSpace(one.Name), Email: one.Email, Until: one.Until.At()}
	}
	return all
}

func (in *groupFieldsIn) fields(name *string) customer.GroupFields {
	f := customer.GroupFields{Name: name, StayDays: in.StayDays, ExpiresAt: wire.MaybeTime(in.ExpiresAt)}
	f.Rule.Given = in.Rule.Set
	if rule, ok := in.Rule.Get(); ok {
		f.Rule.Value = rule.rule()
	}
	return f
}

func (in *ruleIn) rule() *customer.Rule {
	out := &customer.Rule{}
	for _, any := range in.Any {
		var one customer.Alternative
		for _, c := range any.All {
			one.All = append(one.All, customer.Condition{Of: c.Of, IDs: wire.IDs(c.IDs), AtLeast: c.AtLeast, From: c.From.At(), Until: c.Until.At()})
		}
		out.Any = append(out.Any, one)
	}
	return out
}

func groupRow(c *app.Caller) func(customer.Group) rest.Resource[customerGroupJSON] {
	return func(g customer.Group) rest.Resource[customerGroupJSON] {
		return rest.Resource[customerGroupJSON]{Type: "customerGroups", ID: g.ID, Attributes: customerGroupJSON{
			Name: g.Name, CompanyID: c.CompanyID, Automatic: g.Rule != nil, Rule: ruleForm(g.Rule), StayDays: g.StayDays, ExpiresAt: g.ExpiresAt,
			SoftStamps: wire.SoftStampsOf(g.CreatedAt, g.UpdatedAt, g.DeletedAt),
		}}
	}
}

func groupOne(c *app.Caller) func(customer.Group) rest.One[customerGroupJSON] {
	return func(g customer.Group) rest.One[customerGroupJSON] {
		return rest.One[customerGroupJSON]{Data: groupRow(c)(g)}
	}
}

func ruleForm(r *customer.Rule) *ruleJSON {
	if r == nil {
		return nil
	}
	out := &ruleJSON{Any: []alternativeJSON{}}
	for _, any := range r.Any {
		one := alternativeJSON{All: []conditionJSON{}}
		for _, c := range any.All {
			one.All = append(one.All, conditionJSON{c.Of, c.IDs, c.AtLeast, c.From, c.Until})
		}
		out.Any = append(out.Any, one)
	}
	return out
}

func restoreGroup(a *app.App) rest.Route {
	return rest.Handle(rest.Spec{
		Method: "POST", Path: "/customer-groups/restore", Summary: "Restore a deleted customer group", Tag: "Customers", Allow: app.EditGroups,
		Doc: "Whoever was in it is in it again. One that is not deleted stays as it is.",
	}, func(ctx context.Context, c *app.Caller, in groupIn) (wire.SuccessJSON, error) {
		return wire.Done(customer.RestoreGroup(ctx, a, c, int64(in.ID)))
	})
}
