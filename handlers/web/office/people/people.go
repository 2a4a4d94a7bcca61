package people

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type listBody struct {
	Rows                   []personRow
	Tabs                   []screen.Tab
	Query, State, More     string
	Invite, Roles, Devices string
	Groups                 string
	Nothing                string
}

type personRow struct {
	Name, Email, Initials, To string
	Does, About               string
	Factor                    screen.Chip
	Seen                      string
}

func listScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/people", Needs: lists, Template: o.Template(templates, "people.html"), Show: showPeople}
}

func showPeople(v *screen.Visit) error {
	v.View.Title = v.View.T("office.people")
	q := v.R.URL.Query()
	state := company.PeopleState(q.Get("state"))
	if state != company.PeopleInvited && state != company.PeopleEnded {
		state = company.PeopleActive
	}
	all, err := company.ReadPeople(v.R.Context(), v.App, v.Caller, state, q.Get("q"))
	if err != nil {
		return err
	}
	body := &listBody{Query: q.Get("q"), State: string(state), Nothing: v.View.T("office.nobody_here")}
	for _, s := range []company.PeopleState{company.PeopleActive, company.PeopleInvited, company.PeopleEnded} {
		to := v.Path("/people") + "?" + url.Values{"state": {string(s)}}.Encode()
		body.Tabs = append(body.Tabs, screen.Tab{Text: v.View.T("office.people_" + string(s)), To: to, Count: strconv.Itoa(all.Counts[s]), Here: s == state})
	}
	if all.More {
		body.More = v.View.T("office.people_more", "n", company.MaxPeopleShown)
	}
	for i := range all.Rows {
		body.Rows = append(body.Rows, rowOf(v, &all.Rows[i]))
	}
	if v.Holds(creates) {
		body.Invite = v.Path("/people/new")
	}
	if v.Holds(views) {
		body.Roles, body.Devices, body.Groups = v.Path("/roles"), v.Path("/devices"), v.Path("/groups")
	}
	v.Body.It = body
	return nil
}

func rowOf(v *screen.Visit, p *company.Person) personRow {
	row := personRow{Name: p.User.Name, Email: p.User.Email, Initials: screen.InitialsOf(p.User.Name), Factor: factorChip(v, p.User.HasFactor()), Seen: seen(v, p.SeenAt)}
	row.Does, row.About = does(v, &p.CompanyUser)
	if v.Holds(views) {
		row.To = v.Path("/people/%d", p.User.ID)
	}
	return row
}

// does is what somebody does in a few words, and what is said beside it.
func does(v *screen.Visit, u *company.CompanyUser) (text, about string) {
	var titles []string
	for i := range u.Roles {
		titles = append(titles, roleTitle(v, &u.Roles[i]))
	}
	switch {
	case u.Member.Super:
		return v.View.T("office.does_everything"), ""
	case len(titles) > 0:
		text = strings.Join(titles, ", ")
	case len(u.Member.Abilities)+len(u.Member.Grants) > 0:
		return v.View.T("office.does_some"), strings.Join(names(v, u.Member.Abilities, 3), ", ")
	default:
		return v.View.T("office.does_nothing"), ""
	}
	if len(u.Groups) > 0 {
		about = v.View.T("office.sees_groups", "groups", groupNames(u.Groups))
	}
	return text, about
}

func groupNames(all []company.VisibilityGroup) string {
	var names []string
	for i := range all {
		names = append(names, all[i].Name)
	}
	return strings.Join(names, ", ")
}

func factorChip(v *screen.Visit, on bool) screen.Chip {
	if on {
		return screen.Chip{Text: v.View.T("office.factor_on"), Tone: "ok"}
	}
	return screen.Chip{Text: v.View.T("office.factor_off")}
}

// seen is when somebody was here last: it is noted once an hour.
func seen(v *screen.Visit, at *time.Time) string {
	switch {
	case at == nil:
		return "–"
	case v.App.Now().Sub(*at) < time.Hour:
		return v.View.T("office.seen_now")
	}
	return v.MomentOf(at.In(v.Zone))
}

// roleTitle is what a role is called: those of the system have words of their own.
func roleTitle(v *screen.Visit, r *company.Role) string {
	if r.System {
		return v.View.T("office.role_" + strconv.FormatInt(r.ID, 10))
	}
	return r.Title
}
