package company

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

const rolesTag = "Users"

type ownRoleJSON struct {
	ID           int64       `json:"id"`
	Title        string      `json:"title"`
	System       bool        `json:"system" doc:"The same in every company; cannot be changed."`
	SecondFactor bool        `json:"secondFactor"`
	Abilities    []string    `json:"abilities"`
	Grants       []grantJSON `json:"scopedAbilities" doc:"What it gives for some events alone, or for what a user made."`
}

func ownRoleForm(r *company.Role) ownRoleJSON {
	out := ownRoleJSON{ID: r.ID, Title: r.Title, System: r.System, SecondFactor: r.SecondFactor, Abilities: []string{}, Grants: grantsForm(r.Grants)}
	for _, ability := range r.Abilities {
		out.Abilities = append(out.Abilities, string(ability))
	}
	return out
}

type rolesJSON struct {
	Roles     []ownRoleJSON `json:"roles"`
	Abilities []string      `json:"abilities" doc:"All that there are: what is done, after what it is done to."`
	Scopable  []string      `json:"scopable" doc:"Those that can be given for some events alone."`
	Ownable   []string      `json:"ownable" doc:"Those that can be given for venues or codes that a user made, or that are named. Whoever edits codes that they made also makes some."`
}

type addRoleIn struct {
	Title        string    `json:"title" required:"true" maxlen:"255"`
	Abilities    []string  `json:"abilities" maxitems:"200" doc:"Of all events; see GET /roles. Required without scopedAbilities."`
	Grants       []grantIn `json:"scopedAbilities" maxitems:"200" doc:"Of some events."`
	SecondFactor rest.Flag `json:"secondFactor" doc:"Who has the role and logs in without a second factor can do nothing but set one up."`
}

type editRoleIn struct {
	ID           rest.ID    `json:"id" required:"true"`
	Title        *string    `json:"title" maxlen:"255"`
	Abilities    *[]string  `json:"abilities" maxitems:"200" doc:"All that the role gives from now on, of all events."`
	Grants       *[]grantIn `json:"scopedAbilities" maxitems:"200" doc:"All that it gives from now on of some events."`
	SecondFactor *rest.Flag `json:"secondFactor"`
}

type roleIDIn struct {
	ID rest.ID `json:"id" required:"true"`
}

func roles(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/roles", Summary: "List roles", Tag: rolesTag,
			Doc:   "The system's and the company's own, with what each gives, and everything that a role can give.",
			Allow: app.ViewUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (out rolesJSON, err error) {
			all, err := company.RolesOf(ctx, a, c)
			out = rolesJSON{Roles: []ownRoleJSON{}, Abilities: []string{}, Scopable: []string{}, Ownable: []string{}}
			for i := range all {
				out.Roles = append(out.Roles, ownRoleForm(&all[i]))
			}
			for _, ability := range app.Abilities {
				out.Abilities = append(out.Abilities, string(ability))
			}
			for _, ability := range app.Scopable {
				out.Scopable = append(out.Scopable, string(ability))
			}
			for _, ability := range app.Ownable {
				out.Ownable = append(out.Ownable, string(ability))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/roles", Summary: "Create a role", Tag: rolesTag, Proof: true, Allow: app.ManageUsers, Status: 201,
			Doc: "Nobody puts an ability into it that they lack, or hold for fewer events.",
		}, rest.On(a, addRole)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/roles/update", Summary: "Change a role", Tag: rolesTag, Proof: true, Allow: app.ManageUsers,
			Doc: "What is absent stays. Whoever changes a role holds all of it, before and after. It counts from the next request of everybody who has it.",
		}, rest.On(a, editRole)),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/roles", Summary: "Delete a role", Tag: rolesTag, Proof: true, Allow: app.ManageUsers, Status: 204,
			Doc: "Whoever has it loses what it gave, from the next request on.",
		}, func(ctx context.Context, c *app.Caller, in roleIDIn) (nothingJSON, error) {
			return nothingJSON{}, company.DeleteRole(ctx, a, c, int64(in.ID))
		}),
	}
}

func addRole(ctx context.Context, a *app.App, c *app.Caller, in addRoleIn) (ownRoleJSON, error) {
	abilities, err := abilitiesIn(in.Abilities)
	if err != nil {
		return ownRoleJSON{}, err
	}
	grants, err := grantsIn(in.Grants)
	if err != nil {
		return ownRoleJSON{}, err
	}
	factor := bool(in.SecondFactor)
	made, err := company.CreateRole(ctx, a, c, company.RoleFields{Title: &in.Title, Abilities: &abilities, Grants: &grants.all, SecondFactor: &factor})
	return ownRoleForm(&made), grants.inRows(err)
}

func editRole(ctx context.Context, a *app.App, c *app.Caller, in editRoleIn) (ownRoleJSON, error) {
	fields := company.RoleFields{Title: in.Title, SecondFactor: (*bool)(in.SecondFactor)}
	if in.Abilities != nil {
		abilities, err := abilitiesIn(*in.Abilities)
		if err != nil {
			return ownRoleJSON{}, err
		}
		fields.Abilities = &abilities
	}
	var grants grantsRead
	if in.Grants != nil {
		var err error
		if grants, err = grantsIn(*in.Grants); err != nil {
			return ownRoleJSON{}, err
		}
		fields.Grants = &grants.all
	}
	out, err := company.EditRole(ctx, a, c, int64(in.ID), fields)
	return ownRoleForm(&out), grants.inRows(err)
}

type tokenJSON struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Login     bool       `json:"login" doc:"Made by a log-in."`
	Current   bool       `json:"current" doc:"The one of this call."`
	CreatedAt time.Time  `json:"createdAt"`
	LastUsed  *time.Time `json:"lastUsedAt"`
	ExpiresAt *time.Time `json:"expiresAt"`
	RevokedAt *time.Time `json:"revokedAt"`
	// CompanyID and Only narrow it.
	CompanyID *int64        `json:"companyId" doc:"The only company that it acts in; null: each of the caller's."`
	Only      []app.Ability `json:"abilities" doc:"All that it may do. Of one that is not narrowed it is empty: that does what its user may."`
}

type tokensJSON struct {
	Tokens []tokenJSON `json:"tokens"`
}

type newTokenJSON struct {
	tokenJSON
	Token string `json:"token" doc:"Shown this once."`
}

type addTokenIn struct {
	Name  string     `json:"name" required:"true" maxlen:"255"`
	Until *rest.Time `json:"until" doc:"When it ends; never when absent. A token that has an end itself makes none that outlives it."`
	Only  []string   `json:"abilities" maxitems:"200" doc:"All that it may do, as far as the caller may, and in the company of the call alone. Absent: what the caller may, in each of their companies."`
}

type tokenIDIn struct {
	ID rest.ID `json:"id" required:"true"`
}

func tokenForm(t *company.Token, c *app.Caller) tokenJSON {
	return tokenJSON{
		ID: t.ID, Name: t.Name, Login: t.OfLogin(), Current: t.ID == c.TokenID, CreatedAt: t.CreatedAt,
		LastUsed: t.LastUsedAt, ExpiresAt: t.ExpiresAt, RevokedAt: t.RevokedAt, CompanyID: wire.OrNull(t.CompanyID), Only: t.Lends,
	}
}

func ownTokens(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/tokens", Summary: "List the caller's API tokens", Tag: "Access", Allow: app.Authenticated,
			Doc: "The newest 500, those that ended too, and behind them all of programs that are still good.",
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (tokensJSON, error) {
			all, err := company.OwnTokens(ctx, a, c)
			out := tokensJSON{[]tokenJSON{}}
			for i := range all {
				out.Tokens = append(out.Tokens, tokenForm(&all[i], c))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/tokens", Summary: "Make an API token", Tag: "Access", Proof: true, Allow: app.Authenticated, Secret: true, Status: 201,
			Doc: "It acts as the caller, with what they may do at that moment, in each of their companies; one with abilities does these alone. A new password does not end it.",
		}, func(ctx context.Context, c *app.Caller, in addTokenIn) (newTokenJSON, error) {
			only, err := abilitiesIn(in.Only)
			if err != nil {
				return newTokenJSON{}, err
			}
			made, text, err := company.MakeOwnToken(ctx, a, c, in.Name, in.Until.At(), only)
			return newTokenJSON{tokenForm(&made, c), text}, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/tokens", Summary: "Revoke one of the caller's API tokens", Tag: "Access", Proof: true, Allow: app.Authenticated, Status: 204,
			Doc: "At once and for good; also the one of this call.",
		}, func(ctx context.Context, c *app.Caller, in tokenIDIn) (nothingJSON, error) {
			return nothingJSON{}, company.RevokeOwnToken(ctx, a, c, int64(in.ID))
		}),
	}
}
