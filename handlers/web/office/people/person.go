package people

import (
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/office/screen"
)

type personBody struct {
	U                  *company.CompanyUser
	All, At, Initials  string
	Does, About, Since string
	State              company.PeopleState
	StateChip          screen.Chip
	Mine, Super        bool
	// Change: whoever looks may change what they may do; Why says why not.
	Change                bool
	Why                   string
	Jobs                  []job
	Some                  some
	Count                 string
	Factor                screen.Chip
	HasFactor, MayAccount bool
	Sessions              []session
	End                   string
}

type session struct {
	ID                     int64
	Name, Kind, Made, Seen string
	Until, Only            string
	Current, Program       bool
}

const (
	editUser   = "POST company/users/update"
	endSession = "DELETE sessions"
)

func personScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/people/{id}", Post: "POST /office/{alias}/people/{id}", Needs: views, Template: o.Template(templates, "person.html", "some_list.html"), Show: showPerson,
		Forms: map[string]screen.Then{
			editUser:                             {Say: "office.saved", Undo: true},
			"POST company/users/restore":         {Say: "office.access_back"},
			"POST company/users/invite":          {Say: "office.invited"},
			endSession:                           {Say: "office.session_ended"},
			"DELETE company/users/second-factor": {Say: "office.factor_dropped"},
		},
	}
}

func readPerson(v *screen.Visit) (*company.CompanyUser, error) {
	if !v.Holds(lists) {
		return nil, app.Missing("page")
	}
	u, err := company.ReadUser(v.R.Context(), v.App, v.Caller, company.UserKey{ID: v.ID("id")}, true)
	return &u, err
}

func showPerson(v *screen.Visit) error {
	u, err := readPerson(v)
	if err != nil {
		return err
	}
	v.View.Title = u.User.Name
	body := &personBody{
		U: u, All: v.Path("/people"), At: v.Path("/people/%d", u.User.ID), Initials: screen.InitialsOf(u.User.Name), State: u.State(), Super: u.Member.Super,
		Mine: u.User.ID == v.Caller.UserID, Factor: factorChip(v, u.User.HasFactor()), HasFactor: u.User.HasFactor(),
		Since: v.View.T("office.here_since", "day", v.View.Lang.Date(u.Member.CreatedAt.In(v.Zone))),
	}
	body.Does, body.About = does(v, u)
	switch body.State {
	case company.PeopleEnded:
		body.StateChip = screen.Chip{Text: v.View.T("office.access_ended"), Tone: "bad"}
	case company.PeopleInvited:
		body.StateChip = screen.Chip{Text: v.View.T("office.people_invited_one"), Tone: "warn"}
	}
	body.tellChange(v)
	body.tellJobs(v)
	v.Body.It = body
	if err := body.fill(v); err != nil {
		return err
	}
	return body.tellSessions(v)
}

// tellChange says whether whoever looks may change what they may do, by asking whether the operation
// would be taken.
func (b *personBody) tellChange(v *screen.Visit) {
	b.Change = v.Holds(app.AnyOf{app.EditUsers, app.ManageUsers}) && !b.Mine && b.State != company.PeopleEnded
	account, err := company.MayChange(v.R.Context(), v.App, v.Caller, b.U.User.ID)
	if err != nil {
		account = company.Changeable{}
	}
	switch {
	case b.Mine:
		b.Why = v.View.T("office.not_oneself")
	case b.Change && !account.Rights:
		b.Change, b.Why = false, v.View.T("office.stronger")
	}
	b.MayAccount = account.Account && !b.Mine
	if !b.Mine && account.Rights && b.State != company.PeopleEnded && v.Holds(deletes) {
		b.End = b.At + "/end"
	}
}

func (b *personBody) tellJobs(v *screen.Visit) {
	h := held{super: b.U.Member.Super, direct: b.U.Member.Abilities, scoped: b.U.Member.Grants}
	for i := range b.U.Roles {
		h.role = append(h.role, b.U.Roles[i].Abilities...)
		h.scoped = append(slices.Clone(h.scoped), b.U.Roles[i].Grants...)
	}
	b.Jobs = told(v, h)
	n := len(app.Abilities)
	if !h.super {
		n = len(app.Distinct(append(slices.Clone(h.role), h.direct...)))
	}
	b.Count = v.View.T("office.abilities", "n", n)
}

// mayRights tells whether whoever looks may change what somebody may do.
func mayRights(v *screen.Visit, u *company.CompanyUser, may company.Changeable) bool {
	return v.Holds(app.AnyOf{app.EditUsers, app.ManageUsers}) && u.User.ID != v.Caller.UserID && u.State() != company.PeopleEnded && may.Rights
}

// fill says what the forms show.
func (b *personBody) fill(v *screen.Visit) error {
	m, id := &b.U.Member, b.U.User.ID
	var direct []string
	for _, a := range m.Abilities {
		direct = append(direct, string(a))
	}
	f := v.Body.Add(editUser).Fill(map[string]any{"id": id, "roles": texts(m.Roles), "visibilityGroups": texts(m.Groups), "abilities": direct, "isSuper": m.Super}).About("members", m.ID)
	roles, err := company.RolesOf(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	f.Lists["roles"] = rolesToGive(v, roles, m.Roles)
	groups, err := company.VisibilityGroups(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	for i := range groups {
		f.Lists["visibilityGroups"] = append(f.Lists["visibilityGroups"], screen.Option{Value: strconv.FormatInt(groups[i].ID, 10), Text: groups[i].Name})
	}
	for _, op := range []string{"POST company/users/restore", "POST company/users/invite", "DELETE company/users/second-factor"} {
		v.Body.Add(op).Fill(map[string]any{"id": id})
	}
	v.Body.Add(endSession).Fill(map[string]any{"id": "", "userId": ""})
	at := ""
	if b.Change && !b.Super {
		at = b.At + "/some"
	}
	b.Some, err = tellSome(v, f, m.Grants, at)
	return err
}

func texts(ids []int64) (all []string) {
	for _, id := range ids {
		all = append(all, strconv.FormatInt(id, 10))
	}
	return all
}

func (b *personBody) tellSessions(v *screen.Visit) error {
	all, err := company.SessionsOf(v.R.Context(), v.App, v.Caller, b.U.User.ID)
	if err != nil {
		return err
	}
	b.Sessions = sessionsOf(v, all)
	return nil
}

// sessionsOf are sessions as a page tells them.
func sessionsOf(v *screen.Visit, all []company.Token) (out []session) {
	for i := range all {
		t := &all[i]
		s := session{
			ID: t.ID, Name: t.Name, Kind: v.View.T("office.session_program"), Program: !t.OfLogin(), Current: t.ID == v.Caller.TokenID,
			Made: v.View.T("office.session_made", "when", v.MomentOf(t.CreatedAt.In(v.Zone))), Seen: seen(v, t.LastUsedAt),
		}
		switch t.Purpose {
		case company.ForPage:
			s.Kind, s.Name = v.View.T("office.session_page"), v.View.T("office.session_browser")
		case company.ForLogin:
			s.Kind = v.View.T("office.session_login")
		}
		if len(t.Lends) > 0 {
			s.Only = v.View.T("office.token_does", "what", strings.Join(names(v, t.Lends, len(jobs)), ", "))
		}
		if t.ExpiresAt != nil {
			s.Until = v.View.T("office.token_until", "when", v.MomentOf(t.ExpiresAt.In(v.Zone)))
		}
		out = append(out, s)
	}
	return out
}
