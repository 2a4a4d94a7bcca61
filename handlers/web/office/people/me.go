package people

import (
	"html/template"
	"net/url"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/paper"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
)

type meBody struct {
	Name, Email string
	Factor      screen.Chip
	Active      bool
	Required    bool
	Left        string
	Sessions    []session
	Others      bool
	// Rights are what a token may be narrowed to, and OnlyHere says where that counts.
	Rights   []job
	OnlyHere string
	// What is shown this once: the secret of a second factor with its picture, recovery codes, a token.
	Secret string
	Code   template.HTML
	Codes  []string
	Token  string
}

const (
	beginFactor   = "POST second-factor"
	confirmFactor = "POST second-factor/confirm"
	endFactor     = "DELETE second-factor"
	makeToken     = "POST tokens"
	askPassword   = "POST reset-password"
	editOwn       = "POST me"
)

func meScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/me", Post: "POST /office/{alias}/me", Needs: app.Authenticated, Template: o.Template(templates, "me.html"), Show: showMe,
		Forms: map[string]screen.Then{
			beginFactor: {Answer: factorBegun}, confirmFactor: {Answer: factorConfirmed}, endFactor: {Say: "office.factor_gone"},
			editOwn: {Say: "office.saved", To: ownSaved}, makeToken: {Answer: tokenMade}, endSession: {Say: "office.session_ended"}, askPassword: {Say: "office.password_mailed"},
		},
	}
}

// ownSaved leads to the page, or to the sign-in: with a new password every log-in ended.
func ownSaved(v *screen.Visit, _ any) string {
	if v.R.PostForm.Get("password") != "" {
		return "/staff/sign-in?done=password&to=" + url.QueryEscape(v.Path("/me"))
	}
	return v.Path("/me")
}

func showMe(v *screen.Visit) error {
	v.View.Title = v.View.T("office.me")
	state, err := company.StateOfFactor(v.R.Context(), v.App, v.Caller)
	if err != nil {
		return err
	}
	all, err := company.SessionsOf(v.R.Context(), v.App, v.Caller, v.Caller.UserID)
	if err != nil {
		return err
	}
	body := &meBody{Name: v.Caller.UserName, Email: v.Caller.UserEmail, Factor: factorChip(v, state.Active), Active: state.Active, Required: state.Required, Sessions: sessionsOf(v, all)}
	for i := range all {
		body.Others = body.Others || all[i].OfLogin() && all[i].ID != v.Caller.TokenID
	}
	if state.Active {
		body.Left = v.View.T("office.codes_left", "n", int(state.Left))
	}
	v.Body.It = body
	v.Body.Add(editOwn).Fill(map[string]any{"name": v.Caller.UserName})
	v.Body.Add(beginFactor).Fill(map[string]any{"password": ""})
	v.Body.Add(confirmFactor).Fill(map[string]any{"code": ""})
	v.Body.Add(endFactor).Fill(map[string]any{"password": "", "code": ""})
	v.Body.Add(makeToken).Fill(map[string]any{"name": "", "until": "", "abilities": []string{}})
	body.Rights, body.OnlyHere = ownRights(v), v.View.T("office.token_only_text", "company", v.Company.Name)
	v.Body.Add(endSession).Fill(map[string]any{"id": "", "userId": ""})
	v.Body.Add(askPassword).Fill(map[string]any{"email": v.Caller.UserEmail})
	return nil
}

// ownRights are the jobs with what whoever looks may do of them.
func ownRights(v *screen.Visit) (all []job) {
	for _, j := range told(v, held{}) {
		j.Rights = slices.DeleteFunc(j.Rights, func(r right) bool { return !v.Caller.Holds(app.Ability(r.Ability)) })
		if len(j.Rights) > 0 {
			all = append(all, j)
		}
	}
	return all
}

// factorBegun shows the secret that an app is to know, as a picture and in letters.
func factorBegun(v *screen.Visit, out any) error {
	var made struct{ Secret, URI string }
	if err := screen.Read(out, &made); err != nil {
		return err
	}
	symbol, err := paper.NewPrinter().Symbol(paper.QR, made.URI)
	if err != nil {
		return err
	}
	body := v.Body.It.(*meBody)
	body.Secret, body.Code = made.Secret, page.Symbol(symbol)
	return nil
}

// factorConfirmed shows the recovery codes.
func factorConfirmed(v *screen.Visit, out any) error {
	var made struct{ RecoveryCodes []string }
	err := screen.Read(out, &made)
	body := v.Body.It.(*meBody)
	body.Codes, body.Active, body.Factor = made.RecoveryCodes, true, factorChip(v, true)
	return err
}

// tokenMade shows a token of a program.
func tokenMade(v *screen.Visit, out any) error {
	var made struct{ Token string }
	err := screen.Read(out, &made)
	v.Body.It.(*meBody).Token = made.Token
	return err
}
