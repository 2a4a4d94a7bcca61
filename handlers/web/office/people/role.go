package people

import (
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type roleBody struct {
	All  string
	Op   string
	Jobs []job
	Gone bool // it may be deleted
	Some some
	// People is how many have it, and Loss what they lose with it, empty: nobody has it.
	People int
	Loss   string
	role   *company.Role
}

// roleAgain makes a role anew that nobody had. Of one that somebody had, nobody would get it back.
func roleAgain(v *screen.Visit) (string, any) {
	b := v.Body.It.(*roleBody)
	if b.People > 0 || len(b.role.Grants) > 0 {
		return "", nil
	}
	return makeRole, map[string]any{"title": b.role.Title, "abilities": b.role.Abilities, "secondFactor": b.role.SecondFactor}
}

// havingRole is how many people have a role, also those whose access has ended.
func havingRole(v *screen.Visit, id int64) (n int, err error) {
	for _, state := range []company.PeopleState{company.PeopleActive, company.PeopleInvited, company.PeopleEnded} {
		all, err := company.ReadPeople(v.R.Context(), v.App, v.Caller, state, "")
		if err != nil {
			return 0, err
		}
		for i := range all.Rows {
			if slices.Contains(all.Rows[i].Member.Roles, id) {
				n++
			}
		}
	}
	return n, nil
}

const (
	makeRole   = "POST roles"
	editRole   = "POST roles/update"
	deleteRole = "DELETE roles"
)

func toRoles(v *screen.Visit, _ any) string { return v.Path("/roles") }

func newRoleScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/roles/new", Post: "POST /office/{alias}/roles/new", Needs: app.ManageUsers, Template: o.Template(templates, "role.html", "some_list.html"), Show: showNewRole,
		Forms: map[string]screen.Then{makeRole: {Say: "office.role_made", To: toRoles}},
	}
}

func roleScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/roles/{id}", Post: "POST /office/{alias}/roles/{id}", Needs: app.ManageUsers, Template: o.Template(templates, "role.html", "some_list.html"), Show: showRole,
		Forms: map[string]screen.Then{editRole: {Say: "office.saved", Undo: true}, deleteRole: {Say: "office.role_gone", To: toRoles, Remake: roleAgain}},
	}
}

func showNewRole(v *screen.Visit) error {
	v.View.Title = v.View.T("office.new_role")
	v.Body.It = &roleBody{All: v.Path("/roles"), Op: makeRole, Jobs: told(v, held{})}
	v.Body.Add(makeRole).Fill(map[string]any{"title": "", "abilities": []string{}, "secondFactor": false})
	return nil
}

// readRole is the role of the page, which whoever looks may change.
func readRole(v *screen.Visit) (*company.Role, error) {
	all, err := company.RolesOf(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(r company.Role) bool { return r.ID == v.ID("id") })
	if i < 0 || all[i].System || !company.MayGiveRole(v.Caller, &all[i]) {
		return nil, app.Missing("page")
	}
	return &all[i], nil
}

func showRole(v *screen.Visit) error {
	r, err := readRole(v)
	if err != nil {
		return err
	}
	v.View.Title = r.Title
	var abilities []string
	for _, a := range r.Abilities {
		abilities = append(abilities, string(a))
	}
	body := &roleBody{All: v.Path("/roles"), Op: editRole, Jobs: told(v, held{direct: r.Abilities, scoped: r.Grants}), Gone: true, role: r}
	if body.People, err = havingRole(v, r.ID); err != nil {
		return err
	}
	if body.People > 0 {
		body.Loss = v.View.T("office.role_loss", "n", body.People)
	}
	v.Body.It = body
	f := v.Body.Add(editRole).Fill(map[string]any{"id": r.ID, "title": r.Title, "abilities": abilities, "secondFactor": r.SecondFactor}).About("roles", r.ID)
	v.Body.Add(deleteRole).Fill(map[string]any{"id": r.ID})
	body.Some, err = tellSome(v, f, r.Grants, v.Path("/roles/%d/some", r.ID))
	return err
}
