package company

import (
	"context"
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

const usersTag = "Users"

// usersExtras is what both reads of users take.
type usersExtras struct {
	Include     rest.Include `query:"include" enum:"companyUsers,visibilityGroups,roles"`
	WithTrashed rest.Trashed `query:"withTrashed" doc:"Suspended users too."`
}

type usersIn struct {
	rest.Page
	Query string `query:"query" maxlen:"255" doc:"Parts of the name and the e-mail, in any order; case, accents and width do not matter."`
	usersExtras
}

type userIn struct {
	usersExtras
	ID    rest.ID `query:"id" blank:"true"`
	Email string  `query:"email" maxlen:"254" doc:"Instead of id."`
}

// whoIn names a user.
type whoIn struct {
	ID    rest.ID `json:"id" blank:"true"`
	Email string  `json:"email" maxlen:"254" doc:"Instead of id."`
}

// restoreIn names a user in the query, as the contract has it, or in the body.
type restoreIn struct {
	whoIn
	QueryID    rest.ID `query:"id" blank:"true"`
	QueryEmail string  `query:"email" maxlen:"254" doc:"Instead of id."`
}

type addUserIn struct {
	Name     string     `json:"name" maxlen:"255" doc:"The e-mail when absent."`
	Email    string     `json:"email" required:"true" maxlen:"254" doc:"One that another company knows already joins this one, with the name and password that they have."`
	Password string     `json:"password" maxlen:"512" doc:"At least ten characters; none of the commonest, and not close to the e-mail. Without one the user asks for a link, see POST /reset-password."`
	Source   sourceIn   `json:"registrationSource" default:"api"`
	Phone    rest.Text  `json:"phone" maxlen:"40"`
	Code     *rest.ID   `json:"phoneCode" min:"1" max:"999"`
	Roles    []rest.ID  `json:"roles" maxitems:"100"`
	Groups   []rest.ID  `json:"visibilityGroups" maxitems:"100"`
	Direct   []string   `json:"abilities" maxitems:"200" doc:"Held directly, beside those of the roles."`
	Grants   []grantIn  `json:"scopedAbilities" maxitems:"200" doc:"Held directly, for some events alone."`
	IsSuper  *rest.Flag `json:"isSuper" doc:"May do everything in the company; only such a user can say so."`
	Invite   rest.Flag  `json:"invite" doc:"Mails a link by which somebody who has no password chooses one. It is good once, for 7 days."`
}

// sourceIn is where a user comes from.
type sourceIn string

// Values are the words.
func (sourceIn) Values() []string {
	return []string{company.SourceWeb, company.SourceAPI, company.SourceApp}
}

type editUserIn struct {
	ID       rest.ID             `json:"id" required:"true"`
	Name     *string             `json:"name" maxlen:"255"`
	Email    *string             `json:"email" maxlen:"254"`
	Password *string             `json:"password" maxlen:"512" doc:"Log-ins made before end."`
	Phone    rest.Opt[rest.Text] `json:"phone" maxlen:"40"`
	Code     rest.Opt[rest.ID]   `json:"phoneCode" min:"1" max:"999"`
	Terms    *rest.Flag          `json:"acceptedTerms" doc:"The time of the first yes is kept."`
	Privacy  *rest.Flag          `json:"acceptedPrivacy"`
	OptIn    *rest.Flag          `json:"acceptedEmailOptIn"`
	Roles    rest.Opt[[]rest.ID] `json:"roles" maxitems:"100" doc:"All roles that the user has from now on."`
	Groups   rest.Opt[[]rest.ID] `json:"visibilityGroups" maxitems:"100"`
	Direct   rest.Opt[[]string]  `json:"abilities" maxitems:"200" doc:"Held directly, beside those of the roles."`
	Grants   rest.Opt[[]grantIn] `json:"scopedAbilities" maxitems:"200" doc:"Held directly, for some events alone."`
	IsSuper  *rest.Flag          `json:"isSuper" doc:"May do everything in the company; only such a user can change it."`
}

// userToldJSON answers what is done to a user.
type userToldJSON struct {
	Data    rest.Resource[staffJSON] `json:"data"`
	Message string                   `json:"message"`
}

const grantDoc = "Nobody gives what they lack, or changes somebody who may do what they may not; the e-mail, the name and the password of a user count in every company, so there too."

func users(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/company/users", Summary: "List users", Tag: usersTag,
			Doc:   "The staff of the company, in the order in which they joined it.",
			Allow: app.ListUsers, Or: []app.Ability{app.ManageUsers}, Fields: true, Limit: company.MaxUserPage,
		}, rest.OnList(a, listUsers)),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/company/user", Summary: "Read a user", Tag: usersTag,
			Doc:   "By id, or by e-mail.",
			Allow: app.ViewUsers, Or: []app.Ability{app.ManageUsers}, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in userIn) (out rest.One[staffJSON], err error) {
			u, err := company.ReadUser(ctx, a, c, company.UserKey{ID: int64(in.ID), Email: in.Email}, bool(in.WithTrashed))
			if err != nil {
				return out, err
			}
			return staffOne(&u, in.Include), nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/users", Summary: "Create a user", Tag: usersTag,
			Doc:   "An e-mail that is in the company already is refused. One that another company knows is linked, and let in at once if its owner has set a password by a mailed link; else such a link is mailed, and the user has no access here before it was used. " + grantDoc,
			Proof: true, Allow: app.CreateUsers, Or: []app.Ability{app.ManageUsers}, Fields: true,
		}, rest.On(a, addUser)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/users/update", Summary: "Change a user", Tag: usersTag,
			Doc:   "What is absent stays. Nobody changes their own roles, groups and abilities. " + grantDoc + " What changed counts from the user's next request on.",
			Proof: true, Allow: app.EditUsers, Or: []app.Ability{app.ManageUsers}, Fields: true,
		}, rest.On(a, editUser)),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/company/users", Summary: "Suspend a user", Tag: usersTag,
			Doc:   "Ends the access to this company, from the next request on; nothing is deleted. Nobody suspends themselves, and the last super user stays; that of the installation stays in the last company that they have.",
			Proof: true, Allow: app.DeleteUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, in whoIn) (out userToldJSON, err error) {
			u, err := company.SuspendMember(ctx, a, c, company.UserKey{ID: int64(in.ID), Email: in.Email})
			return userTold(&u, "The user is suspended."), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/users/restore", Summary: "Restore a user", Tag: usersTag,
			Doc:   "Gives a suspended user back the access that they had. " + grantDoc,
			Proof: true, Allow: app.RestoreUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, in restoreIn) (out userToldJSON, err error) {
			k := company.UserKey{ID: int64(in.ID), Email: in.Email}
			if k == (company.UserKey{}) {
				k = company.UserKey{ID: int64(in.QueryID), Email: in.QueryEmail}
			}
			u, err := company.RestoreMember(ctx, a, c, k)
			return userTold(&u, "The user is restored."), err
		}),
	}
}

func userTold(u *company.CompanyUser, message string) userToldJSON {
	row := rest.Resource[staffJSON]{Type: "users", ID: u.User.ID, Attributes: staffForm(u)}
	return userToldJSON{row, message}
}

func listUsers(ctx context.Context, a *app.App, c *app.Caller, in usersIn) (out rest.Many[staffJSON], l list.Info, err error) {
	page, err := company.ListUsers(ctx, a, c, company.UserFilter{WithTrashed: bool(in.WithTrashed), Query: in.Query, Offset: in.Offset, Limit: in.Limit})
	if err != nil {
		return out, l, err
	}
	out = rest.List[staffJSON](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, staffRow(&page.Rows[i], &out.Included, in.Include))
	}
	return out, page.Info, nil
}

func addUser(ctx context.Context, a *app.App, c *app.Caller, in addUserIn) (out rest.One[addedStaffJSON], err error) {
	abilities, err := abilitiesIn(in.Direct)
	if err != nil {
		return out, err
	}
	grants, err := grantsIn(in.Grants)
	if err != nil {
		return out, err
	}
	made := company.NewUser{
		Name: in.Name, Email: in.Email, Password: in.Password, Source: string(in.Source), Phone: string(in.Phone),
		Roles: wire.IDs(in.Roles), Groups: wire.IDs(in.Groups), Abilities: abilities, Grants: grants.all, Super: in.IsSuper != nil && bool(*in.IsSuper), Invite: bool(in.Invite),
	}
	if in.Code != nil {
		code := int64(*in.Code)
		made.PhoneCode = &code
	}
	u, err := company.CreateUser(ctx, a, c, made)
	if err != nil {
		return out, grants.inRows(err)
	}
	form := staffForm(&u)
	out.Data = rest.Resource[addedStaffJSON]{Type: "users", ID: u.User.ID, Attributes: addedStaffJSON{form, form.PhoneCode}}
	relate(&out.Data, &out.Included, &u, everything)
	return out, nil
}

func editUser(ctx context.Context, a *app.App, c *app.Caller, in editUserIn) (out rest.One[staffJSON], err error) {
	f := company.UserFields{
		Name: in.Name, Email: in.Email, Password: in.Password, Phone: wire.MaybeText(in.Phone), PhoneCode: wire.MaybeID(in.Code),
		AcceptedTerms: wire.Yes(in.Terms), AcceptedPrivacy: wire.Yes(in.Privacy), AcceptedOptIn: wire.Yes(in.OptIn),
		Roles: wire.MaybeIDs(in.Roles), Groups: wire.MaybeIDs(in.Groups), Super: wire.Yes(in.IsSuper),
	}
	if in.Direct.Set {
		abilities, err := abilitiesIn(in.Direct.Value)
		if err != nil {
			return out, err
		}
		f.Abilities = app.Is(abilities)
	}
	var grants grantsRead
	if in.Grants.Set {
		if grants, err = grantsIn(in.Grants.Value); err != nil {
			return out, err
		}
		f.Grants = app.Is(grants.all)
	}
	u, err := company.EditUser(ctx, a, c, int64(in.ID), f)
	if err != nil {
		return out, grants.inRows(err)
	}
	return staffOne(&u, everything), nil
}

// abilitiesIn reads the names of abilities.
func abilitiesIn(words []string) ([]app.Ability, error) {
	var (
		all []app.Ability
		p   app.Problems
	)
	for i, word := range words {
		if all = append(all, app.Ability(word)); !app.Ability(word).Known() {
			p.Add("abilities."+strconv.Itoa(i), "is not a known ability")
		}
	}
	return all, p.Err()
}

// digits is a number as the contract has it in a text.
func digits(n int64) *string {
	text := strconv.FormatInt(n, 10)
	return &text
}
