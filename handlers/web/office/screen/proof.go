package screen

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// Some operations ask a page whether it is still the same person who sits in front of it (Spec.Proof).
// The page is then shown with a sign-in over it, in which the form goes along as it was filled in: one
// press signs in and does what was asked for.
const (
	proofPassword = "proof.password"
	proofCode     = "proof.code"
)

// proof is the sign-in over a page.
type proof struct {
	V *page.View
	// Action is where it is sent, with what the form below it had sent; Back leads away from it.
	Action, Back string
	Who, Problem string
	// Password and Code are by what it can be shown; neither: by signing in anew alone.
	Password, Code bool
	Sent           []SentField
}

// SentField is a field that a form sends without showing it.
type SentField struct{ Name, Value string }

// proves takes the answer of the sign-in out of what a form sent, and tells whether it was good. One
// that was not is said on the page.
func (v *Visit) proves(sent url.Values) (done bool, err error) {
	who := company.Reauthentication{Password: sent.Get(proofPassword), Code: sent.Get(proofCode), Address: page.AddressOf(v.R)}
	tried := sent.Has(proofPassword) || sent.Has(proofCode)
	sent.Del(proofPassword)
	sent.Del(proofCode)
	if !tried {
		return true, nil
	}
	err = company.ProveAgain(v.R.Context(), v.App, v.Caller, who)
	var e *app.Error
	switch {
	case err == nil:
		v.Caller.Stale = false
		return true, nil
	case errors.As(err, &e) && e.Kind == app.TooMany:
		return false, v.askProof(sent, v.View.T("staff.too_many", "n", e.RetryAfter), err)
	case errors.As(err, &e) && e.Kind == app.Invalid && len(e.Fields) > 0:
		return false, v.askProof(sent, rest.Sentence(string(v.View.Lang), e.Fields[0].Message), err)
	}
	return false, err
}

// askProof shows the page with the sign-in over it.
func (v *Visit) askProof(sent url.Values, problem string, why error) error {
	p, err := v.proofFor(v.R.URL.RequestURI(), asked(v.R))
	if err != nil {
		return err
	}
	p.Problem = problem
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		for _, value := range sent[name] {
			p.Sent = append(p.Sent, SentField{name, value})
		}
	}
	v.Body.Proof = p
	v.View.Refused = why
	v.View.Title = v.View.T("office.proof") + ", " + v.View.Title
	v.frame()
	// No address: what a form with a key in it had sent is not to be kept.
	v.Site.ShowAgain(v.W, v.R, v.screen.Template, v.View)
	return nil
}

func (v *Visit) proofFor(action, back string) (*proof, error) {
	p := &proof{V: v.View, Action: action, Back: back, Who: v.Caller.UserEmail}
	var err error
	p.Password, p.Code, err = company.ProofWays(v.R.Context(), v.App, v.Caller)
	return p, err
}

// Proven leads to a page that asks for a proof, where one is wanted before something is given out
// that no form asks for. It tells whether there is one already.
func (v *Visit) Proven() bool {
	if !v.Caller.Stale {
		return true
	}
	page.GoOn(v.W, v.R, v.Path("/proof")+"?"+url.Values{"to": {v.R.URL.RequestURI()}}.Encode())
	return false
}

// serveProof asks on a page of its own, and leads on from there.
func (o *Pages) serveProof(s *Screen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, ok := o.staff(w, r, func() string { return asked(r) })
		if !ok {
			return
		}
		v, err := o.visiting(w, r, c, false)
		if err == nil {
			v.screen = s
			v.View.Title = v.View.T("office.proof")
			err = proofPage(v)
		}
		if err != nil {
			o.Site.Refuse(w, r, err)
		}
	}
}

func proofPage(v *Visit) error {
	to := v.R.URL.Query().Get("to")
	if !page.Local(to) {
		to = v.Path("")
	}
	if v.R.Method == http.MethodPost {
		sent, err := page.Form(v.W, v.R)
		if err != nil {
			return err
		}
		done, err := v.proves(sent)
		if !done || err != nil {
			return err
		}
		page.GoOn(v.W, v.R, to)
		return nil
	}
	p, err := v.proofFor(v.R.URL.RequestURI(), v.Path(""))
	if err != nil {
		return err
	}
	v.Body.Proof = p
	v.frame()
	v.Site.Show(v.W, v.R, v.screen.Template, v.View)
	return nil
}
