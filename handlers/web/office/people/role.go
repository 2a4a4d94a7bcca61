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
}

const (
	makeRole   = "POST roles"
	editRole   = "POST roles/update"
	deleteRole = "DELETE roles"
)

func toRoles(v *screen.Visit, _ any) string { return v.Path("/roles") }

func newRoleScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/roles/new", Post: "POST /office/{alias}/roles/new", Needs: app.ManageUsers, Template: o.Template(templates, "role.html"), Show: showNewRole,
		Forms: map[string]screen.Then{makeRole: {Say: "office.role_made", To: toRoles}},
	}
}

func roleScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/roles/{id}", Post: "POST /office/{alias}/roles/{id}", Needs: app.ManageUsers, Template: o.Template(templates, "role.html"), Show: showRole,
		Forms: map[string]screen.Then{editRole: {Say: "office.saved", Undo: true}, deleteRole: {Say: "office.role_gone", To: toRoles}},
	}
}

func showNewRole(v *screen.Visit) error {
	v.View.Title = v.View.T("office.new_role")
	v.Body.It = &roleBody{All: v.Path("/roles"), Op: makeRole, Jobs: told(v, held{})}
	v.Body.Add(makeRole).Fill(map[string]any{"title": "", "abilities": []string{}, "secondFactor": false})
	return nil
}

func showRole(v *screen.Visit) error {
	all, err := company.RolesOf(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(r company.Role) bool { return r.ID == v.ID("id") })
	if i < 0 || all[i].System || !company.MayGiveRole(v.Caller, &all[i]) {
		return app.Missing("page")
	}
	r := &all[i]
	v.View.Title = r.Title
	var abilities []string
	for _, a := range r.Abilities {
		abilities = append(abilities, string(a))
	}
	v.Body.It = &roleBody{All: v.Path("/roles"), Op: editRole, Jobs: told(v, held{direct: r.Abilities, scoped: r.Grants}), Gone: true}
	v.Body.Add(editRole).Fill(map[string]any{"id": r.ID, "title": r.Title, "abilities": abilities, "secondFactor": r.SecondFactor}).About("roles", r.ID)
	v.Body.Add(deleteRole).Fill(map[string]any{"id": r.ID})
	return nil
}
