package company

import (
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// staffJSON are the attributes of a user of a company.
type staffJSON struct {
	Name      string  `json:"name"`
	Email     string  `json:"email"`
	Phone     *string `json:"phone"`
	PhoneCode *string `json:"phoneCode"`
	wire.SoftStamps
}

// addedStaffJSON is what creating a user answers with: the contract spells one name in
// another way here.
type addedStaffJSON struct {
	staffJSON
	PhoneCodeSnake *string `json:"phone_code"`
}

// companyUserJSON is what a company knows of its user.
type companyUserJSON struct {
	IsSelected bool          `json:"isSelected" doc:"The user chose to work in this company last."`
	Locale     *string       `json:"locale"`
	TermsAt    *time.Time    `json:"acceptedTermsAt"`
	PrivacyAt  *time.Time    `json:"acceptedPrivacyAt"`
	OptInAt    *time.Time    `json:"acceptedEmailOptInAt"`
	IsSuper    bool          `json:"isSuper" doc:"May do everything in the company."`
	IsInvited  bool          `json:"isInvited" doc:"The link that was mailed has not been used yet."`
	HasFactor  bool          `json:"hasSecondFactor"`
	Abilities  []app.Ability `json:"abilities" doc:"Held directly, beside those of the roles."`
	Grants     []grantJSON   `json:"scopedAbilities" doc:"Held directly, for some events alone."`
	wire.SoftStamps
}

// Misspelt is the name that the contract has for these attributes.
func (companyUserJSON) Misspelt() string { return "atributes" }

// roleJSON is a role beside its users.
type roleJSON struct {
	Title     string        `json:"title"`
	System    bool          `json:"isSystem" doc:"The same in every company; it cannot be changed."`
	Abilities []app.Ability `json:"abilities"`
	Grants    []grantJSON   `json:"scopedAbilities" doc:"For some events alone."`
	CreatedAt *time.Time    `json:"createdAt"`
	UpdatedAt *time.Time    `json:"updatedAt"`
}

type visibilityGroupJSON struct {
	Name string `json:"name"`
	wire.Stamps
}

func staffForm(u *company.CompanyUser) staffJSON {
	out := staffJSON{
		Name: u.User.Name, Email: u.User.Email, Phone: wire.OrNull(u.User.Phone),
		SoftStamps: wire.SoftStampsOf(u.User.CreatedAt, later(u.User.UpdatedAt, u.Member.UpdatedAt), u.Member.SuspendedAt),
	}
	if u.User.PhoneCode != nil {
		out.PhoneCode = digits(*u.User.PhoneCode)
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func roleForm(r *company.Role) roleJSON {
	return roleJSON{
		Title: r.Title, System: r.System, Abilities: append([]app.Ability{}, r.Abilities...), Grants: grantsForm(r.Grants),
		CreatedAt: wire.Moment(r.CreatedAt), UpdatedAt: wire.Moment(r.UpdatedAt),
	}
}

// The includes of users.
const (
	companyUsersType = "companyUsers"
	rolesType        = "roles"
	groupsType       = "visibilityGroups"
)

// relate points a user to what belongs to them, and puts that beside the answer where it
// was asked for.
func relate[A any](row *rest.Resource[A], in *rest.Included, u *company.CompanyUser, include rest.Include) {
	m := &u.Member
	row.Relate(companyUsersType, []rest.Ref{{Type: companyUsersType, ID: m.ID}})
	roles, groups := []rest.Ref{}, []rest.Ref{}
	if include.Has(companyUsersType) {
		in.Add(companyUsersType, m.ID, companyUserJSON{
			IsSelected: u.Selected, TermsAt: m.TermsAt, PrivacyAt: m.PrivacyAt, OptInAt: m.OptInAt, IsSuper: m.Super, IsInvited: u.Pending(), HasFactor: u.User.HasFactor(),
			Abilities: append([]app.Ability{}, m.Abilities...), Grants: grantsForm(m.Grants),
			SoftStamps: wire.SoftStampsOf(m.CreatedAt, m.UpdatedAt, m.SuspendedAt),
		})
	}
	for i := range u.Roles {
		roles = append(roles, rest.Ref{Type: rolesType, ID: u.Roles[i].ID})
		if include.Has(rolesType) {
			in.Add(rolesType, u.Roles[i].ID, roleForm(&u.Roles[i]))
		}
	}
	for i := range u.Groups {
		g := &u.Groups[i]
		groups = append(groups, rest.Ref{Type: groupsType, ID: g.ID})
		if include.Has(groupsType) {
			in.Add(groupsType, g.ID, visibilityGroupJSON{g.Name, wire.StampsOf(g.CreatedAt, g.UpdatedAt)})
		}
	}
	row.Relate(rolesType, roles)
	row.Relate(groupsType, groups)
}

func staffRow(u *company.CompanyUser, in *rest.Included, include rest.Include) rest.Resource[staffJSON] {
	row := rest.Resource[staffJSON]{Type: "users", ID: u.User.ID, Attributes: staffForm(u)}
	relate(&row, in, u, include)
	return row
}

func staffOne(u *company.CompanyUser, include rest.Include) (out rest.One[staffJSON]) {
	out.Data = staffRow(u, &out.Included, include)
	return out
}

// everything is what answers to changes show beside the user.
var everything = rest.Include{companyUsersType, rolesType, groupsType}

// Beside lists what can be asked for beside a user.
func (staffJSON) Beside() []rest.Kind {
	return []rest.Kind{{Type: companyUsersType, Attributes: companyUserJSON{}}, {Type: rolesType, Attributes: roleJSON{}}, {Type: groupsType, Attributes: visibilityGroupJSON{}}}
}
