package people

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type rolesBody struct {
	All, New string
	Rows     []roleRow
}

type roleRow struct {
	Title, To string
	Jobs      []job
	System    bool
	Factor    bool
}

func rolesScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/roles", Needs: views, Template: o.Template(templates, "roles.html"), Show: showRoles}
}

func showRoles(v *screen.Visit) error {
	v.View.Title = v.View.T("office.roles")
	all, err := company.RolesOf(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	body := &rolesBody{All: peopleAt(v)}
	if v.Holds(app.ManageUsers) {
		body.New = v.Path("/roles/new")
	}
	for i := range all {
		r := &all[i]
		row := roleRow{Title: roleTitle(v, r), System: r.System, Factor: r.SecondFactor}
		if body.New != "" && !r.System && company.MayGiveRole(v.Caller, r) {
			row.To = v.Path("/roles/%d", r.ID)
		}
		for _, j := range told(v, held{direct: r.Abilities, scoped: r.Grants}) {
			if j.All || j.Some {
				row.Jobs = append(row.Jobs, j)
			}
		}
		body.Rows = append(body.Rows, row)
	}
	v.Body.It = body
	return nil
}

// peopleAt is the way back to the list, empty for somebody who may not see it.
func peopleAt(v *screen.Visit) string {
	if v.Holds(lists) {
		return v.Path("/people")
	}
	return ""
}
