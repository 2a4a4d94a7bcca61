package people

import (
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

type inviteBody struct {
	someBody
}

func inviteScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/people/new", Post: "POST /office/{alias}/people/new", Needs: creates, Template: o.Template(templates, "invite.html", "some_list.html"), Show: showInvite,
		Forms: map[string]screen.Then{"POST company/users": {Say: "office.invited", To: func(v *screen.Visit, out any) string {
			if id := rest.IDOf(out); id != 0 && v.Holds(views) {
				return v.Path("/people/%d", id)
			}
			return v.Path("/people") + "?state=invited"
		}}},
	}
}

func showInvite(v *screen.Visit) error {
	if !v.Holds(lists) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.invite")
	body := &inviteBody{someBody{All: v.Path("/people"), Jobs: jobsOf(v, app.Scopable)}}
	v.Body.It = body
	f := v.Body.Add("POST company/users").Fill(map[string]any{"name": "", "email": "", "roles": []string{}, "invite": true})
	f.Fill(map[string]any{body.Path("scope"): "", body.Path("abilities"): []string{}, body.Path("eventIds"): []string{}})
	f.Lists[body.Path("scope")] = append([]screen.Option{{Text: v.View.T("office.some_invite_none")}}, scopeOptions(v, "selected", "own")...)
	var err error
	if f.Lists[body.Path("eventIds")], err = nextEvents(v); err != nil || !v.Holds(views) {
		return err
	}
	roles, err := company.RolesOf(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	f.Lists["roles"] = rolesToGive(v, roles, nil)
	return nil
}

// rolesToGive are those that whoever looks may give, and those that somebody has already.
func rolesToGive(v *screen.Visit, all []company.Role, has []int64) (out []screen.Option) {
	for i := range all {
		r := &all[i]
		if company.MayGiveRole(v.Caller, r) || slices.Contains(has, r.ID) {
			out = append(out, screen.Option{Value: strconv.FormatInt(r.ID, 10), Text: roleTitle(v, r)})
		}
	}
	return out
}
