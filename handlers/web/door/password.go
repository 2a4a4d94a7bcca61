package door

import (
	"errors"
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

type forgotBody struct {
	Email, Problem string
	// Sent: a mail is on its way. Over: a link was opened that is good no more.
	Sent, Over bool
}

func (d *Door) showForgot(w http.ResponseWriter, r *http.Request) {
	v := d.view(w, r, "staff.forgot_title")
	v.Body = forgotBody{}
	d.site.Show(w, r, d.forgot, v)
}

// postForgot has a link mailed. It says the same whoever has the address.
func (d *Door) postForgot(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.forgot_title")
	body := forgotBody{Email: form.Get("email")}
	err = company.AskReset(r.Context(), d.app, nil, company.ResetAsk{Email: body.Email, Address: page.AddressOf(r)})
	switch app.KindOf(err) {
	case app.Invalid:
		body.Problem = v.T("staff.email_bad")
		v.Body = body
		d.site.ShowAgain(w, r, d.forgot, v)
		return
	default:
		if err != nil {
			d.site.Refuse(w, r, err)
			return
		}
	}
	body.Sent = true
	v.Body = body
	d.site.Show(w, r, d.forgot, v)
}

type passwordBody struct {
	Email    string
	Problems []string
}

// showPassword asks for a new password. Nothing happens by opening the link: programs that
// look at mails do that too.
func (d *Door) showPassword(w http.ResponseWriter, r *http.Request) {
	u, err := company.ResetUser(r.Context(), d.app, r.PathValue("link"), page.AddressOf(r))
	if err != nil {
		d.refuseLink(w, r, err)
		return
	}
	v := d.view(w, r, "staff.new_password")
	v.Body = passwordBody{Email: u.Email}
	d.site.Show(w, r, d.password, v)
}

func (d *Door) postPassword(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	u, err := company.SetPassword(r.Context(), d.app, r.PathValue("link"), form.Get("password"), page.AddressOf(r))
	var refused *app.Error
	switch {
	case err == nil:
		d.site.ClearCookie(w, r, sessionCookie)
		page.GoOn(w, r, StaffPath+"/sign-in?done=password")
	case errors.As(err, &refused) && refused.Kind == app.Invalid:
		v := d.view(w, r, "staff.new_password")
		body := passwordBody{Email: u.Email}
		for _, f := range refused.Fields {
			body.Problems = append(body.Problems, rest.Sentence(string(v.Lang), f.Message))
		}
		v.Body = body
		d.site.ShowAgain(w, r, d.password, v)
	default:
		d.refuseLink(w, r, err)
	}
}

// refuseLink offers another link to whoever opened one that was used, or is too old.
func (d *Door) refuseLink(w http.ResponseWriter, r *http.Request, err error) {
	if app.KindOf(err) != app.NotFound {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.new_password")
	v.Body = forgotBody{Over: true}
	d.site.ShowMissing(w, r, d.forgot, v)
}

type linkBody struct {
	Name, Email, To, Problem string
	// Code: the second factor is asked for.
	Code bool
}

// showLink offers to sign in by a link that another system made. Opening it does nothing,
// so that no page can sign somebody in as somebody else unasked.
func (d *Door) showLink(w http.ResponseWriter, r *http.Request) {
	u, err := company.SignInUser(r.Context(), d.app, r.PathValue("link"), page.AddressOf(r))
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.sign_in")
	v.Body = linkBody{Name: u.Name, Email: u.Email, To: r.URL.Query().Get("to"), Code: u.HasFactor()}
	d.site.Show(w, r, d.link, v)
}

// linkAgain asks for the code again, while the link is good.
func (d *Door) linkAgain(w http.ResponseWriter, r *http.Request, to string) {
	u, err := company.SignInUser(r.Context(), d.app, r.PathValue("link"), page.AddressOf(r))
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	v := d.view(w, r, "staff.sign_in")
	v.Body = linkBody{Name: u.Name, Email: u.Email, To: to, Code: true, Problem: v.T("staff.link_in_code")}
	d.site.ShowAgain(w, r, d.link, v)
}

func (d *Door) postUseLink(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	token, err := company.UseSignIn(r.Context(), d.app, r.PathValue("link"), company.Login{Device: "sign-in link", Code: form.Get("code"), Address: page.AddressOf(r)})
	if app.KindOf(err) == app.Invalid {
		d.linkAgain(w, r, form.Get("to"))
		return
	}
	if err != nil {
		d.site.Refuse(w, r, err)
		return
	}
	d.site.SetCookie(w, r, sessionCookie, token, company.PageCookie)
	to := form.Get("to")
	if !page.Local(to) {
		to = StaffPath
	}
	page.GoOn(w, r, to)
}
