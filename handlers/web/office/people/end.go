package people

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type endBody struct {
	All, At, Name string
	Ends          []string
}

func endScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/people/{id}/end", Post: "POST /office/{alias}/people/{id}/end", Needs: deletes, Template: o.Template(templates, "end.html"), Show: showEnd,
		Forms: map[string]screen.Then{"DELETE company/users": {
			Say: "office.access_ended", Restore: "POST company/users/restore", To: func(v *screen.Visit, _ any) string { return v.Path("/people") },
		}},
	}
}

// showEnd says what ends with somebody's access, and what does not.
func showEnd(v *screen.Visit) error {
	if !v.Holds(views) {
		return app.Missing("page")
	}
	u, err := readPerson(v)
	if err != nil {
		return err
	}
	if u.Member.SuspendedAt != nil || u.User.ID == v.Caller.UserID {
		return app.Missing("page")
	}
	sessions, err := company.SessionsOf(v.R.Context(), v.App, v.Caller, u.User.ID)
	if err != nil {
		return err
	}
	signedIn, programs := 0, 0
	for i := range sessions {
		if sessions[i].OfLogin() {
			signedIn++
		} else {
			programs++
		}
	}
	v.View.Title = v.View.T("office.end_access_of", "name", u.User.Name)
	body := &endBody{All: v.Path("/people"), At: v.Path("/people/%d", u.User.ID), Name: u.User.Name}
	body.Ends = append(body.Ends, v.View.T("office.ends_here", "company", v.Company.Name))
	if signedIn > 0 {
		body.Ends = append(body.Ends, v.View.T("office.ends_sessions", "n", signedIn))
	}
	if programs > 0 {
		body.Ends = append(body.Ends, v.View.T("office.ends_programs", "n", programs))
	}
	body.Ends = append(body.Ends, v.View.T("office.ends_stays"))
	v.Body.It = body
	v.Body.Add("DELETE company/users").Fill(map[string]any{"id": u.User.ID})
	return nil
}
