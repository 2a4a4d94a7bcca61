package imports

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
)

func users() *Type {
	return &Type{
		Name: "users", About: "Members of staff. Found by e-mail. Nobody is given more than the approver may, nor a password.",
		Needs: []app.Ability{app.ManageUsers},
		Fields: []Field{
			{Name: "email", About: "E-mail address.", Required: true, Unique: true, Also: []string{"e-mail", "email address"}},
			{Name: "name", About: "Name.", Also: []string{"full name"}},
			{Name: "phone", About: "Telephone number.", Also: []string{"telephone", "mobile", "telefon"}},
			{Name: "phoneCode", About: "Calling code of the country."},
			{Name: "roles", About: "Names of roles, in one cell.", Also: []string{"role", "rolle", "rôle"}},
		},
		Apply: applyUser,
	}
}

func applyUser(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	roles, err := r.roles()
	code := r.number("phoneCode")
	if err != nil || r.failed() {
		return m, err
	}
	known, err := company.ReadUser(ctx, d.app, d.caller, company.UserKey{Email: r.text("email")}, true)
	if app.KindOf(err) == app.NotFound || r.text("email") == "" {
		u, err := company.CreateUser(ctx, d.app, d.caller, company.NewUser{
			Name: r.text("name"), Email: r.text("email"), Phone: r.text("phone"), PhoneCode: code, Source: company.SourceAPI, Roles: roles,
		})
		return made{id: u.User.ID, did: Created}, err
	}
	if err != nil {
		return m, err
	}
	in := company.UserFields{}
	if name := r.text("name"); name != "" && name != known.User.Name {
		in.Name = &name
	}
	if phone := r.text("phone"); phone != "" && phone != known.User.Phone {
		in.Phone = app.Is(phone)
	}
	if roles != nil && !sameNumbers(roles, known.Member.Roles) {
		in.Roles = app.Is(roles)
	}
	if in.Name == nil && !in.Phone.Given && !in.Roles.Given {
		return made{id: known.User.ID, did: Unchanged}, nil
	}
	u, err := company.EditUser(ctx, d.app, d.caller, known.User.ID, in)
	return made{id: u.User.ID, did: Changed}, err
}

// roles are those that a row names, nil for none.
func (r record) roles() (ids []int64, err error) {
	names := r.list("roles")
	if len(names) == 0 {
		return nil, nil
	}
	all, err := company.ListRoles(r.d.tx)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		i := slices.IndexFunc(all, func(role company.Role) bool { return app.Fold(role.Title) == app.Fold(name) })
		if i < 0 {
			r.note("roles", "has no role %s", name)
			continue
		}
		ids = append(ids, all[i].ID)
	}
	return ids, nil
}

// sameNumbers tells whether two lists have the same numbers.
func sameNumbers(a, b []int64) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
